//! All lightest press matrices, one at a time, in the order of their press sets.
//!
//! The parts of a coset are minimised apart, and every combination of their
//! lightest choices is lightest. Of two press sets of one size the
//! lexicographically first is the one with the greater matrix, for where they first
//! differ it presses once more a cell that the other leaves behind. So the
//! coefficients are counted down.

use fewest_rules::{Meter, StopReason};

use super::coset::Coset;

impl Coset {
    /// The coefficients of all matrices of least weight, from the greatest to the smallest.
    /// Holds those of each part, not their combinations.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn combinations(
        &self,
        meter: &mut Meter<'_>,
    ) -> Result<Combinations<'_>, StopReason> {
        let mut lists = Vec::new();
        for part in &self.parts {
            let Some(least) = part.least else {
                return Err(StopReason::Capacity);
            };
            let bytes = least.count.saturating_mul(16);
            meter.hold(meter.held().saturating_add(bytes))?;
            lists.push(part.columns.all(least.weight, meter)?);
        }
        let mut coordinates = vec![(0, 0); self.parts.iter().map(|part| part.members.len()).sum()];
        for (i, part) in self.parts.iter().enumerate() {
            let mut place = 1u128;
            for &member in part.members.iter().rev() {
                coordinates[member] = (i, place);
                place = place.saturating_mul(part.columns.p as u128);
            }
        }
        let ranges = lists.iter().map(|list| (0, list.len())).collect();
        Ok(Combinations {
            coset: self,
            lists,
            coordinates,
            ranges,
            path: Vec::new(),
            begun: false,
        })
    }
}

/// All ways to combine the parts' lists, from the greatest coefficients to the
/// smallest, found one at a time.
///
/// The coefficients are chosen one after the other. What is chosen of a
/// part so far is a range of its sorted list, so no choice is ever a dead end.
#[derive(Debug)]
pub(crate) struct Combinations<'a> {
    coset: &'a Coset,
    lists: Vec<Vec<u128>>,
    /// The part of each coefficient, and the worth of a 1 of it in the part's numbers.
    coordinates: Vec<(usize, u128)>,
    /// What is left of each list.
    ranges: Vec<(usize, usize)>,
    /// The range of the part before each choice made.
    path: Vec<(usize, usize)>,
    begun: bool,
}

impl Combinations<'_> {
    /// Takes the greatest value of the next coefficient that the list allows from place `from` on.
    fn choose(&mut self, from: usize) {
        let (part, place) = self.coordinates[self.path.len()];
        let p = self.coset.parts[part].columns.p as u128;
        let list = &self.lists[part];
        let digit = |y: u128| y / place % p;
        let before = self.ranges[part];
        let value = digit(list[from]);
        let end = from + list[from..before.1].partition_point(|&y| digit(y) == value);
        self.path.push(before);
        self.ranges[part] = (from, end);
    }
}

impl Iterator for Combinations<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        if self.begun {
            loop {
                let before = self.path.pop()?;
                let part = self.coordinates[self.path.len()].0;
                let end = self.ranges[part].1;
                self.ranges[part] = before;
                if end < before.1 {
                    self.choose(end);
                    break;
                }
            }
        }
        self.begun = true;
        while let Some(&(part, _)) = self.coordinates.get(self.path.len()) {
            self.choose(self.ranges[part].0);
        }
        let choices = self.ranges.iter().zip(&self.lists);
        let choices = choices.map(|(range, list)| list[range.0]);
        Some(self.coset.coefficients(choices))
    }
}
