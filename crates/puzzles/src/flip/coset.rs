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
//! together.

use std::collections::HashMap;

use fewest_rules::{Meter, StopReason};

use super::echelon::Echelon;
use super::least_weight::Columns;
use super::light_chasing::Lights;
use super::vectors::{ModularVector, Residues};

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
        let reduced = Echelon::new(lights.p, rows, columns, meter)?;
        let chased = |row: &Residues| (columns..columns + n).map(|i| row.get(i)).collect();
        Ok(Self {
            first_rows: reduced.rows.iter().map(chased).collect(),
            pivots: reduced.pivots,
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
    /// The columns of the cells, with their presses as costs. The constant is the sum of the presses
    /// on all cells in which every null vector is 0: these cells have the same presses in all
    /// matrices of the coset.
    pub(super) columns: Columns,
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
        let (mut entries, mut costs) = (Vec::new(), Vec::new());
        let mut bytes = 0;
        let base = meter.held();
        lights.chase(records, stride, Some(colour), meter, |meter, _, row| {
            for record in row.chunks_exact(stride) {
                let (column, presses) = record.split_at(d);
                let presses = usize::from(presses[0]);
                if column.iter().all(|&entry| entry == 0) {
                    constant += presses as u32;
                    continue;
                }
                let place = if let Some(&place) = places.get(column) {
                    place
                } else {
                    // A new column takes memory for its key, for a copy of the key, for an entry of
                    // the hash table, and for its costs.
                    bytes += (2 * d + 64 + 8 * p) as u64;
                    if bytes > MOST_COLUMN_BYTES {
                        return Err(StopReason::Capacity);
                    }
                    meter.hold(base + bytes)?;
                    costs.resize(costs.len() + p, 0);
                    entries.extend_from_slice(column);
                    places.insert(column.into(), places.len());
                    places.len() - 1
                };
                for (t, cost) in costs[place * p..][..p].iter_mut().enumerate() {
                    *cost += ((presses + t) % p) as u32;
                }
            }
            Ok(())
        })?;
        Ok(Self {
            colour,
            first,
            columns: Columns {
                p,
                dimension: d,
                entries,
                costs,
                constant,
            },
        })
    }

    /// The combinations of null vectors that give the matrices of at most the weight `most`, and
    /// whether these are all matrices.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn up_to(
        &self,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<u128>, bool), StopReason> {
        let found = self.columns.up_to(most, meter)?;
        let is_all = self.columns.combinations() == Some(found.len() as u128);
        Ok((found, is_all))
    }

    /// Returns the press matrix of a combination of null vectors, row by row of the board.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn matrix(
        &self,
        lights: &Lights<'_>,
        null: &NullSpace,
        combination: u128,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<u8>, StopReason> {
        let mut first = self.first.clone();
        let coefficients = self.columns.digits(combination);
        for (vector, factor) in null.first_rows.iter().zip(coefficients) {
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
