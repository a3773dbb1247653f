//! The arguments of the commands about whole state spaces and their tables.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use fewest_tables::TableCache;

use super::{PuzzleArgs, disk_folder};
use crate::quantity::range;

#[derive(Debug, ClapArgs)]
pub(crate) struct CensusArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, graph, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The size, e.g. 4x4; for the wall pusher and puzzle files, the file of a board, or start
    /// [default: the usual size; for a puzzle file what is piped in, otherwise its start]
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// For a puzzle file, count all arrangements of its symbols, not only the boards reachable from
    /// its start
    #[arg(long)]
    pub(crate) all_boards: bool,
    /// Show up to N of the hardest boards; without N, one
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    pub(crate) hardest: Option<usize>,
    /// Keep the layers in files of this folder, in as much memory as --memory says [default:
    /// 1GiB]; the same command resumes there what was interrupted
    #[arg(long, value_name = "DIR", value_parser = disk_folder())]
    pub(crate) disk: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) team: TeamArgs,
    /// Draw the histogram
    #[arg(long, value_name = "FILE.svg|png")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: PuzzleArgs,
}

/// The processes that work on a space together.
#[derive(Debug, ClapArgs)]
pub(crate) struct TeamArgs {
    /// Divide the boards among N processes on this machine, which share its threads and memory
    #[arg(long, value_name = "N")]
    pub(crate) processes: Option<NonZeroUsize>,
    /// Divide the boards among processes on several machines; line I+1 of the file is the HOST:PORT
    /// of host I. Trusted networks only: nothing is encrypted
    #[arg(
        long,
        value_name = "FILE",
        requires = "host",
        conflicts_with = "processes"
    )]
    pub(crate) hosts: Option<PathBuf>,
    /// The number of this host; host 0 prints the answer
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) host: Option<usize>,
}

#[cfg(feature = "disk")]
#[derive(Debug, ClapArgs)]
pub(crate) struct RunsArgs {
    /// The folder of a run, or a folder of such folders
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct MakeArgs {
    /// The puzzle: flip, four-in-a-row, wall-pusher, rotation, tiles, graph, a name of the library, or a puzzle file
    #[arg(value_name = "PUZZLE")]
    pub(crate) puzzle: String,
    /// The size, e.g. 4x4; for puzzle files, the file of a board, or start [default: the usual
    /// size; for a puzzle file what is piped in, otherwise its start]
    #[arg(value_name = "SIZE")]
    pub(crate) size: Option<String>,
    /// For a puzzle file, draw from all arrangements of its symbols, not only from the boards
    /// reachable from its start
    #[arg(long)]
    pub(crate) all_boards: bool,
    /// For a puzzle file with the statement place, make new levels of what it names, and not only
    /// other positions of the start
    #[arg(long, conflicts_with = "all_boards")]
    pub(crate) levels: bool,
    /// The number of moves of the shortest solutions: 13, 12..15 (both included), or 30.. for 30
    /// and more
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
    Build {
        #[command(flatten)]
        table: TableArgs,
        #[command(flatten)]
        team: TeamArgs,
    },
    /// Verify a table locally: goals have 0, all other states 1 + the least distance of a successor
    Verify(TableArgs),
    /// List the tables with their sizes and whether they are valid
    List(CacheArgs),
    /// Remove a table, given by the name that list shows
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
    /// Keep unfinished work in files of this folder and use as much memory as --memory says [default:
    /// 1GiB]; the same command resumes what was interrupted
    #[arg(long, value_name = "DIR", value_parser = disk_folder(), conflicts_with = "pattern")]
    pub(crate) disk: Option<PathBuf>,
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
