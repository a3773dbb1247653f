//! Writes pictures as PNG.

use crate::error::PictureError;
use crate::paint;
use crate::picture::Picture;

/// A picture as a PNG file with `scale` pixels for each unit, from 0.1 to 16.
///
/// # Errors
///
/// [`PictureError::TooLarge`] for more than [`crate::limits::MAX_PIXELS`] pixels, before they take memory;
/// [`PictureError::Setting`] for a scale out of range.
pub fn render(picture: &Picture, scale: f32) -> Result<Vec<u8>, PictureError> {
    paint::pixels(picture, scale)?
        .encode_png()
        .map_err(|error| PictureError::Encoding(error.to_string()))
}
