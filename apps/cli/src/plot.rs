//! Draws bar charts as pictures.

use std::path::Path;

use fewest::Comparison;
use fewest::scene::{Bar, Histogram, Scale, Theme};
use fewest_rules::{Outcome, grouped};
use num_bigint::BigUint;

use crate::exit::Failure;
use crate::picture::{PictureFormat, save, still, undrawn};
use crate::quantity::{count, show_duration};

/// The value of the longest bar of a census.
const LONGEST: u32 = 1_000_000;

/// Writes a chart with the number of boards for each number of moves.
pub(crate) fn census(path: &Path, title: String, histogram: &[BigUint]) -> Result<(), Failure> {
    let most = histogram.iter().max().cloned().unwrap_or_default();
    let bar = |(moves, n): (usize, &BigUint)| {
        // The numbers are divided as integers, because they may be too large for floating-point
        // numbers.
        let value = match n * LONGEST {
            product if product == BigUint::ZERO => 0,
            product => u32::try_from(product / &most).unwrap_or(LONGEST).max(1),
        };
        Bar::new(moves.to_string(), value.into(), grouped(&n.to_string()))
    };
    write(
        path,
        &Histogram {
            title,
            axis: "moves".to_owned(),
            bars: histogram.iter().enumerate().map(bar).collect(),
            ..Histogram::default()
        },
    )
}

/// Writes a chart with the number of states that each algorithm expanded.
pub(crate) fn comparison(
    path: &Path,
    title: String,
    comparison: &Comparison,
) -> Result<(), Failure> {
    let mut stopped = false;
    let mut bars = Vec::new();
    for row in &comparison.rows {
        let statistics = row.answer.statistics;
        let label = match row.heuristic {
            Some(heuristic) => format!("{} {heuristic}", row.algorithm),
            None => row.algorithm.name().to_owned(),
        };
        let text = format!(
            "{}, {}",
            count(statistics.expanded, "state", "states"),
            show_duration(statistics.elapsed)
        );
        let mut bar = Bar::new(label, statistics.expanded as f64, text);
        bar.special = matches!(row.answer.outcome, Outcome::Stopped { .. });
        stopped |= bar.special;
        bars.push(bar);
    }
    let mut notes = vec!["The length of a bar is the logarithm of the number.".to_owned()];
    if stopped {
        notes.push("A bar with a dot: stopped by a limit, without an answer.".to_owned());
    }
    write(
        path,
        &Histogram {
            title,
            axis: "algorithm".to_owned(),
            bars,
            notes,
            scale: Scale::Logarithmic,
        },
    )
}

fn write(path: &Path, chart: &Histogram) -> Result<(), Failure> {
    let format = PictureFormat::of_chart(path)?;
    let picture = chart.draw(Theme::Light).map_err(|error| undrawn(&error))?;
    save(path, still(&picture, format, None)?)
}
