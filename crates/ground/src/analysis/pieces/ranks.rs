//! The ranks of arrangements of colours, as sums of two numbers.
//!
//! An *arrangement* says, for each place of an orbit, the colour of the piece at this place. The
//! places are divided into two halves, and the colours in each half are the digits of a number. One
//! table gives, for the number of each first half, the least rank of an arrangement that begins
//! with this half. The other table gives, for the number of each second half, its rank among the
//! second halves that may follow the same first half. The sum of the two entries is the rank.

use std::collections::HashMap;

use super::colouring::Colouring;
use super::orbits::PieceOrbit;

/// A half of an arrangement may have at most this many values.
const MOST_HALVES: usize = 1 << 20;

/// Ranks the arrangements of colours of an orbit.
#[derive(Debug)]
pub(super) struct ArrangementRanks {
    /// The number of colours.
    colours: usize,
    /// The number of places in the first half.
    middle: usize,
    halves: [Vec<u32>; 2],
    /// The number of ranks.
    pub(super) size: u32,
}

impl ArrangementRanks {
    /// Whether the tables for the halves of the arrangements are small enough.
    pub(super) fn fits(orbit: &PieceOrbit, colouring: &Colouring) -> bool {
        let halves = colouring
            .colours()
            .checked_pow(orbit.pieces.div_ceil(2) as u32);
        halves.is_some_and(|halves| halves <= MOST_HALVES)
    }

    /// Ranks the arrangements that have as many pieces of each class as the goal and, if moves keep
    /// the sum of all turns, the same sum. They must be fewer than 2^32 and [fit](Self::fits).
    pub(super) fn new(orbit: &PieceOrbit, colouring: &Colouring, keeps_sum: bool) -> Self {
        let (colours, turns) = (colouring.colours(), usize::from(colouring.turns));
        let middle = orbit.pieces / 2;
        // The turns that count in the sum.
        let turn = |colour: usize| if keeps_sum { colour % turns } else { 0 };
        let (mut all, mut goal_sum) = (vec![0_usize; colours / turns], 0);
        for place in 0..orbit.pieces {
            let colour = usize::from(colouring.colour(orbit, orbit.placement(place, 0)));
            all[colour / turns] += 1;
            goal_sum += turn(colour);
        }
        // How many pieces of each class a half leaves for the other half, and the sum of its turns.
        // `None` if it has more pieces of a class than the goal.
        let content = |half: usize, places: usize| {
            let (mut left, mut sum) = (all.clone(), 0);
            for place in 0..places as u32 {
                let colour = half / colours.pow(place) % colours;
                let left = &mut left[colour / turns];
                *left = left.checked_sub(1)?;
                sum += turn(colour);
            }
            Some((left, sum % turns))
        };
        let [firsts, seconds] =
            [middle, orbit.pieces - middle].map(|places| 0..colours.pow(places as u32));
        let mut known: HashMap<(Vec<usize>, usize), u32> = HashMap::new();
        let second = seconds.map(|half| {
            let Some((left, sum)) = content(half, orbit.pieces - middle) else {
                return 0;
            };
            let has = all.iter().zip(left).map(|(all, left)| all - left);
            let count = known.entry((has.collect(), sum)).or_default();
            *count += 1;
            *count - 1
        });
        let second = second.collect();
        let mut size = 0;
        let first = firsts.map(|half| {
            let least = size;
            if let Some((left, sum)) = content(half, middle) {
                let sum = (goal_sum + turns - sum) % turns;
                size += known.get(&(left, sum)).copied().unwrap_or(0);
            }
            least
        });
        let first = first.collect();
        Self {
            colours,
            middle,
            halves: [first, second],
            size,
        }
    }

    /// What `colour` at `place` adds to the sum from which [`of_sum`](Self::of_sum) gets the rank.
    pub(super) fn addend(&self, place: usize, colour: u8) -> u64 {
        let (place, shift) = match place.checked_sub(self.middle) {
            None => (place, 0),
            Some(place) => (place, 32),
        };
        (u64::from(colour) * (self.colours as u64).pow(place as u32)) << shift
    }

    /// The rank of an arrangement, from the sum of what the colours at all places add.
    #[inline]
    pub(super) fn of_sum(&self, sum: u64) -> u32 {
        self.halves[0][sum as u32 as usize] + self.halves[1][(sum >> 32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::colouring::Colouring;
    use super::super::orbits::PieceOrbit;
    use super::ArrangementRanks;

    /// Five pieces of two classes, with three turns each.
    #[test]
    fn every_arrangement_has_a_rank_of_its_own() {
        let orbit = PieceOrbit {
            first_piece: 0,
            pieces: 5,
            first_placement: 0,
            turns: 3,
        };
        let colouring = Colouring::new(&orbit, |placement| {
            let (place, turn) = orbit.split(placement);
            usize::from(place > 1) * 3 + turn
        });
        for keeps_sum in [false, true] {
            let ranks = ArrangementRanks::new(&orbit, &colouring, keeps_sum);
            let mut seen = HashSet::new();
            for number in 0..6_u32.pow(5) {
                let colours = [0, 1, 2, 3, 4].map(|place| (number / 6_u32.pow(place) % 6) as u8);
                let first = colours.iter().filter(|&&colour| colour < 3).count();
                let turns: u8 = colours.iter().map(|colour| colour % 3).sum();
                if first == 2 && (!keeps_sum || turns.is_multiple_of(3)) {
                    let colours = colours.iter().enumerate();
                    let sum = colours.map(|(place, &colour)| ranks.addend(place, colour));
                    assert!(seen.insert(ranks.of_sum(sum.sum())));
                }
            }
            assert_eq!(seen.len(), ranks.size as usize);
            assert!(seen.iter().all(|&rank| rank < ranks.size));
            let size = colouring.size(&orbit, keeps_sum);
            assert!((size - f64::from(ranks.size)).abs() < 1e-9);
        }
    }
}
