//! Systems of linear equations modulo a prime, and their solutions of least weight.

use fewest_rules::{Meter, StopReason};
use fewest_search::modular::{Echelon, ModularVector, Prime, Residues};

use super::sums::{MOST, Sums};

/// The solutions of a system of linear equations.
pub(super) struct ModularSolutions {
    prime: u8,
    columns: usize,
    /// One of the solutions of the system; the others differ from it by a vector of the null space.
    one: Vec<u8>,
    echelon: Echelon<Residues>,
}

/// The proof that a system has no solution: a combination of its equations (the index and the
/// factor of each) whose left side is zero and whose right side is not.
pub(super) type InconsistentSum = Vec<(usize, u8)>;

/// Solves the equations `rows`. Each row has `columns` coefficients, followed by the wanted sum.
///
/// # Errors
/// The limit that was reached; [`StopReason::Capacity`] if the system is too large, or if its
/// modulus is not a prime up to 61.
pub(super) fn eliminate(
    rows: impl ExactSizeIterator<Item = (Vec<u8>, u8)>,
    columns: usize,
    prime: u8,
    meter: &mut Meter,
) -> Result<Result<ModularSolutions, InconsistentSum>, StopReason> {
    let many = rows.len();
    let entries = (many as u64).saturating_mul((columns + many) as u64);
    if entries > MOST {
        return Err(StopReason::Capacity);
    }
    let modulus = Prime::new(prime).ok_or(StopReason::Capacity)?;
    meter.hold(entries)?;
    // Each row has the coefficients, then the wanted sum, and then the factors that say which
    // combination of the original equations the row is.
    let row = |(at, (coefficients, wanted)): (usize, (Vec<u8>, u8))| {
        let mut row = Residues::zero(columns + 1 + many);
        for (column, value) in coefficients.into_iter().enumerate() {
            row.set(column, value);
        }
        row.set(columns, wanted);
        row.set(columns + 1 + at, 1);
        row
    };
    let rows = rows.enumerate().map(row).collect();
    let echelon = Echelon::new(modulus, rows, columns, meter)?;
    Ok(match echelon.solution(0) {
        Some(one) => Ok(ModularSolutions {
            prime,
            columns,
            one: entries_of(&one, columns),
            echelon,
        }),
        None => {
            let mut left = echelon.without_pivot().iter();
            let contradiction = left.find(|row| row.get(columns) != 0);
            let factor = |at| contradiction.map_or(0, |row| row.get(columns + 1 + at));
            let factors = (0..many).map(|at| (at, factor(at)));
            Err(factors.filter(|&(_, factor)| factor != 0).collect())
        }
    })
}

/// The first `columns` entries of a vector.
fn entries_of(vector: &Residues, columns: usize) -> Vec<u8> {
    (0..columns).map(|column| vector.get(column)).collect()
}

impl ModularSolutions {
    /// The number of solutions, or `None` if it does not fit into a word.
    fn count(&self) -> Option<u64> {
        u64::from(self.prime).checked_pow(u32::try_from(self.echelon.nullity()).ok()?)
    }

    /// The solution with the least sum and, among those, the lexicographically greatest one. The
    /// solution is found either by enumerating all solutions or with a table of the sums
    /// ([`Sums`]), whichever is less work.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if both methods are too much work.
    pub(super) fn least(&self, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let rows = self.echelon.with_pivot();
        let equations = rows.len();
        let walk = self.count().filter(|&count| count <= MOST);
        // Making one entry of the table takes about as long as enumerating `equations` solutions.
        let table = Sums::count(self.prime, equations)
            .filter(|&count| walk.is_none_or(|walk| count * (equations as u64 + 1) < walk));
        match (table, walk) {
            (Some(_), _) => {
                let column = |column| rows.iter().map(|row| row.get(column)).collect();
                let columns = (0..self.columns).map(column).collect();
                let wanted: Vec<u8> = rows.iter().map(|row| row.get(self.columns)).collect();
                Sums::new(self.prime, columns, equations).least(&wanted, meter)
            }
            (None, Some(walk)) => self.least_of_all(walk, meter),
            (None, None) => Err(StopReason::Capacity),
        }
    }

    /// Does the same as [`least`](Self::least) by enumerating all `many` solutions. Each solution
    /// differs from the previous one by one vector of the basis, in the order of a modular Gray
    /// code.
    fn least_of_all(&self, many: u64, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let prime = self.prime;
        let null_space = self.echelon.null_space(meter)?;
        let null_space: Vec<_> = null_space
            .iter()
            .map(|vector| entries_of(vector, self.columns))
            .collect();
        let weight = |times: &[u8]| times.iter().map(|&t| u32::from(t)).sum::<u32>();
        let mut at = self.one.clone();
        let mut best = (weight(&at), at.clone());
        for number in 1..many {
            if number % 1024 == 0 {
                meter.poll()?;
            }
            // `digit` is the index of the lowest nonzero digit of `number` to the base `prime`: the
            // digit that was raised when `number` was incremented. In a modular Gray code just this
            // digit changes, by one modulo the prime, so adding the basis vector of that digit at
            // each step visits every combination of the basis vectors exactly once.
            let mut digit = 0;
            let mut rest = number;
            while rest % u64::from(prime) == 0 {
                rest /= u64::from(prime);
                digit += 1;
            }
            for (x, &y) in at.iter_mut().zip(&null_space[digit]) {
                let sum = *x + y;
                *x = if sum >= prime { sum - prime } else { sum };
            }
            let now = weight(&at);
            if now < best.0 || (now == best.0 && at > best.1) {
                best = (now, at.clone());
            }
        }
        Ok(best.1)
    }
}
