//! Moves that let values change places: `cycle`, `swap`, `reverse`, `undo`, `do`.

use std::collections::HashMap;

use fewest_ground::{Value, Write};

use super::checked::{Body, Move};
use super::grounding::{Grounder, Refused};
use super::syntax::{Step, Word};
use fewest_rules::{nearest, quoted};

/// For each cell that gets another's value: that other.
pub(crate) type Permutation = HashMap<usize, usize>;

/// The permutation of a move of steps, made of those declared above it.
pub(crate) fn of(
    grounder: &mut Grounder,
    declared: &Move,
    origin: usize,
    above: &mut HashMap<String, Permutation>,
) -> Result<Permutation, Refused> {
    let mut whole = Permutation::new();
    let Body::Steps(steps) = &declared.body else {
        return Ok(whole);
    };
    for step in steps {
        let step = match step {
            Step::Cycle(words) => {
                let cells = distinct(grounder, words);
                let before = cells.iter().cycle().skip(cells.len().saturating_sub(1));
                cells.iter().copied().zip(before.copied()).collect()
            }
            Step::Reverse(words) => {
                let cells = distinct(grounder, words);
                cells
                    .iter()
                    .copied()
                    .zip(cells.iter().rev().copied())
                    .collect()
            }
            Step::Swap(words) => {
                let before = grounder.faults.len();
                let cells = distinct(grounder, words);
                if cells.len() % 2 == 1 && grounder.faults.len() == before {
                    let last = &words[words.len() - 1].span;
                    grounder.fault(
                        last,
                        "a cell without one to swap with",
                        "expected pairs of cells",
                    );
                }
                let pairs = cells.chunks_exact(2);
                pairs
                    .flat_map(|pair| [(pair[0], pair[1]), (pair[1], pair[0])])
                    .collect()
            }
            Step::Undo(name) => {
                let known = known(grounder, name, above);
                known.iter().map(|(&to, &from)| (from, to)).collect()
            }
            Step::Do(name) => known(grounder, name, above),
        };
        // Hashing costs several times what a step of a pattern does.
        grounder.tried(origin, 4 * (1 + whole.len() + step.len()))?;
        whole = then(&whole, &step);
    }
    above.insert(declared.name.text.clone(), whole.clone());
    Ok(whole)
}

/// What a permutation writes, by cells.
pub(crate) fn writes(permutation: &Permutation) -> Vec<Write> {
    let mut writes: Vec<Write> = permutation
        .iter()
        .map(|(&position, &from)| Write {
            position,
            value: Value::Of {
                position: from,
                plus: 0,
            },
        })
        .collect();
    writes.sort_by_key(|write| write.position);
    writes
}

/// One permutation and then another.
fn then(first: &Permutation, second: &Permutation) -> Permutation {
    let source = |permutation: &Permutation, cell| *permutation.get(&cell).unwrap_or(&cell);
    first
        .keys()
        .chain(second.keys())
        .map(|&cell| (cell, source(first, source(second, cell))))
        .filter(|(cell, from)| cell != from)
        .collect()
}

/// The cells that are named, each once.
fn distinct(grounder: &mut Grounder, words: &[Word]) -> Vec<usize> {
    let mut cells = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for word in words {
        for cell in grounder.cells(std::slice::from_ref(word)) {
            if seen.insert(cell) {
                cells.push(cell);
            } else {
                let name = &grounder.site.shape.names[cell];
                let message = format!("the cell '{}' is named twice", quoted(name));
                grounder.fault(&word.span, message, "each cell once");
                return cells;
            }
        }
    }
    cells
}

/// The permutation declared above under that name.
fn known(
    grounder: &mut Grounder,
    name: &Word,
    above: &HashMap<String, Permutation>,
) -> Permutation {
    if let Some(permutation) = above.get(&name.text) {
        return permutation.clone();
    }
    if grounder.full() {
        return Permutation::new();
    }
    let declared = |m: &&Move| m.name.text == name.text;
    let (message, label) = match grounder.checked.moves.iter().find(declared) {
        Some(found) if found.body.is_permutation() => (
            format!("the move '{}' is declared below", quoted(&name.text)),
            "expected a move declared above",
        ),
        Some(_) => (
            format!("the move '{}' cannot be taken back so", quoted(&name.text)),
            "expected a move of 'cycle', 'swap' or 'reverse'",
        ),
        None => (
            format!("unknown move '{}'", quoted(&name.text)),
            "expected a move declared above",
        ),
    };
    let mut fault = fewest_rules::Fault::new(name.span.clone(), message, label);
    fault.help = nearest(&name.text, above.keys().map(String::as_str))
        .filter(|near| *near != name.text)
        .map(|near| format!("did you mean '{near}'?"));
    grounder.faults.push(fault);
    Permutation::new()
}
