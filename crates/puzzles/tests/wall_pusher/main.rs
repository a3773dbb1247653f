//! The wall pusher against a slow search of its own, its contest's packs, the
//! laws of its traits, and malformed texts.

#![allow(clippy::unwrap_used)]

mod judge;
mod laws;
mod oracle;
mod reading;
mod solving;
