//! Move pruning.

mod automaton;
mod cost_pruner;
mod move_pruner;
mod policy;
mod sequences;

pub use automaton::{Automaton, RelabelledAutomaton};
pub use cost_pruner::{CostPruner, CostPruning};
pub use move_pruner::MovePruner;
pub(crate) use policy::FILLED;
pub use policy::{InversePruning, NoPruning, Pruning, PruningRows, Try};
pub use sequences::PruningLimits;
