//! Lower bounds from the table of an abstraction, in all its views.
//!
//! A symmetry maps a position to one that is as far from the goal, and so does taking the inverse of
//! the permutation that leads there. The table therefore bounds the distance of each of these images.

use std::collections::BTreeSet;
use std::sync::Arc;

use fewest_rules::{Abstraction, DEAD_END, Heuristic, Meter, Puzzle, StopReason};
use fewest_search::{DistanceTable, Encoding, fill_bound_table, fill_pattern_table};

use super::Pieces;
use super::choice::choose;
use super::colouring::{Colouring, recoloured};
use super::coset::{Coset, CosetTrace, EntryKey};
use super::model::{PieceModel, PiecePlacements, PieceStates, PieceSymmetry};
use super::sums::InverseSums;
use crate::compiled::CompiledMove;
use crate::ground::Label;

/// The most images of a position under symmetries whose entries are looked up.
const MOST_VIEWS: usize = 4;

/// The most entries of a small pattern.
pub(in super::super) const SMALL: u64 = 1 << 28;

/// An abstraction of the pieces, whose table is a lower bound.
#[derive(Debug)]
pub struct PiecePattern {
    model: PieceModel,
    coset: Coset,
    /// The symmetries of the views; the first is the identity.
    views: Vec<PieceSymmetry>,
    inverse: InverseSums,
    /// For each move, as bits, the views that do not change when it is made in the goal. As the move
    /// becomes the first one of the inverse position, it changes no such view of any inverse.
    unchanged: Vec<u8>,
    /// The sets of `unchanged`, each once and without sets that contain another one.
    least_unchanged: Vec<u8>,
    /// A text that determines the table.
    key: String,
}

impl PiecePattern {
    /// Chooses an abstraction whose table has at most `most` entries. `None` if there is none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(
        pieces: &Pieces,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let Some(model) = PieceModel::new(pieces) else {
            return Ok(None);
        };
        let chosen = choose(&model, most, meter)?;
        Ok(chosen.and_then(|(colourings, coset)| Self::of(model, &colourings, coset)))
    }

    fn of(model: PieceModel, colourings: &[Colouring], coset: Coset) -> Option<Self> {
        let views = views(&model, colourings);
        let unchanged = unchanged(&model, &coset, &views);
        Some(Self {
            key: format!(
                "{:016x}",
                hash(&format!("{:?} {colourings:?}", model.moves))
            ),
            inverse: InverseSums::new(&model, colourings, &views)?,
            least_unchanged: least(&unchanged),
            unchanged,
            views,
            model,
            coset,
        })
    }

    /// The abstraction.
    pub fn abstraction(&self) -> &(impl Abstraction<Image = (u32, u32)> + use<>) {
        &self.coset
    }

    /// A text that determines the table: different puzzles or abstractions have different texts with
    /// very high probability.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The bytes of the tables with which entries are found.
    pub fn bytes(&self) -> u64 {
        self.coset.bytes()
    }

    /// Builds the table.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn table(&self, meter: &mut Meter) -> Result<DistanceTable, StopReason> {
        let threads = meter.limits().threads();
        if self.is_large() {
            return fill_bound_table(&self.coset, threads, meter);
        }
        Ok(fill_pattern_table(&self.coset, Encoding::Nibble, threads, meter)?.table)
    }

    /// Whether the table has a quarter of a byte for each entry, so that small distances are not told
    /// and a small pattern is needed beside it.
    fn is_large(&self) -> bool {
        self.coset.size() > SMALL
    }

    /// The placements of the pieces in the position `here`, if `goal` is the goal. `None` if pieces
    /// look alike in the goal, or if no permutation of pieces leads to the position.
    pub fn start(
        &self,
        pieces: &Pieces,
        goal: &[Label],
        here: &[Label],
    ) -> Option<PiecePlacements> {
        let element = pieces.only_element(goal, here)?;
        Some(self.model.placements(pieces, &element))
    }

    /// The positions of the pieces, as states of a puzzle.
    pub fn states(&self) -> PieceStates<'_> {
        PieceStates(&self.model)
    }
}

/// The sets of [`PiecePattern::unchanged`].
fn unchanged(model: &PieceModel, coset: &Coset, views: &[PieceSymmetry]) -> Vec<u8> {
    let solved = coset.trace(model, model.solved);
    let set = |m: usize| {
        let after = PieceStates(model).after(model.solved, m);
        let views = views.iter().enumerate();
        views.fold(0, |set, (number, view)| {
            let keeps = coset.trace(model, model.image(after, view)) == solved;
            set | u8::from(keeps) << number
        })
    };
    (0..model.moves.len()).map(set).collect()
}

/// The sets that contain no other one, each once.
fn least(sets: &[u8]) -> Vec<u8> {
    let sets: BTreeSet<u8> = sets.iter().copied().collect();
    let is_least = |one: &u8| {
        !sets
            .iter()
            .any(|other| other != one && other & one == *other)
    };
    sets.iter().copied().filter(is_least).collect()
}

/// The hash function FNV-1a, whose values are the same in all versions of the program.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The symmetries under which the abstraction tells different things, the first ones of them.
fn views(model: &PieceModel, colourings: &[Colouring]) -> Vec<PieceSymmetry> {
    let mut known = Vec::new();
    let mut views = Vec::new();
    for symmetry in &model.symmetries {
        let back = symmetry.inverse();
        let orbits = model.orbits.iter().zip(colourings);
        let seen = orbits.map(|(orbit, colouring)| recoloured(orbit, colouring, &back));
        let seen: Vec<Colouring> = seen.collect();
        if !known.contains(&seen) && views.len() < MOST_VIEWS {
            known.push(seen);
            views.push(symmetry.clone());
        }
    }
    views
}

/// The bound from the entries of a table for all views of a position and of its inverse: admissible,
/// but not consistent.
#[derive(Debug, Clone)]
pub struct PieceBound {
    pattern: Arc<PiecePattern>,
    table: Arc<DistanceTable>,
    /// The bits of an entry, the binary logarithm of the number of entries in a byte, and the distance
    /// for each value of the bits.
    bits: u32,
    shift: u32,
    distances: [u8; 16],
    /// The bound of a position for which the table tells nothing.
    small: Option<Arc<PieceBound>>,
}

/// What a search keeps beside a position.
#[derive(Debug, Clone, Copy, Default)]
pub struct PieceCache {
    traces: [CosetTrace; MOST_VIEWS],
    /// The entries of the views of the inverse position.
    inverse: [u8; MOST_VIEWS],
    bound: u32,
}

/// A move of a row on its way through the lookups.
#[derive(Debug, Clone, Copy, Default)]
struct Child {
    rule: usize,
    /// What tells the entries that are looked up next, and their numbers.
    keys: [EntryKey; MOST_VIEWS],
    numbers: [u64; MOST_VIEWS],
    state: PiecePlacements,
    /// The cache as far as it is known; the bound does not exceed the one after the move.
    cache: PieceCache,
}

/// The children that may be within the budget.
#[inline]
fn within(row: &mut [Child], budget: u32) -> impl Iterator<Item = &mut Child> {
    let within = move |child: &&mut Child| child.cache.bound <= budget;
    row.iter_mut().filter(within)
}

/// How many children are taken through the lookups together.
const AT_ONCE: usize = 24;

/// The set of all views.
const ALL_VIEWS: u8 = (1 << MOST_VIEWS) - 1;

/// An entry that says that the goal cannot be reached.
const NEVER: u8 = 15;

impl PieceBound {
    /// Makes the bound of a pattern and its table, and of a small pattern beside a large one; `None` if
    /// the table has the wrong size or encoding.
    pub fn new(
        pattern: Arc<PiecePattern>,
        table: Arc<DistanceTable>,
        small: Option<Self>,
    ) -> Option<Self> {
        let encoding = table.encoding();
        let mut distances = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, NEVER];
        let shift = match encoding {
            Encoding::Quarter { base } => {
                for (above, distance) in (0..).zip(&mut distances[1..4]) {
                    // A smaller number is a lower bound, too.
                    *distance = base.saturating_add(1 + above).min(NEVER - 1);
                }
                2
            }
            Encoding::Nibble => 1,
            Encoding::Byte => return None,
        };
        let fits = table.states() == pattern.coset.size();
        fits.then(|| Self {
            bits: encoding.bits().into(),
            shift,
            distances,
            small: small.map(Arc::new),
            pattern,
            table,
        })
    }

    /// The bytes of all tables.
    pub fn bytes(&self) -> u64 {
        let small = self.small.as_ref().map_or(0, |small| small.bytes());
        self.pattern.bytes() + self.table.bytes().len() as u64 + small
    }

    /// The number of entries of the table, and how many of them are looked up for a position.
    pub fn sizes(&self) -> (u64, usize) {
        (self.table.states(), 2 * self.pattern.views.len())
    }

    /// Whether this is the bound of `pattern`.
    pub(in super::super) fn is_of(&self, pattern: &PiecePattern) -> bool {
        self.pattern.key == pattern.key
    }

    /// The pattern.
    pub fn pattern(&self) -> &Arc<PiecePattern> {
        &self.pattern
    }

    #[inline]
    fn entry(&self, number: u64) -> u8 {
        let byte = self.table.bytes()[(number >> self.shift) as usize];
        let place = number as u32 & ((1 << self.shift) - 1);
        let bits = u32::from(byte) >> (place * self.bits) & ((1 << self.bits) - 1);
        self.distances[bits as usize & 15]
    }

    /// The bound of a position for which the table tells nothing.
    #[cold]
    fn of_small(&self, state: PiecePlacements) -> u32 {
        let small = self.small.as_ref();
        small.map_or(0, |small| small.of_position(state).bound)
    }

    /// The cache of a position, from scratch.
    fn of_position(&self, state: PiecePlacements) -> PieceCache {
        let PiecePattern {
            model,
            coset,
            views,
            ..
        } = &*self.pattern;
        let mut traces = [coset.trace(model, state); MOST_VIEWS];
        for (trace, view) in traces.iter_mut().zip(views) {
            *trace = coset.trace(model, model.image(state, view));
        }
        let numbers = traces.map(|trace| coset.number_of(coset.key(trace)));
        let inverse = self.inverse_keys(state, ALL_VIEWS);
        let inverse = self.entries(inverse.map(|key| coset.number_of(key)));
        let bound = self.combined(self.entries(numbers));
        let bound = match bound.max(self.combined(inverse)) {
            0 => self.of_small(state),
            bound => bound,
        };
        PieceCache {
            traces,
            inverse,
            bound,
        }
    }

    /// The bound from the entries of all views.
    ///
    /// If the last move of a solution does not change a view of the goal, this view has its goal one move
    /// before, so that its entry is less than the length. The length thus exceeds the greatest entry of
    /// the views that the last move does not change, and the least of these numbers over all moves.
    #[inline]
    fn combined(&self, entries: [u8; MOST_VIEWS]) -> u32 {
        let most = entries.into_iter().max().unwrap_or(0);
        if most == NEVER {
            return DEAD_END;
        }
        let sets = self.pattern.least_unchanged.iter();
        // Without a last move, in the goal, all entries are 0.
        u32::from(match sets.map(|&set| greatest_of(entries, set)).min() {
            Some(least) if least > 0 => most.max(least + 1),
            _ => most,
        })
    }

    /// The entries of the views with these numbers, looked up all at once.
    #[inline]
    fn entries(&self, numbers: [u64; MOST_VIEWS]) -> [u8; MOST_VIEWS] {
        let mut entries = [0; MOST_VIEWS];
        let count = self.pattern.views.len();
        for (entry, &number) in entries.iter_mut().zip(&numbers[..count]) {
            *entry = self.entry(number);
        }
        entries
    }

    /// What tells the entries of a set of views of a position's inverse.
    #[inline]
    fn inverse_keys(&self, state: PiecePlacements, views: u8) -> [EntryKey; MOST_VIEWS] {
        let PiecePattern { coset, inverse, .. } = &*self.pattern;
        let mut keys = [EntryKey::default(); MOST_VIEWS];
        for (view, key) in keys[..self.pattern.views.len()].iter_mut().enumerate() {
            if views >> view & 1 == 1 {
                *key = coset.key_of_values(|orbit| inverse.value(orbit, view, state));
            }
        }
        keys
    }

    /// Finds the bounds of children, as far as they are within the budget, and their states and caches.
    ///
    /// Takes all of them through the lookups side by side: each step reads what the step before has
    /// begun to load, and begins to load what the next one needs for the children that are left.
    fn bound_row(
        &self,
        parent: &PieceCache,
        before: PiecePlacements,
        row: &mut [Child],
        budget: u32,
    ) {
        let PiecePattern {
            model,
            coset,
            views,
            unchanged,
            ..
        } = &*self.pattern;
        // The views of the inverse that a move leaves as they are take no lookup. The first view of the
        // position is that of the identity, which maps each move to itself.
        for child in &mut *row {
            child.cache.bound = distance(greatest_of(parent.inverse, unchanged[child.rule]));
            if child.cache.bound <= budget {
                child.cache.traces[0] = coset.after(parent.traces[0], child.rule);
                child.seek(coset, coset.key(child.cache.traces[0]), 0);
            }
        }
        self.find(row, budget, |_| 1);
        for child in within(row, budget) {
            child.cache.bound = distance(self.entry(child.numbers[0]));
            if child.cache.bound <= budget {
                for (view, symmetry) in views.iter().enumerate().skip(1) {
                    let m = usize::from(symmetry.moves[child.rule]);
                    child.cache.traces[view] = coset.after(parent.traces[view], m);
                    child.seek(coset, coset.key(child.cache.traces[view]), view);
                }
            }
        }
        self.find(row, budget, |_| ALL_VIEWS & !1);
        for child in within(row, budget) {
            child.cache.bound = self.combined(self.entries(child.numbers));
            if child.cache.bound <= budget {
                child.state = PieceStates(model).after(before, child.rule);
                child.keys = self.inverse_keys(child.state, !unchanged[child.rule]);
                child.keys[..views.len()]
                    .iter()
                    .for_each(|&key| coset.prefetch(key));
            }
        }
        self.find(row, budget, |child| !unchanged[child.rule]);
        for child in within(row, budget) {
            let entries = self.entries(child.numbers);
            child.cache.inverse = parent.inverse;
            for (view, &entry) in entries.iter().enumerate() {
                if unchanged[child.rule] >> view & 1 == 0 {
                    child.cache.inverse[view] = entry;
                }
            }
            let inverse = self.combined(child.cache.inverse);
            child.cache.bound = match child.cache.bound.max(inverse) {
                0 => self.of_small(child.state),
                bound => bound,
            };
        }
    }

    /// Finds the numbers of the entries that a set of views of each child needs, and starts to load the
    /// entries.
    #[inline]
    fn find(&self, row: &mut [Child], budget: u32, set: impl Fn(&Child) -> u8) {
        let views = self.pattern.views.len();
        for child in within(row, budget) {
            let set = set(child);
            for view in (0..views).filter(|view| set >> view & 1 == 1) {
                child.numbers[view] = self.pattern.coset.number_of(child.keys[view]);
                self.table.prefetch(child.numbers[view]);
            }
        }
    }
}

impl Child {
    /// Begins to look for the entry of a view.
    #[inline]
    fn seek(&mut self, coset: &Coset, key: EntryKey, view: usize) {
        self.keys[view] = key;
        coset.prefetch(key);
    }
}

/// The distance that an entry tells.
#[inline]
fn distance(entry: u8) -> u32 {
    match entry {
        NEVER => DEAD_END,
        entry => entry.into(),
    }
}

/// The greatest of the entries of a set of views, and 0 if it is empty.
#[inline]
fn greatest_of(entries: [u8; MOST_VIEWS], set: u8) -> u8 {
    let views = entries.into_iter().enumerate();
    views.fold(0, |most, (view, entry)| {
        most.max(if set >> view & 1 == 1 { entry } else { 0 })
    })
}

impl<P> Heuristic<P> for PieceBound
where
    P: Puzzle<State = PiecePlacements, Move = CompiledMove>,
{
    type Cache = PieceCache;

    fn start(&self, _: &P, state: PiecePlacements) -> PieceCache {
        self.of_position(state)
    }

    const BY_ROWS: bool = true;

    #[inline]
    fn children_within(
        &self,
        _: &P,
        cache: PieceCache,
        before: PiecePlacements,
        mut moves: impl Iterator<Item = CompiledMove>,
        budget: u32,
        mut visit: impl FnMut(Result<(PiecePlacements, PieceCache), u32>),
    ) {
        let mut row = [Child::default(); AT_ONCE];
        loop {
            let mut count = 0;
            for (child, m) in row.iter_mut().zip(&mut moves) {
                child.rule = m.rule();
                count += 1;
            }
            self.bound_row(&cache, before, &mut row[..count], budget);
            for child in &row[..count] {
                visit(match child.cache.bound > budget {
                    true => Err(child.cache.bound),
                    false => Ok((child.state, child.cache)),
                });
            }
            if count < AT_ONCE {
                break;
            }
        }
    }

    #[inline]
    fn bound(&self, cache: PieceCache) -> u32 {
        cache.bound
    }
}
