//! For researchers: compare algorithms and lower bounds on random instances by expanded nodes.

use std::collections::BTreeMap;
use std::time::Duration;

use fewest::{AnyPuzzle, Error, GenerationOptions, Limits, Outcome};

fn main() -> Result<(), Error> {
    let tiles = AnyPuzzle::named("tiles")?;
    let options = GenerationOptions {
        count: 5,
        seed: 2024,
        ..GenerationOptions::of_length(20..=24)
    };
    let instances = tiles
        .space_of_size("3x3")?
        .make_with(&options, None, &Limits::default())?;
    let limits = Limits {
        time: Some(Duration::from_secs(60)),
        ..Limits::default()
    };
    let mut expanded: BTreeMap<String, u64> = BTreeMap::new();
    for drawing in &instances.boards {
        let comparison = tiles.board(drawing)?.compare(&limits)?;
        for row in comparison.rows {
            let name = format!("{} {}", row.algorithm, row.heuristic.unwrap_or("-"));
            if let Outcome::Solved { .. } = row.answer.outcome {
                *expanded.entry(name).or_default() += row.answer.statistics.expanded;
            }
        }
    }
    println!("expanded nodes on {} instances", instances.boards.len());
    for (name, nodes) in expanded {
        println!("{name:<28} {nodes:>8}");
    }
    Ok(())
}
