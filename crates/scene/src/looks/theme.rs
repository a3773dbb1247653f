//! The colours of pictures.

use crate::Colour;

/// The set of colours that pictures use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Theme {
    /// Dark colours on white.
    #[default]
    Light,
    /// Light colours on nearly black.
    Dark,
}

/// The colours of symbols that specify no colour, in the order in which they are used. The palette
/// is that of M. Okabe and K. Ito ("Color Universal Design", 2008) without black. People with every
/// kind of colour vision can distinguish these colours.
pub const PALETTE: [Colour; 7] = [
    Colour::hex(0x0072b2), // blue
    Colour::hex(0xe69f00), // orange
    Colour::hex(0x009e73), // bluish green
    Colour::hex(0xcc79a7), // reddish purple
    Colour::hex(0x56b4e9), // sky blue
    Colour::hex(0xd55e00), // vermilion
    Colour::hex(0xf0e442), // yellow
];

/// The colours of a theme that do not belong to symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeColours {
    /// The colour of the background of the picture.
    pub page: Colour,
    /// The colour of the board around and between the cells.
    pub board: Colour,
    /// The colour of an empty cell.
    pub floor: Colour,
    /// The colour of captions and labels on the page.
    pub text: Colour,
    /// The colour of faint marks and symbols on the floor.
    pub faint: Colour,
    /// The colour of cells that are walls.
    pub wall: Colour,
    /// The colour of walls between cells.
    pub edge: Colour,
    /// The colour of the player.
    pub player: Colour,
    /// The colour of targets and of badges of goals.
    pub target: Colour,
    /// The colour of the frames and trails that mark what moved.
    pub accent: Colour,
}

impl Theme {
    /// The colours of the theme.
    pub fn colours(self) -> ThemeColours {
        match self {
            Self::Light => ThemeColours {
                page: Colour::WHITE,
                board: Colour::hex(0xd9dee7),
                floor: Colour::hex(0xf1f3f7),
                text: Colour::hex(0x3a424e),
                faint: Colour::hex(0x646e7d),
                wall: Colour::hex(0x556070),
                edge: Colour::hex(0x2b323d),
                player: Colour::hex(0x0072b2),
                target: Colour::hex(0xb83a00),
                accent: Colour::hex(0x1f252e),
            },
            Self::Dark => ThemeColours {
                page: Colour::hex(0x14171c),
                board: Colour::hex(0x3a424f),
                floor: Colour::hex(0x242932),
                text: Colour::hex(0xd6dbe3),
                faint: Colour::hex(0x9aa4b3),
                wall: Colour::hex(0x8b96a6),
                edge: Colour::hex(0xe8ecf2),
                player: Colour::hex(0x6cc0f0),
                target: Colour::hex(0xff9a5c),
                accent: Colour::WHITE,
            },
        }
    }
}
