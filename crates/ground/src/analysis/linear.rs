//! Systems of linear equations modulo a prime, and their solutions of least weight.

use fewest_rules::{Meter, StopReason};

use super::sums::{MOST, Sums};

/// A system of equations. Each row holds coefficients, the wanted sum, and the combination of the
/// original equations from which elimination has made it.
pub(super) struct LinearSystem {
    prime: u8,
    columns: usize,
    rows: Vec<Equation>,
}

struct Equation {
    entries: Vec<u8>,
    wanted: u8,
    made_of: Vec<u8>,
}

/// All solutions of a system: equations in reduced form. Each has a pivot, an unknown that occurs
/// in no other equation.
pub(super) struct LinearSolutions {
    prime: u8,
    columns: usize,
    rows: Vec<Equation>,
    pivots: Vec<usize>,
}

impl LinearSystem {
    pub(super) fn new(
        rows: impl ExactSizeIterator<Item = (Vec<u8>, u8)>,
        columns: usize,
        prime: u8,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let many = rows.len();
        let entries = (many as u64).saturating_mul((columns + many) as u64);
        if entries > MOST {
            return Err(StopReason::Capacity);
        }
        meter.hold(entries)?;
        let row = |(at, (entries, wanted)): (usize, (Vec<u8>, u8))| {
            let mut made_of = vec![0; many];
            made_of[at] = 1;
            Equation {
                entries,
                wanted,
                made_of,
            }
        };
        Ok(Self {
            prime,
            columns,
            rows: rows.enumerate().map(row).collect(),
        })
    }

    /// Solves the system. If there are no solutions, returns a combination of the original
    /// equations (number and factor of each) whose left side is zero and whose right side is not.
    #[allow(clippy::type_complexity)]
    pub(super) fn eliminate(
        mut self,
        meter: &mut Meter,
    ) -> Result<Result<LinearSolutions, Vec<(usize, u8)>>, StopReason> {
        let prime = self.prime;
        let mut pivots = Vec::new();
        // Invariant: row `i` of the first `pivots.len()` rows has a 1 in the column `pivots[i]`,
        // and this column is 0 in all other rows. Each row is the combination `made_of` of the
        // original equations.
        for column in 0..self.columns {
            meter.poll()?;
            let done = pivots.len();
            let Some(found) = (done..self.rows.len()).find(|&r| self.rows[r].entries[column] != 0)
            else {
                continue;
            };
            self.rows.swap(done, found);
            let by = inverse(self.rows[done].entries[column], prime);
            self.rows[done].scale(by, prime);
            let (before, rest) = self.rows.split_at_mut(done);
            if let [pivot, after @ ..] = rest {
                for row in before.iter_mut().chain(after) {
                    let times = prime - row.entries[column];
                    if times != prime {
                        row.add(pivot, times, prime);
                    }
                }
            }
            pivots.push(column);
        }
        if let Some(row) = self.rows[pivots.len()..].iter().find(|row| row.wanted != 0) {
            let made_of = row.made_of.iter().copied().enumerate();
            return Ok(Err(made_of.filter(|&(_, times)| times != 0).collect()));
        }
        self.rows.truncate(pivots.len());
        Ok(Ok(LinearSolutions {
            prime,
            columns: self.columns,
            rows: self.rows,
            pivots,
        }))
    }
}

impl LinearSolutions {
    /// The solution in which every unknown without a pivot is 0.
    fn one(&self) -> Vec<u8> {
        let mut one = vec![0; self.columns];
        for (row, &pivot) in self.rows.iter().zip(&self.pivots) {
            one[pivot] = row.wanted;
        }
        one
    }

    /// A basis of the null space: adding one of its elements to a solution gives a solution.
    fn null_space(&self) -> Vec<Vec<u8>> {
        let free = (0..self.columns).filter(|column| !self.pivots.contains(column));
        let null_space = free.map(|column| {
            let mut vector = vec![0; self.columns];
            vector[column] = 1;
            for (row, &pivot) in self.rows.iter().zip(&self.pivots) {
                vector[pivot] = (self.prime - row.entries[column]) % self.prime;
            }
            vector
        });
        null_space.collect()
    }

    /// The number of solutions, or `None` if it does not fit into a word.
    fn count(&self) -> Option<u64> {
        let free = self.columns - self.pivots.len();
        u64::from(self.prime).checked_pow(u32::try_from(free).ok()?)
    }

    /// The solution with the least sum and, among those, the lexicographically greatest one. It is
    /// found either by enumerating all solutions or with a table of the sums, whichever is less
    /// work.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if both methods are too much work.
    pub(super) fn least(&self, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
        let equations = self.rows.len();
        let walk = self.count().filter(|&count| count <= MOST);
        // The cost of one entry of the table is that of `equations` numbers of the enumeration.
        let table = Sums::count(self.prime, equations)
            .filter(|&count| walk.is_none_or(|walk| count * (equations as u64 + 1) < walk));
        match (table, walk) {
            (Some(_), _) => {
                let column = |column| self.rows.iter().map(|row| row.entries[column]).collect();
                let columns = (0..self.columns).map(column).collect();
                let wanted: Vec<u8> = self.rows.iter().map(|row| row.wanted).collect();
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
        let (prime, null_space) = (self.prime, self.null_space());
        let weight = |times: &[u8]| times.iter().map(|&t| u32::from(t)).sum::<u32>();
        let mut at = self.one();
        let mut best = (weight(&at), at.clone());
        for number in 1..many {
            if number % 1024 == 0 {
                meter.poll()?;
            }
            // `digit` is the lowest nonzero digit of `number`, which is the digit that its
            // increment has raised. In a modular Gray code just this digit changes, by one modulo
            // the prime, so adding its vector at each step visits every combination of the vectors
            // exactly once.
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

impl Equation {
    fn scale(&mut self, by: u8, prime: u8) {
        let scaled = |x: u8| (u16::from(x) * u16::from(by) % u16::from(prime)) as u8;
        self.wanted = scaled(self.wanted);
        for entry in self.entries.iter_mut().chain(&mut self.made_of) {
            *entry = scaled(*entry);
        }
    }

    fn add(&mut self, other: &Self, times: u8, prime: u8) {
        let sum = |x: u8, y: u8| {
            ((u16::from(x) + u16::from(y) * u16::from(times)) % u16::from(prime)) as u8
        };
        self.wanted = sum(self.wanted, other.wanted);
        let mine = self.entries.iter_mut().chain(&mut self.made_of);
        for (entry, &o) in mine.zip(other.entries.iter().chain(&other.made_of)) {
            *entry = sum(*entry, o);
        }
    }
}

fn inverse(x: u8, prime: u8) -> u8 {
    let product = |y: &u8| u16::from(x) * u16::from(*y) % u16::from(prime);
    (1..prime).find(|y| product(y) == 1).unwrap_or(1)
}
