//! Sokoban: collections of levels (`.xsb`, `.sok`, `.slc`, `.txt`), and solutions in LURD notation.
//!
//! ```text
//! Author: Ada
//!
//! Cellar                      the last line before a level is its title
//!
//! #####                       # wall      @ or p player    + or P player on a goal
//! #@$.#                       $ or b box  * or B box on a goal  . or o goal
//! #####                       blank, - or _ floor
//! Title: The cellar           so is a line like this after it
//!
//! 5#|#@$.#|5#                 the same with run lengths
//! ```
//!
//! A level begins with a row that has a wall, and ends before the first line that is not a row.
//! Rows may be of different lengths, and groups such as `3(#-)` may be repeated. All other lines
//! are comments, except `Title:` and `Author:`. A title or an author belongs to the level above it.
//! But if the text has a title before its first level and none after its last level, titles and
//! authors belong to the level below them. Lines between `Comment:` and `Comment-End:` are skipped.
//!
//! Levels with a blank between any two symbols, as the solver prints them, are read as well, and so
//! are XML (`.slc`) and levels with other characters: a text without any `#` may have `X` for walls,
//! `*` for boxes and `&` for boxes on goals; beside `#`, `&` is a box on a goal, and so is `B` unless
//! nothing else draws a box.

mod dialect;
mod lurd;
mod notes;
mod reader;
mod rows;
mod slc;

use fewest_rules::Faults;

use crate::level::Level;
use notes::Comments;
use reader::LevelReader;

pub use lurd::{MOST_STEPS, PlayerStep, is_lurd, read_lurd};
pub use rows::is_ambiguous;

/// The greatest number of cells of all levels of a text together.
pub const MOST_CELLS_OF_ALL: usize = 1 << 26;

/// Reads every level of `text`, in order. The list is empty if no line is a row of a level.
///
/// Takes time and memory linear in the text and in the cells of the levels, both of which are limited.
///
/// ```
/// use fewest_formats::sokoban;
///
/// let levels = sokoban::read("; Cellar\n\n 4#\n##@.#\n#  $#\n#####\nAuthor: Ada\n")?;
/// assert_eq!(levels[0].drawing, "_####\n##@.#\n#__$#\n#####");
/// assert_eq!(levels[0].title.as_deref(), Some("Cellar"));
/// assert_eq!(levels[0].author.as_deref(), Some("Ada"));
/// # Ok::<(), fewest_rules::Faults>(())
/// ```
///
/// # Errors
/// Returns at most twenty faults: levels without a player or with several players, unknown
/// characters in a level, levels that are too large, and XML that is not well formed.
pub fn read(text: &str) -> Result<Vec<Level>, Faults> {
    if let Some(read) = slc::read(text) {
        return read;
    }
    let drawn = dialect::redrawn(text);
    let text = drawn.as_deref().unwrap_or(text);
    let mut reader = LevelReader::default();
    let mut comments = Comments::of(text);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let whole = line.trim_end();
        if comments.hold(at, whole) {
            reader.close();
        } else {
            reader.line(at, whole);
        }
        at += line.len();
        if reader.is_done() {
            break;
        }
    }
    reader.finish()
}
