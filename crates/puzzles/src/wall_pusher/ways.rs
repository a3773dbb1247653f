//! Counts and enumerates all shortest ways out.

use fewest_rules::{Limits, Meter, Outcome, Report, Statistics};
use num_bigint::BigUint;

use super::layers::OUT;
use super::maze::{Compass, Maze};
use super::walks::{WalkSolver, answer};
use crate::metered::conclude;

/// All the shortest ways out of `maze`.
///
/// # Errors
/// Returns the report of the search, if the maze has no way out or a limit was reached.
pub fn ways(maze: &Maze, limits: &Limits) -> Result<Ways, Report<Compass>> {
    let mut meter = Meter::new(limits);
    let mut solver = WalkSolver::default();
    let moves = match answer(maze, &mut solver, &mut meter) {
        Ok(Outcome::Solved { moves }) => moves,
        other => return Err(conclude(other, &meter)),
    };
    let mut layers = solver.layers(maze);
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
        Err(reason) => Err(conclude(Err(reason), &meter)),
    }
}

/// All the shortest ways out of a maze.
#[derive(Debug, Clone)]
pub struct Ways {
    steps: usize,
    /// For each state of the search in layers and each of the four steps, the index of the state to
    /// which the step leads in the next layer, or [`OUT`] if the step leads out of the maze. Other
    /// steps have a value that is no index.
    after: Vec<[u32; 4]>,
    /// For each state of the search in layers, the number of shortest ways out of the maze from it.
    counts: Vec<BigUint>,
    statistics: Statistics,
}

impl Ways {
    /// The number of shortest ways out.
    pub fn count(&self) -> &BigUint {
        &self.counts[0]
    }

    /// The number of steps of each shortest way out.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The work that the search took.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Enumerates the shortest ways out of the maze, each as a list of steps, in lexicographic
    /// order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<Compass>> {
        let mut way = Vec::with_capacity(self.steps);
        // The states on the way that is being built. With each state, the next step to try there.
        let mut open = vec![(0, 0)];
        std::iter::from_fn(move || {
            while let Some((at, next)) = open.last_mut() {
                let Some(&d) = Compass::ALL.get(*next) else {
                    open.pop();
                    way.pop();
                    continue;
                };
                let after = self.after[*at as usize][*next];
                *next += 1;
                if after == OUT {
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
