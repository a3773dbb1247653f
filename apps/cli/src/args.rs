//! The arguments of the command line.

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

/// The options of every command.
#[derive(Debug, ClapArgs)]
pub(crate) struct Common {
    /// Print JSON: one object, or one object per line for several boards
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) json: bool,
    /// Stop after this time, e.g. 30s, 500ms, 2m; it applies to the whole command, or to each of
    /// several boards
    #[arg(long, global = true, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,
    /// Use at most this much memory, e.g. 4GiB, 500MB; boards solved in parallel share it [default:
    /// four fifths of the free memory]
    #[arg(long, global = true, value_name = "SIZE", value_parser = bytes, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,
    /// Use at most N threads [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Limits")]
    pub(crate) threads: Option<u16>,
    /// Print more: method, nodes, time, memory
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) verbose: bool,
    /// Print less: the answer without the positions, and no notes; with -v the method is still
    /// printed
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
  fewest solve tiles --k 20 board.txt              the 20 best solutions
  fewest solve tiles --within 2 --count board.txt  how many have at most two moves more
  fewest solve tiles --after UL board.txt          from where a game has come to
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
    /// Replay a given solution: is it legal, does it reach a goal, does it have the fewest moves?
    #[command(after_help = "Examples:
  fewest check flip board.txt 'r1c1 r1c2 r2c2 r4c3'
  fewest check rotation board.txt AC
  fewest check flip boards.txt @solutions.txt   one solution a line, one line a board")]
    Check(CheckArgs),
    /// Test puzzle files: whether their boards have the outcomes that their expect lines state
    #[command(after_help = "Examples:
  fewest test my.fewest
  fewest test klotski                      a puzzle of the library
  fewest test --json examples/puzzles/*.fewest")]
    Test(TestArgs),
    /// Write a puzzle file to start with
    #[command(after_help = "Examples:
  fewest new my                  writes my.fewest, ready for fewest solve my.fewest
  fewest new --from sokoban my   the same, with the rules and boards of sokoban")]
    New(NewArgs),
    /// Help with the next move: how many are left, what it changes, the move itself
    #[command(after_help = "Examples:
  fewest hint tiles board.txt                      how many moves are left
  fewest hint tiles board.txt --after UL --grade 2 what the next move changes
  fewest hint sokoban.fewest --grade 3             the next move")]
    Hint(HintArgs),
    /// Explain why there is no solution, or what makes the shortest one shortest
    #[command(after_help = "Examples:
  fewest explain flip board.txt
  fewest explain wall-pusher maze.txt")]
    Explain(BoardArgs),
    /// Count all boards by their distance: God's number, the hardest and the unsolvable boards
    #[command(after_help = "Examples:
  fewest census flip 4x4
  fewest census four-in-a-row --hardest 128
  fewest census tiles 3x4 --threads 2
  fewest census wall-pusher maze.txt       from every start in one maze
  fewest census rotation --plot rotation.svg")]
    Census(CensusArgs),
    /// Make boards with a given number of moves
    #[command(after_help = "Examples:
  fewest make flip 5x5 --moves 12..15 --count 10 --seed 7
  fewest make wall-pusher --moves 20..24
  fewest make tiles 3x3 --moves 31 --count 2 -q | fewest solve tiles")]
    Make(MakeArgs),
    /// Write the board of a puzzle file for other programs: PSVN, PDDL
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
    /// Manage distance tables: build, verify, list, remove
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
    /// The file with one or several boards; - for stdin [default: the start of a puzzle file,
    /// otherwise stdin]
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

/// Where a game has come to.
#[derive(Debug, ClapArgs)]
pub(crate) struct GameArgs {
    /// Continue after these moves on the board, or @FILE (@- for stdin) with a line for each board
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
}

/// What a puzzle may be told beside the board.
#[derive(Debug, ClapArgs)]
pub(crate) struct PuzzleArgs {
    /// The goal (flip: white, black, either; rotation: 1, 2, 3; tiles: blank-last, blank-first)
    #[arg(long, value_name = "GOAL", help_heading = "Puzzle")]
    pub(crate) goal: Option<String>,
    /// The number of colours through which the cells cycle (flip: 2 to 36)
    #[arg(long, visible_alias = "colors", value_name = "K", value_parser = clap::value_parser!(u8).range(2..=36), help_heading = "Puzzle")]
    pub(crate) colours: Option<u8>,
    /// The side that moves first (four-in-a-row: black, white, either)
    #[arg(long, value_name = "SIDE", help_heading = "Puzzle")]
    pub(crate) first: Option<String>,
    /// What counts as a move (KPuzzle files: half, quarter)
    #[arg(long, value_name = "METRIC", help_heading = "Puzzle")]
    pub(crate) metric: Option<String>,
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
    #[command(flatten)]
    pub(crate) more: MoreArgs,
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

/// Solutions beside the shortest.
#[derive(Debug, ClapArgs)]
pub(crate) struct MoreArgs {
    /// List the K best solutions
    #[arg(long, value_name = "K", conflicts_with = "within", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) k: Option<u64>,
    /// Solutions with up to N moves more than the fewest: list them, or as --all and --count say
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
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, a name of the library, or a puzzle file
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
}

#[derive(Debug, ClapArgs)]
pub(crate) struct TestArgs {
    /// The puzzle files, or names of the library
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct NewArgs {
    /// The puzzle's name; the name of its file is this name with .fewest appended
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
    /// The size, e.g. 4x4; for the wall pusher and puzzle files, the file of a board, or start
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// For a puzzle file, count all arrangements of its symbols, not only the boards reachable from
    /// its start
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
    /// The size, e.g. 4x4; for puzzle files, the file of a board, or start
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// For a puzzle file, draw from all arrangements of its symbols, not only from the boards
    /// reachable from its start
    #[arg(long)]
    pub(crate) all_boards: bool,
    /// The number of moves of the shortest solutions: 13, or 12..15 (both included)
    #[arg(long, value_name = "MOVES", value_parser = range)]
    pub(crate) moves: RangeInclusive<u32>,
    /// The number of boards
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// The seed of the random numbers; the same seed makes the same boards
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Make no two boards that are equal up to symmetry
    #[arg(long)]
    pub(crate) distinct: bool,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ServeArgs {
    /// Puzzle files to offer in addition to the built-in puzzles
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<String>,
    /// The port; 0 for any free port
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 8731,
        help_heading = "Server"
    )]
    pub(crate) port: u16,
    /// Listen on this address instead of loopback, so that others can reach the page; they need the
    /// token
    #[arg(long, value_name = "ADDRESS", help_heading = "Server")]
    pub(crate) listen: Option<IpAddr>,
    /// A name by which browsers may address this machine, in addition to its addresses and
    /// localhost
    #[arg(long = "host", value_name = "NAME", help_heading = "Server")]
    pub(crate) hosts: Vec<String>,
    /// The secret that every browser must show [default: random with --listen, none on loopback]
    #[arg(long, value_name = "TOKEN", help_heading = "Server")]
    pub(crate) token: Option<String>,
    /// The number of requests that search at the same time; sixteen more wait, others are refused
    /// [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = "Server")]
    pub(crate) searches: Option<u16>,
    /// The time limit of each request, from `--time`.
    #[arg(skip)]
    pub(crate) time: Option<Duration>,
    /// The memory limit of each search, from `--memory`.
    #[arg(skip)]
    pub(crate) memory: Option<u64>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct ExportArgs {
    /// The puzzle file: my.fewest, my.psvn, or a KPuzzle in my.json
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The file of the board (the first one, if it has several); - for stdin [default: the start of
    /// FILE]
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Format,
    /// The output: a file for PSVN; for PDDL, a folder for domain.pddl and problem.pddl [default:
    /// stdout]
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
}

/// The formats of other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Production systems over vectors of labels
    Psvn,
    /// The planning domain definition language: STRIPS, typing, action costs
    Pddl,
}

/// The options about distance tables.
#[derive(Debug, ClapArgs)]
pub(crate) struct CacheArgs {
    /// The folder of tables [default: FEWEST_CACHE, or the platform's cache folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// Use tables that other users could have written; a forged table can make a wrong answer look
    /// proven
    #[arg(long)]
    pub(crate) trust_tables: bool,
}

impl CacheArgs {
    /// The folder of tables, if this option or the environment specifies one.
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
    /// Build the table of a space, unless a valid one exists
    Build(TableArgs),
    /// Verify a table locally: goals have 0, all other states 1 + the least distance of a successor
    Verify(TableArgs),
    /// List the tables with their sizes and whether they are valid
    List(CacheArgs),
    /// Remove a table; its name is the one that list shows
    Remove {
        /// The name of the table's file
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
