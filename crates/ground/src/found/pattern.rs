//! Pattern databases: the distances in abstractions that merge labels.
//!
//! If several labels are replaced by a single one, the puzzle becomes a smaller one, its
//! abstraction (R. C. Holte and I. T. Hernádvölgyi, "Steps towards the automatic creation of search
//! heuristics", 2004). Each rule of the puzzle maps to a rule of the abstraction, and each goal to
//! a goal. So the distances of the abstraction, all stored in a table, are lower bounds.
//!
//! Each *pattern* keeps some labels distinct. If no move takes more than one of these labels along
//! (see [`Travel`](super::Travel)), each pattern counts only the moves of its own labels, and the
//! bounds are added (A. Felner, R. E. Korf and S. Hanan, "Additive pattern database heuristics",
//! 2004). Otherwise the bound is the maximum over the patterns.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasherDefault, Hasher};

use fewest_rules::{DEAD_END, Heuristic, Meter, Puzzle, StopReason, Words};

use super::goals::left_counts;
use super::travel::{Counted, counted};
use crate::compiled::{Move, Packed, Special, Starts, pack};
use crate::ground::{Ground, Label, LabelSet, Test, Value};

/// The most patterns.
const MOST_PATTERNS: usize = 8;
/// The distance of an abstract state that reaches no goal.
const NEVER: u8 = u8::MAX;

/// Pattern databases as a heuristic, which is admissible and consistent.
#[derive(Debug, Clone)]
pub struct Patterns<const N: usize> {
    tables: Vec<Table<N>>,
    additive: bool,
}

#[derive(Debug, Clone)]
struct Table<const N: usize> {
    /// For each byte of a state, by its value: its part of the abstract state.
    project: Vec<[Words<N>; 256]>,
    distances: HashMap<[u64; N], u8, BuildHasherDefault<Fold>>,
}

impl<const N: usize> Patterns<N> {
    /// Builds tables for `puzzle`, each of at most `most` states. `None` if the number of no label
    /// is known to stay the same, or all tables would be larger.
    ///
    /// Needs up to a few hundred bytes per state while it builds a table, and a few dozen
    /// afterwards.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        puzzle: &Packed<N>,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let Some((keeps, additive)) = choose(puzzle.special(), most) else {
            return Ok(None);
        };
        let mut tables = Vec::new();
        for (domain, keep) in keeps {
            tables.extend(Table::new(puzzle, domain, keep, additive, most, meter)?);
        }
        let found = !tables.is_empty();
        Ok(found.then_some(Self { tables, additive }))
    }

    /// The number of states in each table.
    pub fn sizes(&self) -> Vec<usize> {
        self.tables
            .iter()
            .map(|table| table.distances.len())
            .collect()
    }

    /// The approximate size of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = |table: &Table<N>| {
            let entry = size_of::<([u64; N], u8)>() + 1;
            table.distances.capacity() * entry + size_of_val(table.project.as_slice())
        };
        self.tables.iter().map(bytes).sum::<usize>() as u64
    }

    /// Whether the bound is the sum of the tables, rather than their maximum.
    pub fn additive(&self) -> bool {
        self.additive
    }
}

impl<const N: usize, P> Heuristic<P> for Patterns<N>
where
    P: Puzzle<State = Words<N>, Move = Move>,
{
    type Cache = u32;

    fn start(&self, _: &P, state: Words<N>) -> u32 {
        let mut bound = 0;
        for table in &self.tables {
            match table.distance(state) {
                NEVER => return DEAD_END,
                distance if self.additive => bound += u32::from(distance),
                distance => bound = bound.max(distance.into()),
            }
        }
        bound
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

/// Chooses the labels that each pattern keeps distinct, with their domain. The flag tells whether
/// the patterns are additive.
#[allow(clippy::type_complexity)]
fn choose(special: &Special, most: u64) -> Option<(Vec<(usize, LabelSet)>, bool)> {
    let Counted { labels, along } = counted(special);
    let additive = along == 1 && labels.len() > 1;
    let counts = left_counts(special);
    let mut keeps = Vec::new();
    for (domain, counts) in counts.iter().enumerate() {
        let here = special
            .changing()
            .filter(|&p| special.ground.positions[p].domain == domain);
        let occur = here.fold(0, |set, p| set | special.sets[p].0);
        let candidates = LabelSet(occur).labels().filter(|&label| {
            let known = counts[usize::from(label)].is_some();
            known && (!additive || labels.contains(&(domain, label)))
        });
        // The label that selects the rules, such as the blank, stays distinct in every pattern.
        let always = match special.located() {
            Some((d, label)) if d == domain => LabelSet::of(label),
            _ => LabelSet::default(),
        };
        let mut keep = LabelSet::default();
        for label in candidates.filter(|&label| !always.has(label)) {
            let more = LabelSet(keep.0 | 1 << label);
            if arrangements(special, counts, domain, LabelSet(more.0 | always.0)) <= most {
                keep = more;
                continue;
            }
            if !keep.is_empty() {
                keeps.push((domain, LabelSet(keep.0 | always.0)));
            }
            keep = LabelSet::of(label);
            if arrangements(special, counts, domain, LabelSet(keep.0 | always.0)) > most {
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
    special: &Special,
    counts: &[Option<u32>; 64],
    domain: usize,
    keep: LabelSet,
) -> u64 {
    let mut places = 0_u64;
    let mut ways: u128 = 1;
    for position in special.changing() {
        if special.ground.positions[position].domain == domain {
            places += 1;
        } else {
            ways = ways.saturating_mul(special.sets[position].len() as u128);
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

impl<const N: usize> Table<N> {
    /// `None` if the start is not known, or the abstraction has more than `most` states or cannot
    /// be compiled.
    fn new(
        puzzle: &Packed<N>,
        domain: usize,
        keep: LabelSet,
        additive: bool,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let special = puzzle.special();
        let Some(start) = &special.start else {
            return Ok(None);
        };
        let image = images(special, domain, keep);
        let ground = smaller(special, domain, &image);
        let start: Vec<Label> = (0..start.len())
            .map(|p| match ground.positions[p].domain == domain {
                true => image[usize::from(start[p])],
                false => start[p],
            })
            .collect();
        let Ok(small) = pack::<N>(&ground, Starts::One(&start)) else {
            return Ok(None);
        };
        let Some(first) = small.state(&start) else {
            return Ok(None);
        };
        let own = counted(special).labels;
        let own: Vec<Label> = own
            .into_iter()
            .filter(|&(d, label)| d == domain && keep.has(label))
            .map(|(_, label)| label)
            .collect();
        let costs = additive.then_some(own);
        let Some(distances) = distances(&small, first, costs.as_deref(), domain, most, meter)?
        else {
            return Ok(None);
        };
        let bytes = (puzzle.bits() as usize).div_ceil(8);
        let mut project = vec![[Words::default(); 256]; bytes];
        for position in special.changing() {
            let (Some((from, width)), Some((to, small_width))) =
                (puzzle.field(position), small.field(position))
            else {
                continue;
            };
            for label in special.sets[position].labels() {
                let becomes = match special.ground.positions[position].domain == domain {
                    true => image[usize::from(label)],
                    false => label,
                };
                let number = puzzle.code(position, label);
                let Some(code) = small.code(position, becomes) else {
                    continue;
                };
                for (value, entry) in project[from as usize / 8].iter_mut().enumerate() {
                    if Some(value as u64 >> (from % 8) & ((1 << width) - 1)) == number {
                        *entry = entry.with_field(to as usize, small_width as usize, code);
                    }
                }
            }
        }
        Ok(Some(Self { project, distances }))
    }

    #[inline]
    fn distance(&self, state: Words<N>) -> u8 {
        let mut image = Words::default();
        for (at, table) in self.project.iter().enumerate() {
            let byte = state.0[at / 8 % N] >> (at % 8 * 8) & 255;
            image = image ^ table[byte as usize];
        }
        // A state that cannot be reached from the start may be missing from the table; 0 is a lower
        // bound for any state.
        self.distances.get(&image.0).copied().unwrap_or(0)
    }
}

/// The abstract label of each label of `domain`. All labels that are not kept become the first of
/// them.
fn images(special: &Special, domain: usize, keep: LabelSet) -> Vec<Label> {
    let labels = special.ground.domains[domain].labels.len() as Label;
    let other = (0..labels).find(|&label| !keep.has(label)).unwrap_or(0);
    (0..labels)
        .map(|label| if keep.has(label) { label } else { other })
        .collect()
}

/// The abstraction: the rules and goals of `special` with the labels of `domain` replaced.
fn smaller(special: &Special, domain: usize, image: &[Label]) -> Ground {
    let mut ground = special.ground.clone();
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

/// The distance to the nearest goal of every state that `first` reaches. If `own` labels are given,
/// a move costs 1 if it takes one of them along, and 0 otherwise. Forward search collects the
/// edges; a 0–1 breadth-first search from the goals follows them backwards.
#[allow(clippy::type_complexity)]
fn distances<const N: usize>(
    small: &Packed<N>,
    first: Words<N>,
    own: Option<&[Label]>,
    domain: usize,
    most: u64,
    meter: &mut Meter,
) -> Result<Option<HashMap<[u64; N], u8, BuildHasherDefault<Fold>>>, StopReason> {
    let held = meter.held();
    let mut numbers: HashMap<[u64; N], u32, BuildHasherDefault<Fold>> = HashMap::default();
    let mut states = vec![first];
    numbers.insert(first.0, 0);
    // By target: the source of each edge, with the cost of the edge in the lowest bit.
    let mut edges: Vec<(u32, u32)> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        if at % 1024 == 0 {
            meter.poll()?;
            let bytes = states.capacity() * 2 * size_of::<Words<N>>()
                + numbers.capacity() * (size_of::<Words<N>>() + 8)
                + edges.capacity() * 16;
            meter.hold(held + bytes as u64)?;
        }
        let state = states[at];
        let labels = own.map(|_| small.labels(state));
        for m in small.moves(state) {
            let after = small.apply(state, m);
            let next = *numbers.entry(after.0).or_insert_with(|| {
                states.push(after);
                states.len() as u32 - 1
            });
            let counts = match (own, &labels) {
                (Some(own), Some(labels)) => takes(small, m, labels, own, domain),
                _ => true,
            };
            edges.push((next, (at as u32) << 1 | u32::from(counts)));
        }
        if states.len() as u64 > most.min(1 << 30) {
            meter.hold(held)?;
            return Ok(None);
        }
        at += 1;
    }
    edges.sort_unstable();
    let mut distances = vec![NEVER; states.len()];
    let mut queue = VecDeque::new();
    for (number, &state) in states.iter().enumerate() {
        if small.is_goal(state) {
            distances[number] = 0;
            queue.push_back((number as u32, 0));
        }
    }
    // Invariant of the 0-1 search: the distances in the queue never decrease from front to back and
    // differ by at most 1. So a state has its final distance when it is first taken out, and
    // entries with a greater distance are outdated.
    while let Some((number, distance)) = queue.pop_front() {
        if distances[number as usize] < distance {
            continue;
        }
        let from = edges.partition_point(|&(to, _)| to < number);
        for &(_, before) in edges[from..].iter().take_while(|&&(to, _)| to == number) {
            let (before, counts) = (before >> 1, (before & 1) as u8);
            // A distance that does not fit is capped. It is still a lower bound.
            let through = (distance + counts).min(NEVER - 1);
            if through < distances[before as usize] {
                distances[before as usize] = through;
                if counts == 0 {
                    queue.push_front((before, through));
                } else {
                    queue.push_back((before, through));
                }
            }
        }
    }
    let bytes = states.len() * (size_of::<Words<N>>() + 8) * 2;
    meter.hold(held + bytes as u64)?;
    let states = states.iter().map(|state| state.0);
    Ok(Some(states.zip(distances).collect()))
}

/// Whether the move takes one of the `own` labels along.
fn takes<const N: usize>(
    small: &Packed<N>,
    m: Move,
    labels: &[Label],
    own: &[Label],
    domain: usize,
) -> bool {
    let ground = &small.special().ground;
    let rule = &ground.rules[m.rule()];
    rule.writes.iter().any(|write| {
        ground.positions[write.position].domain == domain
            && match write.value {
                Value::Label(label) => own.contains(&label),
                Value::Of { position, .. } => own.contains(&labels[position]),
            }
    })
}

/// A hasher that multiplies each word and folds the product.
#[derive(Debug, Clone, Copy, Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            let product = u128::from(self.0 ^ u64::from_le_bytes(word))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
            self.0 = (product >> 64) as u64 ^ product as u64;
        }
    }
}
