//! All solutions.

mod both_ends_paths;
mod cost_solution_graph;
mod least_cost_paths;
mod moves_left;
mod moves_left_from_both_ends;
mod near_cost_graph;
mod near_cost_walks;
mod near_least_cost;
mod near_shortest;
mod numbered_lists;
mod order_of_moves;
mod partial_order;
mod shortest_paths;
mod solution_graph;
mod solution_layers;

pub use both_ends_paths::shortest_paths_from_both_ends;
pub use cost_solution_graph::{LeastCostPaths, LeastCostSolutions};
pub use least_cost_paths::least_cost_paths;
pub use near_least_cost::{NearLeastCost, near_least_cost};
pub use near_shortest::{
    NearShortest, NearShortestOptions, SolutionRange, near_shortest, near_shortest_from_both_ends,
};
pub use order_of_moves::{StartSymmetries, in_order};
pub use partial_order::partial_order_bfs;
pub use shortest_paths::{shortest_paths, shortest_paths_within};
pub use solution_graph::{SolutionGraph, Solutions};
