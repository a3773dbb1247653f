//! The Rotation Game against its rules, an independent oracle and the judge's
//! golden files.

#![allow(clippy::unwrap_used)]

mod census;
mod judge;
mod laws;
mod oracle;
mod reading;
mod solving;
