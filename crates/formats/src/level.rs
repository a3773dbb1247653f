//! Levels of collections.

use std::ops::Range;

/// A level of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The board, drawn as in the puzzle language.
    pub drawing: String,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// The level's author, or that of the whole collection.
    pub author: Option<String>,
    /// The bytes of the text in which the board is drawn. If they are as many as the bytes of
    /// `drawing`, each byte of the text stands for the byte at the same place in `drawing`.
    pub span: Range<usize>,
}
