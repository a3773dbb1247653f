//! The program as its users meet it: streams, exit codes, golden cases,
//! malformed input.
#![allow(clippy::unwrap_used)]

mod approximations;
mod batches;
mod boards;
mod clusters;
mod codes;
mod disk;
#[cfg(target_os = "linux")]
mod disk_limits;
#[cfg(target_os = "linux")]
mod disk_soak;
mod draw;
mod drawn;
mod everyday;
mod export;
mod graph;
mod hostile;
mod interrupts;
mod judges;
mod levels;
mod library;
mod malformed;
#[cfg(target_os = "linux")]
mod networks;
mod outcomes;
mod play;
mod printable;
#[cfg(target_os = "linux")]
mod processes;
mod program;
mod serve;
mod spaces;
mod streams;
mod tables;
mod tiles;
