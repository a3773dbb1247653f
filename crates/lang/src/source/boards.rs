//! Reads boards from drawings: their terrain, which is everything that no move changes, and their
//! state.

use std::collections::BTreeSet;
use std::ops::Range;

use fewest_rules::{Fault, Faults};

use fewest_ground::Label;

use super::checked::{CheckedPuzzle, PieceSource};
use super::heading::{HEADINGS, STRAIGHT};
use super::layout::first_faults;
use super::lexer::{BLANKS, Span, trimmed};
use super::shape::GridShape;
use super::syntax::DrawingLines;
use super::terrain::{Terrain, piece};

/// A line of a text, with the byte at which the line begins.
type PlacedLine<'t> = (usize, &'t str);

/// A drawn board: its terrain and its state.
pub(crate) struct BoardDrawing {
    pub(crate) terrain: Terrain,
    pub(crate) state: Vec<Label>,
}

/// Reads the board of a drawing in the file.
pub(crate) fn drawn(
    checked: &CheckedPuzzle,
    drawing: &DrawingLines,
    own: Option<&Terrain>,
    faults: &mut Vec<Fault>,
) -> Option<BoardDrawing> {
    board(checked, &drawing.lines(), &drawing.of, own, faults)
}

/// The terrain of a board of this shape without marks, and with the pieces that the file draws.
pub(crate) fn bare(checked: &CheckedPuzzle, shape: GridShape) -> Terrain {
    let cells = |piece: &PieceSource| match piece {
        PieceSource::File(cells) => cells.clone(),
        PieceSource::Board(_) => Vec::new(),
    };
    Terrain {
        shape,
        marks: vec![Vec::new(); checked.alphabet.marks.len()],
        pieces: checked.pieces.iter().map(cells).collect(),
    }
}

/// Reads the board on these lines. A drawing without marks gets the marks of `own`, the file's own
/// board.
fn board(
    checked: &CheckedPuzzle,
    lines: &[PlacedLine],
    of: &Span,
    own: Option<&Terrain>,
    faults: &mut Vec<Fault>,
) -> Option<BoardDrawing> {
    let faults_before = faults.len();
    let picture = checked.alphabet.picture(lines, false, faults)?;
    let shape = match &checked.board {
        Some(shape) => Ok(shape.clone()),
        None => picture.shape(of).and_then(|mut shape| {
            if let Some(walls) = &checked.walls {
                shape.enclose(walls, of).map_err(|fault| vec![fault])?;
            }
            Ok(shape)
        }),
    };
    let drawn = shape.and_then(|shape| Ok((picture.on(&shape, of)?, shape)));
    let (drawn, shape) = drawn.map_err(|misfits| faults.extend(misfits)).ok()?;
    let mut terrain = bare(checked, shape);
    for (cell, drawn) in drawn.iter().enumerate() {
        if let Some(mark) = drawn.mark {
            terrain.marks[mark].push(cell);
        }
    }
    if let Some(own) = own
        && own.shape == terrain.shape
        && terrain.marks.iter().all(Vec::is_empty)
    {
        terrain.marks.clone_from(&own.marks);
    }
    let state = picture.state(&checked.alphabet, &drawn);
    for (i, source) in checked.pieces.iter().enumerate() {
        let PieceSource::Board(symbol) = *source else {
            continue;
        };
        let cells = (0..drawn.len()).filter(|&cell| state[cell] == symbol);
        let cells: Vec<usize> = cells.collect();
        if let Some(apart) = apart(&terrain.shape, &cells) {
            let name = &checked.alphabet.symbols[usize::from(symbol)];
            let message = format!("the piece '{name}' is in parts");
            let fault = Fault::new(drawn[apart].span.clone(), message, "not beside the rest");
            faults.push(fault.with_context(drawn[cells[0]].span.clone(), "the rest"));
        }
        let places = cells.iter().map(|&cell| terrain.shape.places[cell]);
        terrain.pieces[i] = piece(places.map(|(row, column)| (row, column, symbol)));
    }
    (faults.len() == faults_before).then_some(BoardDrawing { terrain, state })
}

/// The first cell of `cells` that cannot be reached from `cells[0]` by steps within `cells`.
fn apart(shape: &GridShape, cells: &[usize]) -> Option<usize> {
    let mut left: BTreeSet<usize> = cells.iter().copied().collect();
    let mut connected: Vec<usize> = left.pop_first().into_iter().collect();
    while let Some(cell) = connected.pop() {
        let next = HEADINGS[STRAIGHT].iter();
        let next = next.filter_map(|heading| shape.offset(cell, heading.down, heading.right));
        connected.extend(next.filter(|next| left.remove(next)));
    }
    left.pop_first()
}

/// Finds the boards of `text`. Returns the lines of each board, with its range of bytes in `text`.
/// Blank lines separate boards. If a board can be listed on one line, each such line is a board.
/// Every board is checked but not kept, because there may be any number of boards.
///
/// # Errors
/// The faults of the first faulty board.
pub(crate) fn boards<'t>(
    checked: &CheckedPuzzle,
    own: Option<&Terrain>,
    text: &'t str,
) -> Result<Vec<(&'t str, Range<usize>)>, Faults> {
    let mut boards = Vec::new();
    let mut block: Vec<PlacedLine> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n').chain(["\n"]) {
        if trimmed(line).is_empty() {
            for lines in split(checked, &block) {
                let (first, last) = (lines[0], lines[lines.len() - 1]);
                let start = first.0 + first.1.len() - first.1.trim_start_matches(BLANKS).len();
                let span = start..last.0 + last.1.len();
                let mut faults = Vec::new();
                if board(checked, lines, &span, own, &mut faults).is_none() {
                    return first_faults(faults, Vec::new());
                }
                boards.push((&text[first.0..span.end], span));
            }
            block.clear();
        } else {
            block.push((at, without_end(line)));
        }
        at += line.len();
    }
    Ok(boards)
}

/// Reads the board on lines that [`boards`] returned.
///
/// # Errors
/// The faults of the board.
pub(crate) fn read(
    checked: &CheckedPuzzle,
    own: Option<&Terrain>,
    text: &str,
) -> Result<BoardDrawing, Faults> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        (at - line.len(), without_end(line))
    });
    let lines: Vec<PlacedLine> = lines.collect();
    let mut faults = Vec::new();
    let whole = 0..text.len();
    let board = board(checked, &lines, &whole, own, &mut faults);
    first_faults(faults, ())?;
    board.ok_or_else(|| Fault::new(whole, "no board", "expected a drawing").into())
}

fn without_end(line: &str) -> &str {
    line.trim_end_matches(['\n', '\r', ' ', '\t'])
}

/// Splits a block of lines into boards: one drawing, or several boards that are listed on one line
/// each.
fn split<'b, 't>(
    checked: &CheckedPuzzle,
    block: &'b [PlacedLine<'t>],
) -> Vec<&'b [PlacedLine<'t>]> {
    let alphabet = &checked.alphabet;
    let listed = |shape: &GridShape| {
        let is_list = |&(_, line): &PlacedLine| {
            alphabet.value_line(line).is_none()
                && alphabet.words(line, false).len() == shape.cells()
        };
        shape.rows > 1 && shape.cells() != shape.columns && block.iter().all(is_list)
    };
    match &checked.board {
        _ if block.is_empty() => Vec::new(),
        Some(shape) if listed(shape) => block.chunks(1).collect(),
        _ => vec![block],
    }
}
