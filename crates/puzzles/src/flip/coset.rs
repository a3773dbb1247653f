//! All press matrices that reach one colour, and the lightest among them.
//!
//! All press matrices that reach one colour are a particular matrix plus any linear combination of
//! the null vectors, which are the matrices that change nothing. The null vectors are in reduced
//! form with respect to the cells in row-major order: each has a *pivot*, which is its first
//! non-zero cell. In this cell the vector has the value 1, and all other null vectors have the
//! value 0. The particular matrix is zero at all pivots. So the coefficients of a combination *are*
//! its presses at the pivots, and combinations have the same order as their matrices. All pivots
//! lie in the first row, because the presses of the first row determine all others.
//!
//! The entries of a cell in the null vectors are its *column*; cells with the same column change
//! together. The null vectors are split into *parts*, such that no cell is changed by null vectors
//! of two parts. The parts are minimised independently: their least weights are added, and the
//! numbers of their lightest combinations are multiplied.

use std::collections::HashMap;

use fewest_rules::{Meter, StopReason};
use num_bigint::BigUint;

use super::echelon::Echelon;
use super::least_weight::{Columns, Interrupted, Least};
use super::light_chasing::Lights;
use super::vectors::{ModularVector, Residues};

#[cfg(test)]
mod tests;

/// A reduced basis of the press matrices that change nothing. Each matrix is given by its first
/// chased row: the row with which light chasing begins.
#[derive(Debug, Clone)]
pub(crate) struct NullSpace {
    pub(crate) first_rows: Vec<Vec<u8>>,
    /// The pivot of each basis vector, in increasing order. It is given by its index in the first
    /// row of the board.
    pivots: Vec<usize>,
}

impl NullSpace {
    /// Brings a basis of the null space into reduced form.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn new(
        lights: &Lights<'_>,
        basis: Vec<Vec<u8>>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let (columns, n) = (lights.board.columns(), lights.short);
        meter.hold(meter.held() + (basis.len() * (columns + n)) as u64)?;
        let mut rows = Vec::with_capacity(basis.len());
        for first in basis {
            let top = top_row(lights, &first, None, meter)?;
            let mut row = Residues::zero(columns + n);
            for (i, value) in top.into_iter().chain(first).enumerate() {
                row.set(i, value);
            }
            rows.push(row);
        }
        let (rows, pivots) = Echelon::new(lights.p, rows, columns, meter)?.reduced(meter)?;
        let chased = |row: &Residues| (columns..columns + n).map(|i| row.get(i)).collect();
        Ok(Self {
            first_rows: rows.iter().map(chased).collect(),
            pivots,
        })
    }
}

/// Returns the first row of a press matrix on the board. `first` is the row of this matrix with
/// which chasing begins. If the board is chased sideways, `first` is a column of the board.
fn top_row(
    lights: &Lights<'_>,
    first: &[u8],
    colour: Option<u8>,
    meter: &mut Meter<'_>,
) -> Result<Vec<u8>, StopReason> {
    if !lights.sideways {
        return Ok(first.to_vec());
    }
    let mut top = Vec::with_capacity(lights.long);
    lights.chase(first.to_vec(), 1, colour, meter, |_, _, row| {
        top.push(row[0]);
        Ok(())
    })?;
    Ok(top)
}

/// All press matrices that reach one colour.
#[derive(Debug, Clone)]
pub(crate) struct Coset {
    pub(crate) colour: u8,
    /// The first chased row of the particular matrix. For example, 4x4 boards of two colours have
    /// four null vectors, whose pivots are the four cells of the top row, so the particular matrix
    /// is the one that presses nothing in the top row.
    first: Vec<u8>,
    /// The sum of the presses on all cells in which every null vector is 0. These cells have the
    /// same presses in all matrices of the coset.
    constant: u32,
    pub(super) parts: Vec<Component>,
}

/// A part of the null vectors. The vectors of a part are minimised together, because cells that
/// several of them change connect them.
#[derive(Debug, Clone)]
pub(super) struct Component {
    /// The indices, in increasing order, of the null vectors that belong to this part.
    pub(super) members: Vec<usize>,
    pub(super) columns: Columns,
    pub(super) least: Option<Least>,
}

/// The largest number of bytes that all distinct columns together may take, whatever the limits.
const MOST_COLUMN_BYTES: u64 = 1 << 31;

impl Coset {
    /// Builds the coset of the matrix whose first chased row is `first`. Takes time proportional to
    /// the cells times the null vectors.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn new(
        lights: &Lights<'_>,
        colour: u8,
        mut first: Vec<u8>,
        null: &NullSpace,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let top = top_row(lights, &first, Some(colour), meter)?;
        for (vector, &pivot) in null.first_rows.iter().zip(&null.pivots) {
            lights.p.add(&mut first, lights.p.minus(top[pivot]), vector);
        }
        let (p, d) = (usize::from(lights.p.get()), null.first_rows.len());
        // One record per cell of a row: the entries of the cell in all null vectors, followed by
        // the number of presses that the particular matrix has on this cell.
        let stride = d + 1;
        let held = meter.held();
        meter.hold(held + (4 * stride * lights.short) as u64)?;
        let mut records = vec![0; stride * lights.short];
        for j in 0..lights.short {
            for (i, vector) in null.first_rows.iter().enumerate() {
                records[j * stride + i] = vector[j];
            }
            records[j * stride + d] = first[j];
        }
        let mut constant = 0;
        let mut places: HashMap<Box<[u8]>, usize> = HashMap::new();
        let mut counts: Vec<u32> = Vec::new();
        let mut bytes = 0;
        let base = meter.held();
        lights.chase(records, stride, Some(colour), meter, |meter, _, row| {
            for record in row.chunks_exact(stride) {
                let (column, presses) = record.split_at(d);
                if column.iter().all(|&entry| entry == 0) {
                    constant += u32::from(presses[0]);
                    continue;
                }
                let place = if let Some(&place) = places.get(column) {
                    place
                } else {
                    // A new column takes memory for its key, for a copy of the key in a part, for
                    // an entry of the hash table, and for its counts and costs.
                    bytes += (2 * d + 64 + 8 * p) as u64;
                    if bytes > MOST_COLUMN_BYTES {
                        return Err(StopReason::Capacity);
                    }
                    meter.hold(base + bytes)?;
                    counts.resize(counts.len() + p, 0);
                    places.insert(column.into(), places.len());
                    places.len() - 1
                };
                counts[place * p + usize::from(presses[0])] += 1;
            }
            Ok(())
        })?;
        let mut columns: Vec<(Box<[u8]>, usize)> = places.into_iter().collect();
        columns.sort_unstable_by_key(|&(_, place)| place);
        let columns = columns.iter().map(|(column, _)| &**column);
        Ok(Self {
            colour,
            first,
            constant,
            parts: parts(p, d, columns, &counts, meter)?,
        })
    }

    /// The best lower bound known so far on the weight of a matrix of the coset. It is the least
    /// weight once [`minimise`](Self::minimise) has succeeded.
    pub(crate) fn bound(&self) -> u32 {
        let part = |part: &Component| {
            part.least
                .map_or_else(|| part.columns.bound(), |least| least.weight)
        };
        self.constant + self.parts.iter().map(part).sum::<u32>()
    }

    /// Finds the least weight of a matrix of the coset, which is the fewest presses that reach the
    /// colour. Null vectors of different parts change different cells, so each part is minimised
    /// separately.
    ///
    /// # Errors
    /// Returns the limit that was reached, and a lower bound on the weight of every matrix of the
    /// coset.
    pub(crate) fn minimise(&mut self, meter: &mut Meter<'_>) -> Result<(), Interrupted> {
        if self.parts.is_empty() {
            meter.generate(1);
        }
        for i in 0..self.parts.len() {
            match self.parts[i].columns.minimise(meter) {
                Ok(least) => self.parts[i].least = Some(least),
                Err(Interrupted { reason, bound }) => {
                    let bound = self.bound() - self.parts[i].columns.bound() + bound;
                    return Err(Interrupted { reason, bound });
                }
            }
        }
        Ok(())
    }

    /// The number of matrices of least weight. [`minimise`](Self::minimise) must have been called
    /// before.
    pub(crate) fn count(&self) -> BigUint {
        let counts = self.parts.iter().filter_map(|part| part.least);
        counts.map(|least| BigUint::from(least.count)).product()
    }

    /// Every matrix of the coset is one fixed matrix plus a combination of null vectors. Of the
    /// matrices of least weight, selects the greatest one if `greatest` is true, and the smallest
    /// one otherwise. Returns the coefficients of the null vectors in its combination.
    pub(crate) fn extreme(&self, greatest: bool) -> Vec<u8> {
        let choices = self.parts.iter().map(|part| {
            let least = part.least.as_ref();
            least.map_or(0, |least| {
                if greatest {
                    least.greatest
                } else {
                    least.smallest
                }
            })
        });
        self.coefficients(choices)
    }

    pub(super) fn coefficients(&self, choices: impl Iterator<Item = u128>) -> Vec<u8> {
        let mut coefficients = vec![0; self.parts.iter().map(|part| part.members.len()).sum()];
        for (part, y) in self.parts.iter().zip(choices) {
            for (&member, digit) in part.members.iter().zip(part.columns.digits(y)) {
                coefficients[member] = digit;
            }
        }
        coefficients
    }

    /// Returns the press matrix in which the null vectors have these coefficients, row by row of
    /// the board.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn matrix(
        &self,
        lights: &Lights<'_>,
        null: &NullSpace,
        coefficients: &[u8],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let mut first = self.first.clone();
        for (vector, &factor) in null.first_rows.iter().zip(coefficients) {
            lights.p.add(&mut first, factor, vector);
        }
        let mut matrix = vec![0; lights.board.cells().len()];
        lights.chase(first, 1, Some(self.colour), meter, |_, i, row| {
            for (j, &presses) in row.iter().enumerate() {
                matrix[lights.cell(i, j)] = presses;
            }
            Ok(())
        })?;
        Ok(matrix)
    }
}

/// This many columns of null vectors are processed between two checks of the limits.
const POLL_COLUMNS: usize = 1024;

/// Splits the null vectors into parts by union-find: vectors that change a common cell belong to
/// the same part.
fn parts<'a>(
    p: usize,
    d: usize,
    columns: impl Iterator<Item = &'a [u8]> + Clone,
    counts: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Component>, StopReason> {
    // `leader` is a union-find forest. Each root is the least member of its set, because a union
    // keeps the smaller root. So each part is created when the loop comes to its first member.
    let mut leader: Vec<usize> = (0..d).collect();
    fn find(leader: &mut [usize], mut i: usize) -> usize {
        while leader[i] != i {
            leader[i] = leader[leader[i]];
            i = leader[i];
        }
        i
    }
    for (at, column) in columns.clone().enumerate() {
        if at % POLL_COLUMNS == 0 {
            meter.poll()?;
        }
        let mut entries = (0..d).filter(|&i| column[i] != 0);
        if let Some(one) = entries.next() {
            for other in entries {
                let (a, b) = (find(&mut leader, one), find(&mut leader, other));
                leader[a.max(b)] = a.min(b);
            }
        }
    }
    let mut parts: Vec<Component> = Vec::new();
    let mut part_of = vec![0; d];
    for i in 0..d {
        let first = find(&mut leader, i);
        if first == i {
            part_of[i] = parts.len();
            let columns = Columns {
                p,
                dimension: 0,
                entries: Vec::new(),
                costs: Vec::new(),
            };
            parts.push(Component {
                members: Vec::new(),
                columns,
                least: None,
            });
        }
        part_of[i] = part_of[first];
        parts[part_of[i]].members.push(i);
    }
    for part in &mut parts {
        part.columns.dimension = part.members.len();
    }
    for (at, (column, counts)) in columns.zip(counts.chunks_exact(p)).enumerate() {
        if at % POLL_COLUMNS == 0 {
            meter.poll()?;
        }
        let Some(any) = column.iter().position(|&entry| entry != 0) else {
            continue;
        };
        let Component {
            members, columns, ..
        } = &mut parts[part_of[any]];
        columns.entries.extend(members.iter().map(|&i| column[i]));
        columns.costs.extend((0..p).map(|t| {
            let costs = counts.iter().enumerate();
            costs.map(|(v, &n)| ((v + t) % p) as u32 * n).sum::<u32>()
        }));
    }
    Ok(parts)
}
