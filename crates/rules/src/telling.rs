//! Faults as they are told: words that are quoted, and not more faults than help.

use crate::notation::{Fault, MOST_FAULTS};

/// Letters of a word that are quoted in a message.
const MOST_QUOTED: usize = 24;

/// A word of the text as it stands in a message: cut if it is long.
pub fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(MOST_QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    quoted.escape_debug().to_string().replace("\\'", "'")
}

/// The faults in the order of their places, not more than are told.
pub fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
    faults.dedup();
    faults.truncate(MOST_FAULTS);
    faults
}
