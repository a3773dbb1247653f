//! Runs every algorithm on every puzzle that it accepts, and compares the answers with the truth.

use crate::oracle;
use crate::runs;
use crate::toys;

use fewest_rules::{Limits, Outcome, Proof, Puzzle, Zero, laws};
use fewest_search::*;
use num_bigint::BigUint;
use oracle::{Truth, distances, truth};
use proptest::prelude::*;
use runs::*;
use toys::*;

/// Compares every run with the truth.
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
            let firsts = solve_up_to_symmetry(&ring, start, &limits);
            if firsts.outcome.moves().is_some() {
                runs.push(run("up to symmetry", true, firsts));
            }
            runs.extend(paths(&ring, start, &near, &InversePruning, &limits));
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
            let tree = tree(depth, every);
            let mut runs = plain(&tree, 1, &limits);
            runs.extend(paths(&tree, 1, &Zero, &NoPruning, &limits));
            examine(&tree, 1, &truth(&tree, 1), &runs);
        }
    }
}

#[test]
fn numbers_by_adding_doubling_and_halving() {
    let limits = Limits::default();
    for target in 0..=65 {
        // The number 65 cannot be reached, because no number above 64 is allowed.
        let puzzle = count(target, 64);
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
                &limits,
            ));
        }
        examine(&puzzle, start, &truth, &runs);
    }
}

#[test]
fn counts_beyond_every_machine_word() {
    // Two moves lead from each rung to the next, so there are 2²⁰⁰ solutions.
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
            // A self-loop would be its own inverse.
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
                runs.extend(paths(&graph, start, &heuristic, &NoPruning, &limits));
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
                runs.extend(paths(&roads, start, &heuristic, &InversePruning, &limits));
            }
            examine(&roads, start, &truth(&roads, start), &runs);
        }
    }
}
