//! Tests that a puzzle written as PSVN is the same puzzle when it is read back.

use fewest_formats::psvn;
use fewest_ground::Label;
use fewest_ground::reduction::Starts;

use crate::exchange::boards;
use crate::exchange::walks::walks;
use crate::plain;

/// A move with one rule for each combination of labels of its cells, and moves whose rules exclude
/// each other only in reachable states.
const PUZZLES: [(&str, bool); 3] = [
    (
        "puzzle many
symbols a b c d e
board 1x7
move m
  on rim +1
move n
  at r1c1 +1
goal at r1c1 a
start
  c b b c a d e
",
        true,
    ),
    (
        "puzzle roll
symbols x _ S < >
board 4x9
var lies = no, row
move right
  right [S | _ | _] -> [_ | < | >] lies row
  right [< | > | _] -> [_ | _ | S] lies no
move left
  left  [S | _ | _] -> [_ | > | <] lies row
  left  [> | < | _] -> [_ | _ | S] lies no
move up
  up [S | _] -> [_ | S]
move down
  down [S | _] -> [_ | S]
goal at r4c9 S
start
  _ _ _ x x x x x x
  _ S _ _ _ _ x x x
  _ _ _ _ _ _ _ _ _
  x _ _ _ _ _ _ _ _
",
        false,
    ),
    (
        "puzzle crawl
symbols '#' _ H ^ v < > T^ Tv T< T>
draw x = _ on exit
var phase = head, tail
move up    up    [H | _] phase head -> [^ | H] phase tail
move left  left  [H | _] phase head -> [< | H] phase tail
move right right [H | _] phase head -> [> | H] phase tail
move down  down  [H | _] phase head -> [v | H] phase tail
move pull
  up    [T^ | ^] phase tail -> [_ | T^] phase head
  up    [T^ | <] phase tail -> [_ | T<] phase head
  up    [T^ | >] phase tail -> [_ | T>] phase head
  left  [T< | ^] phase tail -> [_ | T^] phase head
  left  [T< | <] phase tail -> [_ | T<] phase head
  left  [T< | v] phase tail -> [_ | Tv] phase head
  right [T> | ^] phase tail -> [_ | T^] phase head
  right [T> | >] phase tail -> [_ | T>] phase head
  right [T> | v] phase tail -> [_ | Tv] phase head
  down  [Tv | v] phase tail -> [_ | Tv] phase head
  down  [Tv | <] phase tail -> [_ | T<] phase head
  down  [Tv | >] phase tail -> [_ | T>] phase head
goal on exit H and phase head
start
  _ _ _ _ _
  _ # # # _
  T> > > H _
  _ # # _ _
  x _ _ _ #
",
        false,
    ),
];
/// The most states that a search examines to compare lengths.
const MOST_STATES: usize = 3_000;

/// The different states after one move.
fn after(ground: &fewest_ground::Ground, state: &Vec<Label>) -> Vec<Vec<Label>> {
    let mut after: Vec<_> = plain::successors(ground, state)
        .into_iter()
        .map(|m| m.1)
        .collect();
    after.sort();
    after.dedup();
    after
}

#[test]
fn what_is_written_as_psvn_can_be_read() {
    let puzzles = PUZZLES.iter().map(|(text, same)| {
        let (file, _) = fewest_lang::read(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let board = file.start().unwrap();
        (board.ground.name.clone(), board.ground, board.start, *same)
    });
    let examples = boards()
        .into_iter()
        .map(|(name, ground, start)| (name, ground, start, false));
    for (name, ground, start, same_moves) in puzzles.chain(examples) {
        let text =
            psvn::write(&ground, Starts::One(&start)).unwrap_or_else(|why| panic!("{name}: {why}"));
        let (again, vectors) = psvn::read(&name, &text).unwrap_or_else(|f| panic!("{name}: {f:?}"));
        if same_moves {
            assert_eq!(again.moves.len(), ground.moves.len(), "{name}");
        }
        assert_eq!(vectors.labels().len(), start.len(), "{name}");
        for state in walks(&ground, &start, 12) {
            assert_eq!(after(&again, &state), after(&ground, &state), "{name}");
            assert_eq!(
                plain::is_goal(&again, &state),
                plain::is_goal(&ground, &state),
                "{name}"
            );
        }
        let small = again.rules.len() < MOST_STATES;
        if let Some(moves) = small
            .then(|| plain::solve(&ground, &start, MOST_STATES / 6))
            .flatten()
        {
            let again = plain::solve(&again, &start, MOST_STATES / 6).expect("as many states");
            assert_eq!(again.map(|m| m.len()), moves.map(|m| m.len()), "{name}");
        }
    }
}
