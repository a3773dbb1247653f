//! Rows of levels.

use fewest_ground::limits::MOST_CELLS;
use fewest_rules::Fault;

/// The most groups of run lengths within each other.
const MOST_DEPTH: usize = 8;

/// A cell of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// What lies there: `#`, `_`, `@`, `+`, `$`, `*` or `.`.
    pub(super) kind: char,
    /// The byte of the text at which it stands.
    pub(super) at: usize,
}

/// Why a line has no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Misfit {
    NoRow,
    TooLarge,
}

/// What a character means in a row.
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

/// Whether a line below a row may be a row: it has a wall or no letters, which a title has.
pub(super) fn is_followed(line: &str) -> bool {
    line.contains('#') || !line.is_empty() && line.chars().all(|c| !c.is_ascii_alphanumeric())
}

/// The rows that a line holds, of at most `most` cells. With run lengths there may be several.
pub(super) fn decode(line: &str, at: usize, most: usize) -> Result<Vec<Vec<Cell>>, Misfit> {
    let mut rows = vec![Vec::new()];
    let mut groups: Vec<(usize, Vec<Cell>)> = Vec::new();
    let mut length: Option<usize> = None;
    // The cells of all rows and open groups; a row without cells counts as well.
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
                let cell = Cell {
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
    // A | at the end of a line ends a row that the line end would end as well.
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    match groups.is_empty() && length.is_none() {
        true => Ok(rows),
        false => Err(Misfit::NoRow),
    }
}

/// The cells of a row that has one blank between any two symbols.
pub(super) fn spaced(line: &str, at: usize) -> Option<Vec<Cell>> {
    let start = line.len() - line.trim_start().len();
    let mut row = Vec::new();
    for (i, letter) in line[start..].char_indices() {
        match (i % 2 == 1, letter) {
            (true, ' ') => {}
            (false, letter) if letter != ' ' => row.push(Cell {
                kind: kind(letter)?,
                at: at + start + i,
            }),
            _ => return None,
        }
    }
    Some(row)
}

/// The fault of a line that stands below a row and would be one, from wall to wall, without one of its
/// characters.
pub(super) fn stranger(at: usize, line: &str) -> Option<Fault> {
    if !(line.trim_start().starts_with('#') && line.ends_with('#')) {
        return None;
    }
    let known = |c: char| kind(c).is_some() || c.is_ascii_digit() || "|()".contains(c);
    let (start, letter) = line.char_indices().find(|&(_, letter)| !known(letter))?;
    let span = at + start..at + start + letter.len_utf8();
    let message = format!("unknown character '{}' in a level", letter.escape_debug());
    Some(Fault::new(
        span,
        message,
        "expected # @ + $ * . - or a blank",
    ))
}

/// Whether blanks in a text may be floor: not all of them are at the ends of lines, or stand between
/// any two symbols of a line, or before all lines of a board.
///
/// A text that is not ambiguous means the same to this reader and to that of the puzzle language, if
/// both can read it.
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
