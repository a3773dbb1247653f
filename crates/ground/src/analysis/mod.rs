//! The analysis of a puzzle: properties that follow from its ground rules.
//!
//! Each property is a type whose constructor returns `None` if the puzzle does not have the
//! property or the analysis cannot establish it within its limits. A search uses a property through
//! a [`PuzzleView`] or as a heuristic. Every property is proven from the rules. If a puzzle has
//! [`Consequences`](crate::Consequences), which follow the rules of its moves, only counts, potentials,
//! goal states, the ranking of states and pattern databases are known.
//!
//! | property | derived from | used for |
//! | --- | --- | --- |
//! | [`KeptCounts`](crate::reduction::KeptCounts) | labels that rules only move | looking up rules, ranking states |
//! | [inverse rules](crate::reduction::inverse_rules), [undoable moves](Properties::is_undoable) | writes that can be undone | backward search, pruning |
//! | [`GoalStates`] | goals and counts | backward search, tables |
//! | [`Additions`] | rules that only add | linear equations, enumeration of sets of moves |
//! | [`Symmetries`] | automorphisms of the graph of the rules | keeping one of several symmetric states |
//! | [`Sequence`], [`Places`] | tests and writes of rules in sequence | pruning |
//! | [`StateRanking`] | counts and labels | census, tables |
//! | [`PotentialHeuristic`] | distances of labels that occur exactly once, counts that differ from those of the goals | lower bounds |
//! | [`MatchingHeuristic`] | identical labels that rules carry one at a time | lower bounds |
//! | [`CompiledPatterns`] | labels mapped to a single one, or positions left out | lower bounds |
//! | [`DeadEnds`] | identical labels that rules carry one at a time | leaving out moves |
//! | [`Parity`] | rules that permute distinct labels | proofs of unsolvability |
//! | [`Pieces`] | the group that rules generate | numbers of positions, proofs of unsolvability |

mod additions;
mod agent;
mod agent_bound;
mod agent_puzzle;
mod assignment;
mod automorphism;
mod by_byte;
mod by_rule;
mod carriers;
mod count_table;
mod dead_ends;
mod goals;
mod heuristics;
mod label_cells;
mod matching;
mod parity;
mod pattern;
mod pieces;
mod places;
mod potential;
mod properties;
mod pruning;
mod ranked;
mod ranking;
mod sequences;
mod state_image;
mod summary;
mod symmetry;
mod symmetry_tables;
mod undoable;
mod unique_labels;
mod view;

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use fewest_rules::{Heuristic, Limits, Meter, StopReason, Words};

use crate::compiled::{CompiledPuzzle, PredecessorGenerator};
use properties::found;

pub use additions::Additions;
pub use agent::AgentRegions;
pub use agent_bound::AgentBound;
pub use agent_puzzle::{AgentPuzzle, RegionEnds, RegionExit};
pub use by_rule::{ByRule, OnlyPlaces};
pub use dead_ends::DeadEnds;
pub use goals::GoalStates;
pub use heuristics::{HeuristicName, SelectedHeuristic};
pub use matching::MatchingHeuristic;
pub use parity::Parity;
pub use pattern::CompiledPatterns;
pub use pieces::{
    PatternChoice, PieceBound, PieceCache, PiecePattern, PiecePlacements, PieceStates, Pieces,
    PositionCount,
};
pub use places::Places;
pub use potential::{Feature, Features, Measure, PotentialHeuristic, facts};
pub use properties::{MOST_GOALS, Properties};
pub use pruning::{FAR, MovePruning, NEAR};
pub use ranked::{RankedPredecessors, RankedPuzzle};
pub use ranking::StateRanking;
pub use sequences::Sequence;
pub use symmetry::{MOST_SYMMETRIES, Symmetries, Symmetry};
pub use symmetry_tables::SymmetryTables;
pub use view::{BothEnds, PuzzleView};

/// The greatest allowed number of states of one pattern database. A database of this size is built
/// in less than a second.
const MOST_PATTERN_STATES: u64 = 1 << 18;

/// A puzzle and its properties.
///
/// The analysis dereferences to its [`Properties`], which do not depend on the number of words of a
/// state. Each property is computed on its first use: an easy board is solved in less time than the
/// whole analysis takes.
pub struct Analysis<const N: usize> {
    puzzle: CompiledPuzzle<N>,
    properties: Properties,
    predecessors: OnceLock<Option<PredecessorGenerator<N>>>,
    symmetry_tables: OnceLock<Option<SymmetryTables<N>>>,
    dead_ends: OnceLock<Option<DeadEnds<N>>>,
    /// In moves, and in costs of moves.
    matching: [OnceLock<Option<MatchingHeuristic<N>>>; 2],
    /// Requests share the databases, which say nothing of consequences that never end.
    patterns: Arc<OnceLock<Option<CompiledPatterns<N>>>>,
}

/// Shows how large the puzzle is, because the rules and tables of a puzzle may take megabytes.
impl<const N: usize> fmt::Debug for Analysis<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ground = &self.puzzle.reduced().ground;
        f.debug_struct("Analysis")
            .field("bits", &self.puzzle.task().bits())
            .field("rules", &ground.rules.len())
            .finish_non_exhaustive()
    }
}

impl<const N: usize> Deref for Analysis<N> {
    type Target = Properties;

    fn deref(&self) -> &Properties {
        &self.properties
    }
}

impl<const N: usize> Analysis<N> {
    /// Prepares the analysis of `puzzle`; nothing is computed yet.
    pub fn new(puzzle: CompiledPuzzle<N>) -> Self {
        Self {
            properties: Properties::new(puzzle.shared_task()),
            puzzle,
            predecessors: OnceLock::new(),
            symmetry_tables: OnceLock::new(),
            dead_ends: OnceLock::new(),
            matching: [const { OnceLock::new() }; 2],
            patterns: Arc::default(),
        }
    }

    /// The analysis for one request. If moves have consequences, its puzzle has a record of its own
    /// of those that never end, so that no request is told what another one met. Few properties are
    /// known of such a puzzle, so little is computed again. Otherwise the analysis is shared.
    #[must_use]
    pub fn for_request(self: &Arc<Self>) -> Arc<Self> {
        match self.puzzle.has_consequences() {
            true => Arc::new(Self {
                patterns: Arc::clone(&self.patterns),
                ..Self::new(self.puzzle.with_own_record())
            }),
            false => Arc::clone(self),
        }
    }

    /// The analysed puzzle.
    #[inline]
    pub fn puzzle(&self) -> &CompiledPuzzle<N> {
        &self.puzzle
    }

    /// The generator of predecessors, if the inverses of the rules are known.
    pub fn predecessors(&self) -> Option<&PredecessorGenerator<N>> {
        found(&self.predecessors, || {
            let inverses = self.inverse_rules()?;
            Some(PredecessorGenerator::new(&self.puzzle, inverses))
        })
    }

    /// The puzzle with its predecessors and its goal states, if both are known.
    pub fn both_ends(&self) -> Option<PuzzleView<'_, N, BothEnds<'_, N>>> {
        let property = BothEnds {
            predecessors: self.predecessors()?,
            goals: self.goals()?,
            symmetries: None,
        };
        Some(self.view(property))
    }

    /// The puzzle as in [`both_ends`](Self::both_ends), without the moves that lead to [dead
    /// ends](Self::dead_ends). Dead ends still have predecessors.
    pub fn both_ends_without_dead_ends(&self) -> Option<PuzzleView<'_, N, BothEnds<'_, N>>> {
        let view = self.both_ends()?;
        Some(PuzzleView {
            dead_ends: self.dead_ends(),
            ..view
        })
    }

    /// Recognizes dead ends of the puzzle; `None` if the analysis finds no kind of dead end.
    pub fn dead_ends(&self) -> Option<&DeadEnds<N>> {
        found(&self.dead_ends, || {
            DeadEnds::new(&self.puzzle, self.carriers())
        })
    }

    /// The heuristic from the distances of identical labels to the positions where a goal requires
    /// them, in moves or in costs of moves.
    pub fn matching(&self, in_costs: bool) -> Option<&MatchingHeuristic<N>> {
        found(&self.matching[usize::from(in_costs)], || {
            let dead_ends = if in_costs { None } else { self.dead_ends() };
            MatchingHeuristic::new(&self.puzzle, (self.carriers(), dead_ends), in_costs)
        })
    }

    /// The puzzle with its symmetries, if it has any.
    pub fn up_to_symmetry(&self) -> Option<PuzzleView<'_, N, &SymmetryTables<N>>> {
        let tables = || Some(SymmetryTables::new(self.task(), self.symmetries()?));
        found(&self.symmetry_tables, tables).map(|tables| self.view(tables))
    }

    /// The puzzle with its predecessors, its goal states and its symmetries, if all of them are known,
    /// without the moves that lead to dead ends.
    pub fn symmetric_ends(&self) -> Option<PuzzleView<'_, N, BothEnds<'_, N>>> {
        let mut view = self.both_ends_without_dead_ends()?;
        view.property.symmetries = Some(self.up_to_symmetry()?.property);
        Some(view)
    }

    /// The canonical state of `state`: the representative of all states that are equal up to
    /// symmetry.
    pub fn canonical(&self, state: Words<N>) -> Words<N> {
        self.up_to_symmetry()
            .map_or(state, |view| view.property.canonical(state))
    }

    /// A view that combines the puzzle with `property`, one of its properties, such as its
    /// predecessors or its symmetries.
    pub fn view<T>(&self, property: T) -> PuzzleView<'_, N, T> {
        PuzzleView {
            puzzle: &self.puzzle,
            property,
            dead_ends: None,
        }
    }

    /// A view of the puzzle for move pruning: its operators are the rules, and its contexts are the
    /// [`Places`], if the puzzle has them.
    pub fn by_rule(&self) -> ByRule<'_, &CompiledPuzzle<N>> {
        ByRule::new(&self.puzzle, self.task(), self.places())
    }

    /// The best heuristic that is available without a search: among several, the heuristic with the
    /// highest bound for the start for which the puzzle was compiled. Pattern databases take longer
    /// for each state than the others, so they are used only if there is no other heuristic or if
    /// they have the distances of independent parts.
    pub fn cheap_heuristic(&self) -> SelectedHeuristic<'_, N> {
        self.best().1
    }

    fn best(&self) -> (Option<HeuristicName>, SelectedHeuristic<'_, N>) {
        let known = |name| Some((Some(name), self.named(name)?));
        let is_cheap = |name: &HeuristicName| *name != HeuristicName::Patterns || self.has_parts();
        let cheap = HeuristicName::ALL.into_iter().filter(is_cheap);
        // Of several with the highest bound, the first one is the best.
        let cheap = cheap.filter_map(known).rev();
        let best = cheap.max_by_key(|(_, heuristic)| self.at_start(heuristic));
        best.or_else(|| known(HeuristicName::Patterns))
            .unwrap_or((None, SelectedHeuristic::Zero))
    }

    /// The puzzle whose states are the regions of the agent ([`AgentPuzzle`]), and a lower bound
    /// for these states. `None` if the puzzle has no agent.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn regions(
        &self,
        limits: &Limits,
    ) -> Result<Option<(AgentPuzzle<'_, N>, AgentBound<'_, N>)>, StopReason> {
        let Some(agent) = self.agent() else {
            return Ok(None);
        };
        let regions = AgentPuzzle::new(&self.puzzle, agent, self.dead_ends());
        let tokens = self.matching(true).map(AgentBound::Tokens);
        let travel = self.travel(true).map(SelectedHeuristic::Potential);
        let known = [tokens, travel.map(AgentBound::Any)];
        let start = self.puzzle.reduced().start.as_deref();
        let start = start.and_then(|labels| self.puzzle.state(labels));
        let root = regions.region_of(start.unwrap_or_default());
        // Of bounds that are equal, the first one is taken.
        let best = known.into_iter().flatten().rev();
        let bound = match best.max_by_key(|bound| Heuristic::start(bound, &regions, root)) {
            Some(bound) => bound,
            None => AgentBound::Any(self.cost_heuristic(None, limits)?),
        };
        Ok(Some((regions, bound)))
    }

    /// The puzzle `regions`, whose states are regions of the agent, with its predecessors, goals
    /// and symmetries, and the cost of each of its moves. `None` if the predecessors or the goals
    /// are not known, or if the moves differ in their costs. Free moves stay within a region, so
    /// they are no moves of this puzzle.
    pub fn region_ends<'p, 'a>(
        &'a self,
        regions: &'p AgentPuzzle<'a, N>,
    ) -> Option<(RegionEnds<'p, 'a, N>, u16)> {
        let mut costs = self.task().costs().iter().filter(|&&cost| cost > 0);
        let cost = *costs.next()?;
        if costs.any(|&other| other != cost) {
            return None;
        }
        let (predecessors, goals) = (self.predecessors()?, self.goals()?);
        let symmetries = self.up_to_symmetry().map(|view| view.property);
        let ends = RegionEnds::new(regions, predecessors, goals, symmetries);
        Some((ends, cost))
    }

    /// The lower bound on costs with this name. Without a name, the bound that is highest for the
    /// start for which the puzzle was compiled. Pattern databases are built only if `name` asks for
    /// them. [`SelectedHeuristic::Zero`] if the puzzle has no such heuristic. A bound on the number of
    /// moves is a bound on costs if no move is free.
    ///
    /// # Errors
    /// The limit that was reached before the pattern databases were built.
    pub fn cost_heuristic(
        &self,
        name: Option<HeuristicName>,
        limits: &Limits,
    ) -> Result<SelectedHeuristic<'_, N>, StopReason> {
        let moves = match name {
            Some(HeuristicName::Travel) => SelectedHeuristic::Zero,
            _ if self.least_cost() == 0 => SelectedHeuristic::Zero,
            None => self.cheap_heuristic(),
            name => self.heuristic(name, limits)?,
        };
        let may_travel = matches!(name, None | Some(HeuristicName::Travel));
        let distances = self.travel(true).filter(|_| may_travel);
        let distances = distances.map(SelectedHeuristic::Potential);
        let higher = |distances: &_| self.at_start(distances) >= self.at_start(&moves);
        Ok(distances.filter(higher).unwrap_or(moves))
    }

    /// The bound of `heuristic` for the start for which the puzzle was compiled.
    fn at_start(&self, heuristic: &SelectedHeuristic<'_, N>) -> u32 {
        let start = self.puzzle.reduced().start.as_deref();
        let state = start.and_then(|labels| self.puzzle.state(labels));
        heuristic.bound_of(&self.puzzle, state.unwrap_or_default())
    }

    /// The heuristic with this name or, without a name, the best one. If the states are not too
    /// wide, builds pattern databases in two cases: if `name` asks for them, or if there is no name
    /// and either no other heuristic is known or the puzzle has independent parts. Returns
    /// [`SelectedHeuristic::Zero`] if the puzzle has no such heuristic.
    ///
    /// # Errors
    /// The limit that was reached before the pattern databases were built.
    pub fn heuristic(
        &self,
        name: Option<HeuristicName>,
        limits: &Limits,
    ) -> Result<SelectedHeuristic<'_, N>, StopReason> {
        let build = match name {
            Some(name) => name == HeuristicName::Patterns,
            None => self.has_parts() || self.cheap_heuristic().is_zero(),
        };
        if build && self.patterns.get().is_none() {
            // The limit on states applies only to the search, not to building pattern databases.
            let limits = Limits {
                states: None,
                ..limits.clone()
            };
            let mut meter = Meter::new(&limits);
            let built = CompiledPatterns::new(&self.puzzle, MOST_PATTERN_STATES, &mut meter)?;
            // If another thread has stored its databases first, they are the same.
            let _ = self.patterns.set(built);
        }
        Ok(match name {
            None => self.cheap_heuristic(),
            Some(name) => self.named(name).unwrap_or(SelectedHeuristic::Zero),
        })
    }

    /// The heuristic with this name, if the puzzle has it; pattern databases only if they are built.
    fn named(&self, name: HeuristicName) -> Option<SelectedHeuristic<'_, N>> {
        match name {
            HeuristicName::Matching => self.matching(false).map(SelectedHeuristic::Matching),
            HeuristicName::Patterns => {
                let built = self.patterns.get().and_then(Option::as_ref);
                built.map(SelectedHeuristic::Patterns)
            }
            _ => self.potential(name).map(SelectedHeuristic::Potential),
        }
    }

    /// The names of the heuristics of the puzzle, the best first. Pattern databases are included if
    /// they may exist, even if they have not been built yet.
    pub fn heuristic_names(&self) -> Vec<HeuristicName> {
        let has = |&name: &HeuristicName| match name {
            HeuristicName::Patterns => self.may_have_patterns(),
            _ => self.named(name).is_some(),
        };
        let mut all: Vec<HeuristicName> = HeuristicName::ALL.into_iter().filter(has).collect();
        let best = self.best().0;
        if let Some(at) = all.iter().position(|&name| Some(name) == best) {
            all[..=at].rotate_right(1);
        }
        all
    }

    fn may_have_patterns(&self) -> bool {
        match self.patterns.get() {
            Some(built) => built.is_some(),
            None => {
                let reduced = self.puzzle.reduced();
                reduced.changing().nth(1).is_some() && reduced.start.is_some()
            }
        }
    }
}
