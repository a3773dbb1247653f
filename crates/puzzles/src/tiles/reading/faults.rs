//! The faults of a board that is not valid.

use std::collections::HashMap;
use std::ops::Range;

use fewest_rules::{Fault, quoted};

use super::{NumberCell, TextLine};
use crate::grid::{self, counted};

/// Reports the faults of the numbers: duplicates and, if the board is `whole`, also numbers that
/// are too large and a missing blank. The messages list the numbers that are missing.
pub(super) fn number_faults(
    cells: &[&NumberCell],
    whole: bool,
    end: usize,
    faults: &mut Vec<Fault>,
) {
    let before = faults.len();
    let mut seen: HashMap<u32, Range<usize>> = HashMap::new();
    for cell in cells {
        let Some(value) = cell.value else { continue };
        if whole && value as usize >= cells.len() {
            let label = match cells.len() {
                1 => "a board of 1 cell has the blank alone".into(),
                n => format!("a board of {n} cells has the tiles 1 to {}", n - 1),
            };
            let message = format!("there is no tile {}", quoted(cell.word));
            faults.push(Fault::new(cell.span.clone(), message, label));
        } else if let Some(first) = seen.get(&value) {
            let (message, label) = match value {
                0 => ("two blanks".into(), "one cell is blank"),
                _ => (format!("two tiles {value}"), "each number stands once"),
            };
            faults.push(
                Fault::new(cell.span.clone(), message, label)
                    .with_context(first.clone(), "the first one"),
            );
        } else {
            seen.insert(value, cell.span.clone());
        }
    }
    if !whole {
        return;
    }
    if !seen.contains_key(&0) {
        faults.push(Fault::new(
            end..end,
            "no cell is blank",
            "one cell is 0, _ or .",
        ));
    }
    let missing: Vec<String> = (1..cells.len() as u32)
        .filter(|tile| !seen.contains_key(tile))
        .map(|tile| tile.to_string())
        .collect();
    if let Some(fault) = faults.get_mut(before) {
        fault.help = match &missing[..] {
            [] => None,
            [tile] => Some(format!("tile {tile} is missing")),
            tiles => Some(format!("the tiles {} are missing", tiles.join(", "))),
        };
    }
}

/// The fault of a line that is not as wide as the first line.
pub(super) fn ragged(
    line: &TextLine,
    number: usize,
    is_board: bool,
    width: &(Range<usize>, usize),
) -> Fault {
    let (place, wide) = (width.0.clone(), width.1);
    let message = if is_board {
        format!(
            "a line of {}, the first board's line has {wide}",
            counted(line.width)
        )
    } else {
        grid::ragged(number, line.width, wide)
    };
    let surplus = line.cells.get(wide).map(|cell| cell.span.start);
    let (span, label) = grid::miscounted(line.width, wide, surplus, line.end);
    Fault::new(span, message, label).with_context(place, counted(wide))
}
