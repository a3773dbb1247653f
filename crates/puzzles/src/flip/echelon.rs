//! Gaussian elimination modulo a prime.

use fewest_rules::{Meter, StopReason};
use fewest_search::modular::Modulus;

use super::vectors::ModularVector;

/// Rows in echelon form, with the pivots of the elimination.
#[derive(Debug, Clone)]
pub(crate) struct Echelon<R> {
    p: Modulus,
    rows: Vec<R>,
    /// The column of the leading 1 of each non-zero row.
    pivots: Vec<usize>,
    unknowns: usize,
}

impl<R: ModularVector> Echelon<R> {
    /// Eliminates the unknowns of `rows`. The entries of a row from index `unknowns` on are
    /// right-hand sides. Takes time cubic in the size of the system; modulo 2, a 64th of that.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn new(
        p: Modulus,
        mut rows: Vec<R>,
        unknowns: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let mut pivots = Vec::new();
        for column in 0..unknowns {
            let rank = pivots.len();
            if rank == rows.len() {
                break;
            }
            meter.poll()?;
            let Some(found) = (rank..rows.len()).find(|&r| rows[r].get(column) != 0) else {
                continue;
            };
            rows.swap(rank, found);
            let (above, below) = rows.split_at_mut(rank + 1);
            let pivot = &mut above[rank];
            pivot.scale(p, p.unit(pivot.get(column)));
            for row in below {
                match row.get(column) {
                    0 => {}
                    value => row.add(p, p.minus(value), pivot, column),
                }
            }
            pivots.push(column);
        }
        Ok(Self {
            p,
            rows,
            pivots,
            unknowns,
        })
    }

    /// Returns the rows that elimination left without a pivot. In a row without a pivot, all
    /// coefficients of unknowns are 0. If such a row has a right-hand side other than 0, the
    /// equations have no solution for that side.
    pub(crate) fn without_pivot(&self) -> &[R] {
        &self.rows[self.pivots.len()..]
    }

    /// The dimension of the solution space, if there are solutions.
    pub(crate) fn nullity(&self) -> usize {
        self.unknowns - self.pivots.len()
    }

    /// Returns a solution for one of the right-hand sides, if there is one. Side 0 is the first
    /// entry of each row behind the unknowns: in the row `[1, 2, 1]` of two unknowns, which is
    /// x + 2y = 1, it is the last 1.
    pub(crate) fn solution(&self, side: usize) -> Option<R> {
        let place = self.unknowns + side;
        if self.without_pivot().iter().any(|row| row.get(place) != 0) {
            return None;
        }
        let mut x = R::zero(self.unknowns);
        self.substitute(&mut x, |row| row.get(place));
        Some(x)
    }

    /// Returns a basis of the solutions of the homogeneous system.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn null_space(&self, meter: &mut Meter<'_>) -> Result<Vec<R>, StopReason> {
        let mut basis = Vec::with_capacity(self.nullity());
        let mut pivots = self.pivots.iter().peekable();
        for column in 0..self.unknowns {
            if pivots.next_if_eq(&&column).is_some() {
                continue;
            }
            meter.poll()?;
            let mut x = R::zero(self.unknowns);
            x.set(column, 1);
            self.substitute(&mut x, |_| 0);
            basis.push(x);
        }
        Ok(basis)
    }

    /// Returns the non-zero rows in reduced echelon form, with zeros above each leading 1, and the
    /// columns of the leading 1s.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn reduced(
        mut self,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<R>, Vec<usize>), StopReason> {
        for (at, &column) in self.pivots.iter().enumerate() {
            meter.poll()?;
            let (above, below) = self.rows.split_at_mut(at);
            for row in above {
                match row.get(column) {
                    0 => {}
                    value => row.add(self.p, self.p.minus(value), &below[0], column),
                }
            }
        }
        self.rows.truncate(self.pivots.len());
        Ok((self.rows, self.pivots))
    }

    /// Sets the pivot unknowns of `x` so that `x` satisfies every row.
    fn substitute(&self, x: &mut R, side: impl Fn(&R) -> u8) {
        for (row, &column) in self.rows.iter().zip(&self.pivots).rev() {
            // Going from the last row to the first, all unknowns to the right of the pivot have
            // their values, and the pivot's own entry in `x` is still 0.
            let sum = row.dot(self.p, x, column);
            let value = self
                .p
                .reduce(u16::from(side(row)) + u16::from(self.p.minus(sum)));
            x.set(column, value);
        }
    }
}
