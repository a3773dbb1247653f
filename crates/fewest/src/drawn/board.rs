//! A board of a puzzle file, as an implementation of [`AnyBoard`].

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use fewest_ground::analysis::{Analysis, HeuristicName, SelectedHeuristic};
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::{Compiled, CostMeasure, with_compiled};
use fewest_lang::Instance;
use fewest_rules::{AsWords, Limits, StopReason, Words};
use fewest_scene::Scene;

use super::compile_cache::CompileCache;
use super::effort::Effort;
use super::endless::endless;
use super::file::PuzzleFile;
use super::goal_board::only_goal;
use super::levels::BoardSource;
use super::lurd;
use super::ranks::fingerprint;
use super::scenes::DrawnPresentation;
use super::solver::DrawnSolver;
use super::table_source::TableSource;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, DiskRun, Explanation, FoundSolutions, Game, LevelInfo,
    Method, ScenesError, SolutionFigures, SolutionOptions, SolveError, SolveOptions,
};
use crate::general::game::PuzzleGame;
use crate::general::near::show_stopped;
use crate::general::on_disk::on_disk;
use crate::general::play;

/// What the boards of a text share.
#[derive(Clone)]
pub(super) struct SharedParts {
    pub(super) file: Arc<PuzzleFile>,
    pub(super) cache: Arc<CompileCache>,
    pub(super) tables: Arc<TableSource>,
    /// The heuristic that the user has named.
    pub(super) heuristic: Option<HeuristicName>,
    pub(super) effort: Effort,
}

/// A board of a puzzle file. The board is compiled and analysed when it is first used, and the
/// results are kept as long as the board exists.
pub(super) struct DrawnBoard {
    source: BoardSource,
    /// What a collection of levels says about the board, if the board comes from a collection.
    level: Option<LevelInfo>,
    shared: SharedParts,
    compiled: OnceLock<Result<(Compiled, Instance), String>>,
}

impl DrawnBoard {
    pub(super) fn new(source: BoardSource, level: Option<LevelInfo>, shared: SharedParts) -> Self {
        Self {
            source,
            level,
            shared,
            compiled: OnceLock::new(),
        }
    }

    /// The compiled puzzle for one request, and the board with its ground rules. Whether some move has
    /// consequences that never end is recorded in the puzzle, so requests share a puzzle only if its
    /// moves have no consequences.
    fn compiled(&self) -> Result<(Compiled, &Instance), String> {
        let compiled = self.compiled.get_or_init(|| {
            let board = self.instance()?.into_owned();
            let compiled = self.shared.cache.compiled(&board);
            let compiled = compiled.map_err(|error| error.to_string())?;
            Ok((compiled, board))
        });
        let (compiled, board) = compiled.as_ref().map_err(String::clone)?;
        Ok((compiled.for_request(), board))
    }

    /// The board with its ground rules.
    fn instance(&self) -> Result<Cow<'_, Instance>, String> {
        let board = self.shared.file.grounded(&self.source);
        board.map_err(|faults| faults.to_string())
    }

    /// The solver of this board; `analysis` must be the analysis of its compiled puzzle.
    fn solver<'a, const N: usize>(
        &'a self,
        analysis: &'a Analysis<N>,
        board: &Instance,
    ) -> DrawnSolver<'a, N> {
        DrawnSolver {
            analysis,
            start: state(analysis, board),
            heuristic: self.shared.heuristic,
            tables: Some(&self.shared.tables),
            effort: self.shared.effort,
        }
    }
}

/// The start of a board as a state of its compiled puzzle.
fn state<const N: usize>(analysis: &Analysis<N>, board: &Instance) -> Words<N> {
    // The puzzle was compiled for this start or for one that is alike, so it accepts the start.
    analysis.puzzle().state(&board.start).unwrap_or_default()
}

/// Checks that the results of a request are valid.
///
/// # Errors
/// A move that the request met has consequences that never end.
fn sound<const N: usize>(analysis: &Analysis<N>) -> Result<(), SolveError> {
    endless(analysis.puzzle()).map_or(Ok(()), |why| Err(SolveError::Endless(why)))
}

/// The puzzle of an analysis.
struct AnalysedPuzzle<const N: usize>(Arc<Analysis<N>>);

impl<const N: usize> Deref for AnalysedPuzzle<N> {
    type Target = CompiledPuzzle<N>;

    fn deref(&self) -> &CompiledPuzzle<N> {
        self.0.puzzle()
    }
}

impl AnyBoard for DrawnBoard {
    fn level(&self) -> Option<&LevelInfo> {
        self.level.as_ref()
    }

    fn lurd(&self, moves: &[String]) -> Option<String> {
        let (compiled, board) = self.compiled().ok()?;
        with_compiled!(&compiled, analysis => {
            lurd::write(analysis.puzzle(), &board.layout, state(analysis, board), moves)
        })
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        let Ok((compiled, board)) = self.compiled() else {
            return Vec::new();
        };
        with_compiled!(&compiled, analysis => self.solver(analysis, board).algorithms())
    }

    fn solve(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        let heuristic = match &options.heuristic {
            None => self.shared.heuristic,
            Some(name) => Some(
                HeuristicName::named(name)
                    .ok_or_else(|| SolveError::Board(format!("there is no heuristic '{name}'")))?,
            ),
        };
        let (compiled, board) = self.compiled().map_err(SolveError::Board)?;
        with_compiled!(&compiled, analysis => {
            let solver = DrawnSolver { heuristic, ..self.solver(analysis, board) };
            let answer = solver.answer(options.algorithm, &options.limits);
            sound(analysis)?;
            answer
        })
    }

    fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        let (compiled, board) = self.compiled().map_err(SolveError::Board)?;
        if self.measure().is_some() {
            return Err(SolveError::Disk(
                "its moves have costs, which are minimised in memory only".to_owned(),
            ));
        }
        with_compiled!(&compiled, analysis => {
            let symmetric = analysis.is_undoable();
            let goal = format!("{:016x}", fingerprint(analysis));
            let search = on_disk(AsWords, symmetric, goal);
            let report = search(analysis.puzzle(), state(analysis, board), run, limits);
            sound(analysis)?;
            Ok(play::answer(analysis.puzzle(), report?, Method::Search(Algorithm::Bfs)))
        })
    }

    fn measure(&self) -> Option<CostMeasure> {
        self.shared.file.ground().measure.clone()
    }

    fn heuristics(&self) -> Vec<&'static str> {
        let all = match self.compiled() {
            Ok((compiled, _)) if self.shared.heuristic.is_none() => {
                with_compiled!(&compiled, analysis => analysis.heuristic_names())
            }
            _ => Vec::new(),
        };
        let names = all.iter().map(|name| name.name()).collect();
        if all.len() > 1 { names } else { Vec::new() }
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let (compiled, board) = self.compiled().map_err(SolveError::Board)?;
        with_compiled!(&compiled, analysis => {
            let found = self.solver(analysis, board).approximate(how, limits);
            sound(analysis)?;
            found
        })
    }

    fn properties(&self) -> Vec<String> {
        let Ok((compiled, _)) = self.compiled() else {
            return Vec::new();
        };
        with_compiled!(&compiled, analysis => analysis.lines())
    }

    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let Ok((compiled, board)) = self.compiled() else {
            return show_stopped(shortest, StopReason::Capacity, visit);
        };
        with_compiled!(&compiled, analysis => {
            self.solver(analysis, board).solutions(wanted, shortest, limits, visit);
        });
    }

    fn game(&self) -> Result<Box<dyn Game + '_>, String> {
        let (compiled, board) = self.compiled()?;
        let presentation = DrawnPresentation::new(&board.layout, &board.ground, &board.start);
        Ok(with_compiled!(compiled, analysis => {
            let start = state(&analysis, board);
            Box::new(PuzzleGame::new(AnalysedPuzzle(analysis), presentation, start))
        }))
    }

    fn scene(&self) -> Result<Scene, ScenesError> {
        // A board can be drawn even if it is too large to be compiled, so the scene is made from the
        // instance.
        let board = self.instance().map_err(ScenesError::Board)?;
        let presentation = DrawnPresentation::new(&board.layout, &board.ground, &board.start);
        Ok(Scene::new(presentation.position(&board.start))?)
    }

    fn goal_scene(&self) -> Option<Scene> {
        let board = self.instance().ok()?;
        let goal = only_goal(&board.ground, &board.start)?;
        let presentation = DrawnPresentation::new(&board.layout, &board.ground, &goal);
        Scene::new(presentation.position(&goal)).ok()
    }

    fn after(&self, moves: &[String]) -> Result<Box<dyn AnyBoard>, String> {
        let (compiled, board) = self.compiled()?;
        let start = with_compiled!(&compiled, analysis => {
            let puzzle = analysis.puzzle();
            puzzle.labels(play::state_after(puzzle, state(analysis, board), moves))
        });
        let after = BoardSource::Grounded(Instance {
            start,
            ..board.clone()
        });
        let (level, shared) = (self.level.clone(), self.shared.clone());
        Ok(Box::new(Self::new(after, level, shared)))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let (compiled, board) = self.compiled().map_err(SolveError::Board)?;
        with_compiled!(&compiled, analysis => {
            let explanation = self.solver(analysis, board).explained(board, &limits.from_now());
            sound(analysis)?;
            Ok(explanation)
        })
    }

    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        let (compiled, board) = self.compiled().map_err(|_| StopReason::Capacity)?;
        with_compiled!(&compiled, analysis => {
            let start = state(analysis, board);
            let heuristic = analysis.cheap_heuristic();
            let effort = self.shared.effort;
            let is_solvable = |state| {
                let solver = DrawnSolver { effort, ..DrawnSolver::new(analysis, state) };
                solver.is_solvable(limits)
            };
            let figures = play::difficulty(analysis.puzzle(), start, &heuristic, solution, is_solvable)?;
            // Moves that do not decrease the lower bound are counted only if there is a heuristic
            // and moves have no costs.
            let looks = !matches!(heuristic, SelectedHeuristic::Zero) && self.measure().is_none();
            Ok(figures.map(|figures| SolutionFigures {
                wrong_looking: figures.wrong_looking.filter(|_| looks),
                ..figures
            }))
        })
    }
}
