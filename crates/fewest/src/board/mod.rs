//! A board, and the requests that it can answer.
//!
//! A method may be wrong: a lower bound that is too high, a path with a missing step, a table for
//! another puzzle. So each solution is replayed by the rules alone before it is told, and each
//! statement is compared with everything that was told about the board before. What does not fit is
//! an [`InternalError`](crate::api::InternalError) and never an answer.
//!
//! | module | its part |
//! | --- | --- |
//! | `family` | a puzzle at run time, which reads boards |
//! | `origin` | where a board comes from |
//! | `positions` | positions, drawings, legal moves, replays: requests without a search |
//! | `solving`, `comparing` | a solution, proven or not, explanations, the answers of all algorithms |
//! | `solutions`, `listed` | many solutions, and what makes a board hard |
//! | `hint`, `rating`, `verdict` | hints, what each move leads to, the check of moves that a user proposes |
//! | `request` | requests and replies as plain data |
//! | `checking`, `told` | the check of every answer against the rules and the earlier answers |

mod checking;
mod comparing;
mod family;
mod hint;
mod listed;
mod origin;
mod positions;
mod rating;
mod request;
mod solutions;
mod solving;
mod told;
mod verdict;

use std::fmt;
use std::sync::{Arc, Mutex, OnceLock};

use fewest_ground::CostMeasure;

use crate::algorithm::Algorithm;
use crate::api::{AnyBoard, LevelInfo};
use told::Told;

pub use family::{Family, PlacedBoard};
pub use hint::{Hint, HintChange, HintGrade, HintPart};
pub use origin::BoardOrigin;
pub use rating::RatedMove;
pub use request::{Reply, Request, SolutionList};
pub use verdict::{Check, Verdict};

/// A board of any puzzle, whose answers are checked before they are told. Clones are cheap, share
/// what was told, and all methods can be called from any thread.
///
/// If the start is a goal, every method that fits the board returns the empty solution at once,
/// whatever the limits. Every method would notice such a start, but some first build tables or
/// solve equations, which can exceed the limits.
#[derive(Clone)]
pub struct Board(Arc<BoardParts>);

struct BoardParts {
    board: Box<dyn AnyBoard>,
    origin: BoardOrigin,
    /// Whether the start is a goal, computed at most once.
    is_goal: OnceLock<bool>,
    told: Mutex<Told>,
}

impl Board {
    /// The board that `board` answers for, without any check of its own.
    pub fn new(board: Box<dyn AnyBoard>, origin: BoardOrigin) -> Self {
        Self(Arc::new(BoardParts {
            board,
            origin,
            is_goal: OnceLock::new(),
            told: Mutex::default(),
        }))
    }

    /// What the collection of levels says about the board, if the board was read from a collection.
    ///
    /// ```
    /// use fewest::AnyPuzzle;
    ///
    /// let sokoban = AnyPuzzle::named("sokoban")?;
    /// let levels = sokoban.boards("; One\n\n#####\n#@$.#\n#####\n")?;
    /// let level = levels[0].level().expect("the text is a collection");
    /// assert_eq!((level.number, level.title.as_deref()), (1, Some("One")));
    /// # Ok::<(), fewest::Error>(())
    /// ```
    pub fn level(&self) -> Option<&LevelInfo> {
        self.0.board.level()
    }

    /// The algorithms that fit the board, beginning with the one that [`solve`](Self::solve) tries
    /// first.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        self.0.board.algorithms()
    }

    /// The names of the lower bounds among which [`SolveOptions::heuristic`](crate::api::SolveOptions::heuristic) can choose. The list
    /// is empty if the user cannot choose among several lower bounds.
    pub fn heuristics(&self) -> Vec<&'static str> {
        self.0.board.heuristics()
    }

    /// What a search minimises, if moves have costs.
    pub fn measure(&self) -> Option<CostMeasure> {
        self.0.board.measure()
    }

    /// The results of the analysis of the puzzle, as sentences that say why an algorithm fits the
    /// puzzle and why another does not. The analysis needs no search.
    pub fn properties(&self) -> Vec<String> {
        self.0.board.properties()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Board")
            .field(&self.0.origin.board())
            .finish()
    }
}
