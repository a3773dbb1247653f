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

pub mod animation;
mod appearance;
mod board;
mod cell;
mod changes;
mod colour;
mod data;
mod error;
mod film;
mod font;
mod geometry;
pub mod gif;
mod ground;
mod histogram;
pub mod limits;
mod look;
mod outline;
mod paint;
mod picture;
pub mod png;
mod scene;
mod shapes;
mod strip;
mod style;
pub mod svg;
pub mod text;
mod text_page;
mod text_rules;
mod theme;

pub use cell::{Cell, Side};
pub use colour::{Colour, UnknownColour};
pub use data::{
    Floor, Label, Layout, Mark, Movement, Piece, Player, SceneData, Schema, SymbolLook, Wall,
};
pub use error::{PictureError, SceneError};
pub use film::draw;
pub use histogram::{Bar, Histogram, Scale};
pub use look::{Look, LookError, Shape};
pub use picture::Picture;
pub use scene::Scene;
pub use strip::strip;
pub use style::Style;
pub use text_rules::is_unprintable;
pub use theme::{PALETTE, Theme, ThemeColours};
