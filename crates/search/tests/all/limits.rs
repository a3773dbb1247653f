//! Runs every algorithm into each limit. The limit must stop it with a correct lower bound.

use crate::oracle;
use crate::runs;
use crate::toys;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fewest_rules::{Limits, Outcome, Proof, Report, StopReason, Zero};
use fewest_search::*;
use oracle::truth;
use runs::*;
use toys::*;

/// Runs every algorithm on a search that does not end in practice.
fn endless(limits: &Limits) -> Vec<Run<()>> {
    let mut runs: Vec<Run<()>> = plain(&Endless, (0, 0), limits)
        .into_iter()
        .map(forget)
        .collect();
    runs.extend(backward(&Endless, (0, 0), limits).into_iter().map(forget));
    runs.extend(inverting(&Endless, (0, 0), limits).into_iter().map(forget));
    runs.extend(
        paths(&Endless, (0, 0), &Zero, &InversePruning, limits)
            .into_iter()
            .map(forget),
    );
    runs.extend(commuting(&Switches, 0, limits).into_iter().map(forget));
    runs
}

/// A copy of the run that forgets its moves.
fn forget<M>(run: Run<M>) -> Run<()> {
    Run {
        name: run.name,
        first: run.first,
        report: Report {
            outcome: run.report.outcome.map(|_| ()),
            statistics: run.report.statistics,
        },
    }
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
            // Threads request expansions in batches.
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
        // A time limit ends the searches that need hardly any memory.
        let runs = endless(&Limits {
            memory: Some(memory),
            states: Some(200_000),
            ..Limits::default()
        });
        for Run { name, report, .. } in &runs {
            assert!(report.statistics.peak_bytes <= memory, "{name}");
            let linear = name.starts_with("id");
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
        &Limits {
            memory: Some((1 << 16) + 4_000),
            ..Limits::default()
        },
    );
    assert_eq!(report.outcome, Outcome::Solved { moves: wanted });
    // Only enumeration proves that the tree is unsolvable.
    let tree = tree(12, 10_000);
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
    // Another flag is raised during the runs, none of which would end otherwise.
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
