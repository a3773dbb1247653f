//! Somebody's moves on a board of a drawn puzzle.

use std::collections::HashSet;

use fewest_ground::Ground;
use fewest_rules::{Faults, MOST_FAULTS, Notation, Words, unknown_move, words};

use super::game::{Game, Written};
use crate::api::Replayed;
use crate::builtin::play;

/// Makes the moves written in `text` from `start`. `ground` holds the rules for all
/// boards, of which the game has those that matter on boards like this one.
///
/// A word that is put together as moves are, but fits nowhere on the board, is a move
/// that is not legal; any other that is no move is a fault.
pub(super) fn replay<const N: usize>(
    game: &Game<N>,
    ground: &Ground,
    start: Words<N>,
    text: &str,
) -> Result<Replayed, Faults> {
    if game.letters {
        return play::replay(&Written::<N, true>(game), start, text);
    }
    let puzzle = Written::<N>(game);
    let is_move = |name: &str| puzzle.parse_move(name).is_some();
    let all: Vec<_> = words(text).collect();
    if all.iter().all(|word| is_move(&text[word.clone()])) {
        return play::replay(&puzzle, start, text);
    }
    let parts = Parts::of(&ground.moves);
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
    let before = play::replay(&puzzle, start, &text[..end])?;
    Ok(Replayed {
        length: all.len(),
        illegal: before.illegal.or(misfit),
        reaches_goal: false,
        earlier_goal: before.earlier_goal,
    })
}

/// What the names of moves are put together from.
struct Parts {
    /// The number of parts of a name, the place of one, and it, in lower case.
    all: HashSet<(usize, usize, String)>,
}

impl Parts {
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

    /// Whether each part of `name` stands in its place in the name of some move.
    fn fit(&self, name: &str) -> bool {
        Self::split(name).all(|part| self.all.contains(&part))
    }
}
