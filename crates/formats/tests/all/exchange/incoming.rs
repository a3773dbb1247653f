//! Tests reading PSVN, and text that is not PSVN.

use std::collections::BTreeSet;

use fewest_formats::psvn;
use fewest_ground::Label;
use fewest_ground::reduction::Starts;

use crate::exchange::boards;
use crate::exchange::file::File;
use crate::exchange::walks::{Random, walks};
use crate::plain;
use crate::rounds::{rounds, seed};

/// A shortened puzzle of the format's own distribution: three tiles in a row.
const TILES: &str = "
# a comment
DOMAIN tile 3 b 1 2   ; another
3
tile Tile TILE
b X - => X b - LABEL left COST 1
X b - => b X - LABEL right
- b X => - X b LABEL left
- X b => - b X LABEL right COST 1
GOAL b 1 2
";

#[test]
fn what_was_written_is_read_back() {
    for (name, ground, start) in boards() {
        let text = psvn::write(&ground, Starts::One(&start)).unwrap();
        let file = File::from_psvn(&name, &text).unwrap_or_else(|f| panic!("{name}: {f:?}"));
        let read = file.ground();
        plain::assert_well_formed(read);
        for state in walks(&ground, &start, 40) {
            let after = |ground| -> Vec<Vec<Label>> {
                let mut after: Vec<_> = plain::successors(ground, &state)
                    .into_iter()
                    .map(|(_, next)| next)
                    .collect();
                after.sort();
                after
            };
            assert_eq!(after(read), after(&ground), "{name}");
            assert_eq!(
                plain::is_goal(read, &state),
                plain::is_goal(&ground, &state)
            );
        }
        // Writing it again gives the same text, except for the comments.
        let rules = |text: &str| -> BTreeSet<String> {
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            lines.map(str::to_owned).collect()
        };
        let again = psvn::write(read, Starts::One(&start)).unwrap();
        let twice = File::from_psvn(&name, &again).unwrap();
        let thrice = psvn::write(twice.ground(), Starts::One(&start)).unwrap();
        assert_eq!(rules(&thrice), rules(&again), "{name}");
    }
}

#[test]
fn states_are_read_and_drawn() {
    let file = File::from_psvn("tiles", TILES).unwrap();
    assert_eq!(file.name(), "tiles");
    // Judging by their labels alone, two rules with the name left may both apply.
    assert_eq!(file.ground().moves, ["left", "left-2", "right", "right-2"]);
    let boards = file.boards("1 B 2\n 2 1\nb").unwrap();
    assert_eq!(boards[0].0.start, [1, 0, 2]);
    assert_eq!(boards[1].0.start, [2, 1, 0]);
    assert_eq!(boards[1].1, 7..12);
    let solved = |at: usize| {
        let moves = plain::solve(file.ground(), &boards[at].0.start, 100).unwrap();
        moves.map(|moves| moves.len())
    };
    assert_eq!((solved(0), solved(1)), (Some(1), None));
    for (board, _) in &boards {
        assert_eq!(
            board
                .layout
                .parse(&board.layout.draw(&board.start))
                .unwrap(),
            board.start
        );
    }
    let fault = |text| file.boards(text).unwrap_err().as_slice()[0].clone();
    assert_eq!(fault("1 b").span, 3..3);
    assert_eq!(fault("1 b 3").span, 4..5);
    assert_eq!(fault("1 b 3").label, "expected one of b 1 2");
    assert!(file.boards(" \n# none\n").unwrap().is_empty());
}

#[test]
fn names_are_what_the_format_says() {
    // A name may be unbound (any label), numbers are domains, and + marks redundant tests.
    let text = "2 2 3N 3n 4 0 A A +2 => B B +1 +B GOAL - 1 - - GOAL 0 X X -";
    // Position 1 has the domain 3N, of which A is a name.
    let text = text.replacen("2 2", "4 2", 1);
    let file = File::from_psvn("names", &text).unwrap();
    let ground = file.ground();
    plain::assert_well_formed(ground);
    assert_eq!(ground.domains.len(), 3);
    // B stands for any label of each of three domains: 2 x 3 x 4 rules.
    assert_eq!(ground.rules.len(), 24);
    assert_eq!(ground.moves[..2], ["rule_1", "rule_1-2"]);
    let mut after: Vec<_> = plain::successors(ground, &vec![0, 1, 1, 3])
        .into_iter()
        .map(|s| s.1)
        .collect();
    assert!(plain::successors(ground, &vec![0, 1, 2, 3]).is_empty());
    after.sort();
    after.dedup();
    assert_eq!(after.len(), 24);
    assert!(after.iter().all(|state| state[2] == 0));
}

#[test]
fn all_faults_of_states_are_told() {
    let text = "DOMAIN tile 3 blank one two\nDOMAIN side 2 left right\n3\ntile tile side\n\
                - - left => - - right\nGOAL - - right\n";
    let file = File::from_psvn("sides", text).unwrap();
    let told = |text: &str| -> Vec<String> {
        let faults = file.boards(text).unwrap_err();
        let told = |fault: &fewest_rules::Fault| {
            let fewest_rules::Fault { span, message, .. } = fault;
            let help = fault.help.as_deref().unwrap_or_default();
            format!("{span:?} {message} / {} / {help}", fault.label)
        };
        faults.as_slice().iter().map(told).collect()
    };
    assert_eq!(
        told("one two left\none left\ntow one lift\nblank one right one\n"),
        [
            "17..21 unknown label 'left' / expected one of blank one two / ",
            "21..21 2 of 3 labels of a state / expected a label / ",
            "22..25 unknown label 'tow' / expected one of blank one two / did you mean 'two'?",
            "30..34 unknown label 'lift' / expected one of left right / did you mean 'left'?",
            "54..54 1 of 3 labels of a state / expected a label / ",
        ]
    );
    // No line is a state on its own, so the labels are read one after another.
    assert_eq!(
        told("one two\nup one\ntwo\n"),
        [
            "8..10 unknown label 'up' / expected one of left right / ",
            "18..18 2 of 3 labels of a state / expected a label / ",
        ]
    );
    assert_eq!(told(&"x ".repeat(1 << 20)).len(), 20);
}

#[test]
fn hostile_files_are_refused() {
    let begins = |text: &str| {
        let faults = File::from_psvn("hostile", text).unwrap_err();
        faults[0].message.clone()
    };
    let many = |count: usize, word: &str| vec![word; count].join(" ");
    // Names that stand for any label, each doubling the rules.
    let text = format!(
        "40 {} {} => {} GOAL {}",
        many(40, "2"),
        many(40, "-"),
        (0..40)
            .map(|i| format!("x{i}"))
            .collect::<Vec<_>>()
            .join(" "),
        many(40, "1")
    );
    assert_eq!(
        begins(&text),
        "too many rules for names that stand for any label"
    );
    // A few thousand rules of some thousand tests each.
    let text = format!(
        "4096 {} {} => {} {} GOAL {}",
        many(4096, "2"),
        many(4096, "0"),
        "a b c d e f g h i j k l",
        many(4084, "1"),
        many(4096, "1")
    );
    assert_eq!(
        begins(&text),
        "too many rules for names that stand for any label"
    );
    assert_eq!(
        begins(
            &(0..100_000)
                .map(|i| format!("DOMAIN d{i} 2 a b "))
                .collect::<String>()
        ),
        "too many domains"
    );
    assert_eq!(begins(&"GOAL => \n".repeat(1 << 20)), "unexpected 'GOAL'");
    let text = format!("1 2 {}", "0 => 1 GOAL 1 1\n".repeat(1 << 19));
    assert_eq!(begins(&text), "unexpected '1'");
    let text = format!("1 2 {} GOAL 1", "0 => 1 ".repeat(300_000));
    assert!(begins(&text).starts_with("too many"));
    assert_eq!(
        begins("99999999999999999999999 2"),
        "'99999999999999999999999' is no number of positions"
    );
    assert_eq!(
        begins("1 99999999999999999999999N"),
        "a domain of '99999999999999999999999N' labels"
    );
    assert!(begins(&" ".repeat((16 << 20) + 1)).starts_with("a file of"));
}

#[test]
fn no_text_is_too_strange() {
    let mut random = Random(seed(77));
    let words: Vec<&str> = TILES.split_whitespace().collect();
    for _ in 0..rounds(3_000) {
        let mut text: Vec<&str> = words.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => _ = text.remove(at),
                1 => text[at] = words[random.below(words.len())],
                _ => text.insert(
                    at,
                    ["é", "+", "2N", "'", "COST", "9", "\u{0}"][random.below(7)],
                ),
            }
        }
        let text = text.join(" ");
        match File::from_psvn("strange", &text) {
            Ok(file) => {
                plain::assert_well_formed(file.ground());
                let _ = psvn::write(file.ground(), Starts::Any);
            }
            Err(faults) => assert!(faults.iter().all(|f| text.get(f.span.clone()).is_some())),
        }
    }
}
