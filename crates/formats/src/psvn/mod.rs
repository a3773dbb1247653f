//! PSVN, production systems over vectors of labels: I. T. Hernádvölgyi and
//! R. C. Holte, "PSVN: a vector representation for production systems", 1999, as
//! the compiler `psvn2c` of the University of Alberta (2011–2014) reads it.
//!
//! ```text
//! # a comment; so is what follows a ;
//! DOMAIN tile 3            a name, how many labels, the labels
//!        b 1 2
//! 3                        positions
//! tile tile tile           their domains; N is 0..N-1, NN (3N) is 1..N
//! b X - => X b - LABEL left COST 1
//! GOAL b 1 2               of several GOAL lines any
//! ```
//!
//! A word of a rule is a label, `-` (anything, left as it is), or else a name for whatever
//! label is there: a second one before the `=>` must be the same, one behind it is
//! a copy. A name that stands only behind the `=>` is every label, each a
//! move of its own. Upper and lower case are one.

mod header;
mod read;
mod rules;
mod words;
mod write;

pub use header::Vectors;
pub use read::read;
pub use write::{MOST_LINES, MOST_WORDS, write};

/// Words that mean something wherever they stand.
const RESERVED: [&str; 6] = ["-", "=>", "DOMAIN", "GOAL", "LABEL", "COST"];

/// Whether a word is the name of a domain of numbers: how many, and the first.
fn numbers(word: &str) -> Option<(usize, usize)> {
    let (digits, first) = match word.strip_suffix(['n', 'N']) {
        Some(digits) => (digits, 1),
        None => (word, 0),
    };
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // Too long for a number is too large for a domain as well.
    all.then(|| (digits.parse().unwrap_or(usize::MAX), first))
}
