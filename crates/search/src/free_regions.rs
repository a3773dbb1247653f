//! Search over regions: sets of states that free moves connect with one another.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use fewest_rules::{CostReport, FreeRegions, Heuristic, Limits, MoveCosts, Objective, Puzzle};

use crate::least_cost_astar::least_cost_astar;

/// A puzzle made from another puzzle. Its states are the regions of the other puzzle; each region
/// is given by one of its states, its representative. Its moves are the moves of the other puzzle
/// that are not free.
///
/// In Sokoban with free walking, a state is a region of the player, and a move is a push. Every
/// least-cost search runs on this puzzle. [`moves_of`](Self::moves_of) turns a solution into moves
/// of the other puzzle. If the number of moves is a criterion, only moves that are not free count.
///
/// The last region is cached. So expanding a state computes its region only once, and each
/// successor takes one computation of its representative.
#[derive(Debug)]
pub struct RegionPuzzle<'a, P: FreeRegions> {
    puzzle: &'a P,
    last: RefCell<CachedRegion<P::State>>,
}

/// The region that was computed last: a set of states that free moves connect with one another.
#[derive(Debug)]
struct CachedRegion<S> {
    representative: Option<S>,
    states: Vec<S>,
}

/// For each state that free moves (moves of cost 0) reach from a first state, the previous state on
/// the path and the move that leads from it; `None` for the first state.
type FreePaths<S, M> = HashMap<S, Option<(S, M)>>;

/// A move of a [`RegionPuzzle`]: a move that is not free, from one of the states of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionMove<M> {
    /// The index of the state before the move, in the list of the states of its region.
    exit: u32,
    /// The move, which is not free.
    m: M,
}

impl<'a, P: FreeRegions> RegionPuzzle<'a, P> {
    /// Makes the puzzle of the regions of `puzzle`.
    pub fn new(puzzle: &'a P) -> Self {
        Self {
            puzzle,
            last: RefCell::new(CachedRegion {
                representative: None,
                states: Vec::new(),
            }),
        }
    }

    /// The state of this puzzle that stands for the region of `state`: the representative of the
    /// region.
    pub fn region_of(&self, state: P::State) -> P::State {
        self.puzzle.representative(state)
    }

    /// Calls `look` with the states of the region represented by `state`.
    fn with_region<T>(&self, state: P::State, look: impl FnOnce(&[P::State]) -> T) -> T {
        let last = &mut *self.last.borrow_mut();
        if last.representative != Some(state) {
            self.puzzle.region(state, &mut last.states);
            last.representative = Some(state);
        }
        look(&last.states)
    }

    /// The state with index `exit` in the list of the states of a region. `state` is the
    /// representative of the region.
    fn exit(&self, state: P::State, exit: u32) -> P::State {
        self.with_region(state, |region| region[exit as usize])
    }

    /// The moves of the underlying puzzle for a path of this puzzle that begins in the region of
    /// `start`. The result makes as few free moves as possible before each move that is not free
    /// and, if `to_goal` is set, at the end.
    ///
    /// # Panics
    /// May panic if `path` is not a path of this puzzle from the region of `start`.
    pub fn moves_of(
        &self,
        start: P::State,
        path: &[RegionMove<P::Move>],
        to_goal: bool,
    ) -> Vec<P::Move> {
        let mut state = start;
        let mut moves = Vec::new();
        for &RegionMove { exit, m } in path {
            let exit = self.exit(self.region_of(state), exit);
            self.walk(state, |state| state == exit, &mut moves);
            moves.push(m);
            state = self.puzzle.apply(exit, m);
        }
        if to_goal {
            self.walk(state, |state| self.puzzle.is_goal(state), &mut moves);
        }
        moves
    }

    /// Appends the fewest free moves that lead from `state` to a state that `ends` accepts.
    fn walk(&self, state: P::State, ends: impl Fn(P::State) -> bool, moves: &mut Vec<P::Move>) {
        let mut before: FreePaths<P::State, P::Move> = HashMap::from([(state, None)]);
        let mut queue = VecDeque::from([state]);
        while let Some(state) = queue.pop_front() {
            if ends(state) {
                let begin = moves.len();
                let mut at = state;
                while let Some(&Some((earlier, m))) = before.get(&at) {
                    moves.push(m);
                    at = earlier;
                }
                moves[begin..].reverse();
                return;
            }
            for m in self.puzzle.moves(state) {
                if self.puzzle.cost(state, m) == 0 {
                    let after = self.puzzle.apply(state, m);
                    before.entry(after).or_insert_with(|| {
                        queue.push_back(after);
                        Some((state, m))
                    });
                }
            }
        }
    }
}

impl<P: FreeRegions> Puzzle for RegionPuzzle<'_, P> {
    type State = P::State;
    type Move = RegionMove<P::Move>;

    fn moves(&self, state: P::State) -> impl Iterator<Item = RegionMove<P::Move>> {
        let puzzle = self.puzzle;
        let moves: Vec<_> = self.with_region(state, |region| {
            let exits = region.iter().zip(0..);
            exits
                .flat_map(|(&state, exit)| {
                    let moves = puzzle.moves(state);
                    moves
                        .filter(move |&m| puzzle.cost(state, m) > 0)
                        .map(move |m| RegionMove { exit, m })
                })
                .collect()
        });
        moves.into_iter()
    }

    fn apply(&self, state: P::State, m: RegionMove<P::Move>) -> P::State {
        let exit = self.exit(state, m.exit);
        self.region_of(self.puzzle.apply(exit, m.m))
    }

    fn is_goal(&self, state: P::State) -> bool {
        self.with_region(state, |region| {
            region.iter().any(|&state| self.puzzle.is_goal(state))
        })
    }
}

impl<P: FreeRegions> MoveCosts for RegionPuzzle<'_, P> {
    fn cost(&self, before: P::State, m: RegionMove<P::Move>) -> u16 {
        self.puzzle.cost(self.exit(before, m.exit), m.m)
    }
}

/// A heuristic of a puzzle as a heuristic of its regions. The result is admissible if the given
/// heuristic is, because all states of a region are equally far from the goals.
#[derive(Debug, Clone, Copy)]
pub struct RegionBound<'h, H>(pub &'h H);

impl<'a, P: FreeRegions, H: Heuristic<P>> Heuristic<RegionPuzzle<'a, P>> for RegionBound<'_, H> {
    type Cache = u32;

    fn start(&self, regions: &RegionPuzzle<'a, P>, state: P::State) -> u32 {
        self.0.bound(self.0.start(regions.puzzle, state))
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

/// Finds a solution of least cost from `start` by A* over regions. `heuristic` must be admissible
/// in costs. Before each move that is not free, the solution makes the fewest free moves that allow
/// it.
///
/// Takes memory for one state per region, and time to compute a region for each state expanded and
/// for each successor. See [`least_cost_astar`](crate::least_cost_astar) for everything else. A
/// proof by exhaustion counts regions.
pub fn least_cost_over_regions<P: FreeRegions, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    limits: &Limits,
) -> CostReport<P::Move> {
    let regions = RegionPuzzle::new(puzzle);
    let root = regions.region_of(start);
    let objective = Objective::Cost;
    let report = least_cost_astar(&regions, root, &RegionBound(heuristic), objective, limits);
    CostReport {
        outcome: report
            .outcome
            .map_solution(|path| regions.moves_of(start, &path, true)),
        statistics: report.statistics,
    }
}
