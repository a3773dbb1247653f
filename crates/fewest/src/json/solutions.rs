//! Lists of solutions, and the replies to requests.

use serde::{Serialize, Serializer};

use crate::board::SolutionList;

impl Serialize for SolutionList {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Length {
            length: u32,
            solutions: String,
        }
        #[derive(Serialize)]
        struct Fields<'a> {
            /// The numbers are decimal strings: they can be huge.
            solutions: String,
            by_length: Vec<Length>,
            complete_up_to: Option<u32>,
            no_others: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            reason: Option<&'static str>,
            all: &'a [Vec<String>],
        }
        let counts = &self.counts;
        let by_length = counts.by_length.iter().map(|(length, count)| Length {
            length: *length,
            solutions: count.to_string(),
        });
        Fields {
            solutions: counts.total().to_string(),
            by_length: by_length.collect(),
            complete_up_to: (!counts.is_all).then(|| counts.complete_below.saturating_sub(1)),
            no_others: counts.is_all,
            reason: counts.stopped.map(|reason| reason.word()),
            all: &self.solutions,
        }
        .serialize(to)
    }
}
