//! A compiled board of a puzzle file, with what is known about its solution.

use std::sync::{Arc, OnceLock};

use fewest_ground::analysis::{Analysis, HeuristicName};
use fewest_ground::compiled::CompiledMove;
use fewest_ground::{Compiled, Ground, Label};
use fewest_lang::{BoardLayout, Instance};
use fewest_rules::{Outcome, Report, Words};

use super::compile_cache::CompileCaches;
use super::effort::Effort;
use super::solver::DrawnSolver;
use super::table_source::TableSource;

/// A compiled board.
pub(super) struct CompiledBoard {
    pub(super) compiled: Compiled,
    /// The ground rules before their reduction. The compiled puzzle contains only the rules that
    /// may apply on this board.
    pub(super) ground: Arc<Ground>,
    pub(super) layout: Arc<BoardLayout>,
    pub(super) start: Vec<Label>,
    /// The number of states that a search expanded to solve the board. Empty until the board is
    /// solved.
    expanded: OnceLock<u64>,
    tables: Arc<TableSource>,
    effort: Effort,
}

impl CompiledBoard {
    /// Compiles `board`, or takes the compiled puzzle of a board that is alike from `caches`.
    ///
    /// # Errors
    /// The limit that the board exceeds.
    pub(super) fn new(
        board: &Instance,
        caches: &CompileCaches,
        tables: &Arc<TableSource>,
        effort: Effort,
    ) -> Result<Self, String> {
        let compiled = caches.of_board(board).compiled(&board.start);
        Ok(Self {
            compiled: compiled.map_err(|error| error.to_string())?,
            ground: Arc::clone(&board.ground),
            layout: Arc::clone(&board.layout),
            start: board.start.clone(),
            expanded: OnceLock::new(),
            tables: Arc::clone(tables),
            effort,
        })
    }

    /// The compiled puzzle for one request. Whether some move has consequences that never end is
    /// recorded in the puzzle, so requests share a puzzle only if its moves have no consequences.
    pub(super) fn for_request(&self) -> Compiled {
        self.compiled.for_request()
    }

    /// Stores how much work the solution took, if `report` has a solution. Later searches begin
    /// with a budget of this size.
    pub(super) fn remember(&self, report: &Report<CompiledMove>) {
        if let Outcome::Solved { .. } = &report.outcome {
            // The first search that solves the board decides.
            let _ = self.expanded.set(report.statistics.expanded);
        }
    }

    /// The number of states that the search for a solution expanded; 0 if it is not known.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded.get().copied().unwrap_or_default()
    }

    /// The solver of this board; `analysis` must be the analysis of its compiled puzzle.
    pub(super) fn solver<'a, const N: usize>(
        &'a self,
        analysis: &'a Analysis<N>,
        heuristic: Option<HeuristicName>,
    ) -> DrawnSolver<'a, N> {
        DrawnSolver {
            analysis,
            start: self.state(analysis),
            heuristic,
            tables: Some(&self.tables),
            effort: self.effort,
        }
    }

    pub(super) fn state<const N: usize>(&self, analysis: &Analysis<N>) -> Words<N> {
        // The puzzle was compiled for this start or for one that is alike, so it accepts the start.
        analysis.puzzle().state(&self.start).unwrap_or_default()
    }
}
