//! The result of a method, with moves of the compiled puzzle.

use fewest_ground::compiled::CompiledMove;
use fewest_rules::{CostReport, Report};

use crate::api::Method;

/// A report and the method that produced it.
pub(super) type MethodReport = (Report<CompiledMove>, Method);

/// The same for a search that minimised costs.
pub(super) type CostMethodReport = (CostReport<CompiledMove>, Method);
