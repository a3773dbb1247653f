//! The number of states at each least cost.

use std::ops::ControlFlow;

use fewest_rules::{Limits, Meter, MoveCosts, Objective, Statistics, StopReason};

use super::wave::Wave;
use super::weights::{CostKeys, MoveWeights, Weights};
use crate::states::memory;

/// The result of a census by cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostCensus<S> {
    /// For each cost that is the least cost of some state, in increasing order: the cost, and the
    /// number of states with this least cost. If a limit stopped the census, the list contains only
    /// the costs whose counts are complete.
    pub histogram: Vec<(u32, u64)>,
    /// The states whose least cost is the greatest, or the limit that stopped the census.
    pub farthest: Result<Vec<S>, StopReason>,
    /// The work that the census took.
    pub statistics: Statistics,
}

/// Counts the states that are reachable from `starts`, by the least cost from a start.
///
/// Takes about 22 bytes per state in addition to the state itself.
pub fn cost_census<P: MoveCosts>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    limits: &Limits,
) -> CostCensus<P::State> {
    let mut meter = Meter::new(limits);
    let mut histogram: Vec<(u32, u64)> = Vec::new();
    let mut last: Vec<P::State> = Vec::new();
    let run = |meter: &mut Meter| {
        let keys = CostKeys::new(Objective::Cost);
        let mut wave: Wave<P::State, (), CostKeys, ()> = Wave::new(keys);
        for (i, start) in starts.into_iter().enumerate() {
            if i % 1024 == 1023 {
                meter.poll()?;
            }
            wave.add_root(start, (), 0, meter)?;
        }
        while wave.first().is_some() {
            wave.take(meter, |taken, batch, meter| {
                meter.expand()?;
                let cost = keys.first(taken.key);
                match histogram.last_mut() {
                    Some((last, count)) if *last == cost => *count += 1,
                    _ => {
                        memory::push(&mut histogram, (cost, 1), meter)?;
                        last.clear();
                    }
                }
                memory::push(&mut last, taken.state, meter)?;
                for (m, after) in puzzle.successors(taken.state) {
                    let step = keys.step(puzzle, taken.state, m);
                    batch.push(taken.index, step, after, (), meter)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
            wave.relax_by_key(meter, &mut |_, _, _| Ok(()))?;
        }
        Ok(())
    };
    let farthest = run(&mut meter);
    if farthest.is_err() {
        // The census was stopped, so states of the last cost may be missing.
        histogram.pop();
    }
    CostCensus {
        histogram,
        farthest: farthest.map(|()| last),
        statistics: meter.statistics(),
    }
}
