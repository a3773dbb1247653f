//! Small puzzles of every kind, for the tests of this crate.

use fewest_rules::{Commuting, DEAD_END, Goals, Invertible, Puzzle, Reverse, Symmetric};

/// A directed graph with numbered edges. There may be self-loops, several edges between two nodes,
/// nodes without edges, and any goals. Moves have no inverses.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    /// For each node and move, the next node if the move is legal.
    pub edges: Vec<Vec<Option<u16>>>,
    pub goals: Vec<bool>,
}

impl Puzzle for Graph {
    type State = u16;
    type Move = u8;

    fn moves(&self, state: u16) -> impl Iterator<Item = u8> {
        (0..)
            .zip(&self.edges[usize::from(state)])
            .filter_map(|(m, to)| to.map(|_| m))
    }

    fn apply(&self, state: u16, m: u8) -> u16 {
        self.edges[usize::from(state)][usize::from(m)].expect("a legal move")
    }

    fn is_goal(&self, state: u16) -> bool {
        self.goals[usize::from(state)]
    }
}

impl Goals for Graph {
    fn goals(&self) -> impl Iterator<Item = u16> {
        (0..self.goals.len() as u16).filter(|&s| self.is_goal(s))
    }
}

impl Reverse for Graph {
    fn predecessors(&self, state: u16) -> impl Iterator<Item = (u8, u16)> {
        (0..self.edges.len() as u16).flat_map(move |before| {
            self.moves(before)
                .filter(move |&m| self.apply(before, m) == state)
                .map(move |m| (m, before))
        })
    }
}

/// An undirected graph. Edge `e` is move `2e` in one direction and move `2e + 1` in the other.
#[derive(Debug, Clone)]
pub(crate) struct Roads {
    pub ends: Vec<(u16, u16)>,
    pub goals: Vec<bool>,
}

impl Roads {
    fn ends_of(&self, m: u16) -> (u16, u16) {
        let (a, b) = self.ends[usize::from(m / 2)];
        if m.is_multiple_of(2) { (a, b) } else { (b, a) }
    }
}

impl Puzzle for Roads {
    type State = u16;
    type Move = u16;

    fn moves(&self, state: u16) -> impl Iterator<Item = u16> {
        (0..2 * self.ends.len() as u16).filter(move |&m| self.ends_of(m).0 == state)
    }

    fn apply(&self, _: u16, m: u16) -> u16 {
        self.ends_of(m).1
    }

    fn is_goal(&self, state: u16) -> bool {
        self.goals[usize::from(state)]
    }
}

impl Invertible for Roads {
    fn inverse(&self, m: u16) -> u16 {
        m ^ 1
    }
}

impl Goals for Roads {
    fn goals(&self) -> impl Iterator<Item = u16> {
        (0..self.goals.len() as u16).filter(|&s| self.is_goal(s))
    }
}

/// A walk on a ring of places to place 0. The ring looks the same in both directions.
#[derive(Debug, Clone)]
pub(crate) struct Ring(pub u32);

impl Puzzle for Ring {
    type State = u32;
    type Move = i8;

    fn moves(&self, _: u32) -> impl Iterator<Item = i8> {
        [-1, 1].into_iter()
    }

    fn apply(&self, state: u32, m: i8) -> u32 {
        (state + if m < 0 { self.0 - 1 } else { 1 }) % self.0
    }

    fn is_goal(&self, state: u32) -> bool {
        state == 0
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

impl Symmetric for Ring {
    fn canonical(&self, state: u32) -> u32 {
        state.min((self.0 - state) % self.0)
    }
}

/// A binary tree with root 1, all of whose moves lead down. The leaves whose number is a multiple of
/// `every` are goals.
pub(crate) fn tree(depth: u32, every: u16) -> Graph {
    let leaves = 1_u16 << depth;
    let below = |node| match (1..leaves).contains(&node) {
        true => vec![Some(2 * node), Some(2 * node + 1)],
        false => Vec::new(),
    };
    Graph {
        edges: (0..2 * leaves).map(below).collect(),
        goals: (0..2 * leaves)
            .map(|node| node >= leaves && node.is_multiple_of(every))
            .collect(),
    }
}

/// The puzzle to reach a number by adding one, halving an even number, or doubling.
pub(crate) fn count(target: u16, most: u16) -> Graph {
    let steps = |number: u16| {
        let half = number.is_multiple_of(2).then_some(number / 2);
        let no_more = |number| (number <= most).then_some(number);
        vec![no_more(number + 1), half, no_more(2 * number)]
    };
    Graph {
        edges: (0..=most).map(steps).collect(),
        goals: (0..=most).map(|number| number == target).collect(),
    }
}

/// Counters modulo `k`. A move adds its pattern to the counters; the goal is that all counters are
/// equal.
#[derive(Debug, Clone)]
pub(crate) struct Presses {
    pub k: u8,
    pub patterns: Vec<[u8; 5]>,
}

impl Puzzle for Presses {
    type State = [u8; 5];
    type Move = usize;

    fn moves(&self, _: [u8; 5]) -> impl Iterator<Item = usize> {
        0..self.patterns.len()
    }

    fn apply(&self, state: [u8; 5], m: usize) -> [u8; 5] {
        std::array::from_fn(|i| (state[i] + self.patterns[m][i]) % self.k)
    }

    fn is_goal(&self, state: [u8; 5]) -> bool {
        state.iter().all(|&cell| cell == state[0])
    }
}

impl Commuting for Presses {
    fn order(&self, m: usize) -> u32 {
        let zero = [0; 5];
        let mut state = self.apply(zero, m);
        let mut order = 1;
        while state != zero {
            state = self.apply(state, m);
            order += 1;
        }
        order
    }
}

impl Goals for Presses {
    fn goals(&self) -> impl Iterator<Item = [u8; 5]> {
        (0..self.k).map(|cell| [cell; 5])
    }
}

impl Reverse for Presses {
    fn predecessors(&self, state: [u8; 5]) -> impl Iterator<Item = (usize, [u8; 5])> {
        self.moves(state).map(move |m| {
            let before =
                std::array::from_fn(|i| (state[i] + self.k - self.patterns[m][i]) % self.k);
            (m, before)
        })
    }
}

/// Eight tiles and a blank on 3×3 cells. A move is the direction in which a tile slides.
#[derive(Debug, Clone)]
pub(crate) struct Tiles;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Slide {
    Down,
    Left,
    Right,
    Up,
}

impl Tiles {
    pub(crate) const GOAL: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

    fn source(state: [u8; 9], m: Slide) -> Option<usize> {
        let gap = state.iter().position(|&tile| tile == 0)?;
        match m {
            Slide::Down => gap.checked_sub(3),
            Slide::Left => (gap % 3 < 2).then_some(gap + 1),
            Slide::Right => (gap % 3 > 0).then(|| gap - 1),
            Slide::Up => (gap < 6).then_some(gap + 3),
        }
    }

    /// The sum of the distances of the tiles from their goal cells.
    pub(crate) fn manhattan(state: [u8; 9]) -> u32 {
        (0..)
            .zip(state)
            .filter(|&(_, tile)| tile != 0)
            .map(|(at, tile): (i32, u8)| {
                let home = i32::from(tile) - 1;
                (at / 3).abs_diff(home / 3) + (at % 3).abs_diff(home % 3)
            })
            .sum()
    }
}

impl Puzzle for Tiles {
    type State = [u8; 9];
    type Move = Slide;

    fn moves(&self, state: [u8; 9]) -> impl Iterator<Item = Slide> {
        [Slide::Down, Slide::Left, Slide::Right, Slide::Up]
            .into_iter()
            .filter(move |&m| Self::source(state, m).is_some())
    }

    fn apply(&self, mut state: [u8; 9], m: Slide) -> [u8; 9] {
        let gap = state.iter().position(|&tile| tile == 0).expect("a gap");
        let tile = Self::source(state, m).expect("a legal move");
        state.swap(gap, tile);
        state
    }

    fn is_goal(&self, state: [u8; 9]) -> bool {
        state == Self::GOAL
    }
}

impl Invertible for Tiles {
    fn inverse(&self, m: Slide) -> Slide {
        match m {
            Slide::Down => Slide::Up,
            Slide::Left => Slide::Right,
            Slide::Right => Slide::Left,
            Slide::Up => Slide::Down,
        }
    }
}

impl Goals for Tiles {
    fn goals(&self) -> impl Iterator<Item = [u8; 9]> {
        [Self::GOAL].into_iter()
    }
}

/// An infinite grid without a goal. Only a limit ends a search.
#[derive(Debug, Clone)]
pub(crate) struct Endless;

impl Puzzle for Endless {
    type State = (i64, i64);
    type Move = u8;

    fn moves(&self, _: (i64, i64)) -> impl Iterator<Item = u8> {
        0..4
    }

    fn apply(&self, (x, y): (i64, i64), m: u8) -> (i64, i64) {
        [(x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y)][usize::from(m)]
    }

    fn is_goal(&self, _: (i64, i64)) -> bool {
        false
    }
}

impl Invertible for Endless {
    fn inverse(&self, m: u8) -> u8 {
        3 - m
    }
}

impl Goals for Endless {
    /// The goal is unreachable, but two waves take long to prove that.
    fn goals(&self) -> impl Iterator<Item = (i64, i64)> {
        [(1 << 40, 1 << 40)].into_iter()
    }
}

/// Forty switches and a goal that needs more switches than can be tried.
#[derive(Debug, Clone)]
pub(crate) struct Switches;

impl Puzzle for Switches {
    type State = u64;
    type Move = u32;

    fn moves(&self, _: u64) -> impl Iterator<Item = u32> {
        0..40
    }

    fn apply(&self, state: u64, m: u32) -> u64 {
        state ^ 1 << m
    }

    fn is_goal(&self, state: u64) -> bool {
        state == (1 << 40) - 1
    }
}

impl Commuting for Switches {
    fn order(&self, _: u32) -> u32 {
        2
    }
}

/// A heuristic of lowered true distances, which is admissible, rarely consistent, and detects some
/// dead ends.
pub(crate) fn worsened(distances: &[Option<u32>], seed: u64) -> impl Fn(u16) -> u32 {
    move |state: u16| {
        let mut noise = (seed ^ u64::from(state)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        noise ^= noise >> 29;
        match distances[usize::from(state)] {
            Some(distance) => distance.saturating_sub((noise % 4) as u32 * (noise >> 8 & 1) as u32),
            None if noise.is_multiple_of(3) => DEAD_END,
            None => (noise % 5) as u32,
        }
    }
}
