//! Makes a puzzle with a wrong claim smaller, as long as the claim stays wrong.

use crate::draft::{Draft, Move};
use crate::families::{FLOOR, WALL};

/// Greedily removes parts of `draft` while `is_wrong` holds; tries at most `tries` puzzles.
pub(crate) fn minimal(draft: &Draft, tries: usize, is_wrong: impl Fn(&Draft) -> bool) -> Draft {
    let mut best = draft.clone();
    let mut left = tries;
    loop {
        let mut smaller = false;
        let mut number = 0;
        while let Some(next) = smaller_draft(&best, number) {
            if left == 0 {
                return best;
            }
            left -= 1;
            if is_wrong(&next) {
                best = next;
                smaller = true;
            } else {
                number += 1;
            }
        }
        if !smaller {
            return best;
        }
    }
}

/// The smaller draft with this number; `None` if there are not as many.
fn smaller_draft(draft: &Draft, number: usize) -> Option<Draft> {
    let mut left = number;
    let mut next = draft.clone();
    let mut chosen = |count: usize| {
        if left < count {
            return Some(left);
        }
        left -= count;
        None
    };
    if let Some(at) = chosen(draft.moves.len()) {
        next.moves.remove(at);
        return Some(next);
    }
    let lines = draft.moves.iter().enumerate();
    let lines: Vec<(usize, usize)> = lines
        .filter(|(_, Move { lines, .. })| lines.len() > 1)
        .flat_map(|(m, Move { lines, .. })| (0..lines.len()).map(move |line| (m, line)))
        .collect();
    if let Some(at) = chosen(lines.len()) {
        next.moves[lines[at].0].lines.remove(lines[at].1);
        return Some(next);
    }
    if let Some(at) = chosen(draft.after.len()) {
        next.after.remove(at);
        return Some(next);
    }
    if draft.goals.len() > 1
        && let Some(at) = chosen(draft.goals.len())
    {
        next.goals.remove(at);
        return Some(next);
    }
    let conditions = draft.goals.iter().enumerate();
    let conditions: Vec<(usize, usize)> = conditions
        .filter(|(_, goal)| goal.len() > 1)
        .flat_map(|(g, goal)| (0..goal.len()).map(move |condition| (g, condition)))
        .collect();
    if let Some(at) = chosen(conditions.len()) {
        next.goals[conditions[at].0].remove(conditions[at].1);
        return Some(next);
    }
    if let Some(at) = chosen(draft.walls.len()) {
        next.walls.remove(at);
        return Some(next);
    }
    if let Some(at) = chosen(draft.statements.len()) {
        next.statements.remove(at);
        return Some(next);
    }
    if let Some(at) = chosen(draft.values.len()) {
        next.values.remove(at);
        return Some(next);
    }
    if chosen(1).is_some() {
        next.grid.pop();
        return Some(next);
    }
    if chosen(1).is_some() {
        next.grid.iter_mut().for_each(|row| drop(row.pop()));
        return Some(next);
    }
    let regions = draft.regions.iter().enumerate();
    let regions: Vec<(usize, usize)> = regions
        .flat_map(|(r, (_, cells))| (0..cells.len()).map(move |cell| (r, cell)))
        .collect();
    if let Some(at) = chosen(regions.len()) {
        let (region, cell) = regions[at];
        next.regions[region].1.remove(cell);
        if next.regions[region].1.is_empty() {
            next.regions.remove(region);
        }
        return Some(next);
    }
    // A cell becomes a wall, or floor.
    for symbol in [WALL, FLOOR] {
        if draft.symbols.iter().any(|known| known == symbol) {
            let cells = draft.grid.iter().enumerate();
            let cells: Vec<(usize, usize)> = cells
                .flat_map(|(r, row)| row.iter().enumerate().map(move |(c, s)| ((r, c), s)))
                .filter(|(_, s)| *s != WALL && *s != symbol)
                .map(|(cell, _)| cell)
                .collect();
            if let Some(at) = chosen(cells.len()) {
                next.grid[cells[at].0][cells[at].1] = symbol.to_owned();
                return Some(next);
            }
        }
    }
    None
}
