//! A graph: places, and moves between them. It is the plainest way to write a state space: every
//! move is listed.

mod notation;

use std::collections::HashMap;
use std::sync::Arc;

use fewest_rules::{Goals, Puzzle, Ranked, Reverse, Symmetric};

pub use notation::{GraphStart, read};

/// A place of a graph: its index in the order in which the text names the places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u32);

/// A name of moves: its index in the alphabetical order of the names. From one place at most one
/// move has a name, but moves from different places may share it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step(u32);

/// Places, moves between them, and the places that are goals. Clones are cheap.
#[derive(Debug, Clone)]
pub struct Graph(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    places: Vec<Box<str>>,
    by_name: HashMap<Box<str>, Place>,
    /// The names of moves, in alphabetical order.
    steps: Vec<Box<str>>,
    /// For each name in lower case, the first name of moves that differs from it only in case.
    by_lower_case: HashMap<String, Step>,
    is_goal: Vec<bool>,
    /// For each place, the moves from it, in increasing order, each with the place to which it
    /// leads.
    from: Vec<Vec<(Step, Place)>>,
    /// For each place, the moves to it, each with the place from which it leads.
    into: Vec<Vec<(Step, Place)>>,
}

impl Puzzle for Graph {
    type State = Place;
    type Move = Step;

    fn moves(&self, place: Place) -> impl Iterator<Item = Step> {
        self.successors(place).map(|(step, _)| step)
    }

    fn apply(&self, place: Place, step: Step) -> Place {
        let moves = &self.0.from[place.0 as usize];
        let found = moves.binary_search_by_key(&step, |&(step, _)| step);
        found.map_or(place, |at| moves[at].1)
    }

    fn is_goal(&self, place: Place) -> bool {
        self.0.is_goal[place.0 as usize]
    }

    fn successors(&self, place: Place) -> impl Iterator<Item = (Step, Place)> {
        self.0.from[place.0 as usize].iter().copied()
    }
}

impl Goals for Graph {
    fn goals(&self) -> impl Iterator<Item = Place> {
        (0..self.size())
            .map(|rank| self.unrank(rank))
            .filter(|&place| self.is_goal(place))
    }
}

impl Reverse for Graph {
    fn predecessors(&self, place: Place) -> impl Iterator<Item = (Step, Place)> {
        self.0.into[place.0 as usize].iter().copied()
    }
}

impl Ranked for Graph {
    fn size(&self) -> u64 {
        self.0.places.len() as u64
    }

    fn rank(&self, place: Place) -> u64 {
        place.0.into()
    }

    fn unrank(&self, rank: u64) -> Place {
        Place(rank as u32)
    }
}

/// No symmetries are looked for.
impl Symmetric for Graph {
    fn canonical(&self, place: Place) -> Place {
        place
    }
}
