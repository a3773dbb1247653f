//! Computes ranks of neighbouring states, in which the ranks of untouched parts stay the same.

use fewest_rules::Words;

use super::StateRanking;

/// The rank of each part of the last state that was unranked.
#[derive(Debug)]
pub(crate) struct RankTrail(Vec<u64>);

impl StateRanking {
    /// A trail that remembers no state yet.
    pub(crate) fn trail(&self) -> RankTrail {
        RankTrail(vec![0; self.parts.len()])
    }

    /// The state with rank `rank`, which must be less than the number of ranks. Afterwards the
    /// trail remembers this state.
    #[inline]
    pub(crate) fn unrank_along<const N: usize>(
        &self,
        mut rank: u64,
        trail: &mut RankTrail,
    ) -> Words<N> {
        let mut state = Words::default();
        for (part, known) in self.parts.iter().zip(&mut trail.0).rev() {
            *known = rank % part.size;
            rank /= part.size;
            part.unrank(*known, &mut state);
        }
        state
    }

    /// The rank of `state`. The rule `rule` must lead from the state that the trail remembers to
    /// `state`, or the other way round.
    #[inline]
    pub(crate) fn rank_along<const N: usize>(
        &self,
        state: Words<N>,
        rule: usize,
        trail: &RankTrail,
    ) -> u64 {
        let Some(touched) = self.touches.of(rule) else {
            return self.rank(state);
        };
        let parts = self.parts.iter().zip(&trail.0).zip(touched);
        parts.fold(0, |rank, ((part, &known), &is_touched)| {
            let own = if is_touched { part.rank(state) } else { known };
            rank * part.size + own
        })
    }
}
