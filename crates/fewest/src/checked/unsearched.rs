//! Requests whose answers hold no solution, so that there is nothing to check.

use fewest_ground::CostMeasure;
use fewest_rules::Limits;
use fewest_scene::Scene;

use super::CheckedBoard;
use crate::algorithm::Algorithm;
use crate::api::{GraphError, LevelInfo, ScenesError, ShownPosition, StateGraph};

impl CheckedBoard {
    /// Does the same as [`AnyBoard::level`](crate::api::AnyBoard::level).
    pub fn level(&self) -> Option<&LevelInfo> {
        self.board.level()
    }

    /// Does the same as [`AnyBoard::lurd`](crate::api::AnyBoard::lurd).
    pub fn lurd(&self, moves: &[String]) -> Option<String> {
        self.board.lurd(moves)
    }

    /// Does the same as [`AnyBoard::algorithms`](crate::api::AnyBoard::algorithms).
    pub fn algorithms(&self) -> Vec<Algorithm> {
        self.board.algorithms()
    }

    /// Does the same as [`AnyBoard::measure`](crate::api::AnyBoard::measure).
    pub fn measure(&self) -> Option<CostMeasure> {
        self.board.measure()
    }

    /// Does the same as [`AnyBoard::properties`](crate::api::AnyBoard::properties).
    pub fn properties(&self) -> Vec<String> {
        self.board.properties()
    }

    /// Does the same as [`AnyBoard::heuristics`](crate::api::AnyBoard::heuristics).
    pub fn heuristics(&self) -> Vec<&'static str> {
        self.board.heuristics()
    }

    /// Does the same as [`AnyBoard::positions`](crate::api::AnyBoard::positions).
    pub fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        self.board.positions(moves)
    }

    /// Does the same as [`AnyBoard::scenes`](crate::api::AnyBoard::scenes).
    ///
    /// # Errors
    /// A move is not legal, or the positions are too many or too large to be drawn.
    pub fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        self.board.scenes(moves)
    }

    /// Does the same as [`AnyBoard::goal_scene`](crate::api::AnyBoard::goal_scene).
    pub fn goal_scene(&self) -> Option<Scene> {
        self.board.goal_scene()
    }

    /// Does the same as [`AnyBoard::position`](crate::api::AnyBoard::position).
    ///
    /// # Errors
    /// Returns the same errors as [`scenes`](Self::scenes).
    pub fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        self.board.position(moves)
    }

    /// Does the same as [`AnyBoard::letter_moves`](crate::api::AnyBoard::letter_moves).
    pub fn letter_moves(&self) -> bool {
        self.board.letter_moves()
    }

    /// Does the same as [`AnyBoard::legal_moves`](crate::api::AnyBoard::legal_moves).
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.legal_moves()
    }

    /// Does the same as [`AnyBoard::graph`](crate::api::AnyBoard::graph).
    ///
    /// # Errors
    /// There are more than `max_states` states, a limit was reached, or the board cannot be played.
    pub fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        self.board.graph(max_states, limits)
    }
}
