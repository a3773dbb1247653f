//! What a puzzle is.
//!
//! A puzzle says what it can do in small traits, and an algorithm asks for
//! exactly the traits it needs: a missing capability is a missing bound at
//! compile time, never an assertion at run time.
//!
//! | trait | says | who asks for it |
//! | --- | --- | --- |
//! | [`Puzzle`] | states, moves, goals | every search |
//! | [`Goals`] | all goal states, listed | backward search, tables |
//! | [`Reverse`] | the predecessors of a state | bidirectional search, retrograde tables |
//! | [`Invertible`] | the move that takes a move back (gives [`Reverse`]) | move pruning |
//! | [`Commuting`] | moves are legal everywhere, in any order, and cycle | enumeration of move sets |
//! | [`Operators`] | from where sequences of moves are legal, and where they lead | policies that prune sequences |
//! | [`Contexts`] | which operators are legal, without a look at the state | automata that prune sequences |
//! | [`Ranked`] | a perfect bijection between states and `0..size` | tables, census |
//! | [`Symmetric`] | one representative per class of equivalent states | symmetry quotients |
//! | [`Heuristic`] | a lower bound on the moves still needed | A*, IDA* |
//! | [`Abstraction`], [`Mapping`] | a smaller puzzle that this one maps onto | pattern databases |
//! | [`Partition`] | several whose distances may be added | additive pattern databases |
//! | [`Notation`] | states and moves as text, with errors that name the place | files, command line |
//!
//! [`laws`] tests, on any puzzle, that what its traits claim is true.
//! [`Limits`], [`Outcome`] and [`Statistics`] are the words in which every
//! algorithm is asked and answers.

pub mod laws;

mod abstraction;
mod combined;
mod heuristic;
mod limits;
mod nearest;
mod notation;
mod operators;
mod outcome;
mod puzzle;
mod ranked;
mod symmetric;
mod telling;
mod words;

pub use abstraction::{Abstraction, Cost, Mapping, PartStep, Partition};
pub use combined::Max;
pub use heuristic::{DEAD_END, Heuristic, Zero};
pub use limits::{Ceiling, Limits, Meter, Progress, ProgressCallback};
pub use nearest::nearest;
pub use notation::{Fault, Faults, MOST_FAULTS, Notation, Placed, grouped, unknown_move, words};
pub use operators::{Contexts, Operators, Then};
pub use outcome::{Outcome, Proof, Report, Statistics, StopReason};
pub use puzzle::{Commuting, Goals, Invertible, Puzzle, Reverse};
pub use ranked::Ranked;
pub use symmetric::Symmetric;
pub use telling::{quoted, sorted};
pub use words::Words;
