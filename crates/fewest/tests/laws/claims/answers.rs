//! Every algorithm by name and the default method give the answer of the plain search.

use fewest::Family;
use fewest::drawn::{Drawn, Effort};
use fewest::{Algorithm, ApproximateSearch, Board, PuzzleOptions, SolveOptions};
use fewest_rules::{Limits, Outcome};
use fewest_search::{Approximate, Weight};

use super::Case;
use crate::finding::Findings;
use crate::numbers::Random;
use crate::plain;

/// Searches that make no end on small puzzles are stopped.
const MOST_EXPANDED: u64 = 40_000;
/// The default method begins in this many states.
const STARTS: usize = 3;

impl Case {
    /// The board in this state.
    pub(crate) fn board(&self, state: usize, effort: Effort) -> Option<Board> {
        let (puzzle, _) = Drawn::read("law.fewest", &self.text).ok()?;
        let puzzle = puzzle.with_effort(effort);
        let options = PuzzleOptions::default();
        if state == 0 {
            return puzzle.own_board(&options).ok()?;
        }
        // The pieces of another board may have other shapes, and then it is another puzzle.
        if self.text.contains("\npieces ") {
            return None;
        }
        let (board, _) = puzzle.read(&self.draw(state), &options).ok()?.pop()?;
        Some(board)
    }
}

pub(super) fn all(case: &Case, findings: &mut Findings) {
    let efforts = [
        ("", Effort::default()),
        (", small effort", Effort::SMALL),
        (", mixed effort", mixed(case)),
    ];
    for (suffix, effort) in efforts {
        for start in (0..STARTS).map(|i| i * case.space.size() / STARTS) {
            let claim = format!("default method{suffix}");
            if findings.wants(&claim)
                && let Some(board) = case.board(start, effort)
            {
                answer(
                    case,
                    start,
                    &board,
                    &claim,
                    SolveOptions::default(),
                    findings,
                );
            }
        }
        if let Some(board) = case.board(0, effort) {
            algorithms(case, &board, suffix, findings);
            if suffix.is_empty() {
                approximations(case, &board, findings);
            }
        }
    }
}

/// A small number in some places and the default in others. So a search that is slow on small
/// boards can go on after the others have spent what they may.
fn mixed(case: &Case) -> Effort {
    let random = &mut Random::new(case.text.len() as u64 ^ (case.space.size() as u64) << 16);
    let (small, large) = (Effort::SMALL, Effort::default());
    let mut pick = |field: fn(&Effort) -> u64| match random.one_in(2) {
        true => field(&small),
        false => field(&large),
    };
    Effort {
        first: pick(|e| e.first),
        early: pick(|e| e.early),
        many: pick(|e| e.many),
        share: pick(|e| e.share),
        few_goals: pick(|e| e.few_goals as u64) as usize,
    }
}

fn algorithms(case: &Case, board: &Board, suffix: &str, findings: &mut Findings) {
    // The other algorithms do the same with less effort.
    let in_turns = [Algorithm::IdaStar, Algorithm::Iddfs];
    let mut all = board.algorithms();
    all.retain(|algorithm| suffix.is_empty() || in_turns.contains(algorithm));
    for algorithm in all {
        let options = |heuristic: Option<&str>| SolveOptions {
            algorithm: Some(algorithm),
            heuristic: heuristic.map(str::to_owned),
            limits: few(),
        };
        let claim = format!("{algorithm}{suffix}");
        answer(case, 0, board, &claim, options(None), findings);
        if matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar) {
            for name in board.heuristics() {
                let claim = format!("{algorithm} with {name}{suffix}");
                answer(case, 0, board, &claim, options(Some(name)), findings);
            }
        }
    }
}

fn few() -> Limits {
    Limits {
        states: Some(MOST_EXPANDED),
        ..Limits::default()
    }
}

/// Compares one answer with the space.
fn answer(
    case: &Case,
    start: usize,
    board: &Board,
    claim: &str,
    options: SolveOptions,
    findings: &mut Findings,
) {
    if !findings.wants(claim) {
        return;
    }
    let exact = case.space.criteria[start];
    let answer = match board.solve_with(&options) {
        Ok(answer) => answer,
        Err(error) => return findings.refuted(claim, || case.draw(start), &error.into()),
    };
    findings.tally.add(claim, 1, 1);
    if options.algorithm.is_none() {
        // Which searches the default method came to.
        let method = answer.method.to_string();
        let words = method.split(", times").next().unwrap_or_default();
        let words: String = words.chars().filter(|c| !c.is_ascii_digit()).collect();
        findings.tally.add(&format!("method {words}"), 1, 1);
    }
    match &answer.outcome {
        Outcome::Solved { moves } => {
            let told = replayed(case, start, moves);
            if told != exact || answer.criteria() != exact {
                findings.wrong(
                    claim,
                    || case.draw(start),
                    (answer.criteria(), told, moves),
                    exact,
                );
            }
        }
        Outcome::Unsolvable(proof) => {
            if exact.is_some() {
                findings.wrong(claim, || case.draw(start), proof, exact);
            }
        }
        Outcome::Stopped { lower_bound, .. } => {
            if exact.is_some_and(|(first, _)| u64::from(*lower_bound) > first) {
                findings.wrong(claim, || case.draw(start), lower_bound, exact);
            }
        }
    }
}

/// The criteria of a solution that the plain rules confirm.
pub(super) fn replayed(case: &Case, start: usize, moves: &[String]) -> Option<(u64, u64)> {
    let ground = &case.instance.ground;
    let number = |name: &String| ground.moves.iter().position(|known| known == name);
    let numbers = moves.iter().map(number).collect::<Option<Vec<_>>>()?;
    let replayed = plain::criteria(ground, &case.space.states[start], &numbers);
    replayed.map(|(criteria, _)| criteria)
}

/// Searches that may return longer solutions are right about what they prove.
fn approximations(case: &Case, board: &Board, findings: &mut Findings) {
    // They minimise the number of moves, even if moves have costs.
    let exact = case.space.moves[0];
    let weights = [150, 400].into_iter().filter_map(Weight::per_cent);
    let searches = weights.map(|weight| ("weighted A*", ApproximateSearch::Weight(weight)));
    let beam = (
        "beam search",
        ApproximateSearch::Beam(3.try_into().unwrap()),
    );
    for (claim, search) in searches.chain([beam]) {
        if !findings.wants(claim) {
            continue;
        }
        let answer = match board.approximate(search, &few()) {
            Ok(answer) => answer,
            Err(error) => {
                findings.refuted(claim, || case.draw(0), &error.into());
                continue;
            }
        };
        findings.tally.add(claim, 1, 1);
        match answer.outcome {
            Approximate::Found(found) => {
                let told = replayed(case, 0, found.moves()).map(|_| found.moves().len() as u32);
                let least = found.lower_bound();
                let right = told >= exact
                    && exact.is_some_and(|exact| least <= exact)
                    && (told == exact || !found.is_shortest());
                if !right {
                    findings.wrong(claim, || case.draw(0), found, exact);
                }
            }
            Approximate::Unsolvable(proof) => {
                if exact.is_some() {
                    findings.wrong(claim, || case.draw(0), proof, exact);
                }
            }
            Approximate::Stopped { lower_bound, .. } => {
                if exact.is_some_and(|exact| lower_bound > exact) {
                    findings.wrong(claim, || case.draw(0), lower_bound, exact);
                }
            }
        }
    }
}
