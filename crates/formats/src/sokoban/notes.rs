//! The lines around the levels: titles, authors, comments.

use crate::level::Level;

/// The titles and authors that the lines between two levels give.
#[derive(Debug, Default)]
struct Gap<'t> {
    title: Option<&'t str>,
    author: Option<&'t str>,
    /// The last line of text (`last`), and the number of lines of its paragraph up to this line
    /// (`lines`).
    last: Option<&'t str>,
    lines: usize,
    /// Whether the paragraph of the last line has ended.
    is_ended: bool,
}

/// The lines before, between and after the levels.
#[derive(Debug)]
pub(super) struct Notes<'t> {
    /// The lines before the first level, between levels, and after the last level.
    gaps: Vec<Gap<'t>>,
}

impl Default for Notes<'_> {
    fn default() -> Self {
        Self {
            gaps: vec![Gap::default()],
        }
    }
}

impl<'t> Notes<'t> {
    /// Adds a line that belongs to no level.
    pub(super) fn line(&mut self, line: &'t str) {
        let Some(gap) = self.gaps.last_mut() else {
            return;
        };
        let text = line.trim().trim_start_matches([';', ':', '/']).trim();
        if text.is_empty() {
            gap.is_ended = true;
        } else if let Some((key, value)) = property(text) {
            gap.is_ended = true;
            let value = Some(value).filter(|value| !value.is_empty());
            if key.eq_ignore_ascii_case("title") {
                gap.title = gap.title.or(value);
            } else if key.eq_ignore_ascii_case("author") {
                gap.author = gap.author.or(value);
            }
        } else if !is_solution(text) {
            gap.lines = if gap.is_ended { 1 } else { gap.lines + 1 };
            gap.is_ended = false;
            gap.last = Some(text);
        }
    }

    /// Records that a level follows the lines added so far.
    pub(super) fn level(&mut self) {
        self.gaps.push(Gap::default());
    }

    /// Sets the titles and authors of the levels.
    pub(super) fn name(&self, levels: &mut [Level]) {
        let (Some(first), Some(last)) = (self.gaps.first(), self.gaps.last()) else {
            return;
        };
        let before = first.title.is_some() && last.title.is_none();
        for (level, around) in levels.iter_mut().zip(self.gaps.windows(2)) {
            let own = if before { &around[0] } else { &around[1] };
            let title = own.title.or_else(|| around[0].heading());
            level.title = title.map(str::to_owned);
            level.author = own.author.or(first.author).map(str::to_owned);
        }
    }
}

impl<'t> Gap<'t> {
    /// The title of the next level: the last line above it, if that line stands alone or in quotes.
    fn heading(&self) -> Option<&'t str> {
        let last = self.last?;
        let quoted = ['\'', '"'].into_iter().find_map(|quote| {
            let inner = last.strip_prefix(quote)?.strip_suffix(quote)?;
            Some(inner.trim()).filter(|inner| !inner.is_empty())
        });
        quoted.or(Some(last).filter(|_| self.lines == 1))
    }
}

/// The name and the value of a line such as `Author: Ada`.
fn property(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let key = key.trim_end();
    let is_name = |c: char| c.is_alphanumeric() || "-_".contains(c);
    (!key.is_empty() && key.chars().all(is_name)).then(|| (key, value.trim()))
}

/// Whether a line is a solution, which some collections put below a level.
fn is_solution(text: &str) -> bool {
    text.len() >= 8 && super::is_lurd(text)
}

/// Recognises comments of several lines, from `Comment:` to `Comment-End:`.
pub(super) struct Comments {
    /// The byte at which the last `Comment-End:` line begins.
    last_end: Option<usize>,
    is_open: bool,
}

/// Whether a line consists of one of these names and a colon, without a value.
fn is_bare(line: &str, names: &[&str]) -> bool {
    let found = property(line.trim());
    found.is_some_and(|(key, value)| {
        value.is_empty() && names.iter().any(|name| key.eq_ignore_ascii_case(name))
    })
}

const END: [&str; 3] = ["comment-end", "comment_end", "commentend"];

impl Comments {
    pub(super) fn of(text: &str) -> Self {
        let mut at = 0;
        let mut last_end = None;
        for line in text.split_inclusive('\n') {
            if is_bare(line, &END) {
                last_end = Some(at);
            }
            at += line.len();
        }
        Self {
            last_end,
            is_open: false,
        }
    }

    /// Whether the line that begins at byte `at` belongs to a comment of several lines. `Comment:`
    /// begins such a comment only if a `Comment-End:` follows.
    pub(super) fn hold(&mut self, at: usize, line: &str) -> bool {
        if self.is_open {
            self.is_open = !is_bare(line, &END);
            return true;
        }
        self.is_open = is_bare(line, &["comment"]) && self.last_end.is_some_and(|end| end > at);
        self.is_open
    }
}
