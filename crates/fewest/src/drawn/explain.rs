//! Explains why a solution has the fewest moves, or why there is none.

use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Outcome, Proof};

use super::method::MethodReport;
use super::solver::DrawnSolver;
use crate::api::Method;
use crate::builtin::play;

/// The most states that an explanation enumerates in order to count those at each distance.
const MOST_COUNTED: u64 = 1 << 20;

impl<const N: usize> DrawnSolver<'_, N> {
    /// Explains an answer for the board of this solver.
    pub(super) fn explain(&self, (report, method): &MethodReport, limits: &Limits) -> String {
        match (&report.outcome, method) {
            (Outcome::Solved { moves }, _) if moves.is_empty() => "The start is a goal.".to_owned(),
            (Outcome::Solved { .. }, Method::Linear { .. }) => {
                "Every move adds to the same cells wherever it is made, so only how often each is made\n\
                 matters. Which numbers lead to a goal is a system of linear equations; all its\n\
                 solutions were compared, and none has fewer moves."
                    .to_owned()
            }
            (Outcome::Solved { moves }, _) => self.no_shorter(moves, limits),
            (Outcome::Unsolvable(Proof::Invariant(statement)), _) => sentences(statement),
            (Outcome::Unsolvable(Proof::Exhausted { .. }), _) => {
                "Every board that moves can lead to was looked at, and none is a goal.".to_owned()
            }
            (Outcome::Stopped { .. }, _) => String::new(),
        }
    }

    /// Explains why no solution has fewer moves: by the lower bound if it is exact, otherwise by
    /// the number of boards at each distance if there are few, otherwise by the search.
    fn no_shorter(&self, moves: &[CompiledMove], limits: &Limits) -> String {
        let puzzle = self.analysis.puzzle();
        let heuristic = self.analysis.cheap_heuristic();
        let least = heuristic.bound_of(puzzle, self.start);
        if least as usize == moves.len() {
            return heuristic.reason(least);
        }
        let few = Limits {
            states: Some(limits.states.unwrap_or(MOST_COUNTED).min(MOST_COUNTED)),
            ..limits.clone()
        };
        let counted = play::no_goal_nearer(puzzle, self.start, moves.len(), &few);
        if !counted.is_empty() {
            return counted;
        }
        format!(
            "All ways of fewer than {} moves were searched, and none ends in a goal.",
            moves.len()
        )
    }
}

/// Writes each statement as a sentence that begins on a new line.
fn sentences(statements: &str) -> String {
    let sentence = |statement: &str| {
        let mut letters = statement.chars();
        let first = letters.next().map(|letter| letter.to_uppercase());
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
            + "."
    };
    let all: Vec<String> = statements.split("; ").map(sentence).collect();
    let lines: Vec<String> = all.iter().map(|sentence| wrapped(sentence)).collect();
    lines.join("\n")
}

/// The most columns of a paragraph.
const WIDTH: usize = 88;

/// Breaks a paragraph into lines of at most [`WIDTH`] columns. Only a longer word makes a longer
/// line.
fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if column > 0 && column + 1 + letters > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += letters;
    }
    out
}
