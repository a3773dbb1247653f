//! Puzzles on which bounds and prunings with a gap in their argument gave wrong proofs: every algorithm
//! with every lower bound against a plain Dijkstra.

use fewest::{AnyPuzzle, SolveOptions};
use fewest_lang::read;
use fewest_rules::{Limits, Outcome};

use crate::plain::{self, Criteria};

/// What was told about a puzzle.
#[derive(Debug, Default)]
struct Told {
    /// The criteria of a best solution.
    best: Option<Criteria>,
    /// The number of searches that told it, and the number of searches that were stopped.
    right: usize,
    stopped: usize,
}

/// Solves the puzzle by every algorithm with every lower bound, and compares what they tell.
fn solve(text: &str) -> Told {
    let (file, _) = read(text).unwrap();
    let own = file.start().unwrap();
    let best = plain::best(&own.ground, &own.start, 300_000).unwrap();
    let mut told = Told {
        best,
        ..Told::default()
    };
    let board = AnyPuzzle::parse("own.fewest", text)
        .unwrap()
        .start()
        .unwrap();
    let names = board
        .heuristics()
        .into_iter()
        .map(|name| Some(name.to_owned()));
    let heuristics: Vec<Option<String>> = names.chain([None]).collect();
    let algorithms = board.algorithms().into_iter().map(Some);
    for algorithm in algorithms.chain([None]) {
        for heuristic in &heuristics {
            let options = SolveOptions {
                algorithm,
                heuristic: heuristic.clone(),
                limits: Limits {
                    states: Some(100_000),
                    ..Limits::default()
                },
            };
            // A lower bound on moves is no bound where moves are free.
            let Ok(answer) = board.solve_with(&options) else {
                continue;
            };
            let costs = answer.costs.as_ref();
            let found = match &answer.outcome {
                Outcome::Solved { moves } => {
                    let replayed = board.replay(&moves.join(" ")).unwrap();
                    assert!(replayed.reaches_goal, "{options:?}: {text}");
                    Some(match costs {
                        Some(costs) => costs.criteria(replayed.cost.unwrap(), moves.len()),
                        None => (moves.len() as u64, 0),
                    })
                }
                Outcome::Unsolvable(_) => None,
                Outcome::Stopped { lower_bound, .. } => {
                    let least = best.map_or(u64::MAX, |best| best.0);
                    assert!(u64::from(*lower_bound) <= least, "{options:?}: {text}");
                    told.stopped += 1;
                    continue;
                }
            };
            assert_eq!(found, best, "{options:?}: {text}");
            told.right += 1;
        }
    }
    told
}

#[test]
fn a_box_is_pushed_over_a_wall_into_a_closed_pocket() {
    let told = solve(
        "
puzzle hurdle
symbols x _ b p
region goal = r1c6 r2c6
fewest pushes
move walk(dir) free
  [p | _] -> [_ | p]
move push(dir)
  [p | b | _] -> [_ | p | b]
move vault(dir)
  [p | b | x | _] -> [_ | p | x | b]
goal on goal b
start
  p _ b _ x _
  _ _ _ _ x b
  _ _ _ _ _ _
",
    );
    assert_eq!(told.best, Some((2, 0)));
    assert!(told.right >= 4 && told.stopped == 0, "{told:?}");
}

#[test]
fn many_islands_are_visited_in_the_fewest_moves() {
    for left in ["_", "v"] {
        let text = format!(
            "
puzzle islands
symbols x _ o v @
move go(dir)
  [@ | o] -> [{left} | @]
  [@ | _] -> [{left} | @]
goal none o
start
  @ _ o _ o _ o _ o _ o _ o _ o _ o _ o _ o _ x o _ o _ o _ o _ o _ o
  x x x x x x x x x x x x x x x x x x x x x o o o x x x x x x x x x x
"
        );
        let told = solve(&text);
        assert_eq!(told.best, Some((35, 0)));
        assert!(told.right >= 4, "{told:?}");
        let board = AnyPuzzle::parse("own.fewest", &text)
            .unwrap()
            .start()
            .unwrap();
        let (count, list) = board.first_solutions(2, &Limits::default()).unwrap();
        assert_eq!((count, list.len()), (1_u32.into(), 1));
    }
    let unknown = AnyPuzzle::named("eight").unwrap().start().unwrap();
    let options = SolveOptions {
        heuristic: Some("visits".to_owned()),
        ..SolveOptions::default()
    };
    let Err(error) = unknown.solve_with(&options) else {
        panic!("there is no such lower bound");
    };
    assert!(error.to_string().contains("visits"), "{error}");
}

#[test]
fn a_floor_that_wears_out_does_not_look_like_a_dead_end() {
    let told = solve(
        "
puzzle worn_floor
symbols 0 1 2 w t x
var bell = silent, rung
region tower = r1c4
move step(dir)
  [w | ?h: 0,1] -> [?h+1 | w]
move ring
  [w on tower] bell silent -> bell rung
move idle(dir)
  [t | 0] -> [0 | t]
goal at r1c1 w and bell rung
start
  w 0 0 0
  x x x x
  t 0 x x
",
    );
    assert_eq!(told.best, Some((7, 0)));
    assert!(told.right >= 6 && told.stopped == 0, "{told:?}");
}

/// The tables of all five labels together are too large for one pattern.
#[test]
fn steps_count_once_in_several_tables() {
    let told = solve(
        "
puzzle kicks
symbols _ m a b c d
move walk(dir)
  [m | _] -> [_ | m]
move kick(dir)
  [m | a | _] -> [m | _ | a]
  [m | b | _] -> [m | _ | b]
  [m | c | _] -> [m | _ | c]
  [m | d | _] -> [m | _ | d]
goal at r4c1 a and at r3c1 d
start
  b _ _ m
  c _ _ _
  _ d _ _
  _ a _ _
",
    );
    assert!(told.best.is_some());
    assert!(told.right >= 4, "{told:?}");
}
