//! Faults of unknown names, with the names that were expected and the one that was probably meant.

use fewest_rules::{Fault, nearest, quoted};

use super::lexer::Span;

/// The most names that a message lists.
const MOST_LISTED: usize = 12;

/// The fault of `word`, which is not the `what` it should be: none of `names`.
pub(crate) fn unknown(what: &str, word: &str, span: &Span, names: &[&str]) -> Fault {
    let message = format!("unknown {what} '{}'", quoted(word));
    let label = format!("expected {}", one_of(names));
    suggest(
        Fault::new(span.clone(), message, label),
        word,
        names.iter().copied(),
    )
}

/// Adds the one of `names` that is written almost like `word`, if there is one.
pub(crate) fn suggest<'n>(
    mut fault: Fault,
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Fault {
    fault.help = did_you_mean(word, names);
    fault
}

/// The question whether one of `names` was meant that is written almost like `word`.
pub(crate) fn did_you_mean<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    nearest(word, names).map(|name| format!("did you mean '{name}'?"))
}

/// "a, b or c"; only the first of many.
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
