//! The errors of scenes and pictures.

use crate::model::cell::Cell;

/// The reason why data do not form a valid scene.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// The scene exceeds a limit of [`crate::limits`].
    #[error("a scene has at most {most} {what}; this one has {found}")]
    TooMany {
        /// What the scene has too many of.
        what: &'static str,
        /// The greatest number that is allowed.
        most: usize,
        /// The number that the scene has.
        found: usize,
    },
    /// The scene has no cell.
    #[error("a scene has at least one cell")]
    NoCell,
    /// A thing lies on a position where the scene has no cell.
    #[error("the {what} lies on row {}, column {}, which is no cell of the scene", cell.row, cell.column)]
    OffBoard {
        /// The kind of thing that lies outside the cells.
        what: &'static str,
        /// The position of the thing; rows and columns count from 0.
        cell: Cell,
    },
    /// A piece covers no cell.
    #[error("the piece `{symbol}` covers no cell")]
    EmptyPiece {
        /// The piece's symbol.
        symbol: String,
    },
    /// Two pieces cover the same cell, or one piece lists it twice.
    #[error("two pieces cover row {}, column {}", cell.row, cell.column)]
    Overlap {
        /// The cell that is covered twice; rows and columns count from 0.
        cell: Cell,
    },
    /// A text contains a line break, a control character or a bidirectional formatting character.
    #[error("the {what} contains the character U+{:04X}, which cannot be shown", u32::from(*found))]
    Unprintable {
        /// The name of the faulty text.
        what: &'static str,
        /// The character that must not occur.
        found: char,
    },
    /// A symbol that must not be empty is empty.
    #[error("the {what} has no symbol")]
    NoSymbol {
        /// The kind of thing that has the empty symbol.
        what: &'static str,
    },
    /// The same symbol has two looks.
    #[error("the symbol `{symbol}` has two looks")]
    TwoLooks {
        /// The symbol that has two looks.
        symbol: String,
    },
    /// A label has no valid place. The label's row or column does not exist, the label is at the
    /// left or right without an index, or the label has an index in a scene of free rows.
    #[error("the label `{text}` belongs to no row or column of the scene")]
    LabelPlace {
        /// The text of the label.
        text: String,
    },
    /// The player has left the board across a side that leads to another cell of the board.
    #[error("the player is outside the board, but that side leads to another cell")]
    PlayerInside,
    /// The number of names differs from the number of rows, or a grid has names of rows.
    #[error("a scene has {rows} rows but {names} names of rows; only scenes in rows have them")]
    Names {
        /// The number of rows.
        rows: usize,
        /// The number of names.
        names: usize,
    },
    /// A scene of free rows has walls, pieces or a player.
    #[error("only a grid has {what}")]
    NeedsGrid {
        /// The kind of thing that only a grid can have.
        what: &'static str,
    },
    /// The text is not valid JSON, or not the JSON form of a scene.
    #[error("not a scene: {0}")]
    Json(String),
}

/// Why a picture cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PictureError {
    /// A picture would exceed a limit of [`crate::limits`].
    #[error("the picture would have {found} {what}; at most {most} are possible")]
    TooLarge {
        /// What the picture would have too many of.
        what: &'static str,
        /// The greatest number that is allowed.
        most: u64,
        /// The number that the picture would have.
        found: u64,
    },
    /// A picture has nothing to show.
    #[error("there is nothing to draw")]
    Empty,
    /// The number of captions is neither 0 nor the number of scenes.
    #[error("{captions} captions for {scenes} scenes")]
    Captions {
        /// The number of captions.
        captions: usize,
        /// The number of scenes.
        scenes: usize,
    },
    /// A scale, size or delay is out of range.
    #[error("{what} must lie between {least} and {most}")]
    Setting {
        /// The name of the setting.
        what: &'static str,
        /// The least value that the setting may have.
        least: f32,
        /// The greatest value that the setting may have.
        most: f32,
    },
    /// The encoder of an image format failed.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}

impl PictureError {
    /// Returns an error if the count `found` exceeds its limit `most`.
    pub(crate) fn check(what: &'static str, found: u64, most: u64) -> Result<(), Self> {
        if found > most {
            return Err(Self::TooLarge { what, most, found });
        }
        Ok(())
    }
}
