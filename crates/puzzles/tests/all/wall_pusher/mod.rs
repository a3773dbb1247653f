//! Tests the wall pusher against an independent slow search, the test data of its contest, the laws
//! of its traits, and malformed texts.

#![allow(clippy::unwrap_used)]

mod judge;
mod laws;
mod oracle;
mod reading;
mod solving;
