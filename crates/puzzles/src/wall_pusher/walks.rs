//! The method made for this puzzle: walks that enter no cell twice.
//!
//! # Problem
//!
//! Every push changes the maze, so the states of the puzzle are walls and
//! position together: more than 18 million can be reached in some mazes of four
//! rows of six, and there is no way back through most pushes.
//!
//! # Solution
//!
//! *Fewer walls never hurt.* Take a wall away and every sequence of steps that
//! was possible still is: what was a push becomes a walk or stays a push, and
//! there is never a wall where there was none before.
//!
//! *A shortest way out enters no cell twice.* Suppose one does, take its last
//! step onto a cell that it had entered before, and cut out the loop that this
//! step closes. From there on it enters new cells only, and whether it can is
//! decided by edges of cells not yet entered. None of these has ever been
//! opened by a push, for what a push opens lies between two cells entered; so
//! the loop can only have put walls on them, and without it the rest is
//! possible too. That is a shorter way.
//!
//! So there are finitely many walks to try, at most 84,165 in four rows of six,
//! wherever the walls are pushed to. They are tried depth first with the
//! distances of the relaxed game (see `relaxed`) as the bound: a first attempt
//! allows no detour at all and nearly always succeeds or finds at once that the
//! relaxed game has no way out either. Steps are tried in increasing order, so
//! the first walk of the fewest steps is the lexicographically least.
//!
//! Walks grow exponentially with the maze. Where the first attempts fail in a
//! larger one, `layers` takes over.

use num_bigint::BigUint;
use rules::{DEAD_END, Limits, Meter, Outcome, Proof, Report, Statistics, StopReason};

use super::flood::{Flood, Then, first_entries};
use super::layers::{self, End, Layers};
use super::maze::{Direction, Grid, Maze, Side};
use super::relaxed::{Distances, STATES, begun, entered, no_way_out};

/// Up to so many cells, all walks are tried.
const MOST_CELLS: usize = 30;
/// In a larger maze so many cells are entered, times the cells there are,
/// before the walks are given up.
const PATIENCE: u64 = 16;

/// Finds shortest ways out of one maze after another; keeps its memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Solver {
    grid: Option<Grid>,
    sides: Vec<[Side; 4]>,
    distances: Distances,
    walls: Vec<bool>,
    entered: Vec<bool>,
    walk: Vec<Place>,
    flood: Flood,
    way: Vec<Direction>,
}

/// A cell of the walk in hand.
#[derive(Debug, Clone, Copy)]
struct Place {
    cell: u32,
    /// Whether the step into it pushed a wall.
    pushed: bool,
    /// The next step to try; the one before it led to the next place.
    next: u8,
}

/// What the walks tell of a maze.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told<'a> {
    /// The first of the shortest ways out.
    Way(&'a [Direction]),
    /// There is no way out, for the relaxed game has none.
    Relaxed,
    /// There is no way out: all walks were tried.
    Walked,
    /// There are too many walks.
    Open,
}

impl Solver {
    /// Looks for the first of the shortest ways out.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn shortest(
        &mut self,
        maze: &Maze,
        meter: &mut Meter,
    ) -> Result<Told<'_>, StopReason> {
        let grid = maze.grid();
        if self.grid != Some(grid) {
            let bytes = size_of::<[Side; 4]>() * grid.cells() + grid.edges();
            meter.hold(bytes as u64 + Distances::bytes(grid.cells()))?;
            self.sides = grid.sides();
            self.grid = Some(grid);
        }
        self.distances.fill(&self.sides, maze.walls(), None);
        let least = self.distances.get(begun(maze.start()));
        if least == DEAD_END {
            return Ok(Told::Relaxed);
        }
        meter.prove_at_least(least);
        let patience = PATIENCE * grid.cells() as u64;
        let mut complete = self.walk(maze, least, patience, None, meter)?;
        if complete && self.way.is_empty() {
            meter.prove_at_least(least + 1);
            complete = self.walk(maze, DEAD_END - 1, patience, None, meter)?;
        }
        if !complete {
            let counts = first_entries(
                &mut self.flood,
                &self.sides,
                maze.walls(),
                maze.start(),
                meter,
            )?;
            self.distances
                .fill(&self.sides, maze.walls(), Some(&counts));
            let least = self.distances.get(begun(maze.start()));
            if least == DEAD_END {
                return Ok(Told::Relaxed);
            }
            meter.prove_at_least(least);
            complete = self.walk(maze, DEAD_END - 1, u64::MAX, Some(&counts), meter)?;
        }
        Ok(match (complete, self.way.is_empty()) {
            (true, false) => Told::Way(&self.way),
            (true, true) => Told::Walked,
            (false, _) => Told::Open,
        })
    }

    /// Tries every walk that may lead out in at most `bound` steps, and leaves
    /// the first of the shortest in `way`. `false` if more than `patience`
    /// cells would have been entered.
    fn walk(
        &mut self,
        maze: &Maze,
        mut bound: u32,
        patience: u64,
        counts: Option<&[bool]>,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let cells = self.sides.len();
        self.way.clear();
        self.walls.clear();
        self.walls.extend_from_slice(maze.walls());
        self.entered.clear();
        self.entered.resize(cells, false);
        self.entered[maze.start()] = true;
        self.walk.clear();
        self.walk.push(Place {
            cell: maze.start() as u32,
            pushed: false,
            next: 0,
        });
        let mut left = patience;
        meter.expand()?;
        while let Some(place) = self.walk.last_mut() {
            let Some(&d) = Direction::ALL.get(place.next as usize) else {
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
                    // Only a shorter way is better than this.
                    self.way.clear();
                    self.way.extend(
                        self.walk
                            .iter()
                            .map(|place| Direction::ALL[place.next as usize - 1]),
                    );
                    bound = steps - 1;
                    if steps <= meter.lower_bound() {
                        return Ok(true);
                    }
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
            self.walk.push(Place {
                cell: beyond as u32,
                pushed: push,
                next: 0,
            });
            if let Some(counts) = counts {
                let (walls, entered) = (&self.walls, &self.entered);
                let out = self.flood.spread(
                    &self.sides,
                    |edge| walls[edge],
                    state,
                    |state, _| match state {
                        _ if state == cells * STATES => Then::End,
                        _ if counts[state] && !entered[state / STATES] => Then::On,
                        _ => Then::Leave,
                    },
                );
                if !out {
                    self.step_back();
                }
            }
        }
        Ok(true)
    }

    /// Takes the last step of the walk back.
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
/// Linear in the cells where some way out takes no more steps than if pushed
/// walls were forgotten, and where even forgetting them leads nowhere: most
/// mazes are one or the other. Otherwise exponential in the number of walls
/// that can be pushed.
pub fn solve(maze: &Maze, limits: &Limits) -> Report<Direction> {
    let mut meter = Meter::new(limits);
    let outcome = answer(maze, &mut Solver::default(), &mut meter);
    report(outcome, &meter)
}

fn report(outcome: Result<Outcome<Direction>, StopReason>, meter: &Meter) -> Report<Direction> {
    Report {
        outcome: outcome.unwrap_or_else(|reason| Outcome::Stopped {
            lower_bound: meter.lower_bound(),
            reason,
        }),
        statistics: meter.statistics(),
    }
}

fn answer(
    maze: &Maze,
    solver: &mut Solver,
    meter: &mut Meter,
) -> Result<Outcome<Direction>, StopReason> {
    let proof = match solver.shortest(maze, meter)? {
        Told::Way(way) => {
            return Ok(Outcome::Solved {
                moves: way.to_vec(),
            });
        }
        Told::Relaxed => no_way_out(maze, &solver.sides),
        Told::Walked => format!(
            "a shortest way out enters no cell twice, and all such walks were tried, in {} steps",
            meter.statistics().expanded
        ),
        Told::Open => {
            let (end, layers) = deepen(maze, solver, meter)?;
            match end {
                End::Way(at, d) => {
                    let mut moves = layers.walk_to(at);
                    moves.push(d);
                    return Ok(Outcome::Solved { moves });
                }
                End::None(_) => format!(
                    "a shortest way out enters no cell twice, and all {} positions of player and \
                     pushed walls on such ways were searched",
                    layers.nodes.len()
                ),
            }
        }
    };
    Ok(Outcome::Unsolvable(Proof::Invariant(proof)))
}

/// Searches layers within growing bounds, up to a way out or to the end.
fn deepen<'a>(
    maze: &'a Maze,
    solver: &'a Solver,
    meter: &mut Meter,
) -> Result<(End, Layers<'a>), StopReason> {
    let (least, held) = (solver.distances.get(begun(maze.start())), meter.held());
    let mut bound = meter.lower_bound();
    let mut slack = 1;
    loop {
        let mut layers = Layers::new(&solver.sides, &solver.distances, maze);
        let end = layers.search(bound, false, meter)?;
        match end {
            End::None(Some(deeper)) => {
                meter.prove_at_least(deeper);
                slack *= 2;
                bound = deeper.max(least + slack);
                drop(layers);
                meter.hold(held)?;
            }
            _ => return Ok((end, layers)),
        }
    }
}

/// All the shortest ways out of `maze`.
///
/// # Errors
/// The report of a maze without a way out, or of the limit that was reached.
pub fn ways(maze: &Maze, limits: &Limits) -> Result<Ways, Report<Direction>> {
    let mut meter = Meter::new(limits);
    let mut solver = Solver::default();
    let moves = match answer(maze, &mut solver, &mut meter) {
        Ok(Outcome::Solved { moves }) => moves,
        other => return Err(report(other, &meter)),
    };
    let mut layers = Layers::new(&solver.sides, &solver.distances, maze);
    let counted = layers
        .search(moves.len() as u32, true, &mut meter)
        .and_then(|_| layers.counts(&mut meter));
    match counted {
        Ok(counts) => Ok(Ways {
            steps: moves.len(),
            after: layers.nodes.iter().map(|node| node.after).collect(),
            counts,
            statistics: meter.statistics(),
        }),
        Err(reason) => Err(report(Err(reason), &meter)),
    }
}

/// All the shortest ways out of a maze.
#[derive(Debug, Clone)]
pub struct Ways {
    steps: usize,
    /// What each step leads to from each state.
    after: Vec<[u32; 4]>,
    /// Ways out from each state.
    counts: Vec<BigUint>,
    statistics: Statistics,
}

impl Ways {
    /// How many there are.
    pub fn count(&self) -> &BigUint {
        &self.counts[0]
    }

    /// The steps that each of them has.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// What finding them cost.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Every one of them, in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Direction>> {
        let mut way = Vec::with_capacity(self.steps);
        // States on the way, each with the next step to try.
        let mut open = vec![(0, 0)];
        std::iter::from_fn(move || {
            while let Some((at, next)) = open.last_mut() {
                let Some(&d) = Direction::ALL.get(*next) else {
                    open.pop();
                    way.pop();
                    continue;
                };
                let after = self.after[*at as usize][*next];
                *next += 1;
                if after == layers::OUT {
                    let mut way = way.clone();
                    way.push(d);
                    return Some(way);
                }
                if self
                    .counts
                    .get(after as usize)
                    .is_some_and(|count| *count > BigUint::ZERO)
                {
                    way.push(d);
                    open.push((after, 0));
                }
            }
            None
        })
    }
}
