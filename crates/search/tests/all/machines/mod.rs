//! Small random puzzles whose moves are operators.
#![allow(dead_code)] // Each test uses a part of this module.

use fewest_rules::{Contexts, Goals, Invertible, MoveCosts, Operators, Puzzle, Reverse, Then};

/// A random number generator (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }
}

/// A graph whose edges are operators: partial functions on all its states.
///
/// The number of a state is a context times [`width`](Self::width) plus a place in the context. An
/// operator is legal in all places of a context or in none, and leads to one context. If `TWO_WAY`
/// is set, operators 2i and 2i + 1 undo each other.
#[derive(Debug, Clone)]
pub(crate) struct Machine<const TWO_WAY: bool> {
    pub(crate) width: usize,
    pub(crate) goals: Vec<bool>,
    /// For each operator and state, the next state if the operator is legal.
    pub(crate) edges: Vec<Vec<Option<u8>>>,
    /// One sequence of operators in about this many is reported as unknown.
    pub(crate) unknown: u64,
    /// For each operator and state, the cost of the move. The list is empty if every move costs 1.
    pub(crate) costs: Vec<Vec<u16>>,
}

impl Machine<false> {
    pub(crate) fn random(random: &mut Random) -> Self {
        let (contexts, width) = (1 + random.below(7), 1 + random.below(3));
        let legal = 1 + random.below(4);
        let edges = (0..1 + random.below(5))
            .map(|_| {
                let mut edges = vec![None; contexts * width];
                for context in 0..contexts {
                    if random.below(4) >= legal {
                        continue;
                    }
                    let to = random.below(contexts);
                    for place in 0..width {
                        let after = to * width + random.below(width);
                        edges[context * width + place] = Some(after as u8);
                    }
                }
                edges
            })
            .collect();
        Self::with_goals(width, contexts * width, edges, random)
    }
}

impl Machine<true> {
    pub(crate) fn random(random: &mut Random) -> Self {
        let states = 2 + random.below(12);
        let legal = 1 + random.below(3);
        let mut edges = Vec::new();
        for _ in 0..1 + random.below(3) {
            let (mut there, mut back) = (vec![None; states], vec![None; states]);
            let mut free: Vec<usize> = (0..states).collect();
            for (from, to) in there.iter_mut().enumerate() {
                // Self-loops are left out, because a self-loop would be its own inverse.
                let after = free[random.below(free.len())];
                if random.below(4) < legal && after != from {
                    *to = Some(after as u8);
                    back[after] = Some(from as u8);
                    free.retain(|&state| state != after);
                }
                if free.is_empty() {
                    break;
                }
            }
            edges.extend([there, back]);
        }
        Self::with_goals(1, states, edges, random)
    }
}

impl<const TWO_WAY: bool> Machine<TWO_WAY> {
    fn with_goals(
        width: usize,
        states: usize,
        edges: Vec<Vec<Option<u8>>>,
        random: &mut Random,
    ) -> Self {
        let rare = 1 + random.below(9);
        Self {
            width,
            goals: (0..states).map(|_| random.below(rare + 1) == 1).collect(),
            edges,
            unknown: [1, 3, u64::MAX][random.below(3)],
            costs: Vec::new(),
        }
    }

    pub(crate) fn states(&self) -> u8 {
        self.goals.len() as u8
    }
}

impl<const TWO_WAY: bool> Puzzle for Machine<TWO_WAY> {
    type State = u8;
    type Move = u8;

    fn moves(&self, state: u8) -> impl Iterator<Item = u8> {
        (0..self.edges.len() as u8)
            .filter(move |&m| self.edges[usize::from(m)][usize::from(state)].is_some())
    }

    fn apply(&self, state: u8, m: u8) -> u8 {
        self.edges[usize::from(m)][usize::from(state)].unwrap()
    }

    fn is_goal(&self, state: u8) -> bool {
        self.goals[usize::from(state)]
    }
}

impl<const TWO_WAY: bool> Goals for Machine<TWO_WAY> {
    fn goals(&self) -> impl Iterator<Item = u8> {
        (0..self.states()).filter(|&state| self.is_goal(state))
    }
}

impl Reverse for Machine<false> {
    fn predecessors(&self, state: u8) -> impl Iterator<Item = (u8, u8)> {
        (0..self.states()).flat_map(move |before| {
            self.moves(before)
                .filter(move |&m| self.apply(before, m) == state)
                .map(move |m| (m, before))
        })
    }
}

impl Invertible for Machine<true> {
    fn inverse(&self, m: u8) -> u8 {
        m ^ 1
    }
}

impl<const TWO_WAY: bool> Operators for Machine<TWO_WAY> {
    /// For each state, the state after the sequence, if the sequence is legal.
    type Sequence = Vec<Option<u8>>;

    fn operators(&self) -> usize {
        self.edges.len()
    }

    fn operator(&self, i: usize) -> u8 {
        i as u8
    }

    fn number(&self, m: u8) -> usize {
        m.into()
    }

    fn nothing(&self) -> Vec<Option<u8>> {
        (0..self.states()).map(Some).collect()
    }

    fn bytes(&self, sequence: &Vec<Option<u8>>) -> u64 {
        size_of_val(sequence.as_slice()) as u64
    }

    fn then(&self, sequence: &Vec<Option<u8>>, operator: usize) -> Then<Vec<Option<u8>>> {
        let edges = &self.edges[operator];
        let after: Vec<_> = sequence
            .iter()
            .map(|state| state.and_then(|state| edges[usize::from(state)]))
            .collect();
        let sum = after.iter().flatten().map(|&state| u64::from(state) + 1);
        match after.iter().all(Option::is_none) {
            true => Then::Never,
            false if sum.sum::<u64>().is_multiple_of(self.unknown) => Then::Unknown,
            false => Then::Known(after),
        }
    }

    fn marks(&self, _: &Vec<Option<u8>>) -> impl Iterator<Item = u64> {
        [0].into_iter()
    }

    fn replaces(&self, earlier: &Vec<Option<u8>>, sequence: &Vec<Option<u8>>) -> bool {
        let mut ends = earlier.iter().zip(sequence);
        ends.all(|(earlier, end)| end.is_none() || earlier == end)
    }
}

impl<const TWO_WAY: bool> Contexts for Machine<TWO_WAY> {
    fn contexts(&self) -> usize {
        self.goals.len() / self.width
    }

    fn context(&self, state: u8) -> usize {
        usize::from(state) / self.width
    }

    fn next(&self, context: usize, operator: usize) -> Option<usize> {
        self.edges[operator][context * self.width].map(|state| self.context(state))
    }
}

impl<const TWO_WAY: bool> MoveCosts for Machine<TWO_WAY> {
    fn cost(&self, before: u8, m: u8) -> u16 {
        let costs = self.costs.get(usize::from(m));
        costs.map_or(1, |costs| costs[usize::from(before)])
    }
}

/// Gives every move a cost from one of several ranges, with many free moves and many ties. The
/// inverse of a free move is free. Some operators cost the same in all states.
pub(crate) fn with_costs<const TWO_WAY: bool>(
    mut machine: Machine<TWO_WAY>,
    random: &mut Random,
) -> Machine<TWO_WAY>
where
    Machine<TWO_WAY>: Puzzle<State = u8, Move = u8>,
{
    const RANGES: [&[u16]; 6] = [
        &[1],
        &[0, 1],
        &[0, 0, 0, 1, 2],
        &[1, 2, 3, 7],
        &[0, 1, 100, 65_535],
        &[0],
    ];
    let range = RANGES[random.below(RANGES.len())];
    let mut costs = vec![vec![0; machine.goals.len()]; machine.edges.len()];
    for costs in &mut costs {
        let same = random.below(2) == 0;
        let all = range[random.below(range.len())];
        for cost in costs {
            *cost = if same {
                all
            } else {
                range[random.below(range.len())]
            };
        }
    }
    if TWO_WAY {
        for m in 0..costs.len() {
            for state in 0..machine.goals.len() {
                let Some(after) = machine.edges[m][state] else {
                    continue;
                };
                let there = costs[m][state];
                let back = &mut costs[m ^ 1][usize::from(after)];
                if (there == 0) != (*back == 0) {
                    *back = there;
                }
            }
        }
    }
    machine.costs = costs;
    machine
}
