//! The pairs of cells from which two tokens can reach a goal if no other tokens are on the board.
//! They are found in the small puzzle of [`Carriers`]: a state of it says only where the two tokens
//! are, and where the selecting label is.

use super::super::carriers::Carriers;

/// The greatest allowed number of states of the small puzzle ([`Carriers`]) in which a state says
/// only where two tokens and the selecting label are.
const MOST_PAIR_STATES: usize = 1 << 21;
/// The search for live pairs may try at most this many rules, counted over all states of the small
/// puzzle with two tokens. If it would try more, live pairs are not computed.
const MOST_TRIES: usize = 1 << 25;

/// The pairs of cells from which two tokens can both reach a goal if they are the only tokens.
pub(super) struct LivePairs {
    cells: usize,
    places: usize,
    live: Vec<bool>,
}

impl LivePairs {
    /// Finds the live pairs by a search backwards from the goals. `None` if a limit is exceeded.
    pub(super) fn new(carriers: &Carriers) -> Option<Self> {
        let (cells, places) = (carriers.cells.len(), carriers.places);
        let states = cells.checked_mul(cells)?.checked_mul(places)?;
        let rules = carriers.rules.len() / places.max(1) + 1;
        if states > MOST_PAIR_STATES || states.saturating_mul(rules) > MOST_TRIES {
            return None;
        }
        let mut all = Self {
            cells,
            places,
            live: vec![false; states],
        };
        let mut waiting = Vec::new();
        for goal in &carriers.goals {
            let on_goal: Vec<usize> = (0..cells).filter(|&cell| goal[cell]).collect();
            for (at, &other) in on_goal.iter().enumerate() {
                for &one in &on_goal[..at] {
                    for place in 0..places {
                        let taken = carriers.cell_of_place[place];
                        if taken != Some(one) && taken != Some(other) {
                            all.reach(one, other, place, &mut waiting);
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
                    all.reach(one, other, rule.before, &mut waiting);
                }
            }
        }
        Some(all)
    }

    fn index(&self, one: usize, other: usize, place: usize) -> usize {
        (one.min(other) * self.cells + one.max(other)) * self.places + place
    }

    fn reach(
        &mut self,
        one: usize,
        other: usize,
        place: usize,
        waiting: &mut Vec<(usize, usize, usize)>,
    ) {
        let index = self.index(one, other, place);
        if !std::mem::replace(&mut self.live[index], true) {
            waiting.push((one, other, place));
        }
    }

    /// Whether tokens on the cells `one` and `other` can both reach a goal from a state in which
    /// the selecting label is at `place`.
    pub(super) fn live(&self, one: usize, other: usize, place: usize) -> bool {
        self.live[self.index(one, other, place)]
    }
}
