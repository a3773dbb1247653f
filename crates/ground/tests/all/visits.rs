//! Puzzles in which a walker has to enter cells: the moves into them, and those that lead back over
//! other cells, are a lower bound.

use std::collections::{HashMap, VecDeque};

use fewest_ground::analysis::VisitHeuristic;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, Position, Test, Write, compile};
use fewest_rules::{Heuristic, Puzzle, Words};

use crate::{grounds, oracle, random::Random};

const WALKER: Label = 0;
/// The cells of a board on which the walker is a label of the cell.
const OPEN: Label = 1;
const CLOSED: Label = 2;
/// The cells of a board of two layers: the walker is on one of them, and items are on the other.
const EMPTY: Label = 1;
const ITEM: Label = 0;
const NONE: Label = 1;

/// A board, and the position of the label that the walker takes away from each cell, if any.
struct Board {
    ground: Ground,
    start: Vec<Label>,
    items: Vec<Option<usize>>,
    /// The labels of a cell that is open, and of one that is not.
    labels: (Label, Label),
}

impl Board {
    /// Cells that have a label or the walker.
    fn of_one_layer(cells: usize) -> Self {
        let mut start = vec![OPEN; cells];
        start[0] = WALKER;
        Self {
            ground: grounds::ground("walk", "r . _", cells),
            start,
            items: (0..cells).map(Some).collect(),
            labels: (OPEN, CLOSED),
        }
    }

    /// Cells that have the walker or not, and items that lie on some of them.
    fn of_two_layers(cells: usize, random: &mut Random) -> Self {
        let mut ground = grounds::ground("walk", "r _", cells);
        ground.domains.push(grounds::domain("item none"));
        let mut start = vec![EMPTY; cells];
        start[0] = WALKER;
        let mut items = vec![None; cells];
        for (cell, item) in items.iter_mut().enumerate() {
            if random.below(3) != 0 {
                *item = Some(ground.positions.len());
                ground.positions.push(Position {
                    name: format!("item{cell}"),
                    domain: 1,
                });
                start.push(ITEM);
            }
        }
        Self {
            ground,
            start,
            items,
            labels: (ITEM, NONE),
        }
    }

    /// Adds a way, by which the walker closes the cell that it enters.
    fn way(&mut self, from: usize, to: usize) {
        let (open, closed) = self.labels;
        let one_layer = self.ground.domains.len() == 1;
        let leaves = if one_layer { CLOSED } else { EMPTY };
        for label in [open, closed] {
            let mut tests = vec![grounds::is(from, WALKER)];
            let mut writes = vec![grounds::put(from, leaves), grounds::put(to, WALKER)];
            match self.items[to] {
                Some(item) => tests.push(grounds::is(item, label)),
                None if label == open => {}
                None => continue,
            }
            if !one_layer {
                tests.push(grounds::is(to, EMPTY));
                if let (Some(item), true) = (self.items[to], label == open) {
                    writes.push(grounds::put(item, closed));
                }
            }
            self.rule(tests, writes);
        }
    }

    fn rule(&mut self, tests: Vec<Test>, writes: Vec<Write>) {
        let name = format!("way-{}", self.ground.rules.len());
        grounds::add(&mut self.ground, &name, tests, writes);
    }

    /// Completes the board with its goal: no cell is open.
    fn done(mut self) -> (Ground, Vec<Label>) {
        let closed = self.items.iter().flatten().map(|&item| {
            if self.ground.domains.len() == 1 {
                grounds::within(item, &[WALKER, CLOSED])
            } else {
                grounds::is(item, NONE)
            }
        });
        let goal = closed.collect();
        self.ground.goals.push(goal);
        (self.ground, self.start)
    }
}

fn bound<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    heuristic: &VisitHeuristic<N>,
    state: Words<N>,
) -> u32 {
    let cache = Heuristic::<CompiledPuzzle<N>>::start(heuristic, puzzle, state);
    Heuristic::<CompiledPuzzle<N>>::bound(heuristic, cache)
}

/// The distances to the nearest goal of all states that `start` reaches.
fn distances(puzzle: &CompiledPuzzle<1>, start: Words<1>) -> HashMap<Words<1>, Option<u32>> {
    let reached = oracle::reach(puzzle, start, 100_000).unwrap();
    let mut before: HashMap<Words<1>, Vec<Words<1>>> = HashMap::new();
    let mut distances = HashMap::new();
    let mut queue = VecDeque::new();
    for &state in reached.distances.keys() {
        distances.insert(state, None);
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            before.entry(after).or_default().push(state);
        }
        if puzzle.is_goal(state) {
            distances.insert(state, Some(0));
            queue.push_back((state, 0));
        }
    }
    while let Some((state, distance)) = queue.pop_front() {
        for &previous in before.get(&state).into_iter().flatten() {
            if distances[&previous].is_none() {
                distances.insert(previous, Some(distance + 1));
                queue.push_back((previous, distance + 1));
            }
        }
    }
    distances
}

/// What the bounds of all states of a board are worth.
#[derive(Default)]
struct Worth {
    boards: usize,
    states: usize,
    stronger: usize,
    exact: usize,
}

/// Compares the bounds of all states that the start reaches with their distances.
fn compare(board: Board, worth: &mut Worth, seed: u64) {
    let (ground, start) = board.done();
    let open = ground.domains.len() - 1;
    let Compiled::One(analysis) = compile(&ground, Starts::One(&start)).unwrap() else {
        panic!("a state has one word");
    };
    let Some(heuristic) = analysis.visits() else {
        return;
    };
    worth.boards += 1;
    let puzzle = analysis.puzzle();
    let start = puzzle.state(&start).unwrap();
    let distances = distances(puzzle, start);
    for (&state, &distance) in &distances {
        let least = bound(puzzle, heuristic, state);
        assert!(distance.is_none_or(|d| least <= d), "{seed}: {least}");
        for m in puzzle.moves(state) {
            let after = bound(puzzle, heuristic, puzzle.apply(state, m));
            assert!(least <= after + 1, "{seed}: {least} and {after}");
        }
        let label = if open == 0 { OPEN } else { ITEM };
        let labels = puzzle.labels(state);
        let counted = ground.positions.iter().zip(&labels);
        let counted = counted.filter(|(p, l)| p.domain == open && **l == label);
        worth.states += 1;
        worth.stronger += usize::from(least > counted.count() as u32);
        worth.exact += usize::from(distance == Some(least));
    }
}

/// A walker on cells with random ways, most of them in both directions, on boards of one and of two
/// layers. Some boards are nearly trees, and some have two colours.
#[test]
fn bounds_of_random_walks_are_admissible_and_consistent() {
    let mut worth = Worth::default();
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let cells = 5 + random.below(4);
        let mut board = match seed % 3 {
            0 => Board::of_two_layers(cells, &mut random),
            _ => Board::of_one_layer(cells),
        };
        let (chequered, one_way) = (random.below(2) == 0, random.below(4) == 0);
        for cell in 1..cells {
            let other = random.below(cell);
            board.way(other, cell);
            board.way(cell, other);
        }
        for _ in 0..random.below(cells) {
            let (one, other) = (random.below(cells), random.below(cells));
            if one != other && !(chequered && (one + other) % 2 == 0) {
                board.way(one, other);
                if !one_way {
                    board.way(other, one);
                }
            }
        }
        compare(board, &mut worth, seed);
    }
    let Worth { states, exact, .. } = worth;
    assert!(worth.boards > 2_900, "{}", worth.boards);
    assert!(
        worth.stronger > states / 2,
        "{} of {states}",
        worth.stronger
    );
    assert!(exact > states / 2, "{exact} of {states}");
}

/// Rules by which the bound would be wrong: the walker takes a label from another cell, brings one
/// back, stays where it is, or leaves the cell that it enters open.
#[test]
fn walkers_that_do_more_or_less_have_no_such_bound() {
    let (mut found, mut stays, mut open_left) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = Random::new(seed);
        let mut board = match seed % 2 {
            0 => Board::of_two_layers(6, &mut random),
            _ => Board::of_one_layer(6),
        };
        for cell in 0..5 {
            board.way(cell, cell + 1);
            board.way(cell + 1, cell);
        }
        let (open, closed) = board.labels;
        let Some(item) = board.items[4] else {
            continue;
        };
        let two_layers = board.ground.domains.len() == 2;
        let leaves = if two_layers { EMPTY } else { CLOSED };
        let mut tests = vec![grounds::is(0, WALKER)];
        let mut writes = vec![grounds::put(0, leaves), grounds::put(1, WALKER)];
        if two_layers {
            tests.push(grounds::is(1, EMPTY));
        }
        match (random.below(4), board.items[0], board.items[1]) {
            (0, ..) => {
                tests.push(grounds::is(item, open));
                writes.push(grounds::put(item, closed));
            }
            (1, ..) => {
                tests.push(grounds::is(item, closed));
                writes.push(grounds::put(item, open));
            }
            (2, Some(here), _) if two_layers => {
                tests.push(grounds::is(here, open));
                writes = vec![grounds::put(0, WALKER), grounds::put(here, closed)];
                stays += 1;
            }
            (3, _, Some(_)) if two_layers => open_left += 1,
            _ => continue,
        }
        board.rule(tests, writes);
        let (ground, start) = board.done();
        let Compiled::One(analysis) = compile(&ground, Starts::One(&start)).unwrap() else {
            panic!("a state has one word");
        };
        found += 1;
        assert!(analysis.visits().is_none(), "{seed}");
    }
    assert!(found > 150 && stays > 10 && open_left > 10, "{found}");
}

/// On a board of 3×3, a walker enters eight more cells in eight moves from one of the five cells of
/// the larger colour, and in nine from the other four. From the end of a path with a side path, it
/// comes back over the shorter side.
#[test]
fn bounds_of_known_boards_are_exact() {
    for first in 0..9 {
        let mut board = Board::of_one_layer(9);
        for one in 0..9_usize {
            for other in 0..9 {
                if (one / 3).abs_diff(other / 3) + (one % 3).abs_diff(other % 3) == 1 {
                    board.way(one, other);
                }
            }
        }
        board.start.swap(0, first);
        assert_eq!(bound_of_start(board), 8 + first as u32 % 2, "{first}");
    }
    let mut board = Board::of_one_layer(8);
    for (one, other) in [(0, 1), (1, 2), (2, 3), (3, 4), (1, 5), (5, 6), (6, 7)] {
        board.way(one, other);
        board.way(other, one);
    }
    assert_eq!(bound_of_start(board), 10);
}

fn bound_of_start(board: Board) -> u32 {
    let (ground, labels) = board.done();
    let Compiled::One(analysis) = compile(&ground, Starts::One(&labels)).unwrap() else {
        panic!("a state has one word");
    };
    let puzzle = analysis.puzzle();
    let start = puzzle.state(&labels).unwrap();
    bound(puzzle, analysis.visits().unwrap(), start)
}
