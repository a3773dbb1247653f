//! States and moves of compiled puzzles as text.

use std::fmt::Debug;
use std::ops::Range;

use fewest_rules::{Fault, Faults, Notation, Words, words};

use super::{CompiledMove, CompiledPuzzle, array};
use crate::ground::{Ground, Label};

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
            None => label_names(&self.reduced().ground, &labels),
        }
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        let labels = match &self.notation {
            Some(notation) => notation.parse(text)?,
            None => labels_named(&self.reduced().ground, text)?,
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

/// The names of the labels, separated by blanks.
fn label_names(ground: &Ground, labels: &[Label]) -> String {
    let positions = ground.positions.iter().zip(labels);
    let name = |(position, &label): (&crate::ground::Position, &Label)| {
        ground.domains[position.domain].labels[usize::from(label)].as_str()
    };
    positions.map(name).collect::<Vec<_>>().join(" ")
}

/// The labels with these names, one for each position.
fn labels_named(ground: &Ground, text: &str) -> Result<Vec<Label>, Faults> {
    let words: Vec<Range<usize>> = words(text).collect();
    if words.len() != ground.positions.len() {
        let expected = format!("expected {} labels", ground.positions.len());
        return Err(Fault::new(0..text.len(), "another number of labels", expected).into());
    }
    let label = |(position, word): (&crate::ground::Position, Range<usize>)| {
        let names = &ground.domains[position.domain].labels;
        let found = names.iter().position(|name| *name == text[word.clone()]);
        found.map(|label| label as Label).ok_or_else(|| {
            let expected = format!("expected one of {}", names.join(" "));
            Fault::new(word, "an unknown label", expected)
        })
    };
    let all = ground.positions.iter().zip(words).map(label);
    all.collect::<Result<_, Fault>>().map_err(Faults::from)
}
