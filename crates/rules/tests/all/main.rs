//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod costs;
mod laws;
mod limits;
mod patterns;
