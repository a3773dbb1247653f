//! The check of every answer against the rules and against everything that was told before.

use std::ops::Range;
use std::sync::PoisonError;

use fewest_rules::{Fault, Faults, Limits, Outcome, StopReason};

use super::Board;
use super::told::{Claim, Criteria};
use crate::api::{
    Answer, AnswerCosts, Game, InternalError, RefutedAnswer, Replayed, SolveError, Unfinished,
};

/// What is known about the best solutions of a board.
pub(super) enum Best {
    Solved(Criteria),
    Unsolvable,
    Stopped(u32, StopReason),
}

impl Board {
    /// Whether the start is a goal, decided by the rules alone.
    pub(super) fn is_goal(&self) -> bool {
        *self.0.is_goal.get_or_init(|| {
            let replayed = self.follow(&[], 0..0);
            replayed.is_ok_and(|replayed| replayed.reaches_goal)
        })
    }

    /// Makes the moves with these names, by the rules alone. `place` is their place in a text.
    ///
    /// # Errors
    /// The board cannot be played, or a move has consequences that never end.
    pub(super) fn follow(&self, moves: &[String], place: Range<usize>) -> Result<Replayed, Faults> {
        let game = self.0.board.game().map_err(unplayable)?;
        let make = |game: &mut Box<dyn Game + '_>, name: &String| game.make(name);
        let replay = fewest_check::replay_with(game, moves, make, |game| game.is_goal());
        if let Some(why) = replay.end.endless() {
            return Err(Fault::new(place, why, "one of these moves").into());
        }
        let illegal = moves.get(replay.made);
        Ok(Replayed {
            length: moves.len(),
            illegal: illegal.map(|name| (replay.made + 1, 0..0, name.clone())),
            reaches_goal: replay.is_solution(),
            earlier_goal: replay.first_goal.filter(|&made| made < replay.made),
            cost: self.measure().map(|_| replay.end.cost()),
        })
    }

    /// Reads the moves written in `text` and makes them, by the rules alone. Returns also the names of
    /// the moves.
    ///
    /// # Errors
    /// A word is not a move, or the moves cannot be made.
    pub(super) fn replayed(&self, text: &str) -> Result<(Replayed, Vec<String>), Faults> {
        let game = self.0.board.game().map_err(unplayable)?;
        let placed = game.read_moves(text)?.into_iter();
        let (names, spans): (Vec<_>, Vec<_>) = placed.unzip();
        let mut replayed = self.follow(&names, 0..text.len())?;
        if let Some((number, span, name)) = &mut replayed.illegal {
            span.clone_from(&spans[*number - 1]);
            text[span.clone()].clone_into(name);
        }
        Ok((replayed, names))
    }

    /// The error for an answer that was refuted.
    pub(super) fn refuted(
        &self,
        problem: String,
        request: &str,
        method: &str,
        answer: &str,
    ) -> InternalError {
        InternalError::new(RefutedAnswer {
            problem,
            request,
            method,
            answer,
            puzzle: &self.0.origin.puzzle,
            board: &self.0.origin.board(),
        })
    }

    /// Adds a claim to what was told about the board.
    ///
    /// # Errors
    /// What the claim contradicts.
    pub(super) fn tell(&self, claim: Claim, who: &str) -> Result<(), String> {
        // The record is complete even if a thread has panicked while it held the lock.
        let mut told = self.0.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.add(claim, who)
    }

    /// Replays a solution by the rules alone. Returns its criteria.
    ///
    /// # Errors
    /// Why the moves are no solution.
    pub(super) fn criteria_of(&self, moves: &[String]) -> Result<(Criteria, Option<u32>), String> {
        let replayed = self.follow(moves, 0..0);
        let replayed =
            replayed.map_err(|faults| format!("the moves cannot be replayed: {faults}"))?;
        if let Some((number, _, name)) = &replayed.illegal {
            return Err(format!(
                "move {number}, {name}, of the solution is not legal"
            ));
        }
        if !replayed.reaches_goal {
            return Err(format!(
                "the {} moves of the solution end at no goal",
                moves.len()
            ));
        }
        Ok((self.criteria_after(&replayed), replayed.cost))
    }

    /// The criteria of moves whose replay reached a goal.
    pub(super) fn criteria_after(&self, replayed: &Replayed) -> Criteria {
        match (self.0.board.measure(), replayed.cost) {
            (Some(measure), Some(cost)) => {
                let costs = AnswerCosts {
                    measure,
                    cost: None,
                };
                costs.criteria(cost, replayed.length)
            }
            _ => (replayed.length as u64, 0),
        }
    }

    /// Replays the solution of an answer, and compares the answer with what was told before.
    pub(super) fn checked(&self, request: &str, answer: Answer) -> Result<Answer, SolveError> {
        let check = || -> Result<(), String> {
            let claim = match &answer.outcome {
                Outcome::Solved { moves } => {
                    let (criteria, cost) = self.criteria_of(moves)?;
                    let told = answer.costs.as_ref().and_then(|costs| costs.cost);
                    if answer.costs.is_some() && told != cost {
                        return Err(format!(
                            "the cost {} is told for a solution of cost {}",
                            told.unwrap_or_default(),
                            cost.unwrap_or_default()
                        ));
                    }
                    Claim::Best(criteria)
                }
                Outcome::Unsolvable(_) => Claim::Unsolvable,
                Outcome::Stopped {
                    reason: StopReason::Contradiction,
                    ..
                } => return Err(CONTRADICTION.to_owned()),
                Outcome::Stopped { lower_bound, .. } => Claim::AtLeast((*lower_bound).into()),
            };
            self.tell(claim, &answer.method.to_string())
        };
        match check() {
            Ok(()) => Ok(answer),
            Err(problem) => {
                let said = outcome_text(&answer.outcome);
                let method = answer.method.to_string();
                Err(self.refuted(problem, request, &method, &said).into())
            }
        }
    }

    /// The criteria of the best solutions, if an answer has proven them before.
    pub(super) fn known_best(&self) -> Option<Criteria> {
        let told = self.0.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.best()
    }

    /// The criteria of the best solutions: those told before, or those of a new search.
    pub(super) fn best(&self, limits: &Limits) -> Result<Best, SolveError> {
        if let Some(best) = self.known_best() {
            return Ok(Best::Solved(best));
        }
        let answer = self.solve_with(&limits.clone().into())?;
        let criteria = answer.criteria();
        Ok(match (answer.outcome, criteria) {
            (Outcome::Solved { .. }, Some(best)) => Best::Solved(best),
            (
                Outcome::Stopped {
                    lower_bound,
                    reason,
                },
                _,
            ) => Best::Stopped(lower_bound, reason),
            _ => Best::Unsolvable,
        })
    }

    /// The end of a request that lists or measures solutions.
    pub(super) fn unfinished(&self, reason: StopReason, request: &str) -> Unfinished {
        match reason {
            StopReason::Contradiction => {
                let problem = CONTRADICTION.to_owned();
                self.refuted(problem, request, request, "none").into()
            }
            reason => Unfinished::Stopped(reason),
        }
    }
}

/// The fault for moves on a board that cannot be played.
pub(super) fn unplayable(why: String) -> Faults {
    Fault::new(0..0, "the moves cannot be made", why).into()
}

/// The problem if a search stops with [`StopReason::Contradiction`].
pub(super) const CONTRADICTION: &str = "two results of the search contradict each other";

fn outcome_text(outcome: &Outcome<String>) -> String {
    match outcome {
        Outcome::Solved { moves } => format!("{} moves: {}", moves.len(), moves.join(" ")),
        Outcome::Unsolvable(proof) => format!("no solution: {proof}"),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => format!("stopped ({reason}), at least {lower_bound}"),
    }
}
