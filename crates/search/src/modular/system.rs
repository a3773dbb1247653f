//! Linear equations modulo any number, by the Smith normal form.
//!
//! # Problem
//! Modulo a prime, every number but 0 has an inverse, and Gaussian elimination solves equations.
//! Modulo 4 it fails at 2x = 2, which has the solutions 1 and 3, and at 2x = 1, which has none.
//!
//! # Solution
//! Invertible combinations of equations, and of unknowns, turn the coefficients into a diagonal
//! matrix whose entries divide the modulus (H. J. S. Smith, 1861). Then each equation has a single
//! unknown: dy = b modulo n. There is a solution if d divides b, namely b/d, and the others differ
//! from it by multiples of n/d.

use fewest_rules::{Meter, StopReason};

use super::modulus::Modulus;

/// At most this many solutions are enumerated, a table of sums has at most this many entries, and
/// all matrices together have at most twice as many.
pub(super) const MOST: u64 = 1 << 26;

/// The solutions of a system of linear equations.
#[derive(Debug, Clone)]
pub struct ModularSolutions {
    pub(super) modulus: Modulus,
    /// One of the solutions.
    pub one: Vec<u8>,
    /// The ways in which solutions differ. Each solution is `one` plus a combination of these
    /// vectors, and belongs to exactly one combination that takes each vector less often than its
    /// order, the number beside it.
    pub differences: Vec<(Vec<u8>, u8)>,
    /// Equations that say the same as those of the system, none of which follows from the others.
    pub(super) equations: Vec<Equation>,
}

/// A linear equation.
#[derive(Debug, Clone)]
pub(super) struct Equation {
    pub(super) modulus: Modulus,
    /// The factor of each unknown.
    pub(super) coefficients: Vec<u8>,
    pub(super) wanted: u8,
}

/// The proof that a system has no solution: a combination of its equations (the index and the
/// factor of each) whose left side is zero and whose right side is not.
pub type Contradiction = Vec<(usize, u8)>;

fn identity(size: usize) -> Vec<Vec<u8>> {
    let row = |at| (0..size).map(|other| u8::from(other == at)).collect();
    (0..size).map(row).collect()
}

/// A system of linear equations in diagonal form, which gives the solutions for any wanted sums. The
/// unknowns x of the equations become combinations y of them, and so do the equations.
#[derive(Debug, Clone)]
pub struct ModularSystem {
    modulus: Modulus,
    /// The equations in terms of y, followed by the factors that say which combination of the
    /// original equations each of them is.
    rows: Vec<Vec<u8>>,
    /// The unknowns x are the sum of these vectors, each times its entry of y.
    columns: Vec<Vec<u8>>,
    /// Each entry of y is the product of one of these vectors and x.
    inverse: Vec<Vec<u8>>,
    /// The entries of the diagonal so far, which divide the modulus. In their rows and columns, all
    /// other coefficients are 0.
    divisors: Vec<u8>,
}

impl ModularSystem {
    /// Makes the system of equations whose coefficients are `rows`, modulo `modulus`. Takes time
    /// cubic, and memory quadratic, in the size of the system. When the function ends, that memory
    /// is still reported to `meter`.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if the matrices would have more than
    /// 2²⁷ entries, as with 5,800 equations in 5,800 unknowns.
    ///
    /// # Panics
    /// Panics if a row has too few coefficients.
    pub fn new(
        modulus: Modulus,
        rows: impl ExactSizeIterator<Item = Vec<u8>>,
        unknowns: usize,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let many = rows.len();
        let entries = many as u128 * (unknowns + many) as u128 + 2 * (unknowns as u128).pow(2);
        let entries = u64::try_from(entries).ok().filter(|&all| all <= 2 * MOST);
        let entries = entries.ok_or(StopReason::Capacity)?;
        meter.hold(meter.held().saturating_add(entries))?;
        let rows = rows.enumerate().map(|(at, mut row)| {
            row.truncate(unknowns);
            row.extend((0..many).map(|other| u8::from(other == at)));
            row
        });
        let mut system = Self {
            modulus,
            rows: rows.collect(),
            columns: identity(unknowns),
            inverse: identity(unknowns),
            divisors: Vec::new(),
        };
        while system.add_divisor() {
            meter.poll()?;
        }
        Ok(system)
    }

    /// The solutions in which the sums of the equations are `wanted`. Takes time quadratic in the
    /// size of the system.
    ///
    /// # Errors
    /// The proof that there is no solution.
    ///
    /// # Panics
    /// Panics if there are not as many sums as equations.
    pub fn solve(&self, wanted: &[u8]) -> Result<ModularSolutions, Contradiction> {
        let (whole, unknowns) = (self.modulus.get(), self.columns.len());
        let mut sums = Vec::with_capacity(self.rows.len());
        for (at, row) in self.rows.iter().enumerate() {
            let factors = &row[unknowns..];
            assert_eq!(factors.len(), wanted.len(), "a sum for each equation");
            let products = factors.iter().zip(wanted);
            let sum: u64 = products.map(|(&a, &b)| u64::from(a) * u64::from(b)).sum();
            let sum = (sum % u64::from(whole)) as u8;
            let divisor = self.divisors.get(at).copied().unwrap_or(whole);
            if !sum.is_multiple_of(divisor) {
                // The coefficients of this row are multiples of the divisor, but its sum is not.
                let factors = factors.iter().enumerate();
                let factors =
                    factors.map(|(at, &of)| (at, self.modulus.times(of, whole / divisor)));
                return Err(factors.filter(|&(_, factor)| factor != 0).collect());
            }
            sums.push(sum);
        }
        Ok(self.solutions(&sums))
    }

    /// Makes one more row and column diagonal; false if all coefficients that are left are 0.
    fn add_divisor(&mut self) -> bool {
        let (at, modulus) = (self.divisors.len(), self.modulus);
        let unknowns = self.columns.len();
        let coefficients = (at..self.rows.len()).flat_map(|r| (at..unknowns).map(move |c| (r, c)));
        let nonzero = coefficients.filter(|&(r, c)| self.rows[r][c] != 0);
        let mut least: Option<(u8, usize, usize)> = None;
        for (r, c) in nonzero {
            let divisor = modulus.divisor(self.rows[r][c]);
            if least.is_none_or(|(least, ..)| divisor < least) {
                least = Some((divisor, r, c));
            }
            if divisor == 1 {
                break;
            }
        }
        let Some((_, r, c)) = least else {
            return false;
        };
        self.rows.swap(at, r);
        self.swap_unknowns(at, c);
        // Whenever the entry on the diagonal leaves a remainder, the remainder takes its place.
        // Remainders are smaller, so this ends.
        loop {
            let divisor = self.scale(at);
            if let Some(r) = self.clear_column(at, divisor) {
                self.rows.swap(at, r);
            } else if let Some(c) = self.clear_row(at, divisor) {
                self.swap_unknowns(at, c);
            } else {
                self.divisors.push(divisor);
                return true;
            }
        }
    }

    fn swap_unknowns(&mut self, one: usize, other: usize) {
        self.rows.iter_mut().for_each(|row| row.swap(one, other));
        self.columns.swap(one, other);
        self.inverse.swap(one, other);
    }

    /// Multiplies a row by an invertible number so that its entry on the diagonal divides the
    /// modulus. Returns that divisor.
    fn scale(&mut self, at: usize) -> u8 {
        let modulus = self.modulus;
        let unit = modulus.unit(self.rows[at][at]);
        for entry in &mut self.rows[at] {
            *entry = modulus.times(unit, *entry);
        }
        self.rows[at][at]
    }

    /// Subtracts the row `at` from those below so that their entries in its column become less than
    /// the divisor. Returns a row in which that entry is not 0.
    fn clear_column(&mut self, at: usize, divisor: u8) -> Option<usize> {
        let (above, below) = self.rows.split_at_mut(at + 1);
        let pivot = &above[at];
        let mut left = None;
        for (r, row) in below.iter_mut().enumerate() {
            let factor = row[at] / divisor;
            if factor > 0 {
                let factor = self.modulus.minus(factor);
                self.modulus.add(&mut row[at..], factor, &pivot[at..]);
            }
            if row[at] != 0 {
                left = Some(at + 1 + r);
            }
        }
        left
    }

    /// Combines the unknowns so that the entries of the row `at` to the right of the diagonal
    /// become less than the divisor. Returns the column of one that is not 0. In the column `at`,
    /// the entries of the other rows must be 0.
    fn clear_row(&mut self, at: usize, divisor: u8) -> Option<usize> {
        let modulus = self.modulus;
        let mut left = None;
        for c in at + 1..self.columns.len() {
            let entry = &mut self.rows[at][c];
            let factor = *entry / divisor;
            *entry %= divisor;
            if *entry != 0 {
                left = Some(c);
            }
            if factor > 0 {
                let (before, after) = self.columns.split_at_mut(c);
                modulus.add(&mut after[0], modulus.minus(factor), &before[at]);
                let (before, after) = self.inverse.split_at_mut(c);
                modulus.add(&mut before[at], factor, &after[0]);
            }
        }
        left
    }

    /// The solutions, if `sums` are the wanted sums of the rows, multiples of their divisors.
    fn solutions(&self, sums: &[u8]) -> ModularSolutions {
        let (modulus, unknowns) = (self.modulus, self.columns.len());
        let mut one = vec![0; unknowns];
        let mut differences = Vec::new();
        let mut equations = Vec::new();
        for (at, &divisor) in self.divisors.iter().enumerate() {
            let wanted = sums[at] / divisor;
            modulus.add(&mut one, wanted, &self.columns[at]);
            // A divisor is less than the modulus.
            let Some(rest) = Modulus::new(modulus.get() / divisor) else {
                continue;
            };
            if divisor > 1 {
                let mut difference = vec![0; unknowns];
                modulus.add(&mut difference, rest.get(), &self.columns[at]);
                differences.push((difference, divisor));
            }
            let coefficients = self.inverse[at].iter().map(|c| c % rest.get());
            equations.push(Equation {
                modulus: rest,
                coefficients: coefficients.collect(),
                wanted: wanted % rest.get(),
            });
        }
        let free = self.columns.iter().skip(self.divisors.len());
        differences.extend(free.map(|column| (column.clone(), modulus.get())));
        ModularSolutions {
            modulus,
            one,
            differences,
            equations,
        }
    }
}
