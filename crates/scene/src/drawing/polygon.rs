//! Points, and the polygons between them.

use tiny_skia::PathBuilder;

/// A point: x increases to the right and y downwards.
pub(crate) type Point = (f32, f32);

/// Appends a polygon to a path.
pub(crate) fn push_polygon(path: &mut PathBuilder, points: &[Point]) {
    for (i, &(x, y)) in points.iter().enumerate() {
        if i == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    path.close();
}
