//! Reads moves of a puzzle file by their names.

use std::collections::HashSet;

use fewest_ground::Ground;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_rules::{Faults, MOST_FAULTS, Notation, Placed, unknown_move, words};

use crate::general::game::named_moves;

/// The names of the moves written in `text`. The parameter `ground` contains the ground rules before
/// their reduction, whereas the compiled puzzle contains only the rules that may apply on boards like
/// this one.
///
/// # Errors
/// A word is not a move. A word that consists of parts of names of moves is no error: it may be a move
/// that is never legal on this board.
pub(super) fn read<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    ground: &Ground,
    text: &str,
) -> Result<Vec<Placed<String>>, Faults> {
    let read = named_moves(puzzle, text);
    if read.is_ok() || puzzle.letter_moves() {
        return read;
    }
    let parts = MoveNameParts::of(&ground.moves);
    let is_unknown = |name: &str| puzzle.parse_move(name).is_none() && !parts.fit(name);
    let unknown = words(text).filter(|word| is_unknown(&text[word.clone()]));
    let faults = unknown.map(|word| unknown_move(text, word, "not a move of this puzzle"));
    Faults::unless_empty(faults.take(MOST_FAULTS).collect(), ())?;
    Ok(words(text)
        .map(|word| (text[word.clone()].to_owned(), word))
        .collect())
}

/// The parts of the names of moves, which are separated by hyphens.
struct MoveNameParts {
    /// The parts of all names. Each entry has the number of parts of the whole name, the index of
    /// the part in the name, and the part in lower case.
    all: HashSet<(usize, usize, String)>,
}

impl MoveNameParts {
    fn of(names: &[String]) -> Self {
        let parts = |name: &String| Self::split(name).collect::<Vec<_>>();
        Self {
            all: names.iter().flat_map(parts).collect(),
        }
    }

    fn split(name: &str) -> impl Iterator<Item = (usize, usize, String)> + use<'_> {
        let count = name.split('-').count();
        let parts = name.split('-').enumerate();
        parts.map(move |(at, part)| (count, at, part.to_ascii_lowercase()))
    }

    /// Whether each part of `name` occurs at the same index in the name of some move with the same
    /// number of parts.
    fn fit(&self, name: &str) -> bool {
        Self::split(name).all(|part| self.all.contains(&part))
    }
}
