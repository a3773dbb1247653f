//! Forecasts which of two searches proves greater lower bounds with less work.
//!
//! Both a breadth-first search and an iterative deepening search prove one lower bound after
//! another, and the work for each bound grows by about the same factor. So the work for the next
//! bounds follows from the bounds proven so far.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_rules::{Limits, Statistics, grouped};

/// The states that iterative deepening expands in the time in which a breadth-first search expands
/// one.
pub(super) const DEPTH_RATE: f64 = 10.0;

/// The two searches are compared for the next bound, and for the bound that is this much greater.
const AHEAD: u32 = 8;
/// A search is ahead if the other search needs at least this many times its time.
const CLEARLY: f64 = 2.0;
/// A search is hopelessly behind if it needs at least this many times the time of the other search.
const HOPELESSLY: f64 = 1000.0;
/// The factor by which the work is assumed to grow with each bound, if only one bound is known.
const UNKNOWN_GROWTH: f64 = 2.0;
/// The growth of the work is computed from two bounds. The bounds are chosen so that their numbers
/// of expanded states differ by at least this factor, if there are such bounds.
const SPAN: u64 = 64;

/// The progress of a search: the bounds that it has proven, each with the number of states that it
/// had expanded by then, and the number of states that it has expanded so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    proven: Vec<(u32, u64)>,
    expanded: u64,
    /// A number of states that the search cannot exceed, if one is known.
    most: Option<u64>,
}

/// Which of two searches is ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// The breadth-first search is ahead. If `hopeless`, the depth-first search is hopelessly
    /// behind.
    Breadth { hopeless: bool },
    /// The depth-first search is ahead.
    Depth,
    /// Neither search is clearly ahead.
    Open,
}

impl Course {
    /// Makes the course of a search that has proven the bounds in `proven`, which must increase.
    pub(super) fn new(proven: Vec<(u32, u64)>, expanded: u64) -> Self {
        Self {
            proven,
            expanded,
            most: None,
        }
    }

    /// Makes the course of a search that has not begun and expands each state once, in a puzzle with
    /// at most `most` states.
    pub(super) fn among(most: Option<u64>) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// Appends the bounds that the search has proven, and the states that it has expanded, since it
    /// was continued.
    pub(super) fn extend(&mut self, since: Self) {
        let before = self.expanded;
        let later = since
            .proven
            .into_iter()
            .filter(|&(bound, _)| bound > self.bound());
        let later: Vec<(u32, u64)> = later.map(|(bound, at)| (bound, before + at)).collect();
        self.proven.extend(later);
        self.expanded += since.expanded;
    }

    /// Converts the bounds from numbers of moves to costs, if each move costs `cost`.
    pub(super) fn times(mut self, cost: u32) -> Self {
        for (bound, _) in &mut self.proven {
            *bound = bound.saturating_mul(cost);
        }
        self
    }

    /// The greatest bound that the search has proven.
    pub(super) fn bound(&self) -> u32 {
        self.proven.last().map_or(0, |&(bound, _)| bound)
    }

    /// The number of states that the search has expanded.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The number of states that the search will have expanded when it proves `bound`.
    fn forecast(&self, bound: u32) -> f64 {
        if let Some(&(_, expanded)) = self.proven.iter().find(|&&(known, _)| known >= bound) {
            return expanded as f64;
        }
        let Some(&(last, at)) = self.proven.last() else {
            return f64::INFINITY;
        };
        let growth = self.growth();
        // The work for the next bound is at least the work that has been done for this bound
        // already.
        let next = (at as f64 * growth).max(self.expanded as f64);
        let forecast = next * growth.powf(f64::from(bound - last - 1));
        self.most.map_or(forecast, |most| forecast.min(most as f64))
    }

    /// The factor by which the work grows when the bound grows by 1.
    fn growth(&self) -> f64 {
        let Some(&(last, at)) = self.proven.last() else {
            return UNKNOWN_GROWTH;
        };
        let worked = self.proven.iter().filter(|&&(_, expanded)| expanded > 0);
        let early = worked.clone().rev().find(|&&(_, early)| early <= at / SPAN);
        match early.or_else(|| worked.clone().next()) {
            Some(&(first, early)) if first < last => {
                (at as f64 / early as f64).powf(1.0 / f64::from(last - first))
            }
            _ => UNKNOWN_GROWTH,
        }
    }
}

/// Which search needs clearly less time, both for the next bound and for the bound [`AHEAD`]
/// further on. The depth-first search expands `rate` states in the time in which the breadth-first
/// search expands one.
pub(super) fn lead(breadth: &Course, depth: &Course, rate: f64) -> Lead {
    let times = times_of_breadth(breadth, depth, rate);
    if times.iter().all(|&times| times >= CLEARLY) {
        Lead::Breadth {
            // A depth-first search that has not been tried may turn out to be fast, so it is not
            // hopeless.
            hopeless: depth.expanded > 0 && times.iter().all(|&times| times >= HOPELESSLY),
        }
    } else if times.iter().all(|&times| times * CLEARLY <= 1.0) {
        Lead::Depth
    } else {
        Lead::Open
    }
}

/// Whether the depth-first search needs less time, both for the next bound and for the bound
/// [`AHEAD`] further on. The depth-first search is known to expand [`DEPTH_RATE`] states in the
/// time in which the breadth-first search expands one.
pub(super) fn is_faster_in_depth(breadth: &Course, depth: &Course) -> bool {
    let times = times_of_breadth(breadth, depth, DEPTH_RATE);
    times.iter().all(|&times| times <= 1.0)
}

/// The time of the depth-first search divided by the time of the breadth-first search, for the next
/// bound and for the bound [`AHEAD`] further on.
fn times_of_breadth(breadth: &Course, depth: &Course, rate: f64) -> [f64; 2] {
    let next = next_bound(breadth, depth);
    [next, next + AHEAD].map(|bound| {
        let in_breadth = breadth.forecast(bound).max(1.0);
        depth.forecast(bound) / rate / in_breadth
    })
}

/// The first bound that neither of the searches has proven.
fn next_bound(breadth: &Course, depth: &Course) -> u32 {
    breadth.bound().max(depth.bound()) + 1
}

/// Says what both searches have proven, and what the next bound is forecast to take.
pub(super) fn forecast_words(breadth: &Course, depth: &Course) -> String {
    let next = next_bound(breadth, depth);
    let words = |course: &Course| {
        if course.expanded == 0 {
            return "has not been tried".to_owned();
        }
        format!(
            "proved {} with {} states and is forecast to need {:.1e} for {next}",
            course.bound(),
            grouped(&course.expanded.to_string()),
            course.forecast(next),
        )
    };
    format!("it {}, and IDA* {}", words(breadth), words(depth))
}

/// Records the bounds that a search proves.
pub(super) struct Recorder(Arc<Mutex<Vec<(u32, u64)>>>);

/// Returns the limits together with a recorder. The recorder records the bounds that a search
/// within the returned limits proves.
pub(super) fn recorded(limits: Limits) -> (Limits, Recorder) {
    let recorder = Recorder(Arc::default());
    let proven = Arc::clone(&recorder.0);
    let bounds = move |bound, expanded| {
        let mut proven = proven.lock().unwrap_or_else(PoisonError::into_inner);
        proven.push((bound, expanded));
    };
    let limits = Limits {
        bounds: Some(Arc::new(bounds)),
        ..limits
    };
    (limits, recorder)
}

impl Recorder {
    /// The course of the search that has ended with these statistics.
    pub(super) fn course(self, statistics: &Statistics) -> Course {
        let proven = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Course::new(proven.clone(), statistics.expanded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search whose work grows by `growth` with each bound from `first` on, after `expanded`.
    fn course(first: u32, growth: f64, expanded: u64) -> Course {
        let works = (0..).map(|i| (first + i, growth.powi(i as i32) as u64));
        let proven = works.take_while(|&(_, at)| at <= expanded).collect();
        Course::new(proven, expanded)
    }

    #[test]
    fn the_work_for_a_bound_is_known_or_continues_to_grow() {
        let course = course(10, 3.0, 1_000);
        assert_eq!(course.bound(), 16);
        assert!((course.forecast(12) - 9.0).abs() < 1e-9);
        let next = course.forecast(17);
        assert!((2_000.0..2_400.0).contains(&next), "{next}");
        let far = course.forecast(20) / next;
        assert!((26.0..28.0).contains(&far), "{far}");
        // No more is known than that the work for the second bound is above 500.
        let stuck = Course::new(vec![(10, 0)], 500);
        assert!(stuck.forecast(11) >= 500.0 && stuck.forecast(12) > stuck.forecast(11));
    }

    #[test]
    fn a_continued_search_adds_to_its_course() {
        let mut course = Course::new(vec![(1, 0), (2, 10)], 15);
        course.extend(Course::new(vec![(2, 0), (3, 5)], 25));
        assert_eq!(course.proven, [(1, 0), (2, 10), (3, 20)]);
        assert_eq!((course.bound(), course.expanded()), (3, 40));
    }

    #[test]
    fn a_search_expands_no_more_states_than_there_are() {
        let mut few = Course::among(Some(2_000));
        few.extend(course(10, 3.0, 1_000));
        assert!((few.forecast(12) - 9.0).abs() < 1e-9);
        assert!((few.forecast(17) - 2_000.0).abs() < 1e-9);
        assert!((few.forecast(30) - 2_000.0).abs() < 1e-9);
    }

    #[test]
    fn depth_is_faster_if_its_growth_does_not_make_up_for_its_rate() {
        let breadth = course(1, 2.0, 1_000_000);
        assert!(is_faster_in_depth(&breadth, &course(1, 2.0, 100_000)));
        assert!(!is_faster_in_depth(&breadth, &course(1, 2.5, 100_000)));
        // Twenty times as many states for each bound.
        assert!(!is_faster_in_depth(
            &breadth,
            &Course::new(
                breadth.proven.iter().map(|&(b, at)| (b, 20 * at)).collect(),
                1
            )
        ));
    }

    #[test]
    fn the_search_with_the_lesser_growth_leads_unless_it_is_far_behind() {
        let breadth = course(1, 1.5, 100_000);
        // Behind, and growing faster.
        let hopeless = true;
        assert_eq!(
            lead(&breadth, &course(10, 6.0, 1_000_000), DEPTH_RATE),
            Lead::Breadth { hopeless }
        );
        // Far ahead.
        assert_eq!(
            lead(&breadth, &course(60, 2.0, 1_000_000), DEPTH_RATE),
            Lead::Depth
        );
        // The depth-first search needs less time for the next bound, but more time for a later
        // bound.
        assert_eq!(
            lead(&breadth, &course(30, 8.0, 1_000_000), DEPTH_RATE),
            Lead::Open
        );
    }
}
