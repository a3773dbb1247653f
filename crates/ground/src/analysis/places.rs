//! Puzzles in which the position of one label determines which rules apply.
//!
//! In some puzzles the rules test nothing but the position of one label, the *selecting label*, or
//! nothing at all. Then a search finds the moves of a state without examining the state: it only
//! has to keep track of the position of that label.

use fewest_rules::Then;

use super::sequences::{Sequence, Sequences};
use crate::compiled::PackedTask;

/// For each place, that is, each position where the selecting label may be: the rules that apply
/// while the label is there, in their order, and the place to which each rule takes the label. If
/// the rules test nothing, there is a single place.
#[derive(Debug, Clone)]
pub struct Places {
    rules: Vec<Vec<(usize, usize)>>,
}

impl Places {
    /// Computes the places of `task`. `None` if the position of the selecting label does not
    /// determine which rules apply.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let (rules, sequences) = (&task.reduced().ground.rules, Sequences(task));
        let places = task.places();
        let mut all = Vec::with_capacity(places.len().max(1));
        for (number, list) in task.lists().iter().enumerate() {
            let here = match places.get(number) {
                Some(&place) => sequences.at(place),
                None => Sequence::default(),
            };
            let mut nexts: Vec<(usize, usize)> = Vec::with_capacity(list.len());
            let mut last = None;
            for &rule in list {
                let after = match sequences.then(&here, &rules[rule]) {
                    Then::Known(after) if sequences.follows(&after, &here) => after,
                    Then::Never => continue,
                    _ => return None,
                };
                // If several rules of a move apply, the first one is used.
                let of = rules[rule].of;
                if last.replace(of) == Some(of) {
                    continue;
                }
                let next = if places.is_empty() {
                    0
                } else {
                    let to = sequences.place_after(&after)?;
                    places.iter().position(|&place| place == to)?
                };
                nexts.push((rule, next));
            }
            all.push(nexts);
        }
        Some(Self { rules: all })
    }

    /// The number of places of the selecting label; 1 if there is no such label.
    pub(super) fn count(&self) -> usize {
        self.rules.len()
    }

    /// The place to which `rule` takes the selecting label from `place`, if the rule applies there.
    pub(super) fn next(&self, place: usize, rule: usize) -> Option<usize> {
        let nexts = self.rules.get(place)?;
        let at = nexts.binary_search_by_key(&rule, |&(rule, _)| rule).ok()?;
        Some(nexts[at].1)
    }
}
