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
mod part_distances;
mod parts;
mod saturated;
mod subsets;
mod unfolded;

use fewest_check::is_lower_bound;
use fewest_rules::{Cost, DEAD_END, Heuristic, Mapping, Meter, Puzzle, StopReason, Words};
use fewest_search::StateSet;
use fewest_tables::{
    Combine, DistanceTable, Encoding, Explored, PatternDatabase, PatternDatabases,
    fill_pattern_table,
};

use super::field_image::{FieldImage, array_table, empty_table};
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask};
use crate::ground::{Ground, Label, LabelSet};
use crate::reduction::Starts;
use charges::{Charge, charges, share_no_cost};
use choice::choose;
use merged::{images, smaller};
use part_distances::{PartDistances, of_part};
use saturated::of_subsets;
use unfolded::Unfolded;

pub(super) use parts::parts;

/// Tables of the distances in smaller puzzles (pattern databases), as a heuristic that is
/// admissible and consistent.
#[derive(Debug)]
pub struct CompiledPatterns<const N: usize> {
    databases: PatternDatabases<Image<N>, DistanceTable>,
    /// The distances in each independent part of the puzzle. Only if this is empty are there
    /// pattern databases: then the puzzle has only one part, or some part is too large.
    parts: Vec<PartDistances<N>>,
    /// Whether the patterns of the pattern databases keep positions, rather than labels.
    of_positions: bool,
}

/// A pattern database of one abstraction.
type Database<const N: usize> = PatternDatabase<Image<N>, DistanceTable>;

/// Maps the states of a puzzle to the states of a smaller puzzle.
#[derive(Debug)]
struct Image<const N: usize> {
    /// For each byte of a state, and for each value of the byte, the bits that this value
    /// contributes to the state of the smaller puzzle.
    project: Vec<[Words<N>; 256]>,
    small: Explored<Words<N>>,
}

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
        let held = meter.held();
        if unfolded.stage.is_none()
            && let Some(parts) = parts(own)
        {
            let mut all = Vec::new();
            for part in &parts {
                let Some(distances) = of_part(puzzle, &unfolded, part, most, meter)? else {
                    break;
                };
                all.push(distances);
            }
            if all.len() == parts.len() {
                return Ok(Some(Self {
                    databases: PatternDatabases::new(Vec::new(), Combine::Sum),
                    parts: all,
                    of_positions: false,
                }));
            }
            meter.hold(held)?;
        }
        let mut databases = Vec::new();
        let few = most / unfolded.stages();
        let (keeps, additive) = choose(puzzle.task(), few).unwrap_or_default();
        let mut charges = match additive {
            true => charges(puzzle.task(), &keeps),
            false => vec![vec![Charge::Always; own.ground.rules.len()]; keeps.len()],
        };
        for ((domain, keep), charges) in keeps.into_iter().zip(&mut charges) {
            charges.resize(unfolded.reduced.ground.rules.len(), Charge::Never);
            databases.extend(of_labels(
                puzzle, &unfolded, domain, keep, charges, most, meter,
            )?);
        }
        if additive && !share_no_cost(&charges) {
            debug_assert!(false, "a rule is charged in two patterns of labels");
            return Ok(None);
        }
        let of_positions = databases.is_empty();
        if of_positions {
            databases = of_subsets(puzzle, &unfolded, most, meter)?;
        }
        let combine = match additive || of_positions {
            true => Combine::Sum,
            false => Combine::Max,
        };
        let found = !databases.is_empty();
        Ok(found.then(|| Self {
            databases: PatternDatabases::new(databases, combine),
            parts: Vec::new(),
            of_positions,
        }))
    }

    /// Whether each table has the distances of an independent part of the puzzle.
    pub fn independent(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Whether each table belongs to a pattern of positions (cells and variables), rather than of
    /// labels.
    pub fn of_positions(&self) -> bool {
        self.of_positions
    }

    /// For each table, the mapping of the puzzle's states to the states whose distances the table
    /// holds.
    fn images(&self) -> impl Iterator<Item = &Image<N>> {
        let databases = self.databases.parts().iter().map(PatternDatabase::mapping);
        databases.chain(self.parts.iter().map(|part| &part.image))
    }

    /// The number of states in each table.
    pub fn sizes(&self) -> Vec<usize> {
        self.images()
            .map(|image| image.small.states().len())
            .collect()
    }

    /// The approximate size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let images = self.images().map(|image| {
            // For each state, the set of states stores the state itself and two numbers of 32 bits
            // by which it is found.
            let states = image.small.states().len() * (size_of::<Words<N>>() + 8);
            states + size_of_val(image.project.as_slice())
        });
        let databases = self.databases.parts().iter();
        let databases = databases.map(|database| database.table().bytes().len());
        let parts = self.parts.iter();
        let parts = parts.map(|part| size_of_val(part.distances.as_slice()));
        images.chain(databases).chain(parts).sum::<usize>() as u64
    }

    /// Whether the bound is the sum of the tables' entries, rather than the greatest entry.
    pub fn additive(&self) -> bool {
        self.databases.combine() == Combine::Sum
    }
}

impl<const N: usize, P> Heuristic<P> for CompiledPatterns<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &P, state: Words<N>) -> u32 {
        if self.parts.is_empty() {
            return self.databases.start(puzzle, state);
        }
        // A dead end of one part is a dead end of the puzzle.
        let distances = self.parts.iter().map(|part| part.distance(state));
        distances.fold(0, u32::saturating_add)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

impl<const N: usize> Image<N> {
    /// The index of the image of `state`. `None` if the image cannot be reached from the start of
    /// the smaller puzzle.
    #[inline]
    fn number(&self, state: Words<N>) -> Option<u32> {
        let mut image = Words::default();
        for (at, table) in self.project.iter().enumerate() {
            let byte = state.0[at / 8 % N] >> (at % 8 * 8) & 255;
            image = image ^ table[byte as usize];
        }
        // Images that cannot be reached from the start have no known distance.
        self.small.states().find(image)
    }
}

impl<const N: usize, P> Mapping<P> for Image<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    type Abstraction = Explored<Words<N>>;
    type Trace = Option<u32>;

    fn abstraction(&self) -> &Explored<Words<N>> {
        &self.small
    }

    #[inline]
    fn start(&self, _: &P, state: Words<N>) -> Option<u32> {
        self.number(state)
    }

    #[inline]
    fn rank(&self, trace: Option<u32>) -> Option<u64> {
        trace.map(u64::from)
    }
}

/// Builds the database in which the labels of `keep` stay distinct. `charges` says for each rule
/// when it costs 1. `None` if the smaller puzzle has more than `most` states.
fn of_labels<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    unfolded: &Unfolded,
    domain: usize,
    keep: LabelSet,
    charges: &[Charge],
    most: u64,
    meter: &mut Meter,
) -> Result<Option<Database<N>>, StopReason> {
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
        Some(image) => stored(image, charges, held, meter),
        None => Ok(None),
    }
}

/// Builds the pattern database of an explored abstraction whose moves are charged by `charges`.
/// `held` is the memory that was held before the exploration. `None` if the table is no lower bound.
fn stored<const N: usize>(
    ExploredImage {
        small: puzzle,
        project,
        explored,
    }: ExploredImage<N>,
    charges: &[Charge],
    held: u64,
    meter: &mut Meter,
) -> Result<Option<Database<N>>, StopReason> {
    let threads = meter.limits().threads();
    // A distance that does not fit into a byte is stored as a smaller number, which is still a
    // lower bound.
    let table = fill_pattern_table(&explored, Encoding::Byte, threads, meter)?.table;
    let small = explored.without_moves();
    let bytes = small.states().len() * (size_of::<Words<N>>() + 8) * 2;
    meter.hold(held + bytes as u64)?;
    let entry = |number: u32| table.distance(number.into()).unwrap_or(DEAD_END);
    if !is_sound(&puzzle, small.states(), charges, entry, meter)? {
        debug_assert!(false, "a pattern database is no lower bound");
        return Ok(None);
    }
    let image = Image { project, small };
    Ok(PatternDatabase::new::<CompiledPuzzle<N>>(image, table).ok())
}

/// A compiled abstraction with all its states, and the tables that map the states of the puzzle to
/// them.
struct ExploredImage<const N: usize> {
    small: CompiledPuzzle<N>,
    /// The tables that map a state of the puzzle to a state of the abstraction, as in
    /// [`Image::project`].
    project: Vec<[Words<N>; 256]>,
    explored: Explored<Words<N>>,
}

/// Compiles the abstraction `ground` and finds all its states. `becomes` gives, for each label of a
/// position, the label that replaces it in the abstraction, and `charges`, for each move of the
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
    let project = projection(puzzle.task(), small.task(), becomes);
    Ok(Some(ExploredImage {
        project: array_table(&project).collect(),
        small,
        explored,
    }))
}

/// For each byte of a state of `task` and each value of the byte, the words of its image in the
/// abstraction `small`.
fn projection(
    task: &PackedTask,
    small: &PackedTask,
    becomes: impl Fn(usize, Label) -> Label,
) -> Vec<u64> {
    let (reduced, words) = (task.reduced(), small.words());
    let mut table = empty_table(task, words);
    for position in reduced.changing() {
        for label in reduced.sets[position].labels() {
            let image = (position, becomes(position, label));
            if let Some(image) = FieldImage::new(task, (position, label), small, image) {
                image.add_to(&mut table, words);
            }
        }
    }
    table
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

/// Whether `entry`, which gives the entry of the state with an index in `states`, is a lower bound in
/// a smaller puzzle whose moves are charged by `charges`.
fn is_sound<const N: usize>(
    small: &CompiledPuzzle<N>,
    states: &StateSet<Words<N>>,
    charges: &[Charge],
    entry: impl Fn(u32) -> u32,
    meter: &mut Meter,
) -> Result<bool, StopReason> {
    let all = (0..states.len() as u32).map(|number| states.get(number));
    let cost = |state, m| charged(small, charges, state, m).into();
    let bound = |state| states.find(state).map_or(0, &entry);
    is_lower_bound(small, all, cost, bound, meter)
}
