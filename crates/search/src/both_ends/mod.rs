//! Searches from both ends.

mod agent_waves;
mod bidirectional;
mod least_cost_bidirectional;
mod parallel_bidirectional;
mod parallel_layers;
mod quotient;

pub use agent_waves::TwoAgentWaves;
pub use bidirectional::{TwoWaves, bidirectional};
pub use least_cost_bidirectional::least_cost_bidirectional;
pub use parallel_bidirectional::parallel_bidirectional;
pub use quotient::{TwoWavesUpToSymmetry, solve_up_to_symmetry};
