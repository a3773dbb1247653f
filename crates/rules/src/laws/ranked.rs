//! Tests of the claims of [`Ranked`].

use super::{Laws, Violation};
use crate::{Puzzle, Ranked};

impl<P: Puzzle> Laws<'_, P> {
    /// Tests [`Ranked`], on the states of the walk and on ranks spread over the whole range: ranks
    /// are in range, `rank` and `unrank` are inverses of each other, and `successor_ranks` agrees
    /// with the moves.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn ranked(&self) -> Result<&Self, Violation>
    where
        P: Ranked,
    {
        let size = self.puzzle.size();
        for &state in &self.states {
            let rank = self.puzzle.rank(state);
            ensure!(
                rank < size,
                "{state:?} has rank {rank}, the size is only {size}"
            );
            ensure!(
                self.puzzle.unrank(rank) == state,
                "rank {rank} of {state:?} is unranked to {:?}",
                self.puzzle.unrank(rank)
            );
        }
        let samples = size.min(self.states.len().max(1_000) as u64);
        let step = (size / samples.max(1)).max(1);
        let mut ranks: Vec<u64> = (0..samples).map(|i| i * step).collect();
        ranks.extend(size.checked_sub(1));
        for &rank in &ranks {
            let state = self.puzzle.unrank(rank);
            ensure!(
                self.puzzle.rank(state) == rank,
                "rank {rank} gives {state:?}, whose rank is {}",
                self.puzzle.rank(state)
            );
        }
        ranks.extend(self.states.iter().map(|&state| self.puzzle.rank(state)));
        ranks.sort_unstable();
        ranks.dedup();
        self.successor_ranks(&ranks)?;
        Ok(self)
    }

    fn successor_ranks(&self, ranks: &[u64]) -> Result<(), Violation>
    where
        P: Ranked,
    {
        let mut all = Vec::new();
        for &rank in ranks {
            let state = self.puzzle.unrank(rank);
            let moves = self.puzzle.moves(state);
            let wanted: Vec<u64> = moves
                .map(|m| self.puzzle.rank(self.puzzle.apply(state, m)))
                .collect();
            let mut found = Vec::new();
            self.puzzle
                .successor_ranks(rank, |successor| found.push(successor));
            ensure!(
                found == wanted,
                "the successors of rank {rank}, {state:?}, have ranks {wanted:?}, not {found:?}"
            );
            all.extend(wanted);
        }
        let mut found = Vec::new();
        self.puzzle
            .successor_ranks_of_all(ranks, |successor| found.push(successor));
        found.sort_unstable();
        all.sort_unstable();
        ensure!(
            found == all,
            "the ranks of the successors of many states are not those of each"
        );
        Ok(())
    }
}
