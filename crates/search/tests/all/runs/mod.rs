//! Runs the algorithms that a puzzle's traits allow.

use std::num::NonZeroUsize;

use fewest_rules::{
    Commuting, Goals, Heuristic, Invertible, Limits, Puzzle, Report, Reverse, Zero,
};
use fewest_search::*;

/// The report of one algorithm.
pub(crate) struct Run<M> {
    pub(crate) name: String,
    pub(crate) report: Report<M>,
    /// Whether the algorithm promises the lexicographically first solution.
    pub(crate) first: bool,
}

pub(crate) fn run<M>(name: impl Into<String>, first: bool, report: Report<M>) -> Run<M> {
    Run {
        name: name.into(),
        report,
        first,
    }
}

/// The algorithms that require only `Puzzle`.
pub(crate) fn plain<P: Puzzle>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>> {
    let mut runs = vec![
        run("bfs", true, bfs(puzzle, start, limits)),
        run(
            "shortest_paths",
            true,
            shortest_paths(puzzle, start, limits).0,
        ),
    ];
    runs.extend(informed(puzzle, start, "zero", &Zero, limits));
    runs.extend(deepening(puzzle, start, "none", &NoPruning, limits));
    runs
}

/// The algorithms that take a heuristic.
pub(crate) fn informed<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    name: &str,
    heuristic: &H,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    let mut runs = Vec::new();
    for order in [Order::Any, Order::Lexicographic] {
        let report = astar(puzzle, start, heuristic, order, limits);
        let name = format!("astar {name} {order:?}");
        runs.push(run(name, order == Order::Lexicographic, report));
    }
    let report = idastar(
        puzzle,
        start,
        heuristic,
        &NoPruning,
        Duplicates::LeaveAll,
        limits,
    );
    runs.push(run(format!("idastar {name}"), true, report));
    runs
}

/// The algorithms that take a pruning policy.
pub(crate) fn deepening<P: Puzzle, K: Pruning<P>>(
    puzzle: &P,
    start: P::State,
    name: &str,
    pruning: &K,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    let report = iddfs(puzzle, start, pruning, Duplicates::LeaveAll, limits);
    vec![run(format!("iddfs {name}"), true, report)]
}

/// The searches without duplicate detection, whose work grows exponentially with the length.
pub(crate) fn paths<P: Puzzle, H: Heuristic<P>, K: Pruning<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    pruning: &K,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    let enter = Duplicates::Enter;
    let informed = idastar(puzzle, start, heuristic, pruning, enter, limits);
    let blind = iddfs(puzzle, start, pruning, enter, limits);
    vec![
        run("idastar of paths", true, informed),
        run("iddfs of paths", true, blind),
    ]
}

pub(crate) fn backward<P>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>>
where
    P: Reverse + Goals,
{
    let mut runs = vec![run(
        "bidirectional",
        true,
        bidirectional(puzzle, start, limits),
    )];
    let (report, paths) = shortest_paths_from_both_ends(puzzle, start, limits);
    if let Some(paths) = paths {
        let (_, one_sided) = shortest_paths(puzzle, start, &Limits::default());
        let one_sided = one_sided.expect("a solution is there from one side too");
        assert_eq!(paths.count(), one_sided.count(), "from {start:?}");
        assert!(
            paths.iter().take(2000).eq(one_sided.iter().take(2000)),
            "the lists from {start:?}"
        );
    }
    runs.push(run("shortest_paths_from_both_ends", true, report));
    for threads in [2, 5] {
        let limits = Limits {
            threads: NonZeroUsize::new(threads),
            ..limits.clone()
        };
        let report = bidirectional(puzzle, start, &limits);
        runs.push(run(format!("bidirectional by {threads}"), true, report));
    }
    runs
}

pub(crate) fn inverting<P: Invertible>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    deepening(puzzle, start, "inverse", &InversePruning, limits)
}

pub(crate) fn commuting<P: Commuting>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    deepening(puzzle, start, "commuting", &CommutingPruning, limits)
}
