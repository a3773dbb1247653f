//! Finds the fewest moves of a puzzle and proves that no solution has fewer.
//!
//! # A puzzle at run time
//!
//! A [`Domain`] is a built-in puzzle or one from a puzzle file. A domain reads [`Board`]s. A board
//! answers with the fewest moves, with a proof that there is no solution, or with the lower bound
//! that was proven when a limit stopped the search. These three answers are never confused.
//!
//! ```
//! use fewest::{Outcome, Domain};
//!
//! let board = Domain::named("flip")?.board("b w w b\nb b w b\nb w w b\nb w w w")?;
//! let answer = board.solve()?;
//! match &answer.outcome {
//!     Outcome::Solved { moves } => assert_eq!(moves.join(" "), "r1c1 r1c2 r2c2 r4c3"),
//!     Outcome::Unsolvable(proof) => panic!("no solution: {proof}"),
//!     Outcome::Stopped { lower_bound, .. } => panic!("at least {lower_bound} moves"),
//! }
//! assert_eq!(answer.count()?, 2_u8.into());
//! assert!(board.check("r1c1 r1c2 r2c2 r4c3")?.answer.outcome.moves().is_some());
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! A [`StateSpace`] contains all boards of a size: [`StateSpace::census`] counts them by
//! difficulty, and [`StateSpace::make`] generates boards of an exact difficulty.
//!
//! # A puzzle as a Rust type
//!
//! If the puzzle is known at compile time, implement [`rules::Puzzle`] for its type and call an
//! algorithm of [`search`] directly.
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
//!
//! The [`guide`] leads from the first puzzle to tables and limits, and `examples/` holds complete
//! programs.
//!
//! # What is where
//!
//! | module | holds |
//! | --- | --- |
//! | [`rules`] | what a puzzle is, lower bounds, limits, outcomes, laws |
//! | [`search`] | the algorithms, enumeration, distance tables |
//! | [`check`] | the replay of solutions and the verification of tables |
//! | [`puzzles`] | the built-in puzzles as types |
//! | [`ground`], [`lang`], [`formats`] | puzzles as ground rules, from drawings, from other programs |
//! | [`api`], [`space`], [`drawn`] | the object-safe traits behind the types at this root |
//! | [`scene`] | positions as scenes, drawn as text, SVG, PNG and GIF |
//! | [`judge`], [`judges`] | the programs of contests |
//! | [`library`] | the puzzle files that come with it |
//! | [`diagnose`], [`printable`] | errors as messages |

mod front;

pub mod diagnose;
pub mod drawn;
pub mod guide;
pub mod judge;
pub mod judges;
pub mod library;
pub mod printable;

pub use algorithm::{Algorithm, ApproximateSearch};
pub use api::{
    Answer, Comparison, Difficulty, Explanation, GraphEdge, GraphError, GraphState, LevelInfo,
    Method, PuzzleInfo, PuzzleOptions, Replayed, StateGraph,
};
pub use fewest_boundary::notice::Notice;
pub use fewest_boundary::{algorithm, api, space};
pub use fewest_builtin::{families, family};
pub use fewest_check as check;
pub use fewest_formats as formats;
pub use fewest_ground as ground;
pub use fewest_lang as lang;
pub use fewest_puzzles as puzzles;
pub use fewest_rules as rules;
pub use fewest_rules::{Limits, Outcome, Proof, Statistics, StopReason};
pub use fewest_scene as scene;
pub use fewest_search as search;
pub use front::{
    Board, BoardAnswer, CensusOptions, Check, Domain, Error, Expectation, Hint, HintChange,
    HintGrade, HintPart, SolveOptions, StateSpace, TextError, Verdict,
};
pub use num_bigint;
pub use space::{CensusOutcome, GeneratedBoards, GenerationOptions, SpaceCensus};

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
