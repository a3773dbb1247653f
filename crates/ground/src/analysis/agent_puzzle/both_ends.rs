//! The regions of an agent (sets of states that free moves connect) for a search from both ends. Of
//! several symmetric regions, the search keeps only one.

use std::collections::HashSet;

use fewest_rules::{Goals, Puzzle, Reverse, Symmetric, Words};

use super::super::goals::GoalStates;
use super::super::symmetry_tables::SymmetryTables;
use super::{AgentPuzzle, RegionExit};
use crate::compiled::{PredecessorGenerator, bits_of};

/// The regions of an agent with their predecessors, the goal regions and the symmetries.
///
/// The puzzle of regions leaves out moves to dead ends, which are on no solution. No predecessors are
/// left out.
#[derive(Debug, Clone)]
pub struct RegionEnds<'p, 'a, const N: usize> {
    regions: &'p AgentPuzzle<'a, N>,
    predecessors: &'a PredecessorGenerator<N>,
    symmetries: Option<&'a SymmetryTables<N>>,
    /// The goal regions, without duplicates.
    goals: Vec<Words<N>>,
}

impl<'p, 'a, const N: usize> RegionEnds<'p, 'a, N> {
    /// Combines `regions` with the predecessors, the goals and the symmetries of the same puzzle.
    pub(in crate::analysis) fn new(
        regions: &'p AgentPuzzle<'a, N>,
        predecessors: &'a PredecessorGenerator<N>,
        goals: &GoalStates,
        symmetries: Option<&'a SymmetryTables<N>>,
    ) -> Self {
        let mut known = HashSet::new();
        let goals = goals.states().map(|goal| regions.region_of(goal));
        Self {
            regions,
            predecessors,
            symmetries,
            goals: goals.filter(|&goal| known.insert(goal)).collect(),
        }
    }
}

impl<const N: usize> Puzzle for RegionEnds<'_, '_, N> {
    type State = Words<N>;
    type Move = RegionExit;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = RegionExit> {
        self.regions.moves(state)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: RegionExit) -> Words<N> {
        self.regions.apply(state, m)
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.regions.is_goal(state)
    }
}

impl<const N: usize> Reverse for RegionEnds<'_, '_, N> {
    #[inline]
    fn predecessors(&self, state: Words<N>) -> impl Iterator<Item = (RegionExit, Words<N>)> {
        let regions = self.regions;
        let task = regions.puzzle.task();
        let place = regions.place(state);
        bits_of(regions.region(state, place)).flat_map(move |bit| {
            let to = regions.places.cell_at(bit);
            let there = regions.moved(state, place, to);
            let rules = self.predecessors.by_rule(to, there);
            let exits = rules.filter(move |&(rule, _)| task.cost(rule) > 0);
            exits.map(move |(rule, before)| {
                let from = regions.place(before);
                (regions.exit(from, rule), regions.first_place(before, from))
            })
        })
    }
}

impl<const N: usize> Goals for RegionEnds<'_, '_, N> {
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        self.goals.iter().copied()
    }
}

impl<const N: usize> Symmetric for RegionEnds<'_, '_, N> {
    /// The least region among the images of `state` under the symmetries.
    #[inline]
    fn canonical(&self, state: Words<N>) -> Words<N> {
        let Some(symmetries) = self.symmetries else {
            return state;
        };
        let images = symmetries.images(state);
        let regions = images.map(|image| self.regions.region_of(image));
        regions.fold(state, Words::min)
    }
}
