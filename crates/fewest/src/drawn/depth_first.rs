//! Depth-first search of compiled puzzles, with move pruning.

use std::convert::Infallible;

use fewest_ground::analysis::{
    ByRule, FAR, Measure, MovePruning, NEAR, SelectedHeuristic, StateRanking,
};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{Heuristic, Limits, Report, StopReason};
use fewest_search::{Duplicates, PruningLimits, idastar};

use super::forecast::{DEPTH_RATE, is_faster_in_depth, recorded};
use super::solver::DrawnSolver;
use super::stages::Stages;

/// A search that only measures the work for each bound may expand one part in this many of the
/// states that a short search may expand.
const MEASURED: u64 = 8;

/// A turn of the search without a table may expand this many times the states of its previous turn.
const DEEPER: u64 = 64;

/// If the search without a table is ahead, it may expand this many times as many states as the
/// search with a table. Then the search with a table takes about a sixteenth of the time.
const SHARE: u64 = 16 * DEPTH_RATE as u64;

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Solves the board by IDA*, without moves that end a sequence which another sequence can
    /// replace. `reach` limits the sequences that are compared for this.
    ///
    /// # Errors
    /// The limit that was reached before the search began.
    pub(super) fn pruned_idastar(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        duplicates: Duplicates,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<Report<CompiledMove>, StopReason> {
        let limits = &limits.from_now();
        let pruning = self.analysis.pruning(reach, limits)?;
        let duplicates = match duplicates {
            Duplicates::Enter if pruning.is_idle() => Duplicates::default(),
            duplicates => duplicates,
        };
        Ok(match heuristic {
            // In small puzzles, the fastest heuristic is called directly, without the dispatch of
            // `SelectedHeuristic`.
            SelectedHeuristic::Potential(potential) if N <= 2 => {
                self.idastar_by(*potential, pruning, duplicates, limits)
            }
            _ => self.idastar_by(heuristic, pruning, duplicates, limits),
        })
    }

    fn idastar_by<H: Heuristic<ByRule<'a, &'a CompiledPuzzle<N>>>>(
        &self,
        heuristic: &H,
        pruning: &MovePruning,
        duplicates: Duplicates,
        limits: &Limits,
    ) -> Report<CompiledMove> {
        let puzzle = &self.analysis.by_rule();
        idastar(puzzle, self.start, heuristic, pruning, duplicates, limits)
    }

    /// Solves the board by IDA*.
    pub(super) fn idastar(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        limits: &Limits,
    ) -> Report<CompiledMove> {
        let Err(report) = self.idastar_in_turns(heuristic, self.effort.short_depth, limits);
        report
    }

    /// Solves the board by IDA* with and without a table of the states entered, by which a search
    /// recognises states that it has reached before. A short search with little preparation runs
    /// first, so that boards with short solutions are solved fast. The short search may expand
    /// `short` states.
    ///
    /// Without a table, a state takes a tenth of the time, and several threads can be used. But
    /// only a search with a table can prove that a board is unsolvable. If every move can be taken
    /// back, the two searches take turns. Each search begins again in each of its turns, so its
    /// budget grows fast.
    ///
    /// If short searches can [foresee](Self::foresees) the work of long searches, the work for the
    /// bounds proven so far tells whether the search without a table will be faster. If the search
    /// without a table will be faster, the search with a table gets only a small share of the time.
    ///
    /// # Errors
    /// Never returns `Ok`: the turns end only with an error, which is the report of all turns
    /// together.
    fn idastar_in_turns(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        short: u64,
        limits: &Limits,
    ) -> Result<Infallible, Report<CompiledMove>> {
        let limits = &limits.from_now();
        let mut stages = Stages::new(limits);
        let mut turn = |duplicates, reach, most| {
            let (own, recorder) = recorded(stages.limits(most, None));
            let report = self.pruned_idastar(heuristic, duplicates, reach, &own);
            let report = report.map_err(|reason| stages.stopped(reason))?;
            let course = recorder.course(&report.statistics);
            match stages.end(report, false) {
                Ok(report) => Err(report),
                Err(_) => Ok(course),
            }
        };
        let foresees = self.foresees(heuristic, short);
        let measured = short / MEASURED;
        let first = if foresees { measured } else { short };
        let mut with_table = turn(Duplicates::LeaveAll, NEAR, Some(first))?;
        // Without a table and without pruning, a search would take every move back.
        let pruning = self.analysis.pruning(FAR, limits);
        let alternate =
            self.analysis.is_undoable() && pruning.is_ok_and(|pruning| !pruning.is_idle());
        if !alternate {
            loop {
                turn(Duplicates::LeaveAll, FAR, None)?;
            }
        }
        let mut is_ahead = false;
        if foresees {
            let without_table = turn(Duplicates::Enter, FAR, Some(measured))?;
            is_ahead = is_faster_in_depth(&with_table, &without_table);
            if !is_ahead {
                with_table = turn(Duplicates::LeaveAll, NEAR, Some(short))?;
            }
        }
        let mut few = short;
        loop {
            few = few.saturating_mul(if is_ahead { DEEPER * DEEPER } else { DEEPER });
            let without_table = turn(Duplicates::Enter, FAR, Some(few))?;
            is_ahead = foresees && is_faster_in_depth(&with_table, &without_table);
            let share = if is_ahead { SHARE } else { 1 };
            with_table = turn(Duplicates::LeaveAll, FAR, Some(few / share))?;
        }
    }

    /// Whether short searches can foresee the work of long searches. There are two conditions. The
    /// bound must be a sum of distances, and moves must tell which rules may follow: then a state of
    /// a search without a table takes a tenth of the time. And there must be so many ranks, or too many to number, that a
    /// search with a table can hardly ever prove by exhaustion that there is no solution. A short
    /// search may expand `short` states.
    fn foresees(&self, heuristic: &SelectedHeuristic<'_, N>, short: u64) -> bool {
        let ranks = || self.analysis.ranking().map(StateRanking::size);
        let is_fast = matches!(
            heuristic,
            SelectedHeuristic::Potential(potential)
                if matches!(potential.measure(), Measure::Distances { .. })
        );
        N == 1
            && is_fast
            && self.analysis.places().is_some()
            && ranks().is_none_or(|ranks| ranks > short * DEEPER)
    }
}

#[cfg(test)]
mod tests {
    use fewest_ground::reduction::Starts;
    use fewest_ground::{Compiled, compile};
    use fewest_lang::read;
    use fewest_rules::{Limits, Outcome, Words};
    use fewest_search::bfs;

    use super::super::effort::Effort;
    use super::super::solver::DrawnSolver;

    const FIVE: &str = "puzzle five\nsymbols 1 2 3 4 5 _\nboard 2x3\n\n\
        move slide(cell, dir)\n  [_ | ?x] -> [?x | _]\n\n\
        goal board\n  1 2 3\n  4 5 _\n\nstart\n  1 2 3\n  4 5 _\n";

    /// The `number`-th order of the labels.
    fn order(mut number: usize, mut labels: Vec<u8>) -> Vec<u8> {
        let mut order = Vec::new();
        while !labels.is_empty() {
            order.push(labels.remove(number % labels.len()));
            number /= labels.len() + 1;
        }
        order
    }

    /// Half of the boards are unsolvable. The shorter the first searches are, the more turns there
    /// are before a table holds all 360 states that such a board reaches.
    #[test]
    fn later_turns_agree_with_breadth_first_search_and_prove_that_boards_are_unsolvable() {
        let (file, _) = read(FIVE).unwrap();
        let start = file.start().unwrap().start;
        let Ok(Compiled::One(analysis)) = compile(file.ground(), Starts::Any) else {
            panic!("the board takes one word");
        };
        let puzzle = analysis.puzzle();
        let mut seen = [0; 2];
        for number in (0..720).step_by(15) {
            let state: Words<1> = puzzle.state(&order(number, start.clone())).unwrap();
            let expected = bfs(puzzle, state, &Limits::default()).outcome;
            let solver = DrawnSolver {
                analysis: &analysis,
                start: state,
                heuristic: None,
                tables: None,
                effort: Effort::default(),
            };
            for short in [8, 64] {
                let heuristic = analysis.cheap_heuristic();
                let Err(report) = solver.idastar_in_turns(&heuristic, short, &Limits::default());
                match (&expected, &report.outcome) {
                    (Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {
                        assert!(report.statistics.expanded > short, "one turn was enough");
                        seen[0] += 1;
                    }
                    (Outcome::Solved { moves }, Outcome::Solved { moves: found }) => {
                        assert_eq!(moves.len(), found.len());
                        seen[1] += 1;
                    }
                    outcomes => panic!("board {number}, {short} states: {outcomes:?}"),
                }
            }
        }
        assert!(seen[0] > 30 && seen[1] > 30, "{seen:?}");
    }
}
