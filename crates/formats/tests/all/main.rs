//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

#[path = "../../../lang/tests/all/example_boards/mod.rs"]
mod example_boards;
mod exchange;
#[path = "../../../lang/tests/all/fault_listing/mod.rs"]
mod fault_listing;
mod faults;
mod levels;
#[path = "../../../ground/tests/all/plain/mod.rs"]
mod plain;
#[path = "../../../lang/tests/all/rounds/mod.rs"]
mod rounds;
