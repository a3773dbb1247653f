//! Parses how symbols look.

use std::ops::Range;

use fewest_rules::{Fault, quoted};
use fewest_scene::{Look, LookError, Shape};

use super::super::arrangement::Arrangement;
use super::super::lexer::SourceLine;
use super::super::unknown::{suggest, unknown};
use super::cursor::Cursor;

/// Reads the rest of a line as a look: a shape, a colour and a character, in any order. Quotes
/// around a word are left out.
pub(super) fn look(line: &SourceLine, input: &mut Cursor) -> Result<Look, Fault> {
    let from = input.start();
    let text = &line.text[from - line.at..];
    // Replacing a quotation mark by a blank keeps the places of all words.
    let mut plain = text.to_owned();
    while !input.at_end() {
        let Range { start, end } = input.peek().span;
        let (start, end) = (start - from, end - from);
        // A quotation mark may be a character of its own: ' or '''.
        let is_quote = |at: &usize| end - start > 1 && text.as_bytes()[*at] == b'\'';
        for at in [start, end - 1].into_iter().filter(is_quote) {
            plain.replace_range(at..=at, " ");
        }
        input.advance();
    }
    plain.parse().map_err(|error| fault(&error, &plain, from))
}

/// Reads how pictures arrange the puzzle.
pub(super) fn arrangement(input: &mut Cursor) -> Result<Arrangement, Fault> {
    let word = input.word("an arrangement")?;
    let mut all = Arrangement::ALL.iter().copied();
    all.find(|known| known.name() == word.text).ok_or_else(|| {
        let names: Vec<&str> = Arrangement::ALL.iter().map(|known| known.name()).collect();
        unknown("arrangement", &word.text, &word.span, &names)
    })
}

/// The fault for an error in a look that begins at the byte `from` of the file.
fn fault(error: &LookError, text: &str, from: usize) -> Fault {
    let place = |word: &str| {
        let at = text.rfind(word).unwrap_or(0);
        from + at..from + at + word.len()
    };
    match error {
        LookError::Empty => {
            let label = "expected a shape, a colour or a character";
            Fault::new(from..from + text.len(), "a look says nothing", label).with_help(shapes())
        }
        LookError::Twice { word, what } => {
            Fault::new(place(word), format!("a second {what}"), "one too many")
        }
        LookError::Unknown { word, .. } => {
            let message = format!("unknown look '{}'", quoted(word));
            let label = "expected a shape, a CSS colour or one character";
            let fault = Fault::new(place(word), message, label);
            let names = Shape::ALL.iter().map(|shape| shape.name());
            let fault = suggest(fault, word, names.chain(COLOURS));
            match fault.help {
                Some(_) => fault,
                None => fault.with_help(shapes()),
            }
        }
        LookError::Unprintable(character) => {
            let mut bytes = [0; 4];
            let place = place(character.encode_utf8(&mut bytes));
            Fault::new(place, error.to_string(), "expected another character")
        }
    }
}

/// The colours that a misspelt word may mean.
const COLOURS: [&str; 16] = [
    "black",
    "white",
    "grey",
    "silver",
    "red",
    "green",
    "blue",
    "yellow",
    "orange",
    "purple",
    "pink",
    "brown",
    "gold",
    "teal",
    "navy",
    "transparent",
];

fn shapes() -> String {
    let names: Vec<&str> = Shape::ALL.iter().map(|shape| shape.name()).collect();
    format!("the shapes are {}", names.join(", "))
}
