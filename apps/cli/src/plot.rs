//! Histograms as pictures.

use std::fs;
use std::path::Path;

use fewest::num_bigint::BigUint;
use fewest::rules::grouped;
use svg::Document;
use svg::node::element::{Rectangle, Text};

use crate::exit::Failure;

const WIDTH: usize = 640;
const ROW: usize = 22;
const TOP: usize = 48;
/// Where bars begin, after the moves.
const LEFT: usize = 48;
/// The room for the numbers after the bars.
const RIGHT: usize = 130;

/// Writes a bar chart of boards by moves. The file is written under another name
/// and renamed, so that there is never half of it.
pub(crate) fn write(path: &Path, title: &str, histogram: &[BigUint]) -> Result<(), Failure> {
    let mut temporary = path.to_path_buf().into_os_string();
    temporary.push(".unfinished");
    let temporary = Path::new(&temporary);
    fs::write(temporary, draw(title, histogram).to_string())
        .and_then(|()| fs::rename(temporary, path))
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}

fn draw(title: &str, histogram: &[BigUint]) -> Document {
    let height = TOP + ROW * histogram.len() + 16;
    let most = histogram.iter().max().cloned().unwrap_or_default();
    let mut document = Document::new()
        .set("viewBox", (0, 0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", "sans-serif")
        .set("font-size", 13)
        .add(
            Rectangle::new()
                .set("width", "100%")
                .set("height", "100%")
                .set("fill", "white"),
        )
        .add(text(title, 16, 28, "start").set("font-size", 16));
    for (moves, n) in histogram.iter().enumerate() {
        let y = TOP + ROW * moves;
        let length = if most == BigUint::ZERO {
            0
        } else {
            usize::try_from(n * (WIDTH - LEFT - RIGHT) / &most).unwrap_or(0)
        };
        document = document
            .add(text(&moves.to_string(), LEFT - 8, y + 15, "end"))
            .add(
                Rectangle::new()
                    .set("x", LEFT)
                    .set("y", y + 3)
                    .set("width", length.max(1))
                    .set("height", ROW - 6)
                    .set("fill", "#3b6ea8"),
            )
            .add(text(
                &grouped(&n.to_string()),
                LEFT + length + 8,
                y + 15,
                "start",
            ));
    }
    document
}

fn text(content: &str, x: usize, y: usize, anchor: &str) -> Text {
    Text::new(content)
        .set("x", x)
        .set("y", y)
        .set("text-anchor", anchor)
}
