//! Finds a solution of least weight of a few linear equations in many unknowns, with a table of all
//! values that the sums of the equations can have.
//!
//! Each unknown adds its column to the sums of the equations. If there are few equations, the sums
//! have few possible values, even if the number of solutions is very large. A breadth-first search
//! over these values finds the fewest additions that lead to each of them.

use fewest_rules::{Meter, StopReason};

/// The greatest allowed size of three things: a matrix of equations (its entries), a null space
/// (its elements), and a table of sums (its entries).
pub(super) const MOST: u64 = 1 << 26;

/// The table entry of a vector of sums that has not been reached.
const NEVER: u16 = u16::MAX;

/// A system of linear equations modulo a prime, in which each unknown adds a column of numbers to
/// the sums.
pub(super) struct Sums {
    prime: u8,
    /// For each unknown, its column: the number that it adds to the sum of each equation.
    columns: Vec<Vec<u8>>,
    /// The place value of each sum. A vector of sums is represented by the number whose digits to
    /// the base `prime` are the sums.
    places: Vec<u32>,
}

impl Sums {
    /// The number of possible vectors of sums of `equations` equations; `None` if it exceeds the
    /// greatest allowed size of a table.
    pub(super) fn count(prime: u8, equations: usize) -> Option<u64> {
        let equations = u32::try_from(equations).ok()?;
        let count = u64::from(prime).checked_pow(equations)?;
        (count <= MOST).then_some(count)
    }

    /// Makes the system in which each unknown adds its column of `columns` to the sums. For this
    /// prime and number of equations, [`count`](Self::count) must return a number.
    pub(super) fn new(prime: u8, columns: Vec<Vec<u8>>, equations: usize) -> Self {
        let places = (0..equations).map(|at| u32::from(prime).pow(at as u32));
        Self {
            prime,
            columns,
            places: places.collect(),
        }
    }

    /// How often the column of each unknown must be added to make the sums of the equations
    /// `wanted`. Among the solutions with the fewest additions in total, this is the
    /// lexicographically greatest one.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn least(&self, wanted: &[u8], meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let mut times = vec![0; self.columns.len()];
        let target = self.number(wanted);
        let table = self.table(target, meter)?;
        let mut at = wanted.to_vec();
        let mut distance = table[target as usize];
        // Always subtract the column of the first unknown that brings the sums closer to zero. The
        // order of additions does not matter, so a column that does not bring the sums closer now
        // cannot do so later, and one pass over the unknowns is enough.
        for (times, column) in times.iter_mut().zip(&self.columns) {
            while distance > 0 {
                let before = self.number_after(&at, column, |x, y| x + self.prime - y);
                if table[before as usize] != distance - 1 {
                    break;
                }
                for (x, &y) in at.iter_mut().zip(column) {
                    *x = (*x + self.prime - y) % self.prime;
                }
                distance -= 1;
                *times += 1;
            }
        }
        Ok(times)
    }

    /// For each vector of sums, the fewest additions that lead to it from zero. Stops when `target`
    /// is reached.
    fn table(&self, target: u32, meter: &mut Meter) -> Result<Vec<u16>, StopReason> {
        let count = Self::count(self.prime, self.places.len()).ok_or(StopReason::Capacity)?;
        let bytes = count * (size_of::<u16>() + 2 * size_of::<u32>()) as u64;
        meter.hold(bytes)?;
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
                    let after = self.number_after(&sums, column, |x, y| x + y);
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
        digits.map(|(&sum, place)| u32::from(sum) * place).sum()
    }

    fn number_after(&self, sums: &[u8], column: &[u8], together: impl Fn(u8, u8) -> u8) -> u32 {
        let digits = sums.iter().zip(column).zip(&self.places);
        let digit = |((&sum, &plus), place): ((&u8, &u8), &u32)| {
            u32::from(together(sum, plus) % self.prime) * place
        };
        digits.map(digit).sum()
    }

    fn sums(&self, number: u32) -> Vec<u8> {
        let digit = |place: &u32| (number / place % u32::from(self.prime)) as u8;
        self.places.iter().map(digit).collect()
    }
}
