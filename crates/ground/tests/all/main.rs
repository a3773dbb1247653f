//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod compiled;
mod consequences;
mod costs;
mod found;
mod founding;
mod grounds;
mod laws_of_all;
mod limits;
mod oracle;
mod permutations;
mod pieces;
mod plain;
mod potentials;
mod random;
