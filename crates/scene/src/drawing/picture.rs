//! A picture as a list of simple items, from which SVG and pixels are made.

use std::ops::Range;

use tiny_skia::{Path, PathBuilder, Transform};

use crate::Colour;
use crate::drawing::font;
use crate::drawing::polygon::{Point, push_polygon};
use crate::error::PictureError;
use crate::limits::MAX_PIXELS;
use crate::looks::style::in_range;
use crate::model::cell::Cell;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
}

impl Rect {
    pub(crate) fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    pub(crate) fn centre(self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The rectangle reduced by `d` on each side.
    pub(crate) fn inset(self, d: f32) -> Self {
        Self {
            x: self.x + d,
            y: self.y + d,
            width: (self.width - 2.0 * d).max(0.0),
            height: (self.height - 2.0 * d).max(0.0),
        }
    }
}

/// How the outline of an item is painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Paint {
    Fill(Colour),
    /// A line with this width and with round ends and corners.
    Stroke(Colour, f32),
}

impl Paint {
    pub(crate) fn colour(self) -> Colour {
        match self {
            Self::Fill(colour) | Self::Stroke(colour, _) => colour,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Outline {
    /// A rectangle with rounded corners.
    Rect(Rect, f32),
    Circle(Point, f32),
    /// A path of lines and curves; `None` if it is empty.
    Path(Option<Path>),
}

/// Which point of a text determines its horizontal position: the start, the middle or the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Lettering {
    pub(crate) content: String,
    /// A point on the base line.
    pub(crate) at: Point,
    pub(crate) size: f32,
    pub(crate) anchor: Anchor,
    pub(crate) colour: Colour,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Item {
    Shape(Outline, Paint),
    Text(Lettering),
}

impl Item {
    pub(crate) fn shift(&mut self, (dx, dy): Point) {
        let shifted = |point: &mut Point| *point = (point.0 + dx, point.1 + dy);
        match self {
            Self::Text(text) => shifted(&mut text.at),
            Self::Shape(Outline::Rect(rect, _), _) => {
                rect.x += dx;
                rect.y += dy;
            }
            Self::Shape(Outline::Circle(centre, _), _) => shifted(centre),
            Self::Shape(Outline::Path(path), _) => {
                let shift = Transform::from_translate(dx, dy);
                *path = path.take().and_then(|path| path.transform(shift));
            }
        }
    }
}

/// A drawn picture, independent of any file format. The functions [`crate::draw`], [`crate::strip`]
/// and [`crate::Histogram::draw`] make pictures; [`crate::output::svg`] and [`crate::output::png`] write them.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) page: Colour,
    /// What the picture shows, for people who cannot see it.
    pub(crate) title: String,
    pub(crate) items: Vec<Item>,
    /// The rectangles of the cells, for pages on which users can select cells. A strip has none.
    pub(crate) cells: Vec<(Cell, Rect)>,
    /// For each thing that can move, its first cell and the range of its items, in the order of the
    /// items.
    pub(crate) things: Vec<(Cell, Range<usize>)>,
}

impl Picture {
    /// Checks that the picture, drawn at a scale, is neither empty nor too large. Returns its width
    /// and height in pixels.
    pub(crate) fn pixels(&self, scale: f32) -> Result<(u32, u32), PictureError> {
        let scale = in_range("the scale", scale, 0.1, 16.0)?;
        let (width, height) = ((self.width * scale).ceil(), (self.height * scale).ceil());
        let found = f64::from(width) * f64::from(height);
        PictureError::check("pixels", found as u64, MAX_PIXELS)?;
        Ok((width as u32, height as u32))
    }

    /// The width and height in the units of SVG (pixels at scale 1).
    pub fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }
}

/// Collects the items of a picture.
#[derive(Debug, Default)]
pub(crate) struct Canvas {
    pub(crate) items: Vec<Item>,
}

impl Canvas {
    pub(crate) fn fill(&mut self, outline: Outline, colour: Colour) {
        self.items.push(Item::Shape(outline, Paint::Fill(colour)));
    }

    pub(crate) fn stroke(&mut self, outline: Outline, colour: Colour, width: f32) {
        let paint = Paint::Stroke(colour, width);
        self.items.push(Item::Shape(outline, paint));
    }

    pub(crate) fn rect(&mut self, rect: Rect, radius: f32, colour: Colour) {
        self.fill(Outline::Rect(rect, radius), colour);
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f32, colour: Colour) {
        self.fill(Outline::Circle(centre, radius), colour);
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, colour: Colour, width: f32) {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
        self.stroke(Outline::Path(path.finish()), colour, width);
    }

    pub(crate) fn text(
        &mut self,
        content: &str,
        at: Point,
        size: f32,
        anchor: Anchor,
        colour: Colour,
    ) {
        if !content.trim().is_empty() {
            self.items.push(Item::Text(Lettering {
                content: content.to_owned(),
                at,
                size,
                anchor,
                colour,
            }));
        }
    }

    /// Draws a text in the middle of a rectangle, and makes it smaller until it fits. A single
    /// symbol that is not a letter is drawn larger, because it stands alone and need not match the
    /// size of letters.
    pub(crate) fn text_in(&mut self, content: &str, rect: Rect, size: f32, colour: Colour) {
        let mut characters = content.chars();
        let symbol = match (characters.next(), characters.next()) {
            (Some(c), None) => font::symbol_middle(c),
            _ => None,
        };
        let (size, middle) = match symbol {
            Some(middle) => (1.3 * size, middle),
            None => (size, font::CAPITAL / 2.0),
        };
        let width = font::width(content, size).max(f32::EPSILON);
        let size = size * (rect.width / width).min(1.0);
        let (x, y) = rect.centre();
        let base = y + middle * size;
        self.text(content, (x, base), size, Anchor::Middle, colour);
    }
}

pub(crate) fn polygon(points: &[Point]) -> Outline {
    let mut path = PathBuilder::new();
    push_polygon(&mut path, points);
    Outline::Path(path.finish())
}
