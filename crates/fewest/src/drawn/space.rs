//! Which space a board belongs to, and how it is gone over.
//!
//! Where the states are numbered, and not too many, the space is all that is
//! numbered: every way to lay the same symbols. Otherwise it is what can be reached
//! from the board.

use std::sync::Arc;

use fewest_lang::found::Ranking;
use fewest_lang::{Instance, PuzzleFile};
use fewest_rules::{Ranked, Reverse, Words};
use fewest_search::{Direction, TableKey};

use super::game::{Game, Ranks};
use super::reached::Reached;
use super::workshop::{AnyGame, Workshop, sized};
use crate::builtin::ranked_space::RankedSpace;
use crate::space::{Space, SpaceError};

/// States beyond which those that can be reached are sought instead: what can be
/// reached may be much less.
const MOST_RANKS: u64 = 1 << 32;

/// States among which goals are looked for that were too many to be listed.
const MOST_LOOKED_AT: u64 = 1 << 26;

/// From a state to those before it.
struct Before;

impl<const N: usize> Direction<Ranks<N>> for Before {
    fn neighbours(&self, puzzle: &Ranks<N>, ranks: &[u64], mut visit: impl FnMut(u64)) {
        let Some(back) = puzzle.game.found.backward() else {
            return;
        };
        let with = puzzle.game.with_way_back(back);
        for &rank in ranks {
            for (_, before) in with.predecessors(puzzle.unrank(rank)) {
                visit(puzzle.rank(before));
            }
        }
    }
}

/// The space of a board.
pub(super) fn of(file: &PuzzleFile, board: &Instance) -> Result<Box<dyn Space>, SpaceError> {
    let any = Workshop::of(board)
        .game(&board.start)
        .map_err(|refused| SpaceError::Unfit(refused.to_string()))?;
    let size = format!("{}x{}", board.layout.rows(), board.layout.columns());
    Ok(sized!(any, game => {
        let start = game.packed().state(&board.start).unwrap_or_default();
        space(file, game, start, size)
    }))
}

fn space<const N: usize>(
    file: &PuzzleFile,
    game: Arc<Game<N>>,
    start: Words<N>,
    size: String,
) -> Box<dyn Space> {
    let found = &game.found;
    let numbered = |ranking: &&Ranking<N>| {
        // A piece's cells have numbers of their own, and would be torn apart.
        found.backward().is_some() && ranking.size() <= MOST_RANKS && !file.has_pieces()
    };
    let ranking = found.ranking().filter(numbered);
    let goals = |ranking: &Ranking<N>| found.goals().is_some() || ranking.size() <= MOST_LOOKED_AT;
    match ranking.filter(|ranking| goals(ranking)) {
        Some(ranking) => Box::new(RankedSpace {
            counted: 0..ranking.size(),
            unranked: 0_u8.into(),
            direction: Before,
            key: TableKey {
                puzzle: file.name().to_owned(),
                parameters: format!("{size} {:016x}", fingerprint(&game)),
            },
            size,
            puzzle: Ranks {
                ranking: ranking.clone(),
                goals: found.goals().cloned(),
                game,
            },
        }),
        None => Box::new(Reached { game, start, size }),
    }
}

/// A number that another puzzle, or another space of the same, hardly has: tables
/// are called by it.
fn fingerprint<const N: usize>(game: &Game<N>) -> u64 {
    let special = game.packed().special();
    // Which of the boards of a space it was asked for does not matter.
    let mut ground = special.ground.clone();
    ground.start = None;
    let counts: Vec<_> = game
        .found
        .counts()
        .kept
        .iter()
        .enumerate()
        .flat_map(|(domain, kept)| {
            let here = move |&p: &usize| special.ground.positions[p].domain == domain;
            kept.labels().map(move |label| {
                let start = special.start.iter().flatten().copied();
                let with = start.enumerate().filter(|&(_, l)| l == label);
                with.filter(|(p, _)| here(p)).count()
            })
        })
        .collect();
    let text = format!("{ground:?} {:?} {counts:?}", special.sets);
    // FNV-1a, whose values never change.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
