//! Systems of linear equations modulo a number, and the fewest steps to their solutions.
//!
//! # Problem
//! In puzzles whose moves commute and add up modulo a number, such as pressing lights, the
//! solutions are those of a system of linear equations. No search is as fast as solving the
//! equations.
//!
//! # Solution
//! A [`ModularSystem`] is solved modulo any number up to 255, by the Smith normal form
//! (`system.rs`). [`ModularSolutions::least`] finds the fewest [steps](Step) that lead to a solution.
//!
//! # Usage
//! ```
//! use fewest_rules::{Limits, Meter};
//! use fewest_search::modular::{ModularSystem, Modulus, Step};
//!
//! // 2x + y = 1 and 2y = 2 modulo 4. The solutions are (0, 1), (2, 1), (1, 3) and (3, 3).
//! let rows = [vec![2, 1], vec![0, 2]];
//! let limits = Limits::default();
//! let mut meter = Meter::new(&limits);
//! let four = Modulus::new(4).unwrap();
//! let system = ModularSystem::new(four, rows.into_iter(), 2, &mut meter)?;
//! let steps = Step::by_one(2);
//! assert_eq!(system.solve(&[1, 2]).unwrap().least(&steps, &mut meter)?, [0, 1]);
//!
//! // If a step may also add 2 to x or 3 to y, they take one, two, two and three steps.
//! let more = [(0, 1), (0, 2), (1, 1), (1, 3)].map(|(unknown, amount)| Step { unknown, amount });
//! assert_eq!(system.solve(&[1, 2]).unwrap().least(&more, &mut meter)?, [0, 0, 1, 0]);
//!
//! // With 1 in the place of 2 there is no solution: the second equation and twice the first give
//! // 4x + 4y = 3, which is 0 = 3.
//! assert_eq!(system.solve(&[1, 1]).unwrap_err(), [(0, 2), (1, 1)]);
//! # Ok::<(), fewest_rules::StopReason>(())
//! ```

mod least;
mod modulus;
mod span;
mod steps;
mod sums;
mod supports;
mod system;

pub use modulus::Modulus;
pub use steps::Step;
pub use system::{Contradiction, ModularSolutions, ModularSystem};
