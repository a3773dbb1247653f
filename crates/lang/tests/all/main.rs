//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod again;
mod dead_ends;
mod example_boards;
mod examples;
mod examples_compiled;
mod fault_listing;
mod faults;
mod golden;
mod hidden;
mod hostile;
mod language;
#[path = "../../../ground/tests/all/laws_of_all/mod.rs"]
mod laws_of_all;
mod many_boards;
mod number_steps;
#[path = "../../../ground/tests/all/oracle/mod.rs"]
mod oracle;
mod patterns;
#[path = "../../../ground/tests/all/plain/mod.rs"]
mod plain;
mod pushes;
mod rounds;
mod scrambles;
mod shortcuts;
mod under_pieces;
mod warehouse;
