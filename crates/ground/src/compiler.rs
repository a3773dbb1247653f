//! Compiles ground rules for states with the smallest sufficient number of words.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::compiled::{CompiledPuzzle, PackedTask, StateNotation};
use crate::error::CompileError;
use crate::ground::Ground;
use crate::reduction::Starts;

/// A compiled puzzle with its analysis, for states of any width. [`with_compiled!`] evaluates an
/// expression with the analysis for any width.
///
/// [`with_compiled!`]: crate::with_compiled
#[derive(Debug, Clone)]
pub enum Compiled {
    /// States of up to 64 bits.
    One(Arc<Analysis<1>>),
    /// States of up to 256 bits.
    Four(Arc<Analysis<4>>),
    /// States of up to 512 bits.
    Eight(Arc<Analysis<8>>),
    /// States of up to 1024 bits.
    Sixteen(Arc<Analysis<16>>),
    /// States of up to [`WIDEST_BITS`](crate::WIDEST_BITS) bits.
    Widest(Arc<Analysis<128>>),
}

/// Evaluates an expression with the [`Analysis`](crate::analysis::Analysis) in a
/// [`Compiled`](crate::Compiled). The expression is compiled once for each width.
#[macro_export]
macro_rules! with_compiled {
    ($compiled:expr, $analysis:ident => $value:expr) => {
        match $compiled {
            $crate::Compiled::One($analysis) => $value,
            $crate::Compiled::Four($analysis) => $value,
            $crate::Compiled::Eight($analysis) => $value,
            $crate::Compiled::Sixteen($analysis) => $value,
            $crate::Compiled::Widest($analysis) => $value,
        }
    };
}

/// Compiles `ground` for the states that can be reached from `starts`.
///
/// # Errors
/// [`CompileError`] if a limit is exceeded or the ground rules are malformed.
pub fn compile(ground: &Ground, starts: Starts) -> Result<Compiled, CompileError> {
    compile_with(ground, starts, None)
}

/// Does the same as [`compile`], for a puzzle whose states `notation` draws and reads.
///
/// # Errors
/// The same errors as [`compile`].
pub fn compile_with(
    ground: &Ground,
    starts: Starts,
    notation: Option<Arc<dyn StateNotation>>,
) -> Result<Compiled, CompileError> {
    let task = PackedTask::new(ground, starts, |bits| {
        Ok(match bits {
            ..=64 => 1,
            65..=256 => 4,
            257..=512 => 8,
            513..=1024 => 16,
            _ => 128,
        })
    })?;
    Ok(match task.words() {
        1 => Compiled::One(analysed(task, notation)),
        4 => Compiled::Four(analysed(task, notation)),
        8 => Compiled::Eight(analysed(task, notation)),
        16 => Compiled::Sixteen(analysed(task, notation)),
        _ => Compiled::Widest(analysed(task, notation)),
    })
}

fn analysed<const N: usize>(
    task: PackedTask,
    notation: Option<Arc<dyn StateNotation>>,
) -> Arc<Analysis<N>> {
    Arc::new(Analysis::new(CompiledPuzzle::new(task, notation)))
}

impl Compiled {
    /// The compiled puzzle for one request; see [`Analysis::for_request`].
    #[must_use]
    pub fn for_request(&self) -> Self {
        match self {
            Self::One(analysis) => Self::One(analysis.for_request()),
            Self::Four(analysis) => Self::Four(analysis.for_request()),
            Self::Eight(analysis) => Self::Eight(analysis.for_request()),
            Self::Sixteen(analysis) => Self::Sixteen(analysis.for_request()),
            Self::Widest(analysis) => Self::Widest(analysis.for_request()),
        }
    }

    /// Whether the tables of the compiled puzzle may take much memory.
    pub fn is_wide(&self) -> bool {
        !matches!(self, Self::One(_) | Self::Four(_))
    }
}
