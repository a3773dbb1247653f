//! The maze with most pushed walls forgotten: a lower bound that is often the
//! truth, and a proof that there is no way out.
//!
//! A shortest way out enters no cell twice (see `walks`), so of all the walls it
//! meets, those that it has not touched are where they were, and the only one
//! that it can push again is the one that it has just pushed ahead of itself.
//! Other pushed walls can only be in the way. Forgetting them leaves a game
//! whose states are a cell and whether a wall stands ahead of the player, and
//! on which side: five for each cell, searched in linear time. It is never
//! harder than the maze, so its distances are lower bounds, and where it has no
//! way out the maze has none.

use rules::{DEAD_END, Heuristic, Words};

use super::maze::{Direction, Grid, Maze, Side};
use super::puzzle::WallPusher;

/// States a cell: a wall pushed ahead to the west, north, east, south, or none.
const STATES: usize = 5;
/// The last of them.
const NONE: usize = 4;

/// The side of the player on which a wall stands that was pushed by the last step.
pub(super) type Ahead = Option<Direction>;

#[inline]
fn index(cell: usize, ahead: Ahead) -> usize {
    cell * STATES + ahead.map_or(NONE, |d| d as usize)
}

/// Steps of the relaxed game to the nearest exit, from each of its states.
#[derive(Debug, Clone, Default)]
pub(super) struct Distances {
    steps: Vec<u32>,
    queue: Vec<u32>,
}

impl Distances {
    /// The steps from `cell`, or [`DEAD_END`].
    #[inline]
    pub(super) fn get(&self, cell: usize, ahead: Ahead) -> u32 {
        self.steps[index(cell, ahead)]
    }

    /// Works them out for these walls, backwards from the exits.
    pub(super) fn fill(&mut self, sides: &[[Side; 4]], walls: &[bool]) {
        let cells = sides.len();
        self.steps.clear();
        self.steps.resize(cells * STATES, DEAD_END);
        self.queue.clear();
        for (cell, sides) in sides.iter().enumerate() {
            for (d, side) in sides.iter().enumerate() {
                if side.beyond as usize == cells && !walls[side.edge as usize] {
                    for ahead in (0..STATES).filter(|&ahead| ahead != d) {
                        self.reach(cell * STATES + ahead, 1);
                    }
                }
            }
        }
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let (cell, ahead) = (state as usize / STATES, state as usize % STATES);
            let steps = self.steps[state as usize] + 1;
            for d in 0..4 {
                let back = sides[cell][(d + 2) % 4];
                let before = back.beyond as usize * STATES;
                if back.beyond as usize == cells || (ahead != NONE && ahead != d) {
                    continue;
                }
                let wall = walls[back.edge as usize];
                if ahead == NONE {
                    // Walked, unless a wall was ahead.
                    if !wall {
                        for other in (0..STATES).filter(|&other| other != d) {
                            self.reach(before + other, steps);
                        }
                    }
                } else if !walls[sides[cell][d].edge as usize] {
                    // Pushed the maze's own wall, or the one that was ahead.
                    if wall {
                        for any in 0..STATES {
                            self.reach(before + any, steps);
                        }
                    } else {
                        self.reach(before + d, steps);
                    }
                }
            }
        }
    }

    #[inline]
    fn reach(&mut self, state: usize, steps: u32) {
        if self.steps[state] == DEAD_END {
            self.steps[state] = steps;
            self.queue.push(state as u32);
        }
    }

    /// The bytes held.
    pub(super) fn bytes(cells: usize) -> u64 {
        // The queue grows by doubling.
        (cells * STATES * 4 * 3) as u64
    }
}

/// What the relaxed game reaches from a cell.
struct Reached {
    states: Vec<bool>,
    /// Steps to the nearest exit, where the search stopped, if one was reached.
    steps: Option<u32>,
}

fn explore(sides: &[[Side; 4]], wall: impl Fn(usize) -> bool, start: usize) -> Reached {
    let cells = sides.len();
    let mut reached = Reached {
        states: vec![false; cells * STATES],
        steps: None,
    };
    reached.states[index(start, None)] = true;
    let mut layer = vec![(start, None)];
    let mut after = Vec::new();
    for steps in 1.. {
        for (cell, ahead) in layer.drain(..) {
            for d in Direction::ALL {
                let side = sides[cell][d as usize];
                let (beyond, behind) = (side.beyond as usize, side.behind as usize);
                let walled = wall(side.edge as usize) || ahead == Some(d);
                if beyond == cells {
                    if !walled {
                        reached.steps = Some(steps);
                        return reached;
                    }
                } else if !walled || !wall(behind) {
                    let ahead = walled.then_some(d);
                    // Whatever can be done with a wall ahead can be done without.
                    if !reached.states[index(beyond, None)]
                        && !std::mem::replace(&mut reached.states[index(beyond, ahead)], true)
                    {
                        after.push((beyond, ahead));
                    }
                }
            }
        }
        if after.is_empty() {
            break;
        }
        std::mem::swap(&mut layer, &mut after);
    }
    reached
}

/// The steps to the nearest exit, most pushed walls forgotten: never more than
/// in the maze. [`DEAD_END`] is a proof that there is no way out.
///
/// Admissible and consistent. It looks at every cell in the worst case, which
/// pays: it sees walls that cannot be pushed, where
/// [`NearestExit`](super::NearestExit) sees none.
#[derive(Debug, Clone, Copy, Default)]
pub struct Relaxed;

impl<const N: usize> Heuristic<WallPusher<N>> for Relaxed {
    type Cache = u32;

    fn start(&self, puzzle: &WallPusher<N>, state: Words<N>) -> u32 {
        match puzzle.player(state) {
            None => 0,
            Some(cell) => explore(&puzzle.sides, |edge| state.bit(edge), cell)
                .steps
                .unwrap_or(DEAD_END),
        }
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

/// What forgetting most pushed walls proves about a maze.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relaxation {
    /// Every way out has at least this many steps.
    AtLeast(u32),
    /// There is no way out, and why: a statement that a person can verify.
    NoWayOut(String),
}

/// What forgetting most pushed walls proves about `maze`, in time linear in
/// its cells.
pub fn relaxed(maze: &Maze) -> Relaxation {
    let grid = maze.grid();
    let sides = grid.sides();
    let reached = explore(&sides, |edge| maze.walls()[edge], maze.start());
    match reached.steps {
        Some(steps) => Relaxation::AtLeast(steps),
        None => Relaxation::NoWayOut(proof(grid, &sides, maze.walls(), &reached)),
    }
}

fn proof(grid: Grid, sides: &[[Side; 4]], walls: &[bool], reached: &Reached) -> String {
    let gap = |cell: usize| {
        let outside = |side: &Side| side.beyond as usize == grid.cells();
        let mut sides = Direction::ALL.into_iter().zip(sides[cell]);
        sides.find(|(_, side)| outside(side) && !walls[side.edge as usize])
    };
    if !(0..grid.cells()).any(|cell| gap(cell).is_some()) {
        return "the border has no gap, and its walls cannot be pushed".to_owned();
    }
    let cells: Vec<usize> = (0..grid.cells())
        .filter(|cell| reached.states[cell * STATES..][..STATES].contains(&true))
        .collect();
    let closed: Vec<String> = cells
        .iter()
        .filter_map(|&cell| Some((cell, gap(cell)?.0)))
        .map(|(cell, d)| format!("{} to the {}", grid.name(cell), d.word()))
        .collect();
    let gaps = if closed.is_empty() {
        "none of them has a gap in the border".to_owned()
    } else {
        format!(
            "of them only these have a gap in the border, and each is entered only by pushing a \
             wall onto its gap: {}",
            closed.join(", ")
        )
    };
    format!(
        "a shortest way out enters no cell twice, so each wall it meets is where it was at the \
         start or has just been pushed ahead; two walls in a row and the border's do not move; \
         so at most {} of the {} cells can be entered: {}; {gaps}",
        cells.len(),
        grid.cells(),
        ranges(grid, &cells),
    )
}

/// Names of cells in increasing order, neighbours in a row taken together.
fn ranges(grid: Grid, cells: &[usize]) -> String {
    let together = |a: &usize, b: &usize| a + 1 == *b && b % grid.columns != 0;
    let names = cells.chunk_by(together).map(|run| match run {
        [first, .., last] => format!("{}-{}", grid.name(*first), grid.name(*last)),
        _ => grid.name(run[0]),
    });
    names.collect::<Vec<_>>().join(", ")
}
