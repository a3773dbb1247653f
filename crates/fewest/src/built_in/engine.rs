//! Chooses the search for an algorithm and a puzzle whose type is known.

use std::ops::Deref;

use fewest_rules::{Heuristic, Limits, Notation, Puzzle, Report, StopReason, Symmetric};
use fewest_search::{
    ApproximateReport, Duplicates, Order, Pruning, Weight, astar, beam, bfs, idastar, iddfs,
    weighted_astar,
};

use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, ApproximateAnswer, FoundSolutions, Method, SolutionFigures, SolutionOptions, SolveError,
};
use crate::built_in::board::GeneralSearch;
use crate::general::near;
use crate::general::on_disk::{DiskRun, DiskSearch};
use crate::general::play;

/// A search of a puzzle from a start.
pub(crate) type Runner<'a, P> =
    Box<dyn Fn(&P, <P as Puzzle>::State, &Limits) -> Report<<P as Puzzle>::Move> + Sync + 'a>;

/// A function that decides whether a state has a solution.
pub(crate) type IsSolvable<'a, P> =
    Box<dyn Fn(<P as Puzzle>::State, &Limits) -> Result<bool, StopReason> + Sync + 'a>;

/// A search from a start for a solution whose length is at most the given weight times the length
/// of a shortest one.
type WeightedRunner<'a, P> = Box<
    dyn Fn(&P, <P as Puzzle>::State, Weight, &Limits) -> ApproximateReport<<P as Puzzle>::Move>
        + Sync
        + 'a,
>;

/// A function that computes a lower bound of a state from scratch, without a bound of an earlier
/// state.
type BoundOfState<'a, P> = Box<dyn Fn(&P, <P as Puzzle>::State) -> u32 + Sync + 'a>;

/// A puzzle and a start, with everything that general searches need.
///
/// Each capability that only some puzzles have is stored here as a function, so that the choice of
/// a search needs no trait bound except [`Puzzle`]. Only A*, weighted or not, and the depth-first
/// searches are compiled for each heuristic. The other searches take time mainly for storing
/// states, so they call the heuristic through a pointer and are compiled once for each puzzle.
pub(crate) struct Engine<'a, P: Puzzle> {
    pub(crate) puzzle: P,
    pub(crate) start: P::State,
    pub(crate) bound: BoundOfState<'a, P>,
    pub(crate) astar: Runner<'a, P>,
    pub(crate) weighted_astar: WeightedRunner<'a, P>,
    /// Two searches: iterative deepening without the lower bound, and IDA* with the lower bound.
    pub(crate) iddfs: Option<Runner<'a, P>>,
    pub(crate) idastar: Option<Runner<'a, P>>,
    /// Search from both ends, if the goals can be listed and moves can be reversed.
    pub(crate) both_ends: Option<Runner<'a, P>>,
    /// Search that enumerates sets of moves; `None` unless moves commute.
    pub(crate) move_sets: Option<Runner<'a, P>>,
    /// Breadth-first search with its layers on disk; `None` if the puzzle does not offer it.
    pub(crate) on_disk: Option<DiskSearch<'a, P>>,
    /// Decides whether a given state has a solution. `None` if every state that can be reached from
    /// the start has a solution.
    pub(crate) is_solvable: Option<IsSolvable<'a, P>>,
}

impl<'a, P: Puzzle + 'a> Engine<'a, P> {
    /// Makes an engine with only breadth-first search and A*; further capabilities can be added. The
    /// heuristic may be borrowed or shared.
    pub(crate) fn new<H, R>(puzzle: P, start: P::State, heuristic: R) -> Self
    where
        H: Heuristic<P>,
        R: Deref<Target = H> + Clone + Sync + 'a,
    {
        let order = Order::Lexicographic;
        let (of_astar, of_weighted) = (heuristic.clone(), heuristic.clone());
        Self {
            puzzle,
            start,
            bound: Box::new(move |puzzle, state| heuristic.bound(heuristic.start(puzzle, state))),
            astar: Box::new(move |puzzle, start, limits| {
                astar(puzzle, start, &*of_astar, order, limits)
            }),
            weighted_astar: Box::new(move |puzzle, start, weight, limits| {
                weighted_astar(puzzle, start, &*of_weighted, weight, limits)
            }),
            iddfs: None,
            idastar: None,
            both_ends: None,
            move_sets: None,
            on_disk: None,
            is_solvable: None,
        }
    }

    /// Makes an engine like [`new`](Self::new), but adds iterative deepening, both with and without
    /// the lower bound. The pruning policy `pruning` decides which moves iterative deepening skips.
    pub(crate) fn deepening<H, R, Q>(puzzle: P, start: P::State, heuristic: R, pruning: Q) -> Self
    where
        H: Heuristic<P>,
        R: Deref<Target = H> + Clone + Sync + 'a,
        Q: Pruning<P> + Copy + 'a,
    {
        let all = Duplicates::default();
        let of_idastar = heuristic.clone();
        Self {
            iddfs: Some(Box::new(move |puzzle, start, limits| {
                iddfs(puzzle, start, &pruning, all, limits)
            })),
            idastar: Some(Box::new(move |puzzle, start, limits| {
                idastar(puzzle, start, &*of_idastar, &pruning, all, limits)
            })),
            ..Self::new(puzzle, start, heuristic)
        }
    }

    /// The lower bound of this engine, as a function of a state.
    fn bound(&self) -> impl Fn(P::State) -> u32 + Sync {
        |state| (self.bound)(&self.puzzle, state)
    }
}

impl<P: Notation + Symmetric> GeneralSearch for Engine<'_, P> {
    fn run(&self, algorithm: Algorithm, heuristic: &str, limits: &Limits) -> Option<Answer> {
        let (puzzle, start) = (&self.puzzle, self.start);
        let report = match algorithm {
            Algorithm::Bfs => bfs(puzzle, start, limits),
            Algorithm::Bidirectional => self.both_ends.as_ref()?(puzzle, start, limits),
            Algorithm::MoveSets => self.move_sets.as_ref()?(puzzle, start, limits),
            Algorithm::Iddfs => self.iddfs.as_ref()?(puzzle, start, limits),
            Algorithm::AStar => (self.astar)(puzzle, start, limits),
            Algorithm::IdaStar => self.idastar.as_ref()?(puzzle, start, limits),
            _ => return None,
        };
        let method = Method::of(algorithm, heuristic);
        Some(play::answer(puzzle, report, method))
    }

    fn run_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Option<Result<Answer, SolveError>> {
        let report = self.on_disk.as_ref()?(&self.puzzle, self.start, run, limits);
        let method = Method::Search(Algorithm::Bfs);
        Some(report.map(|report| play::answer(&self.puzzle, report, method)))
    }

    fn approximate(
        &self,
        search: ApproximateSearch,
        heuristic: &str,
        limits: &Limits,
    ) -> ApproximateAnswer {
        let (puzzle, start) = (&self.puzzle, self.start);
        let report = match search {
            ApproximateSearch::Weight(weight) => {
                (self.weighted_astar)(puzzle, start, weight, limits)
            }
            ApproximateSearch::Beam(width) => beam(puzzle, start, &self.bound(), width, limits),
        };
        play::approximate(puzzle, report, heuristic, search)
    }

    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let (puzzle, start, bound) = (&self.puzzle, self.start, self.bound());
        near::search(puzzle, start, &bound, wanted, shortest, limits, visit);
    }

    fn no_goal_nearer(&self, length: usize, limits: &Limits) -> String {
        play::no_goal_nearer(&self.puzzle, self.start, length, limits)
    }

    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        let (puzzle, start, bound) = (&self.puzzle, self.start, self.bound());
        let is_solvable = |state| match &self.is_solvable {
            Some(is_solvable) => is_solvable(state, limits),
            None => Ok(true),
        };
        play::difficulty(puzzle, start, &bound, solution, is_solvable)
    }
}
