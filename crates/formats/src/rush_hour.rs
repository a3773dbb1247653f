//! Reads Rush Hour boards as other programs and collections write them: boards of 36 letters on a
//! line, as in Michael Fogleman's database, and boards in six rows of six.
//!
//! ```text
//! 60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332       o or . is empty, x is a wall
//! ```
//!
//! ```text
//! bb-ccd        - or _ is empty, and so is a blank where nothing else stands for empty cells
//! a----d        any letter is a vehicle
//! arr--d        r, X, A or R is the red car if it stands in the row of the exit;
//! a--q--        otherwise it is the only car there
//! e--q--
//! e--qff
//! ```
//!
//! The numbers around a board of 36 letters are skipped: they give the number of moves of a
//! shortest solution and the number of positions that can be reached.
//!
//! In the drawings `.` is empty, `x` is a wall and `A` is the red car; a vehicle that the text
//! calls `A` gets the letter of the red car. Other vehicles keep their letters as capitals if these
//! are free. A board that has no other empty cells may use `x` for them.

use std::collections::BTreeMap;
use std::ops::Range;

use fewest_rules::{Fault, Faults};

use crate::level::Level;

/// The number of cells along a side.
const SIDE: usize = 6;
/// The row, counted from 0, at whose right end the exit is.
const EXIT_ROW: usize = 2;
/// The letter of the red car in drawings.
const RED: u8 = b'A';
const WALL: u8 = b'x';
const EMPTY: u8 = b'.';

/// Reads every board of `text`. The text must begin with a line that has a board of 36 cells, or
/// consist of rows of six cells that are not a board in the puzzle language with the red car `A`.
/// Returns `None` for any other text, which may have boards in the puzzle language. Blank lines
/// between boards are skipped, and so are lines that begin with `#`, which are comments.
///
/// Takes time linear in the text.
///
/// # Errors
/// Returns a fault for the first line that does not continue the format of the first line, and for
/// a board of which no car, or more than one, may be the red one, or in which a small letter stands
/// alone.
pub fn read(text: &str) -> Option<Result<Vec<Level>, Faults>> {
    let lines = lines(text);
    let is_filled = |&&(_, line): &&(usize, &str)| !line.trim().is_empty();
    let filled: Vec<(usize, &str)> = lines.iter().filter(is_filled).copied().collect();
    let &(at, first) = filled.first()?;
    if board(at, first).is_some() {
        return Some(filled.iter().map(|&(at, line)| listed(at, line)).collect());
    }
    let cells = || filled.iter().flat_map(|(_, line)| line.trim_end().bytes());
    let has = |symbols: &[u8]| cells().any(|cell| symbols.contains(&cell));
    if !cells().all(|cell| cell == b' ' || is_cell(cell)) {
        return None;
    }
    // Blanks are empty cells where nothing else is.
    let is_padded = has(b" ") && !has(b".o-_");
    let rows: Vec<(usize, &str)> = match is_padded {
        true => padded(&lines)?,
        false => filled.iter().map(|&(at, line)| trimmed(at, line)).collect(),
    };
    let is_row = |row: &str| row.len() == SIDE && !row.trim().contains(' ');
    let is_language =
        !has(b"o-_ ") && cells().all(|cell| !cell.is_ascii_lowercase() || cell == WALL);
    let is_shaped = rows.len().is_multiple_of(SIDE) && rows.iter().all(|row| is_row(row.1));
    // The puzzle language tells more about the faults of boards that it could read.
    if !is_padded && (!is_row(rows[0].1) || is_language && !is_shaped) {
        return None;
    }
    let levels: Result<Vec<Level>, Faults> =
        rows.chunks(SIDE).map(|rows| rows_of(text, rows)).collect();
    let is_unchanged = |level: &Level| text[level.span.clone()] == level.drawing;
    match &levels {
        Ok(levels) if levels.iter().all(is_unchanged) => None,
        _ => Some(levels),
    }
}

/// The lines that are not comments, without their ends, each with the byte at which it begins.
fn lines(text: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    });
    lines.filter(|(_, line)| !line.starts_with('#')).collect()
}

fn trimmed(at: usize, line: &str) -> (usize, &str) {
    (at + line.len() - line.trim_start().len(), line.trim())
}

/// Whether a cell of a board may be written like this.
fn is_cell(cell: u8) -> bool {
    cell.is_ascii_alphabetic() || b".-_".contains(&cell)
}

/// The rows of boards whose empty cells are blanks. An empty line before a board is no row; after
/// its first row a board has five more. `None` if a row is too long.
fn padded<'t>(lines: &[(usize, &'t str)]) -> Option<Vec<(usize, &'t str)>> {
    let mut rows: Vec<(usize, &str)> = Vec::new();
    for &(at, line) in lines {
        if !rows.len().is_multiple_of(SIDE) || !line.is_empty() {
            // Blanks behind the sixth cell are no cells.
            let row = line.get(..SIDE).filter(|_| line.trim_end().len() <= SIDE);
            rows.push((at, row.or((line.len() <= SIDE).then_some(line))?));
        }
    }
    Some(rows)
}

/// The place of the board on a line that begins at byte `at`; `None` if the line has no board.
fn board(at: usize, line: &str) -> Option<Range<usize>> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut boards = line.split_whitespace().filter(|word| !is_number(word));
    let (board, None) = (boards.next()?, boards.next()) else {
        return None;
    };
    let start = at + (board.as_ptr() as usize - line.as_ptr() as usize);
    (board.chars().count() == SIDE * SIDE).then(|| start..start + board.len())
}

fn listed(at: usize, line: &str) -> Result<Level, Faults> {
    let Some(span) = board(at, line) else {
        let message = "this line has no board of 36 cells";
        let label = "expected 36 letters, as on the first line";
        let (at, line) = trimmed(at, line);
        return Err(Fault::new(at..at + line.len(), message, label).into());
    };
    let drawn = &line[span.start - at..span.end - at];
    Ok(Level {
        drawing: redrawn(drawn, &span)?,
        title: None,
        author: None,
        span,
    })
}

fn rows_of(text: &str, rows: &[(usize, &str)]) -> Result<Level, Faults> {
    let span = |&(at, line): &(usize, &str)| at..at + line.len();
    let is_padded = rows.iter().any(|(_, line)| line.contains(' '));
    let fits = |line: &str| line.len() == SIDE || is_padded && line.len() < SIDE;
    if let Some(wrong) = rows.iter().find(|(_, line)| !fits(line)) {
        let message = format!("a row of {} cells", wrong.1.chars().count());
        return Err(Fault::new(span(wrong), message, format!("expected {SIDE}")).into());
    }
    let whole = rows[0].0..span(&rows[rows.len() - 1]).end;
    if rows.len() < SIDE {
        let message = format!("the board has {SIDE} rows, here are {}", rows.len());
        return Err(Fault::new(whole.end..whole.end, message, "the text ends here").into());
    }
    let drawn = match is_padded {
        true => {
            let rows = rows.iter().map(|(_, line)| format!("{line:.<SIDE$}"));
            rows.collect::<Vec<_>>().join("\n").replace(' ', ".")
        }
        false => text[whole.clone()].to_owned(),
    };
    Ok(Level {
        drawing: redrawn(&drawn, &whole)?,
        title: None,
        author: None,
        span: whole,
    })
}

/// Draws a board of 36 cells with the symbols of the puzzle. Characters that are no cells, such as
/// ends of lines, stay.
fn redrawn(drawn: &str, span: &Range<usize>) -> Result<String, Faults> {
    let cells: Vec<u8> = drawn.bytes().filter(|&cell| is_cell(cell)).collect();
    if cells.len() != SIDE * SIDE {
        // The puzzle language tells what is wrong with the other characters.
        return Ok(drawn.replace('o', "."));
    }
    let has_empty = cells.iter().any(|cell| b".o-_".contains(cell));
    let is_empty = |cell: u8| b".o-_".contains(&cell) || cell == WALL && !has_empty;
    let is_vehicle = |cell: u8| !is_empty(cell) && cell != WALL;
    let is_alone = |&&cell: &&u8| {
        cell.is_ascii_lowercase()
            && is_vehicle(cell)
            && cells.iter().filter(|&&other| other == cell).count() == 1
    };
    if let Some(&alone) = cells.iter().find(is_alone) {
        let at = drawn.find(char::from(alone)).unwrap_or(0);
        let place = match drawn.len() == span.len() {
            true => span.start + at..span.start + at + 1,
            false => span.clone(),
        };
        let message = format!("the vehicle '{}' has a single cell", char::from(alone));
        return Err(Fault::new(place, message, "expected two or more").into());
    }
    let letters = letters(&cells, is_vehicle, span)?;
    let symbol = |c: char| match c as u8 {
        _ if !c.is_ascii() || !is_cell(c as u8) => c,
        cell if is_empty(cell) => EMPTY.into(),
        cell => letters.get(&cell).map_or(c, |&letter| letter.into()),
    };
    Ok(drawn.chars().map(symbol).collect())
}

/// The letter that each vehicle has in the drawing.
fn letters(
    cells: &[u8],
    is_vehicle: impl Fn(u8) -> bool,
    span: &Range<usize>,
) -> Result<BTreeMap<u8, u8>, Faults> {
    let mut left: Vec<u8> = cells.iter().copied().filter(|&c| is_vehicle(c)).collect();
    // Capitals come first, so that they keep their letters.
    left.sort_unstable();
    left.dedup();
    let red = red_car(cells, &left, span)?;
    left.retain(|&vehicle| vehicle != red);
    let mut letters = BTreeMap::from([(red, RED)]);
    let mut free: Vec<u8> = (b'A'..=b'Z').filter(|&letter| letter != RED).collect();
    for vehicle in left {
        let own = match vehicle.to_ascii_uppercase() {
            RED => red.to_ascii_uppercase(),
            own => own,
        };
        if free.is_empty() {
            let message = "more than 26 vehicles";
            return Err(Fault::new(span.clone(), message, "a vehicle takes two cells").into());
        }
        let at = free.iter().position(|&letter| letter == own).unwrap_or(0);
        letters.insert(vehicle, free.remove(at));
    }
    Ok(letters)
}

/// The vehicle that has to leave.
fn red_car(cells: &[u8], vehicles: &[u8], span: &Range<usize>) -> Result<u8, Faults> {
    let row = &cells[EXIT_ROW * SIDE..][..SIDE];
    let lies_there = |vehicle: &&u8| row.windows(2).any(|two| two == [**vehicle; 2]);
    let there: Vec<u8> = vehicles.iter().filter(lies_there).copied().collect();
    let named: Vec<u8> = b"AX"
        .iter()
        .copied()
        .filter(|c| there.contains(c))
        .collect();
    match (&named[..], &there[..]) {
        _ if there.contains(&b'r') => Ok(b'r'),
        (&[red], _) => Ok(red),
        ([], _) if there.contains(&b'R') => Ok(b'R'),
        ([], &[red]) => Ok(red),
        // A board whose car A stands in another row has no solution.
        ([], _) if vehicles.contains(&RED) => Ok(RED),
        ([], []) => {
            let message = "no car stands in the row of the exit";
            Err(Fault::new(span.clone(), message, "expected the red car in row 3").into())
        }
        _ => {
            let letters: Vec<String> = there.iter().map(|&c| char::from(c).into()).collect();
            let message = format!("the red car may be {}", letters.join(" or "));
            let fault = Fault::new(span.clone(), message, "which one has to leave?");
            Err(fault.with_help("write the red car as r").into())
        }
    }
}
