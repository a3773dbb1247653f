//! The distances in one independent part of a puzzle.

use fewest_rules::{DEAD_END, Meter, StopReason, Words};

use super::charges::Charge;
use super::parts::alone;
use super::unfolded::Unfolded;
use super::{ExploredImage, Image, explored, is_sound};
use crate::compiled::CompiledPuzzle;

/// The distances of all states of an independent part, in the order of the states.
#[derive(Debug)]
pub(super) struct PartDistances<const N: usize> {
    pub(super) image: Image<N>,
    /// For each state of the part, its distance; [`NO_WAY`] if no goal can be reached.
    pub(super) distances: Vec<u16>,
}

/// Used instead of a distance if no goal can be reached from a state of the part.
const NO_WAY: u16 = u16::MAX;

impl<const N: usize> PartDistances<N> {
    /// The distance of the part's state within `state` of the whole puzzle; 0 if the distance is
    /// not known.
    #[inline]
    pub(super) fn distance(&self, state: Words<N>) -> u32 {
        let number = self.image.number(state);
        match number.map(|number| self.distances[number as usize]) {
            None => 0,
            Some(NO_WAY) => DEAD_END,
            Some(distance) => distance.into(),
        }
    }
}

/// Finds the distances in a part. `None` if the part has more than `most` states.
pub(super) fn of_part<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    unfolded: &Unfolded,
    part: &[usize],
    most: u64,
    meter: &mut Meter,
) -> Result<Option<PartDistances<N>>, StopReason> {
    let ground = alone(&unfolded.reduced, part);
    let held = meter.held();
    let all = vec![Charge::Always; ground.rules.len()];
    let Some(image) = explored(
        puzzle,
        unfolded,
        &ground,
        |_, label| label,
        &all,
        most,
        meter,
    )?
    else {
        return Ok(None);
    };
    let ExploredImage {
        small: puzzle,
        project,
        explored,
    } = image;
    let exact = explored.distances(meter);
    let exact = exact.map_err(|unfinished| unfinished.reason)?;
    let entry = |number: u32| exact[number as usize];
    if !is_sound(&puzzle, explored.states(), &all, entry, meter)? {
        debug_assert!(false, "the distances of a part are no lower bound");
        return Ok(None);
    }
    // A distance that does not fit into 16 bits is stored as a smaller number, which is still a
    // lower bound.
    let short = |distance| match distance {
        DEAD_END => NO_WAY,
        distance => u16::try_from(distance).unwrap_or(NO_WAY).min(NO_WAY - 1),
    };
    let distances: Vec<u16> = exact.into_iter().map(short).collect();
    let small = explored.without_moves();
    let bytes = small.states().len() * ((size_of::<Words<N>>() + 8) * 2 + size_of::<u16>());
    meter.hold(held + bytes as u64)?;
    Ok(Some(PartDistances {
        image: Image { project, small },
        distances,
    }))
}
