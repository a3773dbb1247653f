//! Colours: how they are parsed and mixed, and their contrast.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A colour in the sRGB space with an opacity.
///
/// ```
/// use fewest_scene::Colour;
///
/// let brown: Colour = "saddlebrown".parse()?;
/// assert_eq!(brown, "#8b4513".parse()?);
/// assert_eq!(brown.to_string(), "#8b4513");
/// # Ok::<(), fewest_scene::UnknownColour>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour {
    /// The red channel.
    pub r: u8,
    /// The green channel.
    pub g: u8,
    /// The blue channel.
    pub b: u8,
    /// Opacity; 255 is opaque.
    pub a: u8,
}

/// A text that is no CSS colour.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no CSS colour; write a name such as `teal` or a code such as `#008080`")]
pub struct UnknownColour(pub String);

impl Colour {
    /// White.
    pub const WHITE: Self = Self::hex(0xffffff);
    /// Black.
    pub const BLACK: Self = Self::hex(0);

    /// The opaque colour `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Self {
        Self {
            r: (rgb >> 16) as u8,
            g: (rgb >> 8) as u8,
            b: rgb as u8,
            a: 255,
        }
    }

    /// The opaque colour that is visible where this colour lies on the opaque colour `ground`.
    #[must_use]
    pub fn over(self, ground: Self) -> Self {
        ground.mix(Self { a: 255, ..self }, f32::from(self.a) / 255.0)
    }

    /// Mixes two colours channel by channel into an opaque colour: `t = 0` gives this colour, `t =
    /// 1` gives `other`.
    #[must_use]
    pub fn mix(self, other: Self, t: f32) -> Self {
        let channel = |from: u8, to: u8| {
            (f32::from(from) + (f32::from(to) - f32::from(from)) * t.clamp(0.0, 1.0)).round() as u8
        };
        Self {
            r: channel(self.r, other.r),
            g: channel(self.g, other.g),
            b: channel(self.b, other.b),
            a: 255,
        }
    }

    /// The relative luminance as defined by WCAG 2, from 0 to 1.
    pub fn luminance(self) -> f32 {
        let linear = |channel: u8| {
            let c = f32::from(channel) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// The contrast as defined by WCAG 2, from 1 to 21. Level AA of WCAG 2 requires a contrast of
    /// 4.5 for text and of 3 for parts of pictures.
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }

    /// The colour for text on this colour: the first of white, dark grey and black whose contrast
    /// is at least 4.5. One of these three colours always fits, because white or black has a
    /// contrast of at least 4.58.
    #[must_use]
    pub fn ink(self) -> Self {
        const INKS: [Colour; 2] = [Colour::WHITE, Colour::hex(0x161a20)];
        INKS.into_iter()
            .find(|ink| self.contrast(*ink) >= 4.5)
            .unwrap_or(Self::BLACK)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)?;
        if self.a < 255 {
            write!(f, "{:02x}", self.a)?;
        }
        Ok(())
    }
}

impl FromStr for Colour {
    type Err = UnknownColour;

    fn from_str(text: &str) -> Result<Self, UnknownColour> {
        let unknown = || UnknownColour(text.chars().take(40).collect());
        if text.len() > 100 {
            return Err(unknown());
        }
        let colour = csscolorparser::parse(text).map_err(|_| unknown())?;
        let [r, g, b, a] = colour.to_rgba8();
        Ok(Self { r, g, b, a })
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
