//! Puzzles of which one label's place says which rules hold.
//!
//! Where nothing else is tested, as in sliding tiles, or nothing at all, as in
//! turning puzzles, a search need not look at a state to know its moves: it is enough
//! to follow that label.

use fewest_rules::Then;

use super::Sequences;
use crate::compiled::Packed;

/// By place of the label that every state has once: the rules that hold, in their
/// order, and where each leads that label. One place for all, where rules test nothing.
#[derive(Debug, Clone)]
pub struct Places {
    rules: Vec<Vec<(usize, usize)>>,
}

impl Places {
    /// The places of `puzzle`; `None` if more is tested, so that they do not decide.
    pub fn new<const N: usize>(puzzle: &Packed<N>, sequences: &Sequences) -> Option<Self> {
        let special = puzzle.special();
        let offers = puzzle.offers();
        let places = offers.places();
        let mut rules = Vec::with_capacity(places.len().max(1));
        for (number, list) in offers.lists().enumerate() {
            let here = match places.get(number) {
                Some(&place) => sequences.at(special, place),
                None => sequences.nothing(),
            };
            let mut nexts: Vec<(usize, usize)> = Vec::with_capacity(list.len());
            let mut last = None;
            for m in list {
                let after = match sequences.then(special, &here, m.rule()) {
                    Then::Known(after) if sequences.follows(special, &after, &here) => after,
                    Then::Never => continue,
                    _ => return None,
                };
                // Of a move the first rule is made.
                if last.replace(m.number()) == Some(m.number()) {
                    continue;
                }
                let next = if places.is_empty() {
                    0
                } else {
                    let to = sequences.place_after(special, &after)?;
                    places.iter().position(|&place| place == to)?
                };
                nexts.push((m.rule(), next));
            }
            rules.push(nexts);
        }
        Some(Self { rules })
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.rules.len()
    }

    /// Where a rule leads from a place, if it holds there.
    pub(super) fn next(&self, place: usize, rule: usize) -> Option<usize> {
        let nexts = self.rules.get(place)?;
        let at = nexts.binary_search_by_key(&rule, |&(rule, _)| rule).ok()?;
        Some(nexts[at].1)
    }
}
