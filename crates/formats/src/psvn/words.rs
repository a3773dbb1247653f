//! The words of a PSVN text. The format ignores line ends, but people write a statement per line.
//! So after an error, lines show where the next statement begins.

use std::ops::Range;

use fewest_rules::{Fault, nearest};

use super::RESERVED;
use fewest_ground::limits::LONGEST_NAME;

/// A word and its place.
#[derive(Debug, Clone)]
pub(super) struct PsvnToken<'t> {
    pub(super) text: &'t str,
    pub(super) at: Range<usize>,
}

impl PsvnToken<'_> {
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }

    /// Whether the word is a keyword, which cannot be used as a name.
    pub(super) fn is_reserved(&self) -> bool {
        RESERVED[1..].iter().any(|keyword| self.is(keyword))
    }

    /// Whether the word is `=>` or is probably meant as `=>`.
    pub(super) fn is_arrow(&self) -> bool {
        ["=>", "->", "==>", "-->", "=", "→", "⇒"].contains(&self.text)
    }

    /// Whether the word is the keyword or a probable misspelling of it.
    pub(super) fn is_like(&self, keyword: &'static str) -> bool {
        nearest(self.text, [keyword]).is_some()
    }

    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::new(self.at.clone(), message, expected)
    }

    /// The word as a message shows it.
    pub(super) fn shown(&self) -> String {
        let short: String = self.text.chars().take(LONGEST_NAME).collect();
        let rest = if short.len() < self.text.len() {
            "…"
        } else {
            ""
        };
        format!("'{}{rest}'", short.escape_debug())
    }
}

/// Adds "did you mean …?" to a fault if one of the names resembles the word.
pub(super) fn meant<'a>(
    fault: Fault,
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Fault {
    match nearest(word, names) {
        Some(name) if !name.eq_ignore_ascii_case(word) => {
            fault.with_help(format!("did you mean '{name}'?"))
        }
        _ => fault,
    }
}

/// The remaining words of a part of a text, without its comments.
#[derive(Debug, Clone)]
pub(super) struct TokenReader<'t> {
    text: &'t str,
    /// The name of this text in messages, such as `statement`.
    what: &'static str,
    /// The byte after the word `ahead`, where reading continues.
    at: usize,
    /// The next word.
    pub(super) ahead: Option<PsvnToken<'t>>,
    /// The byte at which the last word that was read ends.
    pub(super) behind: usize,
}

impl<'t> TokenReader<'t> {
    pub(super) fn new(text: &'t str, part: Range<usize>) -> Self {
        let mut reader = Self {
            text: &text[..part.end],
            what: "text",
            at: part.start,
            ahead: None,
            behind: part.start,
        };
        reader.ahead = reader.read();
        reader
    }

    fn read(&mut self) -> Option<PsvnToken<'t>> {
        loop {
            let rest = &self.text[self.at..];
            let start = self.at + rest.find(|c: char| !c.is_ascii_whitespace())?;
            let rest = &self.text[start..];
            let end = |of: fn(char) -> bool| start + rest.find(of).unwrap_or(rest.len());
            if rest.starts_with(['#', ';']) {
                self.at = end(|c| c == '\n');
                continue;
            }
            self.at = end(|c| c.is_ascii_whitespace());
            let at = start..self.at;
            let text = &self.text[at.clone()];
            return Some(PsvnToken { text, at });
        }
    }

    pub(super) fn next(&mut self) -> Option<PsvnToken<'t>> {
        let next = self.read();
        let word = std::mem::replace(&mut self.ahead, next)?;
        self.behind = word.at.end;
        Some(word)
    }

    pub(super) fn next_if(&mut self, keyword: &str) -> Option<PsvnToken<'t>> {
        let comes = self.ahead.as_ref().is_some_and(|word| word.is(keyword));
        comes.then(|| self.next()).flatten()
    }

    /// Takes the next word unless it is reserved.
    fn next_plain(&mut self) -> Option<PsvnToken<'t>> {
        let plain = self.ahead.as_ref().is_some_and(|word| !word.is_reserved());
        plain.then(|| self.next()).flatten()
    }

    /// Takes the next word, which must not be reserved.
    pub(super) fn expect(&mut self, expected: &str) -> Result<PsvnToken<'t>, Fault> {
        self.next_plain().ok_or_else(|| self.missing(expected))
    }

    /// The fault that something is missing before the next word.
    pub(super) fn missing(&self, expected: &str) -> Fault {
        match &self.ahead {
            Some(word) => word.fault(format!("unexpected {}", word.shown()), expected),
            None => Fault::new(
                self.behind..self.behind,
                format!("the {} ends here", self.what),
                expected,
            ),
        }
    }

    /// Whether the next word is the first on its line.
    pub(super) fn at_line(&self) -> bool {
        let next = self.ahead.as_ref().map_or(self.at, |word| word.at.start);
        self.text[self.behind..next].contains('\n') || self.behind == 0
    }

    /// Whether the next word is the first on its line and begins a rule or a goal.
    pub(super) fn at_rule(&self) -> bool {
        let Some(word) = self.ahead.as_ref().filter(|_| self.at_line()) else {
            return false;
        };
        let line = line_end(self.text, word.at.start);
        let mut rest = Self::new(self.text, line..self.text.len());
        let below = rest.next().is_some_and(|word| word.is_arrow());
        begins_rule(&self.text[word.at.start..line]) || below
    }

    /// Splits the remaining words into lines.
    pub(super) fn lines(&self) -> impl Iterator<Item = Self> + use<'t> {
        let text = self.text;
        let mut next = self.behind;
        std::iter::from_fn(move || {
            let start = next;
            next = line_end(text, start);
            (start < next).then(|| Self::new(text, start..next))
        })
    }

    pub(super) fn count(mut self) -> usize {
        std::iter::from_fn(|| self.next()).count()
    }

    /// Splits the remaining words before each line that seems to begin a rule or a goal.
    pub(super) fn units(&self) -> impl Iterator<Item = Self> + use<'t> {
        let text = self.text;
        let mut next = self.ahead.as_ref().map_or(text.len(), |word| word.at.start);
        std::iter::from_fn(move || {
            let start = next;
            if start == text.len() {
                return None;
            }
            loop {
                next = line_end(text, next);
                let begun = Self::new(text, next..text.len()).ahead;
                let Some(word) = begun else {
                    next = text.len();
                    break;
                };
                next = word.at.start;
                if !word.is_arrow() && Self::at(text, next).at_rule() {
                    break;
                }
            }
            Some(Self {
                what: "statement",
                ..Self::new(text, start..next)
            })
        })
    }

    /// A reader at a word that is the first on its line.
    fn at(text: &'t str, start: usize) -> Self {
        Self {
            behind: text[..start].rfind('\n').unwrap_or(0),
            ..Self::new(text, start..text.len())
        }
    }
}

fn line_end(text: &str, from: usize) -> usize {
    text[from..]
        .find('\n')
        .map_or(text.len(), |end| from + end + 1)
}

/// Whether this line seems to begin a rule or a goal.
fn begins_rule(line: &str) -> bool {
    let mut words = TokenReader::new(line, 0..line.len());
    let first = words.next();
    first.is_some_and(|word| word.is_like("GOAL") || word.is_like("DOMAIN"))
        || std::iter::from_fn(|| words.next()).any(|word| word.is_arrow())
}
