//! Finds the fewest steps to a solution of a few linear equations in many unknowns, with a table of
//! all values that the sums of the equations can have.
//!
//! Each step adds its column to the sums of the equations. If there are few equations, the sums
//! have few possible values, even if the number of solutions is very large. A breadth-first search
//! over these values finds the fewest steps that lead to each of them.

use fewest_rules::{Meter, StopReason};

use super::steps::Step;
use super::system::{Equation, MOST};

/// The table entry of a vector of sums that has not been reached.
const NEVER: u16 = u16::MAX;

/// A system of linear equations in which each step adds a column of numbers to the sums.
pub(super) struct Sums {
    /// For each step, its column: the number that it adds to the sum of each equation.
    columns: Vec<Vec<u8>>,
    /// The modulus of each sum, and its place value. A vector of sums is represented by the number
    /// whose digits to the bases of these moduli are the sums.
    places: Vec<(u8, u32)>,
    wanted: Vec<u8>,
}

impl Sums {
    /// The number of possible vectors of sums; `None` if it exceeds the greatest allowed size of a
    /// table.
    pub(super) fn count(equations: &[Equation]) -> Option<u64> {
        let mut moduli = equations.iter().map(|equation| equation.modulus.get());
        let count = moduli.try_fold(1_u64, |all, modulus| all.checked_mul(modulus.into()))?;
        (count <= MOST).then_some(count)
    }

    /// Makes the system of `equations`, for which [`count`](Self::count) must return a number.
    pub(super) fn new(equations: &[Equation], steps: &[Step]) -> Self {
        let column = |step: &Step| {
            let times = |e: &Equation| {
                let factor = e.coefficients[step.unknown];
                let amount = e.modulus.reduce(step.amount.into());
                e.modulus.times(factor, amount)
            };
            equations.iter().map(times).collect()
        };
        let mut unit = 1;
        let places = equations.iter().map(|equation| {
            let modulus = equation.modulus.get();
            let place = unit;
            unit *= u32::from(modulus);
            (modulus, place)
        });
        Self {
            places: places.collect(),
            columns: steps.iter().map(column).collect(),
            wanted: equations.iter().map(|equation| equation.wanted).collect(),
        }
    }

    /// How often each step must be made to give the wanted sums. Of the ways with the fewest steps
    /// in total, this is the lexicographically greatest one.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if no steps give these sums.
    pub(super) fn least(&self, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let held = meter.held();
        let mut times = vec![0; self.columns.len()];
        let target = self.number(&self.wanted);
        let table = self.table(target, meter)?;
        let mut at = self.wanted.clone();
        let mut distance = table[target as usize];
        if distance == NEVER {
            return Err(StopReason::Capacity);
        }
        // Always subtract the column of the first step that brings the sums closer to zero. The
        // order of additions does not matter, so a column that does not bring the sums closer now
        // cannot do so later, and one pass over the steps is enough.
        for (times, column) in times.iter_mut().zip(&self.columns) {
            while distance > 0 {
                let before = self.number_after(&at, column, |x, y, modulus| x + modulus - y);
                if table[before as usize] != distance - 1 {
                    break;
                }
                at = self.sums(before);
                distance -= 1;
                *times += 1;
            }
        }
        meter.hold(held)?;
        Ok(times)
    }

    /// For each vector of sums, the fewest steps that lead to it from zero. Stops when `target`
    /// is reached.
    fn table(&self, target: u32, meter: &mut Meter) -> Result<Vec<u16>, StopReason> {
        let moduli = self.places.iter().map(|&(modulus, _)| u64::from(modulus));
        let count: u64 = moduli.product();
        let bytes = count * (size_of::<u16>() + 2 * size_of::<u32>()) as u64;
        meter.hold(meter.held() + bytes)?;
        let mut table = vec![NEVER; count as usize];
        table[0] = 0;
        let mut layer = vec![0];
        let mut distance = 0;
        while table[target as usize] == NEVER && !layer.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for (looked, &number) in layer.iter().enumerate() {
                if looked % 1024 == 1023 {
                    meter.poll()?;
                }
                let sums = self.sums(number);
                for column in &self.columns {
                    let after = self.number_after(&sums, column, |x, y, _| x + y);
                    let known = &mut table[after as usize];
                    if *known == NEVER {
                        *known = distance;
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        Ok(table)
    }

    fn number(&self, sums: &[u8]) -> u32 {
        let digits = sums.iter().zip(&self.places);
        digits
            .map(|(&sum, &(_, place))| u32::from(sum) * place)
            .sum()
    }

    /// The number of the sums that `together` gives for each of `sums`, its number in `column`, and
    /// its modulus. The results are taken modulo the modulus.
    fn number_after(
        &self,
        sums: &[u8],
        column: &[u8],
        together: impl Fn(u16, u16, u16) -> u16,
    ) -> u32 {
        let digits = sums.iter().zip(column).zip(&self.places);
        let digit = |((&sum, &plus), &(modulus, place)): ((&u8, &u8), &(u8, u32))| {
            let modulus = u16::from(modulus);
            u32::from(together(sum.into(), plus.into(), modulus) % modulus) * place
        };
        digits.map(digit).sum()
    }

    fn sums(&self, number: u32) -> Vec<u8> {
        let digit = |&(modulus, place): &(u8, u32)| (number / place % u32::from(modulus)) as u8;
        self.places.iter().map(digit).collect()
    }
}
