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
use super::heuristics::HeuristicName;
use super::parity::Parity;
use super::pattern::count_parts;
use super::pieces::{PatternChoice, PieceBound, PiecePattern, PieceStates, Pieces};
use super::places::Places;
use super::potential::PotentialHeuristic;
use super::pruning::{LazyPruning, MovePruning};
use super::ranking::StateRanking;
use super::symmetry::Symmetries;
use super::undoable::is_undoable;
use crate::compiled::PackedTask;
use crate::reduction::{InverseRule, inverse_rules};

/// The analysis enumerates at most this many goal states.
pub const MOST_GOALS: usize = 1 << 16;
/// The enumerated goal states take at most this many bytes, so they may be fewer if they are wide.
const MOST_GOAL_BYTES: usize = 4 << 20;

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
    is_undoable: OnceLock<bool>,
    places: OnceLock<Option<Places>>,
    additions: OnceLock<Option<Additions>>,
    symmetries: OnceLock<Option<Symmetries>>,
    ranking: OnceLock<Option<StateRanking>>,
    goals: OnceLock<Option<GoalStates>>,
    travel: [OnceLock<Option<PotentialHeuristic>>; 2],
    agent: OnceLock<Option<AgentRegions>>,
    carriers: OnceLock<Vec<Carriers>>,
    /// Those of balance, neighbours and together.
    potentials: [OnceLock<Option<PotentialHeuristic>>; 3],
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

    /// Whether every move can be undone: wherever a move leads from one state to another, a move is
    /// known to lead back.
    pub fn is_undoable(&self) -> bool {
        let find = || {
            let inverses = self.inverse_rules();
            inverses.is_some_and(|inverses| is_undoable(&self.task, inverses))
        };
        *self.found.is_undoable.get_or_init(find)
    }

    /// The places of the selecting label, which is on the board once, if its position determines
    /// which rules apply.
    pub fn places(&self) -> Option<&Places> {
        found(&self.found.places, || Places::new(&self.task))
    }

    /// The abstraction whose states say only where the selecting label is. Move pruning is derived
    /// from this abstraction.
    pub fn only_places(&self) -> ByRule<'_, OnlyPlaces> {
        ByRule::new(OnlyPlaces, &self.task, self.places())
    }

    /// The states of the puzzle, given by the placements of its pieces, with the rules as operators
    /// on them.
    pub fn by_pieces<'a>(&'a self, pattern: &'a PiecePattern) -> ByRule<'a, PieceStates<'a>> {
        ByRule::new(pattern.states(), &self.task, self.places())
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
        found(&self.found.additions, || Additions::new(&self.task))
    }

    /// The permutations of positions and labels that preserve the puzzle.
    pub fn symmetries(&self) -> Option<&Symmetries> {
        found(&self.found.symmetries, || Symmetries::new(&self.task))
    }

    /// The ranking of the states, which gives each state a number.
    pub fn ranking(&self) -> Option<&StateRanking> {
        found(&self.found.ranking, || StateRanking::new(&self.task))
    }

    /// The goal states; `None` if there are more than [`MOST_GOALS`] or they take more than
    /// `MOST_GOAL_BYTES`.
    pub fn goals(&self) -> Option<&GoalStates> {
        let most = MOST_GOALS.min(MOST_GOAL_BYTES / (8 * self.task.words()));
        found(&self.found.goals, || GoalStates::new(&self.task, most))
    }

    /// The heuristic from the distances of labels to their goal positions. Each distance is a number
    /// of moves or, if `in_costs` is set, a sum of costs of moves.
    pub fn travel(&self, in_costs: bool) -> Option<&PotentialHeuristic> {
        let travel = || PotentialHeuristic::travel(&self.task, in_costs);
        found(&self.found.travel[usize::from(in_costs)], travel)
    }

    /// The agent: the label that free moves carry over the board.
    pub fn agent(&self) -> Option<&AgentRegions> {
        found(&self.found.agent, || AgentRegions::new(&self.task))
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

    /// The heuristic with this name that is a potential.
    pub fn potential(&self, name: HeuristicName) -> Option<&PotentialHeuristic> {
        let [balance, neighbours, together] = &self.found.potentials;
        let task = &self.task;
        match name {
            HeuristicName::Travel => self.travel(false),
            HeuristicName::Balance => found(balance, || PotentialHeuristic::balance(task)),
            HeuristicName::Neighbours => found(neighbours, || PotentialHeuristic::neighbours(task)),
            HeuristicName::Together => found(together, || PotentialHeuristic::together(task)),
            HeuristicName::Matching | HeuristicName::Patterns => None,
        }
    }

    /// Whether the puzzle consists of independent parts: no rule tests or changes positions of two
    /// parts, and the goals test at least two parts.
    pub fn has_parts(&self) -> bool {
        self.part_count() > 1
    }

    /// The number of independent parts that the goals test.
    pub fn part_count(&self) -> usize {
        let count = || count_parts(self.task.reduced());
        *self.found.parts.get_or_init(count)
    }

    /// A parity of the order of the labels that no move changes.
    pub fn parity(&self) -> Option<&Parity> {
        found(&self.found.parity, || Parity::new(self.task.reduced()))
    }

    /// The pieces that moves permute, and the group of these permutations.
    pub fn pieces(&self) -> Option<&Pieces> {
        found(&self.found.pieces, || Pieces::new(&self.task))
    }

    /// The lower bounds derived from patterns of the pieces that were made, the largest first.
    pub fn piece_bounds(&self) -> impl Iterator<Item = &PieceBound> {
        self.found
            .piece_bounds
            .iter()
            .rev()
            .filter_map(OnceLock::get)
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

/// What was found once, found by `find` on the first call.
pub(super) fn found<T>(once: &OnceLock<Option<T>>, find: impl FnOnce() -> Option<T>) -> Option<&T> {
    once.get_or_init(find).as_ref()
}
