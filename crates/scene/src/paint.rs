//! Paints pictures as pixels.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Paint as Ink, Path, PathBuilder, Pixmap, Stroke, Transform,
};

use crate::Colour;
use crate::error::PictureError;
use crate::font::{self, Pen};
use crate::picture::{Anchor, Item, Outline, Paint, Picture, Point, Segment};

/// Control points of a cubic curve that is nearly a quarter of a circle lie this part of the radius
/// from its ends.
const QUARTER: f32 = 0.552_285;

/// The pixels of a picture at a scale.
pub(crate) fn pixels(picture: &Picture, scale: f32) -> Result<Pixmap, PictureError> {
    let (width, height) = picture.pixels(scale)?;
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Empty)?;
    pixmap.fill(tiny_skia::Color::from_rgba8(
        picture.page.r,
        picture.page.g,
        picture.page.b,
        255,
    ));
    let transform = Transform::from_scale(scale, scale);
    for item in &picture.items {
        match item {
            Item::Shape(outline, Paint::Fill(colour)) => {
                if let Some(path) = path(outline) {
                    fill(&mut pixmap, &path, *colour, transform);
                }
            }
            Item::Shape(outline, Paint::Stroke(colour, width)) => {
                if let Some(path) = path(outline) {
                    let stroke = Stroke {
                        width: *width,
                        line_cap: LineCap::Round,
                        line_join: LineJoin::Round,
                        ..Stroke::default()
                    };
                    pixmap.stroke_path(&path, &ink(*colour), &stroke, transform, None);
                }
            }
            Item::Text(text) => {
                let width = font::width(&text.content, text.size);
                let x = match text.anchor {
                    Anchor::Start => text.at.0,
                    Anchor::Middle => text.at.0 - width / 2.0,
                    Anchor::End => text.at.0 - width,
                };
                let mut pen = Builder(PathBuilder::new());
                font::outline(&text.content, (x, text.at.1), text.size, &mut pen);
                if let Some(path) = pen.0.finish() {
                    fill(&mut pixmap, &path, text.colour, transform);
                }
            }
        }
    }
    Ok(pixmap)
}

fn ink(colour: Colour) -> Ink<'static> {
    let mut ink = Ink::default();
    ink.set_color_rgba8(colour.r, colour.g, colour.b, colour.a);
    ink.anti_alias = true;
    ink
}

fn fill(pixmap: &mut Pixmap, path: &Path, colour: Colour, transform: Transform) {
    pixmap.fill_path(path, &ink(colour), FillRule::Winding, transform, None);
}

fn path(outline: &Outline) -> Option<Path> {
    let mut to = PathBuilder::new();
    match outline {
        Outline::Circle((x, y), radius) => to.push_circle(*x, *y, *radius),
        Outline::Rect(rect, radius) => {
            let (left, top) = (rect.x, rect.y);
            let (right, bottom) = (left + rect.width, top + rect.height);
            let r = radius.min(rect.width / 2.0).min(rect.height / 2.0).max(0.0);
            let c = r * (1.0 - QUARTER);
            to.move_to(left + r, top);
            to.line_to(right - r, top);
            to.cubic_to(right - c, top, right, top + c, right, top + r);
            to.line_to(right, bottom - r);
            to.cubic_to(right, bottom - c, right - c, bottom, right - r, bottom);
            to.line_to(left + r, bottom);
            to.cubic_to(left + c, bottom, left, bottom - c, left, bottom - r);
            to.line_to(left, top + r);
            to.cubic_to(left, top + c, left + c, top, left + r, top);
            to.close();
        }
        Outline::Path(segments) => {
            for segment in segments {
                match *segment {
                    Segment::Move((x, y)) => to.move_to(x, y),
                    Segment::Line((x, y)) => to.line_to(x, y),
                    Segment::Curve((cx, cy), (x, y)) => to.quad_to(cx, cy, x, y),
                    Segment::Close => to.close(),
                }
            }
        }
    }
    to.finish()
}

struct Builder(PathBuilder);

impl Pen for Builder {
    fn move_to(&mut self, (x, y): Point) {
        self.0.move_to(x, y);
    }
    fn line_to(&mut self, (x, y): Point) {
        self.0.line_to(x, y);
    }
    fn quad_to(&mut self, (cx, cy): Point, (x, y): Point) {
        self.0.quad_to(cx, cy, x, y);
    }
    fn cubic_to(&mut self, (ax, ay): Point, (bx, by): Point, (x, y): Point) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}
