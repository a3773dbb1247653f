//! Writes pictures as SVG.
//!
//! The SVG consists of plain shapes with attributes, without styles or scripts, so that any content
//! security policy permits it. Letters remain text; viewers without the font Inter use another
//! font.

use std::fmt::{self, Write as _};

use crate::drawing::picture::{
    Anchor, Item, Lettering, Outline, OutlineSegment, Paint, Picture, Rect,
};

/// The font family of all text, with the embedded font first.
pub(crate) const FONTS: &str =
    "Inter, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// Renders a picture as an SVG document. Takes O(items of the picture).
pub fn render(picture: &Picture) -> String {
    let mut to = open(picture);
    items(&mut to, &picture.items);
    to.push_str("</svg>\n");
    to
}

/// Does the same as [`render`], with additions for pages on which users select cells and things
/// slide. An invisible rectangle `<rect class="cell" data-cell="ROW,COLUMN" …/>` lies over each
/// cell. Each thing that can move is a group `<g class="thing" data-cell="ROW,COLUMN">`; the
/// attribute `data-cell` gives the first cell of the thing.
pub fn render_with_cells(picture: &Picture) -> String {
    let mut to = open(picture);
    let mut written = 0;
    for (cell, thing) in &picture.things {
        items(&mut to, &picture.items[written..thing.start]);
        let (row, column) = (cell.row, cell.column);
        let _ = writeln!(to, "<g class=\"thing\" data-cell=\"{row},{column}\">");
        items(&mut to, &picture.items[thing.clone()]);
        to.push_str("</g>\n");
        written = thing.end;
    }
    items(&mut to, &picture.items[written..]);
    to.push_str("<g fill=\"none\" pointer-events=\"all\">\n");
    for &(cell, rect) in &picture.cells {
        let (row, column) = (cell.row, cell.column);
        let _ = write!(to, "<rect class=\"cell\" data-cell=\"{row},{column}\"");
        let _ = writeln!(to, "{}/>", PlaceAttributes(rect));
    }
    to.push_str("</g>\n</svg>\n");
    to
}

/// Writes the opening tag, the title and the background.
pub(crate) fn open(picture: &Picture) -> String {
    let (width, height) = (SvgNumber(picture.width), SvgNumber(picture.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\" \
         font-weight=\"600\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        Escaped(&picture.title),
        picture.page
    )
}

/// Writes items. Consecutive items with the same paint share a group.
pub(crate) fn items(to: &mut String, items: &[Item]) {
    let alike = |a: &Item, b: &Item| match (a, b) {
        (Item::Shape(_, a), Item::Shape(_, b)) => a == b,
        _ => false,
    };
    for group in items.chunk_by(alike) {
        match group {
            [Item::Text(text)] => write_text(to, text),
            [Item::Shape(outline, paint)] => write_shape(to, outline, Some(*paint)),
            [Item::Shape(_, paint), ..] => {
                let _ = writeln!(to, "<g{}>", Painted(*paint));
                for item in group {
                    if let Item::Shape(outline, _) = item {
                        write_shape(to, outline, None);
                    }
                }
                to.push_str("</g>\n");
            }
            _ => {}
        }
    }
}

fn write_text(to: &mut String, text: &Lettering) {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let _ = writeln!(
        to,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{anchor} fill=\"{}\">{}</text>",
        SvgNumber(text.at.0),
        SvgNumber(text.at.1),
        SvgNumber(text.size),
        text.colour,
        Escaped(&text.content)
    );
}

fn write_shape(to: &mut String, outline: &Outline, paint: Option<Paint>) {
    match outline {
        Outline::Rect(rect, radius) => {
            let _ = write!(to, "<rect{}", PlaceAttributes(*rect));
            let radius = radius.min(rect.width / 2.0).min(rect.height / 2.0);
            if radius > 0.0 {
                let _ = write!(to, " rx=\"{}\"", SvgNumber(radius));
            }
        }
        Outline::Circle((x, y), radius) => {
            let (x, y, radius) = (SvgNumber(*x), SvgNumber(*y), SvgNumber(*radius));
            let _ = write!(to, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        }
        Outline::Path(path) => {
            to.push_str("<path d=\"");
            for segment in path {
                let point = |p: &(f32, f32)| format!("{} {}", SvgNumber(p.0), SvgNumber(p.1));
                let _ = match segment {
                    OutlineSegment::Move(p) => write!(to, "M{}", point(p)),
                    OutlineSegment::Line(p) => write!(to, "L{}", point(p)),
                    OutlineSegment::Curve(c, p) => write!(to, "Q{} {}", point(c), point(p)),
                    OutlineSegment::Close => write!(to, "Z"),
                };
            }
            to.push('"');
        }
    }
    if let Some(paint) = paint {
        let _ = write!(to, "{}", Painted(paint));
    }
    to.push_str("/>\n");
}

struct PlaceAttributes(Rect);

impl fmt::Display for PlaceAttributes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (SvgNumber(self.0.x), SvgNumber(self.0.y));
        let (width, height) = (SvgNumber(self.0.width), SvgNumber(self.0.height));
        write!(
            f,
            " x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
        )
    }
}

struct Painted(Paint);

impl fmt::Display for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Paint::Fill(colour) => write!(f, " fill=\"{colour}\""),
            Paint::Stroke(colour, width) => write!(
                f,
                " fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\"",
                SvgNumber(width)
            ),
        }
    }
}

/// Formats a number with at most two decimals.
pub(crate) struct SvgNumber(pub(crate) f32);

impl fmt::Display for SvgNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (f64::from(self.0) * 100.0).round() as i64;
        if hundredths < 0 {
            f.write_char('-')?;
        }
        let (whole, rest) = (
            hundredths.unsigned_abs() / 100,
            hundredths.unsigned_abs() % 100,
        );
        match rest {
            0 => write!(f, "{whole}"),
            _ if rest % 10 == 0 => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

/// Formats text with the escapes that XML requires.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
