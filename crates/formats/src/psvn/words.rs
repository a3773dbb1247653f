//! The words of a PSVN text. The format knows no lines, but people write it in lines:
//! where something is wrong, they tell where the next thing begins.

use std::ops::Range;

use fewest_rules::{Fault, nearest};

use super::RESERVED;
use fewest_ground::limits::LONGEST_NAME;

/// A word and where it stands.
#[derive(Debug, Clone)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) at: Range<usize>,
}

impl Word<'_> {
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }

    /// Whether it means something wherever it stands, so that nothing can be called so.
    pub(super) fn is_reserved(&self) -> bool {
        RESERVED[1..].iter().any(|keyword| self.is(keyword))
    }

    /// Whether it is `=>`, or meant so.
    pub(super) fn is_arrow(&self) -> bool {
        ["=>", "->", "==>", "-->", "=", "→", "⇒"].contains(&self.text)
    }

    /// Whether it is the keyword, or meant so.
    pub(super) fn is_like(&self, keyword: &'static str) -> bool {
        nearest(self.text, [keyword]).is_some()
    }

    pub(super) fn fault(&self, message: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault::new(self.at.clone(), message, expected)
    }

    /// The word in a message.
    pub(super) fn shown(&self) -> String {
        shown(self.text)
    }
}

pub(super) fn shown(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_NAME).collect();
    let rest = if short.len() < text.len() { "…" } else { "" };
    format!("'{}{rest}'", short.escape_debug())
}

/// A fault with "did you mean …?", if one of the names is like the word.
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

/// The words of a part of a text that are still to be read, without its comments.
#[derive(Debug, Clone)]
pub(super) struct Reader<'t> {
    text: &'t str,
    /// What it is a part of a text.
    what: &'static str,
    /// Where it goes on behind `ahead`.
    at: usize,
    /// The next word.
    pub(super) ahead: Option<Word<'t>>,
    /// Where the last word ends.
    pub(super) behind: usize,
}

impl<'t> Reader<'t> {
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

    fn read(&mut self) -> Option<Word<'t>> {
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
            return Some(Word { text, at });
        }
    }

    pub(super) fn next(&mut self) -> Option<Word<'t>> {
        let next = self.read();
        let word = std::mem::replace(&mut self.ahead, next)?;
        self.behind = word.at.end;
        Some(word)
    }

    pub(super) fn next_if(&mut self, keyword: &str) -> Option<Word<'t>> {
        let comes = self.ahead.as_ref().is_some_and(|word| word.is(keyword));
        comes.then(|| self.next()).flatten()
    }

    /// The next word unless it is reserved.
    pub(super) fn next_plain(&mut self) -> Option<Word<'t>> {
        let plain = self.ahead.as_ref().is_some_and(|word| !word.is_reserved());
        plain.then(|| self.next()).flatten()
    }

    /// The fault that something is missing where the next word stands.
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

    /// Whether the next word is the first of its line.
    pub(super) fn at_line(&self) -> bool {
        let next = self.ahead.as_ref().map_or(self.at, |word| word.at.start);
        self.text[self.behind..next].contains('\n') || self.behind == 0
    }

    /// Whether a rule or a goal begins with the next word, which is the first of its line.
    pub(super) fn at_rule(&self) -> bool {
        let Some(word) = self.ahead.as_ref().filter(|_| self.at_line()) else {
            return false;
        };
        let line = line_end(self.text, word.at.start);
        let mut rest = Self::new(self.text, line..self.text.len());
        let below = rest.next().is_some_and(|word| word.is_arrow());
        begins_rule(&self.text[word.at.start..line]) || below
    }

    /// The rest by lines.
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

    /// The rest, cut where lines begin that seem to begin a rule or a goal.
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

    /// Where a line begins with a word.
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

/// Whether a rule or a goal begins with this line, by the looks of it.
fn begins_rule(line: &str) -> bool {
    let mut words = Reader::new(line, 0..line.len());
    let first = words.next();
    first.is_some_and(|word| word.is_like("GOAL") || word.is_like("DOMAIN"))
        || std::iter::from_fn(|| words.next()).any(|word| word.is_arrow())
}
