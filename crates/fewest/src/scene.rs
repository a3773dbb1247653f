//! Positions as scenes, and scenes as text, SVG, PNG and GIF.
//!
//! [`Board::scene`](crate::Board::scene) gives a [`Scene`], which is drawn like this:
//!
//! | output | from one scene | from several |
//! | --- | --- | --- |
//! | SVG | [`draw`] and [`svg::render`] | [`strip`] and [`svg::render`]; animated: [`animation::render`] |
//! | PNG | [`draw`] and [`png::render`] | [`strip`] and [`png::render`] |
//! | GIF | [`gif::render`] | [`gif::render`] |
//! | text, with colours or without | [`text::render`] | |
//! | JSON | [`Scene::to_json`] | |

#[doc(inline)]
pub use fewest_scene::{
    Bar, Cell, Colour, Floor, Histogram, Label, Layout, Look, LookError, Mark, Movement, Picture,
    PictureError, Piece, Player, Scale, Scene, SceneData, SceneError, Schema, Shape, Side, Style,
    SymbolLook, Theme, ThemeColours, UnknownColour, Wall, animation, draw, gif, png, sheet, strip,
    svg, text,
};
