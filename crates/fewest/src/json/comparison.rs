//! The answers of several algorithms for one board.

use serde::{Serialize, Serializer};

use super::answers::AnswerFields;
use crate::api::{Comparison, ComparisonRow};

impl Serialize for ComparisonRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            algorithm: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            heuristic: Option<&'static str>,
            #[serde(flatten)]
            answer: AnswerFields<'a>,
        }
        Fields {
            algorithm: self.algorithm.name(),
            heuristic: self.heuristic,
            answer: AnswerFields::from(&self.answer),
        }
        .serialize(to)
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            rows: &'a [ComparisonRow],
            /// A contradiction is an internal error, and never an answer.
            agree: bool,
            length: Option<usize>,
        }
        Fields {
            rows: &self.rows,
            agree: true,
            length: self.length(),
        }
        .serialize(to)
    }
}
