//! Tests the wall pusher against a slow search of its own, the packs of its contest, the laws of
//! its traits, and malformed texts.

#![allow(clippy::unwrap_used)]

mod judge;
mod laws;
mod oracle;
mod reading;
mod solving;
