//! All solutions, those that are a little longer, the best ones and the distinct ones, beside those
//! that are listed by trying all moves.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Debug;
use std::ops::ControlFlow;

use fewest::drawn::Effort;
use fewest::{Board, SolutionOptions, SolutionRange};
use fewest_rules::{Limits, Objective};
use num_bigint::BigUint;

use super::answers::replayed;
use super::{Case, distinct, free_moves};
use crate::finding::Findings;
use crate::space::weight;

/// A puzzle with more solutions is left out.
const MOST_SOLUTIONS: usize = 3_000;
/// A puzzle is left out if the listing enters states more often than this.
const MOST_VISITS: usize = 60_000;

/// A solution as the numbers of its moves, with what it costs.
type Listed = ((u64, u64), Vec<usize>);

pub(super) fn all(case: &Case, findings: &mut Findings) {
    if case.space.criteria[0].is_none() {
        return;
    }
    for (suffix, effort) in [("", Effort::default()), (", small effort", Effort::SMALL)] {
        let Some(board) = case.board(0, effort) else {
            return;
        };
        let within = match suffix {
            "" => [("all solutions", 0), ("solutions within 2", 2)],
            _ => [("all solutions", 0), ("solutions within 1", 1)],
        };
        for (claim, more) in within {
            let claim = format!("{claim}{suffix}");
            if findings.wants(&claim) {
                compare(case, &board, &claim, more, findings);
            }
        }
    }
}

fn limits() -> Limits {
    Limits {
        states: Some(200_000),
        ..Limits::default()
    }
}

/// Compares the solutions that are worse by at most `more` with those that are listed plainly.
fn compare(case: &Case, board: &Board, claim: &str, more: u32, findings: &mut Findings) {
    let asked = Asked {
        case,
        board,
        claim,
        more,
    };
    let objective = case.objective();
    let mut edges = case.space.edges.iter().flatten();
    let any_free = edges.any(|edge| free_moves::is_free(objective, edge));
    if any_free && let Some(all) = free_moves::listed(case, more) {
        let claim = &format!("{claim}, free moves");
        let asked = Asked { claim, ..asked };
        let paid = |moves: &[String]| free_moves::paid(case, moves);
        compare_lists(asked, &all, paid, |_| true, findings);
    }
    let Some(wanted) = listed(case, more) else {
        return;
    };
    let names = &case.instance.ground.moves;
    let numbers: HashMap<&str, usize> = names.iter().map(String::as_str).zip(0..).collect();
    let numbered = |moves: &[String]| -> Option<Vec<usize>> {
        let of = |name: &String| numbers.get(name.as_str()).copied();
        moves.iter().map(of).collect()
    };
    let all: BTreeSet<Vec<usize>> = wanted.iter().map(|(_, moves)| moves.clone()).collect();
    if more == 0 && (!any_free || objective == Some(Objective::CostThenMoves)) {
        let mut found = BTreeSet::new();
        let counted = board.each_solution(&limits(), |moves| {
            found.extend(numbered(&moves));
            ControlFlow::Continue(())
        });
        let count = match counted {
            Ok(count) => count,
            Err(error) => return findings.refuted(claim, || case.draw(0), &error.into()),
        };
        findings.tally.add(claim, 1, all.len());
        if found != all || count != BigUint::from(all.len()) {
            findings.wrong(claim, || case.draw(0), (count, found), &all);
        }
    }
    if any_free || more == 0 && objective.is_some() {
        return;
    }
    let stand_for_all = |listed: &BTreeSet<Vec<usize>>| {
        distinct::missing(&case.space, &all, |moves| listed.contains(moves)).is_none()
    };
    compare_lists(asked, &all, numbered, stand_for_all, findings);
    let best = 3.min(wanted.len());
    let options = SolutionOptions {
        range: SolutionRange::Best(best.try_into().unwrap()),
        distinct: false,
    };
    let mut found = Vec::new();
    let counted = board.each_wanted_solution(&options, &limits(), |moves| {
        found.push(replayed(case, 0, &moves));
        ControlFlow::Continue(())
    });
    let claim = claim.replace("solutions", "best solutions");
    let counts = match counted {
        Ok(counts) => counts,
        Err(error) => return findings.refuted(&claim, || case.draw(0), &error.into()),
    };
    if counts.stopped.is_none() {
        let exact: Vec<_> = wanted[..best]
            .iter()
            .map(|&(criteria, _)| Some(criteria))
            .collect();
        findings.tally.add(&claim, 1, best);
        if found != exact {
            findings.wrong(&claim, || case.draw(0), found, exact);
        }
    }
}

/// What a board is asked for: the solutions that are worse by at most `more` than the best.
#[derive(Clone, Copy)]
struct Asked<'a> {
    case: &'a Case,
    board: &'a Board,
    claim: &'a str,
    more: u32,
}

/// Compares the list of solutions with `all`, and tests that the list of distinct solutions is a
/// part of it for which `stand_for_all` holds. The function `read` makes an item of `all` of the
/// names of moves.
fn compare_lists<T: Ord + Clone + Debug>(
    asked: Asked<'_>,
    all: &BTreeSet<T>,
    read: impl Fn(&[String]) -> Option<T>,
    stand_for_all: impl Fn(&BTreeSet<T>) -> bool,
    findings: &mut Findings,
) {
    let Asked { case, board, .. } = asked;
    for distinct in [false, true] {
        let claim = match distinct {
            true => format!("distinct {}", asked.claim),
            false => asked.claim.to_owned(),
        };
        let range = SolutionRange::Within(asked.more);
        let options = SolutionOptions { range, distinct };
        let mut found = Vec::new();
        let counted = board.each_wanted_solution(&options, &limits(), |moves| {
            found.push(read(&moves));
            ControlFlow::Continue(())
        });
        let counts = match counted {
            Ok(counts) => counts,
            Err(error) => return findings.refuted(&claim, || case.draw(0), &error.into()),
        };
        if counts.stopped.is_some() {
            continue;
        }
        findings.tally.add(&claim, 1, found.len());
        let set: Option<BTreeSet<T>> = found.iter().cloned().collect();
        let right = set.is_some_and(|set| {
            set.len() == found.len()
                && counts.total() == BigUint::from(found.len())
                && match distinct {
                    true => !set.is_empty() && set.is_subset(all) && stand_for_all(&set),
                    false => set == *all,
                }
        });
        if !right {
            findings.wrong(&claim, || case.draw(0), (counts, found), all);
        }
    }
}

/// All solutions that visit no state twice and whose first criterion is at most `more` worse than
/// the best, in the order of their criteria; only those with the best criteria if `more` is 0.
/// `None` if there are too many.
fn listed(case: &Case, more: u32) -> Option<Vec<Listed>> {
    let space = &case.space;
    let objective = case.objective();
    let best = space.criteria[0]?;
    let mut solutions = Vec::new();
    let mut visits = 0;
    let mut on_path = vec![false; space.size()];
    let mut path = Vec::new();
    // The next edge of each state on the path.
    let mut stack = vec![(0, 0, (0, 0))];
    on_path[0] = true;
    while let Some((state, next, spent)) = stack.pop() {
        visits += 1;
        if visits > MOST_VISITS || solutions.len() > MOST_SOLUTIONS {
            return None;
        }
        if next == 0 && space.is_goal[state] {
            solutions.push((spent, path.clone()));
        }
        let edge = match space.is_goal[state] {
            true => None,
            false => space.edges[state].get(next),
        };
        let Some(edge) = edge else {
            on_path[state] = false;
            path.pop();
            continue;
        };
        stack.push((state, next + 1, spent));
        let (first, second) = weight(objective, edge);
        let after = (spent.0 + first, spent.1 + second);
        let near = space.criteria[edge.to].is_some_and(|left| match more {
            0 => (after.0 + left.0, after.1 + left.1) <= best,
            _ => after.0 + left.0 <= best.0 + u64::from(more),
        });
        if near && !on_path[edge.to] {
            on_path[edge.to] = true;
            path.push(edge.of);
            stack.push((edge.to, 0, after));
        }
    }
    solutions.sort();
    Some(solutions)
}
