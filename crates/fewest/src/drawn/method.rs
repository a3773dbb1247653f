//! The result of a method, with moves of the compiled puzzle.

use fewest_ground::compiled::CompiledMove;
use fewest_rules::Report;

use crate::api::Method;

/// A report and the method that produced it.
pub(super) type MethodReport = (Report<CompiledMove>, Method);
