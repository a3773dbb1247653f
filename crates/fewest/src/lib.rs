//! The fewest moves, proven.
//!
//! The facade of the project: the traits of a puzzle ([`rules`]), the built-in
//! puzzles ([`puzzles`]), the algorithms ([`search`]), the replay of solutions
//! ([`check`]), puzzles as ground rules ([`ground`]) from drawings ([`lang`]) and from other
//! programs ([`formats`]) in one crate, and the object-safe [`shell`] that applications stand on.
//!
//! ```
//! use fewest::rules::Limits;
//! use fewest::api::PuzzleOptions;
//!
//! let flip = fewest::family("flip").expect("it is built in");
//! let boards = flip.read("b w w b\nb b w b\nb w w b\nb w w w\n", &PuzzleOptions::default())?;
//! let answer = boards[0].0.solve(None, &Limits::default())?;
//! assert_eq!(answer.outcome.moves().map(<[String]>::len), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whoever knows the puzzle at compile time uses its type and an algorithm
//! directly, without the shell:
//!
//! ```
//! use fewest::puzzles::rotation::{self, Centre, Rotation};
//! use fewest::rules::Limits;
//! use fewest::search::{Duplicates, InversePruning, idastar};
//!
//! let text = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
//! let (start, _) = rotation::read(text)?.remove(0);
//! let puzzle = Rotation::default();
//! let heuristic = Centre::new(&puzzle);
//! let limits = Limits::default();
//! let report = idastar(&puzzle, start, &heuristic, &InversePruning, Duplicates::default(), &limits);
//! assert_eq!(report.outcome.moves().map(<[_]>::len), Some(2));
//! # Ok::<(), fewest::rules::Faults>(())
//! ```

mod builtin;
mod goal_first;

pub mod algorithm;
pub mod api;
pub mod diagnose;
pub mod drawn;
pub mod judge;
pub mod judges;
mod notice;
pub mod printable;
pub mod space;

pub use builtin::{families, family};
pub use fewest_check as check;
pub use fewest_formats as formats;
pub use fewest_ground as ground;
pub use fewest_lang as lang;
pub use fewest_puzzles as puzzles;
pub use fewest_rules as rules;
pub use fewest_search as search;
pub use notice::Notice;
pub use num_bigint;

/// The front example of the README is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
