//! Pictures as SVG, PNG and GIF, and scenes as text.

pub mod animation;
pub mod gif;
pub(crate) mod paint;
pub mod png;
pub mod svg;
pub mod text;
pub(crate) mod text_cells;
pub(crate) mod text_page;
pub(crate) mod text_rules;
