//! The table of the distances of all ranks.

#[cfg(feature = "disk")]
use std::path::Path;

use fewest_check::{Verification, find_wrong, verify};
use fewest_rules::{Goals, Limits, Notation, Ranked, Symmetric};
use fewest_tables::{Direction, DistanceTable, EnumerationReport, TableKey};
#[cfg(feature = "disk")]
use fewest_tables::{Peers, TableCache, TableReader};

use super::RankedSpace;
#[cfg(feature = "disk")]
use crate::space::SpaceError;
use crate::space::SpaceTable;

impl<P, D> SpaceTable for RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    fn key(&self) -> TableKey {
        self.key.clone()
    }

    fn states(&self) -> u64 {
        self.puzzle.size()
    }

    fn build(&self, limits: &Limits) -> EnumerationReport<DistanceTable> {
        self.distances(None, limits)
    }

    fn verify(&self, table: &DistanceTable, limits: &Limits) -> Verification {
        verify(
            &self.puzzle,
            |rank| table.distance(rank),
            limits.threads(),
            limits,
        )
    }

    #[cfg(feature = "disk")]
    fn build_on_disk(
        &self,
        folder: &Path,
        cache: &TableCache,
        peers: Option<&mut (dyn Peers + '_)>,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, SpaceError> {
        let space = (&self.puzzle, &self.direction);
        super::on_disk::build(space, &self.key, folder, cache, peers, limits)
    }

    #[cfg(feature = "disk")]
    fn verify_on_disk(
        &self,
        folder: &Path,
        table: TableReader,
        limits: &Limits,
    ) -> Result<Verification, SpaceError> {
        super::on_disk::verify(&self.puzzle, folder, table, limits)
    }

    fn drawing(&self, rank: u64) -> Option<String> {
        (rank < self.puzzle.size()).then(|| self.puzzle.draw(self.puzzle.unrank(rank)))
    }

    fn rank(&self, drawing: &str) -> Option<u64> {
        let state = self.puzzle.parse(drawing).ok()?;
        let rank = self.puzzle.rank(state);
        (rank < self.puzzle.size() && self.puzzle.unrank(rank) == state).then_some(rank)
    }

    fn find_wrong(&self, table: &DistanceTable) -> Option<u64> {
        find_wrong(&self.puzzle, |rank| table.distance(rank))
    }
}
