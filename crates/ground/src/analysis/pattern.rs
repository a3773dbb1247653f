//! Pattern databases: the distances in abstractions that merge labels or leave out positions.
//!
//! If several labels are replaced by a single label, or some positions are left out, the puzzle
//! becomes a smaller puzzle, an abstraction (R. C. Holte and I. T. Hernádvölgyi, "Steps towards the
//! automatic creation of search heuristics", 2004). Each rule of the puzzle maps to a rule of the
//! abstraction, and each goal to a goal. So the distances of the abstraction, all stored in a table,
//! are lower bounds. The costs of the moves are divided among the tables ([`cost_partition`]), so the
//! bounds of all tables are added.
//!
//! A *pattern* says what an abstraction keeps: some [`labels`] or, if these give no table, some
//! [`positions`]. If the puzzle consists of independent parts, each pattern keeps the positions of one
//! part, as far as it is small enough. If the only goal tests each part by itself, and two rules of
//! the same move never apply in the same state, the sum is the exact length of a shortest solution.
//!
//! Of a puzzle with consequences, patterns keep labels or positions of a puzzle in which these are
//! free moves ([`unfolded`]).

mod charge;
mod cost_partition;
mod labels;
mod positions;
mod smaller;
mod table;
mod unfolded;

use fewest_rules::{Heuristic, Meter, Puzzle, StopReason, Words};

use crate::compiled::{CompiledMove, CompiledPuzzle};
use cost_partition::CostsLeft;
use labels::patterns_of_labels;
use positions::patterns_of_positions;
use table::PatternTable;
use unfolded::Unfolded;

pub(super) use positions::count_parts;

/// Tables of the distances in smaller puzzles (pattern databases), as a heuristic that is
/// admissible and consistent: the sum of the distances.
#[derive(Debug)]
pub struct CompiledPatterns<const N: usize> {
    tables: Vec<PatternTable<N>>,
    of_positions: bool,
}

impl<const N: usize> CompiledPatterns<N> {
    /// Builds tables for `puzzle`, each of at most `most` states, of patterns of labels or of
    /// positions. Tables that would be larger, or give no bound above 0, are left out. `None` if no
    /// table remains.
    ///
    /// Needs up to a few hundred bytes per state while it builds a table, and a few dozen bytes per
    /// state afterwards.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        puzzle: &CompiledPuzzle<N>,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let reduced = puzzle.reduced();
        let Some(unfolded) = Unfolded::new(reduced) else {
            return Ok(None);
        };
        let few = most / unfolded.stages();
        // Positions divide a puzzle of independent parts.
        let parts = count_parts(reduced) > 1;
        for of_positions in [parts, !parts] {
            let patterns = match of_positions {
                true => patterns_of_positions(reduced, unfolded.stage, few),
                false => patterns_of_labels(puzzle.task(), few),
            };
            let (mut left, mut tables) = (CostsLeft::new(puzzle.task()), Vec::new());
            for pattern in patterns {
                let table = PatternTable::new(puzzle, &unfolded, &pattern, &mut left, most, meter)?;
                tables.extend(table);
            }
            if !tables.is_empty() {
                return Ok(Some(Self {
                    tables,
                    of_positions,
                }));
            }
        }
        Ok(None)
    }

    /// Whether each table belongs to a pattern of positions (cells and variables), rather than of
    /// labels.
    pub fn of_positions(&self) -> bool {
        self.of_positions
    }

    /// The number of states in each table.
    pub fn sizes(&self) -> Vec<usize> {
        self.tables.iter().map(PatternTable::len).collect()
    }

    /// The approximate size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.tables.iter().map(PatternTable::bytes);
        bytes.sum::<usize>() as u64
    }
}

impl<const N: usize, P> Heuristic<P> for CompiledPatterns<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    type Cache = u32;

    // A dead end of one smaller puzzle is a dead end of the puzzle.
    #[inline]
    fn start(&self, _: &P, state: Words<N>) -> u32 {
        let distances = self.tables.iter().map(|table| table.distance(state));
        distances.fold(0, u32::saturating_add)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
