//! The cells from which one token, or two of them, can reach a goal if no other tokens are on the
//! board. They are found in the small puzzle of [`Carriers`]: a state of it says only where the
//! tokens are, and where the selecting label is.

use super::super::carriers::Carriers;

/// The greatest allowed number of states of the small puzzle ([`Carriers`]) in which a state says
/// only where two tokens and the selecting label are.
const MOST_PAIR_STATES: usize = 1 << 21;
/// The search for live pairs may try at most this many rules, counted over all states of the small
/// puzzle with two tokens. If it would try more, live pairs are not computed.
const MOST_TRIES: usize = 1 << 25;

/// The cells, and the pairs of cells, from which tokens can reach a goal if they are the only
/// tokens. Where a second cell is expected, the number of cells stands for no second token.
pub(super) struct LiveCells {
    /// The number of cells.
    none: usize,
    places: usize,
    /// For each first cell, each second cell that is not smaller, and each place, whether the state
    /// is live. If the pairs are not known, only that without a second token.
    live: Vec<bool>,
    has_pairs: bool,
}

impl LiveCells {
    /// Finds the live cells by a search backwards from the goals, and the live pairs unless there is
    /// one token or a limit is exceeded.
    pub(super) fn new(carriers: &Carriers) -> Self {
        let (none, places) = (carriers.cells.len(), carriers.places);
        let states = none.saturating_pow(2).saturating_mul(places);
        let tries = states.saturating_mul(carriers.rules.len() / places + 1);
        let has_pairs = carriers.tokens > 1 && states <= MOST_PAIR_STATES && tries <= MOST_TRIES;
        let seconds = if has_pairs { none + 1 } else { 1 };
        let mut all = Self {
            none,
            places,
            live: vec![false; none * seconds * places],
            has_pairs,
        };
        let mut waiting = Vec::new();
        for goal in &carriers.goals {
            let on_goal: Vec<usize> = (0..none).filter(|&cell| goal[cell]).collect();
            for (at, &one) in on_goal.iter().enumerate() {
                let others = on_goal[at + 1..].iter().filter(|_| has_pairs);
                for other in others.copied().chain([none]) {
                    for place in 0..places {
                        let taken = carriers.cell_of_place[place];
                        if taken != Some(one) && taken != Some(other) {
                            all.reach((one, other, place), &mut waiting);
                        }
                    }
                }
            }
        }
        let arriving = carriers.by_arrival();
        while let Some((one, other, place)) = waiting.pop() {
            for rule in &arriving[place] {
                if let (Some(one), Some(other)) = (rule.source(one), rule.source(other))
                    && one != other
                {
                    all.reach((one, other, rule.before), &mut waiting);
                }
            }
        }
        all
    }

    fn index(&self, (one, other, place): (usize, usize, usize)) -> usize {
        let first = one.min(other);
        let pair = match self.has_pairs {
            true => first * (self.none + 1) + one.max(other),
            false => first,
        };
        pair * self.places + place
    }

    fn reach(&mut self, state: (usize, usize, usize), waiting: &mut Vec<(usize, usize, usize)>) {
        let index = self.index(state);
        if !std::mem::replace(&mut self.live[index], true) {
            waiting.push(state);
        }
    }

    /// Whether a token on the cell `one` can reach a goal from a state in which it is the only token
    /// and the selecting label is at `place`.
    pub(super) fn alone(&self, one: usize, place: usize) -> bool {
        self.live[self.index((one, self.none, place))]
    }

    /// Whether tokens on the cells `one` and `other` can both reach a goal from a state in which
    /// they are the only tokens and the selecting label is at `place`, as far as this is known.
    pub(super) fn pair(&self, one: usize, other: usize, place: usize) -> bool {
        !self.has_pairs || self.live[self.index((one, other, place))]
    }
}
