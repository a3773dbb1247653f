//! # A guide to the library
//!
//! Every program below is compiled and run as a test.
//!
//! ## Your first puzzle
//!
//! A puzzle is a type that implements [`Puzzle`](crate::Puzzle): its states, its moves in
//! increasing order, and its goals. States are small `Copy` values; for a `Vec` or a `String`,
//! [`Interned`](crate::search::Interned) makes a puzzle of it. Any search of
//! [`search`](crate::search) then solves it, and the moves that it returns are proven to be the
//! fewest.
//!
//! ```
//! use fewest::prelude::*;
//!
//! /// A stack of five pancakes, the top one first.
//! struct Pancakes;
//!
//! impl Puzzle for Pancakes {
//!     type State = [u8; 5];
//!     /// How many pancakes from the top are turned over together.
//!     type Move = usize;
//!
//!     fn moves(&self, _: [u8; 5]) -> impl Iterator<Item = usize> {
//!         2..=5
//!     }
//!
//!     fn apply(&self, mut stack: [u8; 5], m: usize) -> [u8; 5] {
//!         stack[..m].reverse();
//!         stack
//!     }
//!
//!     fn is_goal(&self, stack: [u8; 5]) -> bool {
//!         stack.is_sorted()
//!     }
//! }
//!
//! let report = Search::new(&Pancakes, [3, 1, 5, 2, 4]).bfs();
//! let Outcome::Solved { moves } = report.outcome else { panic!("every stack can be sorted") };
//! assert_eq!(moves, [4, 2, 5, 4, 2]);
//! ```
//!
//! ## A lower bound
//!
//! A* and IDA* expand fewer states if they know a lower bound on the number of remaining moves. The
//! bound must never be too large; otherwise the answer may have too many moves.
//!
//! ```
//! # use fewest::Puzzle;
//! #
//! # /// A stack of five pancakes, the top one first.
//! # struct Pancakes;
//! #
//! # impl Puzzle for Pancakes {
//! #     type State = [u8; 5];
//! #     /// How many pancakes from the top are turned over together.
//! #     type Move = usize;
//! #
//! #     fn moves(&self, _: [u8; 5]) -> impl Iterator<Item = usize> {
//! #         2..=5
//! #     }
//! #
//! #     fn apply(&self, mut stack: [u8; 5], m: usize) -> [u8; 5] {
//! #         stack[..m].reverse();
//! #         stack
//! #     }
//! #
//! #     fn is_goal(&self, stack: [u8; 5]) -> bool {
//! #         stack.is_sorted()
//! #     }
//! # }
//! use fewest::rules::Heuristic;
//!
//! /// The number of neighbours in the stack that are not neighbours in size. The plate counts as the
//! /// largest pancake. A move separates only one pair, so it repairs at most one.
//! struct Gaps;
//!
//! impl Heuristic<Pancakes> for Gaps {
//!     type Cache = u32;
//!
//!     fn start(&self, _: &Pancakes, stack: [u8; 5]) -> u32 {
//!         let with_plate = [stack[0], stack[1], stack[2], stack[3], stack[4], 6];
//!         let pairs = with_plate.windows(2);
//!         pairs.filter(|pair| pair[0].abs_diff(pair[1]) != 1).count() as u32
//!     }
//!
//!     fn bound(&self, gaps: u32) -> u32 {
//!         gaps
//!     }
//! }
//!
//! use fewest::search::{Duplicates, Order, Search};
//!
//! let search = Search::new(&Pancakes, [3, 1, 5, 2, 4]).order(Order::Lexicographic);
//! let blind = search.bfs();
//! let informed = search.astar(&Gaps);
//! assert_eq!(informed.outcome, blind.outcome);
//! assert!(informed.statistics.expanded < blind.statistics.expanded);
//!
//! // IDA* that skips no duplicates needs hardly any memory.
//! let deepening = search.duplicates(Duplicates::Enter).idastar(&Gaps);
//! assert_eq!(deepening.outcome, blind.outcome);
//! ```
//!
//! ## The laws
//!
//! The compiler cannot check whether a bound is never too large, whether moves come in increasing
//! order, or whether ranks have no gaps. The functions in [`laws`](crate::rules::laws) test such
//! properties on the states around a start, and show a counterexample if one fails. Call them in
//! the tests of your puzzle.
//!
//! ```
//! # use fewest::Puzzle;
//! #
//! # /// A stack of five pancakes, the top one first.
//! # struct Pancakes;
//! #
//! # impl Puzzle for Pancakes {
//! #     type State = [u8; 5];
//! #     /// How many pancakes from the top are turned over together.
//! #     type Move = usize;
//! #
//! #     fn moves(&self, _: [u8; 5]) -> impl Iterator<Item = usize> {
//! #         2..=5
//! #     }
//! #
//! #     fn apply(&self, mut stack: [u8; 5], m: usize) -> [u8; 5] {
//! #         stack[..m].reverse();
//! #         stack
//! #     }
//! #
//! #     fn is_goal(&self, stack: [u8; 5]) -> bool {
//! #         stack.is_sorted()
//! #     }
//! # }
//! # use fewest::rules::Heuristic;
//! #
//! # /// The number of neighbours in the stack that are not neighbours in size. The plate counts as the
//! # /// largest pancake. A move separates only one pair, so it repairs at most one.
//! # struct Gaps;
//! #
//! # impl Heuristic<Pancakes> for Gaps {
//! #     type Cache = u32;
//! #
//! #     fn start(&self, _: &Pancakes, stack: [u8; 5]) -> u32 {
//! #         let with_plate = [stack[0], stack[1], stack[2], stack[3], stack[4], 6];
//! #         let pairs = with_plate.windows(2);
//! #         pairs.filter(|pair| pair[0].abs_diff(pair[1]) != 1).count() as u32
//! #     }
//! #
//! #     fn bound(&self, gaps: u32) -> u32 {
//! #         gaps
//! #     }
//! # }
//! use fewest::rules::laws;
//!
//! let laws = laws::check(&Pancakes, [[1, 2, 3, 4, 5]], 1000)?;
//! laws.admissible(&Gaps)?.consistent(&Gaps)?;
//!
//! let too_large = |stack: [u8; 5]| 2 * Gaps.start(&Pancakes, stack);
//! assert!(laws.admissible(&too_large).is_err());
//! # Ok::<(), laws::Violation>(())
//! ```
//!
//! ## A table
//!
//! A puzzle with numbered states implements [`Ranked`](crate::rules::Ranked). One enumeration from
//! the goals then finds the distance of every state.
//!
//! ```
//! # use fewest::Puzzle;
//! #
//! # /// A stack of five pancakes, the top one first.
//! # struct Pancakes;
//! #
//! # impl Puzzle for Pancakes {
//! #     type State = [u8; 5];
//! #     /// How many pancakes from the top are turned over together.
//! #     type Move = usize;
//! #
//! #     fn moves(&self, _: [u8; 5]) -> impl Iterator<Item = usize> {
//! #         2..=5
//! #     }
//! #
//! #     fn apply(&self, mut stack: [u8; 5], m: usize) -> [u8; 5] {
//! #         stack[..m].reverse();
//! #         stack
//! #     }
//! #
//! #     fn is_goal(&self, stack: [u8; 5]) -> bool {
//! #         stack.is_sorted()
//! #     }
//! # }
//! use fewest::rules::{Invertible, Ranked};
//!
//! impl Invertible for Pancakes {
//!     fn inverse(&self, m: usize) -> usize {
//!         m
//!     }
//! }
//!
//! impl Ranked for Pancakes {
//!     fn size(&self) -> u64 {
//!         120
//!     }
//!
//!     fn rank(&self, stack: [u8; 5]) -> u64 {
//!         (0..5).fold(0, |rank, i| {
//!             let smaller = stack[i + 1..].iter().filter(|&&below| below < stack[i]);
//!             rank * (5 - i as u64) + smaller.count() as u64
//!         })
//!     }
//!
//!     fn unrank(&self, mut rank: u64) -> [u8; 5] {
//!         let mut places = [0; 5];
//!         for i in (0..5).rev() {
//!             places[i] = (rank % (5 - i as u64)) as usize;
//!             rank /= 5 - i as u64;
//!         }
//!         let mut left = vec![1, 2, 3, 4, 5];
//!         places.map(|place| left.remove(place))
//!     }
//! }
//!
//! use fewest::rules::laws;
//! use fewest::search::{Encoding, Enumerated, EnumerationOptions, Undirected, distances};
//! use fewest::Limits;
//!
//! laws::check(&Pancakes, [[1, 2, 3, 4, 5]], 1000)?.invertible()?.ranked()?;
//!
//! let (goals, options) = ([[1, 2, 3, 4, 5]], EnumerationOptions::default());
//! let limits = Limits::default();
//! let report = distances(&Pancakes, &Undirected, goals, Encoding::Nibble, &options, &limits);
//! let Enumerated::Complete((census, table)) = report.outcome else { panic!("no limit is set") };
//! assert_eq!(census.histogram, [1, 4, 12, 35, 48, 20]);
//! assert_eq!(table.distance(Pancakes.rank([3, 1, 5, 2, 4])), Some(5));
//! # Ok::<(), laws::Violation>(())
//! ```
//!
//! ## A drawn puzzle
//!
//! A puzzle need not be programmed. The puzzle language describes it by drawings, and the compiler
//! automatically looks for lower bounds, linear equations, symmetries and inverse moves.
//!
//! ```
//! use fewest::AnyPuzzle;
//!
//! let puzzle = AnyPuzzle::parse("lights.fewest", "
//! puzzle lights
//! symbols . o
//! board 3x3
//! move press(cell)
//!   cell   +1
//!   beside +1
//! goal all .
//! ")?;
//! let board = puzzle.board("o o o\no o o\no o o")?;
//! let answer = board.solve()?;
//! let moves = answer.moves().expect("the board has a solution");
//! assert_eq!(moves.len(), 5);
//! let positions = board.positions(moves).unwrap_or_default();
//! assert_eq!(positions.last().map(String::as_str), Some(". . .\n. . .\n. . ."));
//! # Ok::<(), fewest::Error>(())
//! ```
//!
//! ## Limits
//!
//! Every request and every search may have [`Limits`](crate::Limits): time, memory, states, threads, and a flag that
//! another thread may set. If a limit stops a search, the answer is the lower bound proven so far.
//!
//! ```
//! use std::time::Duration;
//!
//! use fewest::{Algorithm, AnyPuzzle, Limits, Outcome, SolveOptions, StopReason};
//!
//! let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
//! let options = SolveOptions {
//!     algorithm: Some(Algorithm::Bfs),
//!     limits: Limits {
//!         states: Some(10_000),
//!         time: Some(Duration::from_secs(60)),
//!         ..Limits::default()
//!     },
//!     ..SolveOptions::default()
//! };
//! let answer = board.solve_with(&options)?;
//! let Outcome::Stopped { lower_bound, reason } = answer.outcome else { panic!("it is a hard board") };
//! assert_eq!(reason, StopReason::States);
//! assert!((10..31).contains(&lower_bound));
//! # Ok::<(), fewest::Error>(())
//! ```
