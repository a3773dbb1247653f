//! Best-first search: the state with the least sum of moves made and moves still needed comes next.
//!
//! # Problem
//! A lower bound on the moves still needed says which states a search may leave for later. Where
//! moves have costs, the number of moves says nothing about the order, even without such a bound.
//!
//! # Solution
//! An open list with a bucket for each sum (`open_list.rs`) gives the next state. There is no
//! closed list: a state that is reached again by a better path goes into the open list again, so
//! heuristics need not be consistent. One search (`search.rs`) serves all weights of moves: [`Moves`]
//! counts them, and [`CostKeys`] packs both criteria of an [`Objective`](fewest_rules::Objective)
//! into one number. [`Wave`] holds the states and the open list of a search from one end.
//!
//! # Usage
//! `astar` minimises the number of moves, and `least_cost_astar` costs; with the heuristic
//! [`Zero`](fewest_rules::Zero) it is Dijkstra's algorithm. [`LeastCostAStar`] can pause.
//! `cost_census` counts all states by their least cost.

mod astar;
mod cost_census;
mod least_cost_astar;
mod open_list;
mod search;
mod wave;
mod weights;

pub(crate) use astar::by_sums;
pub use astar::{Order, astar};
pub use cost_census::{CostCensus, cost_census};
pub use least_cost_astar::{LeastCostAStar, least_cost_astar};
pub(crate) use search::BestFirst;
pub(crate) use wave::Wave;
pub(crate) use weights::{CostKeys, MoveWeights, Moves, Weights, cost_of};
