//! The moves of numbered states, kept from the first time that a search asks for them.

/// For each numbered state that has been expanded, the state after each of its moves and the cost
/// of the move. A move is known by its index in the list of moves of its state.
///
/// Takes 8 bytes for each state and 4 for each move, and 2 more for each move if a cost is not 1.
#[derive(Debug, Default)]
pub struct Edges {
    /// For each state, the index of its first edge, [`UNKNOWN`] or [`NONE`].
    first: Vec<u64>,
    /// The states after the moves. Those of one state are consecutive, and [`LAST`] marks the last.
    targets: Vec<u32>,
    /// The costs of the moves; empty if all costs are 1.
    costs: Vec<u16>,
}

const UNKNOWN: u64 = u64::MAX;
const NONE: u64 = u64::MAX - 1;
const LAST: u32 = 1 << 31;

impl Edges {
    /// The number of moves of `state`; `None` if it has not been expanded.
    pub fn degree(&self, state: u32) -> Option<usize> {
        self.targets(state).map(Iterator::count)
    }

    /// The states after the moves of `state`; `None` if it has not been expanded.
    pub fn targets(&self, state: u32) -> Option<impl Iterator<Item = u32>> {
        let first = match *self.first.get(state as usize)? {
            UNKNOWN => return None,
            NONE => self.targets.len(),
            first => first as usize,
        };
        let rest = &self.targets[first..];
        let last = rest.iter().position(|target| target & LAST != 0);
        let own = &rest[..last.map_or(0, |last| last + 1)];
        Some(own.iter().map(|target| target & !LAST))
    }

    /// The state after the move of `state` that has this index; `None` if `state` has not been
    /// expanded.
    ///
    /// # Panics
    /// May panic if there is no such move.
    pub fn target(&self, state: u32, index: u32) -> Option<u32> {
        let edge = self.edge(state, index)?;
        Some(self.targets[edge] & !LAST)
    }

    /// The cost of the move of `state` that has this index; `None` if `state` has not been
    /// expanded.
    ///
    /// # Panics
    /// May panic if there is no such move.
    pub fn cost(&self, state: u32, index: u32) -> Option<u16> {
        let edge = self.edge(state, index)?;
        Some(match self.costs.is_empty() {
            true => 1,
            false => self.costs[edge],
        })
    }

    fn edge(&self, state: u32, index: u32) -> Option<usize> {
        let first = *self.first.get(state as usize)?;
        (first != UNKNOWN).then(|| first as usize + index as usize)
    }

    /// Records the moves of `state`, each as the state after it and its cost. If the moves of
    /// `state` are known, nothing changes.
    pub fn expand(&mut self, state: u32, moves: &[(u32, u16)]) {
        let state = state as usize;
        if state >= self.first.len() {
            self.first.resize(state + 1, UNKNOWN);
        }
        if self.first[state] != UNKNOWN {
            return;
        }
        self.first[state] = match moves.is_empty() {
            true => NONE,
            false => self.targets.len() as u64,
        };
        if !self.costs.is_empty() || moves.iter().any(|&(_, cost)| cost != 1) {
            self.costs.resize(self.targets.len(), 1);
            self.costs.extend(moves.iter().map(|&(_, cost)| cost));
        }
        self.targets.extend(moves.iter().map(|&(target, _)| target));
        if let (Some(last), false) = (self.targets.last_mut(), moves.is_empty()) {
            *last |= LAST;
        }
    }

    /// The number of bytes that the moves take.
    pub fn bytes(&self) -> u64 {
        let bytes =
            8 * self.first.capacity() + 4 * self.targets.capacity() + 2 * self.costs.capacity();
        bytes as u64
    }
}
