//! The answers of several algorithms for one board.

use serde::{Serialize, Serializer};

use crate::algorithm::Algorithm;
use crate::api::{Comparison, ComparisonRow};

impl Serialize for Algorithm {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
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
