//! Lower bounds from the table of an abstraction, in all its views.
//!
//! A symmetry maps a position to one that is as far from the goal, and so does taking the inverse of
//! the permutation that leads there. The table therefore bounds the distance of each of these images.

use std::sync::Arc;

use fewest_rules::{Abstraction, DEAD_END, Heuristic, Meter, Puzzle, StopReason};
use fewest_search::{DistanceTable, Encoding, fill_pattern_table};

use super::Pieces;
use super::choice::choose;
use super::colouring::Colouring;
use super::coset::{Coset, CosetTrace, recoloured};
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

/// The greatest entry of a table over all views of a position and of its inverse: admissible.
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

    /// The greatest entry of the views of the inverse, or the first one above `budget`.
    fn of_inverse(&self, state: PiecePlacements, budget: u32) -> u32 {
        let PiecePattern {
            coset,
            views,
            inverse,
            ..
        } = &*self.pattern;
        let mut bound = 0;
        for view in 0..views.len() {
            let number = coset.entry_of_values(|orbit| inverse.value(orbit, view, state));
            bound = bound.max(self.distance(number));
            if bound > budget {
                break;
            }
        }
        bound
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
        let mut bound = self.of_inverse(state, u32::MAX);
        for (trace, view) in traces.iter_mut().zip(views) {
            *trace = coset.trace(model, model.image(state, view));
            bound = bound.max(self.entry(*trace));
        }
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
        cache.bound = 0;
        for (trace, view) in cache.traces.iter_mut().zip(views) {
            *trace = coset.after(*trace, view.moves[m.rule()].into());
            cache.bound = cache.bound.max(self.entry(*trace));
            if cache.bound > budget {
                return Err(cache.bound);
            }
        }
        cache.bound = cache.bound.max(self.of_inverse(after, budget));
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
