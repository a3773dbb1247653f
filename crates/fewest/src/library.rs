//! The puzzle files that the library contains. Each is an example of the puzzle language.
//!
//! ```
//! use fewest::{AnyPuzzle, library};
//!
//! let names = library::all().iter().map(|entry| entry.name);
//! assert!(names.into_iter().any(|name| name == "sokoban"));
//! let answer = AnyPuzzle::named("sokoban")?.board("#####\n#@$.#\n#####")?.solve()?;
//! assert_eq!(answer.moves().map(<[String]>::len), Some(1));
//! # Ok::<(), fewest::Error>(())
//! ```

/// A puzzle file of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LibraryPuzzle {
    /// The name by which [`AnyPuzzle::named`](crate::AnyPuzzle::named) finds the puzzle.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

impl LibraryPuzzle {
    /// A summary of the puzzle in one sentence. The summary is the first line of the file, which is
    /// a comment.
    pub fn summary(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches(['#', ' '])
    }
}

macro_rules! library {
    ($($name:literal)*) => {
        &[$(LibraryPuzzle {
            name: $name,
            text: include_str!(concat!("../puzzles/", $name, ".fewest")),
        }),*]
    };
}

/// All puzzles in the order of their names. Example files of built-in puzzles are not included.
const ALL: &[LibraryPuzzle] = library!(
    "atoms"
    "burnt-pancakes"
    "chinese-rings"
    "cube-2"
    "cube-3"
    "eight"
    "fifteen"
    "four-knights"
    "frogs-and-toads"
    "gates"
    "hanoi"
    "ice"
    "jealous-couples"
    "jugs"
    "klotski"
    "lights-out"
    "lights-out-torus"
    "lights-three-colours"
    "lunar-lockout"
    "merlin"
    "missionaries"
    "pancake"
    "peg-solitaire"
    "peg-triangle"
    "pyraminx"
    "reves-puzzle"
    "ricochet"
    "rush-hour"
    "skewb"
    "sokoban"
    "sokoban-pushes"
    "theseus"
    "thin-ice"
    "tilt"
    "topspin"
    "torch"
    "vanish"
    "water-jugs"
    "wolf-goat-cabbage"
);

/// All puzzles of the library, in the order of their names.
pub fn all() -> &'static [LibraryPuzzle] {
    ALL
}

/// The library puzzle with this name, if there is one.
pub fn find(name: &str) -> Option<&'static LibraryPuzzle> {
    ALL.iter().find(|entry| entry.name == name)
}
