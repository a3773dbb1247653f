//! PSVN: production systems over vectors of labels. (I. T. Hernádvölgyi and R. C. Holte, "PSVN: a
//! vector representation for production systems", 1999.) The dialect is that of the compiler
//! `psvn2c` of the University of Alberta (2011–2014).
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
//! A word of a rule is a label, `-` (any label, left as it is), or a name for the label of the
//! position. If a name occurs again before the `=>`, that position must have the same label; after
//! the `=>`, the label is copied. A name that occurs only after the `=>` stands for every label,
//! each giving a separate move. Case does not matter.

mod header;
mod read;
mod rules;
mod words;
mod write;

pub use header::Vectors;
pub use read::read;
pub use write::{MOST_LINES, MOST_WORDS, write};

/// Words that are reserved everywhere.
const RESERVED: [&str; 6] = ["-", "=>", "DOMAIN", "GOAL", "LABEL", "COST"];

/// Parses the name of a numeric domain such as `3N`. Returns the number of labels and the first
/// label.
fn numbers(word: &str) -> Option<(usize, usize)> {
    let (digits, first) = match word.strip_suffix(['n', 'N']) {
        Some(digits) => (digits, 1),
        None => (word, 0),
    };
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    // A number too long for `usize` is too large for a domain as well.
    all.then(|| (digits.parse().unwrap_or(usize::MAX), first))
}
