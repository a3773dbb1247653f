//! Small puzzles of every kind, and a plain breadth-first search over them.
#![allow(dead_code)] // Each test uses a part of this module.

use std::collections::{HashMap, VecDeque};

use fewest_rules::{Goals, Invertible, Puzzle, Ranked, Reverse};

/// A walk on a ring of places to place 0.
pub(crate) struct Ring(pub(crate) u32);

impl Puzzle for Ring {
    type State = u32;
    type Move = i8;
    fn moves(&self, _: u32) -> impl Iterator<Item = i8> {
        [-1, 1].into_iter()
    }
    fn apply(&self, s: u32, m: i8) -> u32 {
        (i64::from(s) + i64::from(m)).rem_euclid(self.0.into()) as u32
    }
    fn is_goal(&self, s: u32) -> bool {
        s == 0
    }
}

impl Goals for Ring {
    fn goals(&self) -> impl Iterator<Item = u32> {
        [0].into_iter()
    }
}

impl Invertible for Ring {
    fn inverse(&self, m: i8) -> i8 {
        -m
    }
}

impl Ranked for Ring {
    fn size(&self) -> u64 {
        self.0.into()
    }
    fn rank(&self, s: u32) -> u64 {
        s.into()
    }
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

/// The 8-puzzle: all 9! boards, half of which are solvable. The digits of a state are its cells.
/// The digit 0 is the blank, which is in the last cell in the goal.
pub(crate) struct Eight;

impl Eight {
    fn cells(state: u32) -> [u8; 9] {
        let mut rest = state;
        let mut cells = [0; 9];
        for cell in cells.iter_mut().rev() {
            *cell = (rest % 10) as u8;
            rest /= 10;
        }
        cells
    }

    fn state(cells: [u8; 9]) -> u32 {
        cells
            .iter()
            .fold(0, |state, &cell| state * 10 + u32::from(cell))
    }

    pub(crate) const GOAL: u32 = 123_456_780;
}

impl Puzzle for Eight {
    type State = u32;
    /// The change of the blank's position.
    type Move = i8;
    fn moves(&self, s: u32) -> impl Iterator<Item = i8> {
        let blank = Self::cells(s).iter().position(|&c| c == 0).unwrap() as i8;
        [-3, -1, 1, 3].into_iter().filter(move |m| match m {
            -1 => blank % 3 > 0,
            1 => blank % 3 < 2,
            _ => (0..9).contains(&(blank + m)),
        })
    }
    fn apply(&self, s: u32, m: i8) -> u32 {
        let mut cells = Self::cells(s);
        let blank = cells.iter().position(|&c| c == 0).unwrap();
        cells.swap(blank, (blank as i8 + m) as usize);
        Self::state(cells)
    }
    fn is_goal(&self, s: u32) -> bool {
        s == Self::GOAL
    }
}

impl Goals for Eight {
    fn goals(&self) -> impl Iterator<Item = u32> {
        [Self::GOAL].into_iter()
    }
}

impl Invertible for Eight {
    fn inverse(&self, m: i8) -> i8 {
        -m
    }
}

impl Ranked for Eight {
    fn size(&self) -> u64 {
        362_880
    }
    fn rank(&self, s: u32) -> u64 {
        let cells = Self::cells(s);
        (0..9).fold(0, |rank, i| {
            let smaller = cells[i + 1..].iter().filter(|&&c| c < cells[i]).count();
            rank * (9 - i as u64) + smaller as u64
        })
    }
    fn unrank(&self, rank: u64) -> u32 {
        let mut rest = rank;
        let mut digits = [0; 9];
        for i in (0..9).rev() {
            digits[i] = (rest % (9 - i as u64)) as usize;
            rest /= 9 - i as u64;
        }
        let mut left: Vec<u8> = (0..9).collect();
        Self::state(digits.map(|digit| left.remove(digit)))
    }
}

/// A directed graph, possibly with parallel edges. Move `i` follows edge `i` of a node.
pub(crate) struct Graph {
    edges: Vec<Vec<u32>>,
    back: Vec<Vec<(u32, u32)>>,
    goals: Vec<u32>,
}

impl Graph {
    pub(crate) fn new(edges: Vec<Vec<u32>>, mut goals: Vec<u32>) -> Self {
        let mut back = vec![Vec::new(); edges.len()];
        for (from, edges) in edges.iter().enumerate() {
            for (m, &to) in edges.iter().enumerate() {
                back[to as usize].push((m as u32, from as u32));
            }
        }
        goals.sort_unstable();
        goals.dedup();
        Self { edges, back, goals }
    }

    /// A random graph with up to `degree` edges from each of `nodes` nodes, made from `seed`.
    pub(crate) fn random(nodes: u32, degree: u32, goals: usize, mut seed: u64) -> Self {
        let mut below = |n: u32| {
            // The random numbers come from SplitMix64.
            seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = seed;
            x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((x ^ x >> 31) % u64::from(n)) as u32
        };
        let edges = (0..nodes)
            .map(|_| (0..below(degree + 1)).map(|_| below(nodes)).collect())
            .collect();
        let goals = (0..goals).map(|_| below(nodes)).collect();
        Self::new(edges, goals)
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = u32;
    fn moves(&self, s: u32) -> impl Iterator<Item = u32> {
        0..self.edges[s as usize].len() as u32
    }
    fn apply(&self, s: u32, m: u32) -> u32 {
        self.edges[s as usize][m as usize]
    }
    fn is_goal(&self, s: u32) -> bool {
        self.goals.contains(&s)
    }
}

impl Goals for Graph {
    fn goals(&self) -> impl Iterator<Item = u32> {
        self.goals.iter().copied()
    }
}

impl Reverse for Graph {
    fn predecessors(&self, s: u32) -> impl Iterator<Item = (u32, u32)> {
        self.back[s as usize].iter().copied()
    }
}

impl Ranked for Graph {
    fn size(&self) -> u64 {
        self.edges.len() as u64
    }
    fn rank(&self, s: u32) -> u64 {
        s.into()
    }
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

/// The result of a plain breadth-first search.
pub(crate) struct Oracle {
    pub(crate) distances: Vec<Option<u32>>,
    pub(crate) histogram: Vec<u64>,
    /// The ranks of the last layer.
    pub(crate) last: Vec<u64>,
}

pub(crate) fn oracle<P: Ranked, I: IntoIterator<Item = P::State>>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    neighbours: impl Fn(P::State) -> I,
) -> Oracle {
    let mut distance: HashMap<P::State, u32> = starts.into_iter().map(|s| (s, 0)).collect();
    let mut queue: VecDeque<P::State> = distance.keys().copied().collect();
    while let Some(state) = queue.pop_front() {
        let next = distance[&state] + 1;
        for after in neighbours(state) {
            distance.entry(after).or_insert_with(|| {
                queue.push_back(after);
                next
            });
        }
    }
    let distances: Vec<Option<u32>> = (0..puzzle.size())
        .map(|rank| distance.get(&puzzle.unrank(rank)).copied())
        .collect();
    let farthest = distance.values().max();
    let mut histogram = vec![0; farthest.map_or(0, |&d| d as usize + 1)];
    for &d in distance.values() {
        histogram[d as usize] += 1;
    }
    let last = (0..puzzle.size())
        .filter(|&rank| farthest.is_some() && distances[rank as usize] == farthest.copied())
        .collect();
    Oracle {
        distances,
        histogram,
        last,
    }
}

/// The result of [`oracle`] along the moves.
pub(crate) fn forward<P: Ranked>(puzzle: &P, starts: &[P::State]) -> Oracle {
    oracle(puzzle, starts.iter().copied(), |state| {
        puzzle
            .moves(state)
            .map(|m| puzzle.apply(state, m))
            .collect::<Vec<_>>()
    })
}

/// The result of [`oracle`] against the moves, from the goals. Finds predecessors by enumerating
/// all moves of all states.
pub(crate) fn backward<P: Ranked + Goals>(puzzle: &P) -> Oracle {
    let mut before: HashMap<P::State, Vec<P::State>> = HashMap::new();
    for state in (0..puzzle.size()).map(|rank| puzzle.unrank(rank)) {
        for m in puzzle.moves(state) {
            before
                .entry(puzzle.apply(state, m))
                .or_default()
                .push(state);
        }
    }
    oracle(puzzle, puzzle.goals(), |state| {
        before.get(&state).cloned().unwrap_or_default()
    })
}
