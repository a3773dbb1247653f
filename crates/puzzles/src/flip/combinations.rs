//! All lightest press matrices, one at a time, in the lexicographic order of their press sets.
//!
//! The parts of a coset (see `coset`) are minimised independently. Take one choice of coefficients
//! for each part: together they give a lightest matrix exactly if each is lightest for its part. A
//! press set lists its presses in increasing order. Of two press sets of the same size, the
//! lexicographically first belongs to the greater matrix: at the first cell where the matrices
//! differ, the press set of the greater matrix repeats the press of that cell once more, while the
//! other press set has already moved on to a later cell. So the iterator goes from the greatest
//! coefficients to the smallest.

use fewest_rules::{Meter, StopReason};

use super::coset::Coset;

impl Coset {
    /// Iterates over the coefficients of all matrices of least weight, from the greatest to the
    /// smallest. The iterator stores the lightest choices of each part, but not all combinations of
    /// them.
    ///
    /// # Errors
    /// Returns the limit that was reached.
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

/// Iterates over the coefficients of all matrices of least weight in a [`Coset`], from the greatest
/// to the smallest. For each part of the null vectors, `lists` has the lightest choices of the
/// coefficients of that part. Any combination of them gives a matrix of least weight.
///
/// The coefficients are chosen one after the other. The coefficients already chosen for a part
/// always leave a non-empty range of its sorted list of lightest choices, so the iterator never
/// comes to a dead end.
#[derive(Debug)]
pub(crate) struct Combinations<'a> {
    coset: &'a Coset,
    lists: Vec<Vec<u128>>,
    /// For each coefficient, the index of its part, and the place value that the coefficient has in
    /// the numbers of `lists[part]`.
    coordinates: Vec<(usize, u128)>,
    /// For each part, the range of entries in its list that agree with the coefficients chosen so
    /// far.
    ranges: Vec<(usize, usize)>,
    /// For each coefficient chosen so far, the range that its part had in `ranges` before the
    /// choice, so that backtracking can restore it.
    path: Vec<(usize, usize)>,
    begun: bool,
}

impl Combinations<'_> {
    /// Chooses the next coefficient: the greatest value that it has in the list of its part, from
    /// index `from` to the end of the current range.
    fn choose(&mut self, from: usize) {
        let (part, place) = self.coordinates[self.path.len()];
        let p = self.coset.parts[part].columns.p as u128;
        let list = &self.lists[part];
        let digit = |y: u128| y / place % p;
        let before = self.ranges[part];
        // The list is sorted in decreasing order, and all entries of the current range agree in the
        // coefficients that are already chosen. So entries with the same next coefficient are
        // adjacent.
        let value = digit(list[from]);
        let end = from + list[from..before.1].partition_point(|&y| digit(y) == value);
        self.path.push(before);
        self.ranges[part] = (from, end);
    }
}

impl Iterator for Combinations<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        // Backtracking undoes choices until one of them has a smaller alternative, and chooses
        // that. The loop below then completes the combination with the greatest values.
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
