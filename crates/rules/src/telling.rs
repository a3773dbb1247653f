//! How faults are presented: quoted words are shortened, and the number of faults is limited.

use crate::notation::{Fault, MOST_FAULTS};

/// A message quotes at most this many letters of a word.
const MOST_QUOTED: usize = 24;

/// Quotes a word of the text for a message, shortened if it is long.
pub fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(MOST_QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    quoted.escape_debug().to_string().replace("\\'", "'")
}

/// Sorts faults by their place and keeps at most [`MOST_FAULTS`].
pub fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
    faults.dedup();
    faults.truncate(MOST_FAULTS);
    faults
}
