//! Searches of puzzles by the lower bounds that are derived from their rules.

use fewest::{Algorithm, AnyPuzzle, SolveOptions};

/// The length of the shortest solution of the puzzle's own board, and the method that found it.
fn solved(text: &str) -> (usize, String) {
    let puzzle = AnyPuzzle::parse("own.fewest", text).unwrap();
    let board = puzzle.start().unwrap();
    let answer = board.solve().unwrap();
    let moves = answer.outcome.moves().unwrap();
    assert!(board.replay(&moves.join(" ")).unwrap().reaches_goal);
    (moves.len(), answer.method.to_string())
}

/// Each tower of seven disks takes 2⁷ - 1 moves. All three have 10 billion states.
#[test]
fn independent_parts_are_solved_by_themselves() {
    let text = "
puzzle towers
symbols A B C
board 3x7

move carry(cell, ?from, ?to)
  left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]

goal all C

start
  AAAAAAA
  AAAAAAA
  AAAAAAA
";
    let (moves, method) = solved(text);
    assert_eq!(moves, 3 * 127);
    assert_eq!(method, "IDA*: 3 pattern databases of 6,561 states, added");
}

/// Twelve pancakes: all twelve neighbours are wrong at the start, counting the plate.
#[test]
fn wrong_neighbours_solve_a_stack_of_pancakes() {
    let numbers: Vec<String> = (1..=12).map(|number| number.to_string()).collect();
    let flips = (2..=12).map(|last| format!("move flip{last} = reverse r1c1..r1c{last}\n"));
    let text = format!(
        "puzzle pancakes\nsymbols {0}\nboard 1x12\n{1}goal board\n  {0}\nstart\n  {2}\n",
        numbers.join(" "),
        flips.collect::<String>(),
        "5 11 2 8 4 12 7 1 9 3 10 6",
    );
    let (moves, method) = solved(&text);
    assert_eq!(moves, 12);
    assert_eq!(method, "IDA*: the number of wrong neighbours");
}

/// Korf's fifth board of the 15-puzzle takes 56 moves. It expands more states than the first searches in
/// depth may, so another one follows, which has no table, because that is forecast to be faster.
#[test]
fn a_long_search_in_depth_goes_on_without_a_table() {
    let puzzle = AnyPuzzle::named("fifteen").unwrap();
    let board = puzzle
        .board("4 7 14 13\n10 3 9 12\n11 5 6 15\n1 2 8 _")
        .unwrap();
    let answer = board
        .solve_with(&SolveOptions {
            algorithm: Some(Algorithm::IdaStar),
            ..SolveOptions::default()
        })
        .unwrap();
    let moves = answer.outcome.moves().unwrap();
    assert_eq!(moves.len(), 56);
    assert!(board.replay(&moves.join(" ")).unwrap().reaches_goal);
    assert!(answer.statistics.expanded > 4_000_000);
    // A table of all these states would take ten times as much.
    assert!(answer.statistics.peak_bytes < 8 << 20);
}

/// Sliding tiles with a light that every move switches: 958 million states. What switches the light
/// follows the move, so no move can be taken back; breadth-first search finds 31 moves after 30
/// million states.
#[test]
fn distances_and_patterns_bound_a_puzzle_with_consequences() {
    let text = "
puzzle light
symbols _ 1 2 3 4 5 6 7 8 9 a b
board 3x4
hidden light = off, on

move slide(dir) [_ | ?c] -> [?c | _]
after
  then once light off -> light on
  then once light on -> light off

goal board
  1 2 3 4
  5 6 7 8
  9 a b _

start
  b 1 3 8
  2 _ 7 4
  6 9 5 a
";
    let board = AnyPuzzle::parse("own.fewest", text).unwrap();
    let board = board.start().unwrap();
    let methods = [
        (None, "IDA*: sum of 11 distances", 1_000_000),
        (
            Some("patterns"),
            "IDA*: 4 pattern databases of 221,760 states, added",
            100_000,
        ),
    ];
    for (heuristic, method, states) in methods {
        let options = SolveOptions {
            heuristic: heuristic.map(str::to_owned),
            ..SolveOptions::default()
        };
        let answer = board.solve_with(&options).unwrap();
        assert_eq!(answer.outcome.moves().unwrap().len(), 31);
        assert_eq!(answer.method.to_string(), method);
        assert!(answer.statistics.expanded < states);
    }
}
