//! Depth-first search of compiled puzzles, with move pruning.

use fewest_ground::analysis::{Analysis, ByRule, FAR, MovePruning, NEAR, SelectedHeuristic};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{Limits, Outcome, Report, Statistics, StopReason, Words};
use fewest_search::{Duplicates, IdaStar, SearchTurn, Turn};

use super::solver::DrawnSolver;
use super::stages::Stages;
use super::turns::{Contestant, PausingSearch, Turns};
use crate::algorithm::Algorithm;
use crate::api::Method;

/// The time that a search without a table of states takes for a state, compared with a search that
/// stores its states.
const WITHOUT_TABLE: f64 = 0.1;

/// The puzzle as a depth-first search sees it.
type View<'a, const N: usize> = ByRule<'a, &'a CompiledPuzzle<N>>;

/// A search by IDA* without moves that end a sequence which another sequence can replace.
pub(super) struct DepthSearch<'a, const N: usize> {
    analysis: &'a Analysis<N>,
    start: Words<N>,
    heuristic: SelectedHeuristic<'a, N>,
    duplicates: Duplicates,
    /// In a turn of more states than this, long sequences of moves are compared.
    short: u64,
    /// The greatest memory that the search may take if the user set no limit.
    pub(super) most_bytes: Option<u64>,
    /// The lower bound proven so far.
    proven: u32,
    /// The search, and the moves that it skips; `None` before the first turn.
    search: Option<(Walk<'a, N>, &'a MovePruning)>,
}

/// IDA* of a compiled puzzle.
type Walk<'a, const N: usize> = IdaStar<View<'a, N>, SelectedHeuristic<'a, N>, MovePruning>;

impl<'a, const N: usize> DepthSearch<'a, N> {
    /// Goes on with the search, or begins it at the bound proven so far. It begins anew when the
    /// turns have become so long that it skips more moves.
    fn prepared(
        &mut self,
        states: u64,
        limits: &Limits,
    ) -> Result<(Walk<'a, N>, &'a MovePruning), StopReason> {
        let reach = if states > self.short { FAR } else { NEAR };
        let pruning = self.analysis.pruning(reach, limits)?;
        match self.search.take() {
            Some((walk, known)) if std::ptr::eq(known, pruning) => return Ok((walk, pruning)),
            _ => {}
        }
        // Without a table and without pruning, a search would take every move back.
        let duplicates = match pruning.is_idle() {
            true => Duplicates::LeaveAll,
            false => self.duplicates,
        };
        let walk = IdaStar::new(self.start, duplicates, self.proven);
        Ok((walk, pruning))
    }
}

impl<'a, const N: usize> PausingSearch for DepthSearch<'a, N> {
    type Move = CompiledMove;

    fn advance(mut self, states: u64, limits: &Limits) -> SearchTurn<Self, CompiledMove> {
        let limits = Limits {
            memory: limits.memory.or(self.most_bytes),
            ..limits.from_now().at_most_states(states)
        };
        let (walk, pruning) = match self.prepared(states, &limits) {
            Ok(prepared) => prepared,
            Err(reason) => {
                return Turn::Ended(Report {
                    outcome: Outcome::Stopped {
                        lower_bound: self.proven,
                        reason,
                    },
                    statistics: Statistics::default(),
                });
            }
        };
        let view = &self.analysis.by_rule();
        let turn = walk.advance(view, &self.heuristic, pruning, &limits);
        let mut walk = None;
        let report = turn.keep(&mut walk);
        if let Outcome::Stopped { lower_bound, .. } = report.outcome {
            self.proven = lower_bound;
        }
        match walk {
            None => Turn::Ended(report),
            Some(walk) => {
                self.search = Some((walk, pruning));
                Turn::Paused(self, report)
            }
        }
    }

    fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, |(walk, _)| walk.bytes())
    }

    fn method(&self) -> Method {
        Method::Informed(Algorithm::IdaStar, self.heuristic.words())
    }
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Prepares a search by IDA*, which gets its first turn with `budget` states.
    pub(super) fn in_depth(
        &self,
        heuristic: SelectedHeuristic<'a, N>,
        duplicates: Duplicates,
        budget: u64,
    ) -> Contestant<DepthSearch<'a, N>> {
        let time = match duplicates {
            Duplicates::Enter => WITHOUT_TABLE * heuristic.effort(),
            Duplicates::LeaveAll => 1.0,
        };
        let search = DepthSearch {
            analysis: self.analysis,
            start: self.start,
            heuristic,
            duplicates,
            short: self.short_depth(),
            most_bytes: None,
            proven: 0,
            search: None,
        };
        Contestant::new(Some(search), budget, time)
    }

    /// A depth-first search that takes about as long as a breadth-first search of many states may
    /// expand this many states.
    pub(super) fn short_depth(&self) -> u64 {
        (self.effort.many as f64 / WITHOUT_TABLE) as u64
    }

    /// Solves the board by IDA*, with and without a table of the states entered, by which a search
    /// recognises states that it has reached before.
    ///
    /// Without a table, a state takes a tenth of the time, and several threads can be used. But
    /// only a search with a table can prove that a board is unsolvable. If every move can be taken
    /// back, the two searches take turns.
    pub(super) fn idastar(
        &self,
        heuristic: SelectedHeuristic<'a, N>,
        limits: &Limits,
    ) -> Report<CompiledMove> {
        let mut stages = Stages::new(limits);
        let budget = self.effort.many;
        let mut turns = Turns {
            one: self.in_depth(heuristic, Duplicates::LeaveAll, budget),
            other: self.in_depth(heuristic, Duplicates::Enter, budget),
            share: self.effort.share,
        };
        let is_idle = |reach| {
            let pruning = self.analysis.pruning(reach, limits);
            pruning.is_ok_and(MovePruning::is_idle)
        };
        let needs_long = is_idle(NEAR);
        if !self.analysis.is_undoable() || needs_long && is_idle(FAR) {
            turns.other.search = None;
        } else if needs_long {
            turns.other.budget = self.short_depth() + 1;
        }
        loop {
            if let Ok((report, _)) = turns.turn(&mut stages, false) {
                return report;
            }
        }
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
            for many in [8, 64] {
                let effort = Effort {
                    many,
                    ..Effort::default()
                };
                let solver = DrawnSolver {
                    effort,
                    ..DrawnSolver::new(&analysis, state)
                };
                let heuristic = analysis.cheap_heuristic();
                let report = solver.idastar(heuristic, &Limits::default());
                match (&expected, &report.outcome) {
                    (Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {
                        assert!(report.statistics.expanded > many, "one turn was enough");
                        seen[0] += 1;
                    }
                    (Outcome::Solved { moves }, Outcome::Solved { moves: found }) => {
                        assert_eq!(moves.len(), found.len());
                        seen[1] += 1;
                    }
                    outcomes => panic!("board {number}, {many} states: {outcomes:?}"),
                }
            }
        }
        assert!(seen[0] > 30 && seen[1] > 30, "{seen:?}");
    }
}
