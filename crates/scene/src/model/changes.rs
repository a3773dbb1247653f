//! Finds what moved between two scenes.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::model::appearance::is_gap;
use crate::model::cell::Cell;
use crate::model::data::{Movement, Piece};
use crate::model::scene::Scene;

/// If at most this many things that look the same have moved, each is matched with the nearest cell
/// to which such a thing has come. If there are more, they are matched in their order, because
/// finding the nearest cell would take too long.
const MOST_MATCHED: usize = 64;

impl Scene {
    /// Finds the movements since `previous`, for puzzles in which things move. A piece has moved to
    /// a place where a piece with the same symbol and shape is now. For symbols on cells, there are
    /// two cases. If the same symbols have disappeared from some cells and appeared on others, each
    /// of them has moved to the nearest cell on which it appeared. Otherwise the cells have changed
    /// in place. If the two scenes do not have the same cells, there are no movements.
    pub fn moved_since(&self, previous: &Self) -> Vec<Movement> {
        if !self.same_shape(previous) {
            return Vec::new();
        }
        let mut moved = self.pieces_since(previous);
        moved.extend(self.player_since(previous));
        let changed = self.changed_cells(previous);
        // For each symbol, the cells from which it disappeared and those on which it appeared.
        let mut places: BTreeMap<&str, [Vec<Cell>; 2]> = BTreeMap::new();
        for &(cell, before, now) in &changed {
            for (time, symbol) in [before, now].into_iter().enumerate() {
                if !is_gap(previous, symbol) {
                    places.entry(symbol).or_default()[time].push(cell);
                }
            }
        }
        if places.values().all(|[from, to]| from.len() == to.len()) {
            for [from, to] in places.into_values() {
                moved.extend(matched(from, to));
            }
        } else {
            moved.extend(in_place(&changed));
        }
        moved
    }

    /// Finds the cells that changed since `previous`, as movements in place, for puzzles in which
    /// cells change and nothing moves, as when lights are switched.
    pub fn changed_since(&self, previous: &Self) -> Vec<Movement> {
        if !self.same_shape(previous) {
            return Vec::new();
        }
        in_place(&self.changed_cells(previous))
    }

    /// Whether both scenes have the same cells.
    pub(crate) fn same_shape(&self, other: &Self) -> bool {
        let is_cell = |row: &Vec<_>| row.iter().map(Option::is_some).collect::<Vec<bool>>();
        let rows = |scene: &Self| scene.data().cells.iter().map(is_cell).collect::<Vec<_>>();
        self.data().layout == other.data().layout && rows(self) == rows(other)
    }

    /// The cells whose symbols differ and that no piece covers, with their previous and present
    /// symbols.
    fn changed_cells<'a>(&'a self, previous: &'a Self) -> Vec<(Cell, &'a str, &'a str)> {
        let covered = &self.covered() | &previous.covered();
        self.cells()
            .zip(previous.cells())
            .filter(|((cell, now), (_, before))| now != before && !covered.contains(cell))
            .map(|((cell, now), (_, before))| (cell, before, now))
            .collect()
    }

    fn pieces_since(&self, previous: &Self) -> Vec<Movement> {
        // For each symbol and shape, the first cells of the pieces with this symbol and shape,
        // before and now.
        let mut places: HashMap<(&str, Vec<Cell>), [Vec<Cell>; 2]> = HashMap::new();
        for (time, scene) in [previous, self].into_iter().enumerate() {
            for piece in &scene.data().pieces {
                let (first, shape) = normalised(piece);
                places.entry((&piece.symbol, shape)).or_default()[time].push(first);
            }
        }
        let mut moved = Vec::new();
        for [mut from, mut to] in places.into_values() {
            let (before, now): (HashSet<Cell>, HashSet<Cell>) =
                (from.iter().copied().collect(), to.iter().copied().collect());
            from.retain(|cell| !now.contains(cell));
            to.retain(|cell| !before.contains(cell));
            moved.extend(matched(from, to));
        }
        moved.sort_unstable();
        moved
    }

    fn player_since(&self, previous: &Self) -> Option<Movement> {
        let (before, now) = (previous.data().player?, self.data().player?);
        (before != now).then_some(Movement {
            from: before.cell,
            to: now.cell,
        })
    }
}

/// The first cell of a piece in reading order, and the piece's cells relative to that cell.
pub(crate) fn normalised(piece: &Piece) -> (Cell, Vec<Cell>) {
    let mut cells = piece.cells.clone();
    cells.sort_unstable();
    let first = cells.first().copied().unwrap_or_default();
    for cell in &mut cells {
        cell.row -= first.row;
        // A cell in a later row may lie to the left of the first cell. The negative difference then
        // wraps around.
        cell.column = cell.column.wrapping_sub(first.column);
    }
    (first, cells)
}

fn in_place(changed: &[(Cell, &str, &str)]) -> Vec<Movement> {
    let stay = |&(cell, ..): &(Cell, _, _)| Movement {
        from: cell,
        to: cell,
    };
    changed.iter().map(stay).collect()
}

/// Matches each cell of `from` with the nearest unmatched cell of `to`.
fn matched(from: Vec<Cell>, mut to: Vec<Cell>) -> Vec<Movement> {
    let distance = |a: Cell, b: Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
    if from.len() > MOST_MATCHED {
        let pairs = from.into_iter().zip(to);
        return pairs.map(|(from, to)| Movement { from, to }).collect();
    }
    let mut moved = Vec::new();
    for from in from {
        let nearest = (0..to.len()).min_by_key(|&i| distance(from, to[i]));
        if let Some(i) = nearest {
            let to = to.remove(i);
            moved.push(Movement { from, to });
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SceneData;

    fn scene(rows: &[&str]) -> Scene {
        let mut data = SceneData::characters(rows);
        data.piece_of("A");
        data.piece_of("B");
        Scene::new(data).unwrap()
    }

    fn movement(from: [u32; 2], to: [u32; 2]) -> Movement {
        Movement {
            from: from.into(),
            to: to.into(),
        }
    }

    #[test]
    fn a_symbol_that_changes_places_with_a_gap_has_moved() {
        let (before, now) = (scene(&["12", "3_"]), scene(&["1_", "32"]));
        assert_eq!(now.moved_since(&before), [movement([0, 1], [1, 1])]);
    }

    #[test]
    fn a_push_moves_two_symbols() {
        let (before, now) = (scene(&["@$__"]), scene(&["_@$_"]));
        let moved = now.moved_since(&before);
        assert_eq!(moved.len(), 2);
        assert!(moved.contains(&movement([0, 0], [0, 1])));
        assert!(moved.contains(&movement([0, 1], [0, 2])));
    }

    #[test]
    fn symbols_that_are_not_conserved_change_in_place() {
        let (before, now) = (scene(&["bww"]), scene(&["wbw"]));
        assert_eq!(now.changed_since(&before).len(), 2);
        let now = scene(&["wbb"]);
        let in_place = [[0, 0], [0, 1], [0, 2]].map(|cell| movement(cell, cell));
        assert_eq!(now.moved_since(&before), in_place);
    }

    #[test]
    fn a_piece_moves_as_a_whole() {
        let (before, now) = (scene(&["AA_", "_B_"]), scene(&["_AA", "_B_"]));
        assert_eq!(now.moved_since(&before), [movement([0, 0], [0, 1])]);
    }

    #[test]
    fn scenes_of_other_shapes_have_no_movements() {
        assert_eq!(scene(&["12"]).moved_since(&scene(&["1", "2"])), []);
    }
}
