//! Limits reject files that would take too much time or memory. Faulty files have at most twenty faults,
//! and damaged files never make the reader panic.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use crate::rounds::rounds;

const HEAD: &str = "puzzle p\nsymbols a b _\n";
const REST: &str = "move m(cell)\n  cell +1\ngoal all a\n";

/// The messages of a file that must be rejected.
fn refused(name: &str, text: &str) -> Vec<String> {
    let begin = std::time::Instant::now();
    let faults = match fewest_lang::read(text) {
        Ok((file, _)) => panic!("{name} is read: {} rules", file.ground().rules.len()),
        Err(faults) => faults,
    };
    // Shown with --nocapture.
    println!("{name}: {:?}", begin.elapsed());
    assert!((1..=20).contains(&faults.len()), "{name}");
    for fault in &faults {
        assert!(text.get(fault.span.clone()).is_some(), "{name} {fault:?}");
        assert!(fault.message.len() < 400, "{name}");
    }
    faults.into_iter().map(|fault| fault.message).collect()
}

#[test]
fn sizes_are_limited() {
    let file = |board: &str, moves: &str, goal: &str| format!("{HEAD}{board}\n{moves}\n{goal}\n");
    let large = "board 64x64";
    let goal = "goal all a";
    let press = "move m(cell)\n  cell +1";
    let stars = "_* | ".repeat(20);
    let many = |line: &str| line.repeat(1_000_000 / line.len());
    let cases = [
        (
            "a huge board",
            file("board 1000000000x1000000000", press, goal),
            "no board has this size",
        ),
        (
            "a long file",
            many("# comment\n") + &many("#\n"),
            "a file of",
        ),
        (
            "many ways to lie",
            file(
                large,
                &format!("move m(dir)\n  [a | {stars} b] -> [a | {stars} a]"),
                goal,
            ),
            "this rule has too many placements",
        ),
        (
            "many choices of cells",
            file(large, press, "goal exactly 2000 a"),
            "goals of more than 524288 tests",
        ),
        (
            "many patterns in one rule",
            file(
                large,
                &format!("move m\n  {} -> {}", "[?*] ".repeat(64), "[?*] ".repeat(64)),
                goal,
            ),
            "this rule has too many placements",
        ),
        (
            "more patterns than a rule may have",
            file(
                large,
                &format!(
                    "move m\n  {} -> {}",
                    "[a] ".repeat(9_000),
                    "[b] ".repeat(9_000)
                ),
                goal,
            ),
            "a rule of more than 64 patterns",
        ),
        (
            "slides that go round and round",
            file(
                "board torus 63x64",
                "move m(dir: diagonal)\n  [?* | ?* | ?* | a] -> [?* | ?* | ?* | b]",
                goal,
            ),
            "this rule has too many placements",
        ),
        (
            "walls of many cells",
            file(&format!("walls\n{}", many(" +-+-+\n")), press, goal),
            "walls of more than 4096 cells",
        ),
        (
            "long slides",
            file(
                "board 1x4096",
                "move m(dir)\n  [a | _* | b] -> [b | _* | a]",
                goal,
            ),
            "more than 250000 ground rules",
        ),
        (
            "a million rules",
            file(
                large,
                &format!("move m(cell)\n{}", many(" [a]->[b]\n")),
                goal,
            ),
            "more than 250000 ground rules",
        ),
        (
            "a long pattern",
            file(
                "board 1x4096",
                &format!(
                    "move m(cell)\n [a{}]->[b{}]",
                    "|a".repeat(100_000),
                    "|a".repeat(100_000)
                ),
                goal,
            ),
            "",
        ),
        (
            "many parameters",
            file(
                "board 1x1",
                &format!(
                    "move m({}) \n [a]->[b]",
                    (0..64)
                        .map(|i| format!("?x{i}"))
                        .collect::<Vec<_>>()
                        .join(",")
                ),
                goal,
            ),
            "",
        ),
        (
            "many choices",
            file(large, "move m(cell, dir, steps, ?a, ?b)\n [a]->[b]", goal),
            "this rule has too many placements",
        ),
        (
            "many changes",
            file(large, &format!("move m(cell)\n{}", many(" row +1\n")), goal),
            "this rule has too many placements",
        ),
        (
            "many turns",
            file(
                large,
                &format!("move A = cycle r1c1..r64c64\nmove B = {}", many("do A,")),
                goal,
            ),
            "",
        ),
        (
            "many moves",
            file(large, &many("move A = cycle r1c1..r64c64\n"), goal),
            "two moves are called 'A'",
        ),
        (
            "goals in all combinations",
            file(
                large,
                press,
                &format!("goal some rim a{}", " and some rim a".repeat(60_000)),
            ),
            "goals of more than",
        ),
        (
            "many goals",
            file(large, press, &many("goal rim a\n")),
            "goals of more than",
        ),
        (
            "long lines",
            file("board 1x4096", press, "goal line 2048 a"),
            "goals of more than",
        ),
        (
            "a large figure anywhere",
            file(
                large,
                press,
                &format!(
                    "goal somewhere\n{}",
                    "  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n".repeat(64)
                ),
            ),
            "goals of more than",
        ),
        (
            "sets of many words",
            file("board 2x2", press, &format!("goal all a{}", many(",x"))),
            "unknown symbol 'x'",
        ),
        (
            "many sets",
            format!(
                "{HEAD}{}{REST}",
                (0..60_000)
                    .map(|i| format!("set s{i} = a\n"))
                    .collect::<String>()
            ),
            "more than 256 sets",
        ),
        (
            "many variables",
            format!(
                "{HEAD}{}{REST}",
                (0..60_000)
                    .map(|i| format!("var v{i} = 1\n"))
                    .collect::<String>()
            ),
            "more than 256 variables",
        ),
        (
            "many pieces",
            format!("{HEAD}board 64x64\n{}{REST}", many("piece a\n")),
            "more than 256 pieces",
        ),
        (
            "many unknown names",
            file(large, press, &many("goal at x a\n")),
            "unknown cell 'x'",
        ),
        (
            "many boards",
            format!("{HEAD}{REST}{}", many("expect 1 from a\n")),
            "more than 1000 'expect' lines",
        ),
        (
            "many different boards",
            format!(
                "{HEAD}move m(dir)\n [a|b*|b]->[b|b*|a]\ngoal all a\nstart a\n{}",
                (100..700)
                    .map(|n| format!("expect 1 from {}\n", "ab".repeat(n)))
                    .collect::<String>()
            ),
            "the puzzle cannot be played on this board",
        ),
        (
            "brackets",
            file(
                "board 2x2",
                &format!("move m(cell)\n {}", "[".repeat(1_000_000)),
                goal,
            ),
            "unexpected '['",
        ),
        (
            "brackets by lines",
            file(
                "board 2x2",
                &format!("move m(cell)\n{}", " [\n".repeat(300_000)),
                goal,
            ),
            "the line ends too early",
        ),
        (
            "parentheses",
            file(
                "board 2x2",
                &format!("move m{}", "(".repeat(1_000_000)),
                goal,
            ),
            "unexpected '('",
        ),
        ("words", "x ".repeat(500_000), "unknown statement"),
        ("lines", "x\n".repeat(500_000), "unknown statement"),
        (
            "symbols",
            format!(
                "puzzle p\nsymbols {}\nboard 2x2\n{REST}",
                "a ".repeat(500_000)
            ),
            "a second symbol 'a'",
        ),
        (
            "a long name",
            format!(
                "puzzle p\nsymbols a {}\nboard 2x2\n{REST}",
                "b".repeat(500_000)
            ),
            "a name of 500000 bytes",
        ),
    ];
    for (name, text, message) in cases {
        let messages = refused(name, &text);
        assert!(
            messages.iter().any(|m| m.contains(message)),
            "{name}: {messages:?}"
        );
    }
}

#[test]
fn boards_of_a_text_are_limited_one_by_one() {
    let file = format!("{HEAD}move m(dir)\n [a|_*|b]->[b|_*|a]\ngoal all a\nstart a\n");
    let (file, _) = fewest_lang::read(&file).unwrap();
    let text: String = (500..1500).map(|n| "a".repeat(n) + "\n\n").collect();
    assert_eq!(file.boards(&text).unwrap().len(), 1000);
    let long = "a".repeat(5000);
    assert_eq!(
        file.boards(&long).unwrap_err().as_slice()[0].message,
        "a board of more than 4096 cells"
    );
}

/// Texts that replace a part of a file.
const WORDS: &[&str] = &[
    "",
    " ",
    "\n",
    "\n  ",
    "[",
    "]",
    "|",
    "->",
    ",",
    "(",
    ")",
    ":",
    "=",
    "*",
    "?",
    "?x",
    "+1",
    "-1",
    "'",
    "'#'",
    "#",
    "//",
    "not",
    "end",
    "and",
    "piece",
    "steps",
    "dir",
    "cell",
    "goal",
    "start",
    "board",
    "expect 3 from",
    "é",
    "\u{0}",
    "99999999999",
    "r1c1..r9c9",
    "_*",
    "undo",
    "do",
    "somewhere",
    "line 3",
    "same",
    "rim",
    "\r",
    "\t",
];

fn damaged() -> impl Strategy<Value = String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let files: Vec<String> = files
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let damage = (
        any::<prop::sample::Index>(),
        0..12usize,
        prop::sample::select(WORDS),
    );
    (
        prop::sample::select(files),
        prop::collection::vec(damage, 1..6),
    )
        .prop_map(|(mut text, damages)| {
            for (at, length, word) in damages {
                let mut start = at.index(text.len() + 1);
                while !text.is_char_boundary(start) {
                    start -= 1;
                }
                let mut end = (start + length).min(text.len());
                while !text.is_char_boundary(end) {
                    end += 1;
                }
                text.replace_range(start..end, word);
            }
            text
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(1_000), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_read_or_refused(text in damaged()) {
        match fewest_lang::read(&text) {
            Ok((file, warnings)) => {
                for warning in warnings {
                    prop_assert!(text.get(warning.span).is_some());
                }
                if let Some(board) = file.start() {
                    let drawn = board.layout.draw(&board.start);
                    prop_assert_eq!(board.layout.parse(&drawn).unwrap(), board.start, "{}", drawn);
                }
            }
            Err(faults) => {
                prop_assert!((1..=20).contains(&faults.len()));
                for fault in faults {
                    prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
                    for (span, _) in fault.context {
                        prop_assert!(text.get(span).is_some());
                    }
                }
            }
        }
    }
}
