//! The arguments of the command line.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::quantity::{bytes, duration};

mod playing;
mod solving;
mod spaces;

pub(crate) use playing::PlayArgs;
pub(crate) use solving::{
    BoundArgs, CheckArgs, CompareArgs, DrawArgs, HintArgs, JudgeArgs, SolutionFormat, SolveArgs,
};
#[cfg(feature = "disk")]
pub(crate) use spaces::RunsArgs;
pub(crate) use spaces::{CacheArgs, CensusArgs, MakeArgs, TableArgs, TableCommand, TeamArgs};

const EXAMPLES: &str = "\
Examples:
  fewest puzzles                      the puzzles and how boards are written
  fewest puzzles klotski              the rules, the notation and the moves of one puzzle
  fewest solve flip board.txt         the fewest moves, with every position on the way
  fewest solve klotski                a puzzle of the library, and its own board
  fewest judge poj-1753 < cases.txt   a contest's program, byte for byte
  fewest help language                how puzzle files are written";

const LONG_HELP: &str = "\
Examples:
  fewest puzzles                      the puzzles and how boards are written
  fewest puzzles klotski              the rules, the notation and the moves of one puzzle
  fewest solve flip board.txt         the fewest moves, with every position on the way
  fewest solve klotski                a puzzle of the library, and its own board
  fewest judge poj-1753 < cases.txt   a contest's program, byte for byte
  fewest help language                how puzzle files are written

Exit codes:
  0    solved (with --weight and --beam: perhaps not by the fewest moves), or the
       command did its job
  1    proven: no solution (check: the solution is wrong or not shortest)
  2    bad input or usage, or input or output that fails
  3    a limit was reached before an answer; what is known so far is printed
  4    a bug of fewest: the rules or another answer refuted an answer, which is
       not printed
  130  interrupted";

/// The fewest moves, proven.
#[derive(Debug, Parser)]
#[command(
    name = "fewest",
    version,
    about = "The fewest moves, proven",
    after_help = EXAMPLES,
    after_long_help = LONG_HELP,
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
    /// List the puzzles, or show the rules, the notation and the moves of one
    #[command(after_help = "Examples:
  fewest puzzles
  fewest puzzles klotski
  fewest puzzles my.fewest")]
    Puzzles(PuzzlesArgs),
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
  fewest solve tiles board.txt --algorithm bfs --disk run   with the layers on disk, to be resumed there
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
  fewest hint sokoban.fewest --grade 3             the next move
  fewest hint sokoban.fewest --each                what each move leads to")]
    Hint(HintArgs),
    /// Play a board in the terminal, with hints and warnings of dead ends
    #[command(after_help = "Examples:
  fewest play sokoban                              a puzzle of the library
  fewest play flip board.txt
  fewest play tiles 3x3 --moves 12..15 --seed 7    a new board of that difficulty
  fewest play klotski --time 10s --memory 1GiB     limits for each hint")]
    Play(PlayArgs),
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
  fewest census rotation --plot rotation.svg
  fewest census tiles 3x4 --disk tiles --memory 64MB
  fewest census tiles 3x4 --processes 2
  fewest census tiles 3x4 --processes 2 --disk tiles
  fewest census tiles 3x5 --hosts hosts.txt --host 0")]
    Census(CensusArgs),
    #[cfg(feature = "disk")]
    /// List the runs that --disk has begun in a folder, and how far they got
    Runs(RunsArgs),
    /// Make boards with a given number of moves
    #[command(after_help = "Examples:
  fewest make flip 5x5 --moves 12..15 --count 10 --seed 7
  fewest make wall-pusher --moves 20..24
  fewest make rush-hour --levels --moves 30.. --count 20 -q    with other cars
  fewest make tiles 3x3 --moves 31 --count 2 -q | fewest solve tiles")]
    Make(MakeArgs),
    /// Write the board of a puzzle file for other programs: PSVN, PDDL
    #[command(after_help = "Examples:
  fewest export my.fewest --to psvn > my.psvn
  fewest export my.fewest --to pddl --output my   writes my/domain.pddl and my/problem.pddl
  fewest export my.psvn board.txt --to pddl       files of other programs have no start")]
    Export(ExportArgs),
    /// Write the graph of all states that a board can reach, with their distances: DOT, JSON, GraphML
    #[command(after_help = "Examples:
  fewest graph tiles board.txt --max-states 200000 > graph.dot
  fewest graph hanoi --to graphml > hanoi.graphml
  fewest graph my.fewest --to json             nodes and edges, as networkx reads them")]
    Graph(GraphArgs),
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
    /// Print the manual page, or that of a command
    Man {
        /// The command
        command: Option<String>,
    },
}

/// A puzzle and its boards.
#[derive(Debug, ClapArgs)]
pub(crate) struct BoardArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, graph, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The file with one or several boards; - for stdin, start for the start of a puzzle file
    /// [default: what is piped in, otherwise the start of a puzzle file]
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

/// The moves after which a game continues.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct GameArgs {
    /// Continue after these moves on the board, or @FILE (@- for stdin) with a line for each board
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
}

/// The options of a puzzle besides the board.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct PuzzleArgs {
    /// The goal (flip: white, black, either; rotation: 1, 2, 3; tiles: blank-last, blank-first;
    /// KPuzzle: an algorithm, or a pattern or its file)
    #[arg(long, value_name = "GOAL", help_heading = "Puzzle")]
    pub(crate) goal: Option<String>,
    /// The number of colours through which the cells cycle (flip: 2 to 36)
    #[arg(long, visible_alias = "colors", value_name = "K", value_parser = clap::value_parser!(u8).range(2..=36), help_heading = "Puzzle")]
    pub(crate) colours: Option<u8>,
    /// The side that moves first (four-in-a-row: black, white, either)
    #[arg(long, value_name = "SIDE", help_heading = "Puzzle")]
    pub(crate) first: Option<String>,
    /// What counts as a move (KPuzzle files: half, quarter; tiles: single, multi)
    #[arg(long, value_name = "METRIC", help_heading = "Puzzle")]
    pub(crate) metric: Option<String>,
    /// Only one of the boards in the file: its number, or the title of a level
    #[arg(long, value_name = "N|TITLE", help_heading = "Puzzle")]
    pub(crate) level: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PuzzlesArgs {
    /// One puzzle: its name, or a puzzle file [default: all puzzles]
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: Option<String>,
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
pub(crate) struct GraphArgs {
    #[command(flatten)]
    pub(crate) board: BoardArgs,
    /// The format; --json is the same as --to json
    #[arg(long, value_name = "FORMAT", default_value = "dot")]
    pub(crate) to: GraphFormat,
    /// Refuse a graph with more states
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) max_states: usize,
}

/// The formats of state graphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// The language of Graphviz
    Dot,
    /// Nodes and edges in one object
    Json,
    /// The XML format that graph editors and libraries read
    Graphml,
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
    /// The file of the board (the first one, if it has several); - for stdin, start for the start
    /// of FILE [default: what is piped in, otherwise the start of FILE]
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

/// Reads the folder of `--disk`.
fn disk_folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|folder| match cfg!(feature = "disk") {
        true => Ok(folder),
        false => Err("this program was built without its feature disk"),
    })
}
