//! All states of a puzzle with their exact distances, from the plain reading of its rules.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use fewest_ground::Ground;
use fewest_rules::Objective;

use crate::plain::{self, State};

/// No goal can be reached.
pub(crate) const NEVER: (u64, u64) = (u64::MAX, u64::MAX);

/// A move from a state.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    /// The index of the move in the puzzle's order of moves.
    pub(crate) of: usize,
    pub(crate) cost: u16,
    pub(crate) to: usize,
}

/// All states that a start reaches; the first is the start.
pub(crate) struct Space {
    pub(crate) states: Vec<State>,
    pub(crate) edges: Vec<Vec<Edge>>,
    pub(crate) is_goal: Vec<bool>,
    /// The least number of moves to a goal.
    pub(crate) moves: Vec<Option<u32>>,
    /// The least cost of moves to a goal.
    pub(crate) costs: Vec<Option<u32>>,
    /// The criteria of a best solution: what is minimised first, and what breaks ties.
    pub(crate) criteria: Vec<Option<(u64, u64)>>,
}

/// Why there is no space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoSpace {
    TooLarge,
    Endless,
}

impl Space {
    /// Enumerates what `start` reaches.
    pub(crate) fn new(ground: &Ground, start: &State, most: usize) -> Result<Self, NoSpace> {
        let mut states = vec![start.clone()];
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut edges: Vec<Vec<Edge>> = Vec::new();
        while edges.len() < states.len() {
            let state = states[edges.len()].clone();
            let mut own = Vec::new();
            for rule in plain::applied(ground, &state) {
                let next = plain::after_all(ground, rule, &state).ok_or(NoSpace::Endless)?;
                let to = *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() - 1
                });
                let rule = &ground.rules[rule];
                own.push(Edge {
                    of: rule.of,
                    cost: rule.cost,
                    to,
                });
            }
            edges.push(own);
            if states.len() > most {
                return Err(NoSpace::TooLarge);
            }
        }
        let is_goal: Vec<bool> = states.iter().map(|s| plain::is_goal(ground, s)).collect();
        let objective = ground.measure.as_ref().map(|measure| measure.objective);
        let first = |(first, _): (u64, u64)| first as u32;
        let distances = |weight: &dyn Fn(&Edge) -> (u64, u64)| -> Vec<Option<(u64, u64)>> {
            let all = distances(&edges, &is_goal, weight).into_iter();
            all.map(|distance| (distance != NEVER).then_some(distance))
                .collect()
        };
        let moves = distances(&|_| (1, 0));
        let costs = distances(&|edge| (edge.cost.into(), 0));
        let criteria = distances(&|edge| weight(objective, edge));
        Ok(Self {
            moves: moves.into_iter().map(|d| d.map(first)).collect(),
            costs: costs.into_iter().map(|d| d.map(first)).collect(),
            criteria,
            states,
            edges,
            is_goal,
        })
    }

    pub(crate) fn size(&self) -> usize {
        self.states.len()
    }
}

/// What a move adds to the criteria.
pub(crate) fn weight(objective: Option<Objective>, edge: &Edge) -> (u64, u64) {
    let cost = u64::from(edge.cost);
    match objective {
        None => (1, 0),
        Some(Objective::Cost) => (cost, 0),
        Some(Objective::CostThenMoves) => (cost, 1),
        Some(Objective::MovesThenCost) => (1, cost),
    }
}

/// The distances of all states from the nearest goal, by Dijkstra's algorithm from the goals.
pub(crate) fn distances(
    edges: &[Vec<Edge>],
    is_goal: &[bool],
    weight: &dyn Fn(&Edge) -> (u64, u64),
) -> Vec<(u64, u64)> {
    let mut back = vec![Vec::new(); edges.len()];
    for (from, own) in edges.iter().enumerate() {
        for edge in own {
            back[edge.to].push((from, weight(edge)));
        }
    }
    let mut distances = vec![NEVER; edges.len()];
    let mut heap = BinaryHeap::new();
    for goal in (0..edges.len()).filter(|&state| is_goal[state]) {
        distances[goal] = (0, 0);
        heap.push(Reverse(((0, 0), goal)));
    }
    while let Some(Reverse((distance, state))) = heap.pop() {
        if distance > distances[state] {
            continue;
        }
        for &(from, (first, second)) in &back[state] {
            let longer = (distance.0 + first, distance.1 + second);
            if longer < distances[from] {
                distances[from] = longer;
                heap.push(Reverse((longer, from)));
            }
        }
    }
    distances
}
