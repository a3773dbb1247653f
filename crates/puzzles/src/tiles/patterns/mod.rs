//! Partitions of the tiles into patterns, and their names.

use std::sync::Arc;

use fewest_rules::Abstraction;

pub use space::{PlacedTiles, TilePattern};
pub use view::{PatternView, Trace};

use super::snake::{SnakeLines, snake};
use super::{BlankGoal, PackedTiles};

mod cell_sets;
mod space;
mod view;

#[cfg(test)]
mod tests;

/// The greatest allowed number of patterns of a partition.
pub const MOST_PARTS: usize = 4;

/// A partition of the tiles of a board of up to 25 cells into patterns. `S` is the packing of the
/// boards.
///
/// The patterns are defined for the goal with the blank first. Boards of both goals, and the
/// reflections of square boards, are mapped to these patterns by [views](Self::view).
#[derive(Debug, Clone)]
pub struct TilePatterns<S = u64> {
    rows: usize,
    columns: usize,
    spaces: Vec<TilePattern<S>>,
}

impl<S: PackedTiles> TilePatterns<S> {
    /// The patterns that `name` describes: either by their sizes, as in `7-8`, or by their tiles,
    /// as in `1,2,3/4,5,6`, with the numbers that tiles have for `goal`. Tiles that are not listed
    /// belong to no pattern.
    ///
    /// For 4×4 the sizes 7-8, 6-6-3 and 5-5-5, and for 5×5 the sizes 6-6-6-6, stand for the patterns
    /// of Korf and Felner. For all other sizes, the patterns take the tiles from the blank's corner on, line by line, with
    /// every second line backwards.
    ///
    /// # Errors
    /// Says what is wrong with the name, or that the board is too large.
    pub fn named(
        rows: usize,
        columns: usize,
        goal: BlankGoal,
        name: &str,
    ) -> Result<Arc<Self>, String> {
        let cells = rows.saturating_mul(columns);
        if !(2..=space::MOST.min(S::MOST)).contains(&cells) {
            return Err("patterns are for boards of 2 to 25 cells".to_owned());
        }
        let groups = if name.contains([',', '/']) {
            listed(cells, goal, name)?
        } else {
            sized(rows, columns, name)?
        };
        if groups.len() > MOST_PARTS {
            let parts = groups.len();
            return Err(format!(
                "{parts} patterns: there can be {MOST_PARTS} at the most"
            ));
        }
        let spaces = groups
            .iter()
            .map(|tiles| match tiles.is_empty() {
                true => Err(EMPTY.to_owned()),
                false => TilePattern::new(rows, columns, tiles),
            })
            .collect::<Result<_, _>>()?;
        Ok(Arc::new(Self {
            rows,
            columns,
            spaces,
        }))
    }

    /// The abstraction of each pattern. Each pattern needs a table of its own.
    pub fn spaces(&self) -> &[TilePattern<S>] {
        &self.spaces
    }

    /// The parameters on which the table of a pattern depends, for the key of a table file: the
    /// board and the tiles, with the numbers that they have for the goal with the blank first.
    pub fn parameters(&self, pattern: &TilePattern<S>) -> String {
        let tiles: Vec<String> = pattern.tiles().iter().map(u8::to_string).collect();
        format!("{}x{} pattern {}", self.rows, self.columns, tiles.join(","))
    }

    /// The view that maps boards with this goal to the patterns.
    pub fn view(self: &Arc<Self>, goal: BlankGoal) -> PatternView<S> {
        PatternView::new(self, goal, false)
    }

    /// The view that maps the reflections of these boards; `None` unless the board is square.
    pub fn reflected_view(self: &Arc<Self>, goal: BlankGoal) -> Option<PatternView<S>> {
        (self.rows == self.columns).then(|| PatternView::new(self, goal, true))
    }

    /// The number of entries of all tables in total.
    pub fn entries(&self) -> u64 {
        self.spaces.iter().map(Abstraction::size).sum()
    }
}

/// The fault of a pattern without tiles.
const EMPTY: &str = "a pattern without tiles";

fn no_number(word: &str) -> String {
    format!("`{word}` is no number")
}

/// The tiles of explicitly listed patterns, numbered as for the goal with the blank first.
fn listed(cells: usize, goal: BlankGoal, name: &str) -> Result<Vec<Vec<u8>>, String> {
    let mut seen = [false; space::MOST];
    let mut groups = Vec::new();
    for group in name.split('/') {
        let mut tiles = Vec::new();
        for word in group
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            let tile: u8 = word.parse().map_err(|_| no_number(word))?;
            if tile == 0 || usize::from(tile) >= cells {
                return Err(format!("there is no tile {tile}"));
            }
            if std::mem::replace(&mut seen[usize::from(tile)], true) {
                return Err(format!("tile {tile} is there twice"));
            }
            tiles.push(match goal {
                BlankGoal::BlankFirst => tile,
                // A rotation by 180 degrees maps either goal to the other.
                BlankGoal::BlankLast => cells as u8 - tile,
            });
        }
        // The order within a pattern does not matter, and equal patterns should share a file.
        tiles.sort_unstable();
        groups.push(tiles);
    }
    Ok(groups)
}

/// The tiles of patterns of given sizes, numbered as for the goal with the blank first.
fn sized(rows: usize, columns: usize, name: &str) -> Result<Vec<Vec<u8>>, String> {
    let sizes: Vec<usize> = name
        .split('-')
        .map(str::trim)
        .map(|word| word.parse().map_err(|_| no_number(word)))
        .collect::<Result<_, _>>()?;
    if sizes.contains(&0) {
        return Err(EMPTY.to_owned());
    }
    let tiles = rows * columns - 1;
    let sum = sizes
        .iter()
        .fold(0usize, |sum, &size| sum.saturating_add(size));
    if sum != tiles {
        return Err(format!(
            "the sizes add up to {sum}, but there are {tiles} tiles"
        ));
    }
    // The partitions of Korf and Felner.
    let known: Option<&[&[u8]]> = match ((rows, columns), &sizes[..]) {
        ((4, 4), [7, 8]) => Some(&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
        ((4, 4), [6, 6, 3]) => Some(&[&[3, 6, 7, 10, 11, 15], &[1, 2, 4, 5, 8, 9], &[12, 13, 14]]),
        ((4, 4), [5, 5, 5]) => Some(&[&[9, 12, 13, 14, 15], &[3, 6, 7, 10, 11], &[1, 2, 4, 5, 8]]),
        ((5, 5), [6, 6, 6, 6]) => Some(&[
            &[1, 2, 5, 6, 7, 12],
            &[3, 4, 8, 9, 13, 14],
            &[10, 11, 15, 16, 20, 21],
            &[17, 18, 19, 22, 23, 24],
        ]),
        _ => None,
    };
    if let Some(known) = known {
        return Ok(known.iter().map(|tiles| tiles.to_vec()).collect());
    }
    let lines = if rows <= columns {
        SnakeLines::Columns
    } else {
        SnakeLines::Rows
    };
    let mut path = snake(rows, columns, lines).skip(1).map(|cell| cell as u8);
    Ok(sizes
        .into_iter()
        .map(|size| {
            let mut tiles: Vec<u8> = path.by_ref().take(size).collect();
            tiles.sort_unstable();
            tiles
        })
        .collect())
}
