//! Solves puzzles whose moves permute pieces. For this it uses a table, which it builds or reads
//! from the cache.

use fewest_ground::analysis::{FAR, MovePruning};
use fewest_rules::{Heuristic, Puzzle, StopReason, grouped};
use fewest_search::{Duplicates, idastar};
use num_bigint::BigUint;

use super::method::MethodReport;
use super::solver::DrawnSolver;
use super::stages::Stages;
use crate::algorithm::Algorithm;
use crate::api::Method;

/// If the number of positions takes fewer bits than this, breadth-first search can store them.
const MANY_BITS: u64 = 33;

impl<const N: usize> DrawnSolver<'_, N> {
    /// Solves the board with a table of an abstraction of its pieces, if breadth-first search
    /// cannot store the positions. `None` if such a table does not fit the board, if memory does
    /// not suffice for a table, or if another bound of the start is as good as that of the table.
    pub(super) fn by_pieces(&self, stages: &mut Stages) -> Option<MethodReport> {
        if self.analysis.has_parts() {
            return None;
        }
        let puzzle = self.analysis.puzzle();
        let here = puzzle.labels(self.start);
        let pieces = self.analysis.pieces()?;
        let count = pieces.positions(&here)?;
        let factors = count.factors.iter();
        let size: BigUint = factors.map(|&factor| BigUint::from(factor)).product();
        let goals = self.analysis.goals()?;
        if size.bits() < MANY_BITS || !count.divisors.is_empty() || goals.len() != 1 {
            return None;
        }
        let source = self.tables?;
        let mut bound = match source.bound(self.analysis, &stages.limits(None, None)) {
            Ok(bound) => bound?,
            Err(reason) => return Some((stages.stopped(reason), Method::PatternDatabases)),
        };
        stages.hold(bound.bytes()).ok()?;
        let goal = puzzle.labels(goals.states::<N>().next()?);
        let start = bound.pattern().start(pieces, &goal, &here)?;
        let view = self.analysis.by_pieces(bound.pattern());
        let without_table = self.analysis.cheap_heuristic().bound_of(puzzle, self.start);
        if bound_of(&view, start, bound) <= without_table {
            return None;
        }
        let mut grows = true;
        loop {
            let view = self.analysis.by_pieces(bound.pattern());
            let start = bound.pattern().start(pieces, &goal, &here)?;
            let (entries, lookups) = bound.sizes();
            let words = format!(
                "a pattern database of {} positions of pieces up to symmetry, {lookups} looked up",
                grouped(&entries.to_string())
            );
            let method = Method::Informed(Algorithm::IdaStar, words);
            let limits = stages.limits(None, None);
            let patience = match grows {
                true => source.patience(self.analysis, &limits),
                false => None,
            };
            let limits = stages.limits(patience, None);
            let rows = match self.analysis.pruning(FAR, &limits) {
                Ok(MovePruning::Rows(rows)) => rows,
                Ok(MovePruning::MovePruner(_)) => return None,
                Err(reason) => return Some((stages.stopped(reason), method)),
            };
            if patience != Some(0) {
                let alone = Duplicates::Enter;
                let report = idastar(&view, start, bound, rows, alone, &limits);
                if patience.is_some() {
                    source.spend(report.statistics.expanded);
                }
                match stages.end(report, false) {
                    Ok(report) => return Some((report, method)),
                    Err(StopReason::States) => {}
                    Err(reason) => return Some((stages.stopped(reason), method)),
                }
            }
            // First a larger table is chosen, later it is made or read. Each of these steps waits
            // until the searches have taken about as long as the step takes.
            let limits = stages.limits(None, None);
            if source.patience(self.analysis, &limits) != Some(0) {
                continue;
            }
            match source.larger_bound(self.analysis, &limits) {
                Ok(Some(larger)) if stages.hold(larger.bytes()).is_ok() => bound = larger,
                Ok(_) => grows = false,
                Err(reason) => return Some((stages.stopped(reason), method)),
            }
        }
    }
}

fn bound_of<P: Puzzle>(puzzle: &P, state: P::State, heuristic: &impl Heuristic<P>) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}

#[cfg(test)]
mod tests {
    use fewest_ground::reduction::Starts;
    use fewest_ground::{Compiled, compile};
    use fewest_lang::read;
    use fewest_rules::{Limits, Outcome, Puzzle};

    use super::super::effort::Effort;
    use super::super::solver::DrawnSolver;
    use super::super::stages::Stages;
    use super::super::table_source::{TableSizes, TableSource};

    const CUBE: &str = include_str!("../../puzzles/cube-3.fewest");

    /// Solves the cube after some moves, with tables of these sizes. Returns the names of the moves, and
    /// the words of the method.
    fn solved(moves: &str, sizes: TableSizes) -> (Vec<String>, String) {
        let (file, _) = read(CUBE).unwrap();
        let start = file.start().unwrap().start;
        let Ok(Compiled::Four(analysis)) = compile(file.ground(), Starts::One(&start)) else {
            panic!("a cube takes four words");
        };
        let puzzle = analysis.puzzle();
        let mut state = analysis.goals().unwrap().states::<4>().next().unwrap();
        for name in moves.split(' ') {
            let mut legal = puzzle.moves(state);
            let m = legal.find(|&m| puzzle.move_name(m) == name).unwrap();
            state = puzzle.apply(state, m);
        }
        let tables = TableSource::default().with_sizes(sizes);
        let solver = DrawnSolver {
            analysis: &analysis,
            start: state,
            heuristic: None,
            tables: Some(&tables),
            effort: Effort::default(),
        };
        let (report, method) = solver
            .by_pieces(&mut Stages::new(&Limits::default()))
            .unwrap();
        let Outcome::Solved { moves } = report.outcome else {
            panic!("a cube is solvable");
        };
        let names = moves.iter().map(|&m| puzzle.move_name(m).to_string());
        (names.collect(), method.to_string())
    }

    /// The solution is the same whether a search has outgrown its first table or not.
    #[test]
    fn a_search_that_takes_long_goes_on_with_a_larger_table() {
        let small = TableSizes {
            small: 20_000,
            large: 20_000,
            ..TableSizes::default()
        };
        let grows = TableSizes {
            large: 3_000_000,
            choosing: 100,
            built: 100_000,
            ..small
        };
        let scramble = "R U F2 D' L B2 U R'";
        let (moves, method) = solved(scramble, small);
        let (same, larger) = solved(scramble, grows);
        assert_eq!((moves.len(), &moves), (8, &same));
        assert!(entries(&method) <= 20_000, "{method}");
        assert!(entries(&larger) > 20_000, "{larger}");
    }

    /// Reads the number of positions of the table from the text that describes a method.
    fn entries(method: &str) -> u64 {
        let digits = method.split(" of ").nth(1).unwrap();
        let digits = digits.split(" positions").next().unwrap();
        digits.replace(',', "").parse().unwrap()
    }
}
