//! Games on Flip boards.

use fewest_puzzles::flip::{ColourBoard, ColourGoal, Press};
use fewest_rules::{Faults, Limits, MOST_FAULTS, Placed, StopReason, unknown_move, words};
use fewest_scene::{Movement, Scene, SceneData};

use super::packed;
use crate::api::{Game, GraphError, ScenesError, StateGraph};
use crate::built_in::scenes::flip::{scene, touched};
use crate::general::state_graph::state_graph;

/// A board of any size, so a press changes its cells one by one.
pub(super) struct FlipGame {
    pub(super) board: ColourBoard,
    pub(super) goal: ColourGoal,
}

impl FlipGame {
    fn press(&self, name: &str) -> Option<Press> {
        Press::parse(name, self.board.rows(), self.board.columns())
    }

    fn presses(&self) -> impl Iterator<Item = Press> + use<> {
        (0..self.board.cells().len() as u32).map(Press)
    }
}

impl Game for FlipGame {
    fn draw(&self) -> String {
        self.board.draw()
    }

    fn scene(&self, _: Option<&Scene>) -> Result<SceneData, ScenesError> {
        ScenesError::check(1, self.board.cells().len())?;
        Ok(scene(&self.board))
    }

    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement> {
        now.changed_since(before)
    }

    fn next_movements(&self, _: &Scene) -> Result<Vec<Vec<Movement>>, ScenesError> {
        let presses = self.presses();
        Ok(presses.map(|press| touched(&self.board, press)).collect())
    }

    fn is_goal(&self) -> bool {
        self.board.is_goal(self.goal)
    }

    fn legal_moves(&self) -> Vec<String> {
        let columns = self.board.columns();
        self.presses().map(|press| press.name(columns)).collect()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Placed<String>>, Faults> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let mut presses = Vec::new();
        let mut faults = Vec::new();
        for span in words(text) {
            match self.press(&text[span.clone()]) {
                Some(press) => presses.push((press.name(columns), span)),
                None => {
                    let expected = format!("expected r1c1 to r{rows}c{columns}");
                    faults.push(unknown_move(text, span, expected));
                }
            }
            if faults.len() == MOST_FAULTS {
                break;
            }
        }
        Faults::unless_empty(faults, presses)
    }

    fn make(&mut self, name: &str) -> bool {
        let press = self.press(name);
        press.inspect(|&press| self.board.press(press)).is_some()
    }

    fn graph(&self, most: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        match packed(&self.board, self.goal) {
            Some((puzzle, start)) => state_graph(&puzzle, start, |_, _| None, most, limits),
            None => Err(GraphError::Stopped {
                reason: StopReason::Capacity,
                reached: 1,
                lower_bound: 0,
            }),
        }
    }
}
