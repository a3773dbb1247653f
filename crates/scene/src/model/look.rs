//! How a symbol looks: a shape, a colour, a character.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::output::text_rules::is_unprintable;
use crate::{Colour, UnknownColour};

macro_rules! shapes {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// The shape that is drawn for a symbol.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Shape { $($(#[$doc])* $variant,)* }

        impl Shape {
            /// All shapes, in the order in which messages list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in a `look` statement and in JSON.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

shapes! {
    /// A rounded square with a letter on it.
    Tile "tile",
    /// A rounded block without a letter; adjacent blocks of the same symbol merge.
    Block "block",
    /// A wall of bricks; adjacent walls merge.
    Wall "wall",
    /// No shape: only the floor of the cell.
    Gap "gap",
    /// A dark hole in the floor.
    Hole "hole",
    /// A person.
    Person "person",
    /// A wooden crate.
    Crate "crate",
    /// Two rings: a place that something must reach.
    Target "target",
    /// A cut gem.
    Gem "gem",
    /// A star with five points.
    Star "star",
    /// A filled circle.
    Disc "disc",
    /// An empty circle.
    Ring "ring",
    /// A diagonal cross.
    Cross "cross",
    /// A flag on a pole.
    Flag "flag",
    /// An arrow upwards.
    ArrowUp "arrow-up",
    /// An arrow to the right.
    ArrowRight "arrow-right",
    /// An arrow downwards.
    ArrowDown "arrow-down",
    /// An arrow to the left.
    ArrowLeft "arrow-left",
    /// Neither a shape nor a floor, as if there were no cell.
    Nothing "nothing",
}

/// The look of a symbol. The renderers choose every part that is `None`. The shape then follows
/// from the symbol: `#` is a wall, `@` a person, `$` a crate, `_` and `.` are gaps, and all other
/// symbols are tiles. The colour follows from the shape or the palette, and the text is the symbol.
///
/// A `Look` is parsed from the words of a `look` statement:
///
/// ```
/// use fewest_scene::{Look, Shape};
///
/// let look: Look = "crate brown".parse()?;
/// assert_eq!(look.shape, Some(Shape::Crate));
/// assert_eq!(look.to_string(), "crate #a52a2a");
/// let look: Look = "♞ #333".parse()?;
/// assert_eq!(look.text, Some('♞'));
/// # Ok::<(), fewest_scene::LookError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The shape that is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The colour of the shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// The character written on the shape, also on a shape that usually has none. A blank stands
    /// for no character, also on a shape that usually has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<char>,
}

impl Look {
    /// Makes a look that specifies only the shape.
    pub fn shape(shape: Shape) -> Self {
        Self {
            shape: Some(shape),
            ..Self::default()
        }
    }

    /// Sets the colour.
    #[must_use]
    pub fn colour(mut self, colour: Colour) -> Self {
        self.colour = Some(colour);
        self
    }

    /// Sets the character.
    #[must_use]
    pub fn text(mut self, text: char) -> Self {
        self.text = Some(text);
        self
    }
}

/// The reason why words do not form a look.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookError {
    /// The text contains no words.
    #[error("a look is a shape, a colour, a single character, or several of these")]
    Empty,
    /// The text specifies a second shape, colour or character.
    #[error("`{word}` is a second {what}")]
    Twice {
        /// The word that specifies the part again.
        word: String,
        /// The part that was specified twice.
        what: &'static str,
    },
    /// A word is neither a shape nor a colour nor a character.
    #[error(
        "`{word}` is neither a CSS colour nor a single character nor a shape; the shapes are {}",
        Shape::ALL.iter().map(|shape| shape.name()).collect::<Vec<_>>().join(", ")
    )]
    Unknown {
        /// The word that was not understood.
        word: String,
    },
    /// A character cannot be shown.
    #[error("the character U+{:04X} cannot be shown", u32::from(*.0))]
    Unprintable(char),
}

impl FromStr for Look {
    type Err = LookError;

    /// Parses words that are separated by blanks, in any order. A word is the name of a shape
    /// (`arrow` means `arrow-right`), a CSS colour, a single character or `blank`.
    fn from_str(text: &str) -> Result<Self, LookError> {
        let mut look = Self::default();
        for given in words(text) {
            let word = match given {
                "blank" => " ",
                "arrow" => "arrow-right",
                word => word,
            };
            let mut characters = word.chars();
            let (what, is_second) = if let (Some(c), None) = (characters.next(), characters.next())
            {
                if is_unprintable(c) {
                    return Err(LookError::Unprintable(c));
                }
                ("character", look.text.replace(c).is_some())
            } else if let Some(&shape) = Shape::ALL.iter().find(|shape| shape.name() == word) {
                ("shape", look.shape.replace(shape).is_some())
            } else {
                let unknown = |UnknownColour(word)| LookError::Unknown { word };
                let colour = word.parse().map_err(unknown)?;
                ("colour", look.colour.replace(colour).is_some())
            };
            if is_second {
                let word = given.to_owned();
                return Err(LookError::Twice { word, what });
            }
        }
        if look == Self::default() {
            return Err(LookError::Empty);
        }
        Ok(look)
    }
}

impl std::fmt::Display for Look {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shape = self.shape.map(|shape| shape.name().to_owned());
        let colour = self.colour.map(|colour| colour.to_string());
        let text = self.text.map(|text| match text {
            ' ' => "blank".to_owned(),
            _ => text.to_string(),
        });
        let words: Vec<String> = [shape, colour, text].into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}

/// The words of a text. Blanks in parentheses, as in `rgb(1, 2, 3)`, do not separate words.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && c.is_whitespace()
    })
    .filter(|word| !word.is_empty())
}
