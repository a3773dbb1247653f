//! Classes of pairs of positions that moves take to one another.
//!
//! A move that carries both labels of a pair, or neither of them, keeps the pair together: two
//! labels that were neighbours before the move are neighbours after it. So all pairs of positions
//! that such moves connect belong to one class. In a stack whose upper part is turned over, each
//! class has the pairs of positions at one distance. A move that carries only one label of a pair
//! usually leaves the class: it separates the two labels.
//!
//! One additional place, which never changes, stands for everything that does not move. A pair of
//! this place and a position is kept together by each move that does not change the label of the
//! position.

use crate::ground::{Label, LabelSet};
use crate::partition::Partition;
use crate::reduction::ReducedTask;

use super::transport::Transport;

/// Two positions, by their indices among the changing positions. `other` may be the additional
/// place that never changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct NeighbourPair {
    pub(super) one: usize,
    pub(super) other: usize,
}

/// A class of pairs of positions: moves that keep two labels together take them from one pair of
/// the class to another one.
pub(super) struct PairClass {
    root: usize,
    pub(super) pairs: Vec<NeighbourPair>,
    /// For each label at the first position of a pair, the set of labels that the second position
    /// may have together with it in some goal. A set has one bit for each label.
    pub(super) goal_pairs: [u64; 64],
    /// The number of pairs of the class that have, at the start, two labels that no pair of the
    /// class has in any goal.
    pub(super) foreign: u32,
    /// The index of each rule that *separates* pairs of the class, which means that it takes their
    /// labels to no pair of the class, and the number of these pairs.
    pub(super) separated: Vec<(usize, u32)>,
}

impl PairClass {
    /// The greatest number of pairs of the class that one rule separates.
    pub(super) fn most_separated(&self) -> u32 {
        let times = self.separated.iter().map(|&(_, times)| times);
        times.max().unwrap_or(0)
    }
}

/// The classes of all ordered pairs of positions.
pub(super) struct PairClasses {
    /// The number of places: all changing positions, and the additional place that never changes.
    places: usize,
    /// For each pair, the leader of its class.
    leaders: Vec<usize>,
}

impl PairClasses {
    /// Finds the classes of the ordered pairs of positions. The number of changing positions is
    /// `cells`, and `transports` says for each rule how it moves labels.
    pub(super) fn new(cells: usize, transports: &[Transport]) -> Self {
        let places = cells + 1;
        let mut joined = Partition::new(places * places);
        let index = |(one, other): (usize, usize)| one * places + other;
        for transport in transports {
            for one in 0..places {
                for other in (0..places).filter(|&other| other != one) {
                    if transport.moves(one) == transport.moves(other)
                        && let Some(after) = transport.forward((one, other))
                    {
                        joined.join(index((one, other)), index(after));
                    }
                }
            }
        }
        Self {
            places,
            leaders: joined.all_least(),
        }
    }

    /// The leader of the class of an ordered pair: the pair that stands for the class.
    fn root(&self, (one, other): (usize, usize)) -> usize {
        self.leaders[one * self.places + other]
    }

    /// The classes that may give a positive bound: some state may have a pair of the class that no
    /// goal has, and some rule separates pairs of the class. Each class and its mirror image count
    /// once.
    pub(super) fn useful(
        &self,
        reduced: &ReducedTask,
        cells: &[usize],
        start: &[Label],
        transports: &[Transport],
    ) -> Vec<PairClass> {
        let mut at = vec![usize::MAX; self.leaders.len()];
        let mut all: Vec<PairClass> = Vec::new();
        for one in 0..cells.len() {
            for other in one + 1..self.places {
                let (root, mirror) = (self.root((one, other)), self.root((other, one)));
                // Of a class and its mirror image, the class with the lesser leader is used. A
                // class that is its own mirror image has each pair in both orders, of which one is
                // kept. The additional place that never changes is always the second place of a
                // pair.
                let (root, pair) = match root <= mirror || other == cells.len() {
                    true => (root, NeighbourPair { one, other }),
                    false => (
                        mirror,
                        NeighbourPair {
                            one: other,
                            other: one,
                        },
                    ),
                };
                if at[root] == usize::MAX {
                    at[root] = all.len();
                    all.push(PairClass {
                        root,
                        pairs: Vec::new(),
                        goal_pairs: [0; 64],
                        foreign: 0,
                        separated: Vec::new(),
                    });
                }
                all[at[root]].pairs.push(pair);
            }
        }
        all.retain_mut(|class| self.is_useful(class, reduced, cells, start, transports));
        all
    }

    /// Completes the data of a class. Returns whether the class may give a positive bound.
    fn is_useful(
        &self,
        class: &mut PairClass,
        reduced: &ReducedTask,
        cells: &[usize],
        start: &[Label],
        transports: &[Transport],
    ) -> bool {
        // The additional place that never changes always has the label 0.
        let labels = |of: &dyn Fn(usize) -> LabelSet, cell: usize| {
            cells
                .get(cell)
                .map_or(LabelSet::of(0), |&position| of(position))
        };
        for pair in &class.pairs {
            let symmetric = self.root((pair.one, pair.other)) == self.root((pair.other, pair.one));
            for goal in &reduced.ground.goals {
                let under = |position| reduced.under(goal, position);
                let (one, other) = (labels(&under, pair.one), labels(&under, pair.other));
                for label in one.labels() {
                    class.goal_pairs[usize::from(label)] |= other.0;
                }
                for label in other.labels().filter(|_| symmetric) {
                    class.goal_pairs[usize::from(label)] |= one.0;
                }
            }
        }
        let may_be_foreign = |pair: &NeighbourPair| {
            let sets = |position: usize| reduced.sets[position];
            let (one, other) = (labels(&sets, pair.one), labels(&sets, pair.other));
            one.labels()
                .any(|label| other.0 & !class.goal_pairs[usize::from(label)] != 0)
        };
        if !class.pairs.iter().any(may_be_foreign) {
            return false;
        }
        let is_foreign = |pair: &&NeighbourPair| {
            let at_start = |position: usize| LabelSet::of(start[position]);
            let (one, other) = (labels(&at_start, pair.one), labels(&at_start, pair.other));
            let one = one.0.trailing_zeros() as usize;
            other.0 & class.goal_pairs[one] == 0
        };
        class.foreign = class.pairs.iter().filter(is_foreign).count() as u32;
        for (rule, transport) in transports.iter().enumerate() {
            let separated = self.separated(class, transport).count() as u32;
            if separated > 0 {
                class.separated.push((rule, separated));
            }
        }
        !class.separated.is_empty()
    }

    /// The pairs of the class that the rule with the movement `transport` separates: it takes their
    /// labels to no pair of the class.
    pub(super) fn separated<'a>(
        &'a self,
        class: &'a PairClass,
        transport: &'a Transport,
    ) -> impl Iterator<Item = NeighbourPair> + 'a {
        self.not_kept(class, |pair| transport.forward(pair))
    }

    /// The pairs of the class that the rule with the movement `transport` joins: their labels after
    /// the rule come from no pair of the class. A rule joins as many pairs as it separates, because
    /// it moves each label from one position to one other position.
    pub(super) fn joined<'a>(
        &'a self,
        class: &'a PairClass,
        transport: &'a Transport,
    ) -> impl Iterator<Item = NeighbourPair> + 'a {
        self.not_kept(class, |pair| transport.backward(pair))
    }

    fn not_kept<'a>(
        &'a self,
        class: &'a PairClass,
        image: impl Fn((usize, usize)) -> Option<(usize, usize)> + 'a,
    ) -> impl Iterator<Item = NeighbourPair> + 'a {
        let pairs = class.pairs.iter().copied();
        pairs.filter(move |pair| {
            let image = image((pair.one, pair.other));
            image.is_none_or(|image| self.root(image) != class.root)
        })
    }
}
