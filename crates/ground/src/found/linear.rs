//! Linear equations modulo a prime, and their solutions of least weight.

use fewest_rules::{Meter, StopReason};

/// The most entries of a matrix, and the most elements of a null space.
pub(super) const MOST: u64 = 1 << 26;

/// Equations: a matrix, the wanted sums, and which of the equations given each
/// row is made of.
pub(super) struct System {
    prime: u8,
    columns: usize,
    rows: Vec<Row>,
}

struct Row {
    entries: Vec<u8>,
    wanted: u8,
    made_of: Vec<u8>,
}

/// All solutions: one of them, and what may be added to it.
pub(super) struct Solutions {
    prime: u8,
    one: Vec<u8>,
    null_space: Vec<Vec<u8>>,
}

impl System {
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
            Row {
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

    /// The solutions; or, if there are none, a combination of the equations
    /// given (number and factor) that says 0 = something else.
    #[allow(clippy::type_complexity)]
    pub(super) fn eliminate(
        mut self,
        meter: &mut Meter,
    ) -> Result<Result<Solutions, Vec<(usize, u8)>>, StopReason> {
        let prime = self.prime;
        let mut pivots = Vec::new();
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
        let mut one = vec![0; self.columns];
        for (row, &pivot) in self.rows.iter().zip(&pivots) {
            one[pivot] = row.wanted;
        }
        let free = (0..self.columns).filter(|column| !pivots.contains(column));
        let null_space = free.map(|column| {
            let mut vector = vec![0; self.columns];
            vector[column] = 1;
            for (row, &pivot) in self.rows.iter().zip(&pivots) {
                vector[pivot] = (prime - row.entries[column]) % prime;
            }
            vector
        });
        Ok(Ok(Solutions {
            prime,
            one,
            null_space: null_space.collect(),
        }))
    }
}

impl Row {
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

/// The solution with the least sum, and of those the one that is greatest as a
/// sequence of numbers. Goes over all: each differs from the one before by one
/// vector of the null space, in the order of a modular Gray code.
pub(super) fn least(solutions: &Solutions, meter: &mut Meter) -> Result<Vec<u8>, StopReason> {
    let Solutions {
        prime,
        one,
        null_space,
    } = solutions;
    let many = u64::from(*prime).checked_pow(null_space.len() as u32);
    let many = many
        .filter(|&many| many <= MOST)
        .ok_or(StopReason::Capacity)?;
    let weight = |times: &[u8]| times.iter().map(|&t| u32::from(t)).sum::<u32>();
    let mut at = one.clone();
    let mut best = (weight(&at), at.clone());
    for number in 1..many {
        if number % 1024 == 0 {
            meter.poll()?;
        }
        // Adding the vector of the lowest digit that changes goes over all
        // sums: a digit counts on modulo the prime each time it changes.
        let mut digit = 0;
        let mut rest = number;
        while rest % u64::from(*prime) == 0 {
            rest /= u64::from(*prime);
            digit += 1;
        }
        for (x, &y) in at.iter_mut().zip(&null_space[digit]) {
            let sum = *x + y;
            *x = if sum >= *prime { sum - prime } else { sum };
        }
        let now = weight(&at);
        if now < best.0 || (now == best.0 && at > best.1) {
            best = (now, at.clone());
        }
    }
    Ok(best.1)
}

fn inverse(x: u8, prime: u8) -> u8 {
    let product = |y: &u8| u16::from(x) * u16::from(*y) % u16::from(prime);
    (1..prime).find(|y| product(y) == 1).unwrap_or(1)
}
