//! Computes ranks of states one after the other, so that what neighbouring states have in common is
//! computed only once.

use fewest_rules::Words;

use super::order::Touches;
use super::permuted::PermutationTrail;
use super::{Numbering, RankedPart, StateRanking};

/// What a ranking remembers of the last state that was unranked.
#[derive(Debug)]
pub(crate) struct RankTrail<const N: usize> {
    state: Words<N>,
    parts: Vec<PartTrail>,
}

#[derive(Debug)]
struct PartTrail {
    rank: u64,
    /// The trail of the part's permutation; `None` if the part is not a permutation.
    permutation: Option<Box<PermutationTrail>>,
}

impl StateRanking {
    /// A trail that remembers no state yet.
    pub(crate) fn trail<const N: usize>(&self) -> RankTrail<N> {
        let trail = |part: &RankedPart| PartTrail {
            rank: 0,
            permutation: match part.numbering {
                Numbering::Permuted(_) => Some(Box::new(PermutationTrail::new())),
                _ => None,
            },
        };
        RankTrail {
            state: Words::default(),
            parts: self.parts.iter().map(trail).collect(),
        }
    }

    /// The state with rank `rank`, which must be less than the number of ranks. Afterwards the
    /// trail remembers this state.
    #[inline]
    pub(crate) fn unrank_along<const N: usize>(
        &self,
        mut rank: u64,
        trail: &mut RankTrail<N>,
    ) -> Words<N> {
        for (number, part) in self.parts.iter().enumerate().rev() {
            let mut own = rank;
            if number > 0 {
                own = rank % part.size;
                rank /= part.size;
            }
            let known = &mut trail.parts[number];
            match (&part.numbering, &mut known.permutation) {
                (Numbering::Permuted(permutations), Some(permutation)) => {
                    permutations.unrank_along(own, &mut trail.state, permutation);
                }
                _ => {
                    part.digits
                        .iter()
                        .for_each(|digit| digit.clear(&mut trail.state));
                    part.unrank(own, &mut trail.state);
                }
            }
            known.rank = own;
        }
        trail.state
    }

    /// The rank of `state`. The rule `rule` must lead from the state that the trail remembers to
    /// `state`, or the other way round.
    #[inline]
    pub(crate) fn rank_along<const N: usize>(
        &self,
        state: Words<N>,
        rule: usize,
        trail: &RankTrail<N>,
    ) -> u64 {
        let Some(touched) = self.touches.of(rule) else {
            return self.rank(state);
        };
        let parts = self.parts.iter().zip(&trail.parts).zip(touched);
        parts.fold(0, |rank, ((part, known), &from)| {
            let own = match (&part.numbering, &known.permutation) {
                _ if from == Touches::UNTOUCHED => known.rank,
                (Numbering::Permuted(permutations), Some(permutation)) => {
                    permutations.rank_from(state, usize::from(from), permutation)
                }
                _ => part.rank(state),
            };
            rank * part.size + own
        })
    }
}
