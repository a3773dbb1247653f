//! Colours, themes, and the style of a picture.

pub(crate) mod colour;
pub(crate) mod style;
pub(crate) mod theme;
