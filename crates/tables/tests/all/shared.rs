//! Enumerations by several processes, which are threads that send each other mail.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::num::NonZeroUsize;

use fewest_rules::{Limits, Ranked};
use fewest_tables::{
    Census, Enumerated, EnumerationOptions, Forward, SharedCensus, census, shared_census,
};

use crate::mail::together;
use crate::spaces::{Graph, forward};

fn options(threads: usize) -> EnumerationOptions {
    EnumerationOptions {
        threads: NonZeroUsize::new(threads).unwrap(),
        hardest: 5,
    }
}

fn shared(graph: &Graph, processes: usize, threads: usize) -> Census {
    let wanted = SharedCensus {
        key: "graph".to_owned(),
        counted: 0..graph.size(),
        reachable_from: None,
        options: options(threads),
    };
    let results = together(processes, |peers| {
        let limits = Limits::default();
        shared_census(graph, &Forward, [7], &wanted, &limits, peers)
    });
    let results = results
        .into_iter()
        .map(|result| match result.unwrap().outcome {
            Enumerated::Complete(census) => census,
            stopped => panic!("{stopped:?}"),
        });
    let mut results: Vec<Census> = results.collect();
    let first = results.swap_remove(0);
    assert!(results.iter().all(|other| *other == first));
    first
}

/// Far more workers than cores, so that some are always a round ahead of others. Each parcel has
/// only a few states. States of the next layer must not be counted in this one.
#[test]
fn sixty_four_processes_count_the_right_depths() {
    let graph = Graph::random(64 << 12, 3, 1, 5);
    let oracle = forward(&graph, &[7]);
    assert!(oracle.histogram.len() > 20);
    let limits = Limits::default();
    let report = census(&graph, &Forward, [7], &options(1), &limits);
    let Enumerated::Complete(alone) = report.outcome else {
        panic!("there is no limit")
    };
    assert_eq!(alone.histogram, oracle.histogram);
    for (processes, threads) in [(1, 1), (2, 3), (64, 1)] {
        let found = shared(&graph, processes, threads);
        assert_eq!(found, alone, "{processes} processes");
        assert_eq!(found.hardest, oracle.last[..oracle.last.len().min(5)]);
    }
}
