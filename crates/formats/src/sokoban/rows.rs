//! Reads the rows of Sokoban levels.

use std::ops::Range;

use fewest_ground::limits::MOST_CELLS;

/// The greatest depth to which groups with run lengths may be nested.
const MOST_DEPTH: usize = 8;

#[derive(Debug, Clone, Copy)]
pub(super) struct RowCell {
    /// The content of the cell: `#`, `_`, `@`, `+`, `$`, `*` or `.`.
    pub(super) kind: char,
    /// The byte of the text at which the symbol of the cell stands.
    pub(super) at: usize,
}

/// The reason why a line cannot be read as rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misfit {
    NoRow,
    TooLarge,
}

/// The content of a cell that is drawn as `letter`; `None` if no cell is drawn that way.
fn kind(letter: char) -> Option<char> {
    Some(match letter {
        '#' => '#',
        ' ' | '-' | '_' => '_',
        '@' | 'p' => '@',
        '+' | 'P' => '+',
        '$' | 'b' => '$',
        '*' | 'B' => '*',
        '.' | 'o' => '.',
        _ => return None,
    })
}

/// Whether a line below a row may be another row. It must have a wall, or no letters and digits;
/// otherwise it may be a title.
pub(super) fn is_followed(line: &str) -> bool {
    line.contains('#') || !line.is_empty() && line.chars().all(|c| !c.is_ascii_alphanumeric())
}

/// Reads the rows on a line, which may have at most `most` cells together. A `|` separates two
/// rows.
pub(super) fn decode(line: &str, at: usize, most: usize) -> Result<Vec<Vec<RowCell>>, Misfit> {
    let mut rows = vec![Vec::new()];
    let mut groups: Vec<(usize, Vec<RowCell>)> = Vec::new();
    let mut length: Option<usize> = None;
    // The number of cells of all rows and open groups. A row without cells counts as one cell.
    let mut cells = 0;
    for (start, letter) in line.char_indices() {
        let (times, repeated) = match letter {
            '0'..='9' => {
                let digit = letter as usize - '0' as usize;
                length = Some((length.unwrap_or(0) * 10 + digit).min(MOST_CELLS + 1));
                continue;
            }
            '(' if groups.len() < MOST_DEPTH => {
                groups.push((length.take().unwrap_or(1), Vec::new()));
                continue;
            }
            '|' if groups.is_empty() && length.is_none() => {
                rows.push(Vec::new());
                cells += 1;
                (0, Vec::new())
            }
            ')' if length.is_none() => {
                let (times, group) = groups.pop().ok_or(Misfit::NoRow)?;
                cells -= group.len();
                (times, group)
            }
            _ => {
                let kind = kind(letter).ok_or(Misfit::NoRow)?;
                let cell = RowCell {
                    kind,
                    at: at + start,
                };
                (length.take().unwrap_or(1), vec![cell])
            }
        };
        cells += times * repeated.len();
        if cells > most {
            return Err(Misfit::TooLarge);
        }
        let last = match groups.last_mut() {
            Some((_, group)) => Some(group),
            None => rows.last_mut(),
        };
        if let Some(last) = last {
            (0..times).for_each(|_| last.extend_from_slice(&repeated));
        }
    }
    // A `|` at the end of a line does not begin another row.
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    match groups.is_empty() && length.is_none() {
        true => Ok(rows),
        false => Err(Misfit::NoRow),
    }
}

/// The cells of a row in which one blank stands between any two symbols; `None` for any other line.
pub(super) fn spaced(line: &str, at: usize) -> Option<Vec<RowCell>> {
    let start = line.len() - line.trim_start().len();
    let mut row = Vec::new();
    for (i, letter) in line[start..].char_indices() {
        match (i % 2 == 1, letter) {
            (true, ' ') => {}
            (false, letter) if letter != ' ' => row.push(RowCell {
                kind: kind(letter)?,
                at: at + start + i,
            }),
            _ => return None,
        }
    }
    Some(row)
}

/// Checks a line that follows a row of a level but is no row itself. If this line begins and ends
/// with a wall, returns its first unknown character and the place.
pub(super) fn stranger(at: usize, line: &str) -> Option<(char, Range<usize>)> {
    if !(line.trim_start().starts_with('#') && line.ends_with('#')) {
        return None;
    }
    let known = |c: char| kind(c).is_some() || c.is_ascii_digit() || "|()".contains(c);
    let (start, letter) = line.char_indices().find(|&(_, letter)| !known(letter))?;
    Some((letter, at + start..at + start + letter.len_utf8()))
}

/// Whether blanks in a text may stand for floor. They do not if each blank is at the end of a line,
/// or stands between any two symbols of its line, or belongs to an indentation that all lines of
/// the board share.
///
/// If a text is not ambiguous, and both this reader and that of the puzzle language can read it,
/// both give it the same meaning.
pub fn is_ambiguous(text: &str) -> bool {
    let mut indent = None;
    text.lines().any(|line| {
        let line = line.trim_end();
        let symbols = line.trim_start();
        if symbols.is_empty() {
            indent = None;
            return false;
        }
        let own = line.len() - symbols.len();
        let shifted = *indent.get_or_insert(own) != own;
        let blanks = symbols.contains([' ', '\t']);
        let is_spaced = || {
            let mut letters = symbols.chars().enumerate();
            letters.all(|(i, letter)| (i % 2 == 1) == (letter == ' '))
        };
        shifted || blanks && !is_spaced()
    })
}
