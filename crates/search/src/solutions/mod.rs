//! Many solutions: all shortest ones, the k best, or all up to a length or cost.
//!
//! # Problem
//! A puzzle may have more solutions than anybody could list, and they must be counted exactly: each
//! one once, and only those that visit no state twice and end at their first goal.
//!
//! # Solution
//! The solutions of one length or cost are the paths of a [`SolutionGraph`], which counts them
//! without listing them. For the best solutions, a search reaches all states that may lie on one,
//! and `tight_moves.rs` keeps the moves that do. For solutions near the best, a first search finds
//! the states near the best solutions and what each of them has left (`near_graph.rs`). A second one
//! continues walks from the start that can still end in time and merges those that have the same
//! future (`walks.rs`), and `walk_solutions.rs` turns them into graphs.
//!
//! # Usage
//! `shortest_paths`, `shortest_paths_from_both_ends` and `least_cost_paths` return all best
//! solutions; `near_shortest`, `near_shortest_from_both_ends` and `near_least_cost` return those of
//! a [`SolutionRange`]. [`NearSolutions::normal_form`] and [`StartSymmetries`] tell solutions that
//! differ only by the order of independent moves or by a symmetry.

mod from_both_ends;
mod least_cost_paths;
mod near;
mod near_graph;
mod normal_form;
mod numbered_lists;
mod order_of_moves;
mod shortest_paths;
mod solution_graph;
mod tight_moves;
mod walk_solutions;
mod walks;

pub use from_both_ends::shortest_paths_from_both_ends;
pub use least_cost_paths::least_cost_paths;
pub use near::{
    NearOptions, NearSolutions, SolutionRange, near_least_cost, near_shortest,
    near_shortest_from_both_ends,
};
pub use order_of_moves::StartSymmetries;
pub use shortest_paths::{shortest_paths, shortest_paths_within};
pub use solution_graph::{SolutionGraph, Solutions};
