//! Paints pictures as pixels.

use std::collections::HashMap;
use std::rc::Rc;

use tiny_skia::{FillRule, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

use crate::Colour;
use crate::drawing::font;
use crate::drawing::picture::{Anchor, Item, Lettering, Outline, Paint, Picture};
use crate::error::PictureError;

/// The distance of a cubic curve's control points from its ends, as a fraction of the radius. With
/// this distance, the curve approximates a quarter of a circle.
const QUARTER: f32 = 0.552_285;

/// A shape is cached only if it covers at most this many pixels, because larger shapes hardly ever
/// repeat.
const MOST_REMEMBERED: usize = 1 << 14;
/// At most this many shapes are cached.
const MOST_SHAPES: usize = 4_096;
/// On each axis, this many offsets of a shape within a pixel are distinguished.
const STEPS: f32 = 32.0;

/// The pixels of a picture, row by row.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Pixels {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colours: Vec<Colour>,
}

/// The fraction of each pixel of a rectangle that a shape covers.
#[derive(Debug)]
struct Coverage {
    /// The upper left corner of the rectangle (`left`, `top`), relative to the pixel of the shape's
    /// first point.
    left: i32,
    top: i32,
    width: usize,
    of_pixel: Vec<u8>,
}

/// Paints pictures at a scale. Shapes that are equal and lie at the same offset within a pixel are
/// rasterised only once and kept in a cache. This saves time, because tiles, letters and icons
/// repeat on a board and from scene to scene.
#[derive(Debug)]
pub(crate) struct Painter {
    scale: f32,
    known: HashMap<Vec<i32>, Rc<Coverage>>,
}

impl Painter {
    pub(crate) fn new(scale: f32) -> Self {
        Self {
            scale,
            known: HashMap::new(),
        }
    }

    pub(crate) fn paint(&mut self, picture: &Picture) -> Result<Pixels, PictureError> {
        let (width, height) = picture.pixels(self.scale)?;
        let (width, height) = (width as usize, height as usize);
        let mut pixels = Pixels {
            width,
            height,
            colours: vec![picture.page; width * height],
        };
        for item in &picture.items {
            let (path, colour, stroke) = match item {
                Item::Shape(outline, Paint::Fill(colour)) => (path(outline), *colour, None),
                Item::Shape(outline, Paint::Stroke(colour, width)) => {
                    (path(outline), *colour, Some(width * self.scale))
                }
                Item::Text(text) => (letters(text), text.colour, None),
            };
            let scaled = Transform::from_scale(self.scale, self.scale);
            if let Some(path) = path.and_then(|path| path.transform(scaled)) {
                self.put(&mut pixels, &path, stroke, colour);
            }
        }
        Ok(pixels)
    }

    fn put(&mut self, pixels: &mut Pixels, path: &Path, stroke: Option<f32>, colour: Colour) {
        let Some(&first) = path.points().first() else {
            return;
        };
        let (x, y) = (first.x.floor(), first.y.floor());
        let key = key(path, stroke, x, y);
        let coverage = match self.known.get(&key) {
            Some(coverage) => Rc::clone(coverage),
            None => {
                let Some(coverage) = rasterise(path, stroke, x, y) else {
                    return;
                };
                let coverage = Rc::new(coverage);
                if coverage.of_pixel.len() <= MOST_REMEMBERED && self.known.len() < MOST_SHAPES {
                    self.known.insert(key, Rc::clone(&coverage));
                }
                coverage
            }
        };
        blend(pixels, &coverage, (x as i32, y as i32), colour);
    }
}

/// The key under which a path's coverage is cached: its curves and points, relative to the pixel of
/// the first point.
fn key(path: &Path, stroke: Option<f32>, x: f32, y: f32) -> Vec<i32> {
    let mut key = vec![stroke.map_or(-1, |width| (width * STEPS) as i32)];
    key.extend(path.verbs().iter().map(|&verb| verb as i32));
    for point in path.points() {
        key.push(((point.x - x) * STEPS).round() as i32);
        key.push(((point.y - y) * STEPS).round() as i32);
    }
    key
}

fn rasterise(path: &Path, stroke: Option<f32>, x: f32, y: f32) -> Option<Coverage> {
    let stroked = stroke.and_then(|width| {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        path.stroke(&stroke, 1.0)
    });
    let path = stroked.as_ref().unwrap_or(path);
    let bounds = path.bounds();
    let (left, top) = (bounds.left().floor() - 1.0, bounds.top().floor() - 1.0);
    let side = |from: f32, to: f32| (to.ceil() + 1.0 - from).clamp(1.0, 40_000.0) as u32;
    let (width, height) = (side(left, bounds.right()), side(top, bounds.bottom()));
    let mut mask = Mask::new(width, height)?;
    let shift = Transform::from_translate(-left, -top);
    mask.fill_path(path, FillRule::Winding, true, shift);
    Some(Coverage {
        left: (left - x) as i32,
        top: (top - y) as i32,
        width: width as usize,
        of_pixel: mask.take(),
    })
}

/// Blends a colour into the covered pixels.
fn blend(pixels: &mut Pixels, coverage: &Coverage, at: (i32, i32), colour: Colour) {
    let (left, top) = (at.0 + coverage.left, at.1 + coverage.top);
    for (row, covered) in coverage.of_pixel.chunks(coverage.width).enumerate() {
        let Ok(y) = usize::try_from(top + row as i32) else {
            continue;
        };
        if y >= pixels.height {
            break;
        }
        // Clips the row to the picture.
        let skipped = usize::try_from(-left).unwrap_or(0).min(covered.len());
        let start = usize::try_from(left).unwrap_or(0).min(pixels.width);
        let (begin, end) = (y * pixels.width + start, (y + 1) * pixels.width);
        let line = &mut pixels.colours[begin..end];
        for (pixel, &part) in line.iter_mut().zip(&covered[skipped..]) {
            match part {
                0 => {}
                255 => *pixel = colour,
                _ => {
                    let mixed = |from: u8, to: u8| {
                        let part = u32::from(part);
                        ((u32::from(from) * (255 - part) + u32::from(to) * part + 127) / 255) as u8
                    };
                    pixel.r = mixed(pixel.r, colour.r);
                    pixel.g = mixed(pixel.g, colour.g);
                    pixel.b = mixed(pixel.b, colour.b);
                }
            }
        }
    }
}

fn letters(text: &Lettering) -> Option<Path> {
    let width = font::width(&text.content, text.size);
    let x = match text.anchor {
        Anchor::Start => text.at.0,
        Anchor::Middle => text.at.0 - width / 2.0,
        Anchor::End => text.at.0 - width,
    };
    let mut path = PathBuilder::new();
    font::outline(&text.content, (x, text.at.1), text.size, &mut path);
    path.finish()
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
        Outline::Path(path) => return path.clone(),
    }
    to.finish()
}
