//! Positions of puzzles as scenes, and scenes as text, SVG, PNG and GIF.
//!
//! A [`Scene`] describes what a position looks like, but not how it is drawn: cells, walls, pieces,
//! marks, a player, labels, and movements. A puzzle fills [`SceneData`], which is also the JSON
//! form, and [`Scene::new`] checks it. This crate knows neither puzzles nor searches.
//!
//! | output | from one scene | from several |
//! | --- | --- | --- |
//! | SVG | [`draw`] and [`svg::render`] | [`strip`] and [`svg::render`]; animated: [`animation::render`] |
//! | PNG | [`draw`] and [`png::render`] | [`strip`] and [`png::render`] |
//! | GIF | [`gif::render`] | [`gif::render`] |
//! | text, with colours or without | [`text::render`] | |
//! | JSON | [`Scene::to_json`] | |
//!
//! A [`Histogram`] is also drawn to a [`Picture`]. A [`Look`] specifies how a symbol looks; without
//! one, the renderers choose a look for the symbol. Two symbols never differ in colour alone.
//!
//! ```
//! use fewest_scene::{Look, Scene, SceneData, Style, draw, png};
//!
//! let mut data = SceneData::characters(&["#####", "#@$_#", "#####"]);
//! data.look("$", "gem gold".parse::<Look>()?);
//! let scene = Scene::new(data)?;
//! let file = png::render(&draw(&scene, Style::default())?, 2.0)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All pictures have bounded sizes. If a picture would exceed one of the [`limits`], it is refused
//! with an error before time or memory is spent on it.

mod drawing;
mod error;
pub mod limits;
mod looks;
mod model;
mod output;

pub use output::{animation, gif, png, svg, text};

pub use drawing::film::draw;
pub use drawing::histogram::{Bar, Histogram, Scale};
pub use drawing::picture::Picture;
pub use drawing::strip::{sheet, strip};
pub use error::{PictureError, SceneError};
pub use looks::colour::{Colour, UnknownColour};
pub use looks::style::Style;
pub use looks::theme::{PALETTE, Theme, ThemeColours};
pub use model::cell::{Cell, Side};
pub use model::data::{
    Floor, Label, Layout, Mark, Movement, Piece, Player, SceneData, Schema, SymbolLook, Wall,
};
pub use model::look::{Look, LookError, Shape};
pub use model::scene::Scene;
pub use output::text_rules::is_unprintable;
