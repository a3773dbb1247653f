//! The properties of a puzzle that do not depend on the number of words of a state.

use std::sync::{Arc, OnceLock};

use fewest_rules::{Limits, Meter, StopReason};
use fewest_search::PruningLimits;
use fewest_tables::DistanceTable;

use super::additions::Additions;
use super::agent::AgentRegions;
use super::by_rule::{ByRule, OnlyPlaces};
use super::carriers::Carriers;
use super::goals::GoalStates;
use super::inverse::InverseMoves;
use super::neighbours::NeighbourHeuristic;
use super::parity::Parity;
use super::pattern::parts;
use super::pieces::{PatternChoice, PieceBound, PiecePattern, PieceStates, Pieces};
use super::places::Places;
use super::potential::PotentialHeuristic;
use super::pruning::{LazyPruning, MovePruning};
use super::ranking::StateRanking;
use super::sequences::Sequences;
use super::symmetry::Symmetries;
use super::together::TogetherHeuristic;
use super::tokens::TokenTravel;
use crate::compiled::PackedTask;
use crate::reduction::{InverseRule, inverse_rules};

/// The analysis enumerates at most this many goal states.
pub const MOST_GOALS: usize = 1 << 16;
/// The enumerated goal states take at most this many bytes, so they may be fewer if they are wide.
const MOST_GOAL_BYTES: usize = 4 << 20;
/// A short enumeration of goal states tries at most this many labels. It is meant for boards that
/// may be solved before a long enumeration would end.
const AT_ONCE: usize = 1 << 15;

/// The properties of a puzzle that do not depend on the number of words of a state. A property is
/// `None` if the puzzle does not have it, and is computed on its first use.
#[derive(Debug)]
pub struct Properties {
    task: Arc<PackedTask>,
    found: Found,
}

/// What has been found so far.
#[derive(Debug, Default)]
struct Found {
    inverse_rules: OnceLock<Option<Vec<InverseRule>>>,
    inverse_moves: OnceLock<Option<InverseMoves>>,
    sequences: OnceLock<Sequences>,
    places: OnceLock<Option<Places>>,
    additions: OnceLock<Option<Additions>>,
    symmetries: OnceLock<Option<Symmetries>>,
    ranking: OnceLock<Option<StateRanking>>,
    goals: OnceLock<Option<GoalStates>>,
    /// Set once an enumeration of at most [`AT_ONCE`] labels has been tried, whether it found all
    /// goal states or not.
    goals_tried: OnceLock<()>,
    travel: OnceLock<Option<PotentialHeuristic>>,
    travel_in_costs: OnceLock<Option<PotentialHeuristic>>,
    agent: OnceLock<Option<AgentRegions>>,
    tokens: OnceLock<Option<TokenTravel>>,
    carriers: OnceLock<Vec<Carriers>>,
    balance: OnceLock<Option<PotentialHeuristic>>,
    neighbours: OnceLock<Option<NeighbourHeuristic>>,
    together: OnceLock<Option<TogetherHeuristic>>,
    parity: OnceLock<Option<Parity>>,
    pieces: OnceLock<Option<Pieces>>,
    large_pattern: OnceLock<Option<PatternChoice>>,
    /// The lower bounds of a small and of a large pattern of the pieces, as far as they were made.
    piece_bounds: [OnceLock<PieceBound>; 2],
    parts: OnceLock<usize>,
    pruning: LazyPruning,
}

impl Properties {
    pub(super) fn new(task: Arc<PackedTask>) -> Self {
        let found = Found::default();
        Self { task, found }
    }

    /// The analysed task.
    pub fn task(&self) -> &PackedTask {
        &self.task
    }

    /// The inverses of the rules; `None` if they cannot be expressed as rules or are too many.
    pub fn inverse_rules(&self) -> Option<&[InverseRule]> {
        let find = || inverse_rules(self.task.reduced());
        self.found.inverse_rules.get_or_init(find).as_deref()
    }

    /// The inverse of each move; `None` if some move is not known to have an inverse.
    pub fn inverse_moves(&self) -> Option<&InverseMoves> {
        let find = || InverseMoves::new(&self.task, self.inverse_rules()?);
        self.found.inverse_moves.get_or_init(find).as_ref()
    }

    /// The effects of sequences of rules.
    pub fn sequences(&self) -> &Sequences {
        self.found
            .sequences
            .get_or_init(|| Sequences::new(&self.task))
    }

    /// The places of the selecting label, which is on the board once, if its position determines
    /// which rules apply.
    pub fn places(&self) -> Option<&Places> {
        let find = || Places::new(&self.task, self.sequences());
        self.found.places.get_or_init(find).as_ref()
    }

    /// The abstraction whose states say only where the selecting label is. Move pruning is derived
    /// from this abstraction.
    pub fn only_places(&self) -> ByRule<'_, OnlyPlaces> {
        ByRule::new(OnlyPlaces, &self.task, self.sequences(), self.places())
    }

    /// The states of the puzzle, given by the placements of its pieces, with the rules as operators
    /// on them.
    pub fn by_pieces<'a>(&'a self, pattern: &'a PiecePattern) -> ByRule<'a, PieceStates<'a>> {
        ByRule::new(
            pattern.states(),
            &self.task,
            self.sequences(),
            self.places(),
        )
    }

    /// The moves that a depth-first search skips. They are found by comparing sequences of moves
    /// within the limits `reach`, which is [`NEAR`](super::NEAR) or [`FAR`](super::FAR).
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn pruning(
        &self,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<&MovePruning, StopReason> {
        self.found.pruning.get(&self.only_places(), reach, limits)
    }

    /// The numbers that moves add to the labels of positions; `None` if moves do anything else.
    pub fn additions(&self) -> Option<&Additions> {
        let find = || Additions::new(&self.task);
        self.found.additions.get_or_init(find).as_ref()
    }

    /// The permutations of positions and labels that preserve the puzzle.
    pub fn symmetries(&self) -> Option<&Symmetries> {
        let find = || Symmetries::new(&self.task);
        self.found.symmetries.get_or_init(find).as_ref()
    }

    /// The ranking of the states, which gives each state a number.
    pub fn ranking(&self) -> Option<&StateRanking> {
        let find = || StateRanking::new(&self.task);
        self.found.ranking.get_or_init(find).as_ref()
    }

    fn most_goals(&self) -> usize {
        MOST_GOALS.min(MOST_GOAL_BYTES / (8 * self.task.words()))
    }

    /// The goal states; `None` if there are more than [`MOST_GOALS`] or they take more than
    /// `MOST_GOAL_BYTES`.
    pub fn goals(&self) -> Option<&GoalStates> {
        let find = || GoalStates::new(&self.task, self.most_goals());
        self.found.goals.get_or_init(find).as_ref()
    }

    /// The goal states as in [`goals`](Self::goals), if a short enumeration finds them all;
    /// otherwise `None`.
    pub fn goals_at_once(&self) -> Option<&GoalStates> {
        self.found.goals_tried.get_or_init(|| {
            if self.found.goals.get().is_none()
                && let Ok(goals) = GoalStates::after(&self.task, self.most_goals(), AT_ONCE)
            {
                // If another thread was faster, it has stored the same states.
                let _ = self.found.goals.set(goals);
            }
        });
        self.found.goals.get().and_then(Option::as_ref)
    }

    /// The heuristic from the distances of labels to their goal positions.
    pub fn travel(&self) -> Option<&PotentialHeuristic> {
        let find = || PotentialHeuristic::travel(&self.task);
        self.found.travel.get_or_init(find).as_ref()
    }

    /// The heuristic from the distances of labels to their goal positions. Each distance is a sum
    /// of costs of moves, rather than a number of moves.
    pub fn travel_in_costs(&self) -> Option<&PotentialHeuristic> {
        let find = || PotentialHeuristic::travel_in_costs(&self.task);
        self.found.travel_in_costs.get_or_init(find).as_ref()
    }

    /// The agent: the label that free moves carry over the board.
    pub fn agent(&self) -> Option<&AgentRegions> {
        let find = || AgentRegions::new(&self.task);
        self.found.agent.get_or_init(find).as_ref()
    }

    /// The labels that the agent pushes, and their distances from the goals.
    pub fn tokens(&self) -> Option<&TokenTravel> {
        let find = || TokenTravel::new(&self.task, self.agent()?);
        self.found.tokens.get_or_init(find).as_ref()
    }

    /// The identical labels that rules carry one at a time.
    pub(super) fn carriers(&self) -> &[Carriers] {
        self.found
            .carriers
            .get_or_init(|| Carriers::find(&self.task))
    }

    /// The least cost of a move.
    pub fn least_cost(&self) -> u16 {
        self.task.costs().iter().copied().min().unwrap_or(1)
    }

    /// The heuristic from a label that occurs more often or less often in goals than in a state.
    pub fn balance(&self) -> Option<&PotentialHeuristic> {
        let find = || PotentialHeuristic::balance(&self.task);
        self.found.balance.get_or_init(find).as_ref()
    }

    /// The heuristic from the pairs of labels that are neighbours in a state but in no goal.
    pub fn neighbours(&self) -> Option<&NeighbourHeuristic> {
        let find = || NeighbourHeuristic::new(&self.task);
        self.found.neighbours.get_or_init(find).as_ref()
    }

    /// The heuristic from labels that goals want together but that still lie apart.
    pub fn together(&self) -> Option<&TogetherHeuristic> {
        let find = || TogetherHeuristic::new(&self.task);
        self.found.together.get_or_init(find).as_ref()
    }

    /// Whether the puzzle consists of independent parts: no rule tests or changes positions of two
    /// parts, and the goals test at least two parts.
    pub fn has_parts(&self) -> bool {
        self.part_count() > 1
    }

    /// The number of independent parts; 1 if the puzzle is not divided into parts.
    pub fn part_count(&self) -> usize {
        let count = || {
            let reduced = self.task.reduced();
            let parts = parts(reduced).filter(|_| reduced.ground.consequences.is_empty());
            parts.map_or(1, |parts| parts.len())
        };
        *self.found.parts.get_or_init(count)
    }

    /// A parity of the order of the labels that no move changes.
    pub fn parity(&self) -> Option<&Parity> {
        let find = || Parity::new(self.task.reduced());
        self.found.parity.get_or_init(find).as_ref()
    }

    /// The pieces that moves permute, and the group of these permutations.
    pub fn pieces(&self) -> Option<&Pieces> {
        let find = || Pieces::new(&self.task);
        self.found.pieces.get_or_init(find).as_ref()
    }

    /// The lower bounds derived from patterns of the pieces that were made, the largest first.
    pub fn piece_bounds(&self) -> impl Iterator<Item = &PieceBound> {
        self.found
            .piece_bounds
            .iter()
            .rev()
            .filter_map(OnceLock::get)
    }

    /// Whether the lower bound of a large pattern was made.
    pub fn has_large_piece_bound(&self) -> bool {
        self.found.piece_bounds[1].get().is_some()
    }

    /// The best pattern of the pieces whose table has at most about `most` entries. `None` if there
    /// is no such pattern.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn pattern_of_pieces(
        &self,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<PatternChoice>, StopReason> {
        match self.pieces() {
            Some(pieces) => pieces.choose_pattern(most, &mut Meter::new(limits)),
            None => Ok(None),
        }
    }

    /// The same for a large table, chosen on the first call. `None` also if the bound of the best
    /// pattern was made before.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn large_pattern(
        &self,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<&PatternChoice>, StopReason> {
        if self.found.large_pattern.get().is_none() {
            let choice = self.pattern_of_pieces(most, limits)?;
            let is_new = |choice: &PatternChoice| {
                self.piece_bounds()
                    .all(|bound| bound.pattern().key() != choice.key())
            };
            let _ = self.found.large_pattern.set(choice.filter(is_new));
        }
        Ok(self.found.large_pattern.get().and_then(Option::as_ref))
    }

    /// Makes the bound of a pattern, for which `table` makes the table. The first bound is that of
    /// the small pattern, and the second that of a large pattern, combined with the first. `None`
    /// if the table has the wrong size.
    ///
    /// # Errors
    /// The error of `table`.
    pub fn add_piece_bound<E>(
        &self,
        choice: &PatternChoice,
        table: impl FnOnce(&PiecePattern) -> Result<DistanceTable, E>,
    ) -> Result<Option<&PieceBound>, E> {
        let pattern = choice.pattern();
        let table = Arc::new(table(&pattern)?);
        let small = self.found.piece_bounds[0].get();
        let bound = PieceBound::new(Arc::new(pattern), table, small.cloned());
        // If another thread was faster, its bound is used.
        let made = &self.found.piece_bounds[usize::from(small.is_some())];
        Ok(bound.map(|bound| made.get_or_init(|| bound)))
    }
}
