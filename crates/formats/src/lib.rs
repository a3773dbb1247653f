//! Exchange with other programs, one format a file.
//!
//! A puzzle goes out as PSVN ([`psvn::write`]) or PDDL ([`pddl::write`]), so that
//! other search codes and planners can be run on it, and comes in from PSVN and
//! KPuzzle JSON ([`psvn::read`], [`kpuzzle::read`]), to be solved as any other.
//!
//! What goes out is the puzzle as it is from its start: rules that can never be
//! made from there are left out, and so are tests that cannot fail. It means the
//! same in every state that can be reached from the start, and is much
//! smaller.

use std::fmt;
use std::ops::Range;

use fewest_rules::Fault;

use fewest_ground::compiled;

mod exclusive;
pub mod kpuzzle;
mod named;
pub mod pddl;
pub mod psvn;
mod together;

/// Why a puzzle cannot be written in another format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The ground rules or the start make no sense.
    Malformed(compiled::Refused),
    /// What of the puzzle grows too large when it is written out, and the most that is
    /// written.
    TooLarge(&'static str, usize),
    /// What was written cannot be read again, for these faults of it.
    Unread(Vec<Fault>),
    /// The format has no word for it.
    Unsayable(&'static str),
}

impl fmt::Display for Refused {
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

impl std::error::Error for Refused {}

impl From<compiled::Refused> for Refused {
    fn from(why: compiled::Refused) -> Self {
        Self::Malformed(why)
    }
}

/// The fault of what is too large.
fn large(at: Range<usize>, what: &str, most: usize) -> Fault {
    Fault::new(at, format!("too many {what}"), format!("at most {most}"))
}
