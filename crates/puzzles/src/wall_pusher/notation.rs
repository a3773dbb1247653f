//! Mazes as text, in either notation.

use std::ops::Range;

use fewest_rules::Faults;

use super::maze::Maze;
use super::{drawn, numbered};

impl Maze {
    /// Draws the maze in the form that [`read`] accepts, with cells of the usual width and without
    /// a final newline.
    pub fn draw(&self) -> String {
        drawn::draw(self.grid(), |edge| self.walls()[edge], Some(self.start()))
    }

    /// Writes the maze as numbers in the form that [`read`] accepts, without a final newline: the
    /// column and the row of the player, then one line for each row of cells.
    pub fn numbers(&self) -> String {
        numbered::write(self)
    }
}

/// Reads every maze of `text` with its range of bytes. The two notations may be mixed.
///
/// *Numbers* (if the next character is a digit): the column and the row of the player, counted from
/// 1, then the cells row by row, each the sum of its walls W = 1, N = 2, E = 4, S = 8. A line of
/// exactly two numbers, followed by one or more lines with equally many numbers, is a maze of that
/// many rows and columns. Such a maze ends at a blank line, at the end of the text, or, unless its
/// rows have two numbers, before the next line of two numbers. Text of any other shape is read in
/// the contest's form: the next 26 numbers, with any line breaks, are a maze of four rows of six.
/// If text of the first shape is not a valid maze but is valid in the contest's form, it is read in
/// that form. `0 0` in place of the player ends the text.
///
/// *Drawings* (if the next character is not a digit) extend to the next blank line. Lines of posts
/// `+`, two to 16 characters apart, alternate with lines of cells. `-` along the whole distance
/// between two posts and `|` between two cells are walls. Blanks in place of a wall are open edges,
/// and `@` is the player. A cell may show a `.`, and it must if its line would be blank otherwise.
/// Blanks at the end of a line may be missing.
///
/// # Errors
/// Returns all faults of the first maze that cannot be read.
pub fn read(text: &str) -> Result<Vec<(Maze, Range<usize>)>, Faults> {
    let mut mazes = Vec::new();
    let mut at = 0;
    loop {
        let blanks =
            text[at..].len() - text[at..].trim_start_matches([' ', '\t', '\r', '\n']).len();
        let begin = at + blanks;
        if begin == text.len() {
            return Ok(mazes);
        }
        if text.as_bytes()[begin].is_ascii_digit() {
            let Some((maze, end)) = numbered::read(text, begin)? else {
                return Ok(mazes);
            };
            mazes.push((maze, begin..end));
            at = end;
        } else {
            // The blanks before the first symbol belong to the drawing.
            let begin = text[at..begin]
                .rfind('\n')
                .map_or(at, |newline| at + newline + 1);
            let end = drawn::block_end(text, begin);
            let maze = drawn::read(&text[begin..end]).map_err(|faults| faults.shifted(begin))?;
            mazes.push((maze, begin..end));
            at = end;
        }
    }
}
