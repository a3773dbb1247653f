//! Proofs that no goal can be reached, without an enumeration of all reachable states.

use fewest_ground::Test;
use fewest_ground::analysis::{GoalStates, HeuristicName, SelectedHeuristic};
use fewest_ground::reduction::ReducedTask;
use fewest_rules::{DEAD_END, Outcome, Proof, StopReason};

use super::effort::Effort;
use super::method::MethodReport;
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages};
use crate::api::Method;

/// For at most this many goal states, the arrangement of the pieces is compared with that of the
/// start.
const MOST_GOALS_OF_PIECES: usize = 64;

/// Explains why no goal can be reached, if each goal contains a test that never holds.
pub(super) fn impossible_goals(reduced: &ReducedTask) -> Option<String> {
    const WHY: &str = "each goal wants something on a cell that no move can bring there";
    if !reduced.ground.goals.is_empty() {
        return None;
    }
    let ground = &reduced.ground;
    let name = |position: usize| &ground.positions[position].name;
    Some(match reduced.missed {
        Some(Test::In { position, labels }) => {
            let domain = &ground.domains[ground.positions[position].domain];
            let wanted = domain.labels.iter().enumerate();
            let wanted = wanted.filter(|&(label, _)| labels.0 >> label & 1 == 1);
            let wanted: Vec<&str> = wanted.map(|(_, name)| name.as_str()).collect();
            format!(
                "{WHY}: {} never becomes {}",
                name(position),
                wanted.join(" or ")
            )
        }
        Some(Test::Same { one, other }) => {
            format!("{WHY}: {} and {} are never alike", name(one), name(other))
        }
        None => WHY.to_owned(),
    })
}

/// Makes the report that no goal can be reached; `why` is the reason.
pub(super) fn unsolvable(stages: &Stages, why: String) -> MethodReport {
    let outcome = Outcome::Unsolvable(Proof::Invariant(why));
    (stages.report(outcome), Method::Goals)
}

/// Whether so few goal states are possible that listing them takes no noticeable time.
pub(super) fn goals_are_few(reduced: &ReducedTask, effort: Effort) -> bool {
    let ways = |goal: &Vec<Test>| {
        let open = reduced.changing().map(|p| reduced.under(goal, p).len());
        open.fold(1, |ways: usize, labels| ways.saturating_mul(labels))
    };
    let goals = reduced.ground.goals.iter();
    goals.fold(0, |all: usize, goal| all.saturating_add(ways(goal))) <= effort.few_goals
}

impl<const N: usize> DrawnSolver<'_, N> {
    /// Explains why no goal can be reached, if some abstraction has no reachable goal.
    ///
    /// # Errors
    /// A limit other than the memory limit stopped the construction of the abstractions.
    pub(super) fn no_goal_in_patterns(
        &self,
        stages: &mut Stages,
    ) -> Result<Option<String>, StopReason> {
        let patterns = HeuristicName::Patterns;
        if !self.analysis.heuristic_names().contains(&patterns) {
            return Ok(None);
        }
        let own = stages.limits(None, Some(MOST_BYTES));
        let heuristic = match self.analysis.heuristic(Some(patterns), &own) {
            Ok(heuristic) => heuristic,
            Err(StopReason::Memory) => return Ok(None),
            Err(reason) => return Err(reason),
        };
        let least = heuristic.bound_of(self.analysis.puzzle(), self.start);
        let smaller = match heuristic {
            SelectedHeuristic::Patterns(patterns) if patterns.of_positions() => {
                "in which only some cells and variables count"
            }
            _ => "in which several symbols are taken for one",
        };
        Ok((least == DEAD_END).then(|| {
            format!(
                "in a smaller puzzle, {smaller}, all was looked at and no goal can be reached; each \
                 solution of this one would be a solution there"
            )
        }))
    }

    /// Explains why no goal can be reached, if an examination of all goal states proves this.
    pub(super) fn no_goal_listed(&self) -> Option<String> {
        let goals = self.analysis.goals()?;
        if goals.is_empty() {
            return Some(
                "no goal has as many of each symbol as the board, which no move can change"
                    .to_owned(),
            );
        }
        self.no_goal_by_parity(goals)
            .or_else(|| self.no_goal_by_pieces(goals))
    }

    /// Explains that the start has another parity than every goal; `None` if some goal has the
    /// parity of the start.
    fn no_goal_by_parity(&self, goals: &GoalStates) -> Option<String> {
        let puzzle = self.analysis.puzzle();
        let parity = self.analysis.parity()?;
        let odd = parity.is_odd(&puzzle.labels(self.start));
        let (here, there) = if odd {
            ("odd", "even")
        } else {
            ("even", "odd")
        };
        let mut goals = goals.states::<N>();
        goals
            .all(|goal| parity.is_odd(&puzzle.labels(goal)) != odd)
            .then(|| {
                format!(
                    "{}: here it is {here}, in every goal {there}",
                    parity.words()
                )
            })
    }

    /// Explains that no sequence of moves turns the arrangement of the pieces at the start into
    /// that of a goal; `None` if this is not proven.
    fn no_goal_by_pieces(&self, goals: &GoalStates) -> Option<String> {
        if goals.len() > MOST_GOALS_OF_PIECES {
            return None;
        }
        let puzzle = self.analysis.puzzle();
        let start = puzzle.labels(self.start);
        let goals = goals.states::<N>().map(|goal| puzzle.labels(goal));
        let pieces = self.analysis.pieces()?;
        pieces.unreachable(&puzzle.reduced().ground, &start, goals)
    }
}
