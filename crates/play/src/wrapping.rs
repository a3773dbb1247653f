//! Breaks texts into lines.

use unicode_width::UnicodeWidthStr;

/// The lines of a text, broken between words so that none has more than `width` columns, unless a
/// word is wider.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut broken = String::new();
        for word in line.split_whitespace() {
            if !broken.is_empty() && broken.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut broken));
            }
            if !broken.is_empty() {
                broken.push(' ');
            }
            broken.push_str(word);
        }
        lines.push(broken);
    }
    lines
}
