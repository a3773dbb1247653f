//! Writes pictures to files. The name of a file determines its format.

use std::path::Path;

use fewest::scene::{Picture, PictureError, png, svg};

use crate::atomic;
use crate::exit::Failure;

/// The format of a picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PictureFormat {
    Svg,
    Png,
    Gif,
}

/// The number of pixels of a PNG for each unit of the picture. With this number of pixels, the
/// picture is sharp on screens with a high resolution.
pub(crate) const PNG_SCALE: f32 = 2.0;

impl PictureFormat {
    /// The format that the end of a file's name specifies.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.unwrap_or_default().to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            "gif" => Ok(Self::Gif),
            _ => Err(Failure::Usage {
                message: format!(
                    "{} does not say what to write",
                    path.display().to_string().escape_debug()
                ),
                help: Some("name a file that ends with .svg, .png or .gif".to_owned()),
            }),
        }
    }

    /// The format of a chart, which cannot be animated.
    pub(crate) fn of_chart(path: &Path) -> Result<Self, Failure> {
        match Self::of(path)? {
            Self::Gif => Err(Failure::Usage {
                message: "a chart cannot be a GIF".to_owned(),
                help: Some("name a file that ends with .svg or .png".to_owned()),
            }),
            other => Ok(other),
        }
    }
}

/// A static picture as the bytes of a file: PNG with `scale`, or SVG.
pub(crate) fn still(
    picture: &Picture,
    format: PictureFormat,
    scale: Option<f32>,
) -> Result<Vec<u8>, Failure> {
    match format {
        PictureFormat::Png => {
            png::render(picture, scale.unwrap_or(PNG_SCALE)).map_err(|error| undrawn(&error))
        }
        _ => Ok(svg::render(picture).into_bytes()),
    }
}

/// Makes the failure for a picture that cannot be drawn.
pub(crate) fn undrawn(error: &PictureError) -> Failure {
    Failure::usage(format!("cannot draw this: {error}"))
}

/// Writes the file of a picture.
pub(crate) fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    atomic::write(path, content)
        .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
}
