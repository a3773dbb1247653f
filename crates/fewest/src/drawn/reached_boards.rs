//! Draws random boards among the boards that can be reached from a board.

use fewest_rules::{DEAD_END, Limits, Meter, Notation, StopReason};

use super::distances::{StateDistances, StoppedCensus};
use super::reached::ReachedSpace;
use super::solver::DrawnSolver;
use super::walks;
use crate::general::ranked_space::MOST_STATES;
use crate::general::ranked_space::boards::draw_uniformly;
use crate::space::{GeneratedBoards, GenerationOptions, SpaceError};

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
        let StateDistances { states, distances } = reached;
        let fits = |number: u64| {
            let distance = distances[number as usize];
            distance != DEAD_END && wanted.moves.contains(&distance)
        };
        let board = |number: u64| {
            let state = states.get(number as u32);
            (self.analysis.canonical(state), self.draw(state))
        };
        let made = draw_uniformly(0..distances.len() as u64, fits, board, wanted, &mut meter)?;
        Ok(Some(made))
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
        let ranks = self.ranks.as_deref();
        if let Some(ranks) = ranks.filter(|ranks| ranks.size <= MOST_STATES) {
            match ranks.space.make(wanted, None, limits) {
                Ok(made) => return self.verified(made, wanted, limits),
                Err(SpaceError::Stopped(StopReason::Memory | StopReason::Capacity)) => {}
                Err(error) => return Err(error),
            }
        }
        // The walks solve each generated board to find the length of its solutions.
        walks::make(&self.analysis, self.start, wanted, limits)
    }
}
