//! Every algorithm over every puzzle that it takes, against the truth.

mod oracle;
mod toys;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use num_bigint::BigUint;
use oracle::{Truth, distances, truth};
use proptest::prelude::*;
use rules::{
    Commuting, Goals, Heuristic, Invertible, Limits, Outcome, Proof, Puzzle, Report, Reverse,
    StopReason, Symmetric, Zero, laws,
};
use search::*;
use toys::*;

/// One algorithm's answer.
struct Run<M> {
    name: String,
    report: Report<M>,
    /// Whether it promises the lexicographically first solution.
    first: bool,
}

fn run<M>(name: impl Into<String>, first: bool, report: Report<M>) -> Run<M> {
    Run {
        name: name.into(),
        report,
        first,
    }
}

/// The algorithms that ask for nothing.
fn plain<P: Puzzle>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>> {
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

/// The algorithms that ask for a heuristic.
fn informed<P: Puzzle, H: Heuristic<P>>(
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
        NodeOrder::Moves,
        limits,
    );
    runs.push(run(format!("idastar {name}"), true, report));
    runs
}

/// The algorithms that ask for a pruning policy.
fn deepening<P: Puzzle, K: Pruning<P>>(
    puzzle: &P,
    start: P::State,
    name: &str,
    pruning: &K,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    let report = iddfs(puzzle, start, pruning, Duplicates::LeaveAll, limits);
    vec![run(format!("iddfs {name}"), true, report)]
}

/// The searches of paths, whose work grows exponentially with the length.
fn paths<P: Puzzle, H: Heuristic<P>, K: Pruning<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    pruning: &K,
    solvable: bool,
    limits: &Limits,
) -> Vec<Run<P::Move>> {
    let mut runs = Vec::new();
    for duplicates in [Duplicates::Enter, Duplicates::LeavePath] {
        if solvable || duplicates == Duplicates::LeavePath {
            let report = idastar(
                puzzle,
                start,
                heuristic,
                pruning,
                duplicates,
                NodeOrder::Moves,
                limits,
            );
            runs.push(run(format!("idastar {duplicates:?}"), true, report));
            let report = iddfs(puzzle, start, pruning, duplicates, limits);
            runs.push(run(format!("iddfs {duplicates:?}"), true, report));
        }
    }
    runs
}

fn backward<P>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>>
where
    P: Reverse + Goals + Sync,
    P::State: Send + Sync,
{
    let mut runs = vec![run(
        "bidirectional",
        true,
        bidirectional(puzzle, start, limits),
    )];
    for threads in [2, 5] {
        let threads = NonZeroUsize::new(threads).expect("some threads");
        let report = parallel_bidirectional(puzzle, start, threads, limits);
        runs.push(run(format!("bidirectional by {threads}"), true, report));
    }
    runs
}

fn inverting<P: Invertible>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>> {
    deepening(puzzle, start, "inverse", &InversePruning, limits)
}

fn commuting<P: Commuting>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>> {
    vec![run("move_sets", true, move_sets(puzzle, start, limits))]
}

/// Runs over the quotient are lifted: they are not the first. That which keeps the
/// first state of each class finds the first solution.
fn symmetric<P>(puzzle: &P, start: P::State, limits: &Limits) -> Vec<Run<P::Move>>
where
    P: Symmetric + Reverse + Goals + Sync,
    P::State: Send + Sync,
{
    let quotient = Quotient::new(puzzle);
    let class = quotient.state(start);
    let truth = truth(&quotient, class);
    let mut runs = backward(&quotient, class, limits);
    runs.extend(plain(&quotient, class, limits));
    examine(&quotient, class, &truth, &runs);
    let lifted = runs.into_iter().map(|mut run| {
        if let Outcome::Solved { moves } = &mut run.report.outcome {
            *moves = quotient.lift(start, moves).expect("every path lifts");
        }
        run
    });
    let firsts = solve_up_to_symmetry(puzzle, start, limits);
    lifted
        .map(|lifted| run(lifted.name, false, lifted.report))
        .chain([run("up to symmetry", true, firsts)])
        .filter(|run| run.report.outcome.moves().is_some())
        .collect()
}

/// Tests every run against the truth.
fn examine<P: Puzzle>(puzzle: &P, start: P::State, truth: &Truth<P::Move>, runs: &[Run<P::Move>]) {
    for Run {
        name,
        report,
        first,
    } in runs
    {
        let statistics = report.statistics;
        match (&report.outcome, &truth.first) {
            (Outcome::Solved { moves }, Some(wanted)) => {
                assert_eq!(moves.len(), wanted.len(), "{name} from {start:?}: length");
                assert!(
                    !first || moves == wanted,
                    "{name} from {start:?}: {moves:?} not {wanted:?}"
                );
                let end = moves.iter().fold(start, |state, &m| {
                    assert!(
                        puzzle.moves(state).any(|legal| legal == m),
                        "{name}: {m:?} is illegal"
                    );
                    puzzle.apply(state, m)
                });
                assert!(puzzle.is_goal(end), "{name} from {start:?} ends in {end:?}");
                if moves.is_empty() {
                    assert_eq!(
                        (statistics.expanded, statistics.generated),
                        (0, 0),
                        "{name}"
                    );
                } else {
                    assert!(
                        statistics.expanded > 0 && statistics.generated > 0,
                        "{name}"
                    );
                    assert!(statistics.peak_bytes > 0, "{name}");
                }
            }
            (Outcome::Unsolvable(Proof::Exhausted { reached }), None) => {
                assert_eq!(*reached, truth.reached, "{name} from {start:?}: reached");
            }
            (Outcome::Unsolvable(Proof::Invariant(_)), None) => {}
            (outcome, _) => {
                panic!("{name} from {start:?} says {outcome:?}, the truth is {truth:?}")
            }
        }
    }
    let (report, paths) = shortest_paths(puzzle, start, &Limits::default());
    assert_eq!(paths.is_some(), truth.first.is_some());
    if let Some(paths) = paths {
        assert_eq!(report.outcome.moves(), Some(&paths.first()[..]));
        assert_eq!(paths.count(), truth.count, "from {start:?}");
        assert_eq!(paths.length() as usize, paths.first().len());
        if let Some(all) = &truth.all {
            assert_eq!(&paths.iter().collect::<Vec<_>>(), all, "from {start:?}");
        }
    }
}

#[test]
fn rings_of_all_sizes() {
    let limits = Limits::default();
    for size in 3..12 {
        let ring = Ring(size);
        laws::check(&ring, [0], 100)
            .and_then(|laws| {
                laws.invertible()?
                    .reverse()?
                    .goals()?
                    .symmetric()
                    .map(|_| ())
            })
            .unwrap();
        for start in 0..size {
            let near = move |place: u32| place.min(size - place);
            let mut runs = plain(&ring, start, &limits);
            runs.extend(informed(&ring, start, "near", &near, &limits));
            runs.extend(backward(&ring, start, &limits));
            runs.extend(inverting(&ring, start, &limits));
            runs.extend(symmetric(&ring, start, &limits));
            runs.extend(paths(&ring, start, &near, &InversePruning, true, &limits));
            examine(&ring, start, &truth(&ring, start), &runs);
        }
    }
}

#[test]
fn a_long_ring_takes_no_stack() {
    let ring = Ring(60_000);
    let limits = Limits::default();
    let near = |place: u32| place.min(60_000 - place);
    let wanted = Outcome::Solved {
        moves: vec![-1; 29_000],
    };
    let mut runs = backward(&ring, 29_000, &limits);
    runs.push(run("bfs", true, bfs(&ring, 29_000, &limits)));
    runs.extend(informed(&ring, 29_000, "near", &near, &limits));
    for run in runs {
        assert_eq!(run.report.outcome, wanted, "{}", run.name);
    }
    let (_, all) = shortest_paths(&ring, 30_000, &limits);
    assert_eq!(all.unwrap().count(), BigUint::from(2_u8));
}

#[test]
fn trees_with_some_goals_and_with_none() {
    let limits = Limits::default();
    for depth in 0..9 {
        for every in [1, 2, 3, 7, 100, 10_000] {
            let tree = Tree { depth, every };
            let mut runs = plain(&tree, 1, &limits);
            runs.extend(paths(&tree, 1, &Zero, &NoPruning, true, &limits));
            examine(&tree, 1, &truth(&tree, 1), &runs);
        }
    }
}

#[test]
fn numbers_by_adding_doubling_and_halving() {
    let limits = Limits::default();
    for target in 0..=65 {
        // 65 cannot be reached: no number is above 64.
        let puzzle = Count { target, most: 64 };
        for start in [0, 1, 7, 64] {
            let runs = plain(&puzzle, start, &limits);
            examine(&puzzle, start, &truth(&puzzle, start), &runs);
        }
    }
}

#[test]
fn presses_of_all_starts() {
    let limits = Limits::default();
    let cross = vec![
        [1, 1, 0, 0, 0],
        [1, 1, 1, 0, 0],
        [0, 1, 1, 1, 0],
        [0, 0, 1, 1, 1],
    ];
    for (k, patterns) in [
        (2, cross.clone()),
        (3, cross),
        (4, vec![[2, 0, 0, 2, 0], [1, 0, 2, 0, 3], [0, 2, 0, 0, 0]]),
        (2, Vec::new()),
    ] {
        let puzzle = Presses { k, patterns };
        let starts = [
            [0; 5],
            [1, 0, 0, 0, 0],
            [1, 0, 1, 0, 1],
            [1, 1, 0, 0, 1],
            [0, 0, 0, 0, 1],
        ];
        laws::check(&puzzle, starts, 2_000)
            .and_then(|laws| laws.commuting()?.reverse()?.goals().map(|_| ()))
            .unwrap();
        for start in starts {
            let mut runs = plain(&puzzle, start, &limits);
            runs.extend(backward(&puzzle, start, &limits));
            runs.extend(commuting(&puzzle, start, &limits));
            examine(&puzzle, start, &truth(&puzzle, start), &runs);
        }
    }
}

#[test]
fn sliding_tiles() {
    let limits = Limits::default();
    let puzzle = Tiles;
    laws::check(&puzzle, [Tiles::GOAL], 5_000)
        .and_then(|laws| {
            laws.invertible()?.reverse()?.goals()?;
            laws.admissible(&Tiles::manhattan)?
                .consistent(&Tiles::manhattan)
                .map(|_| ())
        })
        .unwrap();
    let swapped = [2, 1, 3, 4, 5, 6, 7, 8, 0];
    for start in [
        Tiles::GOAL,
        [1, 2, 3, 4, 5, 6, 7, 0, 8],
        [1, 3, 6, 5, 0, 2, 4, 7, 8],
        [8, 1, 3, 4, 0, 2, 7, 6, 5],
        [8, 6, 7, 2, 5, 4, 3, 0, 1],
        swapped,
    ] {
        let truth = truth(&puzzle, start);
        let mut runs = plain(&puzzle, start, &limits);
        runs.extend(informed(
            &puzzle,
            start,
            "manhattan",
            &Tiles::manhattan,
            &limits,
        ));
        runs.extend(backward(&puzzle, start, &limits));
        runs.extend(inverting(&puzzle, start, &limits));
        if truth.first.as_ref().is_some_and(|moves| moves.len() < 20) {
            runs.extend(paths(
                &puzzle,
                start,
                &Tiles::manhattan,
                &InversePruning,
                true,
                &limits,
            ));
        }
        examine(&puzzle, start, &truth, &runs);
    }
}

#[test]
fn counts_beyond_every_machine_word() {
    // From each rung two moves lead to the next: 2²⁰⁰ solutions.
    let rungs = 200;
    let edges = (0..=rungs)
        .map(|rung| vec![(rung < rungs).then_some(rung + 1); 2])
        .collect();
    let mut goals = vec![false; usize::from(rungs) + 1];
    goals[usize::from(rungs)] = true;
    let ladder = Graph { edges, goals };
    let (_, paths) = shortest_paths(&ladder, 0, &Limits::default());
    let paths = paths.unwrap();
    assert_eq!(paths.count(), BigUint::from(2_u8).pow(rungs.into()));
    let mut second = vec![0; usize::from(rungs)];
    second[usize::from(rungs) - 1] = 1;
    assert_eq!(paths.iter().nth(1), Some(second));
}

fn graphs() -> impl Strategy<Value = (Graph, u64)> {
    (1_u16..14, 0_usize..5, 0_u32..4).prop_flat_map(|(nodes, degree, goals)| {
        let edge = prop::option::weighted(0.7, 0..nodes);
        let edges = prop::collection::vec(prop::collection::vec(edge, degree), usize::from(nodes));
        let goal = prop::bool::weighted([0.0, 0.1, 0.3, 0.7][goals as usize]);
        let goals = prop::collection::vec(goal, usize::from(nodes));
        (edges, goals, any::<u64>()).prop_map(|(edges, goals, seed)| (Graph { edges, goals }, seed))
    })
}

fn roads() -> impl Strategy<Value = (Roads, u64)> {
    (1_u16..14, 0_usize..20).prop_flat_map(|(nodes, edges)| {
        let ends = prop::collection::vec((0..nodes, 0..nodes), edges);
        let goals = prop::collection::vec(prop::bool::weighted(0.1), usize::from(nodes));
        (ends, goals, any::<u64>()).prop_map(|(mut ends, goals, seed)| {
            // On a loop the inverse would be another way to stand still.
            ends.retain(|(a, b)| a != b);
            (Roads { ends, goals }, seed)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn random_graphs((graph, seed) in graphs()) {
        let limits = Limits::default();
        let nodes = graph.goals.len() as u16;
        let distances = distances(&graph, nodes);
        let heuristic = worsened(&distances, seed);
        for start in 0..nodes.min(4) {
            let mut runs = plain(&graph, start, &limits);
            runs.extend(informed(&graph, start, "worsened", &heuristic, &limits));
            runs.extend(backward(&graph, start, &limits));
            if let Some(distance) = distances[usize::from(start)] && distance < 8 {
                runs.extend(paths(&graph, start, &heuristic, &NoPruning, true, &limits));
            }
            if nodes < 7 {
                runs.extend(paths(&graph, start, &Zero, &NoPruning, false, &limits));
            }
            examine(&graph, start, &truth(&graph, start), &runs);
        }
    }

    #[test]
    fn random_roads((roads, seed) in roads()) {
        let limits = Limits::default();
        let nodes = roads.goals.len() as u16;
        let distances = distances(&roads, nodes);
        let heuristic = worsened(&distances, seed);
        for start in 0..nodes.min(4) {
            let mut runs = plain(&roads, start, &limits);
            runs.extend(informed(&roads, start, "worsened", &heuristic, &limits));
            runs.extend(backward(&roads, start, &limits));
            runs.extend(inverting(&roads, start, &limits));
            if distances[usize::from(start)].is_some_and(|distance| distance < 8) {
                runs.extend(paths(&roads, start, &heuristic, &InversePruning, true, &limits));
            }
            examine(&roads, start, &truth(&roads, start), &runs);
        }
    }
}

/// Every algorithm on a search that has no end within reach.
fn endless(limits: &Limits) -> Vec<Run<()>> {
    let forget = |run: Run<u8>| Run {
        name: run.name,
        first: run.first,
        report: Report {
            outcome: run.report.outcome.map(|_| ()),
            statistics: run.report.statistics,
        },
    };
    let mut runs: Vec<Run<()>> = plain(&Endless, (0, 0), limits)
        .into_iter()
        .map(forget)
        .collect();
    runs.extend(backward(&Endless, (0, 0), limits).into_iter().map(forget));
    runs.extend(inverting(&Endless, (0, 0), limits).into_iter().map(forget));
    runs.extend(
        paths(&Endless, (0, 0), &Zero, &InversePruning, true, limits)
            .into_iter()
            .map(forget),
    );
    runs.extend(commuting(&Switches, 0, limits).into_iter().map(|run| Run {
        name: run.name,
        first: run.first,
        report: Report {
            outcome: run.report.outcome.map(|_| ()),
            statistics: run.report.statistics,
        },
    }));
    runs
}

fn all_stop(runs: &[Run<()>], wanted: StopReason) {
    for Run { name, report, .. } in runs {
        match report.outcome {
            Outcome::Stopped {
                reason,
                lower_bound,
            } => {
                assert_eq!(reason, wanted, "{name}");
                assert!(lower_bound >= 1, "{name}: the start is no goal");
            }
            ref other => panic!("{name} says {other:?}"),
        }
    }
}

#[test]
fn the_limit_on_states_is_exact() {
    for states in [0, 1, 2, 1_000, 5_000] {
        let runs = endless(&Limits {
            states: Some(states),
            ..Limits::default()
        });
        all_stop(&runs, StopReason::States);
        for run in runs {
            let expanded = run.report.statistics.expanded;
            // Threads ask for a batch at a time.
            let batches = run.name.starts_with("bidirectional by");
            assert!(
                expanded == states
                    || batches && (states.saturating_sub(5 * 256)..states).contains(&expanded),
                "{}: {expanded}",
                run.name
            );
        }
    }
}

#[test]
fn the_limit_on_memory_is_never_exceeded() {
    for memory in [0, 100, 10_000, 1_000_000] {
        // Time ends those that need hardly any memory.
        let runs = endless(&Limits {
            memory: Some(memory),
            states: Some(200_000),
            ..Limits::default()
        });
        for Run { name, report, .. } in &runs {
            assert!(report.statistics.peak_bytes <= memory, "{name}");
            let linear = name.starts_with("id") || name == "move_sets";
            match report.outcome {
                Outcome::Stopped { reason, .. } => {
                    let hard = reason == StopReason::Memory;
                    assert!(
                        hard || linear && reason == StopReason::States,
                        "{name} {memory}: {reason}"
                    );
                    assert!(hard || memory >= 10_000, "{name} {memory}");
                }
                ref other => panic!("{name} says {other:?}"),
            }
        }
    }
}

#[test]
fn a_full_table_only_costs_work() {
    let start = [1, 3, 6, 5, 0, 2, 4, 7, 8];
    let wanted = truth(&Tiles, start).first.unwrap();
    let report = idastar(
        &Tiles,
        start,
        &Tiles::manhattan,
        &InversePruning,
        Duplicates::LeaveAll,
        NodeOrder::Moves,
        &Limits {
            memory: Some((1 << 16) + 4_000),
            ..Limits::default()
        },
    );
    assert_eq!(report.outcome, Outcome::Solved { moves: wanted });
    // The unsolvable tree is proven so by enumeration alone.
    let tree = Tree {
        depth: 12,
        every: 10_000,
    };
    let report = iddfs(
        &tree,
        1,
        &NoPruning,
        Duplicates::LeaveAll,
        &Limits {
            memory: Some((1 << 16) + 4_000),
            ..Limits::default()
        },
    );
    assert!(
        matches!(report.outcome, Outcome::Unsolvable(Proof::Invariant(_))),
        "{report:?}"
    );
}

#[test]
fn time_that_has_run_out_stops_everything() {
    all_stop(
        &endless(&Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        }),
        StopReason::Time,
    );
}

#[test]
fn a_raised_flag_stops_everything() {
    let cancel = Arc::new(AtomicBool::new(true));
    let limits = Limits {
        cancel: Some(cancel.clone()),
        ..Limits::default()
    };
    all_stop(&endless(&limits), StopReason::Cancelled);
    // And one that is raised while they run: every run would else last for ever.
    cancel.store(false, Ordering::Relaxed);
    let raised = cancel.clone();
    let searcher = std::thread::spawn(move || bfs(&Endless, (0, 0), &limits));
    std::thread::sleep(Duration::from_millis(30));
    raised.store(true, Ordering::Relaxed);
    let report = searcher.join().unwrap();
    assert!(matches!(
        report.outcome,
        Outcome::Stopped {
            reason: StopReason::Cancelled,
            ..
        }
    ));
    assert!(report.statistics.expanded > 0);
}

#[test]
fn lower_bounds_of_stopped_searches_are_true() {
    let start = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let length = truth(&Tiles, start).first.unwrap().len() as u32;
    for states in [1, 10, 100, 1_000, 10_000, 100_000] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        let mut runs = plain(&Tiles, start, &limits);
        runs.extend(informed(
            &Tiles,
            start,
            "manhattan",
            &Tiles::manhattan,
            &limits,
        ));
        runs.extend(backward(&Tiles, start, &limits));
        runs.extend(inverting(&Tiles, start, &limits));
        for run in runs {
            match run.report.outcome {
                Outcome::Solved { moves } => assert_eq!(moves.len() as u32, length, "{}", run.name),
                Outcome::Stopped { lower_bound, .. } => {
                    assert!(
                        (1..=length).contains(&lower_bound),
                        "{}: {lower_bound}",
                        run.name
                    );
                }
                Outcome::Unsolvable(proof) => panic!("{}: {proof:?}", run.name),
            }
        }
    }
}
