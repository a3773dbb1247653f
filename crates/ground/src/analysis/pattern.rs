//! Pattern databases: the distances in abstractions that merge labels or leave out positions.
//!
//! If several labels are replaced by a single label, the puzzle becomes a smaller puzzle, an
//! abstraction (R. C. Holte and I. T. Hernádvölgyi, "Steps towards the automatic creation of search
//! heuristics", 2004). Each rule of the puzzle maps to a rule of the abstraction, and each goal to
//! a goal. So the distances of the abstraction, all stored in a table, are lower bounds.
//!
//! Each *pattern* keeps some labels distinct. If no move carries more than one of the labels that
//! patterns keep (see [`unique_labels`](super::unique_labels)), each move costs something in
//! at most one pattern, and the bounds of all patterns are added ([`charges`]; A. Felner, R. E. Korf
//! and S. Hanan, "Additive pattern database heuristics", 2004). Otherwise the bound is the maximum
//! over the patterns.
//!
//! If the puzzle consists of independent [`parts`], each part is a pattern of its own and the
//! bounds are added. If the only goal tests each part by itself, and two rules of the same move
//! never apply in the same state, the sum is the exact length of a shortest solution.
//!
//! Of a puzzle with consequences, patterns keep labels or positions of a puzzle in which these are
//! free moves ([`unfolded`]).
//!
//! If no label is known to occur equally often in all states, each pattern keeps some positions
//! instead of labels ([`saturated`]).

mod charges;
mod choice;
mod merged;
mod one_by_one;
mod parts;
mod saturated;
mod subsets;
mod unfolded;

use fewest_check::is_lower_bound;
use fewest_rules::{Cost, DEAD_END, Heuristic, Meter, Puzzle, StopReason, Words};
use fewest_search::StateSet;
use fewest_tables::Explored;

use super::state_image::StateImage;
use crate::compiled::{CompiledMove, CompiledPuzzle};
use crate::ground::{Ground, Label, LabelSet};
use crate::reduction::Starts;
use charges::{Charge, charges, share_no_cost};
use choice::choose;
use merged::{images, smaller};
use saturated::of_subsets;
use subsets::subsets;
use unfolded::Unfolded;

pub(super) use parts::parts;

/// Tables of the distances in smaller puzzles (pattern databases), as a heuristic that is
/// admissible and consistent.
#[derive(Debug)]
pub struct CompiledPatterns<const N: usize> {
    tables: Vec<PatternTable<N>>,
    kept: Kept,
    /// Whether the bound is the sum of the distances, rather than the greatest of them.
    additive: bool,
}

/// What distinguishes the states of the smaller puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    Labels,
    Positions,
    /// The positions of one independent part of the puzzle, for each part.
    Parts,
}

/// The distances in a smaller puzzle.
#[derive(Debug)]
struct PatternTable<const N: usize> {
    /// Maps the states of the puzzle to those of the smaller puzzle.
    image: StateImage<N>,
    states: StateSet<Words<N>>,
    /// For each state of the smaller puzzle, its distance; [`NO_WAY`] if no goal can be reached. A
    /// distance that does not fit is stored as a smaller number, which is still a lower bound.
    distances: Vec<u16>,
}

/// Used instead of a distance if no goal can be reached.
const NO_WAY: u16 = u16::MAX;

impl<const N: usize> CompiledPatterns<N> {
    /// Builds tables for `puzzle`, each of at most `most` states: one for each independent part or,
    /// if there is only one part or some part is too large, of patterns of labels or of positions.
    /// `None` if all tables would be larger, or if no bound would be above 0.
    ///
    /// Needs up to a few hundred bytes per state while it builds a table, and a few dozen bytes per
    /// state afterwards.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        puzzle: &CompiledPuzzle<N>,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let own = puzzle.reduced();
        let Some(unfolded) = Unfolded::new(own) else {
            return Ok(None);
        };
        let made = |tables: Vec<PatternTable<N>>, kept, additive| {
            (!tables.is_empty()).then_some(Self {
                tables,
                kept,
                additive,
            })
        };
        if unfolded.stage.is_none()
            && let Some(parts) = parts(own)
        {
            let held = meter.held();
            let tables = of_subsets(puzzle, &unfolded, parts, true, most, meter)?;
            if let Some(all) = made(tables, Kept::Parts, true) {
                return Ok(Some(all));
            }
            meter.hold(held)?;
        }
        let mut tables = Vec::new();
        let few = most / unfolded.stages();
        let (keeps, additive) = choose(puzzle.task(), few).unwrap_or_default();
        let mut charges = match additive {
            true => charges(puzzle.task(), &keeps),
            false => vec![vec![Charge::Always; own.ground.rules.len()]; keeps.len()],
        };
        for ((domain, keep), charges) in keeps.into_iter().zip(&mut charges) {
            charges.resize(unfolded.reduced.ground.rules.len(), Charge::Never);
            tables.extend(of_labels(
                puzzle, &unfolded, domain, keep, charges, most, meter,
            )?);
        }
        if additive && !share_no_cost(&charges) {
            debug_assert!(false, "a rule is charged in two patterns of labels");
            return Ok(None);
        }
        if let Some(all) = made(tables, Kept::Labels, additive) {
            return Ok(Some(all));
        }
        let subsets = subsets(own, few);
        let tables = of_subsets(puzzle, &unfolded, subsets, false, most, meter)?;
        Ok(made(tables, Kept::Positions, true))
    }

    /// Whether each table has the distances of an independent part of the puzzle.
    pub fn independent(&self) -> bool {
        self.kept == Kept::Parts
    }

    /// Whether each table belongs to a pattern of positions (cells and variables), rather than of
    /// labels or of independent parts.
    pub fn of_positions(&self) -> bool {
        self.kept == Kept::Positions
    }

    /// The number of states in each table.
    pub fn sizes(&self) -> Vec<usize> {
        self.tables.iter().map(|table| table.states.len()).collect()
    }

    /// The approximate size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let tables = self.tables.iter().map(|table| {
            // For each state, the set of states stores the state itself and two numbers of 32 bits
            // by which it is found.
            let states = table.states.len() * (size_of::<Words<N>>() + 8);
            let distances = size_of_val(table.distances.as_slice());
            states + distances + table.image.size()
        });
        tables.sum::<usize>() as u64
    }

    /// Whether the bound is the sum of the tables' entries, rather than the greatest entry.
    pub fn additive(&self) -> bool {
        self.additive
    }
}

impl<const N: usize, P> Heuristic<P> for CompiledPatterns<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    type Cache = u32;

    // A dead end of one smaller puzzle is a dead end of the puzzle.
    #[inline]
    fn start(&self, _: &P, state: Words<N>) -> u32 {
        let distances = self.tables.iter().map(|table| table.distance(state));
        match self.additive {
            true => distances.fold(0, u32::saturating_add),
            false => distances.max().unwrap_or(0),
        }
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

impl<const N: usize> PatternTable<N> {
    /// The distance of the image of `state` in the smaller puzzle.
    #[inline]
    fn distance(&self, state: Words<N>) -> u32 {
        self.entry(self.image.of(state))
    }

    /// The distance of a state of the smaller puzzle; 0 if the state cannot be reached from the start
    /// of the smaller puzzle, so that its distance is not known.
    #[inline]
    fn entry(&self, state: Words<N>) -> u32 {
        let number = self.states.find(state);
        match number.map(|number| self.distances[number as usize]) {
            None => 0,
            Some(NO_WAY) => DEAD_END,
            Some(distance) => distance.into(),
        }
    }
}

/// Builds the table of the pattern in which the labels of `keep` stay distinct. `charges` says for
/// each rule when it costs 1. `None` if the smaller puzzle has more than `most` states.
fn of_labels<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    unfolded: &Unfolded,
    domain: usize,
    keep: LabelSet,
    charges: &[Charge],
    most: u64,
    meter: &mut Meter,
) -> Result<Option<PatternTable<N>>, StopReason> {
    let reduced = &unfolded.reduced;
    let image = images(reduced, domain, keep);
    let becomes =
        |position: usize, label: Label| match reduced.ground.positions[position].domain == domain {
            true => image[usize::from(label)],
            false => label,
        };
    let ground = smaller(reduced, domain, &image);
    let held = meter.held();
    match explored(puzzle, unfolded, &ground, becomes, charges, most, meter)? {
        Some(image) => image.stored(charges, held, meter),
        None => Ok(None),
    }
}

/// A compiled abstraction with all its states, their distances, and what maps the states of the
/// puzzle to them.
struct ExploredImage<const N: usize> {
    small: CompiledPuzzle<N>,
    image: StateImage<N>,
    states: StateSet<Words<N>>,
    distances: Vec<u32>,
}

impl<const N: usize> ExploredImage<N> {
    /// The table of the distances. `held` is the memory that was held before the exploration. `None`
    /// if the distances are no lower bounds where moves are charged by `charges`.
    fn stored(
        self,
        charges: &[Charge],
        held: u64,
        meter: &mut Meter,
    ) -> Result<Option<PatternTable<N>>, StopReason> {
        let bytes = self.states.len() * ((size_of::<Words<N>>() + 8) * 2 + size_of::<u16>());
        meter.hold(held + bytes as u64)?;
        let short = |distance| match distance {
            DEAD_END => NO_WAY,
            distance => u16::try_from(distance).unwrap_or(NO_WAY).min(NO_WAY - 1),
        };
        let table = PatternTable {
            image: self.image,
            states: self.states,
            distances: self.distances.into_iter().map(short).collect(),
        };
        let all = (0..table.states.len() as u32).map(|number| table.states.get(number));
        let cost = |state, m| charged(&self.small, charges, state, m).into();
        if !is_lower_bound(&self.small, all, cost, |state| table.entry(state), meter)? {
            debug_assert!(false, "a pattern database is no lower bound");
            return Ok(None);
        }
        Ok(Some(table))
    }
}

/// Compiles the abstraction `ground` and finds all its states and their distances. `becomes` gives,
/// for each label of a position, the label that replaces it in the abstraction, and `charges`, for each move of the
/// abstraction, when it costs 1. `None` if the abstraction has more than `most` states.
fn explored<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    unfolded: &Unfolded,
    ground: &Ground,
    becomes: impl Fn(usize, Label) -> Label,
    charges: &[Charge],
    most: u64,
    meter: &mut Meter,
) -> Result<Option<ExploredImage<N>>, StopReason> {
    let Some(start) = &unfolded.reduced.start else {
        return Ok(None);
    };
    let labels = start.iter().enumerate();
    let start: Vec<Label> = labels.map(|(p, &label)| becomes(p, label)).collect();
    let Ok(small) = CompiledPuzzle::<N>::with_width(ground, Starts::One(&start)) else {
        return Ok(None);
    };
    let Some(first) = small.state(&start) else {
        return Ok(None);
    };
    // The states of the puzzle are mapped to words in which the stage has the code 0.
    let code = |stage| small.task().code(stage, 0);
    if unfolded.stage.and_then(code).is_some_and(|code| code != 0) {
        return Ok(None);
    }
    let held = meter.held();
    let Some(explored) = explore(&small, first, charges, most, meter)? else {
        meter.hold(held)?;
        return Ok(None);
    };
    let becomes = |position, label| (position, becomes(position, label));
    let distances = explored.distances(meter);
    let distances = distances.map_err(|unfinished| unfinished.reason)?;
    Ok(Some(ExploredImage {
        image: StateImage::new(puzzle.task(), small.task(), becomes),
        small,
        states: explored.into_states(),
        distances,
    }))
}

/// Explores all states of the smaller puzzle that can be reached from `first`.
fn explore<const N: usize>(
    small: &CompiledPuzzle<N>,
    first: Words<N>,
    charges: &[Charge],
    most: u64,
    meter: &mut Meter,
) -> Result<Option<Explored<Words<N>>>, StopReason> {
    let successors = |state, list: &mut Vec<(Words<N>, Cost)>| {
        let after = |m| (small.apply(state, m), charged(small, charges, state, m));
        list.extend(small.moves(state).map(after));
    };
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let is_goal = |state| small.is_goal(state);
    Explored::new(first, &successors, &is_goal, most, meter)
}

/// What the move `m` of a smaller puzzle costs in `state`.
fn charged<const N: usize>(
    small: &CompiledPuzzle<N>,
    charges: &[Charge],
    state: Words<N>,
    m: CompiledMove,
) -> Cost {
    let rule = &small.reduced().ground.rules[m.rule()];
    charges[rule.of].cost(|position| small.label(state, position))
}
