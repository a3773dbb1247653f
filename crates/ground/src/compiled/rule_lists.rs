//! Lists of rules for each place of the selecting label, the label whose position says which rules
//! may apply.

use fewest_rules::Words;

use super::CompiledPuzzle;
use super::successors::SuccessorGenerator;

/// For each place of the selecting label, a list of rules. The rules of a list that apply in a
/// state are found together, with a [`SuccessorGenerator`], rather than by evaluating the tests of
/// one rule after the other.
#[derive(Debug, Clone)]
pub(crate) struct RuleLists<const N: usize>(SuccessorGenerator<N>);

impl<const N: usize> RuleLists<N> {
    /// Prepares the lists of rules of `puzzle`. For each position of the selecting label, `lists`
    /// has the indices of the rules.
    pub(crate) fn new(puzzle: &CompiledPuzzle<N>, lists: &[Vec<usize>]) -> Self {
        let rules = &puzzle.reduced().ground.rules;
        Self(SuccessorGenerator::new(puzzle.task(), rules, lists))
    }

    /// The rules in the list with the index `place` that apply in `state`. The selecting label must
    /// be at the position of this list.
    #[inline]
    pub(crate) fn holding(&self, place: usize, state: Words<N>) -> impl Iterator<Item = u32> {
        self.0.of_list(place, state).map(|m| m.rule() as u32)
    }
}
