//! Files that would take too much are refused by a limit that the message names, with
//! exit code 2 and a few lines.

use crate::drawn::Folder;
use crate::program::fewest;

/// Refused with this message first.
fn refused(folder: &Folder, name: &str, text: &str, message: &str) {
    let path = folder.file(name, text);
    // An imported puzzle has no start; it is refused before its boards are read.
    let ran = fewest(&["solve", &path], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{name}");
    let wanted = format!("error: {message}");
    assert!(
        ran.stderr.starts_with(&wanted),
        "{name}: {:.300}",
        ran.stderr
    );
    assert!(ran.stderr.len() < 10_000, "{name}: {}", ran.stderr.len());
}

/// As many times as fit into a file.
fn many(line: &str) -> String {
    line.repeat(1_000_000 / line.len())
}

const GROUND: &str = "more than 250000 ground rules, or 2000000 tests and writes";
const WAYS: &str = "this rule has too many placements";

#[test]
fn puzzle_files() {
    let folder = Folder::new("hostile");
    let puzzle = |board: &str, moves: &str, goal: &str| {
        format!("puzzle p\nsymbols a b\nboard {board}\n{moves}\n{goal}\n")
    };
    let (press, goal) = ("move m(cell)\n  cell +1", "goal all a");
    let head = "puzzle p\nsymbols a b\nboard 2x2\n";
    let rest = format!("{press}\n{goal}\nstart\n  ab\n  ba\n");
    let twice = "?* | ".repeat(60);
    for (name, text, message) in [
        (
            "board",
            puzzle("1000000000x1000000000", press, goal),
            "no board has this size",
        ),
        (
            "brackets",
            puzzle("2x2", &format!("move m(cell)\n  {}", many("[")), goal),
            "unexpected '['",
        ),
        (
            "parentheses",
            puzzle("2x2", &format!("move m{}", many("(")), goal),
            "unexpected '('",
        ),
        (
            "conditions",
            puzzle(
                "64x64",
                press,
                &format!("goal some rim a{}", many(" and some rim a")),
            ),
            "goals of more than 524288 tests",
        ),
        (
            "rules",
            puzzle(
                "64x64",
                &format!("move m(cell)\n{}", many(" [a]->[b]\n")),
                goal,
            ),
            GROUND,
        ),
        (
            "patterns",
            puzzle(
                "64x64",
                &format!("move m(cell, dir)\n{}", many(" [a|b]->[b|a]\n")),
                goal,
            ),
            GROUND,
        ),
        (
            "slides",
            puzzle(
                "1x4096",
                "move m(dir)\n  [a | b* | b] -> [b | b* | a]",
                goal,
            ),
            GROUND,
        ),
        (
            "runs",
            puzzle(
                "60x60",
                &format!("move m(cell)\n  [{twice}a] -> [{twice}a]"),
                goal,
            ),
            WAYS,
        ),
        (
            "long-pattern",
            puzzle(
                "1x4096",
                &format!("move m(cell)\n  [a{0}] -> [b{0}]", "|a".repeat(200_000)),
                goal,
            ),
            WAYS,
        ),
        (
            "long-pattern-of-steps",
            puzzle(
                "1x4096",
                &format!(
                    "move m(dir, steps)\n  [a{0}] -> [b{0}]",
                    "|a".repeat(200_000)
                ),
                goal,
            ),
            WAYS,
        ),
        (
            "recursion",
            puzzle("2x2", "move A = do A\nmove B = undo C\nmove C = do B", goal),
            "the move 'A' is declared below",
        ),
        (
            "symbols",
            format!(
                "puzzle p\nsymbols {}\nboard 2x2\n{rest}",
                (0..140_000).map(|i| format!("s{i} ")).collect::<String>()
            ),
            "140000 symbols or values",
        ),
        (
            "sets",
            format!("{head}{}{rest}", many("set s = a\n")),
            "more than 256 sets",
        ),
        ("line", many("x"), "unknown statement"),
        ("size", "x".repeat(2 << 20), "a file of 2097152 bytes"),
        (
            "expectations",
            format!("{head}{rest}{}", many("expect 1\n")),
            "more than 1000 'expect' lines",
        ),
        (
            "expected-boards",
            format!(
                "puzzle p\nsymbols a b\nmove m(dir)\n [a|b*|b]->[b|b*|a]\ngoal all a\nstart a\n{}",
                (100..700)
                    .map(|n| format!("expect 1 from {}\n", "ab".repeat(n)))
                    .collect::<String>()
            ),
            "the puzzle cannot be played on this board",
        ),
        ("zeros", "\0".repeat(1_000_000), "unknown statement"),
    ] {
        refused(&folder, &format!("{name}.fewest"), &text, message);
    }
}

#[test]
fn psvn_files() {
    let folder = Folder::new("hostile-psvn");
    let words = |count: usize, word: &str| format!("{word} ").repeat(count);
    for (name, text, message) in [
        (
            "positions",
            "99999999999999999999 2".to_owned(),
            "'99999999999999999999' is no number of positions",
        ),
        (
            "domains",
            (0..200_000)
                .map(|i| format!("DOMAIN d{i} 2 a b\n"))
                .collect(),
            "too many domains",
        ),
        (
            "rules",
            format!("1 2\n{}GOAL 1", "0 => 1\n".repeat(1_000_000)),
            "too many rules or parts of rules",
        ),
        (
            "goals",
            format!("1 2\n{}", "GOAL 1\n".repeat(1_000_000)),
            "too many tests of goals",
        ),
        (
            "any-label",
            format!(
                "4096 {} {} => a b c d e f g h i j k l {} GOAL {}",
                words(4096, "2"),
                words(4096, "0"),
                words(4084, "1"),
                words(4096, "1")
            ),
            "too many rules for names that stand for any label",
        ),
        (
            "size",
            " ".repeat((16 << 20) + 1),
            "a file of 16777217 bytes",
        ),
    ] {
        refused(&folder, &format!("{name}.psvn"), &text, message);
    }
}

#[test]
fn kpuzzle_files() {
    let folder = Folder::new("hostile-json");
    let puzzle = |pieces: &str, moves: &str| {
        format!(
            "{{\"orbits\": {{\"A\": {{\"numPieces\": 2, \"numOrientations\": 1}}}},
              \"defaultPattern\": {{\"A\": {{\"pieces\": [{pieces}]}}}},
              \"moves\": {{{moves}}}, \"derivedMoves\": {{\"B\": \"A\", \"C\": \"{}\"}}}}",
            "(".repeat(1000)
        )
    };
    for (name, text, message) in [
        ("open lists", "[".repeat(1_000_000), "the text ends here"),
        (
            "lists",
            "[".repeat(500_000) + &"]".repeat(500_000),
            "nested too deeply",
        ),
        (
            "objects",
            "{\"a\":".repeat(150_000) + "0" + &"}".repeat(150_000),
            "nested too deeply",
        ),
        (
            "values",
            format!("[{}0]", many("0,")),
            "a KPuzzle is no object",
        ),
        (
            "numbers",
            puzzle(&format!("{}0", "9e9999,".repeat(130_000)), ""),
            "130001 numbers in \"pieces\"",
        ),
        (
            "moves",
            puzzle("0, 1", &format!("{}\"z\": {{}}", many("\"m\": {}, "))),
            "a second move 'm'",
        ),
        ("brackets", puzzle("0, 1", "\"A\": {}"), "unexpected '('"),
        ("slips", format!("[{}", many("x ")), "not JSON"),
        ("size", " ".repeat((1 << 20) + 1), "a file of 1048577 bytes"),
    ] {
        refused(&folder, &format!("{name}.json"), &text, message);
    }
}
