//! Draws random boards among the boards that can be reached from a board.

use std::collections::HashSet;

use fewest_rules::{Limits, Meter, Notation, StopReason};
use fewest_search::random::Random;

use super::distances::{StateDistances, StoppedCensus};
use super::reached::ReachedSpace;
use super::solver::DrawnSolver;
use super::walks;
use crate::space::{GeneratedBoards, GenerationOptions, Space, SpaceError};

impl<const N: usize> ReachedSpace<N> {
    /// Checks every generated board by a search that is independent of how the board was generated.
    /// If a limit stops the checks, only the boards that have passed are kept.
    ///
    /// # Errors
    /// The shortest solution of a generated board does not have a wanted length, so the program has
    /// a bug.
    fn verified(
        &self,
        mut made: GeneratedBoards,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        for (at, board) in made.boards.iter().enumerate() {
            let start = self.analysis.puzzle().parse(board);
            let start = start.map_err(|faults| SpaceError::Unfit(faults.to_string()))?;
            match DrawnSolver::new(&self.analysis, start).least(limits) {
                Ok(Some(least)) if wanted.moves.contains(&least) => {}
                Err(reason) => {
                    made.boards.truncate(at);
                    made.stopped = Some(reason);
                    return Ok(made);
                }
                _ => {
                    return Err(SpaceError::Unfit(format!(
                        "a board was made that is not as hard as wanted, which is a fault of \
                         this program:\n{board}"
                    )));
                }
            }
        }
        Ok(made)
    }

    /// Draws boards uniformly from the set of all states. `None` if there are too many states, so
    /// that another method may be better.
    fn made_of_a_set(
        &self,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<Option<GeneratedBoards>, SpaceError> {
        let few = Self::few(limits);
        let mut meter = Meter::new(&few);
        let reached = match StateDistances::reached(&self.analysis, self.start, &mut meter) {
            Ok(reached) => reached,
            Err(StoppedCensus { reason, .. }) if Self::may_go_on(reason, limits) => {
                return Ok(None);
            }
            Err(StoppedCensus { reason, .. }) => return Err(reason.into()),
        };
        let mut there: Vec<u32> = (0..reached.distances.len() as u32)
            .filter(|&state| wanted.moves.contains(&reached.distances[state as usize]))
            .collect();
        let mut random = Random::new(wanted.seed);
        let mut classes = HashSet::new();
        let mut boards = Vec::new();
        let mut stopped = None;
        while boards.len() < wanted.count && !there.is_empty() {
            if let Err(reason) = meter.poll() {
                stopped = Some(reason);
                break;
            }
            let state = there.swap_remove(random.below(there.len() as u64) as usize);
            let state = reached.states.get(state);
            if !wanted.distinct || classes.insert(self.analysis.canonical(state)) {
                boards.push(self.draw(state));
            }
        }
        Ok(Some(GeneratedBoards {
            boards,
            stopped,
            uniform: true,
        }))
    }

    /// Draws boards whose shortest solutions have a wanted length.
    pub(super) fn reached_boards(
        &self,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        if let Some(made) = self.made_of_a_set(wanted, limits)? {
            return self.verified(made, wanted, limits);
        }
        if self.ranked {
            let ranks = self.reached_ranks(limits);
            let made = ranks
                .map_err(|(reason, _)| reason.into())
                .and_then(|ranks| ranks.space.make(wanted, None, &ranks.left));
            match made {
                Ok(made) => return self.verified(made, wanted, limits),
                Err(SpaceError::Stopped(StopReason::Memory | StopReason::Capacity)) => {}
                Err(error) => return Err(error),
            }
        }
        // The walks solve each generated board to find the length of its solutions.
        walks::make(&self.analysis, self.start, wanted, limits)
    }
}
