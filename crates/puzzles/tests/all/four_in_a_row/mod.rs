//! Tests four in a row against a slow oracle and against the laws.

#![allow(clippy::unwrap_used)]

mod laws;
mod oracle;
mod reading;
mod solving;
