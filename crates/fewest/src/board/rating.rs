//! What each legal move leads to.

use fewest_rules::{Limits, Outcome, grouped};
use serde::Serialize;

use super::Board;
use crate::api::Answer;
use crate::error::Error;

/// A legal move, and the answer for the board after it.
#[derive(Debug, Clone, Serialize)]
pub struct RatedMove {
    /// The move in the notation of the puzzle.
    #[serde(rename = "move")]
    pub name: String,
    /// How the board can be solved after the move.
    #[serde(flatten)]
    pub answer: Answer,
}

impl RatedMove {
    /// What the move leads to, such as `3 moves left`, in the unit of the puzzle's costs if moves have
    /// costs.
    pub fn sentence(&self) -> String {
        let (count, before) = match &self.answer.outcome {
            Outcome::Unsolvable(_) => return "no solution is left".to_owned(),
            Outcome::Solved { moves } if moves.is_empty() => return "solved".to_owned(),
            Outcome::Solved { .. } => (self.answer.criteria().map_or(0, |(first, _)| first), ""),
            Outcome::Stopped { lower_bound, .. } => ((*lower_bound).into(), "if any, at least "),
        };
        let costs = self.answer.costs.as_ref().map(|costs| &costs.measure);
        let unit = match costs.filter(|measure| measure.is_cost_first()) {
            Some(measure) => &measure.unit,
            None if count == 1 => "move",
            None => "moves",
        };
        let count = grouped(&count.to_string());
        match unit {
            "cost" => format!("{before}a cost of {count} left"),
            _ => format!("{before}{count} {unit} left"),
        }
    }
}

impl Board {
    /// Solves the board after each legal move, in the order in which the puzzle lists moves.
    ///
    /// ```
    /// use fewest::{AnyPuzzle, Limits};
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("1 2 3\n4 _ 6\n7 5 8")?;
    /// let rated = board.rate_moves(&Limits::default())?;
    /// let told: Vec<String> = rated.iter().map(|of| format!("{}: {}", of.name, of.sentence())).collect();
    /// assert_eq!(told, ["U: 3 moves left", "L: 3 moves left", "R: 3 moves left", "D: 1 move left"]);
    /// # Ok::<(), fewest::Error>(())
    /// ```
    ///
    /// # Errors
    /// No algorithm fits the board. A move whose search a limit stopped is in the list; the time limit
    /// holds for all moves together.
    pub fn rate_moves(&self, limits: &Limits) -> Result<Vec<RatedMove>, Error> {
        let limits = limits.from_now();
        let rated = self.legal_moves().into_iter().map(|name| {
            let after = self.after(&name)?;
            let answer = after.solve_with(&limits.clone().into())?;
            Ok(RatedMove { name, answer })
        });
        rated.collect()
    }
}
