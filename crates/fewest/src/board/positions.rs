//! Requests that need no search: positions, drawings, legal moves, replays, and the state graph.

use std::sync::PoisonError;

use fewest_rules::Limits;
use fewest_scene::Scene;

use super::Board;
use crate::api::{GraphError, Replayed, ScenesError, ShownPosition, StateGraph};
use crate::error::TextError;

impl Board {
    /// The start and the position after each of `moves`, as drawings. `None` if a drawing is too
    /// large to be useful.
    pub fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        self.0.board.positions(moves)
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
        self.0.board.scenes(&[])?.pop().ok_or(ScenesError::Empty)
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
        self.0.board.scenes(moves)
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
        self.0.board.position(moves)
    }

    /// Whether every move is a single letter, so that moves are written without blanks between
    /// them.
    pub fn letter_moves(&self) -> bool {
        self.0.board.letter_moves()
    }

    /// The names of the legal moves, in the order in which the puzzle lists moves.
    pub fn legal_moves(&self) -> Vec<String> {
        self.0.board.legal_moves()
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
        match self.0.board.after(moves) {
            Ok(board) => Ok(Self::new(board, self.0.origin.after(moves))),
            Err(faults) => Err(TextError::new("<moves>", moves, faults)),
        }
    }

    /// Makes `moves` one after the other, using only the rules of the puzzle. If they are a solution,
    /// later answers are compared with it.
    ///
    /// # Errors
    /// A word is not a move.
    pub fn replay(&self, moves: &str) -> Result<Replayed, TextError> {
        let replayed = self.0.board.replay(moves);
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
        self.0.board.graph(max_states, limits)
    }
}
