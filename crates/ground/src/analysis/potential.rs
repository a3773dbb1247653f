//! Lower bounds from a number for each fact.
//!
//! A *fact* is a position with a label. The *potential* of a state is the sum of the numbers of its
//! facts (F. Pommerening, M. Helmert, G. Röger and J. Seipp, "From non-negative to general operator
//! cost partitioning", 2015). If it is greater by `d` than the potential of any goal, and no move
//! lowers it by more than `m`, at least `d / m` moves are missing. For example, if each peg counts
//! 1, the goal has one peg and a move removes one, a board with five pegs takes at least four moves.
//!
//! What a goal allows and what a rule changes is read from their tests, whatever the numbers are. So
//! badly chosen numbers give a low bound, but never a wrong one. Chosen are the
//! [distances](PotentialHeuristic::travel) of labels and the [occurrences](PotentialHeuristic::balance)
//! of a label.

mod balance;
mod change;
mod extent;
mod travel;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use super::by_byte::ByByte;
use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, Rule};
use change::lowered;
use extent::{greatest, greatest_of_goals};

/// The number of a fact from which no goal can be reached. A state has such a fact if and only if
/// its potential is at least this number, and no move leads from such a state to another;
/// [`PotentialHeuristic::new`] sees to both.
const NO_WAY: i32 = 1 << 20;

/// What the numbers of the facts say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// How far labels are from their goal positions.
    Distances {
        /// The number of these labels.
        labels: usize,
        /// Whether the distances are costs of moves, rather than numbers of moves.
        in_costs: bool,
    },
    /// How often a label occurs.
    Occurrences {
        /// The label.
        label: String,
    },
}

/// A lower bound from a number for each fact. It is admissible and consistent.
#[derive(Debug, Clone)]
pub struct PotentialHeuristic {
    measure: Measure,
    /// The greatest potential of a goal, or more.
    greatest: i32,
    /// The most that a move lowers the potential, divided by the cost of the move and rounded up.
    lowered: u32,
    numbers: ByByte<i32>,
}

impl PotentialHeuristic {
    /// The bound with the numbers `number`, which are at most 2²⁰, and not negative if one is 2²⁰. `cost` gives the cost of a
    /// rule. `None` if the puzzle has no goal, if a sum is too great, or if moves that cost nothing
    /// lower the potential, for they may be repeated.
    pub fn new(
        task: &PackedTask,
        measure: Measure,
        number: impl Fn(usize, Label) -> i32,
        cost: impl Fn(&Rule) -> u16,
    ) -> Option<Self> {
        let reduced = task.reduced();
        let greatest_goal = greatest_of_goals(task, &number)?;
        let (mut by_a_move, mut most) = (0, 0);
        for rule in &reduced.ground.rules {
            let lowered = lowered(reduced, rule, &number);
            most = most.max(lowered);
            let cost = i64::from(cost(rule));
            if lowered > by_a_move * cost {
                by_a_move = (lowered + cost - 1).checked_div(cost)?;
            }
        }
        let alone = reduced.alone();
        for rule in reduced.ground.consequences.rules() {
            // Of a consequence that is applied at once with others, the writes to positions that are
            // alone in their domains may happen without each other: two consequences may write the
            // same label there.
            let (apart, together) = rule.writes.iter().partition(|write| alone[write.position]);
            let parts = Vec::into_iter(apart).map(|write| vec![write]);
            for writes in parts.chain([together]) {
                let part = Rule {
                    writes,
                    ..rule.clone()
                };
                if lowered(reduced, &part, &number) > 0 {
                    return None;
                }
            }
        }
        let finite = |position, label| match number(position, label) {
            NO_WAY.. => 0,
            number => number,
        };
        let farthest = greatest(task, &finite, |position| reduced.sets[position]);
        let fits = farthest + most < NO_WAY.into() && greatest_goal < NO_WAY.into();
        let add = |sum: &mut i32, position, label| *sum += number(position, label);
        fits.then_some(Self {
            measure,
            greatest: i32::try_from(greatest_goal).ok()?,
            lowered: u32::try_from(by_a_move).ok()?,
            numbers: ByByte::new(task, add),
        })
    }

    /// What the numbers of the facts say.
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// The most that a move lowers the potential, divided by the cost of the move and rounded up.
    pub fn lowered(&self) -> u32 {
        self.lowered
    }

    /// The lower bound for a state with this potential.
    #[inline]
    fn bound_of(&self, potential: i32) -> u32 {
        if potential <= self.greatest {
            return 0;
        }
        match self.lowered {
            _ if potential >= NO_WAY => DEAD_END,
            0 => DEAD_END,
            1 => potential.abs_diff(self.greatest),
            lowered => potential.abs_diff(self.greatest).div_ceil(lowered),
        }
    }
}

impl<const N: usize, P> Heuristic<P> for PotentialHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    type Cache = u32;

    #[inline]
    fn start(&self, _: &P, state: Words<N>) -> u32 {
        self.bound_of(self.numbers.of(state, |sum, number| sum + number))
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
