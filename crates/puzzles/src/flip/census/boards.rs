//! Boards of a census: the hardest boards, and random boards of a given difficulty.
//!
//! # Problem
//!
//! The census knows how many boards of each kind there are, but not which boards these are.
//!
//! # Solution
//!
//! Enumerate again the choices of how many cells of each class have each value, up to the choice
//! that is wanted. A board is determined by a choice, an arrangement of that choice on the cells of
//! its classes, the values of the free cells, and a goal colour; no board arises twice. The hardest
//! boards are listed in the order of this enumeration. A random board is drawn part by part. Each
//! part has a probability in proportion to the number of boards that have this part.

use std::ops::ControlFlow;

use fewest_rules::{Limits, Meter, StopReason};
use num_bigint::BigUint;

use super::PressCensus;
use crate::flip::board::{ColourBoard, Press};
use fewest_search::random::Random;

impl PressCensus {
    /// Returns the first `n` boards among those that need the most presses.
    ///
    /// The order is that of the enumeration: by choice, then by the arrangement of each choice on
    /// its cells, then by goal colour. The order never changes, but it is not the numerical order
    /// of boards, because there may be too many boards to sort.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn hardest(&self, n: usize, limits: &Limits) -> Result<Vec<ColourBoard>, StopReason> {
        let mut meter = Meter::new(limits);
        let most = self.cosets.len() - 1;
        let mut boards = Vec::new();
        let mut paths = Vec::new();
        // A path holds the choices of all classes. Each path has at least one arrangement, and each
        // arrangement makes one board per goal colour. So `n` paths are always enough for `n`
        // boards.
        let bytes = size_of::<ColourBoard>() + self.blank.cells().len();
        let _ = self.walk(&mut meter, &mut |weight, _, path| {
            if weight == most && paths.len() < n {
                paths.push(path.to_vec());
            }
            if paths.len() < n {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        for path in paths {
            let mut values: Vec<Vec<u8>> = self.values(&path).collect();
            loop {
                for colour in self.targets.clone() {
                    if boards.len() == n {
                        return Ok(boards);
                    }
                    meter.expand()?;
                    meter.hold((boards.len() + 1) as u64 * bytes as u64)?;
                    let free = vec![self.blank.colours() - 1; self.free.len()];
                    boards.push(self.board(&values, &free, colour));
                }
                // The arrangements advance like the wheels of an odometer: the last class that
                // still has a next arrangement takes it, and the classes after it restart.
                if !values
                    .iter_mut()
                    .rev()
                    .any(|values| next_permutation(values))
                {
                    break;
                }
            }
        }
        Ok(boards)
    }

    /// Draws a random board that needs exactly `presses` presses. All boards with this number of
    /// presses are equally likely. Returns `None` if no board needs that many presses.
    ///
    /// Enumerates the choices once more, half of them on average, until it comes to the choice that
    /// was drawn.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn sample(
        &self,
        presses: usize,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<ColourBoard>, StopReason> {
        if self
            .histogram
            .get(presses)
            .is_none_or(|n| *n == BigUint::ZERO)
        {
            return Ok(None);
        }
        let mut meter = Meter::new(limits);
        let span = self.targets.end - self.targets.start;
        let colour = self.targets.start + random.below(span.into()) as u8;
        // The number `drawn` determines two things: how much of the weight lies on the free cells,
        // and the index of the coset among those with the rest of the weight.
        let mut drawn = random.below_big(&(&self.histogram[presses] / span));
        let mut split = None;
        for (weight, &n) in self.cosets.iter().enumerate().take(presses + 1) {
            let Some(free) = self.free_weights.get(presses - weight) else {
                continue;
            };
            let here = free * n;
            if drawn < here {
                split = Some((weight, drawn / free));
                break;
            }
            drawn -= here;
        }
        let Some((weight, coset)) = split else {
            return Ok(None);
        };
        let mut coset = u128::try_from(coset).unwrap_or(0);
        let found = self.walk(&mut meter, &mut |least, ways, path| {
            if least != weight {
                return ControlFlow::Continue(());
            }
            if coset < ways {
                return ControlFlow::Break(path.to_vec());
            }
            coset -= ways;
            ControlFlow::Continue(())
        })?;
        let ControlFlow::Break(path) = found else {
            return Ok(None);
        };
        let mut values: Vec<Vec<u8>> = self.values(&path).collect();
        values.iter_mut().for_each(|values| random.shuffle(values));
        let free = self.draw_free(presses - weight, random, &mut meter)?;
        Ok(Some(self.board(&values, &free, colour)))
    }

    /// Draws a value for each free cell such that the values have the sum `weight`. All such draws
    /// have the same probability.
    fn draw_free(
        &self,
        mut weight: usize,
        random: &mut Random,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let k = usize::from(self.blank.colours());
        let mut values = Vec::with_capacity(self.free.len());
        let mut weights = self.free_weights[..=weight].to_vec();
        for _ in &self.free {
            meter.poll()?;
            let mut drawn = random.below_big(&weights[weight]);
            // Removing one cell from the counts divides their generating function by 1 + x + … +
            // x^(k−1) = (1 − x^k) / (1 − x). So the quotient is q[w] = c[w] − c[w−1] + q[w−k]. The
            // quotient replaces the counts c in place, and `before` keeps c[w−1].
            let mut before = BigUint::ZERO;
            for w in 0..=weight {
                let after = match w.checked_sub(k) {
                    Some(w2) => &weights[w] + &weights[w2] - &before,
                    None => &weights[w] - &before,
                };
                before = std::mem::replace(&mut weights[w], after);
            }
            let mut value = 0;
            while value < weight && drawn >= weights[weight - value] {
                drawn -= &weights[weight - value];
                value += 1;
            }
            values.push(value as u8);
            weight -= value;
        }
        Ok(values)
    }

    /// Lists the values of the cells of each class, in increasing order of the values. `path` has,
    /// for each class, the index of its choice, which says how many cells have each value.
    fn values(&self, path: &[usize]) -> impl Iterator<Item = Vec<u8>> {
        self.classes.iter().zip(path).map(|(class, &i)| {
            let counts = class.choices[i].counts.iter().enumerate();
            counts
                .flat_map(|(value, &n)| std::iter::repeat_n(value as u8, n as usize))
                .collect()
        })
    }

    /// The board whose cells all get `colour` if each cell is pressed as often as the values say:
    /// `values` are the numbers of presses of the cells of each class, and `free` those of the free
    /// cells.
    fn board(&self, values: &[Vec<u8>], free: &[u8], colour: u8) -> ColourBoard {
        let k = self.blank.colours();
        let mut board = self.blank.clone();
        board.recolour(colour);
        let pairs = self.classes.iter().zip(values);
        let pairs = pairs.flat_map(|(class, values)| class.cells.iter().zip(values));
        for (&cell, &value) in pairs.chain(self.free.iter().zip(free)) {
            // `value` presses are undone by as many more as complete a cycle of the colours.
            for _ in 0..(k - value) % k {
                board.press(Press(cell as u32));
            }
        }
        board
    }
}

/// Advances `values` to the next greater arrangement and returns true. If there is no greater
/// arrangement, changes `values` to the least one and returns false.
fn next_permutation(values: &mut [u8]) -> bool {
    let Some(at) = values.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        values.reverse();
        return false;
    };
    let greater = values.iter().rposition(|&value| value > values[at]);
    values.swap(at, greater.unwrap_or(at));
    values[at + 1..].reverse();
    true
}
