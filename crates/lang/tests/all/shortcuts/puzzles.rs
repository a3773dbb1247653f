//! Puzzles on which a careless argument goes wrong.

use fewest_ground::analysis::HeuristicName;

use super::examine;

/// A box on the left is pushed over the wall into a pocket whose mouth another box closes. Nothing can be
/// pushed into the pocket now, but after one push it can.
#[test]
fn a_push_over_a_wall_brings_a_box_into_a_closed_pocket() {
    let found = examine(
        "
puzzle hurdle
symbols x _ b p
fewest pushes
move walk(dir) free
  [p | _] -> [_ | p]
move push(dir)
  [p | b | _] -> [_ | p | b]
move vault(dir)
  [p | b | x | _] -> [_ | p | x | b]
region goal = r1c6 r2c6
goal on goal b
start
  p _ b _ x _
  _ _ _ _ x b
  _ _ _ _ _ _
",
    );
    assert_eq!(found.cost, Some(2));
    assert!(found.regions && found.moves.is_some());
}

/// Someone walks from island to island over bridges; everything of interest is on the islands.
#[test]
fn islands_in_a_row_are_counted_once() {
    let found = examine(
        "
puzzle islands
symbols x _ o @
move go(dir)
  [@ | o] -> [_ | @]
  [@ | _] -> [_ | @]
goal none o
start
  @ _ o _ o _ o _ o _ o _ o _ o _ o _ o _ o _ x o _ o _ o _ o _ o _ o
  x x x x x x x x x x x x x x x x x x x x x o o o x x x x x x x x x x
",
    );
    assert_eq!(found.moves, Some(35));
    assert_eq!(found.bound(HeuristicName::Balance), Some(19));
}

/// Someone walks and kicks balls. The walker's position says which rules apply, so that every pattern
/// keeps it; its steps may still be charged only once.
#[test]
fn steps_of_a_label_that_all_patterns_keep_are_charged_once() {
    let found = examine(
        "
puzzle kicks
symbols _ m a b c
move walk(dir)
  [m | _] -> [_ | m]
move kick(dir)
  [m | a | _] -> [m | _ | a]
  [m | b | _] -> [m | _ | b]
  [m | c | _] -> [m | _ | c]
move strike(dir)
  [m | a | _ | _] -> [m | _ | _ | a]
  [m | b | _ | _] -> [m | _ | _ | b]
  [m | c | _ | _] -> [m | _ | _ | c]
goal at r1c5 a and at r2c5 c
start
  m _ a _ _
  _ b _ c _
",
    );
    assert!(found.moves.is_some() && found.added_patterns > 1);
}

/// Whoever steps on a field wears it out by one. Labels that a pattern does not keep look alike there,
/// but they differ in what becomes of them.
#[test]
fn labels_that_rules_add_to_are_not_merged() {
    let found = examine(
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
    assert_eq!(found.moves, Some(7));
    let cycle = examine(
        "
puzzle wheel
symbols 0 1 2 w t x
move step(dir)
  [w | ?h: 0,1,2] -> [?h+1 | w]
move back(dir)
  [w | ?h: 0,1,2] -> [?h-1 | w]
move idle(dir)
  [t | 0] -> [0 | t]
goal at r1c1 1 and at r1c4 w
start
  w 0 1 0
  x x x x
  t 0 x x
",
    );
    assert!(cycle.moves.is_some());
}

/// Rules for an agent and boxes, most of which break an argument about ordinary pushes.
const EXTRAS: [&str; 11] = [
    "",
    "move vault(dir)\n  [p | b | x | _] -> [_ | p | x | b]\n",
    "move vault(dir)\n  [p | b | b | _] -> [_ | p | b | b]\n",
    "move pull(dir)\n  [_ | p | b] -> [p | b | _]\n",
    "move two(dir)\n  [p | b | b | _] -> [_ | p | b | b]\nmove far(dir)\n  [p | b | _ | _] -> [_ | p | _ | b]\n",
    "move kick(dir)\n  [p | b | _] -> [p | _ | b]\n",
    "move swap(dir)\n  [p | b] -> [b | p]\n",
    "move leap(dir)\n  [p | b | _] -> [_ | b | p]\n",
    "move break(dir) cost 3\n  [p | x] -> [_ | p]\n",
    "move drag(dir)\n  [p | b | x | b] -> [b | p | x | _]\n",
    "move crush(dir) cost 0\n  [p | b | x] -> [_ | p | x]\n",
];

/// Small random boards with a pocket on the right, whose only place is a goal and whose mouth a box
/// closes. Steps are free or counted.
#[test]
fn bounds_of_random_boards_with_unusual_pushes_are_admissible() {
    let (mut regions, mut dead_ends, mut solved) = (0, 0, 0);
    let mut random = 1_u64;
    let mut below = |n: u64| {
        // The constants are from D. E. Knuth's MMIX.
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % n
    };
    for round in 0..165 {
        let extra = EXTRAS[round % EXTRAS.len()];
        let mut cells = vec!["_"; 24];
        let boxes = 2 + round / 11 % 2;
        (cells[4], cells[10], cells[11]) = ("x", "x", "b");
        for symbol in ["p", "x", "x", "b", "b"].iter().take(2 + boxes) {
            let mut at = below(24) as usize;
            while cells[at] != "_" || at == 5 {
                at = (at + 1) % 24;
            }
            cells[at] = symbol;
        }
        let mut goals: Vec<usize> = (0..24)
            .filter(|&cell| cells[cell] != "x" && cell != 5 && cell != 11)
            .collect();
        while goals.len() > boxes - 2 {
            goals.swap_remove(below(goals.len() as u64) as usize);
        }
        goals.extend([5, 11]);
        let goals: Vec<String> = goals
            .iter()
            .map(|cell| format!("r{}c{}", cell / 6 + 1, cell % 6 + 1))
            .collect();
        let rows: Vec<String> = cells.chunks(6).map(|row| row.join(" ")).collect();
        let (measure, free) = match round / 22 % 3 {
            0 => ("", ""),
            1 => ("fewest pushes\n", " free"),
            _ => ("fewest cost then moves\n", " cost 0"),
        };
        let extra = match measure {
            "" => extra.replace(" cost 3", "").replace(" cost 0", ""),
            _ => extra.to_owned(),
        };
        let text = format!(
            "puzzle boxes\nsymbols _ x b p\nregion goal = {}\n{measure}move walk(dir){free}\n  \
             [p | _] -> [_ | p]\nmove push(dir)\n  [p | b | _] -> [_ | p | b]\n{extra}\
             goal on goal b\nstart\n  {}\n",
            goals.join(" "),
            rows.join("\n  "),
        );
        let Some(found) = super::examine_within(&text, 20_000) else {
            continue;
        };
        regions += usize::from(found.regions);
        dead_ends += usize::from(found.dead_ends > 0);
        solved += usize::from(found.moves.is_some());
    }
    assert!(
        regions > 70 && dead_ends > 70 && solved > 25,
        "{regions} {dead_ends} {solved}"
    );
}

/// Tubes of coloured balls, of which a move pours one. Three balls lie on another colour, and `b` is at
/// the bottom of two tubes although it fills one.
#[test]
fn colours_are_poured_together() {
    let found = examine(
        "
puzzle tubes
symbols . a b
set ball = a b
board 4x3
region bottom = r1c1 r2c1 r3c1 r4c1
move pour(from: cell bottom, to: cell bottom)
  right [?* | ?x: ball | .* | end] right [?* | ?x | . | .* | end] -> [?* | . | .* | end] [?* | ?x | ?x | .* | end]
  right [?* | ?x: ball | .* | end] right [. | .* | end] -> [?* | . | .* | end] [?x | .* | end]
goal same r1c1 r1c2 r1c3 and same r2c1 r2c2 r2c3 and same r3c1 r3c2 r3c3 and same r4c1 r4c2 r4c3
start
  a b a
  b a .
  b . .
  . . .
",
    );
    let together = found.bound(HeuristicName::Together);
    assert_eq!((together, found.moves), (Some(4), Some(5)), "{found:?}");
}
