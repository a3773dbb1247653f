//! Generates mazes of a given length, and computes the distances from all cells of a maze.
//!
//! A few moves lead out of most random mazes. Mazes that need many moves are rare (with four rows
//! of six, one random maze in millions needs 20 moves), but they are similar to one another: adding
//! or removing one or two walls often makes a slightly longer maze. So the generator changes a
//! random maze at random, and keeps a change if the length does not move away from the wanted
//! range. If the length comes no nearer to the range for a while, the generator starts again with
//! another random maze.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use fewest_rules::{Limits, Meter, Statistics, StopReason};

use super::maze::{Compass, Grid, Maze};
use super::walks::{WalkSolver, answer};
use crate::metered::remaining;
use fewest_search::random::Random;

/// After this many changes in a row without progress, the generator starts again.
const PATIENCE: u32 = 2_000;
/// The generator gives up when it has begun with this many random mazes in a row and found no new
/// maze of the wanted length.
const MOST_BEGUN: u32 = 2_000;

/// The value that [`MazeMaker::off`] returns for a maze without a way out.
const NO_WAY: u32 = u32::MAX;

/// Generates different mazes of this size whose shortest way out has a number of moves within
/// `moves`. The size, the range and the seed alone determine the mazes.
///
/// `limits` apply to all mazes together; the limit of states counts the mazes tried. The iterator
/// ends with an error when a limit is reached, or with [`StopReason::Capacity`] when 2,000 random
/// mazes in a row have led to no new maze. In that case there may be no other maze of the wanted
/// length, but that is not proven. The iterator is empty if a side is 0 or above
/// [`Maze::MOST_SIDE`], or if no maze of this size can have such a length: a shortest way out
/// enters no cell twice, so it has at most as many moves as there are cells, and at least one.
///
/// ```
/// use fewest_puzzles::wall_pusher::{make, solve};
/// for maze in make(4, 6, 12..=14, 1, &Default::default()).take(2) {
///     let report = solve(&maze?, &Default::default());
///     assert!((12..=14).contains(&report.outcome.moves().unwrap().len()));
/// }
/// # Ok::<(), fewest_rules::StopReason>(())
/// ```
pub fn make(
    rows: usize,
    columns: usize,
    moves: RangeInclusive<u32>,
    seed: u64,
    limits: &Limits,
) -> impl Iterator<Item = Result<Maze, StopReason>> {
    let grid = Grid::new(rows, columns).filter(|grid| {
        let (first, last) = (*moves.start(), *moves.end());
        first <= last && last > 0 && first as usize <= grid.cells()
    });
    let mut maker = grid.map(|grid| MazeMaker {
        grid,
        edges: Edges::new(grid),
        moves,
        random: Random::new(seed),
        meter: Meter::new(limits),
        solver: WalkSolver::default(),
        made: HashSet::new(),
    });
    std::iter::from_fn(move || {
        let made = maker.as_mut()?.make();
        if made.is_err() {
            maker = None;
        }
        Some(made)
    })
}

/// What the iterator of [`make`] keeps from one maze to the next.
struct MazeMaker<'a> {
    grid: Grid,
    edges: Edges,
    moves: RangeInclusive<u32>,
    random: Random,
    meter: Meter<'a>,
    solver: WalkSolver,
    /// The mazes returned so far.
    made: HashSet<Maze>,
}

/// The edges of a grid, divided into those inside and those of the border.
#[derive(Debug, Clone)]
struct Edges {
    inner: Vec<usize>,
    border: Vec<usize>,
}

impl Edges {
    fn new(grid: Grid) -> Self {
        let (mut inner, mut border) = (Vec::new(), Vec::new());
        for cell in 0..grid.cells() {
            for d in Compass::ALL {
                match grid.neighbour(cell, d) {
                    None => border.push(grid.edge(cell, d)),
                    Some(next) if next > cell => inner.push(grid.edge(cell, d)),
                    Some(_) => {}
                }
            }
        }
        Self { inner, border }
    }

    /// A maze with a random start, with walls on a random share of the inner edges, and with one to
    /// four exits.
    fn random(&self, grid: Grid, random: &mut Random) -> Maze {
        let mut walls = vec![false; grid.edges()];
        let percent = 20 + random.below(61);
        for &edge in &self.inner {
            walls[edge] = random.below(100) < percent;
        }
        for &edge in &self.border {
            walls[edge] = true;
        }
        for _ in 0..=random.below(4) {
            walls[self.border[random.index(self.border.len())]] = false;
        }
        Maze::from_parts(grid, walls, random.index(grid.cells()))
    }

    /// A copy of the maze with one to three random changes of a wall, an exit or the start.
    fn changed(&self, maze: &Maze, random: &mut Random) -> Maze {
        let mut walls = maze.walls().to_vec();
        let mut start = maze.start();
        for _ in 0..=random.below(3) {
            match random.below(10) {
                0 => start = random.index(maze.grid().cells()),
                1 | 2 => {
                    let edge = self.border[random.index(self.border.len())];
                    walls[edge] = !walls[edge];
                }
                _ if self.inner.is_empty() => {}
                _ => {
                    let edge = self.inner[random.index(self.inner.len())];
                    walls[edge] = !walls[edge];
                }
            }
        }
        Maze::from_parts(maze.grid(), walls, start)
    }
}

impl MazeMaker<'_> {
    fn make(&mut self) -> Result<Maze, StopReason> {
        for _ in 0..MOST_BEGUN {
            let mut maze = self.edges.random(self.grid, &mut self.random);
            let mut off = self.off(&maze)?;
            let mut patience = PATIENCE;
            loop {
                if off == 0 && !self.made.contains(&maze) {
                    // The set of mazes may take three times its contents, because it grows by
                    // doubling.
                    let bytes = 3 * (size_of::<Maze>() + self.grid.edges()) as u64;
                    let held = (self.made.len() as u64 + 1) * bytes;
                    self.meter.hold(held)?;
                    self.made.insert(maze.clone());
                    return Ok(maze);
                }
                if patience == 0 {
                    break;
                }
                patience -= 1;
                let next = self.edges.changed(&maze, &mut self.random);
                let next_off = self.off(&next)?;
                if next_off <= off {
                    if next_off < off {
                        patience = PATIENCE;
                    }
                    (maze, off) = (next, next_off);
                }
            }
        }
        Err(StopReason::Capacity)
    }

    /// How far the length of the shortest way out is from the wanted range of lengths; 0 if it lies
    /// in the range.
    fn off(&mut self, maze: &Maze) -> Result<u32, StopReason> {
        self.meter.expand()?;
        self.meter.poll()?;
        // Bounds that are proven for one maze do not hold for the next maze. So each maze has a
        // meter of its own, with the remaining part of the limits.
        let limits = Limits {
            states: None,
            ..remaining(&self.meter)
        };
        let outcome = answer(maze, &mut self.solver, &mut Meter::new(&limits))?;
        Ok(outcome.moves().map_or(NO_WAY, |way| {
            let moves = way.len() as u32;
            let (first, last) = (*self.moves.start(), *self.moves.end());
            first.saturating_sub(moves).max(moves.saturating_sub(last))
        }))
    }
}

/// Calls `visit` with the number of moves of the shortest way out from each cell of a maze, row by
/// row; `None` if there is no way out. The position of the player in `maze` does not matter.
///
/// Solves the maze once for each cell. The limits apply to all cells together. Returns the work that
/// the searches took, and the limit that stopped them, if any.
pub fn distances(
    maze: &Maze,
    limits: &Limits,
    mut visit: impl FnMut(Option<u32>),
) -> (Statistics, Option<StopReason>) {
    let mut meter = Meter::new(limits);
    let mut solver = WalkSolver::default();
    let mut all = || {
        for start in 0..maze.grid().cells() {
            meter.poll()?;
            let limits = remaining(&meter);
            let mut own = Meter::new(&limits);
            let outcome = answer(&maze.starting_at(start), &mut solver, &mut own)?;
            for _ in 0..own.statistics().expanded {
                meter.expand()?;
            }
            visit(outcome.moves().map(|way| way.len() as u32));
        }
        Ok(())
    };
    let stopped = all().err();
    (meter.statistics(), stopped)
}
