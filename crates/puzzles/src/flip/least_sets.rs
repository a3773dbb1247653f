//! All press sets with the fewest presses, one at a time.

use fewest_rules::{Limits, Meter, StopReason};

use super::board::Press;
use super::combinations::Combinations;
use super::coset::Coset;
use super::linear::{LinearReport, presses};

impl LinearReport<'_> {
    /// Iterates over all press sets with the fewest presses in lexicographic order, each in the
    /// form of the moves of [`report`](Self::report). The iterator is empty unless the board is
    /// solved.
    ///
    /// The iterator computes each press set when it is requested, in time linear in the number of
    /// cells.
    ///
    /// # Errors
    /// Returns the limit that was reached before the first set.
    pub fn least_sets<'s>(&'s self, limits: &'s Limits) -> Result<LeastSets<'s>, StopReason> {
        let mut meter = Meter::new(limits);
        let mut colours = Vec::new();
        for coset in &self.best {
            colours.push((coset, coset.combinations(&mut meter)?, None));
        }
        Ok(LeastSets {
            found: self,
            colours,
            meter,
            empty: self.is_goal.then(Vec::new),
        })
    }
}

/// An iterator over the press sets with the fewest presses, in lexicographic order.
///
/// If a limit is reached, the error is the last item.
#[derive(Debug)]
pub struct LeastSets<'s> {
    found: &'s LinearReport<'s>,
    /// For each colour that takes the fewest presses to reach: its coset, the combinations that the
    /// iterator has not taken yet, and the next press set. The press set is `None` until it is
    /// computed.
    colours: Vec<(&'s Coset, Combinations<'s>, Option<Vec<Press>>)>,
    meter: Meter<'s>,
    /// The press set without presses. It is `None` once the iterator has returned it, and if the
    /// iterator returns the press sets of `colours` instead.
    empty: Option<Vec<Press>>,
}

impl LeastSets<'_> {
    fn advance(&mut self) -> Result<Option<Vec<Press>>, StopReason> {
        if self.empty.is_some() {
            return Ok(self.empty.take());
        }
        let Some(null) = &self.found.null else {
            return Ok(None);
        };
        self.meter.expand()?;
        self.meter.poll()?;
        for (coset, combinations, next) in &mut self.colours {
            if next.is_none()
                && let Some(coefficients) = combinations.next()
            {
                let matrix =
                    coset.matrix(&self.found.lights, null, &coefficients, &mut self.meter)?;
                *next = Some(presses(&matrix, coset.bound()));
            }
        }
        let nexts = self.colours.iter_mut().map(|(_, _, next)| next);
        let first = nexts.filter(|next| next.is_some()).min();
        Ok(first.and_then(Option::take))
    }
}

impl Iterator for LeastSets<'_> {
    type Item = Result<Vec<Press>, StopReason>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.advance();
        if next.is_err() {
            self.colours.clear();
        }
        next.transpose()
    }
}
