//! Censuses of state spaces.

use serde::{Serialize, Serializer};

use super::{Count, Measured, Work};
use crate::space::{CensusOutcome, CensusReport};

impl Serialize for CensusReport {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            outcome: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            positions: Option<Count<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            solvable: Option<Count<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            gods_number: Option<Option<usize>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            reason: Option<&'static str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            solved: Option<usize>,
            histogram: Vec<Count<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            hardest: Option<&'a [String]>,
            #[serde(flatten)]
            measured: Option<Measured<'a>>,
            method: String,
            #[serde(flatten)]
            work: Work,
        }
        let solvable;
        let mut fields = Fields {
            outcome: "complete",
            positions: None,
            solvable: None,
            gods_number: None,
            reason: None,
            solved: None,
            histogram: Vec::new(),
            hardest: None,
            measured: self.costs.as_ref().map(Measured::from),
            method: self.method.to_string(),
            work: self.statistics.into(),
        };
        match &self.outcome {
            CensusOutcome::Complete(census) => {
                solvable = census.solvable();
                fields.positions = Some(Count(&census.positions));
                fields.solvable = Some(Count(&solvable));
                fields.gods_number = Some(census.gods_number());
                fields.histogram = census.histogram.iter().map(Count).collect();
                fields.hardest = Some(&census.hardest);
            }
            CensusOutcome::Stopped {
                histogram,
                solved,
                positions,
                reason,
            } => {
                fields.outcome = "stopped";
                fields.positions = positions.as_ref().map(Count);
                fields.reason = Some(reason.word());
                fields.solved = *solved;
                fields.histogram = histogram.iter().map(Count).collect();
            }
        }
        fields.serialize(to)
    }
}
