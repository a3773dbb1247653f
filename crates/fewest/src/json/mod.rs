//! The JSON form of every answer: the same for the command, the page and Python.
//!
//! Each answer is an object. `docs/json.md` describes the fields.

mod answers;
mod comparison;
mod graph;
mod solutions;
mod spaces;

pub use answers::RevealedHint;
use fewest_rules::{Objective, Statistics};
use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use crate::api::AnswerCosts;

/// What a search took.
#[derive(Serialize)]
struct Work {
    expanded: u64,
    generated: u64,
    seconds: f64,
    peak_bytes: u64,
}

impl From<Statistics> for Work {
    fn from(statistics: Statistics) -> Self {
        Self {
            expanded: statistics.expanded,
            generated: statistics.generated,
            seconds: statistics.elapsed.as_secs_f64(),
            peak_bytes: statistics.peak_bytes,
        }
    }
}

/// What a search minimised, if moves have costs.
#[derive(Serialize)]
struct Measured<'a> {
    objective: &'static str,
    unit: &'a str,
}

impl<'a> From<&'a AnswerCosts> for Measured<'a> {
    fn from(costs: &'a AnswerCosts) -> Self {
        Self {
            objective: match costs.measure.objective {
                Objective::Cost => "cost",
                Objective::CostThenMoves => "cost then moves",
                Objective::MovesThenCost => "moves then cost",
            },
            unit: &costs.measure.unit,
        }
    }
}

/// A count: a number if it fits into 64 bits, otherwise a decimal string.
struct Count<'a>(&'a BigUint);

impl Serialize for Count<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(number) => to.serialize_u64(number),
            Err(_) => to.serialize_str(&self.0.to_string()),
        }
    }
}
