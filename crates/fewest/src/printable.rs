//! Text that does nothing to a terminal but show itself.
//!
//! File contents, file names and arguments can hold characters that move the
//! cursor, hide what stands before them, or turn the direction of the text around.
//! Whoever shows such text to people escapes them, as in `\u{1b}`.

use std::borrow::Cow;

pub use fewest_scene::is_unprintable;

/// `text` with every character escaped that [`is_unprintable`], but for line ends.
///
/// ```
/// use fewest::printable::lines;
/// assert_eq!(lines("two\nlines, \u{1b}[31mred"), "two\nlines, \\u{1b}[31mred");
/// ```
pub fn lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| c == '\n')
}

/// As [`lines`], with line ends escaped too: for a name or a value within a line.
///
/// ```
/// use fewest::printable::line;
/// assert_eq!(line("board\n.txt"), "board\\n.txt");
/// assert_eq!(line("Grün ♞"), "Grün ♞");
/// ```
pub fn line(text: &str) -> Cow<'_, str> {
    escape(text, |_| false)
}

/// As [`line`], with tabs left for whoever lays the text out.
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
