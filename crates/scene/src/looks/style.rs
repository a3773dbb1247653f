//! The properties of a picture that the caller chooses.

use crate::error::PictureError;
use crate::looks::theme::Theme;

/// How pictures are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Style {
    /// The colours of the picture.
    pub theme: Theme,
    /// The length of a cell's side in units of the picture, from 4 to 400. If the length is `None`,
    /// the program chooses one for which the picture is neither tiny nor larger than a screen.
    pub cell: Option<f32>,
}

impl Style {
    /// Makes a style with a theme and no chosen size of cells.
    pub fn of(theme: Theme) -> Self {
        Self { theme, cell: None }
    }

    /// The length of a cell's side: the one that the style specifies or, if it specifies none, the
    /// greatest length up to `usual` with which `count` cells fit into `room`.
    pub(crate) fn cell(self, count: usize, room: f32, usual: f32) -> Result<f32, PictureError> {
        match self.cell {
            Some(cell) => in_range("the side of a cell", cell, 4.0, 400.0),
            None => Ok((room / count.max(1) as f32).clamp(4.0, usual).floor()),
        }
    }
}

/// Checks that a setting lies within a range, and returns it.
pub(crate) fn in_range(
    what: &'static str,
    value: f32,
    least: f32,
    most: f32,
) -> Result<f32, PictureError> {
    if (least..=most).contains(&value) {
        Ok(value)
    } else {
        Err(PictureError::Setting { what, least, most })
    }
}
