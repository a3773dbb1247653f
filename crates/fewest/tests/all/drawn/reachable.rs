//! What can be reached from a start: counted, drawn from, and all solutions of it.

use std::collections::HashSet;

use fewest::drawn::Drawn;
use fewest::{Algorithm, CensusOutcome, GenerationOptions, PuzzleOptions, Scope, SolveOptions};
use fewest::{Board, Family};
use fewest_rules::{Limits, Outcome, Proof, StopReason};
use fewest_search::random::Random;
use num_bigint::BigUint;

use crate::drawn::{boards, complete, drawn, length, limits};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/drawn/puzzles");

/// A puzzle of these tests.
fn own(name: &str) -> Drawn {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.fewest")).unwrap();
    Drawn::read(name, &text).unwrap().0
}

fn all_boards() -> PuzzleOptions {
    PuzzleOptions {
        all_boards: true,
        ..PuzzleOptions::default()
    }
}

/// A variable that counts, doors that stay open, a chaser whose phase depends on the
/// squares: most ways to lay their symbols cannot occur.
#[test]
fn a_census_counts_what_can_occur() {
    for (name, reached, all) in [
        ("triangle", 3_016_u32, Some(458_752_u32)),
        ("theseus", 69, Some(245_760)),
        ("keys", 176, None),
    ] {
        let puzzle = own(name);
        let space = puzzle.space(None, &PuzzleOptions::default()).unwrap();
        assert_eq!(space.scope(), Scope::Reachable);
        assert_eq!(complete(&*space).positions, reached.into(), "{name}");
        if let Some(all) = all {
            let space = puzzle.space(None, &all_boards()).unwrap();
            assert_eq!(space.scope(), Scope::All);
            assert_eq!(complete(&*space).positions, all.into(), "{name}");
        }
    }
    // Its 25,955 boards have pieces of several cells, which have no numbers.
    assert!(drawn("klotski").space(None, &all_boards()).is_err());
}

/// In the triangle each jump takes a peg and counts it.
#[test]
fn only_boards_that_can_occur_are_made() {
    let puzzle = own("triangle");
    let space = puzzle.space(None, &PuzzleOptions::default()).unwrap();
    let wanted = GenerationOptions {
        moves: 6..=6,
        count: 200,
        seed: 3,
        distinct: false,
    };
    let made = space.make(&wanted, None, &limits()).unwrap();
    let there = complete(&*space).histogram[6].clone();
    assert!(there < 200_u8.into(), "all {there} are wanted");
    assert_eq!(BigUint::from(made.boards.len()), there);
    let distinct: HashSet<&String> = made.boards.iter().collect();
    assert_eq!(distinct.len(), made.boards.len(), "none is drawn twice");
    assert!(made.uniform);
    for text in &made.boards {
        let pegs = text.matches('o').count();
        assert!(
            text.trim_end().ends_with(&format!("left n{pegs}")),
            "{pegs}:\n{text}"
        );
        assert_eq!(length(&boards(&puzzle, text)[0]), Some(6), "{text}");
    }
}

/// What a limit leaves of a census is exact, never empty where a layer is complete.
#[test]
fn a_census_that_is_stopped_keeps_what_it_knows() {
    let puzzle = drawn("hanoi");
    let space = puzzle.space(None, &PuzzleOptions::default()).unwrap();
    for memory in [0, 20_000, 100_000] {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        let report = space.census(0, &limits).unwrap();
        match report.outcome {
            CensusOutcome::Stopped { reason, .. } => assert_eq!(reason, StopReason::Memory),
            CensusOutcome::Complete(census) => assert_eq!(census.positions, 2_187_u32.into()),
        }
        assert!(report.statistics.peak_bytes <= memory);
    }
}

/// Counts all, lists up to 500.
fn counted(board: &Board, limits: &Limits) -> (BigUint, Vec<Vec<String>>) {
    board.first_solutions(500, limits).unwrap()
}

/// The boards whose goals are listed are counted from both ends.
#[test]
fn counting_costs_about_as_much_as_solving() {
    let pancakes = own("pancake12");
    let board = pancakes
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    let answer = board.solve().unwrap();
    let moves = answer.outcome.moves().unwrap().to_vec();
    let limits = Limits {
        states: Some(8 * answer.statistics.expanded),
        ..Limits::default()
    };
    let (count, listed) = counted(&board, &limits);
    assert_eq!(listed.len(), usize::try_from(count).unwrap().min(500));
    assert_eq!(listed[0], moves);
    assert_eq!(listed.iter().collect::<HashSet<_>>().len(), listed.len());
    for solution in &listed {
        let replayed = board.replay(&solution.join(" ")).unwrap();
        assert!(replayed.reaches_goal && replayed.length == moves.len());
    }
    // A board that nobody has solved before is solved first.
    let again = pancakes
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    assert_eq!(counted(&again, &Limits::default()).1, listed);
}

/// A goal of few cells leaves 3^16 solutions of its equations, but few sums.
#[test]
fn few_equations_in_many_unknowns_are_solved_by_their_sums() {
    let sums = own("sums");
    let mut random = 7_u64;
    for _ in 0..40 {
        let mut cell = || {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ["a", "b", "c"][(random >> 33) as usize % 3]
        };
        let cells: Vec<&str> = (0..8).map(|_| cell()).collect();
        let text = format!("{}\n{}\n", cells[..4].join(" "), cells[4..].join(" "));
        let board = boards(&sums, &text).remove(0);
        let by = |algorithm| {
            board
                .solve_with(&SolveOptions {
                    algorithm: Some(algorithm),
                    ..SolveOptions::default()
                })
                .unwrap()
        };
        let linear = by(Algorithm::Linear).outcome;
        assert_eq!(linear, by(Algorithm::Bfs).outcome, "{text}");
    }
}

/// Eight dials with twelve hours and sixteen turns, each by one to eleven hours: 12^8 solutions of as
/// many sums, so that sets of turns are tried.
#[test]
fn turns_of_dials_by_any_number_of_hours_are_solved_by_sets_of_turns() {
    let mut random = Random::new(11);
    let permutation: Vec<usize> = (0..8).collect();
    let turn = |deltas: &[u64]| {
        format!(
            r#"{{"DIALS": {{"permutation": {permutation:?}, "orientationDelta": {deltas:?}}}}}"#
        )
    };
    let turns = (0..16).map(|number| {
        let deltas: Vec<u64> = (0..8).map(|_| random.below(12)).collect();
        format!(
            r#""{}": {}"#,
            ["T", "U"][number / 8].repeat(number % 8 + 1),
            turn(&deltas)
        )
    });
    let turns: Vec<String> = turns.collect();
    let text = format!(
        r#"{{"name": "dials", "orbits": {{"DIALS": {{"numPieces": 8, "numOrientations": 12}}}},
        "defaultPattern": {{"DIALS": {{"pieces": {permutation:?}, "orientation": {:?}}}}},
        "moves": {{{}}}}}"#,
        [0; 8],
        turns.join(", ")
    );
    let dials = Drawn::read("dials.json", &text).unwrap().0;
    for scramble in [
        "T3 UU2' TTTT5",
        "TTTTTTTT UUUU4",
        "T TT TTT'",
        "UUUUUUUU6 T4' UUU2",
    ] {
        let board = boards(&dials, scramble).remove(0);
        let by = |algorithm| {
            let options = SolveOptions {
                algorithm: Some(algorithm),
                ..SolveOptions::default()
            };
            board.solve_with(&options).unwrap().outcome
        };
        assert_eq!(by(Algorithm::Linear), by(Algorithm::Bfs), "{scramble}");
    }
}

/// The positions of a cube, and three ways to put it together wrong (E. Rubik's cube has
/// 43,252,003,274,489,856,000 positions, a twelfth of what can be put together).
#[test]
fn a_cube_is_counted_and_judged_by_the_group_of_its_moves() {
    let cube = drawn("cube-3");
    let space = cube.space(None, &PuzzleOptions::default()).unwrap();
    match space.census(0, &limits()).unwrap().outcome {
        CensusOutcome::Stopped { positions, .. } => {
            assert_eq!(positions, "43252003274489856000".parse::<BigUint>().ok());
        }
        CensusOutcome::Complete(_) => panic!("all positions"),
    }
    let solved = "
        . . . W W W . . . . . .
        . . . W W W . . . . . .
        . . . W W W . . . . . .
        O O O G G G R R R B B B
        O O O G G G R R R B B B
        O O O G G G R R R B B B
        . . . Y Y Y . . . . . .
        . . . Y Y Y . . . . . .
        . . . Y Y Y . . . . . .";
    for (changes, words) in [
        // A corner is twisted, an edge is flipped, two edges are swapped, a corner is mirrored.
        (&[(2, 5, "G"), (3, 6, "W"), (3, 5, "R")][..], "modulo 3"),
        (&[(2, 4, "G"), (3, 4, "W")], "the turns of the 12 pieces"),
        (&[(3, 4, "R"), (3, 7, "G")], "the swaps among the 12 pieces"),
        (&[(2, 5, "R"), (3, 6, "W")], "no piece of the goal has"),
    ] {
        let rows = solved
            .trim()
            .lines()
            .map(|row| row.split_whitespace().collect());
        let mut rows: Vec<Vec<&str>> = rows.collect();
        for &(row, column, colour) in changes {
            rows[row][column] = colour;
        }
        let text: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
        let board = &boards(&cube, &text.join("\n"))[0];
        match board.solve_with(&limits().into()).unwrap().outcome {
            Outcome::Unsolvable(Proof::Invariant(proof)) => {
                assert!(proof.contains(words), "{proof}");
            }
            other => panic!("{other:?}"),
        }
    }
}
