//! Positions of a census: the hardest, and any of some distance at random.
//!
//! # Problem
//!
//! The census knows how many positions have each distance, not which.
//!
//! # Solution
//!
//! No mask of a position is nearer than the position. Far masks are few, and the
//! hardest positions are found by fitting these together. A random position is
//! made of a random mask at its distance, and thrown away if another of its masks
//! is nearer.

use std::ops::RangeInclusive;

use fewest_rules::{Limits, Meter, Ranked, StopReason};

use crate::random::Random;
use crate::rotation::Rotation;
use crate::rotation::board::{Board, Digit};
use crate::rotation::mask::Mask;
use crate::rotation::rank::{HALVES, scatter, unrank};
use crate::rotation::table::MaskTable;
use crate::rotation::turns::BOARD;

impl MaskTable {
    /// The greatest distance of any position, and the first `n` positions that
    /// have it, in the order of their ranks.
    ///
    /// Takes a tenth of a second; with a fixed goal there are 2.4 million
    /// such positions, whose ranks are held for a while.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn hardest(
        &mut self,
        puzzle: &Rotation,
        n: usize,
        limits: &Limits,
    ) -> Result<(u8, Vec<Board>), StopReason> {
        let mut meter = Meter::new(limits);
        self.complete(&mut meter)?;
        let (distance, mut ranks) = self.farthest(puzzle, &mut meter)?;
        ranks.sort_unstable();
        ranks.truncate(n);
        let boards = ranks.into_iter().map(|rank| puzzle.unrank(rank)).collect();
        Ok((distance, boards))
    }

    /// The greatest distance of any position and the ranks of all that have it.
    fn farthest(
        &self,
        puzzle: &Rotation,
        meter: &mut Meter<'_>,
    ) -> Result<(u8, Vec<u64>), StopReason> {
        let by_entry = self.by_entry();
        let last = by_entry.iter().rposition(|&n| n > 0).unwrap_or(1) as u8;
        if let Some(goal) = puzzle.goal {
            let masks = self.masks_from(last);
            meter.hold(meter.held() + masks.len() as u64 * HALVES * 8)?;
            let mut ranks = Vec::with_capacity(masks.len() * HALVES as usize);
            for &mask in &masks {
                meter.poll()?;
                let boards = (0..HALVES).map(|half| rest_filled(goal, mask, half));
                ranks.extend(boards.map(|board| puzzle.rank(board)));
            }
            return Ok((last - 1, ranks));
        }
        for entry in (1..=last).rev() {
            let masks = self.masks_from(entry);
            let mut ranks = Vec::new();
            for (i, &one) in masks.iter().enumerate() {
                if i % 256 == 0 {
                    meter.poll()?;
                }
                for &two in &masks[i + 1..] {
                    let three = BOARD ^ one.bits() ^ two.bits();
                    if one.bits() & two.bits() == 0
                        && three > two.bits()
                        && self.entry(Mask::trusted(three)) >= entry
                    {
                        let [a, b, c] = [one, two, Mask::trusted(three)];
                        let orders = [
                            [a, b, c],
                            [a, c, b],
                            [b, a, c],
                            [b, c, a],
                            [c, a, b],
                            [c, b, a],
                        ];
                        ranks.extend(orders.map(|masks| puzzle.rank(Board::from_masks(masks))));
                    }
                }
            }
            if !ranks.is_empty() {
                return Ok((entry - 1, ranks));
            }
        }
        Ok((0, Vec::new()))
    }

    /// The masks with at least this entry, in increasing order.
    fn masks_from(&self, entry: u8) -> Vec<Mask> {
        let ranks = self.entries().iter().enumerate();
        ranks
            .filter(|&(_, &other)| other >= entry)
            .map(|(rank, _)| unrank(rank))
            .collect()
    }

    /// Positions of exactly this distance at random, all equally likely; `None` if
    /// there are none. The seed alone determines them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn sampler(
        &mut self,
        puzzle: &Rotation,
        distance: u8,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<Sampler<'_>>, StopReason> {
        let samplers = self.samplers(puzzle, distance..=distance, seed, limits)?;
        Ok(samplers.into_iter().next().map(|(_, sampler)| sampler))
    }

    /// A [`sampler`](Self::sampler) for each of the distances at which there are
    /// positions.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn samplers(
        &mut self,
        puzzle: &Rotation,
        distances: RangeInclusive<u8>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Vec<(u8, Sampler<'_>)>, StopReason> {
        let mut meter = Meter::new(limits);
        self.complete(&mut meter)?;
        // Where any digit will do, no position is as far as the farthest masks.
        let farthest = self.farthest(puzzle, &mut meter)?.0;
        let mut seeds = Random::new(seed);
        let table = &*self;
        let samplers = distances
            .filter(|&distance| distance <= farthest)
            .filter_map(|distance| {
                let entry = distance + 1;
                let mut masks = table.masks_from(entry);
                masks.retain(|&mask| table.entry(mask) == entry);
                let sampler = Sampler {
                    puzzle: *puzzle,
                    table,
                    masks,
                    random: Random::new(seeds.bits()),
                };
                (!sampler.masks.is_empty()).then_some((distance, sampler))
            });
        Ok(samplers.collect())
    }
}

/// The board on which `digit` has the cells of `mask` and the other digits share the rest
/// in the way numbered `half`.
fn rest_filled(digit: Digit, mask: Mask, half: u64) -> Board {
    let left = BOARD ^ mask.bits();
    let second = scatter(unrank(half as usize).bits(), left);
    let mut masks = [mask.bits(), second, left ^ second].map(Mask::trusted);
    masks.swap(0, digit.index());
    Board::from_masks(masks)
}

/// Draws positions of one distance, without end.
#[derive(Debug, Clone)]
pub struct Sampler<'a> {
    puzzle: Rotation,
    table: &'a MaskTable,
    /// All masks at the distance; not empty.
    masks: Vec<Mask>,
    random: Random,
}

impl Sampler<'_> {
    /// The next position. Those drawn before may come again.
    ///
    /// A digit, one of its masks at the distance and the places of the others
    /// are drawn until none of these is nearer: a million times, a tenth of a second,
    /// where the distance is God's number, and a few hundred times at most
    /// elsewhere. Where `k` masks are at the distance, it would be drawn
    /// `k` times as often, so it is taken once in `k` times.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn draw(&mut self, limits: &Limits) -> Result<Board, StopReason> {
        let mut meter = Meter::new(limits);
        loop {
            meter.expand()?;
            let digit = match self.puzzle.goal {
                Some(digit) => digit,
                None => Digit::ALL[self.random.index(3)],
            };
            let mask = self.masks[self.random.index(self.masks.len())];
            let board = rest_filled(digit, mask, self.random.below(HALVES));
            let entry = self.table.entry(mask);
            let masks = board.masks();
            let entries = self
                .puzzle
                .wanted()
                .map(|digit| self.table.entry(masks[digit.index()]));
            let (mut nearer, mut equal) = (false, 0);
            for other in entries {
                nearer |= other < entry;
                equal += u64::from(other == entry);
            }
            if !nearer && (equal == 1 || self.random.below(equal) == 0) {
                return Ok(board);
            }
        }
    }
}
