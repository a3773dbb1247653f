//! Tests whether a single rule applies, without testing the others.

use fewest_rules::Words;

use super::applicable::{Block, Conjunctions};
use super::layout::Layout;
use super::offers::Offers;
use super::{Move, Special};
use crate::ground::{Rule, Test};

/// The most pairs of rules of the same move that are compared. Beyond this, two rules are assumed
/// to overlap.
const MOST_PAIRS: usize = 1 << 22;

/// The tests of each rule on its own, for puzzles in which some move has several rules.
#[derive(Debug, Clone)]
pub(super) struct Single<const N: usize> {
    tests: Conjunctions<N>,
    /// By rule: the block of its tests.
    blocks: Vec<Block>,
    /// Whether two rules of the same move may apply in the same state.
    pub(super) overlap: bool,
}

impl<const N: usize> Single<N> {
    /// `None` if no move has several rules.
    pub(super) fn new(special: &Special, layout: &Layout, offers: &Offers<N>) -> Option<Self> {
        let rules = &special.ground.rules;
        if !rules.windows(2).any(|w| w[0].of == w[1].of) {
            return None;
        }
        let mut tests = Conjunctions::new();
        let block = |rule: &Rule| tests.add(std::slice::from_ref(&rule.tests), layout);
        let blocks = rules.iter().flat_map(block).collect();
        let mut looks = 0;
        // Rules of different lists never apply in the same state, so each list is checked on its
        // own.
        let overlap = offers.lists().any(|list| {
            list.iter().enumerate().any(|(at, first)| {
                let later = list[at + 1..].iter();
                let mut later = later.take_while(|other| other.of == first.of);
                later.any(|other| {
                    looks += 1;
                    let tests = |m: &Move| &rules[m.rule as usize].tests;
                    looks > MOST_PAIRS || !exclude(tests(first), tests(other))
                })
            })
        });
        Some(Self {
            tests,
            blocks,
            overlap,
        })
    }

    /// Whether `rule` is known to be the first rule of its move that applies in `state`.
    #[inline]
    pub(super) fn holds(&self, rule: usize, state: Words<N>) -> bool {
        !self.overlap && self.tests.holding(&self.blocks[rule], state) != 0
    }
}

/// Whether the tests contradict each other: some position has no label that both conjunctions
/// allow.
fn exclude(tests: &[Test], others: &[Test]) -> bool {
    tests.iter().any(|test| match *test {
        Test::Same { .. } => false,
        Test::In { position, labels } => others.iter().any(|other| match *other {
            Test::Same { .. } => false,
            Test::In {
                position: p,
                labels: l,
            } => p == position && labels.both(l).is_empty(),
        }),
    })
}
