//! One pattern database: the distances of the images under a projection.

use fewest_rules::{DEAD_END, Goals, Heuristic, Limits, Projection, Puzzle, Ranked};

use crate::distance_table::{DistanceTable, Encoding};
use crate::enumeration::{Census, Direction, EnumerationOptions, EnumerationReport, distances};

/// The distance of a state's image to the nearest goal of the smaller puzzle, read
/// from a table: admissible and consistent.
///
/// A step on which the image stands still looks nothing up.
#[derive(Debug, Clone, Copy)]
pub struct PatternDatabase<'t, J> {
    projection: J,
    table: &'t DistanceTable,
}

impl<'t, J> PatternDatabase<'t, J> {
    /// The table of the distances of a projection's target, from its goals backwards:
    /// `direction` is [`Retrograde`](crate::Retrograde), or [`Undirected`](crate::Undirected)
    /// where moves can be taken back.
    ///
    /// Takes memory and time as [`distances`] does.
    pub fn build<P, D>(
        projection: &J,
        direction: &D,
        options: &EnumerationOptions,
        limits: &Limits,
    ) -> EnumerationReport<(Census, DistanceTable)>
    where
        P: Puzzle,
        J: Projection<P, Abstract: Goals + Sync>,
        D: Direction<J::Abstract>,
    {
        let target = projection.target();
        distances(
            target,
            direction,
            target.goals(),
            Encoding::Nibble,
            options,
            limits,
        )
    }

    /// The heuristic that looks up images under `projection` in `table`, which may be
    /// that of another projection with the same target; `None` if it is of
    /// another size than the target.
    pub fn new<P: Puzzle>(projection: J, table: &'t DistanceTable) -> Option<Self>
    where
        J: Projection<P>,
    {
        (projection.target().size() == table.states()).then_some(Self { projection, table })
    }
}

/// What [`PatternDatabase`] keeps beside a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageCache<S> {
    image: S,
    bound: u32,
}

impl<P: Puzzle, J: Projection<P>> Heuristic<P> for PatternDatabase<'_, J> {
    type Cache = ImageCache<<J::Abstract as Puzzle>::State>;

    fn start(&self, _: &P, state: P::State) -> Self::Cache {
        self.look_up::<P>(self.projection.project(state))
    }

    #[inline]
    fn step(&self, _: &P, cache: Self::Cache, _: P::State, m: P::Move, _: P::State) -> Self::Cache {
        match self.projection.project_move(m) {
            None => cache,
            Some(m) => self.look_up::<P>(self.projection.target().apply(cache.image, m)),
        }
    }

    #[inline]
    fn bound(&self, cache: Self::Cache) -> u32 {
        cache.bound
    }
}

impl<J> PatternDatabase<'_, J> {
    #[inline]
    fn look_up<P: Puzzle>(
        &self,
        image: <J::Abstract as Puzzle>::State,
    ) -> ImageCache<<J::Abstract as Puzzle>::State>
    where
        J: Projection<P>,
    {
        let rank = self.projection.target().rank(image);
        ImageCache {
            image,
            bound: self.table.distance(rank).unwrap_or(DEAD_END),
        }
    }
}
