//! The colours of pictures.

use crate::Colour;

/// Which set of colours pictures use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on nearly black.
    Dark,
}

/// The colours of symbols without a colour of their own, in the order in which they are used. They are those that
/// M. Okabe and K. Ito chose to be told apart with every kind of colour vision ("Color Universal
/// Design", 2008), without black.
pub const PALETTE: [Colour; 7] = [
    Colour::hex(0x00_72_b2), // blue
    Colour::hex(0xe6_9f_00), // orange
    Colour::hex(0x00_9e_73), // bluish green
    Colour::hex(0xcc_79_a7), // reddish purple
    Colour::hex(0x56_b4_e9), // sky blue
    Colour::hex(0xd5_5e_00), // vermilion
    Colour::hex(0xf0_e4_42), // yellow
];

/// The colours of a theme that belong to no symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeColours {
    /// Behind everything.
    pub page: Colour,
    /// The board around and between cells.
    pub board: Colour,
    /// A cell on which nothing lies.
    pub floor: Colour,
    /// Captions and labels, on the page.
    pub text: Colour,
    /// Marks and symbols without importance, on the floor.
    pub faint: Colour,
    /// Cells that are walls.
    pub wall: Colour,
    /// Walls between cells.
    pub edge: Colour,
    /// The player.
    pub player: Colour,
    /// Targets and badges of goals.
    pub target: Colour,
    /// What moved.
    pub accent: Colour,
}

impl Theme {
    /// The colours.
    pub fn colours(self) -> ThemeColours {
        match self {
            Self::Light => ThemeColours {
                page: Colour::WHITE,
                board: Colour::hex(0xd9_de_e7),
                floor: Colour::hex(0xf1_f3_f7),
                text: Colour::hex(0x3a_42_4e),
                faint: Colour::hex(0x64_6e_7d),
                wall: Colour::hex(0x55_60_70),
                edge: Colour::hex(0x2b_32_3d),
                player: Colour::hex(0x00_72_b2),
                target: Colour::hex(0xb8_3a_00),
                accent: Colour::hex(0x1f_25_2e),
            },
            Self::Dark => ThemeColours {
                page: Colour::hex(0x14_17_1c),
                board: Colour::hex(0x3a_42_4f),
                floor: Colour::hex(0x24_29_32),
                text: Colour::hex(0xd6_db_e3),
                faint: Colour::hex(0x9a_a4_b3),
                wall: Colour::hex(0x8b_96_a6),
                edge: Colour::hex(0xe8_ec_f2),
                player: Colour::hex(0x6c_c0_f0),
                target: Colour::hex(0xff_9a_5c),
                accent: Colour::WHITE,
            },
        }
    }
}
