//! What leaves out moves or states keeps what it claims to keep.

use std::collections::{HashMap, HashSet};

use fewest_ground::compiled::CompiledMove;
use fewest_rules::{
    CostOutcome, DEAD_END, Heuristic, Limits, Meter, MoveCosts, Outcome, Puzzle, Words, Zero,
};
use fewest_search::{
    Automaton, CostPruner, Duplicates, MovePruner, PruningLimits, idastar, least_cost_idastar,
};

use super::Compared;
use crate::finding::Findings;
use crate::space::{Edge, NEVER, distances};

pub(super) fn all<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    moves_are_those_of_the_rules(compared, findings);
    dead_ends(compared, findings);
    if findings.wants("regions") || findings.wants("bound of regions") {
        regions(compared, findings);
    }
    if let Some(view) = compared.analysis.both_ends_without_dead_ends()
        && findings.wants("without dead ends")
    {
        keeps_distances(compared, "without dead ends", &view, findings);
    }
    if findings.wants("move pruning") {
        move_pruning(compared, findings);
    }
}

/// A puzzle with fewer moves has a solution of the same length from every state.
fn keeps_distances<const N: usize, P: Puzzle<State = Words<N>, Move = CompiledMove>>(
    compared: &Compared<'_, N>,
    claim: &str,
    fewer: &P,
    findings: &mut Findings,
) {
    let space = &compared.case.space;
    let mut left_out = 0;
    let kept = space.edges.iter().enumerate().map(|(state, edges)| {
        let moves: HashSet<usize> = fewer
            .moves(compared.states[state])
            .map(|m| m.number())
            .collect();
        let own = edges.iter().filter(|edge| moves.contains(&edge.of));
        let own: Vec<Edge> = own.copied().collect();
        left_out += edges.len() - own.len();
        own
    });
    let kept: Vec<Vec<Edge>> = kept.collect();
    let found = distances(&kept, &space.is_goal, &|_| (1, 0));
    findings.tally.add(claim, space.size(), left_out);
    for (state, &found) in found.iter().enumerate() {
        let found = (found != NEVER).then_some(found.0 as u32);
        if found != space.moves[state] {
            findings.wrong(
                claim,
                || compared.case.draw(state),
                found,
                space.moves[state],
            );
        }
    }
}

/// How far sequences of moves are compared.
const REACHES: [PruningLimits; 2] = [
    PruningLimits {
        moves: 2,
        sequences: 1 << 10,
    },
    PruningLimits {
        moves: 5,
        sequences: 1 << 10,
    },
];
/// Searches begin in this many states, and depth-first searches expand at most this many.
const STARTS: usize = 4;
const MOST_EXPANDED: u64 = 4_000;

/// A depth-first search without moves that end sequences which others replace finds a solution of
/// the same length, and of the same cost.
fn move_pruning<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let space = &compared.case.space;
    let unlimited = Limits::default();
    let limits = Limits {
        states: Some(MOST_EXPANDED),
        ..Limits::default()
    };
    let (by_place, by_rule) = (compared.analysis.only_places(), compared.analysis.by_rule());
    let starts = (0..STARTS).map(|i| i * space.size() / STARTS);
    for (number, reach) in REACHES.into_iter().enumerate() {
        let Ok(pruner) = MovePruner::find(&by_place, reach, &mut Meter::new(&unlimited)) else {
            continue;
        };
        let rows = compared
            .analysis
            .places()
            .and_then(|_| Automaton::find(&by_place, reach, &mut Meter::new(&unlimited)).ok());
        let Ok(costs) = CostPruner::find(&by_place, reach, &mut Meter::new(&unlimited)) else {
            continue;
        };
        for state in starts.clone() {
            let start = compared.states[state];
            let duplicates = match (number + state) % 2 {
                0 => Duplicates::LeaveAll,
                _ => Duplicates::Enter,
            };
            let mut compare = |claim: &str, idle: bool, outcome: Outcome<CompiledMove>| {
                let told = match outcome {
                    Outcome::Solved { moves } => Some(moves.len() as u32),
                    Outcome::Unsolvable(_) => None,
                    Outcome::Stopped { .. } => return,
                };
                findings.tally.add(claim, 1, usize::from(!idle));
                if told != space.moves[state] {
                    findings.wrong(
                        claim,
                        || compared.case.draw(state),
                        told,
                        space.moves[state],
                    );
                }
            };
            let report = idastar(&by_rule, start, &Zero, &pruner, duplicates, &limits);
            compare("move pruning", pruner.is_idle(), report.outcome);
            if let Some(rows) = &rows {
                let report = idastar(&by_rule, start, &Zero, rows, duplicates, &limits);
                compare("move pruning by rows", rows.is_idle(), report.outcome);
            }
            let Some(measure) = &compared.case.instance.ground.measure else {
                continue;
            };
            let objective = measure.objective;
            let all = Duplicates::default();
            let report =
                least_cost_idastar(&by_rule, start, &Zero, &costs, all, objective, &limits);
            let exact = space.criteria[state].map(|(first, _)| first);
            let told = match report.outcome {
                CostOutcome::Solved { cost, .. } if measure.is_cost_first() => Some(cost.into()),
                CostOutcome::Solved { moves, .. } => Some(moves.len() as u64),
                CostOutcome::Unsolvable(_) => None,
                CostOutcome::Stopped { .. } => continue,
            };
            let claim = "move pruning in costs";
            findings.tally.add(claim, 1, 1);
            if told != exact {
                findings.wrong(claim, || compared.case.draw(state), told, exact);
            }
        }
    }
}

/// The compiled moves lead where the plain reading of the rules leads.
fn moves_are_those_of_the_rules<const N: usize>(
    compared: &Compared<'_, N>,
    findings: &mut Findings,
) {
    let puzzle = compared.analysis.puzzle();
    let space = &compared.case.space;
    for (state, &words) in compared.states.iter().enumerate() {
        let wanted = space.edges[state].iter();
        let wanted: Vec<_> = wanted
            .map(|e| (e.of, e.cost, compared.states[e.to]))
            .collect();
        let found = puzzle.successors(words);
        let found: Vec<_> = found
            .map(|(m, after)| (m.number(), puzzle.cost(words, m), after))
            .collect();
        if found != wanted || puzzle.is_goal(words) != space.is_goal[state] {
            findings.wrong(
                "compiled moves",
                || compared.case.draw(state),
                found,
                wanted,
            );
            return;
        }
    }
}

fn dead_ends<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let Some(dead_ends) = compared.analysis.dead_ends() else {
        return;
    };
    let puzzle = compared.analysis.puzzle();
    let space = &compared.case.space;
    let (mut dead, mut left_out) = (0, 0);
    for (state, &words) in compared.states.iter().enumerate() {
        if dead_ends.has(words) {
            dead += 1;
            if let Some(exact) = space.moves[state] {
                findings.wrong("dead ends", || compared.case.draw(state), "dead end", exact);
            }
        }
        for (edge, m) in space.edges[state].iter().zip(puzzle.moves(words)) {
            if dead_ends.leads_to(words, m) {
                left_out += 1;
                if let Some(exact) = space.moves[edge.to] {
                    let claim = "moves to dead ends";
                    findings.wrong(claim, || compared.case.draw(edge.to), "dead end", exact);
                }
            }
        }
    }
    findings.tally.add("dead ends", space.size(), dead);
    findings
        .tally
        .add("moves to dead ends", space.size(), left_out);
}

/// The regions of an agent: from each state, the least cost over the regions is the least cost, and
/// their bound is below it.
fn regions<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let space = &compared.case.space;
    let Ok(Some((regions, bound))) = compared.analysis.regions(&Limits::default()) else {
        return;
    };
    let claim = "regions";
    // The graph of all regions, as the puzzle of regions generates it.
    let mut numbers = HashMap::new();
    let mut roots = Vec::new();
    let region_of: Vec<usize> = compared
        .states
        .iter()
        .map(|&words| {
            let root = regions.region_of(words);
            *numbers.entry(root).or_insert_with(|| {
                roots.push(root);
                roots.len() - 1
            })
        })
        .collect();
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while edges.len() < roots.len() {
        let root = roots[edges.len()];
        let own = regions.moves(root).map(|m| {
            let after = regions.apply(root, m);
            let to = *numbers.entry(after).or_insert_with(|| {
                roots.push(after);
                roots.len() - 1
            });
            let cost = regions.cost(root, m);
            Edge { of: 0, cost, to }
        });
        let own = own.collect();
        edges.push(own);
    }
    let is_goal: Vec<bool> = roots.iter().map(|&root| regions.is_goal(root)).collect();
    let costs = distances(&edges, &is_goal, &|edge| (edge.cost.into(), 0));
    findings.tally.add(claim, space.size(), roots.len());
    let mut spoke = 0;
    for (state, &region) in region_of.iter().enumerate() {
        let found = (costs[region] != NEVER).then_some(costs[region].0 as u32);
        let exact = space.costs[state];
        if found != exact {
            findings.wrong(claim, || compared.case.draw(state), found, exact);
        }
        let least = bound.bound(bound.start(&regions, roots[region]));
        spoke += usize::from(least > 0);
        if exact.is_some_and(|exact| least > exact) {
            let told = if least == DEAD_END { None } else { Some(least) };
            findings.wrong(
                "bound of regions",
                || compared.case.draw(state),
                told,
                exact,
            );
        }
    }
    findings.tally.add("bound of regions", space.size(), spoke);
}
