//! Writes pictures as PNG.

use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};

use crate::Colour;
use crate::error::PictureError;
use crate::paint::Painter;
use crate::picture::Picture;

/// Renders a picture as a PNG file with `scale` pixels for each unit, from 0.1 to 16.
///
/// # Errors
///
/// [`PictureError::TooLarge`] if the file would have more than [`crate::limits::MAX_PIXELS`]
/// pixels, which is checked before memory is allocated; [`PictureError::Setting`] if the scale is
/// out of range.
pub fn render(picture: &Picture, scale: f32) -> Result<Vec<u8>, PictureError> {
    let pixels = Painter::new(scale).paint(picture)?;
    // Pictures are opaque and have large areas of one colour. So RGB without an alpha channel and
    // without a filter gives small files fast.
    let mut rgb = Vec::with_capacity(3 * pixels.colours.len());
    for Colour { r, g, b, .. } in &pixels.colours {
        rgb.extend_from_slice(&[*r, *g, *b]);
    }
    let (width, height) = (pixels.width as u32, pixels.height as u32);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_filter(Filter::NoFilter);
    let failed = |error: EncodingError| PictureError::Encoding(error.to_string());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
