//! Gaussian elimination modulo a prime.

use fewest_rules::{Meter, StopReason};
use fewest_search::modular::Modulus;

use super::vectors::ModularVector;

/// Linear equations in reduced echelon form: each of the first rows has a leading 1, the only entry
/// of its column that is not 0. The entries of a row behind the unknowns are right-hand sides.
#[derive(Debug, Clone)]
pub(crate) struct Echelon<R> {
    p: Modulus,
    pub(crate) rows: Vec<R>,
    /// The column of the leading 1 of each non-zero row.
    pub(crate) pivots: Vec<usize>,
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
            let (above, rest) = rows.split_at_mut(rank);
            let Some((pivot, below)) = rest.split_first_mut() else {
                break;
            };
            pivot.scale(p, p.unit(pivot.get(column)));
            for row in above.iter_mut().chain(below) {
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

    /// The dimension of the solution space, if there are solutions.
    pub(crate) fn nullity(&self) -> usize {
        self.unknowns - self.pivots.len()
    }

    /// Returns a solution for one of the right-hand sides, if there is one. Side 0 is the first
    /// entry of each row behind the unknowns: in the row `[1, 2, 1]` of two unknowns, which is
    /// x + 2y = 1, it is the last 1.
    pub(crate) fn solution(&self, side: usize) -> Option<R> {
        let place = self.unknowns + side;
        let without_pivot = &self.rows[self.pivots.len()..];
        if without_pivot.iter().any(|row| row.get(place) != 0) {
            return None;
        }
        let mut x = R::zero(self.unknowns);
        for (row, &column) in self.rows.iter().zip(&self.pivots) {
            x.set(column, row.get(place));
        }
        Some(x)
    }

    /// Returns a basis of the solutions of the homogeneous system.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn null_space(&self, meter: &mut Meter<'_>) -> Result<Vec<R>, StopReason> {
        let mut basis = Vec::with_capacity(self.nullity());
        let mut pivots = self.pivots.iter().peekable();
        for free in 0..self.unknowns {
            if pivots.next_if_eq(&&free).is_some() {
                continue;
            }
            meter.poll()?;
            let mut x = R::zero(self.unknowns);
            x.set(free, 1);
            for (row, &column) in self.rows.iter().zip(&self.pivots) {
                x.set(column, self.p.minus(row.get(free)));
            }
            basis.push(x);
        }
        Ok(basis)
    }
}
