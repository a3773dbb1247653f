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

/// The description of a puzzle: the lines of the first comment in the text of its file that takes
/// whole lines, without the marks of the comment. Only the line `puzzle NAME` may stand before it.
/// Empty if there is no such comment.
///
/// ```
/// use fewest::library::description;
///
/// let text = "puzzle gates\n# Reach the flag.\n# A step on the switch opens the gates.\nsymbols _ @\n";
/// assert_eq!(description(text), "Reach the flag.\nA step on the switch opens the gates.");
/// ```
pub fn description(text: &str) -> String {
    let lines = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim_end);
    let comment = |line: &'_ str| {
        let rest = line.strip_prefix('#').or_else(|| line.strip_prefix("//"))?;
        Some(rest.strip_prefix(' ').unwrap_or(rest).to_owned())
    };
    let before = |line: &&str| line.is_empty() || line.starts_with("puzzle ");
    let lines = lines.skip_while(before).map_while(comment);
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
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
    "bishops"
    "burnt-pancakes"
    "chinese-rings"
    "cube-2"
    "cube-3"
    "doubling"
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
    "snakebird"
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

/// Other names of puzzles, each with the name in the library.
const ALIASES: [(&str, &str); 13] = [
    ("rubiks-cube", "cube-3"),
    ("3x3x3", "cube-3"),
    ("pocket-cube", "cube-2"),
    ("2x2x2", "cube-2"),
    ("pancakes", "pancake"),
    ("missionaries-and-cannibals", "missionaries"),
    ("wolf-goat-and-cabbage", "wolf-goat-cabbage"),
    ("ice-maze", "ice"),
    ("8-puzzle", "eight"),
    ("15-puzzle", "fifteen"),
    ("huarong-dao", "klotski"),
    ("tower-of-hanoi", "hanoi"),
    ("ricochet-robots", "ricochet"),
];

/// The library puzzle with this name or alias, if there is one.
pub fn find(name: &str) -> Option<&'static LibraryPuzzle> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    let name = alias.map_or(name, |(_, name)| name);
    ALL.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_puzzle_has_the_name_of_its_file_and_aliases_are_other_names() {
        for entry in all() {
            let named = format!("\npuzzle {}\n", entry.name);
            assert!(entry.text.contains(&named), "{}", entry.name);
        }
        for (alias, name) in ALIASES {
            let entry = find(alias).expect("an alias names a puzzle");
            assert_eq!(entry.name, name);
            assert!(all().iter().all(|other| other.name != alias), "{alias}");
            assert!(crate::family(alias).is_none(), "{alias}");
        }
    }
}
