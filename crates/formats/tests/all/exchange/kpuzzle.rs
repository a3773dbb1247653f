//! Tests twisty puzzles in KPuzzle JSON.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use fewest_formats::{ExportError, kpuzzle, psvn};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, compile};
use fewest_rules::{MoveCosts, Notation, Puzzle, Words};

use crate::exchange::file::File;
use crate::exchange::walks::Random;
use crate::plain;
use crate::rounds::{rounds, seed};

/// The 2×2×2 with the corner at the back, below and left fixed: seven corners, numbered
/// URF UFL ULB UBR DFR DLF DRB, in the convention that a turn of R or F twists.
pub(crate) const POCKET: &str = r#"{
  "name": "pocket-cube",
  "orbits": [{"orbitName": "CORNERS", "numPieces": 7, "numOrientations": 3}],
  "defaultPattern": {
    "CORNERS": {"pieces": [0, 1, 2, 3, 4, 5, 6], "orientation": [0, 0, 0, 0, 0, 0, 0]}
  },
  "moves": {
    "U": {"CORNERS": {"permutation": [3, 0, 1, 2, 4, 5, 6], "orientationDelta": [0, 0, 0, 0, 0, 0, 0]}},
    "R": {"CORNERS": {"permutation": [4, 1, 2, 0, 6, 5, 3], "orientationDelta": [2, 0, 0, 1, 1, 0, 2]}},
    "F": {"CORNERS": {"permutation": [1, 5, 2, 3, 0, 4, 6], "orientationDelta": [1, 2, 0, 0, 2, 1, 0]}}
  },
  "derivedMoves": {"SEXY": "[R, U]", "UR": "(U R)"}
}"#;

/// Four edges in a ring, with two turns that each exchange two edges and flip one. Pieces 2 and 3
/// are identical, and the orientation of the centre is known only modulo 2.
const RING: &str = r#"{
  "name": "ring",
  "orbits": {
    "EDGES": {"numPieces": 4, "numOrientations": 2},
    "CENTRE": {"numPieces": 1, "numOrientations": 4}
  },
  "startStateData": {
    "EDGES": {"pieces": [0, 1, 2, 2], "orientation": [0, 0, 0, 0]},
    "CENTRE": {"pieces": [0], "orientation": [1], "orientationMod": [2]}
  },
  "moves": {
    "A": {"EDGES": {"permutation": [1, 0, 2, 3], "orientation_delta": [1, 0, 0, 0]},
          "CENTRE": {"permutation": [0], "orientation_delta": [1]}},
    "B": {"EDGES": {"permutation": [0, 2, 3, 1], "orientation_delta": [0, 0, 0, 0]}},
    "xv": {"EDGES": {"permutation": [1, 2, 3, 0], "orientation_delta": [0, 0, 0, 0]}}
  }
}"#;

/// A hash by one multiplication. Millions of states are looked up, and the usual hash takes most of the time.
#[derive(Default)]
struct Multiplied(u64);

impl Hasher for Multiplied {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type States<const N: usize> = HashSet<Words<N>, BuildHasherDefault<Multiplied>>;

/// The number of states at each distance from the start.
fn depths<const N: usize, I: Iterator<Item = Words<N>>>(
    start: Words<N>,
    successors: impl Fn(Words<N>) -> I,
) -> Vec<usize> {
    let mut known = States::from_iter([start]);
    let mut level = vec![start];
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len());
        let next = level.iter().flat_map(|&state| successors(state));
        level = next.filter(|&after| known.insert(after)).collect();
    }
    counts
}

/// The published number of positions of the pocket cube at each distance.
fn published(metric: &str) -> Vec<usize> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/cubes/pocket.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().find(|line| line.starts_with(metric)).unwrap();
    let counts = line.split_whitespace().skip(1);
    let counts: Vec<usize> = counts.map(|count| count.parse().unwrap()).collect();
    assert_eq!(counts.iter().sum::<usize>(), 3_674_160);
    counts
}

#[test]
fn the_pocket_cube_has_its_census() {
    let file = File::from_kpuzzle(POCKET).unwrap();
    plain::assert_well_formed(file.ground());
    // A derived move counts as one move; the census is that of U, R and F.
    let only = POCKET.replace(r#"{"SEXY": "[R, U]", "UR": "(U R)"}"#, "{}");
    let cube = File::from_kpuzzle(&only).unwrap();
    assert_eq!(
        cube.ground().moves,
        ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"]
    );
    let boards = cube.boards("// solved\n(U4)2\nR U2 F'\n").unwrap();
    let Compiled::One(analysis) = compile(cube.ground(), Starts::One(&boards[0].0.start)).unwrap()
    else {
        panic!("a cube is one word");
    };
    let puzzle = analysis.puzzle();
    let solved = puzzle.state(&boards[0].0.start).unwrap();
    assert!(puzzle.is_goal(solved));
    let half_turns = depths(solved, |state| {
        puzzle.moves(state).map(move |m| puzzle.apply(state, m))
    });
    assert_eq!(half_turns, published("half"));
    let (ground, turned) = kpuzzle::read(&only).unwrap();
    let quarter = turned.in_quarter_turns(&ground);
    let starts = Starts::One(&boards[0].0.start);
    let Compiled::One(analysis) = compile(&quarter, starts).unwrap() else {
        panic!("a cube is one word");
    };
    let puzzle = analysis.puzzle();
    // A half turn costs as much as two quarter turns, so it makes no position nearer.
    for m in puzzle.moves(solved) {
        let is_half = puzzle.name(m).ends_with('2');
        assert_eq!(puzzle.cost(solved, m), 1 + u16::from(is_half));
    }
    let quarter_turns = depths(solved, |state| {
        let quarter = puzzle
            .moves(state)
            .filter(move |&m| puzzle.cost(state, m) == 1);
        quarter.map(move |m| puzzle.apply(state, m))
    });
    assert_eq!(quarter_turns, published("quarter"));
    let moves = plain::solve(cube.ground(), &boards[1].0.start, 10_000)
        .unwrap()
        .unwrap();
    let names: Vec<&str> = moves
        .iter()
        .map(|&m| cube.ground().moves[m].as_str())
        .collect();
    assert_eq!(names, ["F", "U2", "R'"]);
}

#[test]
fn algorithms_are_what_cubers_mean() {
    let file = File::from_kpuzzle(POCKET).unwrap();
    let state = |text: &str| file.boards(text).unwrap()[0].0.start.clone();
    let same = [
        ("R R", "R2"),
        ("R2 R2'", "U U'"),
        ("R'", "R3"),
        ("(R U)2'", "U' R' U' R'"),
        ("[R, U]", "R U R' U'"),
        ("[R: U]'", "R U' R'"),
        ("SEXY6", "U0"),
        ("SEXY2'", "(SEXY SEXY)'"),
        ("UR", "U R // the rest"),
        ("[[R, U]: F]2", "R U R' U' F2 U R U' R'"),
    ];
    for (one, other) in same {
        assert_eq!(state(one), state(other), "{one} and {other}");
    }
    assert_ne!(state("R U"), state("U R"));
    // Each further move of an algorithm applies its rule to the state so far.
    let ground = file.ground();
    let mut random = Random(5);
    let (mut alg, mut now) = (String::new(), state("U0"));
    for _ in 0..200 {
        let m = random.below(9);
        alg.push_str(&format!("{} ", ground.moves[m]));
        now = plain::after(ground, &ground.rules[m], &now);
        assert_eq!(state(&alg), now, "{alg}");
    }
}

/// Four pieces in a ring; `T` turns the first three, and `y` is a rotation of all. No move touches
/// the two pieces of `CORE`, which the pattern does not mention.
const TURNTABLE: &str = r#"{
  "name": "turntable",
  "orbits": {
    "RING": {"numPieces": 4, "numOrientations": 1},
    "CORE": {"numPieces": 2, "numOrientations": 6}
  },
  "defaultPattern": {"RING": {"pieces": [0, 1, 2, 3]}},
  "moves": {
    "T": {"RING": {"permutation": [1, 2, 0, 3]}},
    "y": {"RING": {"permutation": [1, 2, 3, 0]}}
  },
  "derivedMoves": {"S": "[y: T]", "yT": "y T y'"}
}"#;

#[test]
fn rotations_say_how_the_puzzle_is_held() {
    let file = File::from_kpuzzle(TURNTABLE).unwrap();
    plain::assert_well_formed(file.ground());
    let state = |text: &str| file.boards(text).unwrap()[0].0.start.clone();
    for (one, other) in [
        ("y", "T0"),
        ("y y2", "T0"),
        ("T y", "T"),
        ("y T", "S"),
        ("y T y'", "S"),
        ("(y T)2 y2", "S y2 T y2"),
        ("[y: T]'", "S'"),
        ("[y, T]", "S T'"),
        ("yT y", "S"),
    ] {
        assert_eq!(state(one), state(other), "{one} and {other}");
    }
}

#[test]
fn powers_of_a_move_of_a_high_order() {
    // The cycles have 5, 7 and 3 slots.
    let ring = "[4,0,1,2,3,11,5,6,7,8,9,10,14,12,13]";
    let pieces = "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14]";
    let text = format!(
        r#"{{"orbits": {{"A": {{"numPieces": 15, "numOrientations": 1}}}},
        "defaultPattern": {{"A": {{"pieces": {pieces}}}}},
        "moves": {{"S": {{"A": {{"permutation": {ring}}}}}}}}}"#
    );
    let file = File::from_kpuzzle(&text).unwrap();
    assert_eq!(file.ground().moves.len(), 104);
}

#[test]
fn patterns_and_drawings_are_boards() {
    let file = File::from_kpuzzle(RING).unwrap();
    plain::assert_well_formed(file.ground());
    assert_eq!(file.name(), "ring");
    // A has order four and B order three; a rotation is not a move.
    assert_eq!(file.ground().moves, ["A", "A2", "A'", "B", "B'"]);
    let boards = file.boards("A B\n\nxv B'\n").unwrap();
    for (board, _) in &boards {
        let drawn = board.layout.draw(&board.start);
        let widths: HashSet<usize> = drawn.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths.len(), 1, "{drawn}");
        assert_eq!(board.layout.parse(&drawn).unwrap(), board.start);
        let twice = file.boards(&format!("{drawn}\n\nA\n{drawn}\n")).unwrap();
        assert_eq!((twice.len(), &twice[2].0.start), (3, &board.start));
        plain::solve(file.ground(), &board.start, 10_000)
            .unwrap()
            .unwrap();
    }
    let pattern = r#"{"patternData": {
        "EDGES": {"pieces": [1, 0, 2, 2], "orientation": [1, 0, 0, 0]},
        "CENTRE": {"pieces": [0], "orientation": [0]}}}"#;
    let boards = file.boards(pattern).unwrap();
    let moves = plain::solve(file.ground(), &boards[0].0.start, 10_000)
        .unwrap()
        .unwrap();
    assert_eq!(moves, [2], "A'");
}

#[test]
fn all_faults_of_boards_are_told() {
    let file = File::from_kpuzzle(POCKET).unwrap();
    let told = |text: &str| -> Vec<String> {
        let faults = file.boards(text).unwrap_err();
        let faults = faults.as_slice().iter();
        let told = |f: &fewest_rules::Fault| format!("{:?} {}", &text[f.span.clone()], f.message);
        faults.map(told).collect()
    };
    assert_eq!(
        told("R U\nR Z2 U, Q\n  (R U\nR Sex W'\n1 2 3\n\nU)\n"),
        [
            "\",\" unexpected ','",
            "\"\" the algorithm ends here",
            "\"Sex\" unknown move 'Sex'",
            "\"W'\" unknown move 'W'",
            "\"\" the state ends here",
            "\")\" unexpected ')'",
        ]
    );
    let faults = file.boards("SEXI2").unwrap_err();
    assert_eq!(
        faults.as_slice()[0].help.as_deref(),
        Some("did you mean 'SEXY'?")
    );
    assert_eq!(
        told("{\"CORNRES\": 3}"),
        ["\"\\\"CORNRES\\\"\" unknown orbit 'CORNRES'"]
    );
    assert_eq!(
        told("{\"CORNERS\": {\"piecse\": [0], \"orientation\": [0, 1, 2, 3, 0, 4, 0]}}"),
        [
            "\"\\\"piecse\\\"\" unknown name 'piecse'",
            "\"3\" this cannot be in \"orientation\"",
            "\"4\" this cannot be in \"orientation\"",
        ]
    );
    assert_eq!(told("{\"CORNERS\": [0, x]}"), ["\"x\" not JSON"]);
    let long = "an algorithm of more than 262144 moves and brackets";
    assert_eq!(told(&"Q ".repeat(1 << 18)), [format!("\"\" {long}")]);
    assert_eq!(told(&"Q\n".repeat(1 << 18)).len(), 20);
}

#[test]
fn hostile_files_are_refused() {
    let message = |text: &str| File::from_kpuzzle(text).unwrap_err()[0].message.clone();
    assert_eq!(message(&"[".repeat(1 << 20)), "the text ends here");
    let nested = format!("{}{}", "[".repeat(1 << 19), "]".repeat(1 << 19));
    assert_eq!(message(&nested), "nested too deeply");
    assert_eq!(
        message(&" ".repeat((1 << 20) + 1)),
        "a file of 1048577 bytes"
    );
    let deep = format!("\"{}\"", "(".repeat(100_000));
    assert_eq!(
        message(&POCKET.replace("\"(U R)\"", &deep)),
        "unexpected '('"
    );
    // Each derived move is the previous one twice, so powers must be computed by squaring.
    let doubling: Vec<String> = (0..40)
        .map(|i| format!("\"D{}Q\": \"(D{i}Q)4000000000\"", i + 1))
        .collect();
    let text = POCKET.replace(
        "\"SEXY\": \"[R, U]\"",
        &format!("\"D0Q\": \"R U\", {}", doubling.join(", ")),
    );
    assert!(File::from_kpuzzle(&text).is_ok());
    let file = File::from_kpuzzle(POCKET).unwrap();
    let faults = file.boards(&"R U ".repeat(3_000_000)).unwrap_err();
    assert_eq!(
        faults.as_slice()[0].message,
        "an algorithm of more than 262144 moves and brackets"
    );
    let faults = file.boards(&"(R2 U2)9 ".repeat(50_000)).unwrap_err();
    assert_eq!(faults.as_slice()[0].message, "the algorithms are too long");
    let list = format!("{{\"orbits\": [{}0]}}", "0,".repeat(500_000));
    let faults = File::from_kpuzzle(&list).unwrap_err();
    assert_eq!(faults.len(), 20);
    assert!(faults.iter().any(|f| f.message == "an orbit is no object"));
    let list = POCKET.replace("[3, 0, 1", &format!("[{} 0, 1", "9e999,".repeat(150_000)));
    assert_eq!(message(&list), "150006 numbers in \"permutation\"");
}

/// Six orientations of seven pieces, each of which PSVN has to enumerate. Fuzzing found that
/// hundreds of thousands of lines were written before the limit was reached.
#[test]
fn additions_that_are_too_many_are_not_written() {
    let text = POCKET.replace("\"numOrientations\": 3", "\"numOrientations\": 6");
    let file = File::from_kpuzzle(&text).unwrap();
    let why = psvn::write(file.ground(), Starts::Any).unwrap_err();
    assert!(matches!(why, ExportError::TooLarge(..)), "{why}");
    // With fewer moves there are few enough lines.
    let small = text.replace(r#"{"SEXY": "[R, U]", "UR": "(U R)"}"#, "{}");
    let file = File::from_kpuzzle(&small).unwrap();
    assert!(psvn::write(file.ground(), Starts::Any).is_ok());
}

#[test]
fn no_text_is_too_strange() {
    let mut random = Random(seed(99));
    for _ in 0..rounds(4_000) {
        let mut text: Vec<char> = RING.chars().collect();
        for _ in 0..1 + random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => _ = text.remove(at),
                1 => text[at] = ['0', '9', '"', '{', ']', ',', 'é'][random.below(7)],
                _ => text.insert(at, ['1', '-', '"', '}', '[', ':', '\\'][random.below(7)]),
            }
        }
        let text: String = text.into_iter().collect();
        match File::from_kpuzzle(&text) {
            Ok(file) => {
                plain::assert_well_formed(file.ground());
                let _ = file.boards(&text);
            }
            Err(faults) => assert!(faults.iter().all(|f| text.get(f.span.clone()).is_some())),
        }
    }
}

/// The fewest moves to a state for which `is_wanted` holds, by a plain search of the whole cube.
fn fewest(ground: &Ground, start: &[Label], is_wanted: impl Fn(&[Label]) -> bool) -> usize {
    let compiled = compile(ground, Starts::One(start)).unwrap();
    let Compiled::One(analysis) = compiled else {
        panic!("a cube is one word");
    };
    let puzzle = analysis.puzzle();
    let start = puzzle.state(start).unwrap();
    let mut known = States::from_iter([start]);
    let mut layer = vec![start];
    for depth in 0.. {
        if layer.iter().any(|&state| is_wanted(&puzzle.labels(state))) {
            return depth;
        }
        assert!(!layer.is_empty());
        let next = layer
            .iter()
            .flat_map(|&state| puzzle.moves(state).map(move |m| puzzle.apply(state, m)));
        layer = next.filter(|&after| known.insert(after)).collect();
    }
    unreachable!()
}

/// Two corners: one at its place and turned right, one only at its place.
#[test]
fn a_goal_may_leave_pieces_and_orientations_open() {
    let (ground, cube) = kpuzzle::read(POCKET).unwrap();
    let goal = r#"{"patternData": {"CORNERS": {
        "pieces": [0, 1, null, null, null, null, null],
        "orientation": [0, null, null, null, null, null, null]}}}"#;
    let (partly, masked) = cube.with_goal(&ground, goal).unwrap();
    plain::assert_well_formed(&partly);
    let none = |_: &str| panic!("no state is drawn");
    for scramble in ["U", "R U F", "F2 U' R F U2", "R U R' U' F R2 U F"] {
        let start = cube.states(scramble, none).unwrap().remove(0).0;
        let wanted = fewest(&ground, &start, |labels| {
            labels[0] == 0 && labels[1] == 1 && labels[7] == 0
        });
        let start = masked.states(scramble, none).unwrap().remove(0).0;
        let others: HashSet<Label> = start[..7].iter().copied().collect();
        assert_eq!(others.len(), 3, "the other five are alike");
        let moves = plain::solve(&partly, &start, 1 << 20).unwrap().unwrap();
        assert_eq!(moves.len(), wanted, "{scramble}");
    }
}

#[test]
fn a_goal_may_be_what_an_algorithm_makes() {
    let (ground, cube) = kpuzzle::read(POCKET).unwrap();
    let (turned, from) = cube.with_goal(&ground, "R U").unwrap();
    let none = |_: &str| panic!("no state is drawn");
    for (scramble, moves) in [("R U", 0), ("R U F", 1), ("R", 1), ("", 2)] {
        let text = format!("// a scramble\n{scramble} U4\n");
        let start = from.states(&text, none).unwrap().remove(0).0;
        let found = plain::solve(&turned, &start, 1 << 20).unwrap().unwrap();
        assert_eq!(found.len(), moves, "{scramble}");
    }
}

#[test]
fn what_is_no_goal_says_why() {
    let (ground, cube) = kpuzzle::read(RING).unwrap();
    for (goal, message) in [
        ("A Q", "unknown move 'Q'"),
        (r#"{"EDGES": null}"#, "the goal says nothing about CENTRE"),
        (
            r#"{"EDGES": null, "CENTRE": {"pieces": [0], "orientation": [0], "orientationMod": [3]}}"#,
            "an orientation modulo what cannot be",
        ),
        (
            r#"{"EDGES": {"pieces": [0, 1]}, "CENTRE": null}"#,
            "2 numbers in \"pieces\"",
        ),
    ] {
        let faults = cube.with_goal(&ground, goal).unwrap_err();
        assert_eq!(faults.as_slice()[0].message, message, "{goal}");
    }
}
