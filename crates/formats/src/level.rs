//! Levels of collections.

use std::ops::Range;

/// A level as a collection holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The board, drawn as in the puzzle language.
    pub drawing: String,
    /// The level's title, if it has one.
    pub title: Option<String>,
    /// The level's author, or that of the whole collection.
    pub author: Option<String>,
    /// The bytes of the text in which the board is drawn. If they are as many as those of
    /// `drawing`, each byte of one stands at the same place in the other.
    pub span: Range<usize>,
}
