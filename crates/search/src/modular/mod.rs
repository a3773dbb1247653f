//! Vectors of numbers modulo a prime, and Gaussian elimination.
//!
//! # Problem
//! In puzzles whose moves commute and add up modulo a prime, such as pressing lights, the solutions
//! are those of a system of linear equations. No search is as fast as solving the equations.
//!
//! # Solution
//! [`Echelon`] eliminates the unknowns. There are two representations of its rows: [`Bits`] packs
//! 64 numbers modulo 2 into a word, and [`Residues`] stores each number modulo a prime up to 61 in
//! a byte. Code that is generic over [`ModularVector`] works with both.
//!
//! # Usage
//! ```
//! use fewest_rules::{Limits, Meter};
//! use fewest_search::modular::{Echelon, ModularVector, Prime, Residues};
//!
//! // x + 2y = 1 and 2x + y = 0 modulo 5; the third entry of each row is the right-hand side.
//! let row = |entries: [u8; 3]| {
//!     let mut row = Residues::zero(3);
//!     (0..3).for_each(|i| row.set(i, entries[i]));
//!     row
//! };
//! let limits = Limits::default();
//! let five = Prime::new(5).unwrap();
//! let rows = vec![row([1, 2, 1]), row([2, 1, 0])];
//! let system = Echelon::new(five, rows, 2, &mut Meter::new(&limits)).unwrap();
//! let solution = system.solution(0).unwrap();
//! assert_eq!((solution.get(0), solution.get(1)), (3, 4));
//! ```

mod echelon;
mod prime;
mod vectors;

pub use echelon::Echelon;
pub use prime::Prime;
pub use vectors::{Bits, ModularVector, Residues};
