//! A board of a puzzle file, as an implementation of [`AnyBoard`].

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use fewest_ground::analysis::{Analysis, HeuristicName, SelectedHeuristic};
use fewest_ground::{CostMeasure, with_compiled};
use fewest_lang::Instance;
use fewest_rules::{AsWords, Fault, Faults, Limits, MoveCosts, Notation, StopReason};
use fewest_scene::Scene;

use super::compile_cache::CompileCaches;
use super::compiled_board::CompiledBoard;
use super::drives;
use super::effort::Effort;
use super::endless::endless;
use super::explain::named_cells;
use super::file::{PuzzleFile, UnplayedBoard};
use super::goal_board::only_goal;
use super::lurd;
use super::method::MethodReport;
use super::ranks::fingerprint;
use super::replay::{cost_of, replay, sum_of_costs};
use super::scenes::DrawnScenes;
use super::solver::DrawnSolver;
use super::table_source::TableSource;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, DiskRun, Explanation, FoundSolutions, GraphError,
    LevelInfo, Method, Replayed, ScenesError, ShownPosition, SolutionFigures, SolutionOptions,
    SolveError, SolveOptions, StateGraph,
};
use crate::general::near::{show_shortest, show_stopped};
use crate::general::on_disk::on_disk;
use crate::general::play;
use crate::general::scenes::{ShownState, position, scenes};
use crate::general::state_graph::state_graph;

/// A board of a puzzle file. The board is compiled and analysed when it is first used, and the
/// results are kept as long as the board exists.
pub(super) struct DrawnBoard {
    source: BoardSource,
    caches: Arc<CompileCaches>,
    tables: Arc<TableSource>,
    effort: Effort,
    /// The heuristic that the user has named.
    heuristic: Option<HeuristicName>,
    /// What a collection of levels says about the board, if the board comes from a collection.
    level: Option<LevelInfo>,
    compiled: OnceLock<Result<CompiledBoard, String>>,
}

/// The board as it was read.
pub(super) enum BoardSource {
    Played(Instance),
    Unplayed(UnplayedBoard, Arc<PuzzleFile>),
}

impl DrawnBoard {
    pub(super) fn new(
        source: BoardSource,
        heuristic: Option<HeuristicName>,
        level: Option<LevelInfo>,
        caches: Arc<CompileCaches>,
        tables: Arc<TableSource>,
        effort: Effort,
    ) -> Self {
        Self {
            effort,
            source,
            caches,
            tables,
            heuristic,
            level,
            compiled: OnceLock::new(),
        }
    }

    fn compiled(&self) -> Result<&CompiledBoard, &str> {
        let compiled = self.compiled.get_or_init(|| {
            let instance = self.instance()?;
            CompiledBoard::new(&instance, &self.caches, &self.tables, self.effort)
        });
        compiled.as_ref().map_err(String::as_str)
    }

    /// The board with its ground rules.
    fn instance(&self) -> Result<Cow<'_, Instance>, String> {
        match &self.source {
            BoardSource::Played(board) => Ok(Cow::Borrowed(board)),
            BoardSource::Unplayed(board, file) => match file.play(board) {
                Ok(board) => Ok(Cow::Owned(board)),
                Err(faults) => Err(faults.to_string()),
            },
        }
    }

    fn fitting(&self) -> Result<&CompiledBoard, SolveError> {
        self.compiled()
            .map_err(|why| SolveError::Board(why.to_owned()))
    }
}

fn answer<const N: usize>(analysis: &Analysis<N>, (report, method): MethodReport) -> Answer {
    Answer::of(play::named(analysis.puzzle(), report), method)
}

/// Checks that the results of a request are valid.
///
/// # Errors
/// A move that the request met has consequences that never end.
fn sound<const N: usize>(analysis: &Analysis<N>) -> Result<(), SolveError> {
    endless(analysis.puzzle()).map_or(Ok(()), |why| Err(SolveError::Endless(why)))
}

/// Makes the fault for moves on a board that cannot be played.
fn unplayable(why: &str) -> Faults {
    Fault::new(0..0, "the moves cannot be made", why).into()
}

impl AnyBoard for DrawnBoard {
    fn level(&self) -> Option<&LevelInfo> {
        self.level.as_ref()
    }

    fn lurd(&self, moves: &[String]) -> Option<String> {
        let board = self.compiled().ok()?;
        with_compiled!(&board.for_request(), analysis => {
            lurd::write(analysis.puzzle(), &board.layout, board.state(analysis), moves)
        })
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        let Ok(board) = self.compiled() else {
            return Vec::new();
        };
        with_compiled!(&board.for_request(), analysis => {
            let solver = board.solver(analysis, self.heuristic);
            match solver.measure() {
                None => solver.algorithms(),
                Some(_) => solver.cost_algorithms(),
            }
        })
    }

    fn solve(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        let heuristic = match &options.heuristic {
            None => self.heuristic,
            Some(name) => Some(
                HeuristicName::named(name)
                    .ok_or_else(|| SolveError::Board(format!("there is no heuristic '{name}'")))?,
            ),
        };
        let (algorithm, limits) = (options.algorithm, &options.limits);
        let board = self.fitting()?;
        with_compiled!(&board.for_request(), analysis => {
            let solver = board.solver(analysis, heuristic);
            if let Some(measure) = solver.measure() {
                let informed = heuristic.map(|_| Algorithm::AStar);
                let (report, method) = match algorithm.or(informed) {
                    Some(algorithm) => solver.by_cost(measure.objective, algorithm, limits)?,
                    None => solver.best_by_cost(measure.objective, limits),
                };
                sound(analysis)?;
                let report = play::named_costs(analysis.puzzle(), report);
                return Ok(Answer::of_costs(report, method, measure.clone()));
            }
            let mut choice = None;
            let solved = match algorithm.or(heuristic.map(|_| Algorithm::IdaStar)) {
                Some(algorithm) => solver.by(algorithm, limits)?,
                None => solver.best_with_choice(limits, &mut choice),
            };
            sound(analysis)?;
            board.remember(&solved.0);
            Ok(Answer { choice, ..answer(analysis, solved) })
        })
    }

    fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        let board = self.fitting()?;
        if self.measure().is_some() {
            return Err(SolveError::Disk(
                "its moves have costs, which are minimised in memory only".to_owned(),
            ));
        }
        with_compiled!(&board.for_request(), analysis => {
            let (puzzle, start) = (analysis.puzzle(), board.state(analysis));
            let symmetric = analysis.is_undoable();
            let goal = format!("{:016x}", fingerprint(analysis));
            let search = on_disk(AsWords, symmetric, goal);
            let report = search(puzzle, start, run, limits);
            sound(analysis)?;
            let report = report?;
            board.remember(&report);
            Ok(answer(analysis, (report, Method::Search(Algorithm::Bfs))))
        })
    }

    fn measure(&self) -> Option<CostMeasure> {
        match (self.compiled.get(), &self.source) {
            (Some(Ok(board)), _) => board.ground.measure.clone(),
            (_, BoardSource::Played(board)) => board.ground.measure.clone(),
            (_, BoardSource::Unplayed(_, file)) => file.ground().measure.clone(),
        }
    }

    fn heuristics(&self) -> Vec<&'static str> {
        let all = match self.compiled() {
            Ok(board) if self.heuristic.is_none() => {
                with_compiled!(&board.for_request(), analysis => analysis.heuristic_names())
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
        let board = self.fitting()?;
        with_compiled!(&board.for_request(), analysis => {
            let found = board.solver(analysis, self.heuristic).approximate(how, limits);
            sound(analysis)?;
            found
        })
    }

    fn properties(&self) -> Vec<String> {
        let Ok(board) = self.compiled() else {
            return Vec::new();
        };
        with_compiled!(&board.for_request(), analysis => analysis.lines())
    }

    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let Ok(board) = self.compiled() else {
            return show_stopped(shortest, StopReason::Capacity, visit);
        };
        let expanded = board.expanded();
        with_compiled!(&board.for_request(), analysis => {
            let solver = board.solver(analysis, self.heuristic);
            let objective = solver.measure().map(|measure| measure.objective);
            match (objective, *wanted) {
                (None, SolutionOptions::SHORTEST) => show_shortest(shortest, visit, |visit| {
                    let paths = solver.all_shortest(shortest, expanded, limits)?;
                    sound(analysis).map_err(|_| StopReason::Capacity)?;
                    play::show_all(analysis.puzzle(), paths.as_ref(), visit);
                    Ok(())
                }),
                (Some(objective), SolutionOptions::SHORTEST) => {
                    show_shortest(shortest, visit, |visit| solver.show_best(objective, limits, visit));
                }
                (None, wanted) => solver.wanted(&wanted, shortest, expanded, limits, visit),
                (Some(objective), wanted) => {
                    solver.wanted_by_cost(objective, &wanted, shortest, limits, visit);
                }
            }
        });
    }

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        let board = self.compiled().ok()?;
        with_compiled!(&board.for_request(), analysis => {
            play::positions(analysis.puzzle(), board.state(analysis), moves)
        })
    }

    fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        if moves.is_empty() {
            // A board can be drawn even if it is too large to be compiled, so the scene is made
            // from the instance.
            let board = self.instance().map_err(ScenesError::Board)?;
            let depict = DrawnScenes::new(&board.layout, &board.ground, &board.start);
            let data = depict.position(&board.start);
            return Ok(vec![Scene::new(data)?]);
        }
        let refused = |why: &str| ScenesError::Board(why.to_owned());
        let board = self.compiled().map_err(refused)?;
        let start = with_compiled!(&board.for_request(), analysis => {
            analysis.puzzle().labels(board.state(analysis))
        });
        let depict = DrawnScenes::new(&board.layout, &board.ground, &start);
        with_compiled!(&board.for_request(), analysis => {
            let mut shown = ShownState {
                depict: &depict,
                puzzle: analysis.puzzle(),
                state: board.state(analysis),
            };
            scenes(&mut shown, moves)
        })
    }

    fn goal_scene(&self) -> Option<Scene> {
        let board = self.instance().ok()?;
        let goal = only_goal(&board.ground, &board.start)?;
        let depict = DrawnScenes::new(&board.layout, &board.ground, &goal);
        Scene::new(depict.position(&goal)).ok()
    }

    fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        let refused = |why: &str| ScenesError::Board(why.to_owned());
        let board = self.compiled().map_err(refused)?;
        let start = with_compiled!(&board.for_request(), analysis => {
            analysis.puzzle().labels(board.state(analysis))
        });
        let depict = DrawnScenes::new(&board.layout, &board.ground, &start);
        with_compiled!(&board.for_request(), analysis => {
            let mut shown = ShownState {
                depict: &depict,
                puzzle: analysis.puzzle(),
                state: board.state(analysis),
            };
            position(&mut shown, moves)
        })
    }

    fn letter_moves(&self) -> bool {
        self.compiled().is_ok_and(
            |board| with_compiled!(&board.for_request(), analysis => analysis.puzzle().letter_moves()),
        )
    }

    fn legal_moves(&self) -> Vec<String> {
        let Ok(board) = self.compiled() else {
            return Vec::new();
        };
        with_compiled!(&board.for_request(), analysis => {
            play::legal_moves(analysis.puzzle(), board.state(analysis))
        })
    }

    fn after(&self, text: &str) -> Result<Box<dyn AnyBoard>, Faults> {
        let board = self.compiled().map_err(unplayable)?;
        let start = with_compiled!(&board.for_request(), analysis => {
            let (puzzle, start) = (analysis.puzzle(), board.state(analysis));
            let replayed = replay(puzzle, &board.ground, start, text)?;
            if let Some((number, span, name)) = replayed.illegal {
                return Err(play::illegal(number, span, &name).into());
            }
            let after = play::state_after(puzzle, start, text)?;
            if let Some(why) = endless(puzzle) {
                return Err(Fault::new(0..text.len(), why, "one of these moves").into());
            }
            puzzle.labels(after)
        });
        let source = BoardSource::Played(Instance {
            ground: Arc::clone(&board.ground),
            layout: Arc::clone(&board.layout),
            start,
        });
        let caches = Arc::clone(&self.caches);
        Ok(Box::new(Self::new(
            source,
            self.heuristic,
            self.level.clone(),
            caches,
            Arc::clone(&self.tables),
            self.effort,
        )))
    }

    fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        let board = self.fitting()?;
        with_compiled!(&board.for_request(), analysis => {
            let puzzle = analysis.puzzle();
            let has_costs = board.ground.measure.is_some();
            let cost = |state, m| has_costs.then(|| puzzle.cost(state, m));
            let graph = state_graph(puzzle, board.state(analysis), cost, max_states, limits);
            sound(analysis)?;
            graph
        })
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        let board = self.compiled().map_err(unplayable)?;
        with_compiled!(&board.for_request(), analysis => {
            if lurd::reads(&board.layout, text) {
                let (puzzle, start) = (analysis.puzzle(), board.state(analysis));
                let has_costs = board.ground.measure.is_some();
                return lurd::replay(puzzle, &board.layout, start, has_costs, text);
            }
            let (puzzle, start) = (analysis.puzzle(), board.state(analysis));
            if let Some(drives) = drives::read(&board.layout, &puzzle.labels(start), text) {
                return drives::replay(puzzle, &board.ground, start, &drives, text);
            }
            let replayed = replay(puzzle, &board.ground, start, text);
            if let Some(why) = endless(puzzle) {
                return Err(Fault::new(0..text.len(), why, "one of these moves").into());
            }
            Ok(Replayed {
                cost: board.ground.measure.is_some().then(|| cost_of(puzzle, start, text)),
                ..replayed?
            })
        })
    }

    fn follow(&self, moves: &[String]) -> Result<Replayed, Faults> {
        let board = self.compiled().map_err(unplayable)?;
        with_compiled!(&board.for_request(), analysis => {
            let (puzzle, start) = (analysis.puzzle(), board.state(analysis));
            let replayed = play::follow(puzzle, start, moves);
            if let Some(why) = endless(puzzle) {
                return Err(Fault::new(0..0, why, "one of these moves").into());
            }
            let has_costs = board.ground.measure.is_some();
            let made = moves.iter().map_while(|name| puzzle.parse_move(name));
            Ok(Replayed {
                cost: has_costs.then(|| sum_of_costs(puzzle, start, made)),
                ..replayed
            })
        })
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let board = self.fitting()?;
        let limits = &limits.from_now();
        with_compiled!(&board.for_request(), analysis => {
            let solver = board.solver(analysis, self.heuristic);
            if let Some(measure) = solver.measure() {
                let (report, method) = solver.best_by_cost(measure.objective, limits);
                sound(analysis)?;
                let text = solver.explain_costs(measure, &report, limits);
                let report = play::named_costs(analysis.puzzle(), report);
                let answer = Answer::of_costs(report, method, measure.clone());
                return Ok(Explanation { answer, text });
            }
            let solved = solver.best(limits);
            sound(analysis)?;
            let text = solver.explain(&solved, limits);
            let answer = answer(analysis, solved);
            let drawing = named_cells(&answer, &board.layout, &board.ground);
            Ok(Explanation { answer, text: text + &drawing })
        })
    }

    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        let board = self.compiled().map_err(|_| StopReason::Capacity)?;
        with_compiled!(&board.for_request(), analysis => {
            let start = board.state(analysis);
            let heuristic = analysis.cheap_heuristic();
            let is_solvable = |state| {
                DrawnSolver { analysis, start: state, heuristic: None, tables: None, effort: self.effort }.is_solvable(limits)
            };
            let puzzle = analysis.puzzle();
            let figures = play::difficulty(puzzle, start, &heuristic, solution, is_solvable)?;
            // Moves that do not decrease the lower bound are counted only if there is a heuristic
            // and moves have no costs.
            let has_costs = board.ground.measure.is_some();
            let looks = !matches!(heuristic, SelectedHeuristic::Zero) && !has_costs;
            Ok(figures.map(|figures| SolutionFigures {
                wrong_looking: figures.wrong_looking.filter(|_| looks),
                ..figures
            }))
        })
    }
}
