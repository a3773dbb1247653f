//! Move pruning: moves that a depth-first search need not try after the moves before.
//!
//! # Problem
//! A depth-first search that remembers no states reaches most states by many paths. Turning the
//! left face of a cube and then the right one gives the same as the other order.
//!
//! # Solution
//! Sequences of moves are compared once, before the search. A sequence that an earlier or shorter
//! one can replace wherever it is legal is never made (`sequences.rs` says why nothing is lost). An
//! automaton reads the moves of a path and knows which moves would end such a sequence.
//!
//! # Usage
//! A search takes a [`Pruning`] policy: [`NoPruning`], [`InversePruning`], [`CommutingPruning`], a
//! [`MovePruner`], or an [`Automaton`] if the operators that are legal do not depend on the whole state. Where moves have
//! costs, it takes a [`CostPruning`] policy, such as a [`CostPruner`]. [`PruningLimits`] says how
//! many sequences are compared.

mod automaton;
mod cost_pruner;
mod move_pruner;
mod policy;
mod sequences;

pub use automaton::{Automaton, RelabelledAutomaton};
pub use cost_pruner::{CostPruner, CostPruning};
pub use move_pruner::MovePruner;
pub use policy::{CommutingPruning, InversePruning, NoPruning, Pruning, PruningRows, Try};
pub use sequences::PruningLimits;
