//! Ground rules, compiled to a puzzle with packed states.
//!
//! A search asks for the moves of a state, for its successors and whether it is a goal, millions of
//! times a second. The compiled puzzle never answers by examining one position after another:
//!
//! 1. [`ReducedTask`] removes what cannot happen from the start:
//!    positions that never change, labels that never occur, and rules that never apply.
//! 2. The remaining labels are numbered and packed into a few words ([`PackedTask`]).
//! 3. The positions of labels that a state has rarely lead to short lists of rules, and the rules
//!    of a list are tested all at once.
//! 4. Applying a rule takes a few operations on whole words.
//!
//! # Limits
//!
//! A state has at most [`WIDEST_BITS`](crate::WIDEST_BITS) bits, and a puzzle at most
//! [`MOST_RULES`](crate::MOST_RULES) rules.

use std::sync::Arc;

use fewest_rules::{MoveCosts, Puzzle, Words};

mod conjunctions;
mod effect;
mod field_tests;
mod fields_with;
mod keys;
mod layout;
mod moves;
mod notation;
mod predecessors;
mod successors;
mod task;

pub(crate) use fields_with::{FieldsWith, bits_of, has_bit, set_bit};
pub(crate) use layout::Window;
pub use moves::CompiledMove;
pub use notation::StateNotation;
pub use predecessors::PredecessorGenerator;
pub use task::PackedTask;

use crate::error::CompileError;
use crate::ground::{Ground, Label};
use crate::reduction::{ReducedTask, Starts};
use conjunctions::{BLOCK, Conjunctions, TestBlock};
use effect::Effects;
use field_tests::FieldTests;
use moves::UNKNOWN;
pub(crate) use successors::SuccessorGenerator;

/// A puzzle whose states are packed into `N` words.
///
/// Positions that never change are not part of a state. Their labels depend on the start for which
/// the puzzle was compiled. The states of the puzzle are those that [`state`](Self::state) accepts,
/// and all that can be reached from them.
#[derive(Debug, Clone)]
pub struct CompiledPuzzle<const N: usize> {
    task: Arc<PackedTask>,
    effects: Effects<N>,
    successors: SuccessorGenerator<N>,
    goals: Conjunctions,
    goal_blocks: Vec<TestBlock>,
    /// The tests of each rule, if some move has several rules.
    rule_tests: Option<FieldTests>,
    notation: Option<Arc<dyn StateNotation>>,
}

impl<const N: usize> CompiledPuzzle<N> {
    /// Compiles a task whose states have `N` words. `notation` draws and reads states; without it,
    /// a state is written as the numbers of its labels.
    pub(crate) fn new(task: PackedTask, notation: Option<Arc<dyn StateNotation>>) -> Self {
        let ground = &task.reduced().ground;
        let mut goals = Conjunctions::new(ground.goals.len().div_ceil(BLOCK));
        let goal_blocks = goals.add(&ground.goals, task.layout());
        let several = ground.rules.windows(2).any(|w| w[0].of == w[1].of);
        let rule_tests = || {
            let mut tests = FieldTests::default();
            let rules = ground.rules.iter();
            rules.for_each(|rule| tests.add(&rule.tests, task.layout()));
            tests
        };
        Self {
            effects: Effects::with_consequences(&task),
            successors: SuccessorGenerator::new(&task, &ground.rules, task.lists()),
            goals,
            goal_blocks,
            rule_tests: several.then(rule_tests),
            notation,
            task: Arc::new(task),
        }
    }

    /// Compiles `ground` for states of `N` words.
    ///
    /// # Errors
    /// The same errors as [`compile`](crate::compile), and [`CompileError::Bits`] if a state does
    /// not fit.
    pub(crate) fn with_width(ground: &Ground, starts: Starts) -> Result<Self, CompileError> {
        let task = PackedTask::new(ground, starts, |bits| {
            let fits = bits as usize <= Words::<N>::BITS;
            fits.then_some(N).ok_or(CompileError::Bits(bits))
        });
        Ok(Self::new(task?, None))
    }

    /// The part of the puzzle that does not depend on the number of words.
    pub fn task(&self) -> &PackedTask {
        &self.task
    }

    pub(crate) fn shared_task(&self) -> Arc<PackedTask> {
        Arc::clone(&self.task)
    }

    /// The ground rules, reduced to what can happen from the starts.
    pub fn reduced(&self) -> &ReducedTask {
        self.task.reduced()
    }

    /// The state with these labels. `None` if the puzzle was compiled for other starts: a constant
    /// position has another label, a position has a label that it can never get, or a label does
    /// not occur exactly once although the compiled rules rely on that.
    pub fn state(&self, labels: &[Label]) -> Option<Words<N>> {
        self.task.pack(labels).map(|words| Words(array(&words)))
    }

    /// The labels of a state, one for each position.
    pub fn labels(&self, state: Words<N>) -> Vec<Label> {
        self.task.unpack(&state.0)
    }

    /// The label of one position of a state.
    pub(crate) fn label(&self, state: Words<N>, position: usize) -> Label {
        let task = &self.task;
        task.layout()
            .label_at(&state.0, position, &task.reduced().sets)
    }

    /// If a move whose consequences never end was applied to a state of this puzzle, returns the
    /// states that the consequences repeat, or some of them if they are many. `None` if no such move
    /// was applied.
    ///
    /// The state after a move with endless consequences has no meaning, so the results of a search
    /// that applied such a move are invalid. Clones of a puzzle share the record of such moves; each
    /// request takes a puzzle [`with its own record`](Self::with_own_record).
    pub fn endless(&self) -> Option<Vec<Words<N>>> {
        self.effects.following()?.endless()
    }

    /// Whether moves may have consequences.
    pub(crate) fn has_consequences(&self) -> bool {
        self.effects.following().is_some()
    }

    /// The same puzzle, with a record of its own of moves whose consequences never end.
    #[must_use]
    pub fn with_own_record(&self) -> Self {
        Self {
            effects: self.effects.with_own_record(),
            ..self.clone()
        }
    }

    /// The name of a move.
    pub fn move_name(&self, m: CompiledMove) -> &str {
        let names = &self.reduced().ground.moves;
        names.get(m.number()).map_or("", String::as_str)
    }

    /// The move with this name. Upper and lower case are distinguished.
    pub fn move_named(&self, name: &str) -> Option<CompiledMove> {
        let mut names = self.reduced().ground.moves.iter();
        let of = names.position(|m| m == name)?;
        Some(self.task.move_by_number(of))
    }

    /// The index of the list of rules that may apply in `state`.
    #[inline]
    pub(crate) fn list(&self, state: Words<N>) -> usize {
        self.successors.list(state)
    }

    /// The successor of `state` by a rule that applies there.
    #[inline]
    pub(crate) fn apply_rule(&self, state: Words<N>, rule: usize) -> Words<N> {
        self.effects.apply(state, rule)
    }

    /// The index of the rule that makes `m` in `state`, if one applies.
    #[inline]
    pub(crate) fn rule_of(&self, m: CompiledMove, state: Words<N>) -> Option<usize> {
        let known = m.rule != UNKNOWN
            && self.rule_tests.as_ref().is_none_or(|tests| {
                // If another rule of the move may apply, too, it may be an earlier one.
                self.task.rules_exclude_each_other() && tests.hold(m.rule as usize, &state)
            });
        if known && self.effects.allow(state, m.rule as usize) {
            return Some(m.rule as usize);
        }
        self.moves(state)
            .find(|&other| other == m)
            .map(|other| other.rule as usize)
    }
}

impl<const N: usize> Puzzle for CompiledPuzzle<N> {
    type State = Words<N>;
    type Move = CompiledMove;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = CompiledMove> {
        let mut last = u32::MAX;
        // If several rules of a move apply, the first one is used. The rules are ordered by move,
        // so the rules of a move follow one another.
        self.successors
            .of(state)
            .filter(move |m| self.effects.allow(state, m.rule as usize))
            .filter(move |m| std::mem::replace(&mut last, m.of) != m.of)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: CompiledMove) -> Words<N> {
        self.rule_of(m, state)
            .map_or(state, |rule| self.apply_rule(state, rule))
    }

    #[inline]
    fn successors(&self, state: Words<N>) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        // A generated move remembers the rule that applies, so the rule need not be found again.
        self.moves(state)
            .map(move |m| (m, self.apply_rule(state, m.rule())))
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.goal_blocks
            .iter()
            .any(|block| self.goals.holding(block, &state) != 0)
    }
}

impl<const N: usize> MoveCosts for CompiledPuzzle<N> {
    /// The cost of the rule that makes the move in the state `before`.
    #[inline]
    fn cost(&self, before: Words<N>, m: CompiledMove) -> u16 {
        self.rule_of(m, before)
            .map_or(1, |rule| self.task.cost(rule))
    }
}

/// The words of a state or of a mask as an array.
///
/// # Panics
/// If there are not exactly `N` words.
fn array<const N: usize>(words: &[u64]) -> [u64; N] {
    let mut array = [0; N];
    array.copy_from_slice(words);
    array
}
