//! The rounded outline of a set of cells.

use std::collections::BTreeSet;

use tiny_skia::PathBuilder;

use crate::drawing::picture::Outline;
use crate::drawing::polygon::Point;
use crate::model::cell::{Cell, Side};

/// Returns the outline of all cells together: one loop around each connected part and one around
/// each hole. Cells that touch only at a corner are not connected. Takes O(n log n) for n cells.
///
/// The upper left corner of the cells' grid lies at `origin`, and `cell` is the length of a cell's
/// side. The outline lies inwards from the edges of the cells by `inset`, or outside the cells if
/// `inset` is negative.
pub(crate) fn outline(
    cells: &BTreeSet<Cell>,
    origin: Point,
    cell: f32,
    inset: f32,
    radius: f32,
) -> Outline {
    let mut path = PathBuilder::new();
    for corners in loops(cells) {
        let points = inset_points(&corners, origin, cell, inset);
        round(&points, radius, &mut path);
    }
    Outline::Path(path.finish())
}

/// Returns the loops, clockwise around the cells. A loop is a list of corners with the direction in
/// which the loop leaves each corner. A corner is given by the cell whose upper left corner it is.
fn loops(cells: &BTreeSet<Cell>) -> Vec<Vec<(Cell, Side)>> {
    // The edges of the outline: the corner where each begins, and its direction. Where two parts
    // touch only at a corner, two edges begin there.
    let mut edges: BTreeSet<(Cell, Side)> = BTreeSet::new();
    for &cell in cells {
        for side in Side::ALL {
            if cell.across(side).is_some_and(|next| cells.contains(&next)) {
                continue;
            }
            let Cell { row, column } = cell;
            let (row, column) = match side {
                Side::Top => (row, column),
                Side::Right => (row, column + 1),
                Side::Bottom => (row + 1, column + 1),
                Side::Left => (row + 1, column),
            };
            edges.insert((Cell { row, column }, side.clockwise()));
        }
    }
    let mut loops = Vec::new();
    while let Some(&(mut corner, mut heading)) = edges.first() {
        let mut corners: Vec<(Cell, Side)> = Vec::new();
        while edges.remove(&(corner, heading)) {
            if corners.last().is_none_or(|&(_, last)| last != heading) {
                corners.push((corner, heading));
            }
            corner = corner.across(heading).unwrap_or(corner);
            // At a corner, the loop turns right if it can. So it stays at the same cell, and parts
            // that touch at the corner stay separate.
            let right = heading.clockwise();
            let mut turns = [right, heading, right.opposite()].into_iter();
            heading = turns
                .find(|&turn| edges.contains(&(corner, turn)))
                .unwrap_or(heading);
        }
        // The first point of a loop is usually a corner at which the loop turns. Only the loop of a
        // hole may go straight on there; then the point is not needed.
        if corners.len() > 1 && corners.first().map(|c| c.1) == corners.last().map(|c| c.1) {
            corners.remove(0);
        }
        loops.push(corners);
    }
    loops
}

/// The corners of a loop, moved inwards.
fn inset_points(corners: &[(Cell, Side)], origin: Point, cell: f32, inset: f32) -> Vec<Point> {
    // Seen in the direction of the loop, the covered cells lie to the right.
    let inwards = |heading: Side| {
        let (rows, columns) = heading.clockwise().step();
        (columns as f32, rows as f32)
    };
    let n = corners.len();
    let place = |i: usize| {
        let (corner, leaving) = corners[i];
        let (_, arriving) = corners[(i + n - 1) % n];
        let (a, b) = (inwards(arriving), inwards(leaving));
        (
            origin.0 + corner.column as f32 * cell + (a.0 + b.0) * inset,
            origin.1 + corner.row as f32 * cell + (a.1 + b.1) * inset,
        )
    };
    (0..n).map(place).collect()
}

/// Appends a loop with rounded corners to the path.
fn round(points: &[Point], radius: f32, path: &mut PathBuilder) {
    let n = points.len();
    for i in 0..n {
        let (previous, point, next) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        let before = towards(point, previous, radius);
        let after = towards(point, next, radius);
        if i == 0 {
            path.move_to(before.0, before.1);
        } else {
            path.line_to(before.0, before.1);
        }
        path.quad_to(point.0, point.1, after.0, after.1);
    }
    path.close();
}

/// The point at a given distance from `from` towards `to`, but at most half-way.
fn towards(from: Point, to: Point, distance: f32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(f32::EPSILON);
    let part = (distance / length).min(0.5);
    (from.0 + dx * part, from.1 + dy * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners(rows: &[&str]) -> Vec<usize> {
        let mut cells = BTreeSet::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, c) in line.chars().enumerate() {
                if c == 'x' {
                    cells.insert(Cell::new(row, column));
                }
            }
        }
        let mut lengths: Vec<usize> = loops(&cells).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    }

    #[test]
    fn a_part_has_a_loop_and_so_has_a_hole() {
        assert_eq!(corners(&["x"]), [4]);
        assert_eq!(corners(&["xxx"]), [4]);
        assert_eq!(corners(&["xx", "x."]), [6]);
        assert_eq!(corners(&["xxx", "x.x", "xxx"]), [4, 4]);
        assert_eq!(corners(&["x.x"]), [4, 4]);
    }

    #[test]
    fn parts_that_touch_at_a_corner_are_apart() {
        assert_eq!(corners(&["x.", ".x"]), [4, 4]);
        assert_eq!(corners(&[".x", "x."]), [4, 4]);
        assert_eq!(corners(&["xxx", "x.x", ".x."]), [4, 8]);
    }

    #[test]
    fn holes_that_touch_the_outside_at_a_corner_are_closed() {
        assert_eq!(corners(&["xxx", "x.x", "xx."]).iter().sum::<usize>(), 10);
    }

    #[test]
    fn an_outline_lies_within_its_cells_by_the_inset() {
        let cells = BTreeSet::from([Cell::new(0, 0), Cell::new(0, 1)]);
        let Outline::Path(Some(path)) = outline(&cells, (0.0, 0.0), 10.0, 1.0, 2.0) else {
            panic!("an outline is a path");
        };
        let bounds = path.bounds();
        assert_eq!((bounds.left(), bounds.right()), (1.0, 19.0));
        assert_eq!((bounds.top(), bounds.bottom()), (1.0, 9.0));
    }
}
