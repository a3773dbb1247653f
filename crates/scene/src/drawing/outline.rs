//! The rounded outline of a set of cells.

use std::collections::{BTreeMap, HashSet};

use crate::drawing::font::Point;
use crate::drawing::picture::{Outline, OutlineSegment};
use crate::model::cell::{Cell, Side};

/// A corner of the grid, given by the row and the column of the cell whose upper left corner it is.
type Corner = (u32, u32);

/// The measures of an outline, in units of the picture.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shaping {
    /// The length of a cell's side.
    pub(crate) cell: f32,
    /// The distance from the edges of the cells inwards to the outline. A negative number places
    /// the outline outside the cells.
    pub(crate) inset: f32,
    pub(crate) radius: f32,
}

/// Returns the outline of all cells together: one loop around each connected part and one around
/// each hole. Cells that touch only at a corner are not connected. Takes O(n log n) for n cells.
pub(crate) fn outline(cells: &HashSet<Cell>, origin: Point, shaping: Shaping) -> Outline {
    let mut path = Vec::new();
    for corners in loops(cells) {
        round(&corners, origin, shaping, &mut path);
    }
    Outline::Path(path)
}

/// Returns the loops, clockwise around the cells. A loop is a list of corners with the direction in
/// which the loop leaves each corner.
fn loops(cells: &HashSet<Cell>) -> Vec<Vec<(Corner, Side)>> {
    // For each corner on the outline, the directions of the edges that leave it: one or, where two
    // parts touch only at this corner, two.
    let mut edges: BTreeMap<Corner, Vec<Side>> = BTreeMap::new();
    for &cell in cells {
        for side in Side::ALL {
            if cell.across(side).is_some_and(|next| cells.contains(&next)) {
                continue;
            }
            let Cell { row, column } = cell;
            let (corner, heading) = match side {
                Side::Top => ((row, column), Side::Right),
                Side::Right => ((row, column + 1), Side::Bottom),
                Side::Bottom => ((row + 1, column + 1), Side::Left),
                Side::Left => ((row + 1, column), Side::Top),
            };
            edges.entry(corner).or_default().push(heading);
        }
    }
    let mut loops = Vec::new();
    while let Some((&start, headings)) = edges.first_key_value() {
        let Some(&first) = headings.first() else {
            break;
        };
        let (mut corner, mut heading) = (start, first);
        let mut corners: Vec<(Corner, Side)> = Vec::new();
        while take(&mut edges, corner, heading) {
            if corners.last().is_none_or(|&(_, last)| last != heading) {
                corners.push((corner, heading));
            }
            corner = step(corner, heading);
            // At a corner, the loop turns right if it can. So it stays at the same cell, and parts
            // that touch at the corner stay separate.
            let turns = [clockwise(heading), heading, clockwise(heading).opposite()];
            let leaving = edges.get(&corner);
            match turns
                .into_iter()
                .find(|turn| leaving.is_some_and(|all| all.contains(turn)))
            {
                Some(next) => heading = next,
                None => break,
            }
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

fn take(edges: &mut BTreeMap<Corner, Vec<Side>>, corner: Corner, heading: Side) -> bool {
    let Some(headings) = edges.get_mut(&corner) else {
        return false;
    };
    let before = headings.len();
    headings.retain(|&found| found != heading);
    let taken = headings.len() < before;
    if headings.is_empty() {
        edges.remove(&corner);
    }
    taken
}

fn clockwise(heading: Side) -> Side {
    match heading {
        Side::Top => Side::Right,
        Side::Right => Side::Bottom,
        Side::Bottom => Side::Left,
        Side::Left => Side::Top,
    }
}

fn step((row, column): Corner, heading: Side) -> Corner {
    match heading {
        Side::Top => (row - 1, column),
        Side::Right => (row, column + 1),
        Side::Bottom => (row + 1, column),
        Side::Left => (row, column - 1),
    }
}

fn direction(heading: Side) -> Point {
    match heading {
        Side::Top => (0.0, -1.0),
        Side::Right => (1.0, 0.0),
        Side::Bottom => (0.0, 1.0),
        Side::Left => (-1.0, 0.0),
    }
}

/// Appends a loop with rounded corners to the path.
fn round(
    corners: &[(Corner, Side)],
    origin: Point,
    shaping: Shaping,
    path: &mut Vec<OutlineSegment>,
) {
    let n = corners.len();
    let mut points = Vec::with_capacity(n);
    for i in 0..n {
        let ((row, column), leaving) = corners[i];
        let (_, arriving) = corners[(i + n - 1) % n];
        // Seen in the direction of the loop, the covered cells lie to the right of both edges that
        // meet at this corner, so the outline is moved to the right.
        let (a, b) = (
            direction(clockwise(arriving)),
            direction(clockwise(leaving)),
        );
        points.push((
            origin.0 + column as f32 * shaping.cell + (a.0 + b.0) * shaping.inset,
            origin.1 + row as f32 * shaping.cell + (a.1 + b.1) * shaping.inset,
        ));
    }
    for i in 0..n {
        let (previous, point, next) = (points[(i + n - 1) % n], points[i], points[(i + 1) % n]);
        let before = towards(point, previous, shaping.radius);
        let after = towards(point, next, shaping.radius);
        path.push(if i == 0 {
            OutlineSegment::Move(before)
        } else {
            OutlineSegment::Line(before)
        });
        path.push(OutlineSegment::Curve(point, after));
    }
    path.push(OutlineSegment::Close);
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
        let mut cells = HashSet::new();
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
        let cells = HashSet::from([Cell::new(0, 0), Cell::new(0, 1)]);
        let shaping = Shaping {
            cell: 10.0,
            inset: 1.0,
            radius: 2.0,
        };
        let Outline::Path(path) = outline(&cells, (0.0, 0.0), shaping) else {
            panic!("an outline is a path");
        };
        let mut points = Vec::new();
        for segment in path {
            match segment {
                OutlineSegment::Move(p) | OutlineSegment::Line(p) => points.push(p),
                OutlineSegment::Curve(c, p) => points.extend([c, p]),
                OutlineSegment::Close => {}
            }
        }
        let range = |of: fn(&Point) -> f32| {
            let values = || points.iter().map(of);
            (
                values().fold(f32::MAX, f32::min),
                values().fold(f32::MIN, f32::max),
            )
        };
        assert_eq!(range(|p| p.0), (1.0, 19.0));
        assert_eq!(range(|p| p.1), (1.0, 9.0));
    }
}
