//! From scenes to pictures: boards, pieces, movements, strips and bars as outlines and letters.

pub(crate) mod board;
pub(crate) mod film;
pub(crate) mod font;
pub(crate) mod geometry;
pub(crate) mod ground;
pub(crate) mod histogram;
pub(crate) mod outline;
pub(crate) mod picture;
pub(crate) mod polygon;
pub(crate) mod shapes;
pub(crate) mod strip;
