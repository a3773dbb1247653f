//! Presents a puzzle to move pruning: the operators of this view of the puzzle are the ground
//! rules.

use fewest_rules::{Contexts, MoveCosts, OperatorCosts, Operators, Puzzle, Then, Words};

use super::pieces::{PiecePlacements, PieceStates};
use super::places::Places;
use super::sequences::{Sequence, Sequences};
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask};

/// A view of a puzzle: it refers to the puzzle, behaves like it, and takes the puzzle's rules for
/// the operators. The view implements [`Operators`] with the effects of sequences of rules, and
/// [`Contexts`] if the [`Places`] are given.
///
/// The view behaves like the puzzle as long as a move is made only in a state that has generated
/// the move, or in a context (see [`Contexts`]) that allows the move. The view applies the rule
/// that the move remembers, without a check, so the result is meaningless in any other state.
///
/// The type `S` determines the states of the view: those of a [`CompiledPuzzle`], or those of
/// [`OnlyPlaces`].
#[derive(Debug, Clone, Copy)]
pub struct ByRule<'a, S> {
    states: S,
    task: &'a PackedTask,
    places: Option<&'a Places>,
}

/// The abstraction that keeps only the place of the puzzle's selecting label, a label that is on
/// the board once and whose position nearly every rule tests. A state is the index of this place,
/// or 0 if the puzzle has no places. The abstraction has the operators and contexts of the puzzle,
/// so move pruning that is derived from it serves states of any width.
#[derive(Debug, Clone, Copy)]
pub struct OnlyPlaces;

impl<'a, S> ByRule<'a, S> {
    pub(super) fn new(states: S, task: &'a PackedTask, places: Option<&'a Places>) -> Self {
        Self {
            states,
            task,
            places,
        }
    }
}

impl<S> ByRule<'_, S> {
    /// Whether the view implements [`Contexts`], that is, whether the places are known.
    pub fn has_places(&self) -> bool {
        self.places.is_some()
    }
}

impl<const N: usize> Puzzle for ByRule<'_, &CompiledPuzzle<N>> {
    type State = Words<N>;
    type Move = CompiledMove;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = CompiledMove> {
        self.states.moves(state)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: CompiledMove) -> Words<N> {
        self.states.apply_rule(state, m.rule())
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.states.is_goal(state)
    }
}

/// The rules that carry pieces have no tests, so all of them apply in every state.
impl Puzzle for ByRule<'_, PieceStates<'_>> {
    type State = PiecePlacements;
    type Move = CompiledMove;

    fn moves(&self, _: PiecePlacements) -> impl Iterator<Item = CompiledMove> {
        (0..self.operators()).map(|rule| self.operator(rule))
    }

    #[inline]
    fn apply(&self, state: PiecePlacements, m: CompiledMove) -> PiecePlacements {
        self.states.after(state, m.rule())
    }

    #[inline]
    fn is_goal(&self, state: PiecePlacements) -> bool {
        self.states.is_solved(state)
    }
}

impl Contexts for ByRule<'_, PieceStates<'_>> {
    fn contexts(&self) -> usize {
        1
    }

    #[inline]
    fn context(&self, _: PiecePlacements) -> usize {
        0
    }

    fn next(&self, _: usize, _: usize) -> Option<usize> {
        Some(0)
    }
}

impl Puzzle for ByRule<'_, OnlyPlaces> {
    type State = usize;
    type Move = CompiledMove;

    fn moves(&self, place: usize) -> impl Iterator<Item = CompiledMove> {
        let rules = 0..self.operators();
        let allowed = move |&rule: &usize| {
            self.places
                .is_none_or(|places| places.next(place, rule).is_some())
        };
        rules.filter(allowed).map(|rule| self.operator(rule))
    }

    fn apply(&self, place: usize, m: CompiledMove) -> usize {
        let next = self.places.and_then(|places| places.next(place, m.rule()));
        next.unwrap_or(place)
    }

    /// The abstraction has no information about goals, so it must take every place for a goal.
    fn is_goal(&self, _: usize) -> bool {
        true
    }
}

impl<S> MoveCosts for ByRule<'_, S>
where
    Self: Puzzle<Move = CompiledMove>,
{
    #[inline]
    fn cost(&self, _: Self::State, m: CompiledMove) -> u16 {
        self.task.cost(m.rule())
    }
}

/// A rule costs the same wherever it applies.
impl<S> OperatorCosts for ByRule<'_, S>
where
    Self: Puzzle<Move = CompiledMove>,
{
    fn operator_cost(&self, rule: usize) -> Option<u16> {
        Some(self.task.cost(rule))
    }
}

impl<S> Operators for ByRule<'_, S>
where
    Self: Puzzle<Move = CompiledMove>,
{
    type Sequence = Sequence;

    fn operators(&self) -> usize {
        self.task.reduced().ground.rules.len()
    }

    fn operator(&self, i: usize) -> CompiledMove {
        self.task.move_by_rule(i)
    }

    #[inline]
    fn number(&self, m: CompiledMove) -> usize {
        m.rule()
    }

    fn nothing(&self) -> Sequence {
        Sequence::default()
    }

    /// The rules that may follow the sequence. If the sequence determines where the selecting label
    /// is afterwards, these are the rules that may apply while the label is there; otherwise all
    /// rules.
    fn behind(&self, sequence: &Sequence) -> impl Iterator<Item = usize> {
        let places = self.task.places();
        let place = Sequences(self.task).place_after(sequence);
        let list = place.and_then(|place| places.iter().position(|&p| p == place));
        let all = list.is_none().then(|| 0..self.operators());
        let listed = list.and_then(|list| self.task.lists().get(list));
        let listed = listed.into_iter().flatten().copied();
        all.into_iter().flatten().chain(listed)
    }

    fn then(&self, sequence: &Sequence, rule: usize) -> Then<Sequence> {
        let rule = &self.task.reduced().ground.rules[rule];
        Sequences(self.task).then(sequence, rule)
    }

    fn bytes(&self, sequence: &Sequence) -> u64 {
        sequence.bytes()
    }

    fn marks(&self, sequence: &Sequence) -> impl Iterator<Item = u64> {
        std::iter::once(sequence.mark())
    }

    fn replaces(&self, earlier: &Sequence, sequence: &Sequence) -> bool {
        Sequences(self.task).replaces(earlier, sequence)
    }
}

impl<const N: usize> Contexts for ByRule<'_, &CompiledPuzzle<N>> {
    fn contexts(&self) -> usize {
        self.places.map_or(0, Places::count)
    }

    #[inline]
    fn context(&self, state: Words<N>) -> usize {
        self.states.list(state)
    }

    fn next(&self, place: usize, rule: usize) -> Option<usize> {
        self.places?.next(place, rule)
    }
}

impl Contexts for ByRule<'_, OnlyPlaces> {
    fn contexts(&self) -> usize {
        self.places.map_or(0, Places::count)
    }

    fn context(&self, place: usize) -> usize {
        place
    }

    fn next(&self, place: usize, rule: usize) -> Option<usize> {
        self.places?.next(place, rule)
    }
}
