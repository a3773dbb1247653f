//! Forecasts the work of a search for greater lower bounds.
//!
//! Both a breadth-first search and an iterative deepening search prove one lower bound after
//! another, and the work for each bound grows by about the same factor. So the work for the next
//! bounds follows from the bounds proven so far.

use fewest_rules::grouped;

/// Two searches are compared for the next bound, and for the bound that is this much greater.
pub(super) const AHEAD: u32 = 8;
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
}

impl Course {
    /// Adds a turn that has expanded `expanded` states, and the bounds that it has proven, each
    /// with the number of states that the turn had expanded by then.
    pub(super) fn extend(&mut self, proven: &[(u32, u64)], expanded: u64) {
        for &(bound, at) in proven {
            if bound > self.bound() {
                self.proven.push((bound, self.expanded + at));
            }
        }
        self.expanded += expanded;
    }

    /// The greatest bound that the search has proven.
    pub(super) fn bound(&self) -> u32 {
        self.proven.last().map_or(0, |&(bound, _)| bound)
    }

    /// The number of states that the search has expanded.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The number of states, at least one, that the search will have expanded when it proves
    /// `bound`.
    pub(super) fn forecast(&self, bound: u32) -> f64 {
        if let Some(&(_, expanded)) = self.proven.iter().find(|&&(known, _)| known >= bound) {
            return expanded.max(1) as f64;
        }
        let Some(&(last, at)) = self.proven.last() else {
            return f64::INFINITY;
        };
        let growth = self.growth();
        // The work for the next bound is at least the work that has been done for this bound
        // already.
        let next = (at as f64 * growth).max(self.expanded as f64).max(1.0);
        next * growth.powf(f64::from(bound - last - 1))
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

    /// Says what the search has proven, and what `bound` is forecast to take.
    pub(super) fn words(&self, bound: u32) -> String {
        if self.expanded == 0 {
            return "has not been tried".to_owned();
        }
        format!(
            "proved {} with {} states and is forecast to need {:.1e} for {bound}",
            self.bound(),
            grouped(&self.expanded.to_string()),
            self.forecast(bound),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Course;

    /// A search that has proven these bounds in a turn of `expanded` states.
    fn course(proven: &[(u32, u64)], expanded: u64) -> Course {
        let mut course = Course::default();
        course.extend(proven, expanded);
        course
    }

    #[test]
    fn the_work_for_a_bound_is_known_or_continues_to_grow() {
        let tripled: Vec<_> = (0..7).map(|i| (10 + i, 3_u64.pow(i))).collect();
        let tripled = course(&tripled, 1_000);
        assert_eq!(tripled.bound(), 16);
        assert!((tripled.forecast(12) - 9.0).abs() < 1e-9);
        let next = tripled.forecast(17);
        assert!((2_000.0..2_400.0).contains(&next), "{next}");
        let far = tripled.forecast(20) / next;
        assert!((26.0..28.0).contains(&far), "{far}");
        // No more is known than that the work for the second bound is above 500.
        let stuck = course(&[(10, 0)], 500);
        assert!(stuck.forecast(11) >= 500.0 && stuck.forecast(12) > stuck.forecast(11));
    }

    #[test]
    fn a_continued_search_adds_to_its_course() {
        let mut course = course(&[(1, 0), (2, 10)], 15);
        course.extend(&[(2, 0), (3, 5)], 25);
        assert_eq!(course.proven, [(1, 0), (2, 10), (3, 20)]);
        assert_eq!((course.bound(), course.expanded()), (3, 40));
    }
}
