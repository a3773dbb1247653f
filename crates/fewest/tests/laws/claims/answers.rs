//! Every algorithm by name and the default method give the answer of the plain search.

use fewest::rules::{Limits, Outcome};
use fewest::{Algorithm, Board, BoardAnswer, SolveOptions};

use super::Case;
use crate::finding::Findings;

/// Searches that make no end on small puzzles are stopped.
const MOST_STATES: u64 = 200_000;

pub(super) fn all(case: &Case, findings: &mut Findings) {
    let Ok(board) = case.puzzle.start() else {
        return;
    };
    answer(
        case,
        &board,
        "default method",
        SolveOptions::default(),
        findings,
    );
    for algorithm in board.algorithms() {
        let word = algorithm.to_string();
        let options = |heuristic: Option<&str>| SolveOptions {
            algorithm: Some(algorithm),
            heuristic: heuristic.map(str::to_owned),
            limits: Limits {
                states: Some(MOST_STATES),
                ..Limits::default()
            },
        };
        answer(case, &board, &word, options(None), findings);
        if matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
            for name in board.heuristics() {
                answer(
                    case,
                    &board,
                    &format!("{word} with {name}"),
                    options(Some(name)),
                    findings,
                );
            }
        }
    }
}

/// Compares one answer with the space.
fn answer(case: &Case, board: &Board, claim: &str, options: SolveOptions, findings: &mut Findings) {
    if !findings.wants(claim) {
        return;
    }
    let Ok(answer) = board.solve_with(&options) else {
        return;
    };
    let exact = case.space.criteria[0];
    findings.tally.add(claim, 1, 1);
    match &answer.outcome {
        Outcome::Solved { .. } => {
            let told = replayed(case, board, &answer);
            if told != exact {
                findings.wrong(claim, || case.draw(0), (told, answer.moves()), exact);
            }
        }
        Outcome::Unsolvable(proof) => {
            if exact.is_some() {
                findings.wrong(claim, || case.draw(0), proof, exact);
            }
        }
        Outcome::Stopped { lower_bound, .. } => {
            if exact.is_some_and(|(first, _)| u64::from(*lower_bound) > first) {
                findings.wrong(claim, || case.draw(0), lower_bound, exact);
            }
        }
    }
}

/// The criteria of a solution that the plain rules confirm.
fn replayed(case: &Case, board: &Board, answer: &BoardAnswer) -> Option<(u64, u64)> {
    let moves = answer.moves()?;
    let ground = &case.instance.ground;
    let numbers = moves
        .iter()
        .map(|name| ground.moves.iter().position(|known| known == name));
    let numbers = numbers.collect::<Option<Vec<_>>>()?;
    let _ = board;
    crate::plain::criteria(ground, &case.instance.start, &numbers).map(|(criteria, _)| criteria)
}
