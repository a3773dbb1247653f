//! The best method for the Flip Game: linear algebra.
//!
//! Presses commute, and `k` presses of one cell change nothing. So a solution is a matrix of press
//! counts modulo `k`, and the solutions are those of a linear system. For prime `k`, light chasing
//! solves this system for boards with thousands of cells per side. All solutions are one particular
//! solution plus the linear combinations of the null vectors. If there are null vectors, an exact
//! search finds the least weight among the solutions.
//!
//! Of two press sets of the same size, the lexicographically first belongs to the greater matrix: at
//! the first cell where the matrices differ, the press set of the greater matrix repeats the press of
//! that cell once more, while the other press set has already moved on to a later cell.

use fewest_rules::{Limits, Meter, Outcome, Proof, Report, StopReason};
use num_bigint::BigUint;

use super::board::{ColourBoard, ColourGoal, Press, presses};
use super::composite;
use super::coset::{Coset, NullSpace};
use super::least_weight::Interrupted;
use super::light_chasing::Lights;
use super::parity::{self, WeightWitness};

/// The result of the linear method.
#[derive(Debug, Clone)]
pub struct LinearReport {
    /// A solution with the fewest presses: the lexicographically first such press set, in
    /// increasing order. With more than two colours, a cell that is pressed several times appears
    /// several times. The statistics count every choice of a coefficient as an expanded state, and
    /// every press set that was weighed as a generated state.
    pub report: Report<Press>,
    /// The lexicographically last press set with the fewest presses, if there are several. It is
    /// found, like what follows, only if the number of colours is prime.
    pub last: Option<Vec<Press>>,
    /// The number of press sets with the fewest presses; 0 unless the board is solved and they were
    /// counted.
    pub solutions: BigUint,
    /// The dimension `d` of the space of press sets that change nothing, once it is known. For `k`
    /// colours, `k` to the power of `d` press sets reach each colour that can be reached.
    pub nullity: Option<usize>,
    /// The result for each colour of the goal, in order.
    pub colours: Vec<ColourReport>,
}

/// The result for one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColourReport {
    /// The colour of the goal to which this result belongs.
    pub colour: u8,
    /// Whether all cells can get the colour, and with how many presses.
    pub verdict: PressVerdict,
}

/// Whether all cells can get a colour, and with how many presses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PressVerdict {
    /// All cells can get the colour, and this is the least number of presses.
    Least {
        /// The least number of presses that gives all cells the colour.
        presses: u32,
        /// The number of press sets that give all cells the colour with this least number of
        /// presses.
        sets: BigUint,
    },
    /// The colour is unreachable, and this witness proves it.
    Unreachable(WeightWitness),
    /// A limit was reached. Any solution has at least this many presses.
    AtLeast(u32),
}

/// Finds the fewest presses that take `board` to `goal`.
///
/// If the number `k` of colours is prime, takes `O(n³)` time for the shorter side `n` (a 64th of that
/// for two colours), plus `O(cells · (d + 1))` for the nullity `d`, which is usually small. If `d` is
/// not 0, the search for the least weight takes up to `d · k^d` steps in addition.
///
/// Otherwise, takes time cubic in the number of cells, and time for all solutions of the equations.
/// Stops with [`StopReason::Capacity`] if there are more than
/// [`MOST_EQUATIONS`](super::MOST_EQUATIONS) cells or more than 2²⁶ solutions.
///
/// ```
/// use fewest_puzzles::flip::{ColourGoal, linear, read};
/// let boards = read("b w w b\nb b w b\nb w w b\nb w w w", None).unwrap();
/// let found = linear::solve(&boards[0].0, ColourGoal::Any, &Default::default());
/// let moves = found.report.outcome.moves().unwrap();
/// let names: Vec<String> = moves.iter().map(|press| press.name(4)).collect();
/// assert_eq!(names, ["r1c1", "r1c2", "r2c2", "r4c3"]);
/// assert_eq!(found.solutions, 2u8.into());
/// ```
pub fn solve(board: &ColourBoard, goal: ColourGoal, limits: &Limits) -> LinearReport {
    let mut meter = Meter::new(limits);
    let mut found = LinearReport {
        report: Report {
            outcome: Outcome::Unsolvable(Proof::Invariant(String::new())),
            statistics: meter.statistics(),
        },
        last: None,
        solutions: BigUint::ZERO,
        nullity: None,
        colours: Vec::new(),
    };
    let solved = match Lights::new(board) {
        Some(lights) => {
            for colour in board.targets(goal) {
                let steps =
                    (0..board.cells().len()).map(|cell| u32::from(lights.steps(cell, colour)));
                let verdict = PressVerdict::AtLeast(steps.sum::<u32>().div_ceil(5));
                found.colours.push(ColourReport { colour, verdict });
            }
            found.weigh(&lights, &mut meter)
        }
        None => composite::solve(board, goal, &mut meter),
    };
    let outcome = solved.unwrap_or_else(|reason| Outcome::Stopped {
        lower_bound: found.lower_bound(),
        reason,
    });
    found.report = Report {
        outcome,
        statistics: meter.statistics(),
    };
    found
}

impl LinearReport {
    /// A lower bound on the number of presses of every solution, from the results of all colours; 0
    /// if every colour is unreachable.
    fn lower_bound(&self) -> u32 {
        let bounds = self
            .colours
            .iter()
            .filter_map(|report| match report.verdict {
                PressVerdict::Least { presses, .. } => Some(presses),
                PressVerdict::AtLeast(bound) => Some(bound),
                PressVerdict::Unreachable(_) => None,
            });
        bounds.min().unwrap_or(0)
    }

    fn weigh(
        &mut self,
        lights: &Lights<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Press>, StopReason> {
        let board = lights.board;
        meter.prove_at_least(self.lower_bound());
        meter.hold((board.cells().len() + 4 * lights.short) as u64)?;
        let solutions = lights.solve(self.colours.iter().map(|report| report.colour), meter)?;
        self.nullity = Some(solutions.basis.len());
        let sides = solutions.particular.iter().zip(&solutions.beyond);
        for (report, (particular, beyond)) in self.colours.iter_mut().zip(sides) {
            if particular.is_none() {
                let witness = parity::find(lights, report.colour, &solutions.basis, beyond, meter);
                if let Some(witness) = witness {
                    report.verdict = PressVerdict::Unreachable(witness);
                }
            }
        }
        if solutions.particular.iter().all(Option::is_none) {
            let witnesses = self
                .colours
                .iter()
                .filter_map(|report| match &report.verdict {
                    PressVerdict::Unreachable(witness) => Some(witness),
                    _ => None,
                });
            return Ok(Outcome::Unsolvable(parity::proof(board, witnesses)));
        }

        let null = NullSpace::new(lights, solutions.basis, meter)?;
        let mut cosets = Vec::new();
        for (i, first) in solutions.particular.into_iter().enumerate() {
            let (Some(first), report) = (first, &mut self.colours[i]) else {
                continue;
            };
            let coset = Coset::new(lights, report.colour, first, &null, meter)?;
            raise(&mut report.verdict, coset.columns.bound());
            cosets.push((i, coset));
        }
        meter.prove_at_least(self.lower_bound());
        let mut stopped = None;
        let mut weighed = Vec::new();
        for (i, coset) in &cosets {
            let verdict = &mut self.colours[*i].verdict;
            match coset.columns.minimise(meter) {
                Ok(least) => {
                    *verdict = PressVerdict::Least {
                        presses: least.weight,
                        sets: least.count.into(),
                    };
                    weighed.push((coset, least));
                }
                Err(Interrupted { reason, bound }) => {
                    raise(verdict, bound);
                    stopped = Some(reason);
                }
            }
        }
        let fewest = self.lower_bound();
        meter.prove_at_least(fewest);
        // If the search for the least weight of a colour was stopped, the colour matters only if it
        // might need fewer presses than all others.
        for report in &self.colours {
            if let (PressVerdict::AtLeast(bound), Some(reason)) = (&report.verdict, stopped)
                && *bound == fewest
            {
                return Err(reason);
            }
        }
        weighed.retain(|(_, least)| least.weight == fewest);
        let solutions = weighed
            .iter()
            .map(|(_, least)| BigUint::from(least.count))
            .sum();
        let extreme = |first: bool, meter: &mut Meter<'_>| {
            let mut best: Option<Vec<Press>> = None;
            for (coset, least) in &weighed {
                let combination = if first {
                    least.greatest
                } else {
                    least.smallest
                };
                let matrix = coset.matrix(lights, &null, combination, meter)?;
                let set = presses(&matrix, fewest);
                if best.as_ref().is_none_or(|best| (set < *best) == first) {
                    best = Some(set);
                }
            }
            Ok::<_, StopReason>(best)
        };
        let cells = board.cells().len() as u64;
        meter.hold(meter.held() + cells + 2 * 4 * u64::from(fewest))?;
        let moves = extreme(true, meter)?;
        if solutions != BigUint::from(1_u8) {
            meter.hold(meter.held() + 4 * u64::from(fewest))?;
            self.last = extreme(false, meter)?;
        }
        self.solutions = solutions;
        Ok(Outcome::Solved {
            moves: moves.unwrap_or_default(),
        })
    }
}

/// Raises the lower bound in `verdict` to `bound` if the least number of presses is not known and
/// the bound is lower so far.
fn raise(verdict: &mut PressVerdict, bound: u32) {
    if let PressVerdict::AtLeast(known) = verdict {
        *known = bound.max(*known);
    }
}
