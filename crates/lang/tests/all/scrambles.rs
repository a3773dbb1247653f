//! Starts that are a scramble of a goal, compared with the plain interpreter.

#![allow(clippy::unwrap_used)]

use crate::plain;

/// Puzzles of the library whose goal tells the symbol of each cell.
const PUZZLES: [&str; 6] = [
    "cube-2",
    "cube-3",
    "eight",
    "lights-out-torus",
    "pancake",
    "topspin",
];

/// The file of a puzzle without its boards, and with a start that scrambles the goal.
fn scrambled(name: &str, moves: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let text = std::fs::read_to_string(format!("{path}/{name}.fewest")).unwrap();
    let mut kept = String::new();
    let mut skipped = false;
    for line in text.lines() {
        if !line.starts_with(' ') {
            skipped = line.starts_with("start") || line.starts_with("expect");
        }
        if !skipped {
            kept += &format!("{line}\n");
        }
    }
    format!("{kept}\nstart = goal {moves}\n")
}

#[test]
fn scrambles_are_played_from_the_goal() {
    let mut moved = 0;
    for name in PUZZLES {
        let (file, _) = fewest_lang::read(&scrambled(name, "")).unwrap();
        let goal = file.start().unwrap();
        assert!(plain::is_goal(&goal.ground, &goal.start), "{name}");
        let (mut state, mut names) = (goal.start, Vec::new());
        let mut chosen = 7;
        for _ in 0..12 {
            let all = plain::successors(&goal.ground, &state);
            if all.is_empty() {
                break;
            }
            chosen = (chosen * 31 + 11) % all.len();
            let (of, after) = all[chosen].clone();
            names.push(goal.ground.moves[of].clone());
            state = after;
            let line = names.join("\n  ");
            let (file, _) = fewest_lang::read(&scrambled(name, &line)).unwrap();
            assert_eq!(file.start().unwrap().start, state, "{name}: {names:?}");
            moved += 1;
        }
    }
    assert!(moved > 60, "{moved}");
}

/// The variables and layers that the goal leaves open have their first value.
#[test]
fn variables_and_layers_begin_with_what_the_goal_allows() {
    let text = "
puzzle lamps
symbols 0 1
board 1x2
var turn = x, y, z
var count = 0..3
layer floor = firm ice
move press(cell)
  [?x] turn y -> [?x+1] turn z count +1
  [?x] turn z -> [?x+1 on ice] turn y
goal all 0 and turn not x
start = goal r1c1 r1c2
";
    let (file, _) = fewest_lang::read(text).unwrap();
    assert_eq!(file.start().unwrap().start, [1, 1, 1, 1, 0, 1]);
}
