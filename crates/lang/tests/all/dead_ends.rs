//! Compares the dead ends that are recognized in random warehouses with a search of all states.

#![allow(clippy::unwrap_used)]

use crate::warehouse;

use std::collections::{HashMap, HashSet, VecDeque};

use fewest_ground::analysis::Analysis;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, compile};
use fewest_rules::{Limits, Puzzle, Words};
use fewest_search::{bfs, bidirectional};
use warehouse::{Random, warehouse};

const RULES: &str = "puzzle warehouse
symbols '#' _ $ @ o
draw . = _ on goal
draw * = $ on goal
draw + = @ on goal
move walk(dir)
  [@ | _]     -> [_ | @]
  [@ | $ | _] -> [_ | @ | $]
move shove(dir: up down)
  [@ | o | _] -> [_ | @ | o]
goal on goal $
";

/// The number of states of each kind.
#[derive(Debug, Default)]
struct Counts {
    solved: usize,
    unsolvable: usize,
    live: usize,
    dead: usize,
    recognized: usize,
    left_out: usize,
}

#[test]
fn no_goal_can_be_reached_from_a_dead_end() {
    let mut counts = Counts::default();
    let random = &mut Random(99);
    let (file, _) = fewest_lang::read(RULES).unwrap();
    for _ in 0..1_000 {
        let drawing = warehouse(random);
        if !drawing.contains(['@', '+']) || !drawing.contains(['.', '*', '+']) {
            continue;
        }
        let board = file.boards(&drawing).unwrap().remove(0).0;
        match compile(&board.ground, Starts::One(&board.start)).unwrap() {
            Compiled::One(analysis) => check(&analysis, &board.start, &drawing, &mut counts),
            Compiled::Four(analysis) => check(&analysis, &board.start, &drawing, &mut counts),
            _ => {}
        }
    }
    assert!(
        counts.solved > 10 && counts.unsolvable > 100 && counts.live > 3_000,
        "{counts:?}"
    );
    // Nearly all dead ends on solvable boards are recognized.
    assert!(
        counts.recognized * 10 > counts.dead * 9 && counts.left_out > 1_000,
        "{counts:?}"
    );
}

fn check<const N: usize>(analysis: &Analysis<N>, start: &[u8], drawing: &str, counts: &mut Counts) {
    let Some(dead_ends) = analysis.dead_ends() else {
        return;
    };
    let puzzle = analysis.puzzle();
    let start = puzzle.state(start).unwrap();
    let Some((reached, live)) = reached_and_live(puzzle, start) else {
        return;
    };
    let solvable = live.contains(&start);
    for &state in &reached {
        let is_live = live.contains(&state);
        assert!(!is_live || !dead_ends.has(state), "{drawing}");
        counts.live += usize::from(is_live);
        counts.dead += usize::from(solvable && !is_live);
        counts.recognized += usize::from(solvable && dead_ends.has(state));
        for m in puzzle.moves(state) {
            if dead_ends.leads_to(state, m) {
                counts.left_out += 1;
                assert!(!live.contains(&puzzle.apply(state, m)), "{drawing}");
            }
        }
    }
    let limits = &Limits::default();
    let wanted = bfs(puzzle, start, limits).outcome;
    counts.solved += usize::from(wanted.moves().is_some());
    counts.unsolvable += usize::from(wanted.moves().is_none());
    if let Some(view) = analysis.both_ends_without_dead_ends() {
        let found = bidirectional(&view, start, limits).outcome;
        assert_eq!(found.moves(), wanted.moves(), "{drawing}");
    }
}

/// The most states of a board.
const MOST_STATES: usize = 2_000;

/// The states that `start` reaches, and those of them from which a goal can be reached. `None` if there
/// are too many.
fn reached_and_live<P: Puzzle<State = Words<N>>, const N: usize>(
    puzzle: &P,
    start: Words<N>,
) -> Option<(HashSet<Words<N>>, HashSet<Words<N>>)> {
    let mut reached = HashSet::from([start]);
    let mut before: HashMap<Words<N>, Vec<Words<N>>> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            before.entry(after).or_default().push(state);
            if reached.insert(after) {
                queue.push_back(after);
            }
        }
        if reached.len() > MOST_STATES {
            return None;
        }
    }
    let goals = reached
        .iter()
        .copied()
        .filter(|&state| puzzle.is_goal(state));
    let mut queue: VecDeque<Words<N>> = goals.collect();
    let mut live: HashSet<Words<N>> = queue.iter().copied().collect();
    while let Some(state) = queue.pop_front() {
        for &earlier in before.get(&state).into_iter().flatten() {
            if live.insert(earlier) {
                queue.push_back(earlier);
            }
        }
    }
    Some((reached, live))
}
