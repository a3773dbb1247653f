//! A puzzle file, read and grounded.

use std::ops::Range;
use std::sync::Arc;

use fewest_rules::{Fault, Faults, sorted};

use crate::source::check::check;
use crate::source::layout::Layout;
use crate::source::lexer;
use crate::source::limits::MOST_BYTES;
use crate::source::parser;
use crate::source::possible::Possible;
use fewest_ground::{Ground, Label};

mod drawn;

use drawn::Drawn;

/// A puzzle file in the puzzle language, without faults.
#[derive(Debug, Clone)]
pub struct DrawnFile {
    own: Grounds,
    start: Option<Vec<Label>>,
    expects: Vec<Expect>,
    drawn: Arc<Drawn>,
}

/// A board, and the puzzle on it. Boards that differ only in the state share
/// the puzzle.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The puzzle.
    pub ground: Arc<Ground>,
    /// How its states are drawn.
    pub layout: Arc<Layout>,
    /// The board's state.
    pub start: Vec<Label>,
}

/// A board of a text, read and found without faults, but not yet grounded: a text may hold
/// any number of them. It holds the lines that draw it.
#[derive(Debug, Clone)]
pub struct Unplayed(Box<str>);

/// What the file expects of a board.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The board.
    pub board: Instance,
    /// How it ends.
    pub outcome: Outcome,
    /// The line of the file.
    pub span: Range<usize>,
}

/// How a board ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The fewest moves to a goal.
    Moves(u64),
    /// No goal can be reached.
    Unsolvable,
}

/// A puzzle's ground rules and how its states are drawn.
#[derive(Debug, Clone)]
struct Grounds {
    ground: Arc<Ground>,
    layout: Arc<Layout>,
    /// What positions may be, if rules were left out that can never be made there.
    possible: Option<Arc<Possible>>,
}

/// Reads a puzzle file. With the puzzle come warnings, in the order of their places.
///
/// Takes time linear in the text and in the ground rules, both of which are
/// limited.
///
/// ```
/// let text = "
/// puzzle switches
/// symbols w b
/// board 1x3
/// move press(cell)
///   cell   +1
///   beside +1
/// goal all w
/// start b w b
/// expect 2
/// ";
/// let (file, warnings) = fewest_lang::read(text).expect("nothing is wrong with it");
/// assert!(warnings.is_empty());
/// assert_eq!(file.ground().moves, ["r1c1", "r1c2", "r1c3"]);
/// assert_eq!(file.expects()[0].outcome, fewest_lang::Outcome::Moves(2));
/// let boards = file.boards("w w b\n\nb b b\n").expect("two boards");
/// assert_eq!(boards[1].0.start, [1, 1, 1]);
///
/// let faults = fewest_lang::read(&text.replace("goal all w", "goal all x")).unwrap_err();
/// assert_eq!(faults[0].message, "unknown symbol 'x'");
/// ```
///
/// # Errors
/// All that is wrong in the text, at most a score of faults, in the order of their
/// places.
pub fn read(text: &str) -> Result<(DrawnFile, Vec<Fault>), Vec<Fault>> {
    if text.len() > MOST_BYTES {
        let message = format!("a file of {} bytes", text.len());
        let label = format!("expected at most {MOST_BYTES}");
        return Err(vec![Fault::new(0..0, message, label)]);
    }
    if let Some(fault) = lexer::line_ends(text) {
        return Err(vec![fault]);
    }
    let mut faults = Vec::new();
    let file = parser::parse(text, &mut faults);
    let hidden = lexer::hidden_cells(text);
    let refused = |mut faults: Vec<Fault>| {
        let sharp = lexer::hidden_symbol(text);
        if sharp.is_some() || !hidden.is_empty() {
            // What is drawn is among what was read as comments.
            faults.retain(|fault| fault.message != "nothing is drawn");
        }
        faults.extend(hidden.iter().cloned().chain(sharp));
        Err(sorted(faults))
    };
    let file = match file {
        Some(file) if hidden.is_empty() => file,
        _ => return refused(faults),
    };
    let parsed = faults.len();
    let checked = check(&file, text.trim_end().len(), &mut faults);
    // A line that could not be read may hold what the others miss, and without symbols all
    // of them are unknown.
    let nameless = checked.alphabet.symbols.is_empty();
    let checks = faults.split_off(parsed);
    faults.extend(checks.into_iter().filter(|fault| {
        match fault.message.starts_with("the puzzle has no ") {
            true => parsed == 0,
            false => !nameless,
        }
    }));
    if nameless {
        return refused(faults);
    }
    // A faulty puzzle is grounded as well, to tell what is wrong on its board.
    let (read, origins) = match DrawnFile::drawn(checked) {
        Ok(read) if faults.is_empty() => read,
        Ok(_) => return refused(faults),
        Err(more) => {
            faults.extend(more);
            return refused(faults);
        }
    };
    let warned = read.drawn.warnings(&file, &origins, &read.expects);
    Ok((read, warned))
}

impl DrawnFile {
    /// The puzzle's name.
    pub fn name(&self) -> &str {
        &self.own.ground.name
    }

    /// Whether it has pieces, which cover several cells: not every way to lay
    /// labels on cells is then a board.
    pub fn has_pieces(&self) -> bool {
        !self.drawn.checked.pieces.is_empty()
    }

    /// The ground rules on the file's own board; without positions and rules if it has none.
    ///
    /// If all of them are too many, those are left out that can never be made from the start.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.own.ground
    }

    /// How states are drawn on the file's own board; 0x0 if it has none.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.own.layout
    }

    /// The file's own start, if it has one.
    pub fn start(&self) -> Option<Instance> {
        Some(self.own.at(self.start.clone()?))
    }

    /// What the file expects, in the order of its lines.
    pub fn expects(&self) -> &[Expect] {
        &self.expects
    }

    /// Every board of `text`, played, with its place, from its first symbol to its last.
    ///
    /// Boards are separated by blank lines. In a puzzle with a `board` of several
    /// rows a line that lists all cells is a board as well. A puzzle without a
    /// `board` takes boards of any size; then, and where a drawing fixes marks or
    /// pieces, a board may have ground rules of its own, without those that can never be
    /// made from it.
    ///
    /// # Errors
    /// All that is wrong with the first board that is none, or why one cannot be played.
    pub fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let unplayed = self.unplayed(text)?.into_iter();
        let played = unplayed.map(|(board, span)| match self.play(&board) {
            Ok(board) => Ok((board, span)),
            Err(faults) => Err(match faults.as_slice() {
                [first, ..] => Fault::new(span, &first.message, &first.label).into(),
                [] => faults,
            }),
        });
        played.collect()
    }

    /// As [`boards`](Self::boards), but none is grounded: each takes the memory of its lines.
    ///
    /// # Errors
    /// All that is wrong with the first board that is none.
    pub fn unplayed(&self, text: &str) -> Result<Vec<(Unplayed, Range<usize>)>, Faults> {
        let boards = self.drawn.boards(text)?.into_iter();
        let board = |(lines, span): (&str, _)| (Unplayed(lines.into()), span);
        Ok(boards.map(board).collect())
    }

    /// The puzzle on a board of this file. The last few that boards needed are remembered.
    ///
    /// # Errors
    /// It is too large, or lacks a cell that the file names.
    pub fn play(&self, board: &Unplayed) -> Result<Instance, Faults> {
        self.drawn.play(&board.0)
    }
}

impl Grounds {
    fn at(&self, start: Vec<Label>) -> Instance {
        Instance {
            ground: Arc::clone(&self.ground),
            layout: Arc::clone(&self.layout),
            start,
        }
    }
}
