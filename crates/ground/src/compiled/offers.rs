//! Generates the rules that apply in a state, in their order.

use fewest_rules::Words;

use super::applicable::{Block, Conjunctions};
use super::layout::{Layout, Sought};
use super::locate::{self, Locator};
use super::{Move, Special};
use crate::ground::{Label, Rule, Test};

/// The generator of applicable rules: a list of rules for each position of the label that selects
/// them, each list in blocks.
#[derive(Debug, Clone)]
pub(crate) struct Offers<const N: usize> {
    tests: Conjunctions<N>,
    /// By conjunction: the move that is generated if it holds.
    offers: Vec<Move>,
    /// Finds the list of a state, if there are several lists.
    locator: Option<Locator<N>>,
    /// By list: the position of the label; empty if there is one list for all states.
    places: Vec<usize>,
    /// By list: its range in `blocks` and its range in `offers`.
    lists: Vec<[u32; 4]>,
    blocks: Vec<Block>,
}

impl<const N: usize> Offers<N> {
    /// The generator of `rules`, which are the rules of `special` or their inverses.
    pub(crate) fn new(special: &Special, rules: &[Rule], layout: &Layout, sought: Sought) -> Self {
        let located = sought.and_then(|s| Some((s, Locator::new(special, layout, s)?)));
        let (locator, places, sought, members) = match located {
            Some((sought, (locator, places))) => {
                let members = by_place(special, rules, sought, &places);
                (Some(locator), places, Some(sought), members)
            }
            None => (None, Vec::new(), None, vec![(0..rules.len()).collect()]),
        };
        let mut all = Self {
            tests: Conjunctions::new(),
            offers: Vec::new(),
            locator,
            places,
            lists: Vec::new(),
            blocks: Vec::new(),
        };
        for members in members {
            // The choice of the list has already tested the position of the label.
            let tests = |&rule: &usize| {
                let mut tests = rules[rule].tests.clone();
                if let Some(sought) = sought
                    && let Some(place) = locate::place_of(&tests, sought, special)
                {
                    tests.retain(|t| !matches!(t, Test::In { position, .. } if *position == place));
                }
                tests
            };
            let conjunctions: Vec<Vec<Test>> = members.iter().map(tests).collect();
            let (block, offer) = (all.blocks.len() as u32, all.offers.len() as u32);
            all.blocks.extend(all.tests.add(&conjunctions, layout));
            all.offers.extend(members.iter().map(|&rule| Move {
                of: rules[rule].of as u32,
                rule: rule as u32,
            }));
            let ends = (all.blocks.len() as u32, all.offers.len() as u32);
            all.lists.push([block, ends.0, offer, ends.1]);
        }
        all
    }

    /// The moves of each list, before their tests are evaluated.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &[Move]> {
        let list = |list: &[u32; 4]| &self.offers[list[2] as usize..list[3] as usize];
        self.lists.iter().map(list)
    }

    /// By list: the position of the label; empty if there is one list for all states.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// The number of the list of `state`.
    #[inline]
    pub(crate) fn list(&self, state: Words<N>) -> usize {
        self.locator.as_ref().map_or(0, |l| l.list(state))
    }

    /// The rules whose tests hold in `state`, in their order.
    #[inline]
    pub(crate) fn of(&self, state: Words<N>) -> Offered<'_, N> {
        let list = self.list(state);
        let [from, to, ..] = self.lists[list];
        Offered {
            all: self,
            state,
            blocks: self.blocks[from as usize..to as usize].iter(),
            holding: 0,
            offers: &[],
        }
    }
}

/// By position of the label: the rules that may apply if the label is there.
fn by_place(
    special: &Special,
    rules: &[Rule],
    sought: (usize, Label),
    places: &[usize],
) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new(); places.len()];
    let mut list_of = vec![usize::MAX; special.sets.len()];
    for (list, &place) in places.iter().enumerate() {
        list_of[place] = list;
    }
    for (number, rule) in rules.iter().enumerate() {
        match locate::place_of(&rule.tests, sought, special) {
            Some(place) => {
                if let Some(list) = lists.get_mut(list_of[place]) {
                    list.push(number);
                }
            }
            None => lists.iter_mut().for_each(|list| list.push(number)),
        }
    }
    lists
}

/// The iterator over the applicable rules of a state, block by block.
pub(crate) struct Offered<'a, const N: usize> {
    all: &'a Offers<N>,
    state: Words<N>,
    blocks: std::slice::Iter<'a, Block>,
    /// The rules of the current block that apply and have not been generated yet.
    holding: u64,
    offers: &'a [Move],
}

impl<const N: usize> Iterator for Offered<'_, N> {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        while self.holding == 0 {
            let block = self.blocks.next()?;
            self.holding = self.all.tests.holding(block, self.state);
            self.offers = &self.all.offers[block.first as usize..];
        }
        let m = self.offers[self.holding.trailing_zeros() as usize];
        self.holding &= self.holding - 1;
        Some(m)
    }
}
