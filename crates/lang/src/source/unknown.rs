//! Faults of unknown names, with the expected names and the name that was probably meant.

use fewest_rules::{Fault, did_you_mean, quoted};

use super::lexer::Span;

/// A message lists at most this many names.
const MOST_LISTED: usize = 12;

/// The fault that `word`, which should be a `what`, is none of `names`.
pub(crate) fn unknown<S: AsRef<str>>(what: &str, word: &str, span: &Span, names: &[S]) -> Fault {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let message = format!("unknown {what} '{}'", quoted(word));
    let label = format!("expected {}", one_of(&names));
    suggest(Fault::new(span.clone(), message, label), word, names)
}

/// If one of `names` is spelt almost like `word`, adds this name to a fault as a suggestion.
pub(crate) fn suggest<'n>(
    mut fault: Fault,
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Fault {
    fault.help = did_you_mean(word, names);
    fault
}

/// Formats names as "a, b or c". If there are many, only the first ones are listed.
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => (*name).to_owned(),
        [first @ .., last] if first.len() < MOST_LISTED => {
            format!("{} or {last}", first.join(", "))
        }
        many => format!("{}, …", many[..MOST_LISTED].join(", ")),
    }
}
