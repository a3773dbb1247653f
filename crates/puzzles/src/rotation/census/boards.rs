//! Positions of a census: the hardest positions, and random positions at a given distance.
//!
//! # Problem
//!
//! The census knows how many positions have each distance, but not which positions these are.
//!
//! # Solution
//!
//! A *mask* is the set of the cells of one digit. No mask of a position is nearer to the goal than
//! the position itself. Only a few masks are far from the goal, and the hardest positions are found
//! by combining them. A random position is built around a random mask at the wanted distance, and
//! rejected if another of its masks is nearer.

use std::ops::RangeInclusive;

use fewest_rules::{Limits, Meter, Ranked, StopReason};

use crate::rotation::Rotation;
use crate::rotation::board::{Digit, DigitBoard};
use crate::rotation::mask::Mask;
use crate::rotation::rank::{HALVES, scatter, unrank};
use crate::rotation::table::MaskTable;
use crate::rotation::turns::BOARD;
use fewest_search::random::Random;

impl MaskTable {
    /// Returns the greatest distance of any position, and the first `n` positions at that distance
    /// in the order of their ranks.
    ///
    /// Takes a tenth of a second. With a fixed goal there are 2.4 million positions at the greatest
    /// distance, and their ranks are all held in memory during the call.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn hardest(
        &mut self,
        puzzle: &Rotation,
        n: usize,
        limits: &Limits,
    ) -> Result<(u8, Vec<DigitBoard>), StopReason> {
        let mut meter = Meter::new(limits);
        self.complete(&mut meter)?;
        let last = self.entries().iter().copied().max().unwrap_or(1);
        // The farthest masks may not lie on one board together.
        for entry in (1..=last).rev() {
            let mut ranks = self.ranks_from(entry, puzzle, &mut meter)?;
            if !ranks.is_empty() {
                ranks.sort_unstable();
                ranks.truncate(n);
                let boards = ranks.into_iter().map(|rank| puzzle.unrank(rank)).collect();
                return Ok((entry - 1, boards));
            }
        }
        Ok((0, Vec::new()))
    }

    /// Lists the ranks of the positions of which every digit that may fill the centre has a mask
    /// whose entry in the table is at least `entry`.
    fn ranks_from(
        &self,
        entry: u8,
        puzzle: &Rotation,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u64>, StopReason> {
        let masks = self.masks_from(entry);
        let mut ranks = Vec::new();
        if puzzle.goal.is_some() {
            meter.hold(meter.held() + masks.len() as u64 * HALVES * 8)?;
            ranks.reserve_exact(masks.len() * HALVES as usize);
        }
        for &one in &masks {
            meter.poll()?;
            if let Some(goal) = puzzle.goal {
                let boards = (0..HALVES).map(|half| rest_filled(goal, one, half));
                ranks.extend(boards.map(|board| puzzle.rank(board)));
                continue;
            }
            for &two in &masks {
                let three = BOARD ^ one.bits() ^ two.bits();
                if one.bits() & two.bits() == 0 && self.entry(Mask::trusted(three)) >= entry {
                    let masks = [one, two, Mask::trusted(three)];
                    ranks.push(puzzle.rank(DigitBoard::from_masks(masks)));
                }
            }
        }
        Ok(ranks)
    }

    /// Lists the masks whose entry in the table is at least `entry`, in the order of their ranks.
    /// The entry of a mask is one more than its distance from the centre.
    fn masks_from(&self, entry: u8) -> Vec<Mask> {
        let ranks = self.entries().iter().enumerate();
        ranks
            .filter(|&(_, &other)| other >= entry)
            .map(|(rank, _)| unrank(rank))
            .collect()
    }

    /// Returns one sampler for each distance at which there are positions. A sampler draws the
    /// positions at exactly this distance, all equally likely. The sequences of positions depend
    /// only on the seed.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn samplers(
        &mut self,
        puzzle: &Rotation,
        distances: RangeInclusive<u8>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Vec<(u8, Sampler<'_>)>, StopReason> {
        // If the goal is any digit, no position is as far away as the farthest masks.
        let (farthest, _) = self.hardest(puzzle, 0, limits)?;
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

/// Returns the board on which `digit` has the cells of `mask`, and the other digits share the
/// remaining cells in the arrangement with number `half`.
fn rest_filled(digit: Digit, mask: Mask, half: u64) -> DigitBoard {
    let left = BOARD ^ mask.bits();
    let second = scatter(unrank(half as usize).bits(), left);
    let mut masks = [mask.bits(), second, left ^ second].map(Mask::trusted);
    masks.swap(0, digit.index());
    DigitBoard::from_masks(masks)
}

/// Draws random positions at one distance, without end.
#[derive(Debug, Clone)]
pub struct Sampler<'a> {
    puzzle: Rotation,
    table: &'a MaskTable,
    /// All masks at the distance of the positions to draw. The list is never empty.
    masks: Vec<Mask>,
    random: Random,
}

impl Sampler<'_> {
    /// Draws the next position. A position may be drawn again.
    ///
    /// Draws a digit, one mask at the distance for that digit, and the cells of the other digits,
    /// and repeats this until no mask of the position is nearer. Drawing takes a million attempts,
    /// a tenth of a second, if the distance is God's number, and at most a few hundred attempts
    /// otherwise. A position that has `k` masks at the distance is drawn `k` times as often as one
    /// with a single such mask, so it is accepted only with probability `1 / k`.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn draw(&mut self, limits: &Limits) -> Result<DigitBoard, StopReason> {
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
