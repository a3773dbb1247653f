//! Boards of their own, which drawings make: their cells, marks and pieces, and the state.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use fewest_ground::Label;

use super::checked::{Checked, Piece, PieceCell};
use super::drawing::Says;
use super::layout::{ending, label};
use super::lexer::{BLANKS, Span, trimmed};
use super::site::{Shape, Site};
use super::syntax::Drawing;

/// A board of its own: where it is played, and the state.
pub(crate) struct Board {
    pub(crate) site: Site,
    pub(crate) state: Vec<Label>,
}

/// The board that a drawing in the file draws.
pub(crate) fn drawn(
    checked: &Checked,
    drawing: &Drawing,
    own: Option<&Site>,
    faults: &mut Vec<Fault>,
) -> Option<Board> {
    let lines: Vec<_> = drawing
        .lines
        .iter()
        .map(|l| (l.span.start, l.text.as_str()))
        .collect();
    board(checked, &lines, &drawing.of, own, faults)
}

/// The site of a board without a start.
pub(crate) fn bare(checked: &Checked, shape: &Shape) -> Site {
    let letter = |piece: &Piece| match piece {
        Piece::Drawn(cells) => cells.clone(),
        Piece::Letter(_) => Vec::new(),
    };
    Site {
        shape: shape.clone(),
        marks: vec![Vec::new(); checked.alphabet.marks.len()],
        pieces: checked.pieces.iter().map(letter).collect(),
    }
}

/// The board on these lines. A drawing without marks has those of the file's `own` board.
fn board(
    checked: &Checked,
    lines: &[(usize, &str)],
    of: &Span,
    own: Option<&Site>,
    faults: &mut Vec<Fault>,
) -> Option<Board> {
    let before = faults.len();
    let alphabet = &checked.alphabet;
    let picture = alphabet.picture(lines, false, faults)?;
    let shape = match &checked.board {
        Some(shape) => shape.clone(),
        None => match picture.shape(of) {
            Ok(shape) => shape,
            Err(ragged) => {
                faults.extend(ragged);
                return None;
            }
        },
    };
    let drawn = match picture.on(&shape, of) {
        Ok(drawn) => drawn,
        Err(misfits) => {
            faults.extend(misfits);
            return None;
        }
    };
    let mut site = bare(checked, &shape);
    for (cell, drawn) in drawn.iter().enumerate() {
        if let Says::Cell {
            mark: Some(mark), ..
        } = drawn.says
        {
            site.marks[mark].push(cell);
        }
    }
    if let Some(own) = own
        && own.shape == shape
        && site.marks.iter().all(Vec::is_empty)
    {
        site.marks.clone_from(&own.marks);
    }
    let mut state: Vec<Label> = drawn.iter().map(|drawn| label(drawn)).collect();
    for (i, piece) in checked.pieces.iter().enumerate() {
        if let Piece::Letter(letter) = piece {
            let cells: Vec<usize> = (0..state.len())
                .filter(|&cell| state[cell] == *letter)
                .collect();
            if let Some(&apart) = apart(&shape, &cells).first() {
                let name = &alphabet.symbols[usize::from(*letter)];
                let message = format!("the piece '{name}' is in parts");
                let fault = Fault::new(drawn[apart].span.clone(), message, "not beside the rest");
                faults.push(fault.with_context(drawn[cells[0]].span.clone(), "the rest"));
            }
            site.pieces[i] = seen(&shape, &cells, *letter);
        }
    }
    state.extend(&picture.variables);
    (faults.len() == before).then_some(Board { site, state })
}

/// The cells that no way over the others joins to the first.
fn apart(shape: &Shape, cells: &[usize]) -> Vec<usize> {
    let mut left: std::collections::BTreeSet<usize> = cells.iter().copied().collect();
    let mut joined: Vec<usize> = left.pop_first().into_iter().collect();
    while let Some(cell) = joined.pop() {
        for direction in &super::checked::DIRECTIONS[..4] {
            if let Some(next) = shape.along(cell, *direction, 1)
                && left.remove(&next)
            {
                joined.push(next);
            }
        }
    }
    left.into_iter().collect()
}

/// The piece on these cells, seen from the first.
fn seen(shape: &Shape, cells: &[usize], label: Label) -> Vec<PieceCell> {
    let place = |cell: usize| (shape.places[cell].0 as isize, shape.places[cell].1 as isize);
    let cell = |&cell: &usize| PieceCell {
        down: place(cell).0 - place(cells[0]).0,
        right: place(cell).1 - place(cells[0]).1,
        label,
    };
    cells.iter().map(cell).collect()
}

/// The lines of every board of `text` with their place; boards are separated by blank lines,
/// and where a board can be listed in one line, each such line is one. Each is read, and
/// forgotten again: there may be any number.
///
/// # Errors
/// All that is wrong with the first board that is none.
pub(crate) fn boards<'t>(
    checked: &Checked,
    own: Option<&Site>,
    text: &'t str,
) -> Result<Vec<(&'t str, Range<usize>)>, Faults> {
    let mut boards = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n').chain(["\n"]) {
        if trimmed(line).is_empty() {
            for lines in cut(checked, &block) {
                let (first, last) = (lines[0], lines[lines.len() - 1]);
                let start = first.0 + first.1.len() - first.1.trim_start_matches(BLANKS).len();
                let span = start..last.0 + last.1.len();
                let mut faults = Vec::new();
                match board(checked, lines, &span, own, &mut faults) {
                    Some(_) => boards.push((&text[first.0..span.end], span)),
                    None => return ending(faults, Vec::new()),
                }
            }
            block.clear();
        } else {
            block.push((at, line.trim_end_matches(['\n', '\r', ' ', '\t'])));
        }
        at += line.len();
    }
    Ok(boards)
}

/// The board on these lines, as [`boards`] gives them.
///
/// # Errors
/// All that is wrong with it.
pub(crate) fn read(checked: &Checked, own: Option<&Site>, text: &str) -> Result<Board, Faults> {
    let mut at = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        at += line.len();
        let line = (at - line.len(), line);
        (line.0, line.1.trim_end_matches(['\n', '\r', ' ', '\t']))
    });
    let lines: Vec<(usize, &str)> = lines.collect();
    let mut faults = Vec::new();
    let whole = 0..text.len();
    let board = board(checked, &lines, &whole, own, &mut faults);
    ending(faults, ())?;
    board.ok_or_else(|| Fault::new(whole, "no board", "expected a drawing").into())
}

/// A block of lines cut into boards: one, or several that are listed each in a line.
fn cut<'b, 't>(checked: &Checked, block: &'b [(usize, &'t str)]) -> Vec<&'b [(usize, &'t str)]> {
    let listed = |shape: &Shape| {
        let words = |line: &str| checked.alphabet.words(line, false).len();
        shape.rows > 1
            && block.iter().all(|&(_, line)| {
                checked.alphabet.variable(line).is_none() && words(line) == shape.cells()
            })
    };
    match &checked.board {
        _ if block.is_empty() => Vec::new(),
        Some(shape) if listed(shape) && shape.cells() != shape.columns => block.chunks(1).collect(),
        _ => vec![block],
    }
}
