//! Hints, the solution, and warnings of dead ends.

use fewest::rules::{Outcome, StopReason};
use fewest::{Hint, HintGrade};

use super::{Awaited, Model, NoticeKind, Search};
use crate::game::Known;

impl Model {
    /// Shows a hint of the given grade or, without one, of the next grade. A hint of a higher grade
    /// says more. Searches for the hint first if it is not known.
    pub(super) fn hint(&mut self, grade: Option<HintGrade>) {
        let next = match self.told {
            None => HintGrade::Length,
            Some(HintGrade::Length) => HintGrade::Changes,
            Some(_) => HintGrade::Move,
        };
        self.wait_for(Awaited::Hint(grade.unwrap_or(next)));
    }

    /// Shows a hint or plays the rest of the solution. Searches for it first if it is not known.
    pub(super) fn wait_for(&mut self, awaited: Awaited) {
        if self.game.position().is_goal {
            return self.say(NoticeKind::Good, "Solved: no move is left.");
        }
        self.game.forget_stopped();
        self.awaited = Some(awaited);
        if self.game.hint().is_some() {
            return self.tell();
        }
        self.say(NoticeKind::Plain, "Searching; Esc cancels.");
        if self.search == Search::Off {
            self.search = Search::Wanted;
        }
    }

    /// Handles the result of the search for the current position.
    pub(crate) fn found(&mut self, found: Result<Hint, String>) {
        self.search = Search::Off;
        match found {
            Ok(hint) => {
                self.game.set_hint(hint);
                self.warn();
                self.tell();
            }
            Err(why) => {
                self.awaited = None;
                self.say(NoticeKind::Bad, why);
            }
        }
    }

    /// Cancels the search.
    pub(super) fn cancel(&mut self) {
        let lower_bound = match self.search {
            Search::Off => return self.say(NoticeKind::Plain, "No search is running."),
            Search::Wanted | Search::Running(None) => 0,
            Search::Running(Some(progress)) => progress.lower_bound,
        };
        self.search = Search::Off;
        self.awaited = None;
        let text = self.stopped(StopReason::Cancelled, lower_bound);
        self.say(NoticeKind::Plain, text);
    }

    pub(super) fn toggle_warnings(&mut self) {
        self.warns = !self.warns;
        if !self.warns {
            if self.awaited.is_none() {
                self.search = Search::Off;
            }
            return self.say(NoticeKind::Plain, "No more warnings of dead ends.");
        }
        self.say(
            NoticeKind::Plain,
            "Dead ends will be told as soon as they are proven.",
        );
        match self.game.known() {
            Known::Nothing if self.search == Search::Off && !self.game.position().is_goal => {
                self.search = Search::Wanted;
            }
            _ => self.warn(),
        }
    }

    /// Says that the position is a dead end, if that is proven.
    pub(super) fn warn(&mut self) {
        if self.game.known() != Known::Dead || self.game.position().is_goal {
            return;
        }
        let text = match (self.game.made(), self.game.back_to_solvable()) {
            (0, _) => "This board has no solution.".to_owned(),
            (_, None) => "This position can no longer be solved.".to_owned(),
            (_, Some(1)) => "This position can no longer be solved. Undo the last move.".to_owned(),
            (_, Some(moves)) => {
                format!("This position can no longer be solved. Undo the last {moves} moves.")
            }
        };
        self.say(NoticeKind::Bad, text);
    }

    /// Shows or plays what the user waits for, from the hint for the current position.
    fn tell(&mut self) {
        let (Some(awaited), Some(hint)) = (self.awaited.take(), self.game.hint()) else {
            return;
        };
        match &hint.answer().outcome {
            Outcome::Solved { .. } => match awaited {
                Awaited::Solution => {
                    self.notice = None;
                    self.plays = true;
                }
                Awaited::Hint(grade) => {
                    let text = hint.sentence(grade).unwrap_or_default();
                    self.told = Some(grade);
                    self.say(NoticeKind::Plain, format!("Hint: {text}."));
                }
            },
            Outcome::Unsolvable(_) => self.warn(),
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                let text = self.stopped(*reason, *lower_bound);
                self.say(NoticeKind::Plain, text);
            }
        }
    }

    /// The cells that the last hint named.
    pub(crate) fn hinted(&self) -> &[fewest::HintChange] {
        let shown = self.told.is_some_and(|grade| grade >= HintGrade::Changes);
        let hint = self.game.hint().filter(|_| shown);
        hint.and_then(|hint| hint.changes()).unwrap_or_default()
    }

    /// The message after a limit has stopped a search.
    fn stopped(&self, reason: StopReason, lower_bound: u32) -> String {
        let why = match reason {
            StopReason::Time => "The search ran out of time (--time)".to_owned(),
            StopReason::Memory => "The search ran out of memory (--memory)".to_owned(),
            StopReason::Cancelled => "The search was cancelled".to_owned(),
            other => format!("The search was stopped: {other}"),
        };
        // If moves have costs, the lower bound may apply to the cost and not to the number of
        // moves.
        match lower_bound {
            n if n > 1 && self.game.board().measure().is_none() => {
                format!("{why}: at least {n} moves are left.")
            }
            _ => format!("{why}."),
        }
    }
}
