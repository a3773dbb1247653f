//! Escapes text so that a terminal shows it but does not act on it.
//!
//! File contents, file names and arguments may contain characters that move the cursor, hide the
//! text before them, or reverse the direction of the text. Before such text is shown to people,
//! this module replaces these characters by escape sequences such as `\u{1b}`.

use std::borrow::Cow;

pub use fewest_rules::grouped;
#[doc(inline)]
pub use fewest_scene::is_unprintable;

/// Whether `bytes` consist of printable ASCII characters and line ends, so that nothing in them needs
/// to be escaped.
///
/// ```
/// use fewest::printable::is_plain;
/// assert!(is_plain(b"a plain line\n"));
/// assert!(!is_plain(b"\x1b[31m") && !is_plain("Grün".as_bytes()));
/// ```
pub fn is_plain(bytes: &[u8]) -> bool {
    // This test has no branch, so the compiler can apply it to many bytes at once.
    let is_plain = |&byte: &u8| (byte == b'\n') | (b' '..=b'~').contains(&byte);
    let mut pieces = bytes.chunks(256);
    pieces.all(|piece| piece.iter().fold(true, |all, byte| all & is_plain(byte)))
}

/// Escapes every character of `text` for which [`is_unprintable`] is true, except line ends.
///
/// ```
/// use fewest::printable::lines;
/// assert_eq!(lines("two\nlines, \u{1b}[31mred"), "two\nlines, \\u{1b}[31mred");
/// ```
pub fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| c == '\n')
}

/// Does the same as [`lines`] and also escapes line ends, for a name or a value within a line.
///
/// ```
/// use fewest::printable::line;
/// assert_eq!(line("board\n.txt"), "board\\n.txt");
/// assert_eq!(line("Grün ♞"), "Grün ♞");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// Does the same as [`line`], but keeps tabs, which the caller expands.
pub(crate) fn line_with_tabs(text: &str) -> Cow<'_, str> {
    escape(text, |c| c == '\t')
}

fn escape(text: &str, is_kept: impl Fn(char) -> bool) -> Cow<'_, str> {
    let is_escaped = |c: char| is_unprintable(c) && !is_kept(c);
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}
