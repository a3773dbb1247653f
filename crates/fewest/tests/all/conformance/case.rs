//! All algorithms from one start, against what the oracle says of it.

use std::num::NonZeroUsize;

use fewest_rules::{
    Commuting, Goals, Heuristic, Invertible, Limits, Outcome, Puzzle, Report, Reverse, Symmetric,
};
use fewest_search::{
    Approximate, Approximation, CommutingPruning, Duplicates, InversePruning, NoPruning, OneWave,
    Order, Pruning, SearchTurn, TwoWaves, UpToSymmetry, Weight, astar, beam, bfs, bidirectional,
    idastar, iddfs, shortest_paths, shortest_paths_from_both_ends, shortest_paths_within,
    solve_up_to_symmetry, weighted_astar,
};

use crate::conformance::oracle::{Truth, truth};

const DUPLICATES: [Duplicates; 2] = [Duplicates::Enter, Duplicates::LeaveAll];

/// One start with what the oracle says of it.
pub(crate) struct Case<'a, P: Puzzle> {
    puzzle: &'a P,
    start: P::State,
    pub(crate) truth: Truth<P::Move>,
    pub(crate) limits: Limits,
}

/// The last report of a search that pauses as often as it can: it may expand no state in the first
/// turn, one in the second, two in the third.
fn in_turns<S, M>(search: S, advance: impl Fn(S, u64) -> SearchTurn<S, M>) -> Report<M> {
    let mut left = Some(search);
    let mut states = 0;
    loop {
        let turn = advance(left.take().unwrap(), states);
        let report = turn.keep(&mut left);
        if left.is_none() {
            return report;
        }
        states += 1;
    }
}

impl<'a, P: Puzzle> Case<'a, P> {
    pub(crate) fn new(puzzle: &'a P, start: P::State) -> Self {
        Self {
            puzzle,
            start,
            truth: truth(puzzle, start),
            limits: Limits::default(),
        }
    }

    /// The report is the lexicographically first solution, or "unsolvable".
    pub(crate) fn agrees(&self, name: &str, report: &Report<P::Move>) {
        let what = format!("{name} from {:?}", self.start);
        match (&report.outcome, &self.truth) {
            (Outcome::Solved { moves }, Truth::Solved { first, .. }) => {
                assert_eq!(moves, first, "{what}");
            }
            (Outcome::Unsolvable(_), Truth::Unsolvable { .. }) => {}
            (outcome, truth) => panic!("{what}: {outcome:?} but {truth:?}"),
        }
    }

    /// What any puzzle can be asked.
    pub(crate) fn blind(&self) {
        let (puzzle, start, limits) = (self.puzzle, self.start, &self.limits);
        self.agrees("bfs", &bfs(puzzle, start, limits));
        let paused = in_turns(OneWave::new(start), |wave, states| {
            wave.advance(puzzle, states, limits)
        });
        self.agrees("bfs with pauses", &paused);
        for duplicates in DUPLICATES {
            if self.deepening_ends(duplicates) {
                let report = iddfs(puzzle, start, &NoPruning, duplicates, limits);
                self.agrees("iddfs", &report);
            }
        }
        let (report, paths) = shortest_paths(puzzle, start, limits);
        self.agrees("shortest paths", &report);
        match (&self.truth, paths) {
            (Truth::Solved { first, count }, Some(paths)) => {
                assert_eq!(paths.count(), (*count).into(), "{start:?}");
                let all: Vec<_> = paths.iter().take(1_000).collect();
                assert_eq!(all.len() as u128, (*count).min(1_000), "{start:?}");
                assert!(all.is_sorted_by(|a, b| a < b), "{start:?}");
                assert!(all.iter().all(|moves| self.is_solution(moves, first.len())));
            }
            (Truth::Unsolvable { reached }, None) => {
                let proof = fewest_rules::Proof::Exhausted { reached: *reached };
                assert_eq!(report.outcome, Outcome::Unsolvable(proof));
            }
            (truth, paths) => panic!("{truth:?} but {paths:?}"),
        }
    }

    /// Deepening without a table tries every path, which only ends soon where the
    /// solution is near or few states can be reached; and without any memory it
    /// cannot prove that there is no solution.
    fn deepening_ends(&self, duplicates: Duplicates) -> bool {
        match (duplicates, &self.truth) {
            (Duplicates::LeaveAll, _) => true,
            (_, Truth::Solved { first, .. }) => first.len() <= 3,
            (Duplicates::Enter, Truth::Unsolvable { .. }) => false,
        }
    }

    fn is_solution(&self, moves: &[P::Move], length: usize) -> bool {
        moves.len() == length && fewest_check::replay(self.puzzle, self.start, moves).is_solution()
    }

    fn pruned(&self, pruning: &impl Pruning<P>) {
        for duplicates in DUPLICATES {
            if self.deepening_ends(duplicates) {
                let report = iddfs(self.puzzle, self.start, pruning, duplicates, &self.limits);
                self.agrees("pruned iddfs", &report);
            }
        }
    }

    pub(crate) fn informed<H: Heuristic<P>>(&self, heuristic: &H, pruning: &impl Pruning<P>) {
        let (puzzle, start, limits) = (self.puzzle, self.start, &self.limits);
        let report = astar(puzzle, start, heuristic, Order::Lexicographic, limits);
        self.agrees("astar", &report);
        self.approximate(heuristic);
        let any = astar(puzzle, start, heuristic, Order::Any, limits);
        match (&any.outcome, &self.truth) {
            (Outcome::Solved { moves }, Truth::Solved { first, .. }) => {
                assert!(self.is_solution(moves, first.len()), "astar from {start:?}");
            }
            (Outcome::Unsolvable(_), Truth::Unsolvable { .. }) => {}
            (outcome, truth) => panic!("astar from {start:?}: {outcome:?} but {truth:?}"),
        }
        for duplicates in DUPLICATES {
            if self.deepening_ends(duplicates) {
                let report = idastar(puzzle, start, heuristic, pruning, duplicates, limits);
                self.agrees("idastar", &report);
            }
        }
        if let Truth::Solved { first, count } = &self.truth {
            let length = first.len() as u32;
            let paths = shortest_paths_within(puzzle, start, heuristic, length, limits);
            assert_eq!(
                paths.unwrap().unwrap().count(),
                (*count).into(),
                "{start:?}"
            );
            if let Some(less) = length.checked_sub(1) {
                let none = shortest_paths_within(puzzle, start, heuristic, less, limits);
                assert!(none.unwrap().is_none(), "{start:?}");
            }
        }
    }

    /// Searches that need not find a shortest solution keep what they promise.
    fn approximate<H: Heuristic<P>>(&self, heuristic: &H) {
        let (puzzle, start, limits) = (self.puzzle, self.start, &self.limits);
        for hundredths in [100, 150, 500] {
            let weight = Weight::per_cent(hundredths).unwrap();
            let report = weighted_astar(puzzle, start, heuristic, weight, limits);
            match (&report.outcome, &self.truth) {
                (Approximate::Found(found), Truth::Solved { first, .. }) => {
                    self.is_near(found);
                    let most = weight.hundredths() as usize * first.len();
                    assert!(100 * found.moves().len() <= most, "{start:?}: {found:?}");
                    assert!(found.is_shortest() || weight > Weight::ONE);
                }
                (Approximate::Unsolvable(_), Truth::Unsolvable { .. }) => {}
                (outcome, truth) => panic!("{start:?}: {outcome:?} but {truth:?}"),
            }
        }
        for width in [1, 10, 1_000_000] {
            let whole = width == 1_000_000;
            let width = NonZeroUsize::new(width).unwrap();
            let report = beam(puzzle, start, heuristic, width, limits);
            match (&report.outcome, &self.truth) {
                (Approximate::Found(found), Truth::Solved { .. }) => {
                    self.is_near(found);
                    assert!(found.is_shortest() || !whole);
                }
                (Approximate::Unsolvable(_), Truth::Unsolvable { .. }) => {}
                (Approximate::Stopped { lower_bound, .. }, truth) => {
                    assert!(!whole, "{start:?}");
                    if let Truth::Solved { first, .. } = truth {
                        assert!(*lower_bound as usize <= first.len(), "{start:?}");
                    }
                }
                (outcome, truth) => panic!("{start:?}: {outcome:?} but {truth:?}"),
            }
        }
    }

    /// It is a solution, no shorter than the shortest, and its bound is true.
    fn is_near(&self, found: &Approximation<P::Move>) {
        let Truth::Solved { first, .. } = &self.truth else {
            panic!("{:?} has no solution", self.start);
        };
        assert!(self.is_solution(found.moves(), found.moves().len()));
        assert!(found.moves().len() >= first.len(), "{:?}", self.start);
        assert!(found.lower_bound() as usize <= first.len(), "{found:?}");
        assert!(!found.is_shortest() || found.moves().len() == first.len());
    }

    pub(crate) fn backwards(&self)
    where
        P: Goals + Reverse,
    {
        let report = bidirectional(self.puzzle, self.start, &self.limits);
        self.agrees("bidirectional", &report);
        let paused = in_turns(TwoWaves::new(self.start), |waves, states| {
            waves.advance(self.puzzle, states, &self.limits)
        });
        self.agrees("bidirectional with pauses", &paused);
        for threads in [2, 3] {
            let limits = Limits {
                threads: NonZeroUsize::new(threads),
                ..self.limits.clone()
            };
            let report = bidirectional(self.puzzle, self.start, &limits);
            self.agrees("bidirectional by threads", &report);
        }
        let (report, paths) = shortest_paths_from_both_ends(self.puzzle, self.start, &self.limits);
        self.agrees("shortest paths from both ends", &report);
        let (_, one_sided) = shortest_paths(self.puzzle, self.start, &self.limits);
        assert_eq!(paths.is_some(), one_sided.is_some(), "{:?}", self.start);
        if let (Some(paths), Some(one_sided)) = (paths, one_sided) {
            assert_eq!(paths.count(), one_sided.count(), "{:?}", self.start);
            let same = paths.iter().take(1_000).eq(one_sided.iter().take(1_000));
            assert!(same, "the lists from {:?}", self.start);
        }
    }

    pub(crate) fn sets(&self)
    where
        P: Commuting,
    {
        for duplicates in DUPLICATES {
            let pruning = CommutingPruning;
            let report = iddfs(self.puzzle, self.start, &pruning, duplicates, &self.limits);
            self.agrees("sets of moves", &report);
        }
    }

    pub(crate) fn folded(&self)
    where
        P: Symmetric,
    {
        let report = solve_up_to_symmetry(self.puzzle, self.start, &self.limits);
        self.agrees("up to symmetry", &report);
        let classes = UpToSymmetry(self.puzzle);
        let wave = OneWave::new(classes.of(self.start));
        let paused = in_turns(wave, |wave, states| {
            wave.advance(&classes, states, &self.limits)
        });
        self.agrees("up to symmetry with pauses", &paused);
    }

    pub(crate) fn inverse(&self)
    where
        P: Invertible,
    {
        self.pruned(&InversePruning);
    }
}
