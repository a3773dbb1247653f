//! Draws shapes in the rectangle of a cell.

use tiny_skia::PathBuilder;

use crate::Colour;
use crate::drawing::picture::{Canvas, Outline, Rect, polygon};
use crate::drawing::polygon::Point;
use crate::looks::theme::ThemeColours;
use crate::model::appearance::Appearance;
use crate::model::look::Shape;

/// The distance of a tile from the edge of its cell. This and the other constants of this file are
/// fractions of the length of the cell's side.
pub(crate) const INSET: f32 = 0.055;
/// The radius of a tile's corners.
pub(crate) const RADIUS: f32 = 0.16;
/// How far the face of a tile is raised above its base.
pub(crate) const RISE: f32 = 0.05;
/// The size of a letter on a tile.
pub(crate) const LETTER: f32 = 0.5;

/// The colour of a tile's base, which is darker than its face.
pub(crate) fn shade(colour: Colour) -> Colour {
    colour.mix(Colour::BLACK, 0.34)
}

/// The colour of the line around a thing on the floor. The line is darker or lighter than `colour`,
/// whichever can be distinguished from the floor.
pub(crate) fn rim(colour: Colour, floor: Colour) -> Colour {
    let dark = colour.mix(Colour::BLACK, 0.5);
    let light = colour.mix(Colour::WHITE, 0.45);
    if dark.contrast(floor) >= light.contrast(floor) {
        dark
    } else {
        light
    }
}

/// Draws the shape of a symbol, with its letters, in a rectangle.
pub(crate) fn symbol(canvas: &mut Canvas, seen: &Appearance, rect: Rect, theme: &ThemeColours) {
    let side = rect.width.min(rect.height);
    let (cx, cy) = rect.centre();
    // The following function maps a square of side 1 to the middle of the rectangle.
    let at = |x: f32, y: f32| (cx + (x - 0.5) * side, cy + (y - 0.5) * side);
    let rim = rim(seen.colour, theme.floor);
    let line = 0.035 * side;
    let mut ink = seen.colour.ink();
    let outlined = |canvas: &mut Canvas, outline: Outline| {
        canvas.fill(outline.clone(), seen.colour);
        canvas.stroke(outline, rim, line);
    };
    match seen.shape {
        Shape::Nothing => return,
        Shape::Gap => ink = theme.faint,
        Shape::Tile | Shape::Block => return tile(canvas, seen, rect),
        Shape::Wall => canvas.rect(rect, 0.0, seen.colour),
        Shape::Hole => {
            canvas.circle((cx, cy), 0.38 * side, seen.colour.mix(theme.floor, 0.45));
            canvas.circle(at(0.5, 0.53), 0.33 * side, seen.colour);
        }
        Shape::Person => {
            let (left, top) = at(0.2, 0.5);
            let (right, bottom) = at(0.8, 0.86);
            let mut body = PathBuilder::new();
            body.move_to(left, bottom);
            body.quad_to(left, top, cx, top);
            body.quad_to(right, top, right, bottom);
            body.close();
            let head = Outline::Circle(at(0.5, 0.29), 0.165 * side);
            for part in [Outline::Path(body.finish()), head] {
                canvas.stroke(part.clone(), theme.floor, 3.0 * line);
                canvas.fill(part, seen.colour);
            }
        }
        Shape::Crate => wooden_crate(canvas, seen.colour, rect),
        Shape::Target => {
            let ring = Outline::Circle((cx, cy), 0.29 * side);
            canvas.stroke(ring, seen.colour, 2.0 * line);
            canvas.circle((cx, cy), 0.12 * side, seen.colour);
        }
        Shape::Gem => {
            let girdle =
                [(0.14, 0.4), (0.36, 0.4), (0.64, 0.4), (0.86, 0.4)].map(|(x, y)| at(x, y));
            let (crown, tip) = ([at(0.3, 0.18), at(0.7, 0.18)], at(0.5, 0.86));
            outlined(
                canvas,
                polygon(&[girdle[0], crown[0], crown[1], girdle[3], tip]),
            );
            canvas.line(girdle[0], girdle[3], rim, line);
            canvas.line(girdle[1], tip, rim, line);
            canvas.line(girdle[2], tip, rim, line);
        }
        Shape::Star => {
            let point = |i: usize| {
                let radius = if i.is_multiple_of(2) { 0.42 } else { 0.19 };
                let (sin, cos) = (i as f32 * std::f32::consts::PI / 5.0).sin_cos();
                at(0.5 + radius * sin, 0.53 - radius * cos)
            };
            let points: Vec<Point> = (0..10).map(point).collect();
            outlined(canvas, polygon(&points));
        }
        Shape::Disc => {
            canvas.circle(at(0.5, 0.53), 0.38 * side, rim);
            canvas.circle(at(0.5, 0.49), 0.38 * side, seen.colour);
            canvas.stroke(Outline::Circle(at(0.5, 0.49), 0.38 * side), rim, line);
        }
        Shape::Ring => {
            ink = theme.text;
            let ring = Outline::Circle((cx, cy), 0.33 * side);
            canvas.stroke(ring.clone(), rim, 0.13 * side);
            canvas.stroke(ring, seen.colour, 0.13 * side - 2.0 * line);
        }
        Shape::Cross => {
            ink = theme.text;
            for (a, b) in [((0.26, 0.26), (0.74, 0.74)), ((0.74, 0.26), (0.26, 0.74))] {
                canvas.line(at(a.0, a.1), at(b.0, b.1), seen.colour, 0.13 * side);
            }
        }
        Shape::Flag => {
            canvas.line(at(0.3, 0.16), at(0.3, 0.86), theme.text, 0.06 * side);
            outlined(
                canvas,
                polygon(&[at(0.33, 0.17), at(0.82, 0.35), at(0.33, 0.53)]),
            );
        }
        Shape::ArrowUp | Shape::ArrowRight | Shape::ArrowDown | Shape::ArrowLeft => {
            let right = [
                (0.14, 0.38),
                (0.5, 0.38),
                (0.5, 0.18),
                (0.88, 0.5),
                (0.5, 0.82),
                (0.5, 0.62),
                (0.14, 0.62),
            ];
            let turned = right.map(|(x, y)| match seen.shape {
                Shape::ArrowUp => at(y, 1.0 - x),
                Shape::ArrowDown => at(y, x),
                Shape::ArrowLeft => at(1.0 - x, y),
                _ => at(x, y),
            });
            outlined(canvas, polygon(&turned));
        }
    }
    let letter = letter_place(seen.shape, rect, side);
    canvas.text_in(&seen.text, letter, letter.height * 0.72, ink);
}

/// The rectangle in which a letter fits on a shape.
fn letter_place(shape: Shape, rect: Rect, side: f32) -> Rect {
    let (cx, cy) = rect.centre();
    let (dy, size) = match shape {
        Shape::Person => (0.2, 0.36),
        Shape::Gem | Shape::Star => (0.03, 0.4),
        Shape::Flag => (-0.15, 0.26),
        Shape::Target => (0.0, 0.0),
        Shape::ArrowUp | Shape::ArrowDown | Shape::ArrowLeft | Shape::ArrowRight => (0.0, 0.36),
        Shape::Ring => (0.0, 0.45),
        _ => (0.0, 0.6),
    };
    let size = size * side;
    Rect::new(cx - size / 2.0, cy + dy * side - size / 2.0, size, size)
}

/// Draws a rounded square or rectangle with letters.
fn tile(canvas: &mut Canvas, seen: &Appearance, rect: Rect) {
    let side = rect.width.min(rect.height);
    let foot = rect.inset(INSET * side);
    let face = Rect {
        y: foot.y - RISE * side,
        ..foot
    };
    let radius = RADIUS * side;
    canvas.rect(foot, radius, shade(seen.colour));
    canvas.rect(face, radius, seen.colour);
    if seen.lined {
        let line = Outline::Rect(face.inset(0.07 * side), radius - 0.06 * side);
        let colour = seen.colour.mix(seen.colour.ink(), 0.55);
        canvas.stroke(line, colour, 0.03 * side);
    }
    canvas.text_in(
        &seen.text,
        face.inset(0.09 * side),
        LETTER * side,
        seen.colour.ink(),
    );
}

fn wooden_crate(canvas: &mut Canvas, colour: Colour, rect: Rect) {
    let side = rect.width.min(rect.height);
    let (cx, cy) = rect.centre();
    let outer = Rect::new(cx - side / 2.0, cy - side / 2.0, side, side).inset(0.09 * side);
    let dark = shade(colour);
    let light = colour.mix(Colour::WHITE, 0.22);
    canvas.rect(outer, 0.07 * side, dark);
    let frame = outer.inset(0.03 * side);
    canvas.rect(frame, 0.05 * side, colour);
    let inner = frame.inset(0.13 * side);
    canvas.rect(inner, 0.0, dark);
    let planks = inner.inset(0.02 * side);
    for i in 0..3 {
        let height = planks.height / 3.0;
        let y = planks.y + i as f32 * height;
        canvas.rect(
            Rect::new(planks.x, y, planks.width, height - 0.02 * side),
            0.0,
            light,
        );
    }
    let (left, right) = (inner.x + 0.03 * side, inner.x + inner.width - 0.03 * side);
    let (top, bottom) = (inner.y + 0.03 * side, inner.y + inner.height - 0.03 * side);
    canvas.line((left, bottom), (right, top), dark, 0.15 * side);
    canvas.line((left, bottom), (right, top), colour, 0.11 * side);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::looks::theme::{PALETTE, Theme};

    #[test]
    fn rims_can_be_told_from_the_floor() {
        for theme in [Theme::Light, Theme::Dark] {
            let floor = theme.colours().floor;
            for colour in PALETTE {
                let contrast = rim(colour, floor).contrast(floor);
                assert!(contrast >= 3.0, "{colour} on {floor}: {contrast}");
            }
        }
    }
}
