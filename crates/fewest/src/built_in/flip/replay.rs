//! Replays presses on Flip boards.

use fewest_puzzles::flip::{ColourBoard, Press, WrongCells};
use fewest_rules::{Faults, Limits, StopReason};
use fewest_scene::Scene;

use super::{FlipBoard, packed};
use crate::api::{GraphError, Replayed, ScenesError, ShownPosition, SolutionFigures, StateGraph};
use crate::built_in::board::Play;
use crate::built_in::scenes;
use crate::general::play;
use crate::general::state_graph::state_graph;

impl FlipBoard {
    /// Parses the presses written in `text`.
    ///
    /// # Errors
    /// A word is not a press of this board.
    pub(super) fn parse(&self, text: &str) -> Result<Vec<Press>, Faults> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let mut presses = Vec::new();
        let mut faults = Vec::new();
        for span in fewest_rules::words(text) {
            let name = &text[span.clone()];
            match Press::parse(name, rows, columns) {
                Some(press) => presses.push(press),
                None => {
                    let expected = format!("expected r1c1 to r{rows}c{columns}");
                    faults.push(fewest_rules::unknown_move(text, span, expected));
                }
            }
            if faults.len() == fewest_rules::MOST_FAULTS {
                break;
            }
        }
        Faults::unless_empty(faults, presses)
    }

    /// Presses the cells one after the other.
    fn made(&self, presses: &[Press]) -> fewest_check::Replay<ColourBoard> {
        fewest_check::replay_with(
            self.board.clone(),
            presses,
            |board, &press| {
                board.press(press);
                true
            },
            |board| board.is_goal(self.goal),
        )
    }
}

/// A board has any size, so a press changes its cells one by one.
impl Play for &FlipBoard {
    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        let mut board = self.board.clone();
        if board.rows() > play::LARGEST_DRAWING || board.columns() > play::LARGEST_DRAWING {
            return None;
        }
        let mut pictures = vec![board.draw()];
        for name in moves {
            board.press(Press::parse(name, board.rows(), board.columns())?);
            pictures.push(board.draw());
        }
        Some(pictures)
    }

    fn scenes(&self, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
        scenes::flip::scenes(&self.board, moves)
    }

    fn legal_moves(&self) -> Vec<String> {
        let columns = self.board.columns();
        let presses = (0..self.board.cells().len() as u32).map(Press);
        presses.map(|press| press.name(columns)).collect()
    }

    fn position(&self, moves: &[String]) -> Result<ShownPosition, ScenesError> {
        scenes::flip::position(&self.board, self.goal, moves)
    }

    fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        match packed(&self.board, self.goal) {
            Some((puzzle, start)) => state_graph(&puzzle, start, |_, _| None, max_states, limits),
            None => Err(GraphError::Stopped {
                reason: StopReason::Capacity,
                reached: 1,
                lower_bound: 0,
            }),
        }
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        let presses = self.parse(text)?;
        let replay = self.made(&presses);
        Ok(play::replayed(&replay, None, presses.len()))
    }

    fn follow(&self, moves: &[String]) -> Replayed {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let presses = moves
            .iter()
            .map_while(|name| Press::parse(name, rows, columns));
        let presses: Vec<Press> = presses.collect();
        play::followed(&self.made(&presses), moves)
    }

    fn difficulty(
        &self,
        solution: &[String],
        _: &Limits,
    ) -> Result<Option<SolutionFigures>, StopReason> {
        match packed(&self.board, self.goal) {
            Some((puzzle, start)) => {
                play::difficulty(&puzzle, start, &WrongCells, solution, |_| Ok(true))
            }
            None => Ok(None),
        }
    }
}
