//! Partial order reduction: leaves out moves that can wait, since a solution of the same length
//! makes them later.
//!
//! Two rules *interfere* if both apply in some state, and one of them changes whether the other
//! applies or what it does. Rules that do not interfere may change places in a solution. A *strong
//! stubborn set* of a state is a set of rules such that
//!
//! * every solution contains a rule of the set,
//! * with each rule that applies in the state, the set contains all rules that interfere with this
//!   rule,
//! * with each rule that does not apply in the state, the set contains all rules that can make a
//!   certain failing test of this rule hold.
//!
//! Every solution can be rearranged to begin with a rule of the set. Let `r` be the first rule of
//! the solution that is in the set. The rule `r` applies in the state: otherwise a rule before `r`
//! would make a failing test of `r` hold, and that rule would be in the set, too. No rule before
//! `r` interferes with `r`, because that rule would be in the set, too. So no rule before `r` makes
//! a test of `r` fail, `r` applies in every state on the way, and `r` can be made before all of
//! these rules. Therefore a search that tries only the rules of such a set in each state finds a
//! solution of the same length (A. Valmari, "Stubborn sets for reduced state space generation",
//! 1989; M. Wehrle and M. Helmert, "Efficient stubborn sets: generalized algorithms and selection
//! strategies", 2014).

mod interference;
mod rule_set;

use std::collections::BTreeMap;

use fewest_rules::{Puzzle, Words};

use super::field_place::FieldPlace;
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask};
use crate::ground::{Rule, Test};
use interference::{achievers, interfering};
use rule_set::RuleSet;

/// The greatest allowed number of goals. A stubborn set must contain a rule of every solution for
/// every goal.
const MOST_GOALS: usize = 16;
/// The greatest allowed number of rules. The sets of interfering rules have a bit for each pair of
/// rules.
const MOST_RULES: usize = 1 << 11;
/// The number of moves of a random walk. The walk counts the moves that stubborn sets leave out,
/// which decides whether a search should use them.
const WALK: usize = 512;
/// Stubborn sets pay off if they leave at most one of this many moves. If they leave more, the
/// search saves less time than it takes to find the sets, because finding the set of a state takes
/// longer than expanding the state.
const FEW: usize = 2;

/// Finds a strong stubborn set of each state.
#[derive(Debug, Clone)]
pub(super) struct StubbornSets {
    tests: Vec<FieldTest>,
    /// For each test, its *achievers*, the rules that can make it hold.
    achievers: Vec<RuleSet>,
    /// For each rule, the rules that interfere with it.
    interfering: Vec<RuleSet>,
    /// For each rule (`of_rules`) and for each goal (`of_goals`), the indices of its tests.
    of_rules: Vec<Vec<usize>>,
    of_goals: Vec<Vec<usize>>,
}

/// A test of one field, the group of bits that stores the label of a position in a packed state.
#[derive(Debug, Clone, Copy)]
struct FieldTest {
    place: FieldPlace,
    expected: Expected,
}

#[derive(Debug, Clone, Copy)]
enum Expected {
    /// The field must hold one of the labels with these numbers.
    Codes(u64),
    /// The field must hold the same number as another field.
    SameAs(FieldPlace),
}

impl FieldTest {
    /// Compiles `test`. `None` if a tested position is constant and so not part of a state.
    fn new(task: &PackedTask, test: &Test) -> Option<Self> {
        Some(match *test {
            Test::In { position, labels } => {
                let labels = labels.both(task.reduced().sets[position]).labels();
                let codes = labels.filter_map(|label| task.code(position, label));
                Self {
                    place: FieldPlace::new(task, position)?,
                    expected: Expected::Codes(codes.fold(0, |all, code| all | 1 << code)),
                }
            }
            // Positions whose labels some test compares use the same numbers for their labels, so
            // it suffices to compare the numbers.
            Test::Same { one, other } => Self {
                place: FieldPlace::new(task, one)?,
                expected: Expected::SameAs(FieldPlace::new(task, other)?),
            },
        })
    }

    fn holds(&self, state: &[u64]) -> bool {
        let field = self.place.number_in(state);
        match self.expected {
            Expected::Codes(codes) => codes >> field & 1 == 1,
            Expected::SameAs(other) => other.number_in(state) == field,
        }
    }
}

impl StubbornSets {
    /// Analyses the rules of `task`. The analysis takes time proportional to the number of pairs of
    /// rules.
    ///
    /// `None` if all rules interfere, if further rules (consequences) follow the rules of moves, if
    /// several rules of a move may apply in the same state, or if there are too many goals or
    /// rules.
    pub(super) fn new(task: &PackedTask) -> Option<Self> {
        let ground = &task.reduced().ground;
        let goals = ground.goals.len();
        if ground.rules.len() > MOST_RULES
            || !(1..=MOST_GOALS).contains(&goals)
            || !ground.consequences.is_empty()
            || !task.rules_exclude_each_other()
        {
            return None;
        }
        let mut sets = Self {
            tests: Vec::new(),
            achievers: Vec::new(),
            interfering: interfering(task)?,
            of_rules: Vec::new(),
            of_goals: Vec::new(),
        };
        let mut numbers = BTreeMap::new();
        let rules = ground.rules.iter().map(|Rule { tests, .. }| tests);
        for tests in rules.chain(&ground.goals) {
            let tests = tests.iter().map(|test| {
                let key = match *test {
                    Test::In { position, labels } => (position, usize::MAX, labels.0),
                    Test::Same { one, other } => (one, other, 0),
                };
                if let Some(&number) = numbers.get(&key) {
                    return Some(number);
                }
                sets.tests.push(FieldTest::new(task, test)?);
                sets.achievers.push(achievers(task.reduced(), test));
                numbers.insert(key, sets.tests.len() - 1);
                Some(sets.tests.len() - 1)
            });
            let tests = tests.collect::<Option<Vec<_>>>()?;
            sets.of_rules.push(tests);
        }
        sets.of_goals = sets.of_rules.split_off(ground.rules.len());
        Some(sets)
    }

    /// Removes the moves that are not in a stubborn set of `state`. `moves` has all moves of the
    /// state.
    fn select(&self, state: &[u64], moves: &mut Vec<CompiledMove>) {
        if moves.len() < 2 {
            return;
        }
        let mut applicable = RuleSet::new(self.of_rules.len());
        for m in moves.iter() {
            applicable.insert(m.rule());
        }
        // Every solution makes each failing test of its goal hold. Each failing test of the first
        // goal gives a stubborn set; for each other goal, its first failing test is enough.
        let [first, others @ ..] = &self.of_goals[..] else {
            return;
        };
        let mut for_others = RuleSet::new(self.of_rules.len());
        for goal in others {
            match self.failing(goal, state).next() {
                Some(test) => for_others.join(&self.achievers[test]),
                // The state is a goal.
                None => return,
            }
        }
        // The first set that leaves out half of the moves is chosen. So one part of the goal is
        // achieved after the other, mostly in the order of the lexicographically first solution. If
        // there is no such set, the set with the fewest moves is chosen.
        let (mut fewest, half) = (moves.len(), moves.len() / 2);
        let mut best = None;
        for test in self.failing(first, state) {
            let mut set = for_others.clone();
            set.join(&self.achievers[test]);
            if let Some(count) = self.close(state, &applicable, &mut set, fewest) {
                (fewest, best) = (count, Some(set));
                if count <= half {
                    break;
                }
            }
        }
        if let Some(set) = best {
            moves.retain(|m| set.contains(m.rule()));
        }
    }

    /// The tests of a goal or a rule that fail in `state`.
    fn failing<'a>(
        &'a self,
        tests: &'a [usize],
        state: &'a [u64],
    ) -> impl Iterator<Item = usize> + 'a {
        let tests = tests.iter().copied();
        tests.filter(move |&test| !self.tests[test].holds(state))
    }

    /// Extends `set` to a stubborn set of `state`. Returns the number of rules of the set that
    /// apply; `None` if they are not fewer than `fewest`.
    fn close(
        &self,
        state: &[u64],
        applicable: &RuleSet,
        set: &mut RuleSet,
        fewest: usize,
    ) -> Option<usize> {
        let mut done = RuleSet::new(self.of_rules.len());
        let mut count = 0;
        while let Some(rule) = set.first_outside(&done) {
            done.insert(rule);
            if applicable.contains(rule) {
                count += 1;
                if count == fewest {
                    return None;
                }
                set.join(&self.interfering[rule]);
            } else {
                let failing = self.failing(&self.of_rules[rule], state);
                // Of the failing tests, choose the one whose achievers add the fewest rules to the
                // set.
                let test = failing.min_by_key(|&test| self.achievers[test].count_outside(set))?;
                set.join(&self.achievers[test]);
            }
        }
        Some(count)
    }
}

/// A puzzle with only those moves of each state that belong to a stubborn set.
///
/// From every state, a shortest solution has the same length as in the puzzle without the
/// reduction. The lexicographically first solution may be lost.
#[derive(Debug, Clone, Copy)]
pub struct StubbornMoves<'a, const N: usize> {
    puzzle: &'a CompiledPuzzle<N>,
    sets: &'a StubbornSets,
}

impl<'a, const N: usize> StubbornMoves<'a, N> {
    pub(super) fn new(puzzle: &'a CompiledPuzzle<N>, sets: &'a StubbornSets) -> Self {
        Self { puzzle, sets }
    }

    /// Whether `later` is legal in `state`, too, and commutes with `m` there. `m` must be a move of
    /// `state`, and `later` a move of the state after `m`.
    pub fn commute(&self, state: Words<N>, m: CompiledMove, later: CompiledMove) -> bool {
        let StubbornSets { interfering, .. } = self.sets;
        let mut failing = self
            .sets
            .failing(&self.sets.of_rules[later.rule()], &state.0);
        !interfering[m.rule()].contains(later.rule()) && failing.next().is_none()
    }

    /// Whether stubborn sets leave out at least half of the moves on a random walk of some hundred
    /// moves from `start`.
    pub fn pays_off(&self, start: Words<N>) -> bool {
        let (mut state, mut all, mut kept) = (start, 0, 0);
        let mut random = 1_u32;
        for _ in 0..WALK {
            let mut moves: Vec<_> = self.puzzle.moves(state).collect();
            all += moves.len();
            self.sets.select(&state.0, &mut moves);
            kept += moves.len();
            // The constants are taken from Numerical Recipes (W. Press and others, 1992).
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let next = (random >> 16) as usize % moves.len().max(1);
            state = match moves.get(next) {
                Some(&m) if !self.puzzle.is_goal(state) => self.puzzle.apply_generated(state, m),
                _ => start,
            };
        }
        kept * FEW <= all
    }
}

impl<const N: usize> Puzzle for StubbornMoves<'_, N> {
    type State = Words<N>;
    type Move = CompiledMove;

    fn moves(&self, state: Words<N>) -> impl Iterator<Item = CompiledMove> {
        let mut moves: Vec<_> = self.puzzle.moves(state).collect();
        self.sets.select(&state.0, &mut moves);
        moves.into_iter()
    }

    fn apply(&self, state: Words<N>, m: CompiledMove) -> Words<N> {
        self.puzzle.apply(state, m)
    }

    fn successors(&self, state: Words<N>) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        self.moves(state)
            .map(move |m| (m, self.puzzle.apply_generated(state, m)))
    }

    fn is_goal(&self, state: Words<N>) -> bool {
        self.puzzle.is_goal(state)
    }
}
