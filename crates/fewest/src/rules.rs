//! What a puzzle is: its traits, their laws, limits, and the answers of searches.
//!
//! A puzzle declares what it can do in small traits, and an algorithm requires exactly the traits
//! that it needs:
//!
//! | trait | provides | required by |
//! | --- | --- | --- |
//! | [`Puzzle`] | states, moves, goals | every search |
//! | [`Goals`], [`Reverse`] | all goal states; the states before a state | search from both ends |
//! | [`Invertible`] | the move that takes a move back (gives [`Reverse`]) | move pruning |
//! | [`Heuristic`] | a lower bound on the moves still needed | A*, IDA* |
//! | [`MoveCosts`] | the cost of each move | searches for a solution of least cost |
//! | [`Ranked`] | a number for each state | tables, census |
//! | [`Symmetric`] | one representative of equivalent states | search up to symmetry |
//! | [`Commuting`] | moves that are legal everywhere and commute | enumeration of move sets |
//! | [`Operators`], [`Contexts`] | where a sequence of moves is legal, and its effect | move pruning |
//! | [`Abstraction`], [`Partition`] | smaller puzzles | pattern databases |
//! | [`Notation`] | states and moves as text | reading and printing |

#[doc(inline)]
pub use fewest_rules::{
    Abstraction, BoundCallback, Ceiling, Commuting, Contexts, Cost, CostOutcome, CostReport,
    DEAD_END, Fault, Faults, Goals, Heuristic, Invertible, Limits, Mapping, Max, Meter, MoveCosts,
    Notation, Objective, OperatorCosts, Operators, Outcome, Parent, PartStep, Partition, Placed,
    Progress, ProgressCallback, Proof, Puzzle, Ranked, Report, Reverse, Statistics, StopReason,
    Symmetric, Then, Zero, laws,
};
