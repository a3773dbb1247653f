//! All shortest ways out.

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report};
use fewest_search::{SolutionGraph, shortest_paths};

use super::layers::{LayerNode, NOWHERE, OUT};
use super::maze::{Compass, Maze};
use super::walks::{WalkSolver, answer};
use crate::metered::{conclude, remaining};

/// All the shortest ways out of `maze`.
///
/// # Errors
/// Returns the report of the search, if the maze has no way out or a limit was reached.
pub fn ways(maze: &Maze, limits: &Limits) -> Result<SolutionGraph<Compass>, Report<Compass>> {
    let mut meter = Meter::new(limits);
    let mut solver = WalkSolver::default();
    let moves = match answer(maze, &mut solver, &mut meter) {
        Ok(Outcome::Solved { moves }) => moves,
        other => return Err(conclude(other, &meter)),
    };
    let mut layers = solver.layers(maze);
    if let Err(reason) = layers.search(moves.len() as u32, true, &mut meter) {
        return Err(conclude(Err(reason), &meter));
    }
    // The search in layers has already counted these states against the limit.
    let limits = Limits {
        states: None,
        ..remaining(&meter)
    };
    let steps = LayerSteps {
        nodes: &layers.nodes,
    };
    let (report, ways) = shortest_paths(&steps, 0, &limits);
    ways.ok_or(report)
}

/// The steps that a search in layers has recorded, as a puzzle. Its states are the indices of the
/// search's states, and [`OUT`].
struct LayerSteps<'a> {
    nodes: &'a [LayerNode],
}

impl Puzzle for LayerSteps<'_> {
    type State = u32;
    type Move = Compass;

    fn moves(&self, state: u32) -> impl Iterator<Item = Compass> {
        let node = self.nodes.get(state as usize);
        let leads_on = move |&d: &Compass| node.is_some_and(|n| n.after[d as usize] != NOWHERE);
        Compass::ALL.into_iter().filter(leads_on)
    }

    fn apply(&self, state: u32, m: Compass) -> u32 {
        self.nodes[state as usize].after[m as usize]
    }

    fn is_goal(&self, state: u32) -> bool {
        state == OUT
    }
}
