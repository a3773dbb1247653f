//! Compares the ground rules of random patterns with a direct matcher.

#![allow(clippy::unwrap_used)]

use crate::plain;

use proptest::prelude::*;

const SYMBOLS: [&str; 3] = ["a", "b", "c"];
const ROWS: isize = 3;
const COLUMNS: isize = 4;
/// The directions, in the order of the language.
const DIRECTIONS: [(&str, isize, isize); 4] = [
    ("up", -1, 0),
    ("left", 0, -1),
    ("right", 0, 1),
    ("down", 1, 0),
];

/// A cell of a pattern and its new content.
#[derive(Debug, Clone)]
enum Cell {
    /// One of a set or of its complement, which becomes a symbol or stays.
    In {
        set: Vec<u8>,
        not: bool,
        becomes: Option<u8>,
    },
    /// Any number of cells of a set.
    Many { set: Vec<u8> },
    /// A name, which becomes the symbol of another name plus a number.
    Named {
        name: usize,
        becomes: usize,
        plus: u8,
    },
    /// A symbol of a set, or the edge.
    OrEnd { set: Vec<u8> },
}

type Rule = Vec<Cell>;

fn words(set: &[u8]) -> String {
    let words: Vec<&str> = set.iter().map(|&s| SYMBOLS[usize::from(s)]).collect();
    words.join(",")
}

/// The rule as it is written.
fn written(rule: &Rule) -> String {
    let bound = |name: usize| {
        rule.iter()
            .any(|c| matches!(c, Cell::Named { name: n, .. } if *n == name))
    };
    let mut left = Vec::new();
    let mut right = Vec::new();
    for cell in rule {
        let (before, after) = match cell {
            Cell::In { set, not, becomes } => {
                let before = format!("{}{}", if *not { "not " } else { "" }, words(set));
                let after = becomes.map_or(before.clone(), |s| words(&[s]));
                (before, after)
            }
            Cell::Many { set } => (format!("{}*", words(set)), format!("{}*", words(set))),
            Cell::OrEnd { set } => (format!("{},end", words(set)), format!("{},end", words(set))),
            Cell::Named {
                name,
                becomes,
                plus,
            } => {
                let becomes = if bound(*becomes) { *becomes } else { *name };
                (format!("?x{name}"), format!("?x{becomes}+{plus}"))
            }
        };
        left.push(before);
        right.push(after);
    }
    format!("  [{}] -> [{}]\n", left.join(" | "), right.join(" | "))
}

/// The symbol on the cell at this step, if there is a cell.
fn at(state: &[u8], cell: isize, direction: (isize, isize), step: isize) -> Option<usize> {
    let row = cell / COLUMNS + direction.0 * step;
    let column = cell % COLUMNS + direction.1 * step;
    let inside = (0..ROWS).contains(&row) && (0..COLUMNS).contains(&column);
    inside
        .then(|| (row * COLUMNS + column) as usize)
        .filter(|&at| at < state.len())
}

/// Matches the cells of the pattern from `step` on and returns the board after the rule if they fit.
/// `laid` holds the cells of the board matched so far.
fn lay(
    state: &[u8],
    rule: &[Cell],
    cell: isize,
    direction: (isize, isize),
    laid: &mut Vec<Option<usize>>,
    step: isize,
    whole: &Rule,
) -> Option<Vec<u8>> {
    let Some((first, rest)) = rule.split_first() else {
        let fixed = |cell: &Cell| !matches!(cell, Cell::Many { .. });
        if step <= 0 && whole.iter().any(fixed) {
            // All of it lies before the cell.
            return None;
        }
        return changed(state, whole, laid);
    };
    let here = at(state, cell, direction, step);
    let symbol = here.map(|here| state[here]);
    let fits = match first {
        Cell::Many { set } => {
            // None of them, or one and more.
            laid.push(None);
            let without = lay(state, rest, cell, direction, laid, step, whole);
            laid.pop();
            if without.is_some() || !symbol.is_some_and(|s| set.contains(&s)) {
                return without;
            }
            return lay(state, rule, cell, direction, laid, step + 1, whole);
        }
        Cell::In { set, not, .. } => symbol.is_some_and(|s| set.contains(&s) != *not),
        Cell::Named { .. } => symbol.is_some(),
        Cell::OrEnd { set } => symbol.is_none_or(|s| set.contains(&s)),
    };
    if !fits {
        return None;
    }
    laid.push(here);
    let after = lay(state, rest, cell, direction, laid, step + 1, whole);
    laid.pop();
    after
}

/// The board after a rule that fits, unless two cells with the same name differ.
fn changed(state: &[u8], rule: &Rule, laid: &[Option<usize>]) -> Option<Vec<u8>> {
    let mut names = [None; 2];
    for (cell, here) in rule.iter().zip(laid) {
        if let (Cell::Named { name, .. }, Some(here)) = (cell, here) {
            let symbol = state[*here];
            if names[*name].is_some_and(|other| other != symbol) {
                return None;
            }
            names[*name] = Some(symbol);
        }
    }
    let mut after = state.to_vec();
    for (cell, here) in rule.iter().zip(laid) {
        let Some(here) = *here else { continue };
        match cell {
            Cell::In {
                becomes: Some(symbol),
                ..
            } => after[here] = *symbol,
            Cell::Named {
                name,
                becomes,
                plus,
            } => {
                let symbol = names[*becomes].or(names[*name]).unwrap();
                after[here] = (symbol + plus) % 3;
            }
            _ => {}
        }
    }
    Some(after)
}

fn cell() -> impl Strategy<Value = Cell> {
    let set = || prop::sample::subsequence(vec![0u8, 1, 2], 1..=2);
    prop_oneof![
        4 => (set(), any::<bool>(), prop::option::of(0..3u8))
            .prop_map(|(set, not, becomes)| Cell::In { set, not, becomes }),
        2 => set().prop_map(|set| Cell::Many { set }),
        2 => (0..2usize, 0..2usize, 0..3u8)
            .prop_map(|(name, becomes, plus)| Cell::Named { name, becomes, plus }),
        1 => set().prop_map(|set| Cell::OrEnd { set }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ground_rules_do_what_is_written(
        rules in prop::collection::vec(prop::collection::vec(cell(), 1..5), 1..4),
        states in prop::collection::vec(prop::collection::vec(0..3u8, 12), 20),
        told_cell in any::<bool>(),
    ) {
        let lines: String = rules.iter().map(written).collect();
        let parameters = if told_cell { "cell, dir" } else { "dir" };
        let text = format!(
            "puzzle p\nsymbols a b c\nboard {ROWS}x{COLUMNS}\nmove m({parameters})\n{lines}goal all a\n"
        );
        let (file, _) = fewest_lang::read(&text).map_err(|faults| TestCaseError::fail(format!("{text}{faults:?}")))?;
        let ground = file.ground();
        plain::assert_well_formed(ground);
        for state in &states {
            let mut expected = Vec::new();
            let anchors: Vec<Vec<isize>> = match told_cell {
                true => (0..12).map(|cell| vec![cell]).collect(),
                false => vec![(0..12).collect()],
            };
            for anchors in anchors {
                for (name, down, right) in DIRECTIONS {
                    let tries = rules.iter().flat_map(|rule| anchors.iter().map(move |cell| (rule, *cell)));
                    let mut made = tries.filter_map(|(rule, cell)| {
                        let direction = (down, right);
                        // What lies before the first cell on the board is its edge.
                        let edge = |&before: &isize| before == 0 || at(state, cell, direction, -before).is_none();
                        let mut befores = (0..=rule.len() as isize).take_while(edge);
                        befores.find_map(|before| lay(state, rule, cell, direction, &mut Vec::new(), -before, rule))
                    });
                    if let Some(after) = made.next() {
                        let name = match told_cell {
                            true => format!("r{}c{}-{name}", anchors[0] / COLUMNS + 1, anchors[0] % COLUMNS + 1),
                            false => name.to_owned(),
                        };
                        expected.push((name, after));
                    }
                }
            }
            let found: Vec<(String, Vec<u8>)> = plain::successors(ground, state)
                .into_iter()
                .map(|(of, after)| (ground.moves[of].clone(), after))
                .collect();
            prop_assert_eq!(found, expected, "{}{:?}", text, state);
        }
    }
}
