//! Exchange with other programs: what goes out means the same to readers that know
//! nothing of ground rules, and what comes in is solved.

#![allow(clippy::unwrap_used)]

#[path = "../../../lang/tests/example_boards/mod.rs"]
mod example_boards;
mod file;
mod incoming;
mod kpuzzle;
mod large;
mod outgoing;
mod pddl;
#[path = "../../../ground/tests/plain/mod.rs"]
mod plain;
mod psvn;
mod there_and_back;
mod walks;
