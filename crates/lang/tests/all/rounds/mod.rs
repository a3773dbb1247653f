//! How many damaged files the tests of the readers try. `cargo xtask soak` tries many more than usual, and
//! others.

#![allow(dead_code)] // Each test takes what it needs.

/// The number in the environment variable `ROUNDS`, or the usual one.
pub(crate) fn rounds(usual: u32) -> u32 {
    number("ROUNDS").map_or(usual, |rounds| rounds as u32)
}

/// The number in the environment variable `SEED`, or the usual one. It is not 0.
pub(crate) fn seed(usual: u64) -> u64 {
    number("SEED").unwrap_or(usual).max(1)
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}
