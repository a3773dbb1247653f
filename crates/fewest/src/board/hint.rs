//! A hint for the next move that can be revealed step by step.

use std::fmt;

use fewest_rules::{Limits, Outcome, grouped};
use fewest_scene::{Cell, Scene};

use super::Board;
use crate::api::{Answer, SolveError};
use crate::general::scenes::words::in_words;

/// A sentence lists at most this many changes. Nobody reads a longer list.
const MOST_CHANGES: usize = 12;

/// A hint: the first move of the lexicographically first shortest solution, and what this move
/// changes. The caller decides how much to reveal: how many moves are left, what the next move
/// changes, or the move itself.
///
/// ```
/// use fewest::{HintGrade, HintPart, AnyPuzzle};
///
/// let hint = AnyPuzzle::named("tiles")?.board("1 2 3\n4 _ 6\n7 5 8")?.hint()?;
/// assert_eq!(hint.moves_left(), Some(2));
/// let changes = hint.changes().expect("the board is small enough to be drawn");
/// assert_eq!(changes[0].part, HintPart::Piece("5".to_owned()));
/// assert_eq!((changes[0].cell.row, changes[0].cell.column), (2, 1));
/// assert_eq!(hint.next_move(), Some("D"));
///
/// assert_eq!(hint.sentence(HintGrade::Length).as_deref(), Some("2 moves left"));
/// assert_eq!(hint.sentence(HintGrade::Changes).as_deref(), Some("2 moves left; the next moves 5 at r3c2"));
/// assert_eq!(hint.sentence(HintGrade::Move).as_deref(), Some("2 moves left; move 5 at r3c2 up (D)"));
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hint {
    answer: Answer,
    changes: Option<Vec<HintChange>>,
    words: Option<String>,
}

/// How much of a hint is revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HintGrade {
    /// The number of moves that are left.
    Length,
    /// The number of moves that are left, and what the next move changes.
    Changes,
    /// The number of moves that are left, and the next move.
    Move,
}

/// A thing or a cell that the next move changes, with its cell before the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HintChange {
    /// The thing that changes.
    pub part: HintPart,
    /// The cell on which the thing lies before the move. For a piece of several cells, this is its
    /// first cell in reading order.
    pub cell: Cell,
}

/// The kind of thing that the next move changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HintPart {
    /// A piece with this symbol, which moves to another cell.
    Piece(String),
    /// The player, in puzzles whose player is not a piece.
    Player,
    /// The content of a cell, which changes in place.
    Cell,
}

impl Hint {
    /// Makes a hint that contains only the answer of a search.
    pub fn without_changes(answer: Answer) -> Self {
        Self {
            answer,
            changes: None,
            words: None,
        }
    }

    /// The answer of the search. The answer says whether there is a solution and, if a limit
    /// stopped the search, which limit that was.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The number of moves of a shortest solution; `None` unless the board was solved.
    pub fn moves_left(&self) -> Option<usize> {
        self.answer.outcome.moves().map(<[String]>::len)
    }

    /// What the next move changes, in reading order of the cells. `None` if there is no next move
    /// or the board is too large to be drawn.
    pub fn changes(&self) -> Option<&[HintChange]> {
        self.changes.as_deref()
    }

    /// The next move; `None` if no move is left, or the board was not solved.
    pub fn next_move(&self) -> Option<&str> {
        self.answer.outcome.moves()?.first().map(String::as_str)
    }

    /// What the next move does, such as `move the block at r5c1 to the right`. `None` if there is no
    /// next move, or if it does not shift one thing.
    pub fn in_words(&self) -> Option<&str> {
        self.words.as_deref()
    }

    /// The part of the hint up to `grade`, as a sentence. `None` unless the board was solved.
    pub fn sentence(&self, grade: HintGrade) -> Option<String> {
        let left = self.moves_left()?;
        let Some(next) = self.next_move() else {
            return Some("solved: no move is left".to_owned());
        };
        let noun = if left == 1 { "move" } else { "moves" };
        let left = format!("{} {noun} left", grouped(&left.to_string()));
        Some(match (grade, self.changes()) {
            (HintGrade::Length, _) => left,
            (HintGrade::Changes, Some(changes)) => format!("{left}; {}", described(changes)),
            (HintGrade::Changes, None) => {
                format!("{left}; the board is too large to tell what the next changes")
            }
            (HintGrade::Move, _) => match self.in_words() {
                Some(words) => format!("{left}; {words} ({next})"),
                None => format!("{left}; the next is {next}"),
            },
        })
    }
}

impl fmt::Display for HintChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.part {
            HintPart::Piece(symbol) => write!(f, "{symbol} at ")?,
            HintPart::Player => f.write_str("the player at ")?,
            HintPart::Cell => {}
        }
        write!(f, "r{}c{}", self.cell.row + 1, self.cell.column + 1)
    }
}

/// Describes what the next move changes.
fn described(changes: &[HintChange]) -> String {
    let moves = |change: &&HintChange| change.part != HintPart::Cell;
    let (verb, mut things): (_, Vec<&HintChange>) = if changes.iter().any(|c| moves(&c)) {
        ("moves", changes.iter().filter(moves).collect())
    } else {
        ("changes", changes.iter().collect())
    };
    let hidden = things.len().saturating_sub(MOST_CHANGES);
    things.truncate(MOST_CHANGES);
    let more = match hidden {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    if things.is_empty() {
        return "the next changes nothing that can be seen".to_owned();
    }
    let things: Vec<String> = things.iter().map(ToString::to_string).collect();
    format!("the next {verb} {}{more}", things.join(", "))
}

impl Board {
    /// Finds a hint for the next move. Takes as long as [`solve`](Self::solve).
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn hint(&self) -> Result<Hint, SolveError> {
        self.hint_within(&Limits::default())
    }

    /// Does the same as [`hint`](Self::hint), within limits. A search that a limit stops returns a
    /// hint without a move, not an error.
    ///
    /// # Errors
    /// No algorithm fits the board.
    pub fn hint_within(&self, limits: &Limits) -> Result<Hint, SolveError> {
        Ok(self.hint_from(self.solve_with(&limits.clone().into())?))
    }

    /// Makes the hint that follows from an answer for this board, without a search.
    pub fn hint_from(&self, answer: Answer) -> Hint {
        let first = match &answer.outcome {
            Outcome::Solved { moves } => self.first_changes(moves),
            _ => None,
        };
        let (changes, words) = first.unzip();
        Hint {
            answer,
            changes,
            words: words.flatten(),
        }
    }

    /// What the first move in `moves` changes, and what it does in words. `None` if `moves` is empty
    /// or the board cannot be drawn.
    fn first_changes(&self, moves: &[String]) -> Option<(Vec<HintChange>, Option<String>)> {
        let scenes = self.scenes(moves.get(..1)?).ok()?;
        let [before, after] = scenes.as_slice() else {
            return None;
        };
        let words = in_words(before, &after.data().moved);
        let movements = after.data().moved.iter();
        let mut changes: Vec<HintChange> = movements
            .map(|movement| {
                let stays = movement.from == movement.to;
                HintChange {
                    part: part(before, movement.from, stays),
                    cell: movement.from,
                }
            })
            .collect();
        changes.sort_by_key(|change| change.cell);
        Some((changes, words))
    }
}

/// Determines what the next move changes at `cell`. The thing stays on its cell if `stays` is set;
/// otherwise it moves away.
fn part(scene: &Scene, cell: Cell, stays: bool) -> HintPart {
    if scene
        .data()
        .player
        .is_some_and(|player| player.cell == cell)
    {
        return HintPart::Player;
    }
    match scene.symbol(cell) {
        Some(symbol) if !stays && !symbol.is_empty() => HintPart::Piece(symbol.to_owned()),
        _ => HintPart::Cell,
    }
}
