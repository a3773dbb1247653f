//! Why a puzzle cannot be compiled.

use std::fmt;

/// The greatest allowed number of bits of any state: enough for 64x64 cells of four symbols.
pub const WIDEST_BITS: u32 = 8192;
/// At most this many rules are compiled.
pub const MOST_RULES: usize = 1 << 20;

/// Why a puzzle cannot be compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompileError {
    /// The ground rules violate the requirements in the documentation of [`Ground`](crate::Ground).
    Malformed(&'static str),
    /// A state would take this many bits, more than [`WIDEST_BITS`].
    Bits(u32),
    /// There are this many rules, more than [`MOST_RULES`].
    Rules(usize),
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(what) => write!(f, "{what}"),
            Self::Bits(bits) => write!(
                f,
                "a state takes {bits} bits, the most that is compiled is {WIDEST_BITS}"
            ),
            Self::Rules(rules) => write!(
                f,
                "the moves come down to {rules} rules, the most that is compiled is {MOST_RULES}"
            ),
        }
    }
}

impl std::error::Error for CompileError {}
