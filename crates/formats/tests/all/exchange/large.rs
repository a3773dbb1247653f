//! Tests puzzles that would give a planner millions of ground actions if every unknown label were a
//! parameter.

use fewest_formats::pddl::{self, MOST_GROUNDED};

use crate::exchange::boards;
use crate::exchange::outgoing::{facts, same_moves};
use crate::exchange::pddl::Task;
use crate::exchange::walks::walks;

/// The most combinations of labels that the parameters of a domain's actions may have.
const MOST_COMBINATIONS: usize = 4 * MOST_GROUNDED;
/// The number of states of each board that are compared.
const STATES: usize = 40;

/// Cycles and negative goals, with large and small rules, on cells that are copied and tested for
/// sets of labels.
const LARGE: [&str; 5] = [
    "puzzle rims
symbols a b c d e
board 3x4
move m
  on rim +1
move n
  at r1c1 +1
move turn = cycle r1c1 r1c2 r1c3 r1c4 r2c4 r3c4 r3c3 r3c2 r3c1 r2c1
goal all not a
start
  c b b c
  a d e a
  a a b b
",
    "puzzle gone
symbols _ S x w
board 5x5
move step(dir)
  [x | not w] -> [_ | x]
goal all not S
start
  x S S S w
  S S S S S
  S w S S S
  S S _ S S
  S S S S x
",
    "puzzle either
symbols a b c d
board 3x3
move shift(dir)
  [a,b | ?x] -> [?x | c]
move turn = cycle r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r2c1
move more(cell)
  row +1
goal on rim not d and at r2c2 a,b,c
goal all a,d
start
  a b c
  d b a
  d c c
",
    "puzzle alike
symbols a b c d
board 2x4
move m
  on rim +1
move swap(dir: right)
  [?x | not a] -> [a | ?x]
move pair(dir: down)
  [?x | ?x] -> [b | ?x+1]
goal same r1c1 r1c2 and on rim not c
start
  a b c d
  d b a a
",
    "puzzle classes
symbols a b c d e f
board 3x4
move turn = cycle r1c1 r1c2 r1c3 r1c4 r2c4 r3c4 r3c3 r3c2 r3c1 r2c1
move m
  on rim +1
goal same r1c1 r2c1 and same r1c2 r2c2 and same r1c3 r2c3 and same r1c4 r2c4 r3c4
goal all not a
start
  a b c d
  a b c d
  f a c d
",
];

#[test]
fn a_planner_makes_few_actions_of_an_example() {
    for (name, ground, start) in boards() {
        let out = pddl::write(&ground, &start).unwrap();
        let task = Task::read(&out.domain, &out.problem);
        let count = task.combinations();
        assert!(count <= MOST_COMBINATIONS, "{name}: {count}");
    }
}

#[test]
fn conditional_effects_mean_what_the_puzzle_means() {
    for text in LARGE {
        let (file, _) = fewest_lang::read(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let board = file.start().unwrap();
        let (ground, start) = (board.ground, board.start);
        let out = pddl::write(&ground, &start).unwrap();
        let task = Task::read(&out.domain, &out.problem);
        let name = &ground.name;
        let large = out.domain.contains("(when ") || out.problem.contains("(has-");
        assert!(large, "{name}");
        assert_eq!(task.start, facts(&task, &ground, &start), "{name}");
        let count = task.combinations();
        assert!(count <= MOST_COMBINATIONS, "{name}: {count}");
        same_moves(name, &task, &ground, &walks(&ground, &start, STATES));
    }
}
