//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod abstractions;
mod enumeration;
mod explored;
mod mail;
mod shared;
mod spaces;
mod table_trust;
mod table_writers;
mod tables;
