//! Light chasing: the presses of the first row determine all others.
//!
//! Write `x_i` for the presses of row `i`, `b_i` for the number of steps that its cells still need,
//! and `T` for the map that replaces each entry by the sum of itself and its left and right
//! neighbours. Row `i` reaches the goal colour if `T x_i + x_{i-1} + x_{i+1} = b_i`, so
//! `x_{i+1} = b_i − T x_i − x_{i-1}`: each row follows from the two above it. Going on like this
//! gives presses for the row below the last one. That row does not exist, so the only remaining
//! condition is that these presses are 0. They are `P x_1 + r`, where `r` is their value for
//! `x_1 = 0` and `P` is a polynomial in `T`. The condition gives `n` equations for `n` unknowns,
//! where `n` is the length of a row. The board is transposed first if its columns are shorter.
//!
//! The columns of `P` need not be chased one by one. Only the first column, `P e_1`, is chased.
//! Because `T e_j = e_{j-1} + e_j + e_{j+1}` and `P` commutes with `T`, the others follow from `P
//! e_{j+1} = T (P e_j) − P e_j − P e_{j-1}`. So building the matrix takes `O(n²)` time, and the
//! elimination takes `O(n³)`, or a 64th of that modulo 2. `P` is symmetric because `T` is.

use fewest_rules::{Meter, StopReason};
use fewest_search::modular::Modulus;

use super::board::ColourBoard;
use super::echelon::Echelon;
use super::vectors::{Bits, ModularVector, Residues};

/// A board that light chasing goes through row by row. It is transposed if it has fewer rows than
/// columns, so that a row is never longer than a column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lights<'a> {
    pub(crate) board: &'a ColourBoard,
    pub(crate) p: Modulus,
    /// The number of rows; at least `short`.
    pub(crate) long: usize,
    /// The number of cells in a row.
    pub(crate) short: usize,
    /// Whether the rows are the columns of the original board.
    pub(crate) sideways: bool,
}

/// The solutions of the linear system for each of the requested colours.
#[derive(Debug, Clone)]
pub(crate) struct LinearSolutions {
    /// For each requested colour: the first row of one press matrix that reaches it, or `None` if
    /// no matrix does.
    pub(crate) particular: Vec<Option<Vec<u8>>>,
    /// For each requested colour: the presses that light chasing gives for the row below the last
    /// one if no cell of the first row is pressed. A matrix reaches the colour if these presses
    /// become 0.
    pub(crate) beyond: Vec<Vec<u8>>,
    /// A basis of the press matrices that change nothing, each matrix given by its first row.
    pub(crate) basis: Vec<Vec<u8>>,
}

/// Light chasing computes about this many numbers of presses between two checks of the limits.
const POLL_EVERY: usize = 1 << 16;

impl<'a> Lights<'a> {
    /// Prepares the board for light chasing; `None` if the number of colours is not prime.
    pub(crate) fn new(board: &'a ColourBoard) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        Some(Self {
            board,
            p: Modulus::new(board.colours()).filter(|p| p.is_prime())?,
            long: rows.max(columns),
            short: rows.min(columns),
            sideways: rows < columns,
        })
    }

    /// The index, on the original board, of the cell at position `j` of row `i`.
    #[inline]
    pub(crate) fn cell(&self, i: usize, j: usize) -> usize {
        if self.sideways {
            j * self.board.columns() + i
        } else {
            i * self.board.columns() + j
        }
    }

    /// The number of steps that a cell needs to reach `colour`.
    #[inline]
    pub(crate) fn steps(&self, cell: usize, colour: u8) -> u8 {
        let now = self.board.cells()[cell];
        if colour >= now {
            colour - now
        } else {
            colour + self.p.get() - now
        }
    }

    /// Chases `stride` press matrices at once down the board and passes every row of them to
    /// `visit`. A row has the presses of all these matrices: entry `j * stride + s` is the number
    /// of presses that matrix `s` has at position `j` of the row. With a `colour`, the last matrix
    /// is chased towards that colour; all other matrices are chased as if no cell needed a step.
    /// Returns the row that chasing gives below the last row of the board.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn chase(
        &self,
        first: Vec<u8>,
        stride: usize,
        colour: Option<u8>,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(&mut Meter<'_>, usize, &[u8]) -> Result<(), StopReason>,
    ) -> Result<Vec<u8>, StopReason> {
        let row = stride..stride + first.len();
        let mut wanted = vec![0; first.len()];
        let mut before = vec![0; first.len() + 2 * stride];
        let mut now = before.clone();
        now[row.clone()].copy_from_slice(&first);
        drop(first);
        let poll = (POLL_EVERY / row.len()).max(1);
        for i in 0..self.long {
            if i % poll == 0 {
                meter.poll()?;
            }
            visit(meter, i, &now[row.clone()])?;
            if let Some(colour) = colour {
                for j in 0..self.short {
                    wanted[(j + 1) * stride - 1] = self.steps(self.cell(i, j), colour);
                }
            }
            step(self.p, &mut before[row.clone()], &now, &wanted);
            std::mem::swap(&mut before, &mut now);
        }
        Ok(now[row].to_vec())
    }

    /// Solves the system for each of `colours`.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub(crate) fn solve(
        &self,
        colours: impl Iterator<Item = u8>,
        meter: &mut Meter<'_>,
    ) -> Result<LinearSolutions, StopReason> {
        if self.p.get() == 2 {
            self.solve_with::<Bits>(colours, meter)
        } else {
            self.solve_with::<Residues>(colours, meter)
        }
    }

    fn solve_with<R: ModularVector>(
        &self,
        colours: impl Iterator<Item = u8>,
        meter: &mut Meter<'_>,
    ) -> Result<LinearSolutions, StopReason> {
        let (n, p) = (self.short, self.p);
        let beyond = colours
            .map(|colour| self.chase(vec![0; n], 1, Some(colour), meter, |_, _, _| Ok(())))
            .collect::<Result<Vec<_>, _>>()?;
        let mut unit = vec![0; n];
        unit[0] = 1;
        let mut now = self.chase(unit, 1, None, meter, |_, _, _| Ok(()))?;

        let held = meter.held();
        // Reserves memory for the matrix, and for as many basis vectors as a null space of the
        // matrix can have at most.
        meter.hold(held + n as u64 * (R::bytes(n + beyond.len()) + R::bytes(n)))?;
        // Invariant: `now` is `P e_j` and `before` is `P e_{j-1}`. As `P` is symmetric, its column
        // `P e_j` is also its row `j`. `step` computes `wanted − T now − row`, so with `−P e_j` for
        // both `wanted` and `now` it yields the next column.
        let mut rows = Vec::with_capacity(n);
        let mut before = vec![0; n];
        for j in 0..n {
            meter.poll()?;
            let mut row = R::zero(n + beyond.len());
            let sides = beyond.iter().map(|r| p.minus(r[j]));
            for (i, value) in now.iter().copied().chain(sides).enumerate() {
                row.set(i, value);
            }
            rows.push(row);
            let mut minus = vec![0; n + 2];
            for (minus, &value) in minus[1..].iter_mut().zip(&now) {
                *minus = p.minus(value);
            }
            step(p, &mut before, &minus, &minus[1..=n]);
            std::mem::swap(&mut before, &mut now);
        }
        let unpacked = |row: &R| (0..n).map(|i| row.get(i)).collect::<Vec<u8>>();
        let echelon = Echelon::new(p, rows, n, meter)?;
        let particular = (0..beyond.len())
            .map(|side| echelon.solution(side).map(|row| unpacked(&row)))
            .collect();
        meter.hold(meter.held() + (echelon.nullity() * n) as u64)?;
        let basis = echelon.null_space(meter)?;
        let basis: Vec<_> = basis.iter().map(unpacked).collect();
        meter.hold(held + (basis.len() * n) as u64)?;
        Ok(LinearSolutions {
            particular,
            beyond,
            basis,
        })
    }
}

/// Advances the chase by one row: `row` becomes `wanted` − (`now` plus its left and right
/// neighbours) − `row`. Each cell has one number for each matrix. Before and after the numbers of a
/// row, `now` has a zero for each matrix, for the cells beyond the ends of the row.
fn step(p: Modulus, row: &mut [u8], now: &[u8], wanted: &[u8]) {
    let stride = (now.len() - row.len()) / 2;
    // At most four residues are subtracted, so adding four times the prime prevents underflow.
    let zero = 4 * u16::from(p.get());
    let sides = now.iter().zip(&now[2 * stride..]);
    let cells = row.iter_mut().zip(&now[stride..]).zip(sides).zip(wanted);
    for (((old, here), (left, right)), want) in cells {
        let sum = u16::from(*left) + u16::from(*right) + u16::from(*here);
        *old = p.reduce(zero + u16::from(*want) - sum - u16::from(*old));
    }
}
