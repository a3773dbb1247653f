//! Numbers with nouns in messages.

/// Formats a number with its noun in the singular or plural.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        n => format!("{n} {noun}s"),
    }
}
