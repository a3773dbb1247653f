//! Which space a board belongs to, and how it is gone over.
//!
//! It is what can be reached from the board or, if that is wanted and the states are
//! numbered, and not too many, all that is numbered: every way to lay the same symbols.

use std::sync::Arc;

use fewest_ground::found::Ranking;
use fewest_lang::Instance;
use fewest_rules::{Ranked, Reverse};
use fewest_search::{Direction, RankSet, TableKey};

use super::file::PuzzleFile;
use super::game::{Game, Ranks};
use super::reached::Reached;
use super::workshop::{AnyGame, Workshop, sized};
use crate::builtin::ranked_space::RankedSpace;
use crate::space::{Space, SpaceError};

/// States beyond which numbers are of no use: two bits of each are held.
const MOST_RANKS: u64 = 1 << 32;

/// States among which goals are looked for that were too many to be listed.
const MOST_LOOKED_AT: u64 = 1 << 26;

/// From a state to those before it that are meant.
pub(super) struct Before;

impl<const N: usize> Direction<Ranks<N>> for Before {
    fn neighbours(&self, puzzle: &Ranks<N>, ranks: &[u64], mut visit: impl FnMut(u64)) {
        let Some(back) = puzzle.game.found.backward() else {
            return;
        };
        let with = puzzle.game.with_way_back(back);
        for &rank in ranks {
            for (_, before) in with.predecessors(puzzle.unrank(rank)) {
                let rank = puzzle.rank(before);
                if puzzle.holds(rank) {
                    visit(rank);
                }
            }
        }
    }
}

/// The space of a board: what can be reached from it, or `all` ways to lay its symbols.
///
/// # Errors
/// The board is too much for the compiler, or all ways cannot be gone over.
pub(super) fn of(
    file: &PuzzleFile,
    board: &Instance,
    all: bool,
) -> Result<Box<dyn Space>, SpaceError> {
    let any = Workshop::of(board)
        .game(&board.start)
        .map_err(|refused| SpaceError::Unfit(refused.to_string()))?;
    let size = format!("{}x{}", board.layout.rows(), board.layout.columns());
    sized!(any, game => {
        let start = game.packed().state(&board.start).unwrap_or_default();
        let ranking = numbered(file, &game);
        match (all, ranking) {
            (true, Some(ranking)) => Ok(Box::new(ranked(file.name(), game, ranking, size, None))),
            (true, None) => Err(SpaceError::Unfit(format!(
                "all ways to lay the symbols of {} cannot be gone over: they are more than 2^32, \
                 or it has pieces of several cells, or moves that cannot be played backwards",
                file.name()
            ))),
            (false, ranking) => Ok(Box::new(Reached { game, start, size, ranking })),
        }
    })
}

/// The numbers of all ways to lay the symbols, if these can be gone over from the goals
/// backwards.
pub(super) fn numbered<const N: usize>(file: &PuzzleFile, game: &Game<N>) -> Option<Ranking<N>> {
    let found = &game.found;
    let numbered = |ranking: &&Ranking<N>| {
        // A piece's cells have numbers of their own, and would be torn apart.
        found.backward().is_some() && ranking.size() <= MOST_RANKS && !file.has_pieces()
    };
    let goals = |ranking: &&Ranking<N>| found.goals().is_some() || ranking.size() <= MOST_LOOKED_AT;
    found.ranking().filter(numbered).filter(goals).cloned()
}

/// All states that are numbered, or those `within` a set of them.
pub(super) fn ranked<const N: usize>(
    name: &str,
    game: Arc<Game<N>>,
    ranking: Ranking<N>,
    size: String,
    within: Option<RankSet>,
) -> RankedSpace<Ranks<N>, Before> {
    RankedSpace {
        counted: 0..ranking.size(),
        unranked: 0_u8.into(),
        direction: Before,
        key: TableKey {
            puzzle: name.to_owned(),
            parameters: format!("{size} {:016x}", fingerprint(&game)),
        },
        size,
        puzzle: Ranks {
            ranking,
            goals: game.found.goals().cloned(),
            within,
            game,
        },
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
