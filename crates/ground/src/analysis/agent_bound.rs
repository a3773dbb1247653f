//! Lower bounds on the cost of a solution of a puzzle with an agent, a label that free moves carry.
//! A *region* is a set of states that free moves connect.

use fewest_rules::{Heuristic, Words};

use super::agent_puzzle::AgentPuzzle;
use super::heuristics::SelectedHeuristic;
use super::matching::MatchingHeuristic;

/// A lower bound on the cost of a solution from a *region*, a set of states that free moves of the
/// agent connect. Free moves cost nothing, so the bound holds for all states of the region.
#[derive(Debug)]
pub enum AgentBound<'a, const N: usize> {
    /// A bound from the distances of the tokens that rules carry.
    Tokens(&'a MatchingHeuristic<N>),
    /// A bound on the cost of a solution from the state that represents the region.
    Any(SelectedHeuristic<'a, N>),
}

impl<const N: usize> AgentBound<'_, N> {
    /// Describes the bound in a few words; empty if the bound is always 0.
    pub fn words(&self) -> String {
        match self {
            Self::Tokens(_) => "the pushes to the goals".to_owned(),
            Self::Any(heuristic) if heuristic.is_zero() => String::new(),
            Self::Any(heuristic) => heuristic.words(),
        }
    }
}

impl<'p, const N: usize> Heuristic<AgentPuzzle<'p, N>> for AgentBound<'_, N> {
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &AgentPuzzle<'p, N>, state: Words<N>) -> u32 {
        match self {
            Self::Tokens(tokens) => tokens.bound_at(state, puzzle.place(state)),
            Self::Any(heuristic) => heuristic.bound_of(puzzle.puzzle, state),
        }
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
