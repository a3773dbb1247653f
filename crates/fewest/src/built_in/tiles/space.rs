//! The space of all sliding-tile boards of one size.

use fewest_puzzles::tiles::{BlankMove, LineTiles, Manhattan, Tiles};
use fewest_rules::{Goals, Invertible, Limits, Notation, Outcome, Puzzle, Ranked, Symmetric};
use fewest_search::random::Random;
use fewest_search::{Duplicates, InversePruning, idastar};
use fewest_tables::Undirected;
use num_bigint::BigUint;

use crate::general::play::{self, Draw};
use crate::general::ranked_space::RankedSpace;
use crate::space::{GeneratedBoards, GenerationOptions, Space, SpaceError};

/// All boards with the size and the goal of `tiles`. The goal is called `goal`; `by_lines` says
/// whether a move slides any number of tiles.
pub(super) fn all(tiles: Tiles<u64>, goal: &str, by_lines: bool) -> Box<dyn Space> {
    let (rows, columns) = (tiles.rows(), tiles.columns());
    if by_lines {
        let ranked = ranked(
            LineTiles::new(tiles),
            rows,
            columns,
            &format!(" {goal} multi"),
        );
        return Box::new(ranked);
    }
    Box::new(RankedSpace {
        without_table: Some(walk),
        ..ranked(tiles, rows, columns, &format!(" {goal}"))
    })
}

/// The space of all boards of `puzzle`.
fn ranked<P: Ranked + Goals + Notation + Symmetric + Invertible + Send + Sync>(
    puzzle: P,
    rows: usize,
    columns: usize,
    parameters: &str,
) -> RankedSpace<P, Undirected> {
    let all = (1..=(rows * columns) as u64).fold(BigUint::from(1_u8), |product, n| product * n);
    let size = format!("{rows}x{columns}");
    let mut ranked = RankedSpace::new(puzzle, Undirected, "tiles", &size, parameters);
    ranked.unranked = all - ranked.counted.end;
    ranked
}

/// Makes boards by random walks from the goal and solves each of them.
fn walk(
    puzzle: &Tiles<u64>,
    wanted: &GenerationOptions,
    limits: &Limits,
) -> Result<GeneratedBoards, SpaceError> {
    let heuristic = Manhattan::new(puzzle);
    let mut random = Random::new(wanted.seed);
    let (least, aim) = (*wanted.moves.start(), wanted.aim());
    let limits = &limits.from_now();
    let drawn = || {
        // A random walk of n steps is seldom a shortest path, so walks are longer than the wanted
        // solutions.
        let steps = u64::from(least) + random.below(2 * u64::from(aim) + 1);
        let mut state = puzzle.goal();
        let mut last = None;
        for _ in 0..steps {
            let moves: Vec<BlankMove> = puzzle
                .moves(state)
                .filter(|&m| last.is_none_or(|last| m != puzzle.inverse(last)))
                .collect();
            let m = moves[random.below(moves.len() as u64) as usize];
            state = puzzle.apply(state, m);
            last = Some(m);
        }
        let enter = Duplicates::Enter;
        let report = idastar(puzzle, state, &heuristic, &InversePruning, enter, limits);
        let class = if wanted.distinct {
            puzzle.canonical(state)
        } else {
            state
        };
        match report.outcome {
            Outcome::Solved { moves } if wanted.moves.contains(&(moves.len() as u32)) => {
                Ok(Draw::Board(class, puzzle.draw(state)))
            }
            Outcome::Stopped { reason, .. } => Err(reason.into()),
            _ => Ok(Draw::Other),
        }
    };
    let made = play::draw_distinct(wanted, None, drawn)?;
    Ok(GeneratedBoards {
        uniform: false,
        ..made
    })
}
