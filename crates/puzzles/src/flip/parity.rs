//! Explains why a board cannot become one colour, in a form that a person can verify.
//!
//! Give each cell a weight such that every press changes the weighted sum of the colours by a
//! multiple of `k`. For two colours, this means: mark cells such that every press turns an even
//! number of marked cells. If the sum of the board differs from the sum of the goal, no presses
//! reach the goal. A press on one cell touches a second cell exactly if a press on the second
//! touches the first. So the weights whose sum no press changes are exactly the press matrices that
//! change nothing. By linear algebra, every unsolvable board has weights that prove it.

use fewest_rules::{Limits, Meter, Proof, StopReason};

use super::board::{ColourBoard, colour_symbol};
use super::light_chasing::Lights;
use crate::grid;

/// Cell weights that prove that a board cannot become one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightWitness {
    /// The colour that the cells of the board cannot all get.
    pub colour: u8,
    /// The number of colours.
    pub colours: u8,
    /// The number of columns of the board.
    pub columns: usize,
    /// The weight of each cell, row by row. A weight is less than the number of colours.
    pub weights: Vec<u8>,
}

/// Finds the reason that `board` cannot become all `colour`; `None` if it can, or if the number of
/// colours is not prime.
pub fn witness(board: &ColourBoard, colour: u8) -> Option<WeightWitness> {
    let lights = Lights::new(board).filter(|_| colour < board.colours())?;
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    // Without limits, solving the system cannot stop early.
    let solutions = lights.solve(std::iter::once(colour), &mut meter).ok()?;
    let beyond = &solutions.beyond[0];
    match solutions.particular[0] {
        Some(_) => None,
        None => find(&lights, colour, &solutions.basis, beyond, &mut meter),
    }
}

/// In search of a witness with fewer cells, [`find`] examines at most this many cells, summed over
/// all candidates for a witness.
const EFFORT: u64 = 1 << 24;

/// Finds a witness with few cells for the fact that the cells cannot all get `colour`. `basis` has
/// the first rows of a basis of the press matrices that change nothing. Tries all linear
/// combinations of these rows if there are few, otherwise only the rows themselves. `beyond` is the
/// row below the last one that light chasing gives if no cell of the first row is pressed. Returns
/// `None` if no row of `basis` gives a witness; then no witness exists.
///
/// If a limit is reached, the best witness so far is returned.
pub(crate) fn find(
    lights: &Lights<'_>,
    colour: u8,
    basis: &[Vec<u8>],
    beyond: &[u8],
    meter: &mut Meter<'_>,
) -> Option<WeightWitness> {
    let p = lights.p;
    let cells = lights.board.cells().len() as u64;
    // Chase the board without a press in the first row. Then all cells reach the colour, except
    // that the cells of the last row still need the steps that the presses `beyond` in the row
    // below would give them. No press changes the weighted sum of the steps that cells need, so
    // this sum is the scalar product of the last row of the weights and `beyond`. A null vector
    // turned upside down is a null vector too, so `first` may be the last row.
    let odd = |first: &[u8]| {
        let product = |(&a, &b): (&u8, &u8)| u64::from(a) * u64::from(b);
        let sum: u64 = first.iter().zip(beyond).map(product).sum();
        !sum.is_multiple_of(u64::from(p.get()))
    };
    let sure = basis.iter().find(|first| odd(first))?;
    let combinations = u64::from(p.get()).checked_pow(basis.len() as u32);
    let all = combinations.filter(|n| n.saturating_mul(cells) <= EFFORT);
    // Each candidate is the last row of a weight matrix.
    let candidates: Box<dyn Iterator<Item = Vec<u8>>> = match all {
        Some(combinations) => Box::new((1..combinations).map(|mut y| {
            let mut first = vec![0; lights.short];
            for vector in basis {
                let factor = (y % u64::from(p.get())) as u8;
                y /= u64::from(p.get());
                p.add(&mut first, factor, vector);
            }
            first
        })),
        None => Box::new(basis.iter().take((EFFORT / cells) as usize).cloned()),
    };
    let mut best: Option<(usize, Vec<u8>)> = None;
    for first in candidates.filter(|first| odd(first)) {
        let mut weight = 0;
        let chased = lights.chase(first.clone(), 1, None, meter, |_, _, row| {
            weight += row.iter().filter(|&&w| w != 0).count();
            Ok(())
        });
        if chased.is_err() {
            break;
        }
        if best.as_ref().is_none_or(|(least, _)| weight < *least) {
            best = Some((weight, first));
        }
    }
    let first = best.map_or_else(|| sure.clone(), |(_, first)| first);
    let mut weights = vec![0; lights.board.cells().len()];
    let limits = Limits::default();
    let written: Result<_, StopReason> =
        lights.chase(first, 1, None, &mut Meter::new(&limits), |_, i, row| {
            for (j, &weight) in row.iter().enumerate() {
                weights[lights.cell(lights.long - 1 - i, j)] = weight;
            }
            Ok(())
        });
    written.ok()?;
    Some(WeightWitness {
        colour,
        colours: p.get(),
        columns: lights.board.columns(),
        weights,
    })
}

/// The proof that `board` has no solution, from a witness for each colour of the goal; no witnesses
/// say that the goal is none of the board's colours.
pub fn proof<'a>(
    board: &ColourBoard,
    witnesses: impl IntoIterator<Item = &'a WeightWitness>,
) -> Proof {
    let sentences = witnesses.into_iter().map(|witness| witness.sentence(board));
    let sentences: Vec<String> = sentences.collect();
    Proof::Invariant(match sentences.is_empty() {
        true => format!(
            "the goal is none of the {} colours of the board",
            board.colours()
        ),
        false => sentences.join("; "),
    })
}

/// [`WeightWitness::sentence`] lists the cells with a weight only if there are at most this many.
const NAMED: usize = 24;

impl WeightWitness {
    /// The number of cells with a non-zero weight.
    pub fn cells(&self) -> usize {
        self.weights.iter().filter(|&&weight| weight != 0).count()
    }

    /// The weighted sum, modulo the number of colours, of the steps that the cells of `board` still
    /// need. The colour is reachable only if the weighted sum is 0.
    fn remainder(&self, board: &ColourBoard) -> u64 {
        let k = u64::from(self.colours);
        let pairs = self.weights.iter().zip(board.cells());
        let steps = |cell: u8| (u64::from(self.colour) + k - u64::from(cell)) % k;
        pairs
            .map(|(&w, &cell)| u64::from(w) * steps(cell))
            .sum::<u64>()
            % k
    }

    /// Checks that the witness proves that the cells of `board` cannot all get the colour of the
    /// witness. The check examines every press and the sum, and does not rely on how the witness
    /// was found.
    pub fn verify(&self, board: &ColourBoard) -> bool {
        let k = u64::from(board.colours());
        let weight = |cell: usize| u64::from(self.weights[cell]);
        self.colours == board.colours()
            && self.columns == board.columns()
            && self.weights.len() == board.cells().len()
            && self.colour < self.colours
            && (0..self.weights.len())
                .all(|press| board.touched(press).map(weight).sum::<u64>() % k == 0)
            && self.remainder(board) != 0
    }

    /// Draws the weights as lines of text, with a blank between cells and no final newline. A
    /// weight of 0 is drawn as `.`. With two colours, a weight of 1 is `x`; with more, each weight
    /// has the symbol of its colour.
    pub fn draw(&self) -> String {
        let symbols = self.weights.iter().map(|&weight| match weight {
            0 => '.',
            _ if self.colours == 2 => 'x',
            weight => colour_symbol(weight, self.colours),
        });
        grid::draw(self.columns, symbols)
    }

    /// The proof as a sentence without a full stop. The sentence names the cells of the witness if
    /// they are few.
    pub fn sentence(&self, board: &ColourBoard) -> String {
        let colour = board.colour_name(self.colour);
        let count = self.cells();
        let mut named = String::new();
        if count <= NAMED {
            let cells = self.weights.iter().enumerate().filter(|&(_, &w)| w != 0);
            for (cell, weight) in cells {
                named.push(' ');
                named.push_str(&grid::cell_name(cell, self.columns));
                if self.colours > 2 {
                    named.push_str(&format!("*{weight}"));
                }
            }
        }
        if self.colours == 2 {
            let cells = self.weights.iter().zip(board.cells());
            let wrong = cells
                .filter(|&(&w, &cell)| w != 0 && cell != self.colour)
                .count();
            format!(
                "all {colour} cannot be reached: every press turns an even number of the {count} cells{named}, \
                 but an odd number of them, {wrong}, must turn"
            )
        } else {
            let k = self.colours;
            let remainder = self.remainder(board);
            format!(
                "all {colour} cannot be reached: with the weights{named} on {count} cells, every press adds a \
                 multiple of {k} to the weighted sum, but {remainder} more than a multiple must be added"
            )
        }
    }
}
