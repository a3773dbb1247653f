//! Processes that enumerate together, each in a thread of this program, connected by real sockets.
#![allow(clippy::unwrap_used)]

mod counts;
mod failures;
mod greetings;
mod hosts;
mod proxy;
mod team;
mod toys;
