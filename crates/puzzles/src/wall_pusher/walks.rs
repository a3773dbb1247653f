//! The method for this puzzle: depth-first search over walks that enter no cell twice.
//!
//! # Problem
//!
//! Every push changes the maze, so a state consists of the walls and the position. In some mazes of
//! four rows of six more than 18 million states can be reached, and most pushes cannot be undone.
//!
//! # Solution
//!
//! *Fewer walls never hurt.* If a wall is removed, every sequence of steps that was possible is
//! still possible: a push becomes a walk or stays a push, and there is never a wall where there was
//! none before.
//!
//! *A shortest way out enters no cell twice.* Suppose that a shortest way out enters some cell
//! twice. Take the last step of this way into a cell that it had entered before, and cut out the
//! loop that this step closes. After this step the way enters new cells only, so only edges of
//! cells not yet entered decide whether its steps are possible. No push before has opened an edge
//! of such a cell, because a push only opens the edge between the cell that the player leaves and
//! the cell that the player enters. So the loop can only have added walls to the edges that the
//! rest of the way meets, and without the loop the rest is still possible. Without the loop the way
//! is shorter.
//!
//! So there are finitely many walks to try, at most 84,165 in four rows of six, wherever the walls
//! are pushed. The search tries the walks depth first and in increasing order, with the distances
//! of the relaxed game (see `relaxed`) as the lower bound. The first attempt allows no more steps
//! than the relaxed game needs. In nearly every maze this attempt finds a way out, or the relaxed
//! game has no way out either. The first way out that the search finds is the lexicographically
//! least.
//!
//! If the first attempt decides nothing, the solver restricts the relaxed game to those states in
//! which their cell can be entered for the first time (see `flood`). In most cases the restricted
//! game proves that there is no way out. Otherwise `layers` searches for one, because the number of
//! walks grows exponentially with the maze.

use fewest_rules::{DEAD_END, Limits, Meter, Outcome, Proof, Report, StopReason};

use super::flood::{Flood, first_entries};
use super::layers::{LayersEnd, WalkLayers};
use super::maze::{CellSide, Compass, Grid, Maze};
use super::relaxed::{EVERY, Relaxation, RelaxedDistances, proof, relaxed};
use super::relaxed_state::{begun, entered};
use crate::metered::conclude;

/// In mazes of more cells than this, the relaxed game is not restricted to the states that *count*:
/// those in which their cell can be entered for the first time (see `flood`). Finding these states
/// takes time quadratic in the number of cells: half a second at this size.
const MOST_NARROWED: usize = 4096;
/// The first attempt gives up when it has entered cells more often than this number times the
/// number of cells of the maze.
const PATIENCE: u64 = 16;

/// A solver that finds shortest ways out of mazes and reuses its memory from one maze to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct WalkSolver {
    grid: Option<Grid>,
    sides: Vec<[CellSide; 4]>,
    distances: RelaxedDistances,
    walls: Vec<bool>,
    entered: Vec<bool>,
    walk: Vec<WalkCell>,
    flood: Flood,
    /// For each cell, the set of its states in the relaxed game that count (see [`MOST_NARROWED`]).
    /// All states count until `narrow` has run.
    counts: Vec<u16>,
    way: Vec<Compass>,
}

/// A cell that the walk of the depth-first search has entered.
#[derive(Debug, Clone, Copy)]
struct WalkCell {
    cell: u32,
    /// Whether the step into the cell pushed a wall.
    pushed: bool,
    /// The index of the next step to try from the cell. If the walk goes on from the cell, its step
    /// from there has the index before this one.
    next: u8,
}

/// The result of the search for a way out among the walks that enter no cell twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WalkResult<'a> {
    /// The first of the shortest ways out.
    Way(&'a [Compass]),
    /// There is no way out because the relaxed game has none.
    Relaxed,
    /// There is no way out because the relaxed game has none through states in which their cell can
    /// be entered for the first time (see `flood`).
    FirstEntries,
    /// There is no way out, because the search in layers visited this many states and no more could
    /// lead to one.
    Searched(usize),
}

impl WalkSolver {
    /// Searches for the first of the shortest ways out.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(super) fn shortest(
        &mut self,
        maze: &Maze,
        meter: &mut Meter,
    ) -> Result<WalkResult<'_>, StopReason> {
        let grid = maze.grid();
        let cells = grid.cells();
        let places = size_of::<[CellSide; 4]>() + 3 * size_of::<WalkCell>() + 5;
        let bytes = (places * cells + grid.edges()) as u64;
        meter.hold(bytes + RelaxedDistances::bytes(cells) + Flood::bytes(cells))?;
        if self.grid != Some(grid) {
            self.sides = grid.sides();
            self.grid = Some(grid);
        }
        let (start, walls) = (maze.start(), maze.walls());
        self.counts.clear();
        self.counts.resize(cells, EVERY);
        self.distances
            .fill(&self.sides, walls, &self.counts, Some(begun(start)));
        let least = self.distances.get(begun(start));
        if least == DEAD_END {
            return Ok(WalkResult::Relaxed);
        }
        meter.prove_at_least(least);
        if self.walk(maze, least, meter)? {
            if !self.way.is_empty() {
                return Ok(WalkResult::Way(&self.way));
            }
            meter.prove_at_least(least + 1);
        }
        self.narrow(maze, meter)?;
        let least = self.distances.get(begun(start));
        if least == DEAD_END {
            return Ok(WalkResult::FirstEntries);
        }
        meter.prove_at_least(least);
        let (way, searched) = self.deepen(maze, meter)?;
        self.way = way;
        Ok(match self.way.is_empty() {
            true => WalkResult::Searched(searched),
            false => WalkResult::Way(&self.way),
        })
    }

    /// Removes from `counts` the states in which their cell cannot be entered for the first time,
    /// unless the maze is too large for that. Computes the distances of all remaining states.
    fn narrow(&mut self, maze: &Maze, meter: &mut Meter) -> Result<(), StopReason> {
        if self.sides.len() <= MOST_NARROWED {
            self.counts = first_entries(
                &mut self.flood,
                &self.sides,
                maze.walls(),
                maze.start(),
                meter,
            )?;
        }
        self.distances
            .fill(&self.sides, maze.walls(), &self.counts, None);
        Ok(())
    }

    /// Creates the search in layers, which decides mazes that have too many walks to be tried.
    pub(super) fn layers<'a>(&'a self, maze: &'a Maze) -> WalkLayers<'a> {
        WalkLayers::new(&self.sides, &self.distances, &self.counts, maze)
    }

    /// Searches in layers with increasing bounds until it finds a way out or proves that there is
    /// none. Returns the first of the shortest ways out, or no steps if there is none, and the number
    /// of states of the last search. The distances and the states that count must be known.
    fn deepen(&self, maze: &Maze, meter: &mut Meter) -> Result<(Vec<Compass>, usize), StopReason> {
        let (least, held) = (self.distances.get(begun(maze.start())), meter.held());
        let mut bound = meter.lower_bound();
        let mut slack = 1;
        loop {
            let mut layers = self.layers(maze);
            let end = layers.search(bound, false, meter)?;
            meter.hold(held)?;
            let way = match end {
                LayersEnd::Way(at, d) => {
                    let mut way = layers.walk_to(at);
                    way.push(d);
                    way
                }
                LayersEnd::None(None) => Vec::new(),
                LayersEnd::None(Some(deeper)) => {
                    meter.prove_at_least(deeper);
                    slack *= 2;
                    bound = deeper.max(least + slack);
                    continue;
                }
            };
            return Ok((way, layers.nodes.len()));
        }
    }

    /// Tries the walks that may lead out in at most `bound` steps, and leaves the first way out in
    /// `way`, which is empty if there is none. Returns `false` if the search gave up because it would
    /// have entered too many cells.
    fn walk(&mut self, maze: &Maze, bound: u32, meter: &mut Meter) -> Result<bool, StopReason> {
        let cells = self.sides.len();
        self.way.clear();
        self.walls.clear();
        self.walls.extend_from_slice(maze.walls());
        self.entered.clear();
        self.entered.resize(cells, false);
        self.entered[maze.start()] = true;
        self.walk.clear();
        self.walk.push(WalkCell {
            cell: maze.start() as u32,
            pushed: false,
            next: 0,
        });
        let mut left = PATIENCE * cells as u64;
        meter.expand()?;
        while let Some(place) = self.walk.last_mut() {
            let Some(&d) = Compass::ALL.get(place.next as usize) else {
                self.step_back();
                continue;
            };
            place.next += 1;
            let side = self.sides[place.cell as usize][d as usize];
            let (edge, beyond, behind) = (
                side.edge as usize,
                side.beyond as usize,
                side.behind as usize,
            );
            let push = self.walls[edge];
            if push && self.walls[behind] {
                continue;
            }
            let steps = self.walk.len() as u32;
            if beyond == cells {
                if steps <= bound {
                    let steps = self.walk.iter();
                    self.way
                        .extend(steps.map(|place| Compass::ALL[place.next as usize - 1]));
                    return Ok(true);
                }
                continue;
            }
            let state = entered(beyond, d, push);
            if self.entered[beyond] || steps.saturating_add(self.distances.get(state)) > bound {
                continue;
            }
            if left == 0 {
                return Ok(false);
            }
            left -= 1;
            meter.expand()?;
            self.entered[beyond] = true;
            if push {
                self.walls[edge] = false;
                self.walls[behind] = true;
            }
            self.walk.push(WalkCell {
                cell: beyond as u32,
                pushed: push,
                next: 0,
            });
        }
        Ok(true)
    }

    /// Undoes the last step of the walk, including its push.
    fn step_back(&mut self) {
        let Some(place) = self.walk.pop() else { return };
        self.entered[place.cell as usize] = false;
        if let (true, Some(before)) = (place.pushed, self.walk.last()) {
            let side = self.sides[before.cell as usize][before.next as usize - 1];
            self.walls[side.edge as usize] = true;
            self.walls[side.behind as usize] = false;
        }
    }
}

/// The first of the shortest ways out of `maze`, in the order of moves, or a
/// proof that there is none.
///
/// The time is linear in the number of cells if some way out needs no more steps than the relaxed
/// game, which forgets pushed walls, or if even the relaxed game has no way out. For most mazes,
/// the time is linear. The worst case is exponential in the number of cells.
pub fn solve(maze: &Maze, limits: &Limits) -> Report<Compass> {
    let mut meter = Meter::new(limits);
    let outcome = answer(maze, &mut WalkSolver::default(), &mut meter);
    conclude(outcome, &meter)
}

pub(super) fn answer(
    maze: &Maze,
    solver: &mut WalkSolver,
    meter: &mut Meter,
) -> Result<Outcome<Compass>, StopReason> {
    let proof = match solver.shortest(maze, meter)? {
        WalkResult::Way(way) => {
            return Ok(Outcome::Solved {
                moves: way.to_vec(),
            });
        }
        WalkResult::Relaxed => match relaxed(maze) {
            Relaxation::NoWayOut(proof) => proof,
            Relaxation::AtLeast(_) => "the relaxed maze has no way out".to_owned(),
        },
        WalkResult::FirstEntries => proof(
            maze,
            &solver.counts,
            " by ways that have not passed through them before",
        ),
        WalkResult::Searched(states) => format!(
            "a shortest way out enters no cell twice, and all {states} positions of player and \
             pushed walls on such ways were searched"
        ),
    };
    Ok(Outcome::Unsolvable(Proof::Invariant(proof)))
}

#[cfg(test)]
mod tests {
    use fewest_rules::{DEAD_END, Limits, Meter, Outcome};

    use super::{Compass, EVERY, Maze, WalkSolver, answer, begun};

    #[test]
    fn the_search_in_layers_agrees_with_all_of_the_method() {
        let limits = Limits::default();
        let mut seed = 1u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % n
        };
        let (mut ways, mut none) = (0, 0);
        for i in 0..10_000 {
            let mut maze = Maze::new(5, 6, (below(5) as usize, below(6) as usize)).unwrap();
            for cell in 0..30 {
                for d in Compass::ALL {
                    let border = maze.grid().neighbour(cell, d).is_none();
                    let wall = below(100) < if border { 92 } else { 30 + i % 40 };
                    maze.set_wall(cell / 6, cell % 6, d, wall);
                }
            }
            let meter = &mut Meter::new(&limits);
            let mut solver = WalkSolver::default();
            let outcome = answer(&maze, &mut solver, meter).unwrap();
            let meter = &mut Meter::new(&limits);
            // In this test all states count, so that more is left to search.
            solver.counts.fill(EVERY);
            solver
                .distances
                .fill(&solver.sides, maze.walls(), &solver.counts, None);
            if solver.distances.get(begun(maze.start())) == DEAD_END {
                assert!(matches!(outcome, Outcome::Unsolvable(_)));
                continue;
            }
            let (way, _) = solver.deepen(&maze, meter).unwrap();
            match outcome {
                Outcome::Solved { moves } => {
                    assert_eq!(way, moves, "{}", maze.draw());
                    ways += 1;
                }
                Outcome::Unsolvable(_) => {
                    assert!(way.is_empty(), "{}", maze.draw());
                    none += 1;
                }
                Outcome::Stopped { .. } => panic!("{outcome:?}: {}", maze.draw()),
            }
        }
        assert!(ways > 4_000 && none > 10, "{ways} {none}");
    }
}
