//! Tests of the claims of [`AgentMoves`].

use std::collections::HashSet;

use super::Violation;
use crate::{AgentMoves, Words};

/// Tests the claims of [`AgentMoves`] on at most `most` states that moves reach from `start`, a setting
/// and a place.
///
/// # Errors
/// Returns the first claim that fails.
pub fn agent_moves<const W: usize, P: AgentMoves<W, Move: std::fmt::Debug>>(
    puzzle: &P,
    start: (Words<W>, usize),
    most: usize,
) -> Result<(), Violation> {
    let (mut known, mut waiting) = (HashSet::from([start]), vec![start]);
    let (mut moves, mut others) = (Vec::new(), Vec::new());
    while let Some((setting, place)) = waiting.pop() {
        let here = (setting, place);
        let one = |place| Words::default().with_bit(place, true);
        puzzle.moves(setting, place, &mut moves);
        let increases = moves.is_sorted_by(|(a, ..), (b, ..)| a < b);
        ensure!(
            increases,
            "the moves of {here:?} do not increase: {moves:?}"
        );
        let mut steps = Words::default();
        for &(m, after, to) in &moves {
            if after == setting {
                steps = steps.with_bit(to, true);
                let back = puzzle.steps(setting, one(to)).bit(place);
                ensure!(back, "no step takes back {m:?} of {here:?}");
            }
        }
        let told = puzzle.steps(setting, one(place));
        ensure!(
            told == steps,
            "{here:?} has the steps {steps:?}, not {told:?}"
        );
        let mut pushed = Vec::new();
        puzzle.pushes(setting, one(place), &mut |after, to| {
            pushed.push((after, to))
        });
        for (after, to) in pushed {
            let is_move = moves.iter().any(|of| (of.1, of.2) == (after, to));
            ensure!(is_move, "a push of {here:?} is no move: {after:?} {to}");
            let mut pulls = false;
            puzzle.pulls(after, one(to), &mut |before, from| {
                pulls |= (before, from) == here
            });
            ensure!(
                pulls,
                "no pull takes back a push of {here:?}: {after:?} {to}"
            );
        }
        let mut pulled = Vec::new();
        puzzle.pulls(setting, one(place), &mut |before, from| {
            pulled.push((before, from))
        });
        for (before, from) in pulled {
            puzzle.moves(before, from, &mut others);
            let leads = others.iter().any(|of| (of.1, of.2) == here);
            ensure!(leads, "a pull of {here:?} is no push: {before:?} {from}");
        }
        for &(_, after, to) in &moves {
            if known.len() < most && known.insert((after, to)) {
                waiting.push((after, to));
            }
        }
    }
    Ok(())
}
