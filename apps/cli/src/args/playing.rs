//! The arguments of `fewest play`.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::{GameArgs, PuzzleArgs};
use crate::quantity::range;

#[derive(Debug, ClapArgs)]
pub(crate) struct PlayArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, graph, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The file with the board, - for stdin, start for the start of a puzzle file; with --moves, the
    /// size of the new board instead, such as 4x4 [default: what is piped in, otherwise the start
    /// of a puzzle file, or the example of a built-in puzzle]
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Make a new board whose shortest solutions have this number of moves: 13, or 12..15
    #[arg(long, value_name = "MOVES", value_parser = range, conflicts_with = "after")]
    pub(crate) moves: Option<RangeInclusive<u32>>,
    /// The seed of the random numbers for the new board
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "moves")]
    pub(crate) seed: u64,
    /// For a puzzle file, make the board from all arrangements of its symbols, not only from those
    /// reachable from its start
    #[arg(long, requires = "moves")]
    pub(crate) all_boards: bool,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
    /// The time limit of each hint, from `--time`.
    #[arg(skip)]
    pub(crate) time: Option<Duration>,
    /// The memory limit of each hint, from `--memory`.
    #[arg(skip)]
    pub(crate) memory: Option<u64>,
}
