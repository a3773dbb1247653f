//! The places of a walker and its steps between them.

use std::collections::VecDeque;

use super::super::alternation::two_colours;

/// Bridges are looked for only in graphs with at most this many edges.
const MOST_EDGES: usize = 1 << 11;
/// Used instead of the index of a place for a position where the walker cannot be.
const NOWHERE: usize = usize::MAX;

/// The graph of the steps of a walker in both directions.
pub(super) struct Graph {
    /// The positions of the places, in increasing order.
    pub(super) places: Vec<usize>,
    /// For each place, the places that a step connects with it, in increasing order.
    pub(super) neighbours: Vec<Vec<usize>>,
    /// For each position, the index of its place; [`NOWHERE`] if the walker cannot be there.
    numbers: Vec<usize>,
}

/// An edge whose removal disconnects the graph.
pub(super) struct GraphBridge {
    /// The two ends of the edge (`ends`), and the places on the side of each end (`sides`).
    ends: [usize; 2],
    sides: [Vec<usize>; 2],
    /// For each place, whether it lies on the second side, and the number of bridges, including
    /// this one, on the way from there to the other side.
    seen: Vec<(bool, u32)>,
}

impl Graph {
    /// The graph of `steps` between different positions below `count`.
    pub(super) fn new(count: usize, steps: &[(usize, usize)]) -> Self {
        let mut places: Vec<usize> = steps.iter().flat_map(|&(from, to)| [from, to]).collect();
        places.sort_unstable();
        places.dedup();
        let mut numbers = vec![NOWHERE; count];
        for (number, &position) in places.iter().enumerate() {
            numbers[position] = number;
        }
        let mut neighbours = vec![Vec::new(); places.len()];
        for &(from, to) in steps {
            let (from, to) = (numbers[from], numbers[to]);
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Self {
            places,
            neighbours,
            numbers,
        }
    }

    /// The index of the place that lies at `position`; `None` if the walker cannot be there.
    pub(super) fn place(&self, position: usize) -> Option<usize> {
        let number = self.numbers[position];
        (number != NOWHERE).then_some(number)
    }

    /// A colour for each place, such that every step leads to the other colour; `None` if there is
    /// no such colouring.
    pub(super) fn colours(&self) -> Option<Vec<bool>> {
        let edges: Vec<(usize, usize, bool)> = self
            .edges()
            .map(|(one, other)| (one, other, true))
            .collect();
        two_colours(self.places.len(), &edges)
    }

    /// For each place, the number of steps from `first`, at most 255.
    pub(super) fn steps_from(&self, first: usize) -> Vec<u8> {
        let mut steps = vec![u8::MAX; self.places.len()];
        steps[first] = 0;
        let mut queue = VecDeque::from([first]);
        while let Some(place) = queue.pop_front() {
            let next = steps[place].saturating_add(1);
            for &neighbour in &self.neighbours[place] {
                if steps[neighbour] > next {
                    steps[neighbour] = next;
                    queue.push_back(neighbour);
                }
            }
        }
        steps
    }

    fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let lists = self.neighbours.iter().enumerate();
        lists.flat_map(|(one, list)| {
            let later = list.iter().filter(move |&&other| one < other);
            later.map(move |&other| (one, other))
        })
    }

    /// All bridges, or none if there are too many edges. Takes time in proportion to the number of
    /// edges times the size of the graph.
    pub(super) fn bridges(&self) -> Vec<GraphBridge> {
        let mut bridges = Vec::new();
        if self.edges().count() > MOST_EDGES {
            return bridges;
        }
        for edge in self.edges() {
            let near = self.reached(edge.0, edge);
            if near.contains(&edge.1) {
                continue;
            }
            let far = self.reached(edge.1, edge);
            let mut seen = vec![(false, 1); self.places.len()];
            for &place in &far {
                seen[place].0 = true;
            }
            bridges.push(GraphBridge {
                ends: [edge.0, edge.1],
                sides: [near, far],
                seen,
            });
        }
        // A bridge lies on the way from a place to another bridge if it separates the place from
        // the near end of the other one.
        let separations: Vec<Vec<bool>> = bridges.iter().map(GraphBridge::second_side).collect();
        for (number, bridge) in bridges.iter_mut().enumerate() {
            for (other, separated) in separations.iter().enumerate() {
                if other == number {
                    continue;
                }
                for (place, (second, depth)) in bridge.seen.iter_mut().enumerate() {
                    let near = bridge.ends[usize::from(*second)];
                    *depth += u32::from(separated[place] != separated[near]);
                }
            }
        }
        bridges
    }

    /// The places that can be reached from `first` without the edge `removed`.
    fn reached(&self, first: usize, removed: (usize, usize)) -> Vec<usize> {
        let mut known = vec![false; self.places.len()];
        known[first] = true;
        let (mut all, mut queue) = (vec![first], VecDeque::from([first]));
        while let Some(place) = queue.pop_front() {
            for &next in &self.neighbours[place] {
                if !known[next] && (place.min(next), place.max(next)) != removed {
                    known[next] = true;
                    all.push(next);
                    queue.push_back(next);
                }
            }
        }
        all
    }
}

impl GraphBridge {
    /// For each place, whether it lies on the second side.
    fn second_side(&self) -> Vec<bool> {
        self.seen.iter().map(|&(second, _)| second).collect()
    }

    /// The bridge as seen from a place: the number of bridges on the way to the other side, the end
    /// on that side, and all places there.
    pub(super) fn from(&self, place: usize) -> (u32, usize, &[usize]) {
        let (second, depth) = self.seen[place];
        let far = usize::from(!second);
        (depth, self.ends[far], &self.sides[far])
    }
}
