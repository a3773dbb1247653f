//! Boards of a census: the hardest, and any of some number of presses at random.
//!
//! # Problem
//!
//! The census knows how many boards there are of each kind, not which.
//!
//! # Solution
//!
//! Go through the choices once more, up to the one wanted. A choice, an
//! arrangement of it on the cells of its classes, values of the free cells and a
//! colour of the goal make one board, and each board is made in one way only. The
//! hardest boards are listed in that order. A random one is drawn part by part,
//! each part with the odds that the number of boards left gives it.

use std::ops::ControlFlow;

use fewest_rules::{Limits, Meter, StopReason};
use num_bigint::BigUint;

use super::Census;
use crate::flip::board::{Board, Press};
use crate::random::Random;

impl Census {
    /// The first `n` boards that need the most presses.
    ///
    /// The order is that of the method: choice by choice, then by the arrangement of
    /// each on its cells, then by the goal's colour. It never changes, but is not
    /// that of the boards as numbers, for there may be too many to sort.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn hardest(&self, n: usize, limits: &Limits) -> Result<Vec<Board>, StopReason> {
        let mut meter = Meter::new(limits);
        let most = self.cosets.len() - 1;
        let mut boards = Vec::new();
        let mut paths = Vec::new();
        // Each path has at least one arrangement, which makes a board a colour.
        let bytes = size_of::<Board>() + self.blank.cells().len();
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
                // The next arrangement: the last class that has one takes it,
                // those after it begin again.
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

    /// A board that needs exactly so many presses, all equally likely; `None` if there is none.
    ///
    /// Goes through the choices once more, half of them on average.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn sample(
        &self,
        presses: usize,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Option<Board>, StopReason> {
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
        // What of the weight the free cells have, and which coset it is.
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

    /// Values of the free cells of that weight in all, all equally likely.
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
            // Take one cell from the counts: divide by 1 + x + … + x^(k−1), which is
            // (1 − x^k) / (1 − x).
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

    /// The values of each class in increasing order.
    fn values(&self, path: &[usize]) -> impl Iterator<Item = Vec<u8>> {
        self.classes.iter().zip(path).map(|(class, &i)| {
            let counts = class.choices[i].counts.iter().enumerate();
            counts
                .flat_map(|(value, &n)| std::iter::repeat_n(value as u8, n as usize))
                .collect()
        })
    }

    /// The board that these presses take to a colour.
    fn board(&self, values: &[Vec<u8>], free: &[u8], colour: u8) -> Board {
        let k = self.blank.colours();
        let mut board = self.blank.clone();
        board.recolour(colour);
        let pairs = self.classes.iter().zip(values);
        let pairs = pairs.flat_map(|(class, values)| class.cells.iter().zip(values));
        for (&cell, &value) in pairs.chain(self.free.iter().zip(free)) {
            // As many more presses as make the colours go round.
            for _ in 0..(k - value) % k {
                board.press(Press(cell as u32));
            }
        }
        board
    }
}

/// Takes the next greater arrangement, or the least if there is none; whether
/// there was.
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
