//! Compiles moves that permute the symbols of cells: `cycle`, `swap`, `reverse`, `undo`, `do`.

use std::collections::{HashMap, HashSet};

use fewest_rules::{Fault, nearest, quoted};

use fewest_ground::{Value, Write};

use super::super::syntax::{Lexeme, PermutationStep};
use super::builder::{Builder, GroundingStopped};

/// For each cell that gets the symbol of another cell, that other cell.
type SourceCells = HashMap<usize, usize>;

/// The permutations declared so far, by their names.
pub(super) type Permutations = HashMap<String, SourceCells>;

/// Composes the steps of the move `name`, which may use `permutations`, and adds the result to
/// them. Returns the writes of the move, ordered by cell.
pub(super) fn ground(
    builder: &mut Builder,
    name: &Lexeme,
    steps: &[PermutationStep],
    origin: usize,
    permutations: &mut Permutations,
) -> Result<Vec<Write>, GroundingStopped> {
    let mut whole = SourceCells::new();
    for step in steps {
        let step: SourceCells = match step {
            PermutationStep::Cycle(words) => {
                let cells = distinct(builder, words);
                let before = cells.iter().cycle().skip(cells.len().saturating_sub(1));
                cells.iter().copied().zip(before.copied()).collect()
            }
            PermutationStep::Reverse(words) => {
                let cells = distinct(builder, words);
                let reversed = cells.iter().rev().copied();
                cells.iter().copied().zip(reversed).collect()
            }
            PermutationStep::Swap(words) => {
                let faults_before = builder.faults.len();
                let cells = distinct(builder, words);
                if cells.len() % 2 == 1 && builder.faults.len() == faults_before {
                    let last = &words[words.len() - 1].span;
                    let message = "a cell without a partner";
                    builder.fault(last, message, "expected pairs of cells");
                }
                let pairs = cells.chunks_exact(2);
                pairs
                    .flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])])
                    .collect()
            }
            PermutationStep::Undo(name) => {
                let inverse = known(builder, name, permutations).into_iter();
                inverse.map(|(to, from)| (from, to)).collect()
            }
            PermutationStep::Do(name) => known(builder, name, permutations),
        };
        // The factor of 4 accounts for hashing, which costs several times as much as a step of a
        // pattern.
        builder.tried(origin, 4 * (1 + whole.len() + step.len()))?;
        whole = then(&whole, &step);
    }
    let writes = whole.iter().map(|(&position, &from)| Write {
        position,
        value: Value::Of {
            position: from,
            plus: 0,
        },
    });
    let mut writes: Vec<Write> = writes.collect();
    writes.sort_by_key(|write| write.position);
    permutations.insert(name.text.clone(), whole);
    Ok(writes)
}

/// The composition of two permutations.
fn then(first: &SourceCells, second: &SourceCells) -> SourceCells {
    let source = |permutation: &SourceCells, cell| *permutation.get(&cell).unwrap_or(&cell);
    let cells = first.keys().chain(second.keys());
    let pairs = cells.map(|&cell| (cell, source(first, source(second, cell))));
    pairs.filter(|(cell, from)| cell != from).collect()
}

/// The cells with these names; no cell may occur twice.
fn distinct(builder: &mut Builder, words: &[Lexeme]) -> Vec<usize> {
    let mut cells = Vec::new();
    let mut seen = HashSet::new();
    for word in words {
        for cell in builder.cells(std::slice::from_ref(word)) {
            if !seen.insert(cell) {
                let name = &builder.terrain.shape.names[cell];
                let message = format!("the cell '{}' is named twice", quoted(name));
                builder.fault(&word.span, message, "each cell once");
                return cells;
            }
            cells.push(cell);
        }
    }
    cells
}

/// The permutation that was declared above with this name.
fn known(builder: &mut Builder, name: &Lexeme, above: &Permutations) -> SourceCells {
    if let Some(permutation) = above.get(&name.text) {
        return permutation.clone();
    }
    let shown = quoted(&name.text);
    let mut moves = builder.checked.moves.iter();
    let declared = moves.find(|declared| declared.name.text == name.text);
    let (message, label) = match declared.map(|declared| declared.is_permutation()) {
        Some(true) => (
            format!("the move '{shown}' is declared below"),
            "expected a move declared above",
        ),
        Some(false) => (
            format!("the move '{shown}' is not a permutation"),
            "expected a move of 'cycle', 'swap' or 'reverse'",
        ),
        None => (
            format!("unknown move '{shown}'"),
            "expected a move declared above",
        ),
    };
    let mut fault = Fault::new(name.span.clone(), message, label);
    fault.help = nearest(&name.text, above.keys().map(String::as_str))
        .filter(|near| *near != name.text)
        .map(|near| format!("did you mean '{near}'?"));
    builder.push(fault);
    SourceCells::new()
}
