//! Tests the Rotation Game against its rules, an independent oracle, and the golden files of the
//! judge.

#![allow(clippy::unwrap_used)]

mod census;
mod judge;
mod laws;
mod oracle;
mod reading;
mod solving;
