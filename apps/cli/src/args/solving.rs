//! The arguments of the commands that solve, check and draw boards.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use fewest::ApproximateSearch;
use fewest_search::Weight;

use super::{BoardArgs, CacheArgs, PuzzleArgs, disk_folder};
use crate::quantity::{duration, weight, width};

#[derive(Debug, ClapArgs)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// List all shortest solutions
    #[arg(long)]
    pub(crate) all: bool,
    /// Count the shortest solutions
    #[arg(long)]
    pub(crate) count: bool,
    #[command(flatten)]
    pub(crate) more: MoreArgs,
    /// The lexicographically first solution (already the default)
    #[arg(long)]
    pub(crate) lexicographic: bool,
    /// The algorithm [default: the best for the board]
    #[arg(long, value_name = "NAME")]
    pub(crate) algorithm: Option<String>,
    /// Keep the layers of --algorithm bfs in files in this folder, and use only the memory that
    /// --memory allows [default: 1GiB]; the same command resumes an interrupted search
    #[arg(long, value_name = "DIR", value_parser = disk_folder(), requires = "algorithm", conflicts_with_all = ["all", "count", "k", "within", "distinct", "heuristic"])]
    pub(crate) disk: Option<PathBuf>,
    /// How solutions are written
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "moves",
        help_heading = "Output"
    )]
    pub(crate) format: SolutionFormat,
    #[command(flatten)]
    pub(crate) bound: BoundArgs,
    #[command(flatten)]
    pub(crate) how: HowArgs,
}

/// Solutions beside the shortest.
#[derive(Debug, ClapArgs)]
pub(crate) struct MoreArgs {
    /// List the K best solutions
    #[arg(long, value_name = "K", conflicts_with = "within", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) k: Option<u64>,
    /// Solutions with up to N moves (or cost) more than the fewest: list them, or as --all and --count say
    #[arg(long, value_name = "N")]
    pub(crate) within: Option<u32>,
    /// Leave out solutions that differ from another by the order of independent moves or by symmetry
    #[arg(long)]
    pub(crate) distinct: bool,
}

impl MoreArgs {
    /// Whether more is wanted than the shortest solutions.
    pub(crate) fn is_any(&self) -> bool {
        self.k.is_some() || self.within.is_some() || self.distinct
    }
}

/// How a solution is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolutionFormat {
    /// The names of the moves
    Moves,
    /// Of Sokoban: a letter for each step, upper case for a push
    Lurd,
}

/// Searches that may miss the fewest moves.
#[derive(Debug, ClapArgs)]
#[group(multiple = false, conflicts_with_all = ["algorithm", "all", "count", "lexicographic", "k", "within", "distinct"])]
pub(crate) struct HowArgs {
    /// Accept up to W times the fewest moves, e.g. 1.5, with far less work (weighted A*)
    #[arg(long, value_name = "W", value_parser = weight, allow_negative_numbers = true, help_heading = "Not proven fewest")]
    pub(crate) weight: Option<Weight>,
    /// Accept any solution; after each move keep only the N most promising positions (beam search)
    #[arg(long, value_name = "N", value_parser = width, allow_negative_numbers = true, help_heading = "Not proven fewest")]
    pub(crate) beam: Option<NonZeroUsize>,
}

impl HowArgs {
    /// The search that these options select, if any.
    pub(crate) fn how(&self) -> Option<ApproximateSearch> {
        self.weight
            .map(ApproximateSearch::Weight)
            .or(self.beam.map(ApproximateSearch::Beam))
    }
}

/// The lower bound that a search uses.
#[derive(Debug, ClapArgs)]
pub(crate) struct BoundArgs {
    /// The lower bound of A*, IDA* and beam search (tiles: walking-conflict, walking-distance, linear-conflict, manhattan, or patterns such as 7-8; puzzle files: travel, balance, neighbours, together, matching, patterns). If none is named, many boards of the 15-puzzle share tables that pay off, kept in the folder of tables
    #[arg(long, value_name = "NAME")]
    pub(crate) heuristic: Option<String>,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// Draw every position of the shortest solution, with the moves
    #[arg(long)]
    pub(crate) solution: bool,
    /// The file to write; the end of its name determines the format [default: text on stdout]
    #[arg(short, long, value_name = "FILE.svg|png|gif")]
    pub(crate) output: Option<PathBuf>,
    /// Animate the pieces in an SVG picture, as in a GIF
    #[arg(long, requires = "solution", requires = "output")]
    pub(crate) animate: bool,
    /// Draw in light colours on a dark background
    #[arg(long, conflicts_with = "light", help_heading = "Picture")]
    pub(crate) dark: bool,
    /// Draw in dark colours on white (this is the default)
    #[arg(long, help_heading = "Picture")]
    pub(crate) light: bool,
    /// Pixels of a PNG or GIF for each unit of the picture, 0.1 to 16 [default: 2 for PNG, 1 for GIF]
    #[arg(long, value_name = "N", requires = "output", help_heading = "Picture")]
    pub(crate) scale: Option<f32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct JudgeArgs {
    /// The contest's name of the problem, or an alias
    #[arg(value_name = "JUDGE")]
    pub(crate) judge: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) bound: BoundArgs,
    /// Stop the whole comparison after this time; --time applies to each algorithm
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub(crate) total_time: Option<Duration>,
    /// Draw a chart of the states that each algorithm expanded
    #[arg(long, value_name = "FILE.svg|png")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, graph, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The file with one or several boards; - for stdin, start for the start of a puzzle file
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,
    /// The moves, or @FILE (@- for stdin) with one solution per line, one line for each board
    #[arg(value_name = "MOVES", num_args = 0.., trailing_var_arg = false)]
    pub(crate) moves: Vec<String>,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// How much to give away: 1 how many moves are left, 2 also what the next changes, 3 also the move
    #[arg(long, value_name = "1|2|3", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) grade: u8,
    /// Instead, how many moves are left after each move that can be made
    #[arg(long, conflicts_with = "grade")]
    pub(crate) each: bool,
}
