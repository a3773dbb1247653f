//! Chooses the search and the lower bound for a board of sliding tiles.

use std::ops::Deref;
use std::sync::Arc;

use fewest_puzzles::tiles::{
    AxisPruning, BlankMove, LineTiles, LinearConflict, Manhattan, PackedTiles, Slide,
    SlideDistance, Slides, Tiles,
};
use fewest_rules::{
    AsNumber, Heuristic, Limits, Max, Outcome, Puzzle, Report, Statistics, StopReason,
};
use fewest_search::{
    Automaton, Duplicates, InversePruning, PruningLimits, bidirectional, idastar, iddfs,
};
use fewest_tables::AdditivePatterns;

use super::board::{TilesBoard, packed};
use super::bounds::{NoTables, Tables, TilesBound, beside};
use super::goal_name;
use crate::algorithm::Algorithm;
use crate::api::{Answer, Method, SolveError};
use crate::built_in::board::{BuiltIn, GeneralSearch};
use crate::built_in::engine::Engine;
use crate::general::on_disk::on_disk;

impl TilesBoard {
    /// Solves the board by IDA* with the lower bound that the user named. If the user named none,
    /// uses the tables that pay off for the boards of the text. If there are no such tables, uses
    /// the default of [`solve_by`](Self::solve_by).
    pub(super) fn solve_by_default(&self, limits: &Limits) -> Result<Answer, SolveError> {
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
        let unfit = || self.unfit(algorithm);
        // On a board without a solution, the IDA* of moves of one tile never ends, but iterative
        // deepening that stores all visited states does.
        let exhaust =
            algorithm == Algorithm::IdaStar && self.lines.is_none() && self.unsolvable().is_some();
        if exhaust {
            let answer = self.general().run(Algorithm::Iddfs, "", limits);
            let why = "no bound, for there is no solution";
            return Ok(Answer {
                method: Method::of(algorithm, why),
                ..answer.ok_or_else(unfit)?
            });
        }
        if !matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
            let answer = self.general().run(algorithm, "", limits);
            return answer.ok_or_else(unfit);
        }
        let bound = bound
            .or_else(|| self.bounds.asked.clone())
            .or_else(|| (self.cheap_bound() <= EASY).then_some(TilesBound::LinearConflict))
            .unwrap_or_else(|| self.usual_bound());
        let heuristic = bound.to_string();
        let answer = self.under(&bound, limits, |search, limits| {
            search.run(algorithm, &heuristic, limits)
        });
        match answer {
            Ok((answer, held)) => Ok(beside(answer.ok_or_else(unfit)?, held)),
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

    /// The outcome of a request that reached the limit `reason` before its search began.
    fn stopped(&self, reason: StopReason) -> Outcome<String> {
        Outcome::Stopped {
            lower_bound: self.cheap_bound(),
            reason,
        }
    }

    /// A lower bound on the moves from the start that needs no tables: the Manhattan distance, or the
    /// bound of moves of several tiles.
    pub(super) fn cheap_bound(&self) -> u32 {
        if let Some(distance) = &self.lines {
            let (tiles, start) = self.packed();
            return bound_of(&LineTiles::new(tiles), start, &**distance);
        }
        packed!(self, puzzle, start => bound_of(&puzzle, start, &Manhattan::new(&puzzle)))
    }

    fn is_small(&self) -> bool {
        self.board.cells().len() <= <u64 as PackedTiles>::MOST
    }

    /// The best bound that needs no tables from files.
    fn usual_bound(&self) -> TilesBound {
        if self.is_small() && self.bounds.walking(&self.packed::<u64>().0).is_some() {
            TilesBound::WalkingConflict
        } else {
            TilesBound::LinearConflict
        }
    }

    /// The bound that the user named, or else the best bound that needs no tables from files.
    pub(super) fn asked_or_usual(&self) -> TilesBound {
        let asked = self.bounds.asked.clone();
        asked.unwrap_or_else(|| self.usual_bound())
    }

    /// Calls `run` with the searches that use `bound`. The limits passed to `run` are reduced by
    /// the memory of the bound's tables. Also returns this memory, in bytes.
    pub(super) fn under<T>(
        &self,
        bound: &TilesBound,
        limits: &Limits,
        run: impl FnOnce(&dyn GeneralSearch, &Limits) -> T,
    ) -> Result<(T, u64), NoTables> {
        let size = (self.board.rows(), self.board.columns());
        let too_large = |what: &str| {
            let (rows, columns) = size;
            NoTables::Unfit(format!(
                "the {what} of {rows}x{columns} boards take too much memory"
            ))
        };
        let found = match bound {
            TilesBound::Manhattan | TilesBound::Lines => run(&*self.general(), limits),
            TilesBound::LinearConflict => packed!(self, puzzle, start => {
                let heuristic = LinearConflict::new(&puzzle);
                run(&self.guided(puzzle, start, &heuristic), limits)
            }),
            TilesBound::WalkingDistance | TilesBound::WalkingConflict if self.is_small() => {
                let (puzzle, start) = self.packed::<u64>();
                match &*self.bounds.walking(&puzzle) {
                    None => return Err(too_large("tables of walking distances")),
                    Some(both) if *bound == TilesBound::WalkingConflict => {
                        run(&self.guided(puzzle, start, both), limits)
                    }
                    Some(Max(walking, _)) => run(&self.guided(puzzle, start, walking), limits),
                }
            }
            TilesBound::TilePatterns(name) if self.is_small() => {
                let tables = self.bounds.tables::<u64>(size, self.goal, name, limits)?;
                return self.with_patterns(&tables, limits, run);
            }
            TilesBound::TilePatterns(name)
                if self.board.cells().len() <= <u128 as PackedTiles>::MOST =>
            {
                let tables = self.bounds.tables::<u128>(size, self.goal, name, limits)?;
                return self.with_patterns(&tables, limits, run);
            }
            _ => return Err(too_large("tables for this heuristic")),
        };
        Ok((found, 0))
    }

    /// Calls `run` with searches that use pattern databases and, on a square board, also look up
    /// the reflected board.
    fn with_patterns<S: PackedTiles + 'static, T>(
        &self,
        tables: &Tables<S>,
        limits: &Limits,
        run: impl FnOnce(&dyn GeneralSearch, &Limits) -> T,
    ) -> Result<(T, u64), NoTables> {
        let (held, limits) = tables.held_beside(limits);
        let (puzzle, start) = self.packed::<S>();
        let additive = |view| {
            AdditivePatterns::new(view, &tables.tables)
                .map_err(|wrong| NoTables::Unfit(wrong.to_string()))
        };
        let straight = additive(tables.patterns.view(self.goal))?;
        let found = match tables.patterns.reflected_view(self.goal) {
            Some(view) => {
                let both = Max(straight, additive(view)?);
                run(&self.guided(puzzle, start, &both), &limits)
            }
            None => run(&self.guided(puzzle, start, &straight), &limits),
        };
        Ok((found, held))
    }

    /// An engine with the general searches, whose lower bound is `heuristic`. An automaton prunes the
    /// moves of IDA*.
    fn guided<'a, S: PackedTiles + 'a, H>(
        &'a self,
        puzzle: Tiles<S>,
        start: S,
        heuristic: impl Deref<Target = H> + Clone + Sync + 'a,
    ) -> Engine<'a, Tiles<S>>
    where
        H: Heuristic<Tiles<S>>,
    {
        let of_idastar = heuristic.clone();
        let idastar = move |puzzle: &Tiles<S>, start, limits: &Limits| {
            let lower_bound = bound_of(puzzle, start, &*of_idastar);
            self.pruned(puzzle, lower_bound, limits, |automaton| {
                let none = Duplicates::Enter;
                idastar(puzzle, start, &*of_idastar, automaton, none, limits)
            })
        };
        Engine {
            iddfs: Some(Box::new(|puzzle, start, limits| {
                let all = Duplicates::default();
                iddfs(puzzle, start, &InversePruning, all, limits)
            })),
            idastar: Some(Box::new(idastar)),
            both_ends: Some(Box::new(bidirectional)),
            ..Engine::new(puzzle, start, heuristic)
        }
    }

    /// The engine of the metric whose lower bound needs no large tables: the bound of moves of
    /// several tiles, or the Manhattan distance. IDA* of a small board searches the puzzle
    /// [`Slides`] instead, whose moves and changes of the distance take less time to compute.
    pub(super) fn general(&self) -> Box<dyn GeneralSearch + '_> {
        let goal = goal_name(self.goal);
        if let Some(distance) = &self.lines {
            let (tiles, start) = self.packed();
            let (puzzle, bound) = (LineTiles::new(tiles), Arc::clone(distance));
            return Box::new(Engine {
                both_ends: Some(Box::new(bidirectional)),
                on_disk: Some(on_disk(AsNumber, true, format!("{goal} multi"))),
                ..Engine::deepening(puzzle, start, bound, AxisPruning)
            });
        }
        match self.board.cells().len() {
            ..=16 => {
                let (puzzle, start) = self.packed::<u64>();
                let manhattan = Arc::new(Manhattan::new(&puzzle));
                let of_idastar = Arc::clone(&manhattan);
                Box::new(Engine {
                    idastar: Some(Box::new(move |puzzle, start, limits| {
                        self.idastar_of_slides(puzzle, start, &of_idastar, limits)
                    })),
                    on_disk: Some(on_disk(AsNumber, true, goal.to_owned())),
                    ..self.guided(puzzle, start, manhattan)
                })
            }
            17..=25 => {
                let (puzzle, start) = self.packed::<u128>();
                let manhattan = Arc::new(Manhattan::new(&puzzle));
                Box::new(Engine {
                    on_disk: Some(on_disk(AsNumber, true, goal.to_owned())),
                    ..self.guided(puzzle, start, manhattan)
                })
            }
            _ => {
                let (puzzle, start) = self.packed::<[u8; 64]>();
                let manhattan = Arc::new(Manhattan::new(&puzzle));
                Box::new(self.guided(puzzle, start, manhattan))
            }
        }
    }

    /// IDA* of a small board, guided by the Manhattan distance.
    fn idastar_of_slides(
        &self,
        puzzle: &Tiles<u64>,
        start: u64,
        manhattan: &Manhattan,
        limits: &Limits,
    ) -> Report<BlankMove> {
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
