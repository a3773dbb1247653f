//! The embedded fonts: the widths and outlines of characters.
//!
//! Letters come from Inter; symbols such as arrows and chess pieces come from DejaVu Sans. A
//! character that neither font has is drawn as a box with its code point, so that no text
//! disappears.

use std::sync::OnceLock;

use tiny_skia::PathBuilder;
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use unicode_width::UnicodeWidthChar;

use crate::drawing::polygon::{Point, push_polygon};

static LETTERS: &[u8] = include_bytes!("../../assets/Inter-SemiBold.otf");
static SYMBOLS: &[u8] = include_bytes!("../../assets/DejaVuSans-symbols.ttf");

/// The height of capital letters at font size 1.
pub(crate) const CAPITAL: f32 = 0.727;
/// The width of the box that stands for a missing character, at font size 1.
const MISSING: f32 = 0.72;

fn faces() -> &'static [Face<'static>] {
    static FACES: OnceLock<Vec<Face<'static>>> = OnceLock::new();
    FACES.get_or_init(|| {
        [LETTERS, SYMBOLS]
            .into_iter()
            .filter_map(|bytes| Face::parse(bytes, 0).ok())
            .collect()
    })
}

fn glyph(c: char) -> Option<(&'static Face<'static>, GlyphId)> {
    faces()
        .iter()
        .find_map(|face| Some((face, face.glyph_index(c)?)))
}

fn advance(c: char) -> f32 {
    match glyph(c) {
        Some((face, glyph)) => {
            let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
            advance / f32::from(face.units_per_em())
        }
        None if c.width() == Some(0) => 0.0,
        None => MISSING,
    }
}

/// How far the middle of a symbol, such as an arrow, lies above the base line, at font size 1.
/// `None` if the character comes from the font for letters or from no font.
pub(crate) fn symbol_middle(c: char) -> Option<f32> {
    let [letters, symbols, ..] = faces() else {
        return None;
    };
    if letters.glyph_index(c).is_some() {
        return None;
    }
    let bounds = symbols.glyph_bounding_box(symbols.glyph_index(c)?)?;
    let middle = (f32::from(bounds.y_min) + f32::from(bounds.y_max)) / 2.0;
    Some(middle / f32::from(symbols.units_per_em()))
}

/// The width of a text at the font size `size`.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    text.chars().map(advance).sum::<f32>() * size
}

/// Appends the outline of a character, whose y coordinates increase upwards, to a path.
struct PlacedGlyph<'a> {
    path: &'a mut PathBuilder,
    at: Point,
    scale: f32,
}

impl PlacedGlyph<'_> {
    fn x(&self, x: f32) -> f32 {
        self.at.0 + x * self.scale
    }

    fn y(&self, y: f32) -> f32 {
        self.at.1 - y * self.scale
    }
}

impl OutlineBuilder for PlacedGlyph<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x(x), self.y(y));
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x(x), self.y(y));
    }
    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x1, y1) = (self.x(x1), self.y(y1));
        self.path.quad_to(x1, y1, self.x(x), self.y(y));
    }
    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (x1, y1, x2, y2) = (self.x(x1), self.y(y1), self.x(x2), self.y(y2));
        self.path.cubic_to(x1, y1, x2, y2, self.x(x), self.y(y));
    }
    fn close(&mut self) {
        self.path.close();
    }
}

/// Appends the outline of a text whose base line begins at the given point.
pub(crate) fn outline(text: &str, (mut x, y): Point, size: f32, path: &mut PathBuilder) {
    for c in text.chars() {
        match glyph(c) {
            Some((face, glyph)) => {
                let scale = size / f32::from(face.units_per_em());
                let at = (x, y);
                let mut placed = PlacedGlyph { path, at, scale };
                face.outline_glyph(glyph, &mut placed);
            }
            None if c.width() == Some(0) => {}
            None => missing(c, (x, y), size, path),
        }
        x += advance(c) * size;
    }
}

/// Draws a box with the hexadecimal code point of a character, in two lines.
fn missing(c: char, (x, y): Point, size: f32, path: &mut PathBuilder) {
    let mut frame = |x: f32, y: f32, width: f32, height: f32, clockwise: bool| {
        let mut corners = [
            (x, y),
            (x + width, y),
            (x + width, y + height),
            (x, y + height),
        ];
        if !clockwise {
            corners.reverse();
        }
        push_polygon(path, &corners);
    };
    let line = 0.05 * size;
    let (left, top) = (x + 0.03 * size, y - 0.80 * size);
    let (width, height) = ((MISSING - 0.06) * size, 0.88 * size);
    frame(left, top, width, height, true);
    let (inner, below) = (width - 2.0 * line, height - 2.0 * line);
    frame(left + line, top + line, inner, below, false);
    let number = format!("{:04X}", u32::from(c));
    let (upper, lower) = number.split_at(number.len() / 2);
    for (digits, base) in [(upper, y - 0.44 * size), (lower, y - 0.04 * size)] {
        let digits_size = 0.40 * size * (2.0 / digits.len() as f32).min(1.0);
        let middle = left + width / 2.0 - self::width(digits, digits_size) / 2.0;
        outline(digits, (middle, base), digits_size, path);
    }
}

/// Breaks a text into lines that are at most `most` wide, at spaces if possible.
pub(crate) fn wrap(text: &str, size: f32, most: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0.0;
    for word in text.split_inclusive(' ') {
        let length = width(word.trim_end(), size);
        if used > 0.0 && used + length > most {
            lines.push(String::new());
            used = 0.0;
        }
        for c in word.chars() {
            let step = advance(c) * size;
            if used > 0.0 && used + step > most && c != ' ' {
                lines.push(String::new());
                used = 0.0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
            used += step;
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// Fits a text into a width. First reduces the font size to no less than two thirds, and then
/// shortens the text.
pub(crate) fn fit(text: &str, size: f32, most: f32) -> (String, f32) {
    let needed = width(text, size);
    if needed <= most {
        return (text.to_owned(), size);
    }
    let smaller = size * (most / needed).max(2.0 / 3.0);
    if width(text, smaller) <= most * 1.001 {
        return (text.to_owned(), smaller);
    }
    let mut kept = String::new();
    let mut used = advance('…') * smaller;
    for c in text.chars() {
        used += advance(c) * smaller;
        if used > most {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    (kept, smaller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_are_read() {
        assert_eq!(faces().len(), 2);
    }

    #[test]
    fn every_character_that_has_a_width_is_drawn() {
        for c in "Aä7€Жλ♞→漢🧩\u{10ffff}".chars() {
            let mut path = PathBuilder::new();
            outline(&c.to_string(), (0.0, 0.0), 10.0, &mut path);
            assert!(path.finish().is_some(), "{c:?} has no outline");
            assert!(width(&c.to_string(), 10.0) > 1.0, "{c:?} has no width");
        }
    }

    #[test]
    fn long_texts_are_wrapped_or_cut() {
        let lines = wrap("one two three fourfourfourfour", 10.0, 60.0);
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| width(line, 10.0) <= 60.0));
        assert_eq!(
            lines.concat().replace(' ', ""),
            "onetwothreefourfourfourfour"
        );
        let (text, size) = fit("a long caption of a move", 12.0, 60.0);
        assert!(text.ends_with('…') && width(&text, size) <= 60.0);
        assert_eq!(fit("up", 12.0, 60.0), ("up".to_owned(), 12.0));
    }
}
