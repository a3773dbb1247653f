//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod conformance;
mod drawn;
mod front;
mod internal_errors;
mod json;
#[path = "../../../ground/tests/all/plain/mod.rs"]
mod plain;
mod pruning;
#[path = "../../../ground/tests/all/random/mod.rs"]
mod random;
mod solved_at_start;
mod text;
