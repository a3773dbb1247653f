//! Best-first search.

mod astar;
mod cost_census;
mod cost_keys;
mod cost_search;
mod cost_wave;
mod least_cost_astar;
mod open_list;
mod search;

pub use astar::{Order, astar};
pub use cost_census::{CostCensus, cost_census};
pub(crate) use cost_keys::{CostKeys, cheapest_move, cost_of};
pub(crate) use cost_search::{CostSearch, conclude_costs};
pub(crate) use cost_wave::CostWave;
pub use least_cost_astar::{LeastCostAStar, least_cost_astar};
pub(crate) use search::{Sum, best_first};
