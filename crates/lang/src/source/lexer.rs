//! Splits a text into lines, and lines into tokens.
//!
//! A line that begins in the first column begins a statement; an indented line belongs to the
//! statement above it. Whether an indented line is a drawing or a rule depends on the statement, so
//! only lines that must be rules are split into tokens.

use std::collections::HashSet;
use std::ops::Range;

use fewest_rules::Fault;

use super::limits::MOST_FAULTS;

/// A range of bytes of the file.
pub(crate) type Span = Range<usize>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LexemeKind {
    /// A name, a symbol or a number.
    Word,
    /// A symbol in quotes. The text of the token is the text between the quotes.
    Quoted,
    /// One of `[ ] | , ( ) : =` or `->`.
    Mark,
    /// The end of the line.
    End,
}

/// A word or a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: LexemeKind,
    pub(crate) text: &'a str,
    pub(crate) span: Span,
}

impl Token<'_> {
    pub(crate) fn is(&self, kind: LexemeKind, text: &str) -> bool {
        self.kind == kind && self.text == text
    }

    pub(crate) fn is_word(&self) -> bool {
        matches!(self.kind, LexemeKind::Word | LexemeKind::Quoted)
    }
}

/// A line without its comment and without blanks at its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceLine<'a> {
    /// Whether the line begins with a blank.
    pub(crate) indented: bool,
    /// The text of the line, which is never empty.
    pub(crate) text: &'a str,
    /// The text with its leading blanks.
    pub(crate) with_blanks: &'a str,
    /// The byte of the file at which `text` begins.
    pub(crate) at: usize,
}

impl SourceLine<'_> {
    pub(crate) fn span(&self) -> Span {
        self.at..self.at + self.text.len()
    }
}

/// The byte order mark that some editors write before a text.
const ORDER_MARK: char = '\u{feff}';
/// The characters that separate words. Some of them only look like a space; they get into a file
/// when text is pasted.
pub(crate) const BLANKS: [char; 6] = [' ', '\t', '\r', '\u{a0}', '\u{3000}', ORDER_MARK];

/// A line without its line end and without blanks at its ends.
pub(crate) fn trimmed(line: &str) -> &str {
    line.trim_matches(|c| c == '\n' || BLANKS.contains(&c))
}

/// The words of a line and their places in the line.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split(BLANKS)
        .filter(|word| !word.is_empty())
        .map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}

/// The lines of `text` that contain anything except a comment.
///
/// A comment begins with `#` or `//` in the first column or after a blank. In a file with the
/// quoted symbol `'#'`, a `#` begins a comment only in the first column.
pub(crate) fn lines(text: &str) -> Vec<SourceLine<'_>> {
    let sharp_is_symbol = text.contains("'#'");
    let mut at = 0;
    let mut lines = Vec::new();
    for whole in text.split_inclusive('\n') {
        let code = &whole[..comment(whole, sharp_is_symbol)];
        let trimmed = trimmed(code);
        if !trimmed.is_empty() {
            lines.push(SourceLine {
                indented: code.trim_start_matches(ORDER_MARK).starts_with(BLANKS),
                text: trimmed,
                with_blanks: &whole
                    [..trimmed.as_ptr() as usize - whole.as_ptr() as usize + trimmed.len()],
                at: at + (trimmed.as_ptr() as usize - whole.as_ptr() as usize),
            });
        }
        at += whole.len();
    }
    lines
}

/// Whether a text begins with a CSS colour such as `#8b4513`, or with what was meant to be one.
fn is_colour(text: &str) -> bool {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    let digits = word.strip_prefix('#').unwrap_or_default();
    (3..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit())
}

/// The place at which the comment of a line begins, or the end of the line if it has no comment.
fn comment(line: &str, sharp_is_symbol: bool) -> usize {
    let mut blank = true;
    let is_look = line.starts_with("look");
    for (at, c) in line.char_indices() {
        let is_colour = is_look && is_colour(&line[at..]);
        let sharp = c == '#' && (at == 0 || !sharp_is_symbol) && !is_colour;
        let begins = sharp || line[at..].starts_with("//");
        if blank && begins {
            return at;
        }
        blank = BLANKS.contains(&c);
    }
    line.len()
}

/// The fault that a `#` begins a comment but is probably meant as a symbol. The `#` must be in the
/// list of symbols. In addition, either lines that may be drawings begin with `#` as well, or the
/// comment consists only of single characters.
pub(crate) fn hidden_symbol(text: &str) -> Option<Fault> {
    let drawn = |line: &str| line.starts_with(BLANKS) && line.trim_start().starts_with('#');
    if text.contains("'#'") {
        return None;
    }
    let symbols = text.lines().find(|line| line.starts_with("symbols"))?;
    let at = comment(symbols, false);
    let single = |(_, word): (usize, &str)| word.chars().nth(1).is_none();
    let is_symbol = symbols[at..].starts_with('#')
        && (text.lines().any(drawn) || words(&symbols[at..]).all(single));
    if !is_symbol {
        return None;
    }
    let at = symbols.as_ptr() as usize - text.as_ptr() as usize + at;
    let fault = Fault::new(
        at..at + 1,
        "'#' begins a comment here",
        "not read as a symbol",
    );
    Some(fault.with_help("if it is a symbol, write it in quotes: '#'"))
}

/// The faults of rows such as `//_` that are read as comments in a file with the symbol `/`. These
/// are indented lines that contain only symbols of one character.
pub(crate) fn hidden_cells(text: &str) -> Vec<Fault> {
    let sharp_is_symbol = text.contains("'#'");
    let mut symbols = HashSet::new();
    for line in text.lines() {
        let mut words = words(&line[..comment(line, sharp_is_symbol)]).map(|(_, word)| word);
        let listed = match words.next() {
            Some("symbols") => usize::MAX,
            Some("draw") => 1,
            _ => 0,
        };
        for word in words.take(listed) {
            let mut letters = word.trim_matches('\'').chars();
            symbols.extend(letters.next().filter(|_| letters.next().is_none()));
        }
    }
    if !symbols.contains(&'/') {
        return Vec::new();
    }
    let is_drawn = |c: char| BLANKS.contains(&c) || symbols.contains(&c);
    text.lines()
        .filter_map(|line| {
            let at = comment(line, sharp_is_symbol);
            let row = trimmed(&line[at..]);
            if at == 0 || !row.starts_with("//") || !row.chars().all(is_drawn) {
                return None;
            }
            let start = row.as_ptr() as usize - text.as_ptr() as usize;
            let message = "'//' begins a comment here";
            let fault = Fault::new(start..start + row.len(), message, "not read as symbols");
            Some(fault.with_help("write blanks between the cells: / /"))
        })
        .take(MOST_FAULTS)
        .collect()
}

/// The fault of a text whose lines end with CR only.
pub(crate) fn line_ends(text: &str) -> Option<Fault> {
    let at = text
        .trim_end()
        .find('\r')
        .filter(|_| !text.contains('\n'))?;
    let fault = Fault::new(
        at..at + 1,
        "the lines end with CR alone",
        "expected LF or CR LF",
    );
    Some(fault.with_help("save the file with the line ends of Unix or Windows"))
}

/// Parses a word that consists of a sign and digits.
pub(crate) fn signed(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-'])?;
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (all_digits && digits.len() < 18).then(|| text.parse().ok())?
}

/// The tokens of a line. The last one is [`LexemeKind::End`].
pub(crate) fn tokens<'a>(line: &SourceLine<'a>) -> Vec<Token<'a>> {
    let mut tokens = Vec::new();
    let mut rest = line.text;
    loop {
        rest = rest.trim_start_matches(BLANKS);
        let (kind, text, length) = token(rest);
        let start = line.at + line.text.len() - rest.len();
        let span = start..start + length;
        tokens.push(Token { kind, text, span });
        if kind == LexemeKind::End {
            return tokens;
        }
        rest = &rest[length..];
    }
}

/// The first token of `text`, which must not begin with a blank, and its length.
fn token(text: &str) -> (LexemeKind, &str, usize) {
    const MARKS: &str = "[]|,():=";
    let up_to = |text: &str, ends: &dyn Fn(usize, char) -> bool| {
        let end = text
            .char_indices()
            .find(|&(at, c)| ends(at, c) || BLANKS.contains(&c));
        end.map_or(text.len(), |(at, _)| at)
    };
    let quoted = text.strip_prefix('\'').map(|inner| {
        let end = up_to(inner, &|_, c| c == '\'');
        inner.split_at(end)
    });
    match (quoted, text.chars().next()) {
        (_, None) => (LexemeKind::End, "", 0),
        (Some((symbol, rest)), _) if !symbol.is_empty() && rest.starts_with('\'') => {
            (LexemeKind::Quoted, symbol, symbol.len() + 2)
        }
        _ if text.starts_with("->") => (LexemeKind::Mark, &text[..2], 2),
        (_, Some(first)) if MARKS.contains(first) => (LexemeKind::Mark, &text[..1], 1),
        _ => {
            let end = up_to(text, &|at, c| {
                MARKS.contains(c) || text[at..].starts_with("->")
            });
            (LexemeKind::Word, &text[..end], end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(LexemeKind, &str)> {
        let lines = lines(text);
        let tokens = lines.iter().flat_map(tokens);
        tokens
            .inspect(|token| assert!(text[token.span.clone()].contains(token.text)))
            .map(|token| (token.kind, token.text))
            .collect()
    }

    #[test]
    fn rules_are_cut_at_marks() {
        use LexemeKind::{End, Mark, Quoted, Word};
        assert_eq!(
            cut("  [B|?x,y*] turn any,B->[R' | '|'] # é"),
            [
                (Mark, "["),
                (Word, "B"),
                (Mark, "|"),
                (Word, "?x"),
                (Mark, ","),
                (Word, "y*"),
                (Mark, "]"),
                (Word, "turn"),
                (Word, "any"),
                (Mark, ","),
                (Word, "B"),
                (Mark, "->"),
                (Mark, "["),
                (Word, "R'"),
                (Mark, "|"),
                (Quoted, "|"),
                (Mark, "]"),
                (End, ""),
            ]
        );
        assert_eq!(cut("é ''"), [(Word, "é"), (Word, "''"), (End, "")]);
    }

    #[test]
    fn comments_end_lines() {
        let cut = |text| lines(text).iter().map(|line| line.text).collect::<Vec<_>>();
        assert_eq!(cut("a # b\n\n # c\r\n\tx#y//z //\r\n"), ["a", "x#y//z"]);
        assert_eq!(cut("#\nsymbols '#' _\n # _ // #"), ["symbols '#' _", "# _"]);
    }
}
