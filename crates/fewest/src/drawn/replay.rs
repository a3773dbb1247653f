//! Replays given moves on a board of a puzzle file.

use std::collections::HashSet;

use fewest_ground::Ground;
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{Faults, MOST_FAULTS, MoveCosts, Notation, Puzzle, Words, unknown_move, words};

use crate::api::Replayed;
use crate::general::play;

/// Makes the moves written in `text` from `start`. The parameter `ground` contains the ground rules
/// before their reduction, whereas the compiled puzzle contains only the rules that may apply on
/// boards like this one.
///
/// A word that consists of parts of names of moves, but is not itself the name of a move, is an
/// illegal move. Any other word that is not a move is a fault.
pub(super) fn replay<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    ground: &Ground,
    start: Words<N>,
    text: &str,
) -> Result<Replayed, Faults> {
    if puzzle.letter_moves() {
        return play::replay(puzzle, start, text);
    }
    let is_move = |name: &str| puzzle.parse_move(name).is_some();
    let all: Vec<_> = words(text).collect();
    if all.iter().all(|word| is_move(&text[word.clone()])) {
        return play::replay(puzzle, start, text);
    }
    let parts = MoveNameParts::of(&ground.moves);
    let mut misfit = None;
    let mut faults = Vec::new();
    for (at, word) in all.iter().enumerate() {
        let name = &text[word.clone()];
        if is_move(name) {
            continue;
        }
        if !parts.fit(name) {
            faults.push(unknown_move(
                text,
                word.clone(),
                "not a move of this puzzle",
            ));
            if faults.len() == MOST_FAULTS {
                break;
            }
        } else if misfit.is_none() {
            misfit = Some((at + 1, word.clone(), name.to_owned()));
        }
    }
    Faults::unless_empty(faults, ())?;
    let end = misfit
        .as_ref()
        .map_or(text.len(), |(_, word, _)| word.start);
    let before = play::replay(puzzle, start, &text[..end])?;
    Ok(Replayed {
        length: all.len(),
        illegal: before.illegal.or(misfit),
        reaches_goal: false,
        earlier_goal: before.earlier_goal,
        cost: None,
    })
}

/// The sum of the costs of the moves written in `text`, up to the first illegal move.
pub(super) fn cost_of<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    start: Words<N>,
    text: &str,
) -> u32 {
    let moves = puzzle.parse_moves(text).unwrap_or_default();
    sum_of_costs(puzzle, start, moves.into_iter().map(|(m, _)| m))
}

/// The sum of the costs of `moves`, up to the first illegal move.
pub(super) fn sum_of_costs<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    start: Words<N>,
    moves: impl IntoIterator<Item = CompiledMove>,
) -> u32 {
    let (mut state, mut cost) = (start, 0_u32);
    for m in moves {
        let Some(m) = puzzle.moves(state).find(|&legal| legal == m) else {
            break;
        };
        cost = cost.saturating_add(puzzle.cost(state, m).into());
        state = puzzle.apply(state, m);
    }
    cost
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
