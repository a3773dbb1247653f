//! States and moves as text, with errors that name the place.

use std::fmt;
use std::ops::Range;

use crate::Puzzle;

/// One thing that is wrong in a text.
///
/// Spans are byte ranges of the text that was parsed and lie on character
/// boundaries; an empty span marks the point where something is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong, in one lower-case sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Range<usize>,
    /// What was expected there; shown under the mark.
    pub label: String,
    /// Other places that bear on it, with a word on each.
    pub context: Vec<(Range<usize>, String)>,
    /// How to mend it.
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

    /// Adds how to mend it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place that bears on it.
    #[must_use]
    pub fn with_context(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.context.push((span, label.into()));
        self
    }

    /// The fault with every span moved `by` bytes to the right: for a text
    /// that was a piece of a larger one.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        let shift = |span: &mut Range<usize>| *span = span.start + by..span.end + by;
        shift(&mut self.span);
        self.context.iter_mut().for_each(|(span, _)| shift(span));
        self
    }
}

/// All that is wrong in a text; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// `Ok(value)` if there are no faults.
    ///
    /// # Errors
    /// The faults, if there is one.
    pub fn unless_empty<T>(faults: Vec<Fault>, value: T) -> Result<T, Self> {
        if faults.is_empty() {
            Ok(value)
        } else {
            Err(Self(faults))
        }
    }

    /// The faults, in the order in which they should be told.
    pub fn as_slice(&self) -> &[Fault] {
        &self.0
    }

    /// The faults with every span moved `by` bytes to the right.
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
/// What is written is read back as the same state or move.
pub trait Notation: Puzzle {
    /// `state` as lines of text without a final newline. Lines of one state
    /// are equally wide; two states of one puzzle may have different numbers of
    /// lines.
    fn draw(&self, state: Self::State) -> String;

    /// The state that `text` draws, for a puzzle of this size.
    ///
    /// # Errors
    /// Everything that is wrong in `text`.
    fn parse(&self, text: &str) -> Result<Self::State, Faults>;

    /// The name of a move: one word without blanks or commas.
    fn name(&self, m: Self::Move) -> String;

    /// The move of that name, if there is one. Upper and lower case are one.
    fn parse_move(&self, name: &str) -> Option<Self::Move>;

    /// Whether the names of moves are single letters that may be written
    /// without blanks between them.
    const LETTER_MOVES: bool = false;

    /// The moves of a solution written as text: names separated by blanks or
    /// commas, or run together where [`LETTER_MOVES`](Self::LETTER_MOVES) holds;
    /// each with its place.
    ///
    /// # Errors
    /// The words that are not moves, the first [`MOST_FAULTS`].
    fn parse_moves(&self, text: &str) -> Result<Vec<Placed<Self::Move>>, Faults> {
        let mut moves = Vec::new();
        let mut faults = Vec::new();
        for word in words(text) {
            let name = &text[word.clone()];
            match self.parse_move(name) {
                Some(m) => moves.push((m, word)),
                None if Self::LETTER_MOVES => {
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

/// The most faults of one text that are told; more would bury the first.
pub const MOST_FAULTS: usize = 20;

/// Letters of a word that is no move that are repeated in a message.
const LONGEST_NAME: usize = 40;

/// The fault of a word of `text` that is not a move; `expected` is what stands
/// under the mark. A long word is cut in the message.
pub fn unknown_move(text: &str, word: Range<usize>, expected: impl Into<String>) -> Fault {
    let name = &text[word.clone()];
    let (shown, rest) = match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => (&name[..end], "…"),
        None => (name, ""),
    };
    let message = format!("unknown move '{}{rest}'", shown.escape_debug());
    Fault::new(word, message, expected)
}

/// The places of the words of `text`, separated by blanks, commas or line ends.
pub fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split([' ', '\t', '\r', '\n', ','])
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start = word.as_ptr() as usize - text.as_ptr() as usize;
            start..start + word.len()
        })
}

/// A number for the eye: its decimal digits with a comma between groups of three.
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
