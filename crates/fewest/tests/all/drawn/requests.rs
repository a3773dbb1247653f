//! What belongs to one request does not reach another, and the answers to several requests fit
//! together.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest::{AnyPuzzle, Board, Limits, SolutionOptions, SolutionRange};

/// The move `bad` has consequences that never end; the move `ok` solves the board.
const STUCK: &str = "
puzzle stuck
symbols x y a b
board 1x2
region l = r1c1
region r = r1c2
move bad(cell: l) [x] -> [a]
  after [a] -> [b]
  after [b] -> [a]
move ok(cell: r) [x] -> [y]
goal at r1c2 y
start
  x x
";

fn start(text: &str) -> Board {
    let puzzle = AnyPuzzle::parse("test.fewest", text).unwrap();
    puzzle.start().unwrap()
}

#[test]
fn consequences_that_never_end_concern_only_the_request_that_met_them() {
    let board = start(STUCK);
    // Shows what each legal move changes, and so makes the bad one.
    board.position(&[]).unwrap();
    let legal = board.legal_moves();
    let [bad, ok] = &legal[..] else {
        panic!("{legal:?}");
    };
    let solved = board.after(ok).unwrap();
    assert!(board.replay(ok).unwrap().reaches_goal);
    assert_eq!(solved.solve().unwrap().moves(), Some(&[][..]));
    for _ in 0..2 {
        assert!(board.after(bad).is_err());
        assert!(board.replay(bad).is_err());
        assert!(board.solve().is_err());
    }
}

#[test]
fn boards_of_one_file_are_judged_one_by_one() {
    let puzzle = AnyPuzzle::parse("stuck.fewest", STUCK).unwrap();
    let boards = puzzle.boards("x x\n\nb x").unwrap();
    let wrong = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for (board, fails) in [(&boards[0], true), (&boards[1], false)] {
            let wrong = &wrong;
            scope.spawn(move || {
                for _ in 0..200 {
                    if board.solve().is_err() != fails {
                        wrong.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    assert_eq!(wrong.into_inner(), 0);
}

/// The board has one solution of two moves whose cost is least; others with two moves cost more.
const TWO_CRITERIA: &str = "
puzzle two_criteria
symbols _
board 1x2
var ka = 0..8
var kb = 0..2
var ke = e0, e1, e2
region ra = r1c2
fewest moves then pushes
move m0
  kb >= 2 ke e0,e1 -> kb 1 ke -1
  ke e0 -> ka -1 ke e2 cost 2
move m1(nn: 1..2) cost 3
  kb = 0 ke e0,e2 -> ka -1 ke -1
goal ka +kb = 7 and exactly 2 _
start
  _ _
  ka 8
  kb 0
  ke e0
";

/// The solutions that a request lists, and their number by length.
fn listed(board: &Board, range: SolutionRange, distinct: bool) -> (Vec<Vec<String>>, u64) {
    let mut all = Vec::new();
    let wanted = SolutionOptions { range, distinct };
    let counts = board.each_wanted_solution(&wanted, &Limits::default(), |moves| {
        all.push(moves);
        ControlFlow::Continue(())
    });
    let total = counts.unwrap().total();
    (all, total.try_into().unwrap())
}

#[test]
fn the_best_distinct_solutions_are_best_by_both_criteria() {
    let board = start(TWO_CRITERIA);
    let (all_count, all) = board.first_solutions(99, &Limits::default()).unwrap();
    assert_eq!(all_count, all.len().into());
    let (best, count) = listed(&board, SolutionRange::Optimal, true);
    assert_eq!((best.len() as u64, &best), (count, &all));
    assert_eq!(listed(&board, SolutionRange::Optimal, false).0, all);
    // Solutions within 0 moves may have other costs.
    assert!(listed(&board, SolutionRange::Within(0), true).0.len() > best.len());
    assert_eq!(listed(&board, SolutionRange::Best(1), true).0, all[..1]);
}

/// The moves `B` and `A2` are the same permutation.
const EQUAL_MOVES: &str = r#"{"name":"k","orbits":[{"orbitName":"O","numPieces":4,"numOrientations":1}],
"defaultPattern":{"O":{"pieces":[0,1,2,3],"orientation":[0,0,0,0]}},
"moves":{"A":{"O":{"permutation":[1,2,3,0],"orientationDelta":[0,0,0,0]}},
"B":{"O":{"permutation":[2,3,0,1],"orientationDelta":[0,0,0,0]}}}}"#;

#[test]
fn two_names_of_a_permutation_are_one_move() {
    let puzzle = AnyPuzzle::parse("k.json", EQUAL_MOVES).unwrap();
    let board = puzzle.board("A2").unwrap();
    assert_eq!(board.legal_moves(), ["A", "B", "A'"]);
    let answer = board.solve().unwrap();
    assert_eq!(answer.moves(), Some(&["B".to_owned()][..]));
    assert_eq!(
        board.count_solutions(&Limits::default()).unwrap(),
        1_u8.into()
    );
    let quarter = fewest::PuzzleOptions {
        metric: Some("quarter".to_owned()),
        ..fewest::PuzzleOptions::default()
    };
    let board = puzzle.with(quarter).board("A2").unwrap();
    let answer = board.solve().unwrap();
    assert_eq!(answer.costs.as_ref().and_then(|costs| costs.cost), Some(1));
    assert_eq!(
        board.count_solutions(&Limits::default()).unwrap(),
        1_u8.into()
    );
}

/// Dials of which each move turns two: no board with an odd sum can be solved, and the proof counts
/// symbols of cells, since nothing in the file is a piece or turns.
#[test]
fn a_proof_about_single_cells_counts_their_symbols() {
    let text = "
puzzle dials
symbols 0 1 2 3 4 5
board 1x3
move both(cell)
  right [?a | ?b] -> [?a+1 | ?b+1]
move apart(cell)
  right [?a | ?b] -> [?a+1 | ?b-1]
goal at r1c1 0 and at r1c2 0 and at r1c3 0,2
";
    let puzzle = AnyPuzzle::parse("dials.fewest", text).unwrap();
    let mut odd = 0;
    for number in 0..216 {
        let digits = [number / 36, number / 6 % 6, number % 6];
        let board = digits.map(|digit: u32| digit.to_string()).join(" ");
        let answer = puzzle.board(&board).unwrap().solve();
        let is_odd = digits.iter().sum::<u32>() % 2 == 1;
        match &answer.unwrap().outcome {
            fewest::Outcome::Solved { .. } => assert!(!is_odd, "{board}"),
            fewest::Outcome::Unsolvable(proof) => {
                assert!(is_odd, "{board}");
                odd += 1;
                assert_eq!(
                    proof.to_string(),
                    "add up how many symbols each of r1c1 r1c2 r1c3 is ahead of the goal; the sum is odd \
                     here, and every move changes it by an even number"
                );
            }
            fewest::Outcome::Stopped { .. } => panic!("no limit is set"),
        }
    }
    assert_eq!(odd, 108);
}
