//! Lower bounds from the table of an abstraction, in all its views.
//!
//! A symmetry maps a position to one that is as far from the goal, and so does taking the inverse of
//! the permutation that leads there. The table therefore bounds the distance of each of these images.

use std::collections::BTreeSet;
use std::sync::Arc;

use fewest_rules::{Abstraction, DEAD_END, Heuristic, Meter, Puzzle, StopReason};
use fewest_search::{DistanceTable, Encoding, fill_pattern_table};

use super::Pieces;
use super::choice::choose;
use super::colouring::{Colouring, recoloured};
use super::coset::{Coset, CosetTrace};
use super::model::{PieceModel, PiecePlacements, PieceStates, PieceSymmetry};
use super::sums::InverseSums;
use crate::compiled::CompiledMove;
use crate::ground::Label;

/// The most images of a position under symmetries whose entries are looked up.
const MOST_VIEWS: usize = 4;

/// An abstraction of the pieces, whose table is a lower bound.
#[derive(Debug)]
pub struct PiecePattern {
    model: PieceModel,
    coset: Coset,
    /// The symmetries of the views; the first is the identity.
    views: Vec<PieceSymmetry>,
    inverse: InverseSums,
    /// For each move, as bits, the views that do not change when it is made in the goal; each set once
    /// and without sets that contain another one.
    unchanged: Vec<u8>,
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
        Some(Self {
            key: format!(
                "{:016x}",
                hash(&format!("{:?} {colourings:?}", model.moves))
            ),
            inverse: InverseSums::new(&model, colourings, &views)?,
            unchanged: unchanged(&model, &coset, &views),
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
        Ok(fill_pattern_table(&self.coset, Encoding::Nibble, threads, meter)?.table)
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
    let sets: BTreeSet<u8> = (0..model.moves.len()).map(set).collect();
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
}

/// What a search keeps beside a position.
#[derive(Debug, Clone, Copy)]
pub struct PieceCache {
    traces: [CosetTrace; MOST_VIEWS],
    bound: u32,
}

impl PieceBound {
    /// Makes the bound of a pattern and its table; `None` if the table has the wrong size.
    pub fn new(pattern: Arc<PiecePattern>, table: Arc<DistanceTable>) -> Option<Self> {
        let fits = table.states() == pattern.coset.size() && table.encoding() == Encoding::Nibble;
        fits.then_some(Self { pattern, table })
    }

    /// The bytes of all tables.
    pub fn bytes(&self) -> u64 {
        self.pattern.bytes() + self.table.bytes().len() as u64
    }

    /// The number of entries of the table, and how many of them are looked up for a position.
    pub fn sizes(&self) -> (u64, usize) {
        (self.table.states(), 2 * self.pattern.views.len())
    }

    /// The pattern.
    pub fn pattern(&self) -> &Arc<PiecePattern> {
        &self.pattern
    }

    #[inline]
    fn entry(&self, trace: CosetTrace) -> u32 {
        self.distance(self.pattern.coset.entry(trace))
    }

    #[inline]
    fn distance(&self, number: u64) -> u32 {
        match self.table.bytes()[(number / 2) as usize] >> (number % 2 * 4) & 15 {
            15 => DEAD_END,
            distance => distance.into(),
        }
    }

    /// The bound from the entries of all views.
    ///
    /// If the last move of a solution does not change a view of the goal, this view has its goal one move
    /// before, so that its entry is less than the length. The length thus exceeds the greatest entry of
    /// the views that the last move does not change, and the least of these numbers over all moves.
    #[inline]
    fn combined(&self, entries: [u32; MOST_VIEWS]) -> u32 {
        let most = entries.into_iter().max().unwrap_or(0);
        let of_set = |set: &u8| {
            let views = entries.iter().enumerate();
            let within = views.filter(|&(view, _)| set >> view & 1 == 1);
            within.map(|(_, &entry)| entry).max().unwrap_or(0)
        };
        // Without a last move, in the goal, all entries are 0.
        match self.pattern.unchanged.iter().map(of_set).min() {
            Some(least) if least > 0 && most < DEAD_END => most.max(least + 1),
            _ => most,
        }
    }

    /// The bound from the views of a position. The entries are looked up all at once, so that their
    /// latencies overlap.
    #[inline]
    fn of_traces(&self, traces: &[CosetTrace; MOST_VIEWS]) -> u32 {
        let mut entries = [0; MOST_VIEWS];
        for (entry, &trace) in entries.iter_mut().zip(&traces[..self.pattern.views.len()]) {
            *entry = self.entry(trace);
        }
        self.combined(entries)
    }

    /// The bound from the views of a position's inverse.
    fn of_inverse(&self, state: PiecePlacements) -> u32 {
        let PiecePattern {
            coset,
            views,
            inverse,
            ..
        } = &*self.pattern;
        let mut entries = [0; MOST_VIEWS];
        for (view, entry) in entries[..views.len()].iter_mut().enumerate() {
            let number = coset.entry_of_values(|orbit| inverse.value(orbit, view, state));
            *entry = self.distance(number);
        }
        self.combined(entries)
    }
}

impl<P> Heuristic<P> for PieceBound
where
    P: Puzzle<State = PiecePlacements, Move = CompiledMove>,
{
    type Cache = PieceCache;

    fn start(&self, _: &P, state: PiecePlacements) -> PieceCache {
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
        let bound = self.of_traces(&traces).max(self.of_inverse(state));
        PieceCache { traces, bound }
    }

    fn step(
        &self,
        puzzle: &P,
        cache: PieceCache,
        before: PiecePlacements,
        m: CompiledMove,
        after: PiecePlacements,
    ) -> PieceCache {
        // No bound exceeds this budget.
        let cache = self.step_within(puzzle, cache, before, m, after, u32::MAX);
        cache.unwrap_or_else(|_| self.start(puzzle, after))
    }

    #[inline]
    fn step_within(
        &self,
        _: &P,
        mut cache: PieceCache,
        _: PiecePlacements,
        m: CompiledMove,
        after: PiecePlacements,
        budget: u32,
    ) -> Result<PieceCache, u32> {
        let PiecePattern { coset, views, .. } = &*self.pattern;
        for (trace, view) in cache.traces.iter_mut().zip(views) {
            *trace = coset.after(*trace, view.moves[m.rule()].into());
        }
        cache.bound = self.of_traces(&cache.traces);
        if cache.bound <= budget {
            cache.bound = cache.bound.max(self.of_inverse(after));
        }
        match cache.bound > budget {
            true => Err(cache.bound),
            false => Ok(cache),
        }
    }

    #[inline]
    fn bound_ahead(&self, cache: PieceCache, _: PiecePlacements, m: CompiledMove) -> u32 {
        // The first view is that of the identity, which maps each move to itself.
        self.entry(self.pattern.coset.after(cache.traces[0], m.rule()))
    }

    #[inline]
    fn bound(&self, cache: PieceCache) -> u32 {
        cache.bound
    }
}
