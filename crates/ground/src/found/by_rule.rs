//! A view of a puzzle whose operators are its rules.

use fewest_rules::{Contexts, Operators, Puzzle, Then, Words};

use super::sequences::Sequence;
use super::{Places, Sequences};
use crate::compiled::{Move, Packed};

/// A puzzle with its [`Sequences`], which must belong to that very puzzle. If `places` is
/// [`Places`] instead of `()`, the view also implements [`Contexts`].
///
/// The view behaves like the puzzle as long as a move is made only in a state that has generated
/// it, or in a context that allows it: the rule is taken from the move, without a check. In any
/// other state the result is meaningless.
#[derive(Debug, Clone, Copy)]
pub struct ByRule<'a, const N: usize, C = ()> {
    /// The puzzle.
    pub puzzle: &'a Packed<N>,
    /// The effects of its sequences of rules.
    pub sequences: &'a Sequences,
    /// The places that determine which rules apply, or `()`.
    pub places: C,
}

impl<const N: usize, C> Puzzle for ByRule<'_, N, C> {
    type State = Words<N>;
    type Move = Move;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = Move> {
        self.puzzle.moves(state)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Move) -> Words<N> {
        self.puzzle.apply_offered(state, m)
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.puzzle.is_goal(state)
    }
}

impl<const N: usize, C> Operators for ByRule<'_, N, C> {
    type Sequence = Sequence;

    fn operators(&self) -> usize {
        self.puzzle.special().ground.rules.len()
    }

    fn operator(&self, i: usize) -> Move {
        self.puzzle.special().move_by_rule(i)
    }

    #[inline]
    fn number(&self, m: Move) -> usize {
        m.rule()
    }

    fn nothing(&self) -> Sequence {
        self.sequences.nothing()
    }

    /// If the sequence determines the position of the label that selects rules: the rules listed
    /// for it. Otherwise all rules.
    fn behind(&self, sequence: &Sequence) -> impl Iterator<Item = usize> {
        let offers = self.puzzle.offers();
        let special = self.puzzle.special();
        let place = self.sequences.place_after(special, sequence);
        let list = place.and_then(|place| offers.places().iter().position(|&p| p == place));
        let all = list.is_none().then(|| 0..self.operators());
        let listed = list.and_then(|list| offers.lists().nth(list));
        let listed = listed.into_iter().flatten().map(|m| m.rule());
        all.into_iter().flatten().chain(listed)
    }

    fn then(&self, sequence: &Sequence, rule: usize) -> Then<Sequence> {
        self.sequences.then(self.puzzle.special(), sequence, rule)
    }

    fn bytes(&self, sequence: &Sequence) -> u64 {
        sequence.bytes()
    }

    fn marks(&self, sequence: &Sequence) -> impl Iterator<Item = u64> {
        std::iter::once(self.sequences.mark(sequence))
    }

    fn replaces(&self, earlier: &Sequence, sequence: &Sequence) -> bool {
        let special = self.puzzle.special();
        self.sequences.replaces(special, earlier, sequence)
    }
}

impl<const N: usize> Contexts for ByRule<'_, N, &Places> {
    fn contexts(&self) -> usize {
        self.places.count()
    }

    #[inline]
    fn context(&self, state: Words<N>) -> usize {
        self.puzzle.offers().list(state)
    }

    fn next(&self, place: usize, rule: usize) -> Option<usize> {
        self.places.next(place, rule)
    }
}
