//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

mod dead_ends;
mod example_boards;
mod examples;
mod examples_compiled;
mod fault_listing;
mod faults;
mod golden;
mod hostile;
mod language;
mod many_boards;
mod patterns;
mod pushes;
mod scrambles;
mod warehouse;
#[path = "../../../ground/tests/all/plain/mod.rs"]
mod plain;
#[path = "../../../ground/tests/all/laws_of_all/mod.rs"]
mod laws_of_all;
#[path = "../../../ground/tests/all/oracle/mod.rs"]
mod oracle;
