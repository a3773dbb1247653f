//! The command line.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use fewest::algorithm::ApproximateSearch;
use fewest::search::{TableCache, Weight};

use crate::quantity::{bytes, duration, range, weight, width};

const EXIT_CODES: &str = "\
Exit codes:
  0    solved (with --weight and --beam: perhaps not by the fewest moves), or the
       command did its job
  1    proven: no solution (check: the solution is wrong or not shortest)
  2    bad input or usage, or input or output that fails
  3    a limit was reached before an answer; what is known so far is printed
  130  interrupted";

/// The fewest moves, proven.
#[derive(Debug, Parser)]
#[command(
    name = "fewest",
    version,
    about = "The fewest moves, proven",
    after_help = "Examples:
  fewest puzzles                      the puzzles and how boards are written
  fewest solve flip board.txt         the fewest moves, with every position on the way
  fewest judge poj-1753 < cases.txt   a contest's program, byte for byte",
    after_long_help = EXIT_CODES,
    propagate_version = true
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) common: Common,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command understands.
#[derive(Debug, ClapArgs)]
pub(crate) struct Common {
    /// Print JSON: one object, or one object a line for several boards
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// Stop after this long, e.g. 30s, 500ms, 2m: the whole command, or each of several boards
    #[arg(long, global = true, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Hold at most this much, e.g. 4GiB, 500MB; boards solved side by side share it [default:
    /// four fifths of what is free]
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Use at most N threads [default: one a core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub(crate) threads: Option<u16>,
    /// Say more: method, nodes, time, memory
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) verbose: bool,
    /// Say less: the answer without the positions, no notes; with -v the method all the same
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// When to use colours
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        help_heading = "Output"
    )]
    pub(crate) color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the built-in puzzles, their sizes and their notation, and the library of puzzle files
    Puzzles,
    /// Find the fewest moves, proven, with every position on the way
    #[command(after_help = "Examples:
  fewest solve flip board.txt
  fewest solve flip --goal white --count board.txt
  fewest solve wall-pusher --algorithm bfs -v maze.txt
  echo BWBOWBWBBWBWWBWO | fewest solve four-in-a-row
  fewest solve rotation --json boards.txt > answers.ndjson
  fewest solve tiles --heuristic 7-8 --json korf.txt > answers.ndjson
  fewest solve tiles --weight 1.5 board.txt        at most 1.5 times the fewest moves, sooner
  fewest solve klotski                             a puzzle of the library, and its own board
  fewest solve sokoban levels.xsb --level 3        a level of a collection
  fewest solve my.fewest                           a puzzle file")]
    Solve(SolveArgs),
    /// Draw a board, or every position of the shortest solution
    #[command(after_help = "Examples:
  fewest draw examples/puzzles/klotski.fewest              in the terminal
  fewest draw tiles board.txt -o board.svg                 a picture
  fewest draw flip board.txt --solution -o moves.png       all positions side by side
  fewest draw rotation board.txt --solution -o moves.gif   an animation
  fewest draw sokoban.fewest --solution --animate -o moves.svg")]
    Draw(DrawArgs),
    /// Run a contest's program on stdin: poj-1753, codevs-1004, uva-10384, poj-2286
    #[command(after_help = "Examples:
  fewest judge poj-1753 < cases.txt
  fewest judge hdu-1667 < cases.txt   another name of poj-2286")]
    Judge(JudgeArgs),
    /// Solve a board with every algorithm that fits and compare them
    #[command(after_help = "Examples:
  fewest compare flip board.txt
  fewest compare rotation --time 5s --json board.txt")]
    Compare(CompareArgs),
    /// Replay somebody's solution: legal? a goal? the fewest moves?
    #[command(after_help = "Examples:
  fewest check flip board.txt 'r1c1 r1c2 r2c2 r4c3'
  fewest check rotation board.txt AC
  fewest check flip boards.txt @solutions.txt   one solution a line, one line a board")]
    Check(CheckArgs),
    /// Check puzzle files: whether their boards end as their expect lines say
    #[command(after_help = "Examples:
  fewest test my.fewest
  fewest test klotski                      a puzzle of the library
  fewest test --json examples/puzzles/*.fewest")]
    Test(TestArgs),
    /// Write a puzzle file to begin with
    #[command(after_help = "Examples:
  fewest new my                  writes my.fewest, ready for fewest solve my.fewest
  fewest new --from sokoban my   the same, with the rules and boards of sokoban")]
    New(NewArgs),
    /// Explain why there is no solution, or what makes the shortest one shortest
    #[command(after_help = "Examples:
  fewest explain flip board.txt
  fewest explain wall-pusher maze.txt")]
    Explain(BoardArgs),
    /// Count all boards by their distance: God's number, the hardest, the impossible
    #[command(after_help = "Examples:
  fewest census flip 4x4
  fewest census four-in-a-row --hardest 128
  fewest census tiles 3x4 --threads 2
  fewest census wall-pusher maze.txt       from every start in one maze
  fewest census rotation --plot rotation.svg")]
    Census(CensusArgs),
    /// Make boards of a wanted number of moves
    #[command(after_help = "Examples:
  fewest make flip 5x5 --moves 12..15 --count 10 --seed 7
  fewest make wall-pusher --moves 20..24
  fewest make tiles 3x3 --moves 31 --count 2 -q | fewest solve tiles")]
    Make(MakeArgs),
    /// Write a puzzle file's board for other programs: PSVN, PDDL
    #[command(after_help = "Examples:
  fewest export my.fewest --to psvn > my.psvn
  fewest export my.fewest --to pddl --output my   writes my/domain.pddl and my/problem.pddl
  fewest export my.psvn board.txt --to pddl       files of other programs have no start")]
    Export(ExportArgs),
    /// Serve a page on which puzzles are played, created, analysed and shared in a browser
    #[command(after_help = "Examples:
  fewest serve                                  the built-in puzzles, for this machine alone
  fewest serve my.fewest examples/puzzles/*.fewest
  fewest serve --listen 0.0.0.0 --time 10s      for others too, with a token")]
    Serve(ServeArgs),
    /// Keep distance tables: build, verify, list, remove
    #[command(subcommand)]
    Table(TableCommand),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// A puzzle and its boards.
#[derive(Debug, ClapArgs)]
pub(crate) struct BoardArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The file of one or several boards; - for stdin. Nothing is stdin too, or a puzzle file's
    /// own start
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

/// What a puzzle may be told beside the board.
#[derive(Debug, ClapArgs)]
pub(crate) struct PuzzleArgs {
    /// The goal wanted (flip: white, black, either; rotation: 1, 2, 3; tiles: blank-last, blank-first)
    #[arg(long, value_name = "GOAL", help_heading = "Puzzle")]
    pub(crate) goal: Option<String>,
    /// How many colours the cells cycle through (flip: 2 to 36)
    #[arg(long, visible_alias = "colors", value_name = "K", value_parser = clap::value_parser!(u8).range(2..=36), help_heading = "Puzzle")]
    pub(crate) colours: Option<u8>,
    /// Who moves first (four-in-a-row: black, white, either)
    #[arg(long, value_name = "SIDE", help_heading = "Puzzle")]
    pub(crate) first: Option<String>,
    /// Only one of the boards in the file: its number, or the title of a level
    #[arg(long, value_name = "N|TITLE", help_heading = "Puzzle")]
    pub(crate) level: Option<String>,
}

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
    /// The lexicographically first solution (already the default)
    #[arg(long)]
    pub(crate) lexicographic: bool,
    /// The algorithm [default: the best for the board]
    #[arg(long, value_name = "NAME")]
    pub(crate) algorithm: Option<String>,
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
#[group(multiple = false, conflicts_with_all = ["algorithm", "all", "count", "lexicographic"])]
pub(crate) struct HowArgs {
    /// Accept up to W times the fewest moves, e.g. 1.5, for far less work (weighted A*)
    #[arg(long, value_name = "W", value_parser = weight, allow_negative_numbers = true, help_heading = "Not proven fewest")]
    pub(crate) weight: Option<Weight>,
    /// Accept any solution; keep the N positions after each move that look best (beam search)
    #[arg(long, value_name = "N", value_parser = width, allow_negative_numbers = true, help_heading = "Not proven fewest")]
    pub(crate) beam: Option<NonZeroUsize>,
}

impl HowArgs {
    /// In the words of the library.
    pub(crate) fn how(&self) -> Option<ApproximateSearch> {
        self.weight
            .map(ApproximateSearch::Weight)
            .or(self.beam.map(ApproximateSearch::Beam))
    }
}

/// Which lower bound a search uses.
#[derive(Debug, ClapArgs)]
pub(crate) struct BoundArgs {
    /// The lower bound of A*, IDA* and beam search (tiles: walking-conflict, walking-distance, linear-conflict, manhattan, or patterns such as 7-8; puzzle files: travel, balance, patterns)
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
    /// The file to write; the end of its name says the format [default: text on stdout]
    #[arg(short, long, value_name = "FILE.svg|png|gif")]
    pub(crate) output: Option<PathBuf>,
    /// Let the pieces of an SVG picture move, as those of a GIF do
    #[arg(long, requires = "solution", requires = "output")]
    pub(crate) animate: bool,
    /// Light on dark
    #[arg(long, conflicts_with = "light", help_heading = "Picture")]
    pub(crate) dark: bool,
    /// Dark on white (already the default)
    #[arg(long, help_heading = "Picture")]
    pub(crate) light: bool,
    /// Pixels of a PNG or GIF for each unit of the picture, 0.1 to 16 [default: 2 for PNG, 1 for GIF]
    #[arg(long, value_name = "N", requires = "output", help_heading = "Picture")]
    pub(crate) scale: Option<f32>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct JudgeArgs {
    /// The contest's name for the problem, or an alias
    #[arg(value_name = "JUDGE")]
    pub(crate) judge: String,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    #[command(flatten)]
    pub(crate) bound: BoundArgs,
    /// Stop the whole comparison after this long; --time is for each algorithm
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub(crate) total_time: Option<Duration>,
    /// Draw a chart of the states that each algorithm expanded
    #[arg(long, value_name = "FILE.svg|png")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CheckArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The file of one or several boards; - for stdin, start for a puzzle file's own
    #[arg(value_name = "BOARD")]
    pub(crate) board: String,
    /// The moves, or @FILE (@- for stdin) with one solution a line, one line a board
    #[arg(value_name = "MOVES", num_args = 0.., trailing_var_arg = false)]
    pub(crate) moves: Vec<String>,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct TestArgs {
    /// The puzzle files, or names of the library
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct NewArgs {
    /// The puzzle's name; its file is called so, with .fewest behind it
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Copy this puzzle of the library
    #[arg(long, value_name = "PUZZLE")]
    pub(crate) from: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct CensusArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The size, e.g. 4x4; for the wall pusher and puzzle files the file of a board, or start
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// Of a puzzle file, count all ways to lay its symbols, not only what moves can make of its start
    #[arg(long)]
    pub(crate) all_boards: bool,
    /// Show up to N of the hardest boards
    #[arg(long, value_name = "N")]
    pub(crate) hardest: Option<usize>,
    /// Draw the histogram
    #[arg(long, value_name = "FILE.svg|png")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct MakeArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The size, e.g. 4x4; for puzzle files the file of a board, or start
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// Of a puzzle file, draw from all ways to lay its symbols, not only from what moves can make of its start
    #[arg(long)]
    pub(crate) all_boards: bool,
    /// How many moves the shortest solutions have: 13, or 12..15 (both included)
    #[arg(long, value_name = "MOVES", value_parser = range)]
    pub(crate) moves: RangeInclusive<u32>,
    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// The same seed makes the same boards
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,
    /// No two boards equal up to symmetry
    #[arg(long)]
    pub(crate) distinct: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    /// Puzzle files to offer beside the built-in puzzles
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// The port; 0 for any that is free
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 8731,
        help_heading = "Server"
    )]
    pub(crate) port: u16,
    /// Listen on this address instead of loopback, so that others reach the page; they need the token
    #[arg(long, value_name = "ADDRESS", help_heading = "Server")]
    pub(crate) listen: Option<IpAddr>,
    /// A name by which browsers call this machine, beside its addresses and localhost
    #[arg(long = "host", value_name = "NAME", help_heading = "Server")]
    pub(crate) hosts: Vec<String>,
    /// The secret that every browser must show [default: random with --listen, none on loopback]
    #[arg(long, value_name = "TOKEN", help_heading = "Server")]
    pub(crate) token: Option<String>,
    /// How many requests search at once; sixteen more wait, others are refused [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Server")]
    pub(crate) searches: Option<u16>,
    /// The time of a request, from `--time`.
    #[arg(skip)]
    pub(crate) time: Option<Duration>,
    /// The memory of a search, from `--memory`.
    #[arg(skip)]
    pub(crate) memory: Option<u64>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ExportArgs {
    /// The puzzle file: my.fewest, my.psvn, or KPuzzle in my.json; or a name of the library
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The file of the board, the first if there are several; - for stdin [default: the start of FILE]
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Format,
    /// Where to write: a file for PSVN, for PDDL a folder that gets domain.pddl and problem.pddl [default: stdout]
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
}

/// What other programs read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Production systems over vectors of labels
    Psvn,
    /// The planning domain definition language: STRIPS, typing, action costs
    Pddl,
}

/// Where tables are kept.
#[derive(Debug, ClapArgs)]
pub(crate) struct CacheArgs {
    /// The folder of tables [default: FEWEST_CACHE, or the platform's cache folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// Believe tables that other users could have written: who can forge a table can make a wrong answer look proven
    #[arg(long)]
    pub(crate) trust_tables: bool,
}

impl CacheArgs {
    /// The folder of tables, if one is named here or by the environment.
    pub(crate) fn folder(&self) -> Option<TableCache> {
        let cache = match &self.cache {
            Some(folder) => Some(TableCache::new(folder)),
            None => TableCache::from_environment(),
        };
        cache.map(|cache| cache.trusting_everybody(self.trust_tables))
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Build the table of a space, unless a sound one is there
    Build(TableArgs),
    /// Verify a table locally: 0 exactly at goals, elsewhere 1 + the least successor
    Verify(TableArgs),
    /// List the tables with their sizes and whether they are sound
    List(CacheArgs),
    /// Remove a table by the name that list shows
    Remove {
        /// The file's name
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        cache: CacheArgs,
    },
}

#[derive(Debug, ClapArgs)]
pub(crate) struct TableArgs {
    /// The puzzle: four-in-a-row, tiles, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The size, e.g. 3x4
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// The pattern databases of these patterns (tiles: 7-8, 6-6-3, 5-5-5, other sizes, or tiles as 1,2,3/4,5)
    #[arg(long, value_name = "NAME")]
    pub(crate) pattern: Option<String>,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}
