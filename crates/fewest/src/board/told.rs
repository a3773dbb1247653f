//! What was told about a board, and what contradicts it.

/// The two criteria of a solution, the more important one first; see
/// [`Answer::criteria`](crate::api::Answer::criteria).
pub(super) type Criteria = (u64, u64);

/// A statement about a board. The replay has already confirmed that its solutions are solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// A solution with these criteria exists, and none is better.
    Best(Criteria),
    /// A solution with these criteria exists.
    Solution(Criteria),
    /// The first criterion of every solution is at least this.
    AtLeast(u64),
    /// There is no solution.
    Unsolvable,
}

/// Everything that was told about one board, by any method.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// The best solution that was replayed, and who found it.
    solution: Option<(Criteria, String)>,
    /// Criteria that no solution falls below, and who said so. `None` stands for "no solution".
    bound: Option<(Option<Criteria>, String)>,
}

impl Told {
    /// Adds a claim, made by `who`.
    ///
    /// # Errors
    /// What the claim contradicts. The claim is not added.
    pub(super) fn add(&mut self, claim: Claim, who: &str) -> Result<(), String> {
        let (solution, bound) = match claim {
            Claim::Best(criteria) => (Some(criteria), Some(Some(criteria))),
            Claim::Solution(criteria) => (Some(criteria), None),
            Claim::AtLeast(first) => (None, Some(Some((first, 0)))),
            Claim::Unsolvable => (None, Some(None)),
        };
        if let (Some(found), Some((least, by))) = (solution, &self.bound)
            && least.is_none_or(|least| found < least)
        {
            let proven = bound_text(*least);
            return Err(format!(
                "{who} found a solution of {}, and {by} had proven {proven}",
                text(found)
            ));
        }
        if let (Some(least), Some((found, by))) = (bound, &self.solution)
            && least.is_none_or(|least| *found < least)
        {
            let (proven, known) = (bound_text(least), text(*found));
            return Err(format!(
                "{who} proved {proven}, and {by} had found a solution of {known}"
            ));
        }
        if let Some(found) = solution {
            self.note(found, who);
        }
        if let Some(least) = bound
            && self
                .bound
                .as_ref()
                .is_none_or(|(known, _)| above(least, *known))
        {
            self.bound = Some((least, who.to_owned()));
        }
        Ok(())
    }

    /// Adds a solution that nobody claims, such as the moves of a user.
    pub(super) fn note(&mut self, criteria: Criteria, who: &str) {
        if self
            .solution
            .as_ref()
            .is_none_or(|(known, _)| criteria < *known)
        {
            self.solution = Some((criteria, who.to_owned()));
        }
    }

    /// The criteria of the best solutions, if they are proven.
    pub(super) fn best(&self) -> Option<Criteria> {
        let (solution, bound) = (self.solution.as_ref()?.0, self.bound.as_ref()?.0?);
        (solution == bound).then_some(solution)
    }
}

/// Whether the bound `one` says more than the bound `other`.
fn above(one: Option<Criteria>, other: Option<Criteria>) -> bool {
    match (one, other) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(one), Some(other)) => one > other,
    }
}

fn text(criteria: Criteria) -> String {
    match criteria {
        (first, 0) => first.to_string(),
        (first, second) => format!("{first} and {second}"),
    }
}

fn bound_text(least: Option<Criteria>) -> String {
    least.map_or("that there is none".to_owned(), |least| {
        format!("that none is below {}", text(least))
    })
}

#[cfg(test)]
mod tests {
    use super::{Claim, Told};

    /// Adds the claims in order, and returns whether the last one contradicts those before.
    fn contradicts(claims: &[Claim]) -> bool {
        let mut told = Told::default();
        let (last, before) = claims.split_last().unwrap();
        for &claim in before {
            told.add(claim, "one").unwrap();
        }
        told.add(*last, "other").is_err()
    }

    #[test]
    fn contradictions_are_found_in_either_order() {
        use Claim::{AtLeast, Best, Solution, Unsolvable};
        for (one, other) in [
            (Best((4, 0)), Best((5, 0))),
            (Best((4, 1)), Best((4, 2))),
            (Best((4, 0)), Unsolvable),
            (Solution((4, 0)), Unsolvable),
            (Solution((4, 0)), AtLeast(5)),
            (Solution((4, 0)), Best((5, 0))),
            (Solution((4, 1)), Best((4, 2))),
            (Best((4, 0)), AtLeast(5)),
        ] {
            assert!(contradicts(&[one, other]), "{one:?}, {other:?}");
            assert!(contradicts(&[other, one]), "{other:?}, {one:?}");
        }
    }

    #[test]
    fn what_agrees_is_no_contradiction() {
        use Claim::{AtLeast, Best, Solution, Unsolvable};
        for (one, other) in [
            (Best((4, 1)), Best((4, 1))),
            (Best((4, 0)), Solution((6, 0))),
            (Solution((6, 0)), Solution((5, 0))),
            (AtLeast(4), Best((4, 7))),
            (AtLeast(9), Unsolvable),
            (AtLeast(2), AtLeast(1)),
            (Unsolvable, Unsolvable),
        ] {
            assert!(!contradicts(&[one, other]), "{one:?}, {other:?}");
            assert!(!contradicts(&[other, one]), "{other:?}, {one:?}");
        }
    }

    #[test]
    fn a_proven_best_solution_is_known() {
        let mut told = Told::default();
        told.add(Claim::Solution((6, 0)), "beam search").unwrap();
        told.add(Claim::AtLeast(4), "A*").unwrap();
        assert_eq!(told.best(), None);
        told.add(Claim::Best((5, 0)), "A*").unwrap();
        assert_eq!(told.best(), Some((5, 0)));
    }
}
