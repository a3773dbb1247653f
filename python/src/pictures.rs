//! Pictures of boards, solutions and histograms.

use fewest::scene::{Bar, Histogram, PictureError, Scale, Style, Theme, draw, png, strip, svg};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board::Board;

/// A picture, which can be written as SVG or as PNG.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Picture(fewest::scene::Picture);

#[pymethods]
impl Picture {
    fn svg(&self) -> String {
        svg::render(&self.0)
    }

    fn png(&self, py: Python<'_>, scale: f32) -> PyResult<Vec<u8>> {
        py.detach(|| png::render(&self.0, scale)).map_err(wrong)
    }
}

/// Draws a board or, with `captions`, the positions along `moves` side by side. There is one
/// caption for each position.
#[pyfunction]
pub(crate) fn board_picture(
    py: Python<'_>,
    board: &Board,
    moves: Vec<String>,
    captions: Option<Vec<String>>,
    dark: bool,
) -> PyResult<Picture> {
    let style = Style::of(theme(dark));
    py.detach(|| {
        let scenes = board.board.scenes(&moves);
        let scenes = scenes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let drawn = match (&captions, &scenes[..]) {
            (None, [.., last]) => draw(last, style),
            _ => strip(&scenes, captions.as_deref().unwrap_or_default(), style),
        };
        drawn.map(Picture).map_err(wrong)
    })
}

/// Draws a bar chart. Each bar has a label, a value, the value as text, and whether it is special.
#[pyfunction]
pub(crate) fn bar_chart(
    title: String,
    axis: String,
    bars: Vec<(String, f64, String, bool)>,
    notes: Vec<String>,
    logarithmic: bool,
    dark: bool,
) -> PyResult<Picture> {
    let bar = |(label, value, text, special)| Bar {
        label,
        value,
        text,
        special,
    };
    let chart = Histogram {
        title,
        axis,
        bars: bars.into_iter().map(bar).collect(),
        notes,
        scale: match logarithmic {
            true => Scale::Logarithmic,
            false => Scale::Linear,
        },
    };
    chart.draw(theme(dark)).map(Picture).map_err(wrong)
}

fn theme(dark: bool) -> Theme {
    match dark {
        true => Theme::Dark,
        false => Theme::Light,
    }
}

fn wrong(error: PictureError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
