//! The relaxed game, which forgets most pushed walls: a lower bound that is often exact, and a
//! proof that there is no way out.
//!
//! A shortest way out enters no cell twice (see `walks`). So every wall that it meets is where it
//! was at the start, or was pushed by it; and the only wall that it can push again is the one that
//! its last step has pushed ahead. All other pushed walls can only obstruct the way. The relaxed
//! game forgets all pushed walls but the one just ahead, and it forgets all entered cells but the
//! last. So a state of the relaxed game is a cell, the step that entered it, and whether that step
//! pushed. There are nine states for each cell, and a search takes linear time. The relaxed game is
//! never harder than the maze, so its distances are lower bounds, and if it has no way out, the
//! maze has none.

use fewest_rules::{DEAD_END, Heuristic, Words};

use super::flood::{Flood, FloodAction};
use super::maze::{CellSide, Compass, Grid, Maze};
use super::puzzle::WallPusher;
use super::relaxed_state::{STATES, begun, pushed};

/// The distances of the relaxed game: the steps from each state to the nearest exit.
#[derive(Debug, Clone, Default)]
pub(super) struct RelaxedDistances {
    steps: Vec<u32>,
    /// For each cell, the set of its states that the backward search must not reach any more: its
    /// states whose distance is already known, and its states that the search leaves out.
    done: Vec<u16>,
    queue: Vec<u32>,
}

/// The set of all states that the relaxed game has in one cell, one bit for each state.
pub(super) const EVERY: u16 = (1 << STATES) - 1;

impl RelaxedDistances {
    /// The steps from a state to the nearest exit, or [`DEAD_END`].
    #[inline]
    pub(super) fn get(&self, state: usize) -> u32 {
        self.steps[state]
    }

    /// Computes the distances for these walls by breadth-first search backwards from the exits, in
    /// the part of the relaxed game that has only the states in `counts`: for each cell, a set of
    /// its states. Ends when the distance of the state `to` is known. All other states are left as
    /// dead ends.
    pub(super) fn fill(
        &mut self,
        sides: &[[CellSide; 4]],
        walls: &[bool],
        counts: &[u16],
        to: Option<usize>,
    ) {
        self.done.clear();
        self.done.extend(counts.iter().map(|counts| !counts));
        let cells = sides.len();
        self.steps.clear();
        self.steps.resize(cells * STATES, DEAD_END);
        self.queue.clear();
        for (cell, sides) in sides.iter().enumerate() {
            for (d, side) in sides.iter().enumerate() {
                if side.beyond as usize == cells && !walls[side.edge as usize] {
                    self.reach(cell, EVERY & !pushed(d), 1);
                }
            }
        }
        let mut next = 0;
        while let Some(&state) = self.queue.get(next) {
            next += 1;
            let state = state as usize;
            if Some(state) == to {
                break;
            }
            let (cell, entry) = (state / STATES, state % STATES);
            if entry == 8 {
                continue;
            }
            let (d, push) = (entry % 4, entry >= 4);
            let back = sides[cell][(d + 2) % 4];
            if back.beyond as usize == cells || (push && walls[sides[cell][d].edge as usize]) {
                continue;
            }
            // The predecessors are states of the previous cell from which the player does not turn
            // straight back. How the step was possible depends on two things: whether the maze has
            // a wall on the edge, and whether the step pushed.
            let turned = 0b1_0001 << ((d + 2) % 4);
            let before = match (push, walls[back.edge as usize]) {
                // The player walks, because there is no wall on the edge and none was pushed onto
                // it.
                (false, false) => EVERY & !turned & !pushed(d),
                // The player pushes a wall of the maze.
                (true, true) => EVERY & !turned,
                // The player pushes the wall that the step before has pushed ahead.
                (true, false) => pushed(d),
                (false, true) => 0,
            };
            self.reach(back.beyond as usize, before, self.steps[state] + 1);
        }
    }

    #[inline]
    fn reach(&mut self, cell: usize, states: u16, steps: u32) {
        let mut new = states & !self.done[cell];
        self.done[cell] |= new;
        while new != 0 {
            let state = cell * STATES + new.trailing_zeros() as usize;
            self.steps[state] = steps;
            self.queue.push(state as u32);
            new &= new - 1;
        }
    }

    /// The greatest number of bytes that the distances hold.
    pub(super) fn bytes(cells: usize) -> u64 {
        // Two lists have four bytes for each state. One of them is the queue, which grows by
        // doubling and may take three times as much meanwhile.
        (cells * STATES * 4 * 4 + 2 * cells) as u64
    }
}

/// The steps to the nearest exit in the relaxed game, which are never more than in the maze.
/// [`DEAD_END`] is a proof that there is no way out.
///
/// The bound is admissible and consistent. In the worst case, computing the bound visits every
/// cell. The time pays off, because this bound respects walls that cannot be pushed, which
/// [`NearestExit`](super::NearestExit) ignores.
#[derive(Debug, Clone, Copy, Default)]
pub struct Relaxed;

impl<const N: usize> Heuristic<WallPusher<N>> for Relaxed {
    type Cache = u32;

    fn start(&self, puzzle: &WallPusher<N>, state: Words<N>) -> u32 {
        match puzzle.player(state) {
            None => 0,
            Some(cell) => {
                let wall = |edge| state.bit(edge);
                let every = vec![EVERY; puzzle.sides.len()];
                Flood::default()
                    .steps_out(&puzzle.sides, wall, begun(cell), &every, |_| false)
                    .unwrap_or(DEAD_END)
            }
        }
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

/// What the relaxed game proves about a maze.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Relaxation {
    /// Every way out has at least this many steps.
    AtLeast(u32),
    /// There is no way out. The text gives a reason that a person can verify.
    NoWayOut(String),
}

/// Solves the relaxed game of `maze`, in time linear in the number of cells.
pub fn relaxed(maze: &Maze) -> Relaxation {
    let sides = maze.grid().sides();
    let wall = |edge: usize| maze.walls()[edge];
    let mut reached = vec![0; sides.len()];
    let mut least = None;
    Flood::default().spread(
        &sides,
        wall,
        begun(maze.start()),
        |state, steps| match reached.get_mut(state / STATES) {
            Some(reached) => {
                *reached |= 1 << (state % STATES);
                FloodAction::On
            }
            None => {
                least = Some(steps);
                FloodAction::End
            }
        },
    );
    match least {
        Some(steps) => Relaxation::AtLeast(steps),
        None => Relaxation::NoWayOut(proof(maze, &reached, "")),
    }
}

/// The reason why there is no way out if only the states in `counts` are allowed and none of them
/// leads out. `when` is inserted into the text of the proof, and says which ways out were
/// considered.
pub(super) fn proof(maze: &Maze, counts: &[u16], when: &str) -> String {
    let (grid, walls) = (maze.grid(), maze.walls());
    let gap =
        |cell: usize, d: Compass| grid.neighbour(cell, d).is_none() && !walls[grid.edge(cell, d)];
    let gaps = |cell: usize| Compass::ALL.into_iter().filter(move |&d| gap(cell, d));
    if !(0..grid.cells()).any(|cell| gaps(cell).next().is_some()) {
        return "the border has no gap, and its walls cannot be pushed".to_owned();
    }
    let cells: Vec<usize> = (0..grid.cells())
        .filter(|&cell| counts[cell] != 0 || cell == maze.start())
        .collect();
    let closed: Vec<String> = cells
        .iter()
        .flat_map(|&cell| gaps(cell).map(move |d| (cell, d)))
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
        "a shortest way out enters no cell twice, so it never turns straight back, and each wall \
         it meets is where it was at the start or has just been pushed ahead; two walls in a row \
         and the border's do not move; so at most {} of the {} cells can be entered{when}: {}; \
         {gaps}",
        cells.len(),
        grid.cells(),
        ranges(grid, &cells),
    )
}

/// The names of cells in increasing order, with neighbours in a row joined to ranges.
fn ranges(grid: Grid, cells: &[usize]) -> String {
    let together = |a: &usize, b: &usize| a + 1 == *b && !b.is_multiple_of(grid.columns);
    let names = cells.chunk_by(together).map(|run| match run {
        [first, .., last] => format!("{}-{}", grid.name(*first), grid.name(*last)),
        _ => grid.name(run[0]),
    });
    names.collect::<Vec<_>>().join(", ")
}
