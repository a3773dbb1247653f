//! Exchange with other programs; each format has its own module.
//!
//! A puzzle can be written as PSVN ([`psvn::write`]) or PDDL ([`pddl::write`]), so that other
//! search programs and planners can solve it. Puzzles in PSVN and KPuzzle JSON can be read
//! ([`psvn::read`], [`kpuzzle::read`]) and solved like any other. Levels of Sokoban, boards of Rush
//! Hour and lists of sliding tiles are read as their collections write them ([`sokoban`],
//! [`rush_hour`], [`tile_list`]).
//!
//! The written puzzle is simplified for its start: rules that can never apply from there are left
//! out, and so are tests that cannot fail. It has the same meaning in every state that is reachable
//! from the start, and is much smaller.

use std::fmt;
use std::ops::Range;

use fewest_rules::{Fault, Objective};

use fewest_ground::{CompileError, Ground};

mod exclusive;
pub mod kpuzzle;
mod level;
mod named;
pub mod pddl;
pub mod psvn;
pub mod rush_hour;
pub mod sokoban;
pub mod tile_list;
mod together;

pub use level::Level;

/// Why a puzzle cannot be written in another format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportError {
    /// The ground rules or the start are not valid.
    Malformed(CompileError),
    /// A part of the puzzle would be too large in the other format: the name of the part, and its
    /// limit.
    TooLarge(&'static str, usize),
    /// The written text cannot be read back because of these faults.
    Unread(Vec<Fault>),
    /// The format cannot express the puzzle, for this reason.
    Unsayable(&'static str),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(why) => write!(f, "{why}"),
            Self::TooLarge(what, most) => write!(f, "more than {most} {what}"),
            Self::Unread(faults) => {
                f.write_str("it could not be read again")?;
                let why = faults.first();
                why.map_or(Ok(()), |why| write!(f, ": {}, {}", why.message, why.label))
            }
            Self::Unsayable(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for ExportError {}

impl From<CompileError> for ExportError {
    fn from(why: CompileError) -> Self {
        Self::Malformed(why)
    }
}

/// Returns an error if the puzzle minimises two criteria.
fn only_cost(ground: &Ground) -> Result<(), ExportError> {
    match &ground.measure {
        None => Ok(()),
        Some(measure) if measure.objective == Objective::Cost => Ok(()),
        Some(_) => Err(ExportError::Unsayable(
            "the format minimises a single number, and this puzzle the cost and the number of moves",
        )),
    }
}

/// The fault of a file of more than `most` bytes.
fn too_long(text: &str, most: usize) -> Option<Fault> {
    let message = format!("a file of {} bytes", text.len());
    let label = format!("expected at most {most}");
    (text.len() > most).then(|| Fault::new(0..0, message, label))
}

/// The fault of a text that contains more than `most` of something.
fn large(at: Range<usize>, what: &str, most: usize) -> Fault {
    Fault::new(at, format!("too many {what}"), format!("at most {most}"))
}
