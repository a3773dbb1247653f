//! Two searches of one board that take turns.
//!
//! Which of two searches is faster depends on the number of states and on how good the lower bound
//! is, and neither is known of a puzzle that nobody has met. So two searches take turns. Each of
//! them pauses after its turn and goes on in its next one, which may expand twice as many states.
//!
//! The bounds that a search has proven forecast its work for the next ones (`forecast.rs`). The
//! search that is forecast to need less time gets more of it. The other search gets a share, in
//! case the forecast is wrong.

use std::sync::{Arc, Mutex};

use fewest_rules::{Limits, Report, StopReason};
use fewest_search::SearchTurn;
use fewest_search::threads::lock;

use super::forecast::{AHEAD, Course};
use super::stages::{MOST_BYTES, Stages};
use crate::api::Method;

/// A search that pauses at the end of its turn.
pub(super) trait PausingSearch: Sized {
    /// The type of the moves in its solution.
    type Move;

    /// Continues the search, which pauses after about this many states.
    fn advance(self, states: u64, limits: &Limits) -> SearchTurn<Self, Self::Move>;

    /// The bytes that the search holds during a pause.
    fn bytes(&self) -> u64;

    /// How the search is called.
    fn method(&self) -> Method;
}

/// One of two searches that take turns.
pub(super) struct Contestant<S> {
    /// `None` if the search has not begun, or needs too much memory.
    pub(super) search: Option<S>,
    pub(super) course: Course,
    /// The number of states that the search may expand in its next turn.
    pub(super) budget: u64,
    /// The time that the search takes for a state.
    pub(super) time: f64,
}

impl<S: PausingSearch> Contestant<S> {
    pub(super) fn new(search: Option<S>, budget: u64, time: f64) -> Self {
        Self {
            search,
            course: Course::default(),
            budget,
            time,
        }
    }

    /// Replaces the search by another one, which begins at the start.
    pub(super) fn replace(&mut self, search: S) {
        (self.search, self.course) = (Some(search), Course::default());
    }

    fn spent(&self) -> f64 {
        self.course.expanded() as f64 * self.time
    }

    fn bytes(&self) -> u64 {
        self.search.as_ref().map_or(0, S::bytes)
    }

    /// Continues the search for a turn. Returns the report and the method; `None` if there is no
    /// search.
    fn turn(&mut self, limits: Limits) -> Option<(Report<S::Move>, Method)> {
        let search = self.search.take()?;
        let method = search.method();
        let proven = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&proven);
        let note = move |bound, expanded| lock(&noted).push((bound, expanded));
        let limits = Limits {
            bounds: Some(Arc::new(note)),
            ..limits
        };
        let turn = search.advance(self.budget, &limits);
        let report = turn.keep(&mut self.search);
        self.budget = self.budget.saturating_mul(2);
        let expanded = report.statistics.expanded;
        self.course.extend(&lock(&proven), expanded);
        Some((report, method))
    }
}

/// Two searches that take turns.
pub(super) struct Turns<A, B> {
    pub(super) one: Contestant<A>,
    pub(super) other: Contestant<B>,
    /// The search that is behind gets at least one part in this many of the time.
    pub(super) share: u64,
}

impl<A: PausingSearch, B: PausingSearch<Move = A::Move>> Turns<A, B> {
    /// Continues one of the searches for a turn. If a search `follows`, or both searches go on,
    /// the one that has the turn may be given up.
    ///
    /// # Errors
    /// Why the search has stopped, if another turn may follow.
    pub(super) fn turn(
        &mut self,
        stages: &mut Stages,
        follows: bool,
    ) -> Result<(Report<A::Move>, Method), StopReason> {
        let alone = self.one.search.is_none() || self.other.search.is_none();
        let other_way = follows || !alone;
        let in_other = match alone {
            true => self.one.search.is_none(),
            false => self.other.spent() * self.weight() < self.one.spent(),
        };
        let turn = match in_other {
            true => {
                stages.pause(self.one.bytes());
                self.other.turn(stages.limits(None, None))
            }
            false => {
                stages.pause(self.other.bytes());
                self.one
                    .turn(stages.limits(None, other_way.then_some(MOST_BYTES)))
            }
        };
        let Some((report, method)) = turn else {
            return Ok((stages.stopped(StopReason::Memory), Method::Abandoned));
        };
        let end = stages.end(report, other_way);
        stages.pause(self.one.bytes() + self.other.bytes());
        end.map(|report| (report, method))
    }

    /// How many times as long as the second search the first one may take. This is the square of
    /// how many times as long the second search is forecast to take for the next bound, and for the
    /// bound [`AHEAD`] further on. If the forecasts disagree about which search is faster, both get
    /// the same time.
    fn weight(&self) -> f64 {
        let next = self.next_bound();
        let times = |bound| {
            let one = self.one.course.forecast(bound) * self.one.time;
            self.other.course.forecast(bound) * self.other.time / one
        };
        let (near, far) = (times(next), times(next + AHEAD));
        let odds = match (near > 1.0, far > 1.0) {
            (true, true) => near.min(far),
            (false, false) => near.max(far),
            _ => 1.0,
        };
        let share = self.share as f64;
        odds.powi(2).clamp(1.0 / share, share)
    }

    /// Explains which of the searches gets nearly all the time, if one does.
    pub(super) fn explain(&self) -> Option<String> {
        let one = self
            .one
            .search
            .as_ref()
            .map(|search| search.method().to_string());
        let other = self
            .other
            .search
            .as_ref()
            .map(|search| search.method().to_string());
        let (Some(one), Some(other)) = (&one, &other) else {
            let name = one.or(other)?;
            let why = "no other one has a lower bound and fits in memory";
            return Some(format!("all the time goes to one search, {name}: {why}"));
        };
        let next = self.next_bound();
        let words = [&self.one.course, &self.other.course].map(|course| course.words(next));
        let share = self.share as f64;
        let (leader, why, loser, but) = match self.weight() {
            weight if weight >= share => (one, &words[0], other, &words[1]),
            weight if weight <= 1.0 / share => (other, &words[1], one, &words[0]),
            _ => return None,
        };
        Some(format!(
            "nearly all the time goes to one search, {leader}: it {why}, and {loser} {but}"
        ))
    }

    /// The first bound that neither of the searches has proven.
    fn next_bound(&self) -> u32 {
        self.one.course.bound().max(self.other.course.bound()) + 1
    }
}

#[cfg(test)]
mod tests {
    use fewest_rules::{Limits, Outcome, Report, Statistics, StopReason};
    use fewest_search::{SearchTurn, Turn};

    use super::{Contestant, PausingSearch, Turns};
    use crate::algorithm::Algorithm;
    use crate::api::Method;
    use crate::drawn::stages::Stages;

    /// A search that proves the bound `b` with `growth` to the power of `b` states, and ends at the
    /// bound `length`, or for want of memory after `fits` states.
    struct Fake {
        growth: f64,
        length: u32,
        fits: u64,
        expanded: u64,
    }

    impl PausingSearch for Fake {
        type Move = u32;

        fn advance(mut self, states: u64, limits: &Limits) -> SearchTurn<Self, u32> {
            let work = |bound: u32| self.growth.powi(bound as i32) as u64;
            let end = (self.expanded + states)
                .min(work(self.length))
                .min(self.fits);
            let bounds = (0..self.length).filter(|&bound| work(bound) <= end);
            for bound in bounds {
                let at = work(bound).saturating_sub(self.expanded);
                limits.bounds.as_ref().unwrap()(bound, at);
            }
            let expanded = end - std::mem::replace(&mut self.expanded, end);
            let stopped = |reason| Report {
                outcome: Outcome::Stopped {
                    lower_bound: 0,
                    reason,
                },
                statistics: Statistics {
                    expanded,
                    ..Statistics::default()
                },
            };
            if end == self.fits {
                return Turn::Ended(stopped(StopReason::Memory));
            }
            if end < work(self.length) {
                return Turn::Paused(self, stopped(StopReason::States));
            }
            let moves = (0..self.length).collect();
            Turn::Ended(Report {
                outcome: Outcome::Solved { moves },
                ..stopped(StopReason::States)
            })
        }

        fn bytes(&self) -> u64 {
            0
        }

        fn method(&self) -> Method {
            Method::Search(Algorithm::Bfs)
        }
    }

    /// Runs two searches in turns to a solution of 20 moves. Returns the time of each of them.
    fn times(growths: [f64; 2], fits: [u64; 2], time: f64) -> [f64; 2] {
        let fake = |number: usize| Fake {
            growth: growths[number],
            length: 20,
            fits: fits[number],
            expanded: 0,
        };
        let mut turns = Turns {
            one: Contestant::new(Some(fake(0)), 4, 1.0),
            other: Contestant::new(Some(fake(1)), 4, time),
            share: 16,
        };
        let mut stages = Stages::new(&Limits::default());
        loop {
            if let Ok((report, _)) = turns.turn(&mut stages, false) {
                assert!(matches!(report.outcome, Outcome::Solved { .. }));
                let spent = turns.one.course.expanded() + turns.other.course.expanded();
                assert_eq!(report.statistics.expanded, spent);
                return [turns.one.spent(), turns.other.spent()];
            }
        }
    }

    const ALL: [u64; 2] = [u64::MAX; 2];

    #[test]
    fn the_search_that_is_forecast_to_be_faster_gets_nearly_all_the_time() {
        let [one, other] = times([1.5, 3.0], ALL, 1.0);
        assert!(other < one / 4.0, "{one} {other}");
        let [one, other] = times([3.0, 1.5], ALL, 1.0);
        assert!(one < other / 4.0, "{one} {other}");
        let [one, other] = times([2.0, 2.0], ALL, 0.1);
        assert!(one < other / 4.0, "{one} {other}");
    }

    #[test]
    fn searches_that_are_alike_get_the_same_time() {
        let [one, other] = times([2.0, 2.0], ALL, 1.0);
        assert!(one < 3.0 * other && other < 3.0 * one, "{one} {other}");
    }

    #[test]
    fn a_search_that_needs_too_much_memory_is_given_up() {
        let [one, other] = times([1.5, 3.0], [100, u64::MAX], 1.0);
        assert!(one == 100.0 && other > 1e9, "{one} {other}");
        let [one, other] = times([3.0, 1.5], [u64::MAX, 100], 1.0);
        assert!(one > 1e9 && other == 100.0, "{one} {other}");
    }
}
