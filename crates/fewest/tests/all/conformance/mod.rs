//! Every algorithm over every built-in puzzle and every special case, against an
//! oracle that is slow and obvious.
#![allow(clippy::unwrap_used)]

mod approximations;
mod case;
mod deepening;
mod oracle;
mod patterns;
mod puzzles;
mod shell;
