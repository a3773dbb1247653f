//! Writes pictures as SVG.
//!
//! The SVG consists of plain shapes with attributes, without styles or scripts, so that any content
//! security policy permits it. Letters remain text; viewers without the font Inter use another
//! font.

use std::fmt::Write as _;

use tiny_skia::{Path, PathSegment, Point};

use crate::drawing::picture::{Anchor, Item, Lettering, Outline, Paint, Picture, Rect};

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
        let _ = writeln!(to, "{}/>", place_attributes(rect));
    }
    to.push_str("</g>\n</svg>\n");
    to
}

/// Writes the opening tag, the title and the background.
pub(crate) fn open(picture: &Picture) -> String {
    let (width, height) = (number(picture.width), number(picture.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONTS}\" \
         font-weight=\"600\">\n<title>{}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
        escaped(&picture.title),
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
                let _ = writeln!(to, "<g{}>", paint_attributes(*paint));
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
        number(text.at.0),
        number(text.at.1),
        number(text.size),
        text.colour,
        escaped(&text.content)
    );
}

fn write_shape(to: &mut String, outline: &Outline, paint: Option<Paint>) {
    match outline {
        Outline::Rect(rect, radius) => {
            let _ = write!(to, "<rect{}", place_attributes(*rect));
            let radius = radius.min(rect.width / 2.0).min(rect.height / 2.0);
            if radius > 0.0 {
                let _ = write!(to, " rx=\"{}\"", number(radius));
            }
        }
        Outline::Circle((x, y), radius) => {
            let (x, y, radius) = (number(*x), number(*y), number(*radius));
            let _ = write!(to, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        }
        Outline::Path(path) => {
            to.push_str("<path d=\"");
            for segment in path.iter().flat_map(Path::segments) {
                let point = |p: Point| format!("{} {}", number(p.x), number(p.y));
                to.push_str(&match segment {
                    PathSegment::MoveTo(p) => format!("M{}", point(p)),
                    PathSegment::LineTo(p) => format!("L{}", point(p)),
                    PathSegment::QuadTo(c, p) => format!("Q{} {}", point(c), point(p)),
                    PathSegment::CubicTo(a, b, p) => {
                        format!("C{} {} {}", point(a), point(b), point(p))
                    }
                    PathSegment::Close => "Z".to_owned(),
                });
            }
            to.push('"');
        }
    }
    if let Some(paint) = paint {
        let _ = write!(to, "{}", paint_attributes(paint));
    }
    to.push_str("/>\n");
}

fn place_attributes(rect: Rect) -> String {
    let (x, y) = (number(rect.x), number(rect.y));
    let (width, height) = (number(rect.width), number(rect.height));
    format!(" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn paint_attributes(paint: Paint) -> String {
    match paint {
        Paint::Fill(colour) => format!(" fill=\"{colour}\""),
        Paint::Stroke(colour, width) => format!(
            " fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"",
            number(width)
        ),
    }
}

/// Rounds a number to two decimals.
pub(crate) fn number(value: f32) -> f64 {
    let rounded = (f64::from(value) * 100.0).round() / 100.0;
    // Adding 0 turns -0 into 0.
    rounded + 0.0
}

/// A text with the escapes that XML requires.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;")
}
