//! Properties of a puzzle: inverses, goals, ranks, symmetries, invariants, sequences of moves.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use fewest_ground::analysis::{BothEnds, RankedPuzzle};
use fewest_rules::laws::{self, Violation};
use fewest_rules::{Limits, Outcome, Puzzle, Ranked, Reverse, Words};

use super::Compared;
use crate::finding::Findings;

/// Laws that take long are tested on a walk over this many states.
const WALK: usize = 400;
/// Sequences of rules that are compared.
const MOST_SEQUENCES: usize = 120;

/// Tests one property.
type Test<const N: usize> = fn(&Compared<'_, N>, &mut Findings);

pub(super) fn all<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let claims: [(&str, Test<N>); 8] = [
        ("predecessors", predecessors),
        ("inverse moves", inverse_moves),
        ("goals listed", goals),
        ("ranks", ranks),
        ("symmetries", symmetries),
        ("invariants", invariants),
        ("additions", additions),
        ("sequences", sequences),
    ];
    for (claim, test) in claims {
        if findings.wants(claim) {
            test(compared, findings);
        }
    }
}

/// The predecessors of a state that can be reached are those from which a move leads to it.
fn predecessors<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let Some(predecessors) = compared.analysis.predecessors() else {
        return;
    };
    let view = compared.analysis.view(predecessors);
    let space = &compared.case.space;
    let mut wanted: Vec<HashSet<(usize, usize)>> = vec![HashSet::new(); space.size()];
    for (from, edges) in space.edges.iter().enumerate() {
        for edge in edges {
            wanted[edge.to].insert((edge.of, from));
        }
    }
    let numbers: HashMap<Words<N>, usize> = compared
        .states
        .iter()
        .enumerate()
        .map(|(i, &s)| (s, i))
        .collect();
    let mut all = 0;
    for (state, &words) in compared.states.iter().enumerate() {
        let found = view.predecessors(words);
        let found = found.filter_map(|(m, before)| Some((m.number(), *numbers.get(&before)?)));
        let found: HashSet<_> = found.collect();
        all += found.len();
        if found != wanted[state] {
            findings.wrong(
                "predecessors",
                || compared.case.draw(state),
                &found,
                &wanted[state],
            );
        }
    }
    findings.tally.add("predecessors", space.size(), all);
}

/// Every move is taken back by a move.
fn inverse_moves<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    if !compared.analysis.is_undoable() {
        return;
    }
    let puzzle = compared.analysis.puzzle();
    let mut moves = 0;
    for (state, &words) in compared.states.iter().enumerate() {
        for (m, after) in puzzle.successors(words) {
            moves += 1;
            if !puzzle.successors(after).any(|(_, back)| back == words) {
                let draw = || compared.case.draw(state);
                findings.wrong("inverse moves", draw, puzzle.move_name(m), "");
            }
        }
    }
    findings
        .tally
        .add("inverse moves", compared.states.len(), moves);
}

/// The goals that can be reached are listed, and all listed states are goals.
fn goals<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let Some(goals) = compared.analysis.goals() else {
        return;
    };
    let puzzle = compared.analysis.puzzle();
    let listed: HashSet<Words<N>> = goals.states().collect();
    findings
        .tally
        .add("goals listed", compared.states.len(), listed.len());
    for (state, words) in compared.states.iter().enumerate() {
        let is_goal = compared.case.space.is_goal[state];
        if listed.contains(words) != is_goal {
            findings.wrong(
                "goals listed",
                || compared.case.draw(state),
                !is_goal,
                is_goal,
            );
        }
    }
    if let Some(&other) = listed.iter().find(|&&goal| !puzzle.is_goal(goal)) {
        let draw = || compared.case.instance.layout.draw(&puzzle.labels(other));
        findings.wrong("goals listed", draw, "a goal", "no goal");
    }
    if let Some(predecessors) = compared.analysis.predecessors() {
        let view = compared.analysis.view(BothEnds {
            predecessors,
            goals,
            symmetries: None,
        });
        let found = laws::check(&view, [compared.states[0]], WALK);
        let found = found.and_then(|laws| laws.reverse()?.goals().map(|_| ()));
        noted(compared, "goals with predecessors", found, findings);
    }
}

fn noted<const N: usize>(
    compared: &Compared<'_, N>,
    claim: &str,
    found: Result<(), Violation>,
    findings: &mut Findings,
) {
    findings.tally.add(claim, 1, 1);
    if let Err(violation) = found {
        findings.wrong(claim, || compared.case.draw(0), violation.to_string(), "");
    }
}

/// Ranks number the states, and lead to the same neighbours.
fn ranks<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let Some(ranking) = compared.analysis.ranking() else {
        return;
    };
    let mut seen = HashSet::new();
    for (state, &words) in compared.states.iter().enumerate() {
        let rank = ranking.rank(words);
        let back: Words<N> = ranking.unrank(rank);
        if rank >= ranking.size() || !seen.insert(rank) || back != words {
            findings.wrong("ranks", || compared.case.draw(state), rank, ranking.size());
        }
    }
    findings
        .tally
        .add("ranks", compared.states.len(), seen.len());
    if let Some(ranked) = RankedPuzzle::new(Arc::clone(compared.analysis)) {
        let ranks: Vec<u64> = compared.states.iter().map(|&s| ranking.rank(s)).collect();
        let mut found = Vec::new();
        ranked.successor_ranks_of_all(&ranks, |rank| found.push(rank));
        let edges = compared.case.space.edges.iter().flatten();
        let mut wanted: Vec<u64> = edges.map(|edge| ranks[edge.to]).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        findings
            .tally
            .add("neighbours by rank", ranks.len(), found.len());
        if found != wanted {
            findings.wrong(
                "neighbours by rank",
                || compared.case.draw(0),
                found.len(),
                wanted.len(),
            );
        }
    }
}

/// States that are equal up to symmetry have one canonical state and the same distance.
fn symmetries<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    use fewest_rules::Symmetric;
    let Some(view) = compared.analysis.up_to_symmetry() else {
        return;
    };
    let space = &compared.case.space;
    let mut of_class: HashMap<Words<N>, usize> = HashMap::new();
    let mut equal = 0;
    for (state, &words) in compared.states.iter().enumerate() {
        let class = view.canonical(words);
        let first = *of_class.entry(class).or_insert(state);
        equal += usize::from(first != state);
        let (found, exact) = (space.criteria[first], space.criteria[state]);
        if found != exact {
            findings.wrong("symmetries", || compared.case.draw(state), found, exact);
        }
        if view
            .images(words)
            .any(|image| view.canonical(image) != class)
        {
            findings.wrong("canonical states", || compared.case.draw(state), "", "");
        }
    }
    findings.tally.add("symmetries", space.size(), equal);
    let found = laws::check(&view, [compared.states[0]], WALK);
    let found = found.and_then(|laws| laws.symmetric().map(|_| ()));
    noted(compared, "laws of symmetries", found, findings);
}

/// No move changes the parity, and positions that pieces cannot reach are not reached.
fn invariants<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let space = &compared.case.space;
    if let Some(parity) = compared.analysis.parity() {
        findings.tally.add("parity", space.size(), 1);
        let odd = parity.is_odd(&space.states[0]);
        for (state, labels) in space.states.iter().enumerate() {
            if parity.is_odd(labels) != odd {
                findings.wrong("parity", || compared.case.draw(state), !odd, odd);
            }
        }
    }
    if let Some(pieces) = compared.analysis.pieces() {
        let ground = &compared.analysis.puzzle().reduced().ground;
        let (mut told, few) = (0, space.size().min(60));
        for state in (0..few).map(|i| i * space.size() / few) {
            let target = std::iter::once(space.states[state].clone());
            if let Some(why) = pieces.unreachable(ground, &space.states[0], target) {
                findings.wrong("pieces", || compared.case.draw(state), why, "reachable");
            }
        }
        // What is out of reach: two cells of a reachable state exchanged.
        let known: HashSet<_> = space.states.iter().collect();
        for state in (0..few).map(|i| i * space.size() / few) {
            let mut other = space.states[state].clone();
            let last = other.len() - 1;
            other.swap(0, last);
            let exchanged = !known.contains(&other);
            let why = pieces.unreachable(ground, &space.states[0], std::iter::once(other));
            told += usize::from(why.is_some());
            if why.is_some() && !exchanged {
                findings.wrong("pieces", || compared.case.draw(state), why, "reachable");
            }
        }
        findings.tally.add("pieces", few, told);
    }
}

/// Linear equations give the least number of moves from every state.
fn additions<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let Some(additions) = compared.analysis.additions() else {
        return;
    };
    let view = compared.analysis.view(additions);
    let found = laws::check(&view, [compared.states[0]], WALK.min(100));
    let found = found.and_then(|laws| laws.commuting().map(|_| ()));
    noted(compared, "moves that commute", found, findings);
    let space = &compared.case.space;
    let few = space.size().min(100);
    let reduced = compared.analysis.puzzle().reduced();
    let mut solved = 0;
    for state in (0..few).map(|i| i * space.size() / few) {
        let labels = &space.states[state];
        let Some(report) = additions.solve(reduced, labels, &Limits::default()) else {
            continue;
        };
        let found = match report.outcome {
            Outcome::Solved { moves } => Some(moves.len() as u32),
            Outcome::Unsolvable(_) => None,
            Outcome::Stopped { .. } => continue,
        };
        solved += 1;
        if found != space.moves[state] {
            findings.wrong(
                "additions",
                || compared.case.draw(state),
                found,
                space.moves[state],
            );
        }
    }
    findings.tally.add("additions", few, solved);
}

/// Sequences of rules that replace others do the same.
fn sequences<const N: usize>(compared: &Compared<'_, N>, findings: &mut Findings) {
    let by_rule = compared.analysis.by_rule();
    let start = compared.states[0];
    match laws::check(&by_rule, [start], 40).and_then(|laws| laws.operators(MOST_SEQUENCES)) {
        Ok(replaced) => findings.tally.add("sequences", 40, replaced),
        Err(why) => findings.wrong("sequences", || compared.case.draw(0), why.to_string(), ""),
    }
    if by_rule.has_places() {
        let found = laws::check(&by_rule, [start], WALK);
        let found = found.and_then(|laws| laws.contexts().map(|_| ()));
        noted(compared, "places", found, findings);
    }
}
