//! The answer of a method, with moves as the compiled puzzle numbers them.

use fewest_ground::compiled::CompiledMove;
use fewest_rules::Report;

use crate::api::Method;

/// A report, and the method that has found it.
pub(super) type MethodReport = (Report<CompiledMove>, Method);
