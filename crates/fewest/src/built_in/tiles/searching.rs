//! Chooses the search and the lower bound for a board of sliding tiles.

use fewest_puzzles::tiles::{
    BlankMove, LinearConflict, Manhattan, PackedTiles, Slide, SlideDistance, Slides,
    SparsePatterns, Tiles, witness,
};
use fewest_rules::{Heuristic, Limits, Max, Outcome, Puzzle, Report, Statistics, StopReason};
use fewest_search::{
    Approximate, Automaton, Duplicates, InversePruning, PruningLimits, bidirectional, idastar,
    iddfs,
};
use fewest_tables::AdditivePatterns;

use super::board::{TilesBoard, packed};
use super::bounds::{NoTables, Tables, TilesBound};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{Answer, ApproximateAnswer, FoundSolutions, Method, SolutionOptions, SolveError};
use crate::built_in::board::GeneralSearch;
use crate::built_in::engine::Engine;
use crate::general::near;

impl TilesBoard {
    /// Solves the board by IDA* with the lower bound that the user named. If the user named none,
    /// uses the tables that pay off for the boards of the text. If there are no such tables, uses
    /// the default of [`solve_by`](Self::solve_by).
    pub(super) fn solve_by_default(&self, limits: &Limits) -> Result<Answer, SolveError> {
        let limits = &limits.from_now();
        let algorithm = Algorithm::IdaStar;
        if self.bounds.asked.is_some() {
            return self.solve_by(algorithm, None, limits);
        }
        let chosen = match self.shared_tables(limits) {
            Ok(chosen) => chosen,
            Err(reason) => {
                let method = Method::of(algorithm, "pattern databases");
                return Ok(Answer::without_search(self.stopped(reason), method));
            }
        };
        let bound = chosen
            .as_ref()
            .map(|chosen| TilesBound::TilePatterns(chosen.name.to_owned()));
        let mut answer = self.solve_by(algorithm, bound, limits)?;
        answer.choice = chosen.and_then(|chosen| chosen.why);
        Ok(answer)
    }

    /// Solves the board by `algorithm`. The lower bound is `bound` or, if `bound` is `None`, the
    /// one that the user named. The default is the fastest bound that needs no table files.
    pub(super) fn solve_by(
        &self,
        algorithm: Algorithm,
        bound: Option<TilesBound>,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        // The time limit includes the time for building tables.
        let limits = &limits.from_now();
        let misfit = || SolveError::of(algorithm, "it is not made for sliding tiles");
        let exhaust = algorithm == Algorithm::IdaStar && witness(&self.board, self.goal).is_some();
        if exhaust || !matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
            // On a board without a solution, IDA* never ends, but iterative deepening that stores
            // all visited states does.
            let searched = match exhaust {
                true => Algorithm::Iddfs,
                false => algorithm,
            };
            let run =
                |search: &dyn GeneralSearch, limits: &Limits| search.run(searched, "", limits);
            let answer = self.under(&TilesBound::Manhattan, limits, run);
            let mut answer = answer.ok().flatten().ok_or_else(misfit)?;
            if exhaust {
                let why = "no bound, for there is no solution";
                answer.method = Method::of(algorithm, why);
            }
            return Ok(answer);
        }
        let bound = bound
            .or_else(|| self.bounds.asked.clone())
            .or_else(|| (self.manhattan() <= EASY).then_some(TilesBound::LinearConflict))
            .unwrap_or_else(|| self.usual_bound());
        let heuristic = bound.to_string();
        let run =
            |search: &dyn GeneralSearch, limits: &Limits| search.run(algorithm, &heuristic, limits);
        match self.under(&bound, limits, run) {
            Ok(answer) => answer.ok_or_else(misfit),
            Err(missing) => {
                let reason = missing.stop_reason()?;
                let outcome = self.stopped(reason);
                Ok(Answer::without_search(
                    outcome,
                    Method::of(algorithm, &heuristic),
                ))
            }
        }
    }

    /// Searches for a solution that may have more than the fewest moves.
    pub(super) fn sooner(
        &self,
        search: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let limits = &limits.from_now();
        let bound = self.bounds.asked.clone();
        let bound = bound.unwrap_or_else(|| self.usual_bound());
        let heuristic = bound.to_string();
        let answer = self.under(&bound, limits, |engine, limits| {
            engine.approximate(search, &heuristic, limits)
        });
        answer.or_else(|missing| {
            let outcome = Approximate::Stopped {
                lower_bound: self.manhattan(),
                reason: missing.stop_reason()?,
            };
            let method = Method::Approximate(search, heuristic.clone());
            Ok(Answer::without_search(outcome, method))
        })
    }

    /// Passes the wanted solutions to `visit`, like
    /// [`AnyBoard::solutions`](crate::api::AnyBoard::solutions).
    pub(super) fn wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let limits = &limits.from_now();
        let bound = self.bounds.asked.clone();
        let bound = bound.unwrap_or_else(|| self.usual_bound());
        let shown = self.under(&bound, limits, |engine, limits| {
            engine.solutions(wanted, shortest, limits, &mut *visit);
        });
        if let Err(missing) = shown {
            let reason = missing.stop_reason().unwrap_or(StopReason::Capacity);
            near::show_stopped(shortest, reason, visit);
        }
    }

    /// The outcome of a request that reached the limit `reason` before its search began.
    fn stopped(&self, reason: StopReason) -> Outcome<String> {
        Outcome::Stopped {
            lower_bound: self.manhattan(),
            reason,
        }
    }

    /// The Manhattan distance of the start.
    pub(super) fn manhattan(&self) -> u32 {
        packed!(self, puzzle, start => bound_of(&puzzle, start, &Manhattan::new(&puzzle)))
    }

    fn is_small(&self) -> bool {
        self.board.cells().len() <= <u64 as PackedTiles>::MOST
    }

    /// The best bound that needs no tables from files.
    fn usual_bound(&self) -> TilesBound {
        if self.is_small() && self.bounds.walking(&self.packed::<u64>().0).is_ok() {
            TilesBound::WalkingConflict
        } else {
            TilesBound::LinearConflict
        }
    }

    /// Calls `run` with the searches that use `bound`. The limits passed to `run` are reduced by
    /// the memory of the bound's tables.
    fn under<T: Costly>(
        &self,
        bound: &TilesBound,
        limits: &Limits,
        run: impl FnOnce(&dyn GeneralSearch, &Limits) -> T,
    ) -> Result<T, NoTables> {
        let size = (self.board.rows(), self.board.columns());
        let too_large = |what: &str| {
            let (rows, columns) = size;
            NoTables::Unfit(format!(
                "the {what} of {rows}x{columns} boards take too much memory"
            ))
        };
        Ok(match bound {
            TilesBound::Manhattan if self.is_small() => {
                let (puzzle, start) = self.packed::<u64>();
                let heuristic = Manhattan::new(&puzzle);
                run(&self.engine_of_slides(puzzle, start, &heuristic), limits)
            }
            TilesBound::Manhattan => packed!(self, puzzle, start => {
                let heuristic = Manhattan::new(&puzzle);
                run(&self.engine(puzzle, start, &heuristic), limits)
            }),
            TilesBound::LinearConflict => packed!(self, puzzle, start => {
                let heuristic = LinearConflict::new(&puzzle);
                run(&self.engine(puzzle, start, &heuristic), limits)
            }),
            TilesBound::TilePatterns(name)
                if self.board.cells().len() <= <u128 as PackedTiles>::MOST =>
            {
                if self.is_small() {
                    let tables = self.bounds.tables::<u64>(size, self.goal, name, limits)?;
                    self.with_patterns(&tables, limits, run)?
                } else {
                    let tables = self.bounds.tables::<u128>(size, self.goal, name, limits)?;
                    match tables.are_sparse {
                        true => self.with_sparse_patterns(&tables, limits, run)?,
                        false => self.with_patterns(&tables, limits, run)?,
                    }
                }
            }
            _ if !self.is_small() => return Err(too_large("tables for this heuristic")),
            TilesBound::WalkingDistance | TilesBound::WalkingConflict => {
                let (puzzle, start) = self.packed::<u64>();
                match &*self.bounds.walking(&puzzle) {
                    Err(_) => return Err(too_large("tables of walking distances")),
                    Ok(both) if *bound == TilesBound::WalkingConflict => {
                        run(&self.engine(puzzle, start, both), limits)
                    }
                    Ok(Max(walking, _)) => run(&self.engine(puzzle, start, walking), limits),
                }
            }
            TilesBound::TilePatterns(_) => return Err(too_large("tables for this heuristic")),
        })
    }

    /// Calls `run` with searches that use pattern databases and, on a square board, also look up
    /// the reflected board.
    fn with_patterns<S: PackedTiles + 'static, T: Costly>(
        &self,
        tables: &Tables<S>,
        limits: &Limits,
        run: impl FnOnce(&dyn GeneralSearch, &Limits) -> T,
    ) -> Result<T, NoTables> {
        let (held, limits) = tables.held_beside(limits);
        let (puzzle, start) = self.packed::<S>();
        let additive = |view| {
            AdditivePatterns::new(view, &tables.tables)
                .map_err(|wrong| NoTables::Unfit(wrong.to_string()))
        };
        let straight = additive(tables.patterns.view(self.goal))?;
        let answer = match tables.patterns.reflected_view(self.goal) {
            Some(view) => {
                let both = Max(straight, additive(view)?);
                run(&self.engine(puzzle, start, &both), &limits)
            }
            None => run(&self.engine(puzzle, start, &straight), &limits),
        };
        Ok(answer.beside(held))
    }

    /// Like [`with_patterns`](Self::with_patterns), but addresses the tables by sparse ranks.
    fn with_sparse_patterns<T: Costly>(
        &self,
        tables: &Tables<u128>,
        limits: &Limits,
        run: impl FnOnce(&dyn GeneralSearch, &Limits) -> T,
    ) -> Result<T, NoTables> {
        let (held, limits) = tables.held_beside(limits);
        let (puzzle, start) = self.packed::<u128>();
        let sum = SparsePatterns::new(&tables.patterns, &puzzle, self.goal, &tables.tables)
            .map_err(|wrong| NoTables::Unfit(wrong.to_string()))?;
        Ok(run(&self.engine(puzzle, start, &sum), &limits).beside(held))
    }

    /// An engine with the general searches, whose lower bound is `heuristic`. An automaton prunes the
    /// moves of IDA*.
    fn engine<'a, S: PackedTiles + 'a, H>(
        &'a self,
        puzzle: Tiles<S>,
        start: S,
        heuristic: &'a H,
    ) -> Engine<'a, Tiles<S>>
    where
        H: Heuristic<Tiles<S>>,
    {
        let idastar = move |puzzle: &Tiles<S>, start, limits: &Limits| {
            let lower_bound = bound_of(puzzle, start, heuristic);
            self.pruned(puzzle, lower_bound, limits, |automaton| {
                let none = Duplicates::Enter;
                idastar(puzzle, start, heuristic, automaton, none, limits)
            })
        };
        Engine {
            iddfs: Some(Box::new(|puzzle, start, limits| {
                let all = Duplicates::default();
                iddfs(puzzle, start, &InversePruning, all, limits)
            })),
            idastar: Some(Box::new(idastar)),
            both_ends: Some(Box::new(|puzzle, start, limits| {
                bidirectional(puzzle, start, limits)
            })),
            ..Engine::new(puzzle, start, heuristic)
        }
    }

    /// The general searches of a small board, guided by the Manhattan distance. IDA* searches the
    /// puzzle [`Slides`] instead, whose moves and changes of the distance take less time to
    /// compute.
    fn engine_of_slides<'a>(
        &'a self,
        puzzle: Tiles<u64>,
        start: u64,
        manhattan: &'a Manhattan,
    ) -> Engine<'a, Tiles<u64>> {
        let idastar = move |puzzle: &Tiles<u64>, start, limits: &Limits| {
            let lower_bound = bound_of(puzzle, start, manhattan);
            self.pruned(puzzle, lower_bound, limits, |automaton| {
                let slides = Slides::new(puzzle);
                let heuristic = SlideDistance::new(&slides, manhattan);
                let relabelled = automaton.relabelled(puzzle, |blank, m| slides.slide(blank, m));
                let none = Duplicates::Enter;
                let report = idastar(&slides, start, &heuristic, &relabelled, none, limits);
                Report {
                    outcome: report.outcome.map(Slide::blank_move),
                    statistics: report.statistics,
                }
            })
        };
        Engine {
            idastar: Some(Box::new(idastar)),
            ..self.engine(puzzle, start, manhattan)
        }
    }

    /// Calls `search` with an automaton that prunes moves. On a board with a small lower bound, the
    /// automaton compares only pairs of moves; otherwise it compares longer sequences.
    fn pruned<S: PackedTiles>(
        &self,
        puzzle: &Tiles<S>,
        lower_bound: u32,
        limits: &Limits,
        search: impl FnOnce(&Automaton<BlankMove>) -> Report<BlankMove>,
    ) -> Report<BlankMove> {
        // On easy boards, comparing longer sequences of moves takes more time than the pruning
        // saves.
        let reach = match lower_bound {
            ..=EASY => PruningLimits::PAIRS,
            _ => REACH,
        };
        match self.bounds.automaton(puzzle, reach, limits) {
            Ok(automaton) => search(&automaton),
            Err(reason) => Report {
                outcome: Outcome::Stopped {
                    lower_bound,
                    reason,
                },
                statistics: Statistics::default(),
            },
        }
    }
}

/// The result of a search that may have held tables beside it. Their memory can be added to the
/// memory that the result reports.
trait Costly {
    /// Returns the same result for a search that also held tables of this many bytes.
    fn beside(self, tables: u64) -> Self;
}

impl<O> Costly for Answer<O> {
    fn beside(mut self, tables: u64) -> Self {
        let peak = &mut self.statistics.peak_bytes;
        *peak = peak.saturating_add(tables);
        self
    }
}

/// Searches that pass solutions to a visitor return no statistics, so there is nothing to increase.
impl Costly for () {
    fn beside(self, _: u64) {}
}

impl<O> Costly for Option<Answer<O>> {
    fn beside(self, tables: u64) -> Self {
        self.map(|answer| answer.beside(tables))
    }
}

/// The limits for comparing sequences of moves. On 4x4 boards the resulting pruning reduces the
/// number of nodes to two thirds, and the comparison takes five milliseconds.
const REACH: PruningLimits = PruningLimits {
    moves: 8,
    sequences: 1 << 14,
};

/// A board is easy if its lower bound is at most this. Solving such a board takes less time than
/// comparing long sequences of moves. With linear conflict as the bound, solving an easy board
/// takes at most a little more time than building a table of walking distances.
pub(super) const EASY: u32 = 24;

pub(super) fn bound_of<P: Puzzle>(
    puzzle: &P,
    state: P::State,
    heuristic: &impl Heuristic<P>,
) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}
