//! Censuses of state spaces.

use serde::{Serialize, Serializer};

use super::{Count, Measured};
use crate::space::{CensusOutcome, CensusReport, Scope};

impl Serialize for Scope {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(match self {
            Self::All => "all",
            Self::Reachable => "reachable",
            Self::Levels => "levels",
        })
    }
}

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
            expanded: u64,
            seconds: f64,
            peak_bytes: u64,
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
            expanded: self.statistics.expanded,
            seconds: self.statistics.elapsed.as_secs_f64(),
            peak_bytes: self.statistics.peak_bytes,
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
