//! The best method for the Flip Game: linear algebra.
//!
//! Presses commute, and `k` presses of one cell change nothing. So a solution is a matrix of press
//! counts modulo `k`, and the solutions are those of a linear system. For prime `k`, light chasing
//! solves this system for boards with thousands of cells per side. All solutions are one particular
//! solution plus the linear combinations of the null vectors. If there are null vectors, an exact
//! search finds the least weight among the solutions.

use fewest_rules::{Limits, Meter, Outcome, Proof, Report, StopReason};
use num_bigint::BigUint;

use super::board::{ColourBoard, ColourGoal, Press};
use super::coset::{Coset, NullSpace};
use super::least_weight::Interrupted;
pub use super::light_chasing::CompositeColours;
use super::light_chasing::{Lights, lights};
use super::parity::{self, WeightWitness};

/// A board that is solved at the start needs no presses. The method still searches for the fewest
/// presses that reach each colour of the goal, but only if the space of press sets that change
/// nothing has at most this dimension. If the dimension is greater, the method answers at once.
const MOST_NULL_VECTORS: usize = 20;

/// The result of the linear method.
#[derive(Debug, Clone)]
pub struct LinearReport<'a> {
    /// A solution with the fewest presses: the lexicographically first such press set, in
    /// increasing order. With more than two colours, a cell that is pressed several times appears
    /// several times. The statistics count every choice of a coefficient as an expanded state, and
    /// every press set that was weighed as a generated state.
    pub report: Report<Press>,
    /// The number of press sets with the fewest presses; 0 unless the board is solved.
    pub solutions: BigUint,
    /// The dimension of the space of press sets that change nothing, once it is known.
    pub nullity: Option<usize>,
    /// The number of press sets that reach each reachable colour: `k` to the power of the nullity,
    /// once it is known.
    pub sets_per_colour: Option<BigUint>,
    /// The result for each colour of the goal, in order.
    pub colours: Vec<ColourReport>,
    pub(super) lights: Lights<'a>,
    pub(super) null: Option<NullSpace>,
    /// For each goal colour that takes the fewest presses to reach, its coset: all press matrices
    /// that reach this colour. Empty if the method answers with the solution without presses.
    pub(super) best: Vec<Coset>,
    /// Whether the answer is the solution without presses, which [`LinearReport::solved_at_start`]
    /// gives because the start is a goal.
    pub(super) is_goal: bool,
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
/// Takes `O(n³)` time for the shorter side `n` (a 64th of that for two colours), plus
/// `O(cells · (d + 1))` for the nullity `d`, which is usually small. If `d` is not 0, the search
/// for the least weight takes up to `d · k^d` steps in addition.
///
/// # Errors
/// Returns an error if the number of colours is not prime.
///
/// ```
/// use fewest_puzzles::flip::{ColourGoal, linear, read};
/// let boards = read("b w w b\nb b w b\nb w w b\nb w w w", None).unwrap();
/// let found = linear::solve(&boards[0].0, ColourGoal::Any, &Default::default())?;
/// let moves = found.report.outcome.moves().unwrap();
/// let names: Vec<String> = moves.iter().map(|press| press.name(4)).collect();
/// assert_eq!(names, ["r1c1", "r1c2", "r2c2", "r4c3"]);
/// assert_eq!(found.solutions, 2u8.into());
/// # Ok::<(), fewest_puzzles::flip::linear::CompositeColours>(())
/// ```
pub fn solve<'a>(
    board: &'a ColourBoard,
    goal: ColourGoal,
    limits: &Limits,
) -> Result<LinearReport<'a>, CompositeColours> {
    let lights = lights(board)?;
    let mut meter = Meter::new(limits);
    let mut found = LinearReport {
        report: Report {
            outcome: Outcome::Unsolvable(Proof::Invariant(String::new())),
            statistics: meter.statistics(),
        },
        solutions: BigUint::ZERO,
        nullity: None,
        sets_per_colour: None,
        colours: Vec::new(),
        lights,
        null: None,
        best: Vec::new(),
        is_goal: false,
    };
    for colour in board.targets(goal) {
        let steps = (0..board.cells().len()).map(|cell| u32::from(lights.steps(cell, colour)));
        let verdict = PressVerdict::AtLeast(steps.sum::<u32>().div_ceil(5));
        found.colours.push(ColourReport { colour, verdict });
    }
    let reached = found
        .weigh(&mut meter)
        .or_else(|reason| found.solved_at_start().ok_or(reason));
    let outcome = match reached {
        Ok(outcome) => outcome,
        Err(reason) => Outcome::Stopped {
            lower_bound: found.lower_bound(),
            reason,
        },
    };
    if !matches!(outcome, Outcome::Solved { .. }) {
        found.solutions = BigUint::ZERO;
        found.best.clear();
    }
    let statistics = meter.statistics();
    found.report = Report {
        outcome,
        statistics,
    };
    Ok(found)
}

impl<'a> LinearReport<'a> {
    /// Returns the lexicographically least press matrix with the fewest presses, row by row: the
    /// number of presses of each cell. Returns `None` unless the board is solved.
    pub fn least_matrix(&self) -> Option<Vec<u8>> {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        if self.is_goal {
            return Some(vec![0; self.lights.board.cells().len()]);
        }
        let null = self.null.as_ref()?;
        let matrices = self.best.iter().map(|coset| {
            let matrix = coset.matrix(&self.lights, null, &coset.extreme(false), &mut meter);
            matrix.ok()
        });
        matrices.flatten().min()
    }

    /// If the start is a goal, returns the solution without presses. The method uses this solution
    /// if the null space is too large to search for the least weight, or if a limit stops that
    /// search.
    fn solved_at_start(&mut self) -> Option<Outcome<Press>> {
        let (lights, cells) = (self.lights, 0..self.lights.board.cells().len());
        let reached = |report: &&mut ColourReport| {
            let colour = report.colour;
            cells.clone().all(|cell| lights.steps(cell, colour) == 0)
        };
        let report = self.colours.iter_mut().find(reached)?;
        report.verdict = PressVerdict::Least {
            presses: 0,
            sets: 1_u8.into(),
        };
        self.is_goal = true;
        self.best.clear();
        self.solutions = 1_u8.into();
        Some(Outcome::Solved { moves: Vec::new() })
    }

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

    fn weigh(&mut self, meter: &mut Meter<'_>) -> Result<Outcome<Press>, StopReason> {
        let (lights, board) = (self.lights, self.lights.board);
        meter.prove_at_least(self.lower_bound());
        meter.hold((board.cells().len() + 4 * lights.short) as u64)?;
        let colours: Vec<u8> = self.colours.iter().map(|report| report.colour).collect();
        let solutions = lights.solve(colours.iter().copied(), meter)?;
        let nullity = solutions.basis.len();
        self.nullity = Some(nullity);
        self.sets_per_colour = Some(BigUint::from(lights.p.get()).pow(nullity as u32));
        if nullity > MOST_NULL_VECTORS
            && let Some(outcome) = self.solved_at_start()
        {
            return Ok(outcome);
        }
        for ((report, particular), beyond) in self
            .colours
            .iter_mut()
            .zip(&solutions.particular)
            .zip(&solutions.beyond)
        {
            if particular.is_none() {
                let witness = parity::find(&lights, report.colour, &solutions.basis, beyond, meter);
                if let Some(witness) = witness {
                    report.verdict = PressVerdict::Unreachable(witness);
                }
            }
        }
        if solutions.particular.iter().all(Option::is_none) {
            return Ok(Outcome::Unsolvable(self.proof()));
        }

        let null = NullSpace::new(&lights, solutions.basis, meter)?;
        let null = self.null.insert(null);
        let mut cosets = Vec::new();
        let particular = solutions.particular.into_iter().enumerate();
        for (i, first) in particular.filter_map(|(i, first)| Some((i, first?))) {
            let coset = Coset::new(&lights, colours[i], first, null, meter)?;
            raise(&mut self.colours[i].verdict, coset.bound());
            cosets.push((i, coset));
        }
        meter.prove_at_least(self.lower_bound());
        let mut stopped = None;
        for (i, coset) in &mut cosets {
            let verdict = &mut self.colours[*i].verdict;
            match coset.minimise(meter) {
                Ok(()) => {
                    *verdict = PressVerdict::Least {
                        presses: coset.bound(),
                        sets: coset.count(),
                    }
                }
                Err(Interrupted { reason, bound }) => {
                    raise(verdict, bound);
                    stopped = Some(reason);
                }
            }
        }
        let least = self.lower_bound();
        meter.prove_at_least(least);
        // If the search for the least weight of a colour was stopped, the colour matters only if it
        // might need fewer presses than all others.
        for report in &self.colours {
            if let (PressVerdict::AtLeast(bound), Some(reason)) = (&report.verdict, stopped)
                && *bound == least
            {
                return Err(reason);
            }
        }
        for (i, coset) in cosets {
            if let PressVerdict::Least { presses, sets } = &self.colours[i].verdict
                && *presses == least
            {
                self.solutions += sets;
                self.best.push(coset);
            }
        }
        let cells = board.cells().len() as u64;
        meter.hold(meter.held() + cells + 2 * 4 * u64::from(least))?;
        let null = self.null.as_ref();
        let mut first: Option<Vec<Press>> = None;
        for coset in &self.best {
            let Some(null) = null else { continue };
            let matrix = coset.matrix(&lights, null, &coset.extreme(true), meter)?;
            let presses = presses(&matrix, least);
            if first.as_ref().is_none_or(|first| presses < *first) {
                first = Some(presses);
            }
        }
        Ok(Outcome::Solved {
            moves: first.unwrap_or_default(),
        })
    }

    fn proof(&self) -> Proof {
        let board = self.lights.board;
        let sentences = self
            .colours
            .iter()
            .filter_map(|report| match &report.verdict {
                PressVerdict::Unreachable(witness) => Some(witness.sentence(board)),
                _ => None,
            });
        let sentences: Vec<String> = sentences.collect();
        Proof::Invariant(if sentences.is_empty() {
            format!(
                "the goal is none of the {} colours of the board",
                board.colours()
            )
        } else {
            sentences.join("; ")
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

/// Lists the presses of a matrix in increasing order. The matrix has `count` presses in all.
pub(super) fn presses(matrix: &[u8], count: u32) -> Vec<Press> {
    let mut presses = Vec::with_capacity(count as usize);
    for (cell, &times) in (0..).zip(matrix) {
        presses.extend((0..times).map(|_| Press(cell)));
    }
    presses
}
