//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod approximations;
mod conformance;
mod contradictions;
mod equations;
mod interned;
mod least_cost_oracle;
mod limits;
mod machines;
mod near_least_cost;
mod near_shortest;
mod oracle;
mod random_costs;
mod random_puzzles;
mod runs;
mod threads;
mod toys;
