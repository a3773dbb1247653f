//! Many solutions: all shortest ones, the k best, or all up to a length or cost.
//!
//! # Problem
//! A puzzle may have more solutions than anybody could list, and they must be counted exactly: each
//! one once, and only those that visit no state twice and end at their first goal.
//!
//! # Solution
//! The solutions of one length are the paths of a graph ([`SolutionGraph`], or [`LeastCostPaths`]
//! where moves have costs), which counts them without listing them. For the shortest solutions, the
//! layers of a breadth-first search give the graph. For longer ones, a first search finds how many
//! moves each state has left (`moves_left.rs`). A second one continues walks from the start that
//! can still end in time and merges those that have the same future (`solution_layers.rs`,
//! `near_cost_walks.rs`).
//!
//! # Usage
//! `shortest_paths`, `shortest_paths_from_both_ends` and `least_cost_paths` return all best
//! solutions, `near_shortest`, `near_shortest_from_both_ends` and `near_least_cost` those of a
//! [`SolutionRange`]. `in_order` and [`StartSymmetries`] tell solutions that differ only by the
//! order of independent moves or by a symmetry. `partial_order_bfs` returns one solution, which it
//! derives from all shortest ones of a puzzle with fewer moves.

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
