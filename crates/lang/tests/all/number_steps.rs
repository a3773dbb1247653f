//! Steps through the symbols by a number of the move.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use fewest_ground::Ground;

/// What each move does: its name without the number, and its rules without the index of their move.
fn effects(ground: &Ground) -> BTreeSet<String> {
    let rules = ground.rules.iter();
    rules
        .map(|rule| {
            let writes: BTreeSet<String> = rule
                .writes
                .iter()
                .map(|write| format!("{write:?}"))
                .collect();
            format!("{:?} {writes:?}", rule.tests)
        })
        .collect()
}

fn ground(moves: &str) -> Ground {
    let text = format!(
        "puzzle dials\nsymbols 0 1 2 3 4\nboard 1x3\nregion ends = r1c1 r1c3\n{moves}\ngoal all 0\n"
    );
    let (file, warnings) = fewest_lang::read(&text).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    Ground::clone(file.ground())
}

#[test]
fn a_step_by_a_number_is_that_many_steps() {
    let short = ground(
        "move turn(cell, n: 1..3) right [?a | ?b] -> [?a+n | ?b-n]
move set(?s: 1 2) at r1c2 ?s
move ends(n: 1..2) on ends -n
move follow(n: 1..2) at r1c1 +n
  after [0] -> [1]",
    );
    let written: Vec<String> = (1..=3)
        .map(|n| format!("move turn{n}(cell) right [?a | ?b] -> [?a+{n} | ?b-{n}]"))
        .chain(["move set(?s: 1 2) at r1c2 ?s".to_owned()])
        .chain((1..=2).map(|n| format!("move ends{n} on ends -{n}")))
        .chain((1..=2).map(|n| format!("move follow{n} at r1c1 +{n}\n  after [0] -> [1]")))
        .collect();
    let long = ground(&written.join("\n"));
    assert_eq!(short.moves.len(), long.moves.len());
    assert_eq!(effects(&short), effects(&long));
}

#[test]
fn a_step_by_what_is_no_number_is_a_fault() {
    let text =
        "puzzle p\nsymbols a b\nboard 1x1\nmove m(cell, n: 1..2) [?x] -> [?x+k]\ngoal all a\n";
    let faults = fewest_lang::read(text).unwrap_err();
    assert_eq!(faults[0].message, "'k' is no number of the move");
    assert_eq!(faults[0].help.as_deref(), Some("its numbers are n"));
}
