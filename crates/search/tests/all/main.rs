//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod abstractions;
mod approximations;
mod conformance;
mod contradictions;
mod enumeration;
mod equations;
mod explored;
mod interned;
mod least_cost_oracle;
mod limits;
mod machines;
mod mail;
mod near_least_cost;
mod near_shortest;
mod oracle;
mod random_costs;
mod random_puzzles;
mod runs;
mod shared;
mod spaces;
mod table_trust;
mod table_writers;
mod tables;
mod threads;
mod toys;
