//! Finds the solutions in which the fewest unknowns are not 0.
//!
//! # Problem
//! Rubik's Clock has 30 turns, each by one to eleven hours, and 14 independent dials: 12¹⁶ solutions.
//!
//! # Solution
//! Which unknowns are not 0, the *support* of a solution, is what counts. There is a solution with
//! its support within a set of unknowns if the wanted sums belong to the [`Span`] of their columns.
//! So sets of unknowns are tried, the small ones first. A position of the Clock typically needs
//! eight turns, and there are six million sets of eight.

use fewest_rules::{Meter, StopReason};

use super::modulus::Modulus;
use super::span::Span;
use super::system::Equation;

/// At most this many entries of spans are looked at for the sets of one size.
const MOST_WORK: u64 = 1 << 34;
/// The limits are checked after about this many entries of spans.
const WORK_BETWEEN_CHECKS: u64 = 1 << 20;

/// A system of linear equations, column by column.
pub(super) struct Supports {
    modulus: Modulus,
    /// For each unknown, its factor in each equation. What is an equation modulo 2 is multiplied by
    /// 6 to become one modulo 12.
    pub(super) columns: Vec<Vec<u8>>,
    pub(super) wanted: Vec<u8>,
}

impl Supports {
    pub(super) fn new(modulus: Modulus, equations: &[Equation], unknowns: usize) -> Self {
        let scaled = |equation: &Equation, entry: u8| {
            modulus.times(modulus.get() / equation.modulus.get(), entry)
        };
        let column = |at: usize| {
            let entries = equations.iter().map(|e| scaled(e, e.coefficients[at]));
            entries.collect()
        };
        Self {
            modulus,
            columns: (0..unknowns).map(column).collect(),
            wanted: equations.iter().map(|e| scaled(e, e.wanted)).collect(),
        }
    }

    /// The smallest supports of solutions, in lexicographic order. Their memory is still reported to
    /// `meter` when the function ends.
    ///
    /// # Errors
    /// The limit that was reached; [`StopReason::Capacity`] if there are too many sets to try.
    pub(super) fn smallest(&self, meter: &mut Meter) -> Result<Vec<Vec<usize>>, StopReason> {
        let (unknowns, size) = (self.columns.len(), self.wanted.len());
        let held = meter.held();
        let entries = ((size + 1) as u64).pow(2);
        let mut spans = Vec::new();
        let mut sets = 1_u64;
        for support in 0..=unknowns {
            if sets.saturating_mul(entries) > MOST_WORK {
                return Err(StopReason::Capacity);
            }
            let bytes = entries * (support as u64 + 1);
            meter.hold(held.saturating_add(bytes))?;
            spans.push(Span::new(self.modulus, size));
            let mut trial = Trial {
                system: self,
                spans: &mut spans,
                chosen: Vec::new(),
                column: vec![0; size],
                tried: 0,
                unchecked: (WORK_BETWEEN_CHECKS / entries).max(1),
                found: Vec::new(),
            };
            trial.choose(support, 0, meter)?;
            let found = trial.found;
            if !found.is_empty() {
                return Ok(found);
            }
            let (left, next) = ((unknowns - support) as u64, support as u64 + 1);
            sets = sets.saturating_mul(left) / next;
        }
        Err(StopReason::Capacity)
    }
}

/// The trial of all sets of one size.
struct Trial<'a> {
    system: &'a Supports,
    /// The span of the columns of the first chosen unknowns, for each number of them.
    spans: &'a mut [Span],
    chosen: Vec<usize>,
    column: Vec<u8>,
    /// The number of columns added to spans.
    tried: u64,
    /// So many columns are added between two checks of the limits.
    unchecked: u64,
    found: Vec<Vec<usize>>,
}

impl Trial<'_> {
    /// Tries all ways to choose `more` further unknowns, the first of which is `from` or a later
    /// one.
    fn choose(&mut self, more: usize, from: usize, meter: &mut Meter) -> Result<(), StopReason> {
        let depth = self.chosen.len();
        if more == 0 {
            self.column.copy_from_slice(&self.system.wanted);
            if self.spans[depth].reduce(&mut self.column).is_none() {
                let bytes = size_of::<Vec<usize>>() + size_of_val(&self.chosen[..]);
                meter.hold(meter.held() + bytes as u64)?;
                self.found.push(self.chosen.clone());
            }
            return Ok(());
        }
        let unknowns = self.system.columns.len();
        for unknown in from..=unknowns - more {
            let [before, after] = &mut self.spans[depth..depth + 2] else {
                break;
            };
            self.tried += 1;
            if self.tried.is_multiple_of(self.unchecked) {
                meter.poll()?;
            }
            after.copy(before);
            self.column.copy_from_slice(&self.system.columns[unknown]);
            // An unknown whose column is a sum of the others is not needed, and the smaller sets
            // without it have been tried.
            if after.add(&mut self.column) {
                self.chosen.push(unknown);
                self.choose(more - 1, unknown + 1, meter)?;
                self.chosen.pop();
            }
        }
        Ok(())
    }
}
