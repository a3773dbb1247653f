//! The most used searches, with their options as values.

use std::fmt;

use fewest_rules::{
    CostReport, Goals, Heuristic, Limits, MoveCosts, Objective, Puzzle, Report, Reverse, Zero,
};

use crate::{
    Duplicates, NoPruning, Order, SolutionGraph, astar, bfs, bidirectional, idastar,
    least_cost_astar, shortest_paths,
};

/// A search from a start: its options, and a method for each of the most used algorithms. By
/// default there are no limits.
///
/// ```
/// # use fewest_rules::Puzzle;
/// # struct Count { target: u32 }
/// # impl Puzzle for Count {
/// #     type State = u32;
/// #     type Move = char;
/// #     fn moves(&self, state: u32) -> impl Iterator<Item = char> {
/// #         ['+', 'x'].into_iter().filter(move |_| state < self.target)
/// #     }
/// #     fn apply(&self, s: u32, m: char) -> u32 { if m == '+' { s + 1 } else { s * 2 } }
/// #     fn is_goal(&self, s: u32) -> bool { s == self.target }
/// # }
/// use fewest_rules::{Limits, Outcome, StopReason};
/// use fewest_search::Search;
///
/// let puzzle = Count { target: 1000 };
/// let report = Search::new(&puzzle, 1).bfs();
/// assert_eq!(report.outcome.moves().map(<[char]>::len), Some(14));
///
/// let limits = Limits { states: Some(10), ..Limits::default() };
/// let report = Search::new(&puzzle, 1).within(&limits).bfs();
/// assert!(matches!(report.outcome, Outcome::Stopped { reason: StopReason::States, .. }));
/// ```
#[must_use]
pub struct Search<'a, P: Puzzle> {
    puzzle: &'a P,
    start: P::State,
    limits: Limits,
    order: Order,
    duplicates: Duplicates,
    objective: Objective,
}

impl<'a, P: Puzzle> Search<'a, P> {
    /// A search from `start` without limits.
    pub fn new(puzzle: &'a P, start: P::State) -> Self {
        Self {
            puzzle,
            start,
            limits: Limits::default(),
            order: Order::Any,
            duplicates: Duplicates::default(),
            objective: Objective::default(),
        }
    }

    /// Sets the limits. They count the memory that a puzzle holds
    /// ([`Interned`](crate::Interned)) if those before did.
    pub fn within(mut self, limits: &Limits) -> Self {
        let before = self.limits.held_elsewhere.take();
        self.limits = limits.clone();
        self.limits.held_elsewhere = self.limits.held_elsewhere.or(before);
        self
    }

    /// Sets which of the shortest solutions [`astar`](Self::astar) returns. The other searches
    /// return the lexicographically first.
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// Sets which duplicates [`idastar`](Self::idastar) skips.
    pub fn duplicates(mut self, duplicates: Duplicates) -> Self {
        self.duplicates = duplicates;
        self
    }

    /// Sets what the searches for a solution of least cost minimise.
    pub fn objective(mut self, objective: Objective) -> Self {
        self.objective = objective;
        self
    }

    /// Breadth-first search: [`bfs`].
    pub fn bfs(&self) -> Report<P::Move> {
        bfs(self.puzzle, self.start, &self.limits)
    }

    /// A* with an admissible heuristic: [`astar`].
    pub fn astar(&self, heuristic: &impl Heuristic<P>) -> Report<P::Move> {
        astar(self.puzzle, self.start, heuristic, self.order, &self.limits)
    }

    /// IDA* with an admissible heuristic: [`idastar`].
    pub fn idastar(&self, heuristic: &impl Heuristic<P>) -> Report<P::Move> {
        let (puzzle, start) = (self.puzzle, self.start);
        idastar(
            puzzle,
            start,
            heuristic,
            &NoPruning,
            self.duplicates,
            &self.limits,
        )
    }

    /// Search from the start and from the goals: [`bidirectional`].
    pub fn bidirectional(&self) -> Report<P::Move>
    where
        P: Reverse + Goals,
    {
        bidirectional(self.puzzle, self.start, &self.limits)
    }

    /// All shortest solutions: [`shortest_paths`].
    pub fn shortest_paths(&self) -> (Report<P::Move>, Option<SolutionGraph<P::Move>>) {
        shortest_paths(self.puzzle, self.start, &self.limits)
    }

    /// A solution of least cost by Dijkstra's algorithm: [`least_cost_astar`] with a heuristic that
    /// is always 0, so that no state is expanded twice.
    ///
    /// ```
    /// use fewest_rules::{CostOutcome, MoveCosts, Objective, Puzzle};
    /// use fewest_search::Search;
    ///
    /// /// Climb from 0 to 3 by steps of one, which cost 1, or of three, which cost 5.
    /// struct Stairs;
    ///
    /// impl Puzzle for Stairs {
    ///     type State = u8;
    ///     type Move = u8;
    ///     fn moves(&self, _: u8) -> impl Iterator<Item = u8> { [1, 3].into_iter() }
    ///     fn apply(&self, state: u8, m: u8) -> u8 { (state + m).min(9) }
    ///     fn is_goal(&self, state: u8) -> bool { state == 3 }
    /// }
    ///
    /// impl MoveCosts for Stairs {
    ///     fn cost(&self, _: u8, m: u8) -> u16 { if m == 1 { 1 } else { 5 } }
    /// }
    ///
    /// let search = Search::new(&Stairs, 0);
    /// let cheap = CostOutcome::Solved { moves: vec![1, 1, 1], cost: 3 };
    /// assert_eq!(search.least_cost().outcome, cheap);
    /// let search = search.objective(Objective::MovesThenCost);
    /// let short = CostOutcome::Solved { moves: vec![3], cost: 5 };
    /// assert_eq!(search.least_cost().outcome, short);
    /// ```
    pub fn least_cost(&self) -> CostReport<P::Move>
    where
        P: MoveCosts,
    {
        self.least_cost_astar(&Zero)
    }

    /// A solution of least cost by A* with an admissible heuristic: [`least_cost_astar`].
    pub fn least_cost_astar(&self, heuristic: &impl Heuristic<P>) -> CostReport<P::Move>
    where
        P: MoveCosts,
    {
        let (puzzle, start) = (self.puzzle, self.start);
        least_cost_astar(puzzle, start, heuristic, self.objective, &self.limits)
    }
}

impl<P: Puzzle> fmt::Debug for Search<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("start", &self.start)
            .field("limits", &self.limits)
            .field("order", &self.order)
            .field("duplicates", &self.duplicates)
            .field("objective", &self.objective)
            .finish_non_exhaustive()
    }
}
