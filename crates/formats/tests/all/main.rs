//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

mod exchange;
mod faults;
mod levels;
#[path = "../../../lang/tests/all/example_boards/mod.rs"]
mod example_boards;
#[path = "../../../ground/tests/all/plain/mod.rs"]
mod plain;
#[path = "../../../lang/tests/all/fault_listing/mod.rs"]
mod fault_listing;
