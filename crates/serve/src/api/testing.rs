//! Compares the outcomes of a puzzle file's boards with those that the file expects.

use fewest::rules::{Fault, Outcome};
use fewest::{Answer, Expectation, Expected, SolveOptions};
use serde_json::{Value, json};

use super::Job;
use super::faults::faults_of;
use super::refusal::Refusal;
use super::request::Request;

/// Solves the boards for which the file expects an outcome. Answers with a fault for each board that
/// has another outcome, and with the number of boards on which a limit stopped the search.
pub(super) fn test(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let expectations = request.puzzle()?.expectations();
    let mut faults = Vec::new();
    let mut open = 0;
    for expectation in &expectations {
        let options = SolveOptions::from(job.limits.clone());
        let answer = expectation.board.solve_with(&options)?;
        match expectation.is_met(&answer) {
            None => open += 1,
            Some(true) => {}
            Some(false) => {
                let message = contradiction(expectation, &answer);
                faults.push(Fault::new(expectation.span.clone(), message, ""));
            }
        }
    }
    Ok(json!({
        "faults": faults_of(request.text(), &faults, "error"),
        "expected": expectations.len(),
        "open": open,
    }))
}

/// Says what was expected and what was found instead.
fn contradiction(expectation: &Expectation, answer: &Answer) -> String {
    let expected = match expectation.expected {
        Expected::Moves(first) => first.to_string(),
        Expected::Both(first, second) => format!("{first} then {second}"),
        Expected::Unsolvable => "no solution".to_owned(),
    };
    let found = match (&answer.outcome, answer.criteria()) {
        (Outcome::Unsolvable(_), _) => "there is no solution".to_owned(),
        (Outcome::Stopped { lower_bound, .. }, _) => format!("it takes at least {lower_bound}"),
        (_, Some((first, second))) if matches!(expectation.expected, Expected::Both(..)) => {
            format!("it takes {first} then {second}")
        }
        (_, found) => format!("it takes {}", found.unwrap_or_default().0),
    };
    format!("expected {expected}, but {found}")
}
