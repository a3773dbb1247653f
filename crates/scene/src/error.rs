//! What is wrong with a scene or a picture.

use crate::cell::Cell;

/// Why data are no scene.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SceneError {
    /// More than a limit of [`crate::limits`] allows.
    #[error("a scene has at most {most} {what}; this one has {found}")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// The limit.
        most: usize,
        /// How many there are.
        found: usize,
    },
    /// There is no cell.
    #[error("a scene has at least one cell")]
    NoCell,
    /// Something lies on a cell that the scene lacks.
    #[error("the {what} lies on row {}, column {}, which is no cell of the scene", cell.row, cell.column)]
    OffBoard {
        /// What lies there.
        what: &'static str,
        /// The position, from 0.
        cell: Cell,
    },
    /// A piece without cells.
    #[error("the piece `{symbol}` covers no cell")]
    EmptyPiece {
        /// The piece's symbol.
        symbol: String,
    },
    /// Two pieces, or a piece twice, on one cell.
    #[error("two pieces cover row {}, column {}", cell.row, cell.column)]
    Overlap {
        /// The position, from 0.
        cell: Cell,
    },
    /// A text that contains a line end, a control character or a mark of direction.
    #[error("the {what} contains the character U+{:04X}, which cannot be shown", u32::from(*found))]
    Unprintable {
        /// Which text.
        what: &'static str,
        /// The character.
        found: char,
    },
    /// A symbol without characters where one is needed.
    #[error("the {what} has no symbol")]
    NoSymbol {
        /// What lacks one.
        what: &'static str,
    },
    /// Two looks of one symbol.
    #[error("the symbol `{symbol}` has two looks")]
    TwoLooks {
        /// The symbol.
        symbol: String,
    },
    /// A label names a row or column that the scene lacks, or none at the left or right.
    #[error("the label `{text}` belongs to no row or column of the scene")]
    LabelPlace {
        /// The label.
        text: String,
    },
    /// The player is outside across a side that leads to another cell.
    #[error("the player is outside the board, but that side leads to another cell")]
    PlayerInside,
    /// Only a scene in rows names its rows, all or none of them.
    #[error("a scene has {rows} rows but {names} names of rows; only scenes in rows have them")]
    Names {
        /// The rows.
        rows: usize,
        /// The names.
        names: usize,
    },
    /// Walls, pieces or a player in a scene of free rows.
    #[error("only a grid has {what}")]
    NeedsGrid {
        /// What is there.
        what: &'static str,
    },
    /// The text is no JSON, or not that of a scene.
    #[error("not a scene: {0}")]
    Json(String),
}

/// Why a picture cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PictureError {
    /// More than a limit of [`crate::limits`] allows.
    #[error("the picture would have {found} {what}; at most {most} are possible")]
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// The limit.
        most: u64,
        /// How many there would be.
        found: u64,
    },
    /// Nothing to draw.
    #[error("there is nothing to draw")]
    Empty,
    /// A number of captions that is neither 0 nor that of the scenes.
    #[error("{captions} captions for {scenes} scenes")]
    Captions {
        /// The captions.
        captions: usize,
        /// The scenes.
        scenes: usize,
    },
    /// A scale, size or delay that is not a positive number of a usable size.
    #[error("{what} must lie between {least} and {most}")]
    Setting {
        /// Which setting.
        what: &'static str,
        /// The least value.
        least: f32,
        /// The greatest value.
        most: f32,
    },
    /// The encoder of an image format failed.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}

impl PictureError {
    /// Compares a count with its limit.
    pub(crate) fn check(what: &'static str, found: u64, most: u64) -> Result<(), Self> {
        if found > most {
            return Err(Self::TooLarge { what, most, found });
        }
        Ok(())
    }
}
