//! Counts all boards of one size by the fewest presses that they need.
//!
//! # Problem
//!
//! A 5 × 5 board has 33,554,432 states, a 9 × 9 board more than 10^24. Spaces of this size should
//! not be enumerated state by state.
//!
//! # Solution
//!
//! Press sets are vectors over the integers modulo a prime `k`, with one entry per cell. The
//! vectors that change nothing form a space `N`. Two press vectors have the same effect exactly if
//! their difference is in `N`. So the boards that can be solved to one colour correspond to the
//! cosets of `N`. The fewest presses of a board are the least weight in its coset, where the weight
//! of a vector is the sum of its entries.
//!
//! *Any colour.* Let `u` be a press vector that adds one to every cell, if such a vector exists.
//! Then all solutions of a board, whichever colour they lead to, together form a coset of the span
//! of `N` and `u`. Each coset of this span belongs to `k` boards, which differ by a shift of all
//! colours. If there is no `u`, no board can be solved to two colours.
//!
//! So a goal of one colour and a goal of any colour reduce to one task: given a space of dimension
//! `d`, count its cosets by their least weight. Each coset stands for one board per goal colour.
//!
//! *Counting cosets.* Write a basis in reduced form; then every coset contains exactly one vector
//! that is 0 at the `d` pivot cells. Put two cells into the same class if the basis vectors have
//! the same entries in them. Adding a vector of the space adds the same number to all cells of a
//! class, so the least weight of the coset depends only on how many cells of each class have each
//! value. A *choice* for a class says how many cells of the class have each value. Enumerate all
//! combinations of choices, class by class. A combination stands for a vector. For each
//! combination, keep `k^d` weights side by side: the weights of this vector plus each vector of the
//! space. The least of them is the least weight of a coset, and it counts once for each way to
//! arrange the values on the cells. Cells that are 0 in all vectors of the space are *free*: they
//! have any values, which all vectors of a coset share, and add the sum of these values to the
//! weight of the coset. For `f` free cells, the coefficients of `(1 + x + … + x^(k−1))^f` say how
//! often each sum occurs. If `d` is 0, all cells are free.

use std::ops::{ControlFlow, Range};

use fewest_rules::{Limits, Meter, Statistics, StopReason};
use fewest_search::modular::Modulus;
use num_bigint::BigUint;

use super::board::{ColourBoard, ColourGoal};
use super::echelon::Echelon;
use super::vectors::{ModularVector, Residues};

use class::{CellClass, binomial};

mod boards;
mod class;

/// The largest number of cells of a board for which a census is made.
const MOST_CELLS: usize = 1024;
/// The largest number of vectors of the space whose cosets the census counts.
const MOST_VECTORS: u128 = 1 << 16;
/// The largest product of the number of choices and the number of vectors for which a census is
/// made. With this product, the census takes a minute or two.
const MOST_WORK: u128 = 1 << 36;
/// The largest number of choices that a class may have.
const MOST_CHOICES: u128 = 1 << 20;
/// The largest number of ways to give values to the cells of all classes together, pivot cells
/// excluded.
const MOST_WAYS: u128 = 1 << 120;

/// The number of boards of one size, by the fewest presses they need.
#[derive(Debug, Clone)]
pub struct PressCensus {
    /// The number of boards that need 0, 1, … presses. The last entry is not 0, so its index is
    /// God's number.
    pub histogram: Vec<BigUint>,
    /// The number of all boards.
    pub positions: BigUint,
    /// The number of boards that have a solution.
    pub solvable: BigUint,
    /// The work that the census took. Every choice for one class or several classes counts as an
    /// expanded state.
    pub statistics: Statistics,
    /// A board of this size.
    blank: ColourBoard,
    targets: Range<u8>,
    classes: Vec<CellClass>,
    /// The number of vectors of the space whose cosets the census counts.
    vectors: usize,
    /// For each weight, the number of cosets whose least weight it is. The weight is summed over
    /// the cells of the classes only, without the free cells.
    cosets: Vec<u128>,
    /// The free cells: those that are 0 in all vectors of the space whose cosets the census counts.
    free: Vec<usize>,
    /// For each weight, the number of ways to give values to the free cells such that the values
    /// have this weight as their sum.
    free_weights: Vec<BigUint>,
}

/// The reason that there is no census.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CensusError {
    /// The method does not fit the boards, or there are too many; the text says why.
    Unfit(String),
    /// A limit was reached before the census had enumerated all choices of values for its cells.
    Stopped {
        /// The limit that the census reached.
        reason: StopReason,
        /// The work that the census took before it stopped.
        statistics: Statistics,
    },
}

/// Counts all boards by the fewest presses that take them to `goal`. They have the size and the
/// number of colours of `blank`, whatever the colours of its cells.
///
/// Let `d` be the dimension of the space of press vectors that change nothing. (If the goal is any
/// colour, `d` is usually greater by one.) The time is `k^d` times the number of choices; if `d` is
/// 0, there is only one choice. With two colours, every size up to 5 × 5 takes milliseconds.
///
/// # Errors
/// Returns the reason that there is no census. A size is too large if it has more than 1,024 cells,
/// if `k^d` exceeds 2^16, if the choices times `k^d` exceed 2^36, or if there are more than 2^120
/// press sets on the cells that the vectors of the space change.
///
/// ```
/// use fewest_puzzles::flip::{ColourBoard, ColourGoal, census};
/// let blank = ColourBoard::new(4, 4, 2, vec![0; 16]).unwrap();
/// let census = census(&blank, ColourGoal::Any, &Default::default())?;
/// let boards = [2u32, 32, 228, 880, 1562, 1136, 256].map(Into::into);
/// assert_eq!(census.histogram, boards);
/// assert_eq!(census.positions - census.solvable, 61_440u32.into());
/// # Ok::<(), fewest_puzzles::flip::CensusError>(())
/// ```
pub fn census(
    blank: &ColourBoard,
    goal: ColourGoal,
    limits: &Limits,
) -> Result<PressCensus, CensusError> {
    let (colours, cells) = (blank.colours(), blank.cells().len());
    let unfit = |why: String| Err(CensusError::Unfit(why));
    if cells > MOST_CELLS {
        return unfit(format!(
            "{cells} cells, but boards of at most {MOST_CELLS} are counted"
        ));
    }
    let Some(p) = Modulus::new(colours).filter(|p| p.is_prime()) else {
        return unfit(format!(
            "the linear method needs a prime number of colours, and {colours} is not prime"
        ));
    };
    let targets = blank.targets(goal);
    if targets.is_empty() {
        return unfit("the goal is none of the colours".to_owned());
    }
    let mut meter = Meter::new(limits);
    let mut census = PressCensus {
        histogram: Vec::new(),
        positions: BigUint::from(colours).pow(cells as u32),
        solvable: BigUint::ZERO,
        statistics: meter.statistics(),
        blank: blank.clone(),
        targets,
        classes: Vec::new(),
        vectors: 1,
        cosets: Vec::new(),
        free: Vec::new(),
        free_weights: Vec::new(),
    };
    let counted = census.space(p, &mut meter).and_then(|(columns, pivots)| {
        let too_much = census.classify(p, &columns, &pivots, &mut meter)?;
        if too_much.is_none() {
            census.count(&mut meter)?;
        }
        Ok(too_much)
    });
    census.statistics = meter.statistics();
    match counted {
        Ok(None) => Ok(census),
        Ok(Some(why)) => unfit(why),
        Err(reason) => Err(CensusError::Stopped {
            reason,
            statistics: census.statistics,
        }),
    }
}

impl PressCensus {
    /// Computes a reduced basis of the space whose cosets the census counts. Returns, for each cell
    /// of the board, the entries that the basis vectors have in this cell, and then the pivots of
    /// the basis.
    fn space(
        &self,
        p: Modulus,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<Vec<u8>>, Vec<usize>), StopReason> {
        let cells = self.blank.cells().len();
        meter.hold((3 * cells * (cells + 1)) as u64)?;
        // The right-hand side asks for the vector `u`, which adds one to every cell.
        let equations = (0..cells).map(|cell| {
            let mut row = Residues::zero(cells + 1);
            self.blank.touched(cell).for_each(|other| row.set(other, 1));
            row.set(cells, 1);
            row
        });
        let echelon = Echelon::new(p, equations.collect(), cells, meter)?;
        let mut basis = echelon.null_space(meter)?;
        if self.targets.len() > 1 {
            basis.extend(echelon.solution(0));
        }
        let reduced = Echelon::new(p, basis, cells, meter)?;
        let column = |cell| reduced.rows.iter().map(|row| row.get(cell)).collect();
        Ok(((0..cells).map(column).collect(), reduced.pivots))
    }

    /// Sorts the cells into classes and lists the choices of each class. If there are too many
    /// combinations of choices, returns the bound that they exceed.
    fn classify(
        &mut self,
        p: Modulus,
        columns: &[Vec<u8>],
        pivots: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<Option<String>, StopReason> {
        let k = usize::from(p.get());
        for (cell, column) in columns.iter().enumerate() {
            if column.iter().all(|&entry| entry == 0) {
                self.free.push(cell);
                continue;
            }
            let found = self.classes.iter().position(|c| c.column == *column);
            let at = found.unwrap_or(self.classes.len());
            if found.is_none() {
                self.classes.push(CellClass {
                    column: column.clone(),
                    cells: Vec::new(),
                    pivot: false,
                    choices: Vec::new(),
                    weights: Vec::new(),
                });
            }
            if pivots.contains(&cell) {
                self.classes[at].pivot = true;
            } else {
                self.classes[at].cells.push(cell);
            }
        }
        // The largest class comes last, so that the innermost loop does most of the work.
        self.classes.sort_by_key(|class| class.cells.len());
        let vectors = (k as u128).saturating_pow(pivots.len() as u32);
        let (mut all, mut ways, mut most, mut total) = (1u128, 1u128, 0, 0);
        for class in &self.classes {
            let cells = class.cells.len();
            let choices = binomial(cells + k - 1, cells);
            all = all.saturating_mul(choices);
            ways = ways.saturating_mul((k as u128).saturating_pow(cells as u32));
            most = choices.max(most);
            total += choices.min(MOST_CHOICES);
        }
        let work = all.saturating_mul(vectors);
        let d = pivots.len();
        let why = if vectors > MOST_VECTORS {
            Some(format!(
                "{k}^{d} press sets that change nothing, or one colour"
            ))
        } else if work > MOST_WORK || most > MOST_CHOICES {
            let all = all.ilog2();
            Some(format!("about 2^{all} choices times {k}^{d} press sets"))
        } else if ways > MOST_WAYS {
            Some(format!("about 2^{} press sets", ways.ilog2()))
        } else {
            None
        };
        if let Some(why) = why {
            return Ok(Some(format!("too much to count: {why}")));
        }
        self.vectors = vectors as usize;
        let bytes = total * (2 * vectors + 4 * k as u128 + 48);
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        meter.hold(meter.held().saturating_add(bytes))?;
        for class in &mut self.classes {
            class.choose(k, self.vectors);
        }
        Ok(None)
    }

    /// Counts the cosets by their least weight, and then the boards by the fewest presses that they
    /// need.
    fn count(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let k = usize::from(self.blank.colours());
        let cells = self.blank.cells().len();
        let mut cosets = vec![0; cells * (k - 1) + 1];
        let _: ControlFlow<()> = self.walk(meter, &mut |weight, ways, _| {
            cosets[weight] += ways;
            ControlFlow::Continue(())
        })?;
        cosets.truncate(cosets.iter().rposition(|&n| n > 0).map_or(0, |i| i + 1));
        let most = self.free.len() * (k - 1);
        let bytes = (3 * (most + 1) * (32 + self.free.len())) as u64;
        meter.hold(meter.held() + bytes)?;
        let mut weights = vec![BigUint::ZERO; most + 1];
        weights[0] = BigUint::from(1u8);
        for n in 1..=self.free.len() {
            meter.poll()?;
            // The loop multiplies the polynomial by 1 + x + … + x^(k−1): each new coefficient is
            // the sum of the last k old ones, which is kept as a sliding sum.
            let before = weights.clone();
            let mut sum = BigUint::ZERO;
            for (w, weight) in weights.iter_mut().enumerate().take(n * (k - 1) + 1) {
                sum += &before[w];
                if w >= k {
                    sum -= &before[w - k];
                }
                weight.clone_from(&sum);
            }
        }
        let colours = BigUint::from(self.targets.len());
        self.histogram = vec![BigUint::ZERO; cosets.len() + most];
        for (i, &n) in cosets.iter().enumerate().filter(|(_, n)| **n > 0) {
            meter.poll()?;
            let factor = BigUint::from(n) * &colours;
            for (sum, weight) in self.histogram[i..].iter_mut().zip(&weights) {
                *sum += &factor * weight;
            }
        }
        self.solvable = self.histogram.iter().sum();
        (self.cosets, self.free_weights) = (cosets, weights);
        Ok(())
    }

    /// Calls `visit` with every combination of choices. A combination has one choice for each class
    /// of cells: the number of cells of the class that have each value.
    fn walk<B>(&self, meter: &mut Meter<'_>, visit: &mut Visit<'_, B>) -> VisitResult<B> {
        let mut path = Vec::with_capacity(self.classes.len());
        self.walk_from(&vec![0; self.vectors], 1, &mut path, meter, visit)
    }

    fn walk_from<B>(
        &self,
        weights: &[u16],
        ways: u128,
        path: &mut Vec<usize>,
        meter: &mut Meter<'_>,
        visit: &mut Visit<'_, B>,
    ) -> VisitResult<B> {
        let Some(class) = self.classes.get(path.len()) else {
            return Ok(visit(0, 1, path));
        };
        // After the last class only the least of the sums matters, so the sums themselves are not
        // stored.
        let last = path.len() + 1 == self.classes.len();
        let mut sums = vec![0; if last { 0 } else { self.vectors }];
        let added = class.weights.chunks_exact(self.vectors);
        for (i, (choice, added)) in class.choices.iter().zip(added).enumerate() {
            meter.expand()?;
            meter.generate(self.vectors as u64 / 16);
            let pairs = weights.iter().zip(added);
            path.push(i);
            let flow = if last {
                let least = pairs.fold(u16::MAX, |least, (a, b)| least.min(a.wrapping_add(*b)));
                visit(usize::from(least), ways * choice.ways, path)
            } else {
                for (sum, (a, b)) in sums.iter_mut().zip(pairs) {
                    *sum = a + b;
                }
                self.walk_from(&sums, ways * choice.ways, path, meter, visit)?
            };
            path.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A callback for one combination of choices, one for each class of cells. The first argument is
/// the least weight of the cosets that this combination describes. The second is the number of
/// these cosets. The third has, for each class, the index of its choice.
type Visit<'a, B> = dyn FnMut(usize, u128, &[usize]) -> ControlFlow<B> + 'a;
type VisitResult<B> = Result<ControlFlow<B>, StopReason>;
