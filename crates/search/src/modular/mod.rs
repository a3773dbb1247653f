//! Systems of linear equations modulo a number, and their solutions of least weight.
//!
//! # Problem
//! In puzzles whose moves commute and add up modulo a number, such as pressing lights, the
//! solutions are those of a system of linear equations. No search is as fast as solving the
//! equations.
//!
//! # Solution
//! [`solve`] solves a system modulo any number up to 255, by the Smith normal form (`system.rs`);
//! [`ModularSolutions::least`] finds the solution with the fewest moves.
//!
//! # Usage
//! ```
//! use fewest_rules::{Limits, Meter};
//! use fewest_search::modular::{Modulus, solve};
//!
//! // 2x + y = 1 and 2y = 2 modulo 4. The solutions are (0, 1), (2, 1), (1, 3) and (3, 3).
//! let rows = [(vec![2, 1], 1), (vec![0, 2], 2)];
//! let limits = Limits::default();
//! let mut meter = Meter::new(&limits);
//! let four = Modulus::new(4).unwrap();
//! let solutions = solve(four, rows.into_iter(), 2, &mut meter)?.unwrap();
//! assert_eq!(solutions.least(&mut meter)?, [0, 1]);
//!
//! // 2x + 2y = 1 has no solution, because twice the equation is 0 = 2.
//! let contradiction = solve(four, [(vec![2, 2], 1)].into_iter(), 2, &mut meter)?;
//! assert_eq!(contradiction.unwrap_err(), [(0, 2)]);
//! # Ok::<(), fewest_rules::StopReason>(())
//! ```

mod least;
mod modulus;
mod sums;
mod system;

pub use modulus::Modulus;
pub use system::{Contradiction, ModularSolutions, solve};
