//! Finds the fewest moves of a puzzle and proves that no solution has fewer.
//!
//! # A puzzle at run time
//!
//! An [`AnyPuzzle`] is a built-in puzzle or one from a puzzle file. It reads [`Board`]s. A board
//! answers with the fewest moves, with a proof that there is no solution, or with the lower bound
//! that was proven when a limit stopped the search. These three answers are never confused.
//!
//! ```
//! use fewest::{AnyPuzzle, Limits, Outcome};
//!
//! let board = AnyPuzzle::named("flip")?.board("b w w b\nb b w b\nb w w b\nb w w w")?;
//! let answer = board.solve()?;
//! match &answer.outcome {
//!     Outcome::Solved { moves } => assert_eq!(moves.join(" "), "r1c1 r1c2 r2c2 r4c3"),
//!     Outcome::Unsolvable(proof) => panic!("no solution: {proof}"),
//!     Outcome::Stopped { lower_bound, .. } => panic!("at least {lower_bound} moves"),
//! }
//! assert_eq!(board.count_solutions(&Limits::default())?, 2_u8.into());
//! assert!(board.check("r1c1 r1c2 r2c2 r4c3")?.answer.outcome.moves().is_some());
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! A [`StateSpace`] contains all boards of a size: [`StateSpace::census`] counts them by
//! difficulty, and [`StateSpace::make`] generates boards of an exact difficulty.
//!
//! # A puzzle as a Rust type
//!
//! A puzzle of your own says what its states and moves are and when it is solved. Its states may be
//! of any type that can be cloned, compared and hashed:
//!
//! ```
//! use fewest::prelude::*;
//!
//! /// Three disks on three pegs, the top disk of a peg last. No disk may lie on a smaller one.
//! struct Hanoi;
//!
//! impl OwnedPuzzle for Hanoi {
//!     type State = Vec<Vec<u8>>;
//!     type Move = (usize, usize);
//!
//!     fn moves(&self, pegs: &Vec<Vec<u8>>) -> impl IntoIterator<Item = (usize, usize)> {
//!         let pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
//!         pairs.into_iter().filter(|&(from, to)| match (pegs[from].last(), pegs[to].last()) {
//!             (Some(disk), Some(below)) => disk < below,
//!             (disk, _) => disk.is_some(),
//!         })
//!     }
//!
//!     fn apply(&self, pegs: &Vec<Vec<u8>>, &(from, to): &(usize, usize)) -> Vec<Vec<u8>> {
//!         let mut pegs = pegs.clone();
//!         let disk = pegs[from].pop();
//!         pegs[to].extend(disk);
//!         pegs
//!     }
//!
//!     fn is_goal(&self, pegs: &Vec<Vec<u8>>) -> bool {
//!         pegs[2].len() == 3
//!     }
//! }
//!
//! let puzzle = Interned::new(Hanoi);
//! let start = puzzle.number(vec![vec![3, 2, 1], vec![], vec![]]);
//! let report = puzzle.search(start).bfs();
//! let moves = puzzle.moves_along(start, report.outcome.moves().unwrap_or_default());
//! assert_eq!(moves, [(0, 2), (0, 1), (2, 1), (0, 2), (1, 0), (1, 2), (0, 2)]);
//! ```
//!
//! [`Interned`](search::Interned) keeps each state once, for every search. If the state is small and
//! `Copy`, such as an array of bytes, implement [`Puzzle`] itself: its searches are faster and take
//! less memory.
//!
//! ```
//! use fewest::prelude::*;
//!
//! /// Reach 100 from 1 by doubling and by adding one.
//! struct Count;
//!
//! impl Puzzle for Count {
//!     type State = u32;
//!     type Move = char;
//!
//!     fn moves(&self, number: u32) -> impl Iterator<Item = char> {
//!         ['+', 'x'].into_iter().filter(move |_| number < 100)
//!     }
//!
//!     fn apply(&self, number: u32, m: char) -> u32 {
//!         if m == '+' { number + 1 } else { 2 * number }
//!     }
//!
//!     fn is_goal(&self, number: u32) -> bool {
//!         number == 100
//!     }
//! }
//!
//! let limits = Limits { states: Some(1_000), ..Limits::default() };
//! match Search::new(&Count, 1).within(&limits).bfs().outcome {
//!     Outcome::Solved { moves } => assert_eq!(moves.len(), 8),
//!     Outcome::Unsolvable(proof) => panic!("none: {proof}"),
//!     Outcome::Stopped { lower_bound, .. } => panic!("at least {lower_bound}"),
//! }
//! ```
//!
//! The [`guide`] leads from the first puzzle to lower bounds, tables and limits, and `examples/`
//! holds complete programs.
//!
//! # What is where
//!
//! | module | holds |
//! | --- | --- |
//! | [`prelude`] | what most programs with a puzzle of their own import |
//! | [`rules`] | what a puzzle is, lower bounds, limits, outcomes, laws |
//! | [`search`] | the algorithms, censuses, distance tables |
//! | [`check`] | the replay of solutions and the verification of tables |
//! | [`scene`] | positions as scenes, drawn as text, SVG, PNG and GIF |
//! | [`judge`], [`judges`] | the programs of contests |
//! | [`library`] | the puzzle files that come with it |
//! | [`diagnose`], [`printable`] | errors as messages |
//!
//! Everything else is at this root: a [`AnyPuzzle`], its [`Board`]s and [`StateSpace`]s, and what they
//! answer.

mod board;
mod built_in;
mod error;
mod front;
mod general;
mod json;
mod notice;

#[doc(hidden)]
pub mod algorithm;
#[doc(hidden)]
pub mod api;
pub mod check;
pub mod diagnose;
#[doc(hidden)]
pub mod drawn;
pub mod guide;
pub mod judge;
pub mod judges;
pub mod library;
pub mod prelude;
pub mod printable;
pub mod rules;
pub mod scene;
pub mod search;
#[doc(hidden)]
pub mod space;

#[doc(inline)]
pub use algorithm::{Algorithm, ApproximateSearch, UnknownAlgorithm};
#[doc(inline)]
pub use api::{
    Answer, Comparison, ComparisonRow, Difficulty, Explanation, GraphEdge, GraphError, GraphState,
    InternalError, LegalMove, LevelInfo, Method, OptionName, PuzzleInfo, PuzzleOptions, Replayed,
    ScenesError, ShownPosition, SolutionCounts, SolutionOptions, SolutionRange, SolveError,
    SolveOptions, StateGraph,
};
pub use board::{
    Board, Check, Hint, HintChange, HintGrade, HintPart, RatedMove, Reply, Request, SolutionList,
    Verdict,
};
#[doc(hidden)]
pub use board::{BoardOrigin, Family, PlacedBoard};
#[doc(hidden)]
pub use built_in::{families, family};
pub use drawn::Expectation;
pub use error::{Error, TextError};
#[doc(inline)]
pub use fewest_lang::ExpectedOutcome as Expected;
#[doc(inline)]
pub use fewest_rules::{Limits, Outcome, Proof, Puzzle, Statistics, StopReason};
pub use front::{AnyPuzzle, CensusOptions, StateSpace};
pub use json::RevealedHint;
#[doc(inline)]
pub use notice::Notice;
pub use num_bigint;
#[doc(inline)]
pub use space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Scope, SpaceCensus, SpaceError,
};

/// Compiles and runs the examples of the book's chapter on Rust.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
struct RustChapter;

/// Compiles and runs the programs of `examples/` as documentation tests.
#[cfg(doctest)]
mod examples {
    macro_rules! example {
        ($name:ident, $file:literal) => {
            #[doc = concat!("```\n", include_str!(concat!("../examples/", $file)), "\n```")]
            struct $name;
        };
    }
    example!(Contest, "contest.rs");
    example!(DesignLevels, "design_levels.rs");
    example!(FirstPuzzle, "first_puzzle.rs");
    example!(LowerBound, "lower_bound.rs");
    example!(Research, "research.rs");
}
