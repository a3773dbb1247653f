//! Pattern databases: the distances in abstractions that merge labels.
//!
//! If several labels are replaced by a single one, the puzzle becomes a smaller one, its
//! abstraction (R. C. Holte and I. T. Hernádvölgyi, "Steps towards the automatic creation of search
//! heuristics", 2004). Each rule of the puzzle maps to a rule of the abstraction, and each goal to
//! a goal. So the distances of the abstraction, all stored in a table, are lower bounds.
//!
//! Each *pattern* keeps some labels distinct. If no move takes more than one of these labels along
//! (see [`DistanceHeuristic`](super::DistanceHeuristic)), each pattern counts only the moves of its own labels, and the
//! bounds are added (A. Felner, R. E. Korf and S. Hanan, "Additive pattern database heuristics",
//! 2004). Otherwise the bound is the maximum over the patterns.

use fewest_rules::{Cost, Heuristic, Mapping, Meter, Puzzle, StopReason, Words};
use fewest_search::{
    Combine, DistanceTable, Encoding, Explored, PatternDatabase, PatternDatabases,
    fill_pattern_table,
};

use super::distance::{UniqueLabels, unique_labels};
use super::field_image::{FieldImage, array_table, empty_table};
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask};
use crate::ground::{Ground, Label, LabelSet, Test, Value};
use crate::reduction::{ReducedTask, Starts};

/// The most patterns.
const MOST_PATTERNS: usize = 8;
/// Tables of the distances in smaller puzzles (pattern databases), as a heuristic that is
/// admissible and consistent.
#[derive(Debug)]
pub struct LabelPatterns<const N: usize>(PatternDatabases<Image<N>, DistanceTable>);

/// Maps the states of a puzzle to those of a smaller one.
#[derive(Debug)]
struct Image<const N: usize> {
    /// For each byte of a state, and for each value of the byte, its part of the smaller state.
    project: Vec<[Words<N>; 256]>,
    small: Explored<Words<N>>,
}

impl<const N: usize> LabelPatterns<N> {
    /// Builds tables for `puzzle`, each of at most `most` states. `None` if no label is known to
    /// occur equally often in all states, or if all tables would be larger.
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
        if !puzzle.reduced().ground.consequences.is_empty() {
            return Ok(None);
        }
        let Some((keeps, additive)) = choose(puzzle.task(), most) else {
            return Ok(None);
        };
        let mut parts = Vec::new();
        for (domain, keep) in keeps {
            parts.extend(database(puzzle, domain, keep, additive, most, meter)?);
        }
        let combine = if additive { Combine::Sum } else { Combine::Max };
        let found = !parts.is_empty();
        Ok(found.then(|| Self(PatternDatabases::new(parts, combine))))
    }

    /// The number of states in each table.
    pub fn sizes(&self) -> Vec<usize> {
        let parts = self.0.parts().iter();
        parts
            .map(|part| part.mapping().small.states().len())
            .collect()
    }

    /// The approximate size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let parts = self.0.parts().iter();
        parts
            .map(|part| {
                let image = part.mapping();
                // For each state, the set stores the state itself and two half words to find it.
                let states = image.small.states().len() * (size_of::<Words<N>>() + 8);
                let bytes = states + size_of_val(image.project.as_slice());
                (bytes + part.table().bytes().len()) as u64
            })
            .sum()
    }

    /// Whether the bound is the sum of the tables, rather than their maximum.
    pub fn additive(&self) -> bool {
        self.0.combine() == Combine::Sum
    }
}

impl<const N: usize, P> Heuristic<P> for LabelPatterns<N>
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &P, state: Words<N>) -> u32 {
        self.0.start(puzzle, state)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
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
        let mut image = Words::default();
        for (at, table) in self.project.iter().enumerate() {
            let byte = state.0[at / 8 % N] >> (at % 8 * 8) & 255;
            image = image ^ table[byte as usize];
        }
        // Images that cannot be reached from the start have no known distance.
        self.small.states().find(image)
    }

    #[inline]
    fn rank(&self, trace: Option<u32>) -> Option<u64> {
        trace.map(u64::from)
    }
}

/// For each pattern, the labels to keep distinct and their domain; and whether the patterns are
/// additive.
#[allow(clippy::type_complexity)]
fn choose(task: &PackedTask, most: u64) -> Option<(Vec<(usize, LabelSet)>, bool)> {
    let reduced = task.reduced();
    let UniqueLabels { labels, along } = unique_labels(task);
    let additive = along == 1 && labels.len() > 1;
    let counts = task.counts().numbers(reduced);
    let mut keeps = Vec::new();
    for (domain, counts) in counts.iter().enumerate() {
        let here = reduced
            .changing()
            .filter(|&p| reduced.ground.positions[p].domain == domain);
        let occur = here.fold(0, |set, p| set | reduced.sets[p].0);
        let candidates = LabelSet(occur).labels().filter(|&label| {
            let known = counts[usize::from(label)].is_some();
            known && (!additive || labels.contains(&(domain, label)))
        });
        // The label that selects the rules, such as the blank, stays distinct in every pattern.
        let always = match task.selecting() {
            Some((d, label)) if d == domain => LabelSet::of(label),
            _ => LabelSet::default(),
        };
        let mut keep = LabelSet::default();
        for label in candidates.filter(|&label| !always.has(label)) {
            let more = LabelSet(keep.0 | 1 << label);
            if arrangements(reduced, counts, domain, LabelSet(more.0 | always.0)) <= most {
                keep = more;
                continue;
            }
            if !keep.is_empty() {
                keeps.push((domain, LabelSet(keep.0 | always.0)));
            }
            keep = LabelSet::of(label);
            if arrangements(reduced, counts, domain, LabelSet(keep.0 | always.0)) > most {
                keep = LabelSet::default();
            }
        }
        if !keep.is_empty() {
            keeps.push((domain, LabelSet(keep.0 | always.0)));
        }
    }
    keeps.truncate(MOST_PATTERNS);
    (!keeps.is_empty()).then_some((keeps, additive))
}

/// The number of ways to arrange the labels of `domain` if only those of `keep` are distinct, times
/// the number of labellings of all other positions.
fn arrangements(
    reduced: &ReducedTask,
    counts: &[Option<u32>; 64],
    domain: usize,
    keep: LabelSet,
) -> u64 {
    let mut places = 0_u64;
    let mut ways: u128 = 1;
    for position in reduced.changing() {
        if reduced.ground.positions[position].domain == domain {
            places += 1;
        } else {
            ways = ways.saturating_mul(reduced.sets[position].len() as u128);
        }
    }
    for label in keep.labels() {
        let count = counts[usize::from(label)].unwrap_or(0);
        for i in 1..=u128::from(count) {
            ways = ways.saturating_mul(places.into()) / i;
            places = places.saturating_sub(1);
        }
    }
    u64::try_from(ways).unwrap_or(u64::MAX)
}

/// Builds the database in which the labels of `keep` stay distinct. `None` if the smaller puzzle
/// has more than `most` states.
fn database<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    domain: usize,
    keep: LabelSet,
    additive: bool,
    most: u64,
    meter: &mut Meter,
) -> Result<Option<PatternDatabase<Image<N>, DistanceTable>>, StopReason> {
    let reduced = puzzle.reduced();
    let Some(start) = &reduced.start else {
        return Ok(None);
    };
    let image = images(reduced, domain, keep);
    let ground = smaller(reduced, domain, &image);
    let start: Vec<Label> = (0..start.len())
        .map(|p| match ground.positions[p].domain == domain {
            true => image[usize::from(start[p])],
            false => start[p],
        })
        .collect();
    let Ok(small) = CompiledPuzzle::<N>::with_width(&ground, Starts::One(&start)) else {
        return Ok(None);
    };
    let Some(first) = small.state(&start) else {
        return Ok(None);
    };
    let own = unique_labels(puzzle.task()).labels;
    let own: Vec<Label> = own
        .into_iter()
        .filter(|&(d, label)| d == domain && keep.has(label))
        .map(|(_, label)| label)
        .collect();
    let held = meter.held();
    let costs = additive.then_some(&own[..]);
    let Some(explored) = explore(&small, first, costs, domain, most, meter)? else {
        meter.hold(held)?;
        return Ok(None);
    };
    let threads = meter.limits().threads();
    // A distance that does not fit into a byte is stored as a smaller number, which is still a
    // lower bound.
    let table = fill_pattern_table(&explored, Encoding::Byte, threads, meter)?.table;
    let explored = explored.without_moves();
    let bytes = explored.states().len() * (size_of::<Words<N>>() + 8) * 2;
    meter.hold(held + bytes as u64)?;
    let project = projection(puzzle.task(), small.task(), domain, &image);
    let image = Image {
        project: array_table(&project).collect(),
        small: explored,
    };
    Ok(PatternDatabase::new::<CompiledPuzzle<N>>(image, table).ok())
}

/// For each byte of a state of `task` and each value of the byte, the words of its image in the
/// abstraction `small`, which replaces the labels of `domain`.
fn projection(task: &PackedTask, small: &PackedTask, domain: usize, image: &[Label]) -> Vec<u64> {
    let (reduced, words) = (task.reduced(), small.words());
    let mut table = empty_table(task, words);
    for position in reduced.changing() {
        for label in reduced.sets[position].labels() {
            let becomes = match reduced.ground.positions[position].domain == domain {
                true => image[usize::from(label)],
                false => label,
            };
            let label_image = FieldImage::new(task, (position, label), small, (position, becomes));
            if let Some(label_image) = label_image {
                label_image.add_to(&mut table, words);
            }
        }
    }
    table
}

/// The abstract label of each label of `domain`. All labels that are not kept are replaced by the
/// first of these labels.
fn images(reduced: &ReducedTask, domain: usize, keep: LabelSet) -> Vec<Label> {
    let labels = reduced.ground.domains[domain].labels.len() as Label;
    let other = (0..labels).find(|&label| !keep.has(label)).unwrap_or(0);
    (0..labels)
        .map(|label| if keep.has(label) { label } else { other })
        .collect()
}

/// The abstraction: the rules and goals of `reduced` with the labels of `domain` replaced.
fn smaller(reduced: &ReducedTask, domain: usize, image: &[Label]) -> Ground {
    let mut ground = reduced.ground.clone();
    let here: Vec<bool> = ground
        .positions
        .iter()
        .map(|p| p.domain == domain)
        .collect();
    let replace = |tests: &mut Vec<Test>| {
        for test in tests {
            if let Test::In { position, labels } = test
                && here[*position]
            {
                let images = labels.labels().map(|label| image[usize::from(label)]);
                *labels = images.fold(LabelSet::default(), |set, l| LabelSet(set.0 | 1 << l));
            }
        }
    };
    ground.goals.iter_mut().for_each(replace);
    ground.moves = (0..ground.rules.len())
        .map(|rule| rule.to_string())
        .collect();
    for (number, rule) in ground.rules.iter_mut().enumerate() {
        // Each rule becomes a move of its own. Otherwise an earlier rule of the same move could
        // hide one that applies in the original puzzle.
        rule.of = number;
        replace(&mut rule.tests);
        for write in &mut rule.writes {
            if let Value::Label(label) = &mut write.value
                && here[write.position]
            {
                *label = image[usize::from(*label)];
            }
        }
    }
    ground
}

/// Explores all states of the smaller puzzle that can be reached from `first`. If `own` labels are
/// given, only moves that carry one of these labels have a cost.
fn explore<const N: usize>(
    small: &CompiledPuzzle<N>,
    first: Words<N>,
    own: Option<&[Label]>,
    domain: usize,
    most: u64,
    meter: &mut Meter,
) -> Result<Option<Explored<Words<N>>>, StopReason> {
    let successors = |state, list: &mut Vec<(Words<N>, Cost)>| {
        let labels = own.map(|_| small.labels(state));
        for m in small.moves(state) {
            let cost = match (own, &labels) {
                (Some(own), Some(labels)) if !takes(small.reduced(), m, labels, own, domain) => {
                    Cost::Free
                }
                _ => Cost::One,
            };
            list.push((small.apply(state, m), cost));
        }
    };
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    Explored::new(first, successors, |state| small.is_goal(state), most, meter)
}

/// Whether the move takes one of the `own` labels along.
fn takes(
    small: &ReducedTask,
    m: CompiledMove,
    labels: &[Label],
    own: &[Label],
    domain: usize,
) -> bool {
    let ground = &small.ground;
    let rule = &ground.rules[m.rule()];
    rule.writes.iter().any(|write| {
        ground.positions[write.position].domain == domain
            && match write.value {
                Value::Label(label) => own.contains(&label),
                Value::Of { position, .. } => own.contains(&labels[position]),
            }
    })
}
