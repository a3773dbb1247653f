//! All tests of the public interface, in one program.

#![allow(clippy::unwrap_used)] // A test may panic.

mod among;
mod enumeration;
mod search;
mod states;
mod test_folder;

#[path = "../../../tables/tests/all/mail.rs"]
mod mail;
#[path = "../../../tables/tests/all/spaces/mod.rs"]
mod spaces;
