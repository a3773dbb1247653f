//! States and moves as text, with errors that show the place.

use std::fmt;
use std::ops::Range;

use crate::Puzzle;

/// One error in a text.
///
/// Spans are byte ranges of the parsed text and lie on character boundaries. An empty span marks
/// the point where something is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The error in one lower-case sentence without a full stop.
    pub message: String,
    /// The place of the error.
    pub span: Range<usize>,
    /// A text that says what was expected at the place of the error. The report prints it under the
    /// marked place.
    pub label: String,
    /// Other relevant places, each with a label.
    pub context: Vec<(Range<usize>, String)>,
    /// Advice on how to fix the error.
    pub help: Option<String>,
}

impl Fault {
    /// A fault without context or help.
    pub fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span,
            label: label.into(),
            context: Vec::new(),
            help: None,
        }
    }

    /// Adds advice on how to fix the error.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another relevant place.
    #[must_use]
    pub fn with_context(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.context.push((span, label.into()));
        self
    }

    /// Moves every span `by` bytes to the right, for a text that was cut from a larger one.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        let shift = |span: &mut Range<usize>| *span = span.start + by..span.end + by;
        shift(&mut self.span);
        self.context.iter_mut().for_each(|(span, _)| shift(span));
        self
    }
}

/// All errors of a text; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// Returns `Ok(value)` if `faults` is empty.
    ///
    /// # Errors
    /// Returns the faults, if there are any.
    pub fn unless_empty<T>(faults: Vec<Fault>, value: T) -> Result<T, Self> {
        if faults.is_empty() {
            Ok(value)
        } else {
            Err(Self(faults))
        }
    }

    /// The faults, in the order in which they should be shown.
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }

    /// Moves every span `by` bytes to the right.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self(self.0.into_iter().map(|fault| fault.shifted(by)).collect())
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", fault.message, fault.label)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// A move and the place in the text where it was written.
pub type Placed<M> = (M, Range<usize>);

/// A puzzle whose states and moves can be written and read.
///
/// Reading a written state or move gives the same state or move.
pub trait Notation: Puzzle {
    /// Draws `state` as lines of text without a final newline. All lines of one state have the same
    /// width. Two states of the same puzzle may differ in their number of lines.
    fn draw(&self, state: Self::State) -> String;

    /// The text of a board that starts in `state`. This is the drawing, unless drawings leave out what
    /// all states share, such as the moves of a graph.
    fn board(&self, state: Self::State) -> String {
        self.draw(state)
    }

    /// Reads the state that `text` draws; it must have this puzzle's size.
    ///
    /// # Errors
    /// Returns all errors in `text`.
    fn parse(&self, text: &str) -> Result<Self::State, Faults>;

    /// The name of a move: one word without blanks or commas.
    fn name(&self, m: Self::Move) -> String;

    /// The move with this name, if there is one. The case of the letters of a name does not matter.
    fn parse_move(&self, name: &str) -> Option<Self::Move>;

    /// Whether the names of moves are single letters that may be written without blanks in between.
    fn letter_moves(&self) -> bool {
        false
    }

    /// Reads the moves of a solution: names separated by blanks or commas, or written without
    /// separators if [`letter_moves`](Self::letter_moves) holds. Returns each move with its place.
    ///
    /// # Errors
    /// Returns the words that are not moves, at most [`MOST_FAULTS`] of them.
    fn parse_moves(&self, text: &str) -> Result<Vec<Placed<Self::Move>>, Faults> {
        let mut moves = Vec::new();
        let mut faults = Vec::new();
        for word in words(text) {
            let name = &text[word.clone()];
            match self.parse_move(name) {
                Some(m) => moves.push((m, word)),
                None if self.letter_moves() => {
                    for (at, letter) in name.char_indices() {
                        let span = word.start + at..word.start + at + letter.len_utf8();
                        match self.parse_move(&text[span.clone()]) {
                            Some(m) => moves.push((m, span)),
                            None => {
                                let expected = "not a move of this puzzle";
                                faults.push(unknown_move(text, span, expected));
                            }
                        }
                        if faults.len() == MOST_FAULTS {
                            break;
                        }
                    }
                }
                None => faults.push(unknown_move(text, word, "not a move of this puzzle")),
            }
            if faults.len() == MOST_FAULTS {
                break;
            }
        }
        Faults::unless_empty(faults, moves)
    }
}

/// At most this many faults are reported for one text; more faults would bury the first one.
pub const MOST_FAULTS: usize = 20;

/// A message repeats at most this many letters of an unknown move.
const LONGEST_NAME: usize = 40;

/// The fault for a word of `text` that is not a move. The report prints `expected` under the marked
/// word. The message shortens a long word.
pub fn unknown_move(text: &str, word: Range<usize>, expected: impl Into<String>) -> Fault {
    let name = &text[word.clone()];
    let (shown, rest) = match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => (&name[..end], "…"),
        None => (name, ""),
    };
    let message = format!("unknown move '{}{rest}'", shown.escape_debug());
    Fault::new(word, message, expected)
}

/// The ranges of the words of `text`, which are separated by blanks, commas or line ends.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split([' ', '\t', '\r', '\n', ','])
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        })
}

/// Makes a number readable: inserts a comma between groups of three decimal digits.
///
/// ```
/// assert_eq!(fewest_rules::grouped("65536"), "65,536");
/// ```
pub fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
