//! What leaves out moves or states keeps what it claims to keep.

use std::collections::HashMap;

use fewest::rules::{DEAD_END, Heuristic, Limits, MoveCosts, Puzzle};

use super::Compared;
use crate::finding::Findings;
use crate::space::{Edge, NEVER, distances};

pub(super) fn all<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    moves_are_those_of_the_rules(compared, findings);
    dead_ends(compared, findings);
    for pruned in [false, true] {
        let claim = if pruned { "pruned regions" } else { "regions" };
        if !findings.wants(claim) && !findings.wants(&format!("bound of {claim}")) {
            continue;
        }
        regions(compared, pruned, findings);
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

/// The regions of an agent: from each state, the least cost over the regions is the least cost, with
/// and without corral pruning, and their bound is below it.
fn regions<const N: usize>(compared: &Compared<'_, N>, pruned: bool, findings: &mut Findings) {
    let space = &compared.case.space;
    let Ok(Some((regions, bound))) = compared.analysis.regions(pruned, &Limits::default()) else {
        return;
    };
    let claim = if pruned { "pruned regions" } else { "regions" };
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
            let claim = format!("bound of {claim}");
            let told = if least == DEAD_END { None } else { Some(least) };
            findings.wrong(&claim, || compared.case.draw(state), told, exact);
        }
    }
    findings
        .tally
        .add(&format!("bound of {claim}"), space.size(), spoke);
}
