//! Boards drawn from a table of all distances.

use std::collections::HashSet;

use fewest_rules::{Goals, Limits, Meter, Notation, Ranked, Symmetric};
use fewest_search::random::Random;
use fewest_tables::{Direction, DistanceTable};

use super::RankedSpace;
use crate::space::{GenerationOptions, SpaceError};

impl<P, D> RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    /// Draws boards uniformly and without repetition from the boards at the wanted distances.
    pub(super) fn draw_from(
        &self,
        table: &DistanceTable,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<Vec<String>, SpaceError> {
        let mut meter = Meter::new(limits);
        let fits = |rank: u64| {
            table
                .distance(rank)
                .is_some_and(|distance| wanted.moves.contains(&distance))
        };
        let mut there = 0;
        for rank in self.counted.clone() {
            if rank % (1 << 20) == 0 {
                meter.poll()?;
            }
            there += u64::from(fits(rank));
        }
        let mut random = Random::new(wanted.seed);
        let mut boards = Vec::new();
        let mut classes = HashSet::new();
        let mut tried = HashSet::new();
        // Draws random indices among the fitting ranks first, and then finds all these ranks in one
        // pass over the table. If only boards that differ up to symmetry are wanted, the others are
        // left out, and the draw is repeated for as many boards as are then missing.
        while boards.len() < wanted.count && (tried.len() as u64) < there {
            let missing = (wanted.count - boards.len()) as u64;
            let mut places = Vec::new();
            while (places.len() as u64) < missing && (tried.len() as u64) < there {
                meter.poll()?;
                let place = random.below(there);
                if tried.insert(place) {
                    places.push(place);
                }
            }
            let mut order: Vec<(u64, usize)> = places.iter().copied().zip(0..).collect();
            order.sort_unstable();
            let mut ranks = vec![0; places.len()];
            let mut next = order.iter().peekable();
            let mut passed = 0;
            for rank in self.counted.clone() {
                let Some(&&(_, i)) = next.peek() else { break };
                if rank % (1 << 20) == 0 {
                    meter.poll()?;
                }
                if fits(rank) {
                    if places[i] == passed {
                        ranks[i] = rank;
                        next.next();
                    }
                    passed += 1;
                }
            }
            for rank in ranks {
                let state = self.puzzle.unrank(rank);
                if !wanted.distinct || classes.insert(self.puzzle.canonical(state)) {
                    boards.push(self.puzzle.board(state));
                }
            }
        }
        Ok(boards)
    }
}
