//! States and moves of compiled puzzles as text.

use std::fmt::Debug;

use fewest_rules::{Fault, Faults, Notation, Words};

use super::{CompiledMove, CompiledPuzzle, array};
use crate::ground::Label;

/// How the labels of a state are drawn and read.
pub trait StateNotation: Debug + Send + Sync {
    /// Draws a state, given as one label for each position.
    fn draw(&self, labels: &[Label]) -> String;

    /// Reads the labels of a state.
    ///
    /// # Errors
    /// All errors in `text`.
    fn parse(&self, text: &str) -> Result<Vec<Label>, Faults>;
}

impl<const N: usize> Notation for CompiledPuzzle<N> {
    fn draw(&self, state: Words<N>) -> String {
        let labels = self.labels(state);
        match &self.notation {
            Some(notation) => notation.draw(&labels),
            None => {
                let numbers = labels.iter().map(Label::to_string);
                numbers.collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        let labels = match &self.notation {
            Some(notation) => notation.parse(text)?,
            None => {
                let numbers = text.split_whitespace().map(|word| word.parse().ok());
                let labels = numbers.collect::<Option<Vec<Label>>>();
                labels.ok_or_else(|| {
                    let expected = "expected the number of each label";
                    Fault::new(0..text.len(), "something other than labels", expected)
                })?
            }
        };
        let state = self.task.pack(&labels).ok_or_else(|| {
            let message = "a board that cannot be reached";
            Fault::new(0..text.len(), message, "expected one with the same pieces")
        })?;
        Ok(Words(array(&state)))
    }

    fn name(&self, m: CompiledMove) -> String {
        self.move_name(m).to_owned()
    }

    fn parse_move(&self, name: &str) -> Option<CompiledMove> {
        self.move_named(name).or_else(|| {
            let names = &self.reduced().ground.moves;
            self.move_named(names.iter().find(|m| m.eq_ignore_ascii_case(name))?)
        })
    }

    fn letter_moves(&self) -> bool {
        let names = &self.reduced().ground.moves;
        !names.is_empty() && names.iter().all(|name| name.chars().count() == 1)
    }
}
