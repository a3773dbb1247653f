//! Puzzles in which the position of one label determines which rules apply.
//!
//! In some puzzles the rules test only the position of one label, as in sliding tiles, or nothing
//! at all, as in turning puzzles. Then a search knows the moves of a state without examining the
//! state: it only has to keep track of that label.

use fewest_rules::Then;

use super::sequences::Sequences;
use crate::compiled::PackedTask;

/// For each position (place) of the label that every state has exactly once, the rules that apply,
/// in their order, and the place to which each rule takes the label. If the rules test nothing,
/// there is a single place.
#[derive(Debug, Clone)]
pub struct Places {
    rules: Vec<Vec<(usize, usize)>>,
}

impl Places {
    /// Computes the places of `task`. `None` if the position of the label does not determine which
    /// rules apply.
    pub fn new(task: &PackedTask, sequences: &Sequences) -> Option<Self> {
        let reduced = task.reduced();
        let places = task.places();
        let mut rules = Vec::with_capacity(places.len().max(1));
        for (number, list) in task.lists().iter().enumerate() {
            let here = match places.get(number) {
                Some(&place) => sequences.at(reduced, place),
                None => sequences.nothing(),
            };
            let mut nexts: Vec<(usize, usize)> = Vec::with_capacity(list.len());
            let mut last = None;
            for &rule in list {
                let after = match sequences.then(reduced, &here, rule) {
                    Then::Known(after) if sequences.follows(reduced, &after, &here) => after,
                    Then::Never => continue,
                    _ => return None,
                };
                // If several rules of a move apply, the first one is used.
                let of = reduced.ground.rules[rule].of;
                if last.replace(of) == Some(of) {
                    continue;
                }
                let next = if places.is_empty() {
                    0
                } else {
                    let to = sequences.place_after(reduced, &after)?;
                    places.iter().position(|&place| place == to)?
                };
                nexts.push((rule, next));
            }
            rules.push(nexts);
        }
        Some(Self { rules })
    }

    /// The number of places.
    pub(super) fn count(&self) -> usize {
        self.rules.len()
    }

    /// The place to which a rule leads from `place`, if it applies there.
    pub(super) fn next(&self, place: usize, rule: usize) -> Option<usize> {
        let nexts = self.rules.get(place)?;
        let at = nexts.binary_search_by_key(&rule, |&(rule, _)| rule).ok()?;
        Some(nexts[at].1)
    }
}
