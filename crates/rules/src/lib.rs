//! The definition of a puzzle.
//!
//! A puzzle declares its capabilities in small traits, and an algorithm requires exactly the traits
//! that it needs. A missing capability is therefore a compile error, never an assertion at run
//! time.
//!
//! | trait | provides | required by |
//! | --- | --- | --- |
//! | [`Puzzle`] | states, moves, goals | every search |
//! | [`Goals`] | all goal states, listed | backward search, tables |
//! | [`Reverse`] | the predecessors of a state | bidirectional search, retrograde search |
//! | [`Invertible`] | the move that takes a move back (gives [`Reverse`]) | move pruning |
//! | [`Commuting`] | moves that are legal everywhere and commute | enumeration of move sets |
//! | [`Operators`] | where a sequence of moves is legal, and its effect | duplicate pruning |
//! | [`Contexts`] | which operators are legal, without looking at the state | pruning automata |
//! | [`Ranked`] | a perfect bijection between states and `0..size` | tables, census |
//! | [`Symmetric`] | one representative per class of equivalent states | keeping one of several symmetric states |
//! | [`Heuristic`] | a lower bound on the moves still needed | A*, IDA* |
//! | [`Abstraction`], [`Mapping`] | a smaller puzzle to which this one maps | pattern databases |
//! | [`Partition`] | abstractions whose distances may be added | additive pattern databases |
//! | [`MoveCosts`] | the cost of each move | searches for a solution of least cost |
//! | [`OperatorCosts`] | the cost of each operator | move pruning where moves have costs |
//! | [`Notation`] | states and moves as text, errors with their place | files, command line |
//!
//! [`laws`] tests on any puzzle that the claims of its traits hold. Every algorithm takes
//! [`Limits`] and answers with an [`Outcome`] and [`Statistics`]. If moves have costs, an algorithm
//! minimises an [`Objective`] and answers with a [`CostOutcome`].

pub mod laws;

mod abstraction;
mod combined;
mod cost_outcome;
mod costs;
mod heuristic;
mod limits;
mod nearest;
mod notation;
mod operators;
mod outcome;
mod packing;
mod puzzle;
mod ranked;
mod symmetric;
mod telling;
mod words;

pub use abstraction::{Abstraction, Cost, Mapping, PartStep, Partition};
pub use combined::Max;
pub use cost_outcome::{CostOutcome, CostReport};
pub use costs::{MoveCosts, Objective, OperatorCosts};
pub use heuristic::{DEAD_END, Heuristic, Parent, Zero};
pub use limits::{BoundCallback, Ceiling, Limits, Meter, Progress, ProgressCallback};
pub use nearest::{did_you_mean, nearest};
pub use notation::{Fault, Faults, MOST_FAULTS, Notation, Placed, grouped, unknown_move, words};
pub use operators::{Contexts, Operators, Then};
pub use outcome::{Outcome, Proof, Report, Statistics, StopReason};
pub use packing::{AsNumber, AsWords, ByRank, Packing};
pub use puzzle::{Commuting, Goals, Invertible, Puzzle, Reverse};
pub use ranked::Ranked;
pub use symmetric::Symmetric;
pub use telling::{quoted, sorted};
pub use words::Words;
