//! A board of sliding tiles.

use std::sync::Arc;

use fewest_puzzles::tiles::{self, BlankGoal, Manhattan, PackedTiles, Tiles, witness};
use fewest_rules::{AsNumber, Faults, Limits, Outcome, Packing, Proof, StopReason};
use fewest_scene::Scene;
use fewest_search::Approximate;

use super::bounds::{Bounds, NAMES, TilesBound};
use super::{goal_name, goal_scene};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Explanation, FoundSolutions, GraphError, Method, Replayed,
    ScenesError, ShortestSolutions, ShownPosition, SolutionFigures, SolutionOptions, SolveError,
    SolveOptions, StateGraph,
};
use crate::built_in::board::Play;
use crate::built_in::engine::Engine;
use crate::general::on_disk::{DiskRun, TOO_WIDE, on_disk};
use crate::general::play;

/// A board, its goal, and the tables that it shares with the other boards of a text.
pub(crate) struct TilesBoard {
    pub(super) board: Arc<tiles::TileBoard>,
    pub(super) goal: BlankGoal,
    pub(super) bounds: Arc<Bounds>,
}

/// Evaluates an expression with the puzzle and the start, packed into the smallest state that is
/// large enough.
macro_rules! packed {
    ($self:expr, $puzzle:ident, $start:ident => $body:expr) => {{
        let board = &$self.board;
        match board.cells().len() {
            ..=16 => {
                let ($puzzle, $start) = $self.packed::<u64>();
                $body
            }
            ..=25 => {
                let ($puzzle, $start) = $self.packed::<u128>();
                $body
            }
            _ => {
                let ($puzzle, $start) = $self.packed::<[u8; 64]>();
                $body
            }
        }
    }};
}

pub(super) use packed;

impl TilesBoard {
    pub(super) fn packed<S: PackedTiles>(&self) -> (Tiles<S>, S) {
        let puzzle = Tiles::new(self.board.rows(), self.board.columns(), self.goal)
            .expect("a board that was read has a size that fits");
        let start = puzzle
            .state(&self.board)
            .expect("the puzzle was made for the size of the board");
        (puzzle, start)
    }

    fn packed_on_disk<S: PackedTiles, const N: usize>(
        &self,
        run: DiskRun<'_>,
        limits: &Limits,
    ) -> Result<Answer, SolveError>
    where
        AsNumber: Packing<Tiles<S>, N>,
    {
        let (puzzle, start) = self.packed::<S>();
        let search = on_disk(AsNumber, true, goal_name(self.goal).to_owned());
        let report = play::named(&puzzle, search(&puzzle, start, run, limits)?);
        Ok(Answer::of(report, Method::Search(Algorithm::Bfs)))
    }

    /// Calls `with` with the rules and the notation. The type of states is large enough for any
    /// board.
    fn play<T>(&self, with: impl FnOnce(&dyn Play) -> T) -> T {
        let (puzzle, start) = self.packed::<[u8; 64]>();
        let heuristic = Manhattan::new(&puzzle);
        with(&Engine::new(puzzle, start, &heuristic))
    }

    /// The proof by parity that the board has no solution, if there is one.
    fn impossible(&self) -> Option<Proof> {
        let witness = witness(&self.board, self.goal)?;
        Some(Proof::Invariant(witness.to_string()))
    }
}

impl AnyBoard for TilesBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        vec![
            Algorithm::IdaStar,
            Algorithm::AStar,
            Algorithm::Bidirectional,
            Algorithm::Bfs,
            Algorithm::Iddfs,
        ]
    }

    fn solve(&self, options: &SolveOptions) -> Result<Answer, SolveError> {
        let bound = match &options.heuristic {
            None => None,
            Some(name) => Some(
                TilesBound::named(name).map_err(|error| SolveError::Board(error.to_string()))?,
            ),
        };
        let (algorithm, limits) = (options.algorithm, &options.limits);
        match (algorithm, bound) {
            (None, None) => match self.impossible() {
                Some(proof) => {
                    let outcome = Outcome::Unsolvable(proof);
                    Ok(Answer::without_search(outcome, Method::Parity))
                }
                None => self.solve_by_default(limits),
            },
            (algorithm, bound) => {
                self.solve_by(algorithm.unwrap_or(Algorithm::IdaStar), bound, limits)
            }
        }
    }

    fn solve_on_disk(&self, run: DiskRun<'_>, limits: &Limits) -> Result<Answer, SolveError> {
        match self.board.cells().len() {
            ..=16 => self.packed_on_disk::<u64, 1>(run, limits),
            17..=25 => self.packed_on_disk::<u128, 2>(run, limits),
            _ => Err(SolveError::Disk(TOO_WIDE.to_owned())),
        }
    }

    fn heuristics(&self) -> Vec<&'static str> {
        match self.bounds.asked {
            Some(_) => Vec::new(),
            None => NAMES.to_vec(),
        }
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        if let Some(proof) = self.impossible() {
            let outcome = Approximate::Unsolvable(proof);
            return Ok(Answer::without_search(outcome, Method::Parity));
        }
        self.sooner(how, limits)
    }

    fn shortest(
        &self,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        packed!(self, puzzle, start => {
            let heuristic = Manhattan::new(&puzzle);
            play::shortest(&puzzle, start, &heuristic, shortest, limits, visit)
        })
    }

    fn solutions(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        self.wanted(wanted, shortest, limits, visit);
    }

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        self.play(|player| player.positions(moves))
    }

    fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        self.play(|player| player.scenes(moves))
    }

    fn goal_scene(&self) -> Option<Scene> {
        goal_scene(&self.packed::<[u8; 64]>().0)
    }

    fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        self.play(|player| player.position(moves))
    }

    fn letter_moves(&self) -> bool {
        true
    }

    fn legal_moves(&self) -> Vec<String> {
        self.play(|player| player.legal_moves())
    }

    fn after(&self, text: &str) -> Result<Box<dyn AnyBoard>, Faults> {
        let (puzzle, start) = self.packed::<[u8; 64]>();
        let state = play::state_after(&puzzle, start, text)?;
        let cells = (0..self.board.cells().len()).map(|cell| state.get(cell));
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let board = tiles::TileBoard::new(rows, columns, cells.collect());
        Ok(Box::new(Self {
            board: Arc::new(board.expect("moves only change where the tiles are")),
            goal: self.goal,
            bounds: Arc::clone(&self.bounds),
        }))
    }

    fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        self.play(|player| player.graph(max_states, limits))
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        self.play(|player| player.replay(text))
    }

    fn follow(&self, moves: &[String]) -> Result<Replayed, Faults> {
        Ok(self.play(|player| player.follow(moves)))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let answer = self.solve(&limits.clone().into())?;
        let text = match &answer.outcome {
            Outcome::Solved { moves } => packed!(self, puzzle, start => {
                let heuristic = Manhattan::new(&puzzle);
                play::bound_and_search(&puzzle, start, &heuristic, moves.len(), "tiles must slide at least", limits)
            }),
            Outcome::Unsolvable(Proof::Invariant(statement)) => statement.clone(),
            _ => String::new(),
        };
        Ok(Explanation { answer, text })
    }

    fn difficulty(
        &self,
        solution: &[String],
        limits: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        self.play(|player| player.difficulty(solution, limits))
    }
}
