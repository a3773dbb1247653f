//! Requests that need no search: positions, drawings, legal moves, replays, and the state graph.

use std::sync::PoisonError;

use fewest_rules::{Fault, Faults, Limits};
use fewest_scene::Scene;

use super::Board;
use super::checking::unplayable;
use crate::api::{GraphError, Replayed, ScenesError, ShownPosition, SolveError, StateGraph};
use crate::error::TextError;
use crate::general::game::drawings;
use crate::general::scenes::{position, scenes};

impl Board {
    /// The start and the position after each of `moves`, as drawings. `None` if a drawing is too
    /// large to be useful.
    pub fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        drawings(&mut *self.0.board.game().ok()?, moves)
    }

    /// The board as a scene, which can be drawn.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    /// use fewest::scene::{Style, draw, svg};
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
    /// let picture = svg::render(&draw(&board.scene()?, Style::default())?);
    /// assert!(picture.starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The board is too large to be drawn.
    pub fn scene(&self) -> Result<Scene, ScenesError> {
        self.0.board.scene()
    }

    /// The goal as a scene; `None` unless a single board is the goal.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
    /// let goal = board.goal_scene().expect("the tiles have one goal");
    /// assert_eq!(goal.data().cells[2], [Some("7".into()), Some("8".into()), Some("".into())]);
    /// # Ok::<(), fewest::Error>(())
    /// ```
    pub fn goal_scene(&self) -> Option<Scene> {
        self.0.board.goal_scene()
    }

    /// The board and the position after each of `moves`, as scenes. Each scene includes the
    /// movements since the previous one.
    ///
    /// # Errors
    /// A move is not legal, or the positions are too many or too large to be drawn.
    pub fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        if moves.is_empty() {
            return Ok(vec![self.scene()?]);
        }
        let mut game = self.0.board.game().map_err(ScenesError::Board)?;
        scenes(&mut *game, moves)
    }

    /// The position after `moves`, with the moves that are legal there.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("1 2\n3 _")?;
    /// let position = board.position(&["L".to_owned()])?;
    /// assert!(!position.is_goal);
    /// let names: Vec<&str> = position.moves.iter().map(|m| m.name.as_str()).collect();
    /// assert_eq!(names, ["U", "R"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the same errors as [`scenes`](Self::scenes).
    pub fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        let mut game = self.0.board.game().map_err(ScenesError::Board)?;
        position(&mut *game, moves)
    }

    /// Whether every move is a single letter, so that moves are written without blanks between
    /// them.
    pub fn letter_moves(&self) -> bool {
        let game = self.0.board.game();
        game.is_ok_and(|game| game.letter_moves())
    }

    /// The names of the legal moves, in the order in which the puzzle lists moves.
    pub fn legal_moves(&self) -> Vec<String> {
        let game = self.0.board.game();
        game.map_or(Vec::new(), |game| game.legal_moves())
    }

    /// Writes moves of Sokoban, made from this board, in LURD notation: one letter for each step,
    /// in upper case for a push. The result is `None` for puzzles other than Sokoban, or if a move
    /// is not legal. The methods [`check`](Self::check) and [`replay`](Self::replay) read this
    /// notation.
    pub fn lurd(&self, moves: &[String]) -> Option<String> {
        self.0.board.lurd(moves)
    }

    /// The board after `moves`. The moves are made by the rules alone, without a search. The new
    /// board has the options of this board and shares its tables.
    ///
    /// ```
    /// use fewest::{Error, AnyPuzzle};
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("1 2 3\n4 _ 6\n7 5 8")?;
    /// assert_eq!(board.legal_moves(), ["U", "L", "R", "D"]);
    /// let after = board.after("D")?;
    /// assert_eq!(after.solve()?.moves(), Some(&["R".to_owned()][..]));
    ///
    /// let Err(error) = board.after("D D") else { panic!() };
    /// assert_eq!(error.faults()[0].span, 2..3);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A word is not a move, or a move is not legal; in the second case the error describes the
    /// first such move.
    pub fn after(&self, moves: &str) -> Result<Self, TextError> {
        let after = || -> Result<Self, Faults> {
            let (replayed, names) = self.replayed(moves)?;
            if let Some((number, span, name)) = replayed.illegal {
                let name = name.escape_debug();
                let message = format!("move {number}, {name}, is not legal");
                return Err(
                    Fault::new(span, message, "the moves before it do not allow it").into(),
                );
            }
            let board = self.0.board.after(&names).map_err(unplayable)?;
            Ok(Self::new(board, self.0.origin.after(moves)))
        };
        after().map_err(|faults| TextError::new("<moves>", moves, faults))
    }

    /// Makes `moves` one after the other, using only the rules of the puzzle. If they are a solution,
    /// later answers are compared with it.
    ///
    /// # Errors
    /// A word is not a move.
    pub fn replay(&self, moves: &str) -> Result<Replayed, TextError> {
        let replayed = self.replayed(moves).map(|(replayed, _)| replayed);
        let replayed = replayed.map_err(|faults| TextError::new("<moves>", moves, faults))?;
        if replayed.illegal.is_none() && replayed.reaches_goal {
            let criteria = self.criteria_after(&replayed);
            // A contradiction with earlier answers is the error of the next answer.
            let mut told = self.0.told.lock().unwrap_or_else(PoisonError::into_inner);
            told.note(criteria, "a replay of given moves");
        }
        Ok(replayed)
    }

    /// The graph of all states that can be reached from the board, with their distances from the
    /// start and to the goals. Takes O(states + moves) time and memory, and a drawing for each
    /// state.
    ///
    /// ```
    /// use fewest::{Limits, AnyPuzzle};
    ///
    /// let graph = AnyPuzzle::named("tiles")?.board("1 2\n3 _")?.graph(100, &Limits::default())?;
    /// assert_eq!((graph.states.len(), graph.edges.len()), (12, 24));
    /// let (first, last) = (&graph.states[0], &graph.states[11]);
    /// assert!(first.is_goal);
    /// assert_eq!((last.distance, last.to_goal), (6, Some(6)));
    /// # Ok::<(), fewest::Error>(())
    /// ```
    ///
    /// # Errors
    /// The board can reach more than `max_states` states, or a limit was reached.
    pub fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        let game = self.0.board.game().map_err(SolveError::Board)?;
        let graph = game.graph(max_states, limits);
        match game.endless() {
            Some(why) => Err(SolveError::Endless(why).into()),
            None => graph,
        }
    }
}
