//! The graph of the states that a board can reach.

use fewest_rules::Limits;

use super::{Board, Error};
use crate::api::StateGraph;

impl Board {
    /// The graph of all states that can be reached from the board, with their distances from the
    /// start and to the goals. Takes O(states + moves) time and memory, and a drawing for each
    /// state.
    ///
    /// ```
    /// use fewest::{Limits, AnyPuzzle};
    ///
    /// let graph = AnyPuzzle::named("tiles")?.board("1 2\n3 _")?.graph(100, &Limits::default())?;
    /// assert_eq!((graph.states.len(), graph.edges.len()), (12, 24));
    /// let (first, last) = (&graph.states[0], &graph.states[11]);
    /// assert!(first.is_goal);
    /// assert_eq!((last.distance, last.to_goal), (6, Some(6)));
    /// # Ok::<(), fewest::Error>(())
    /// ```
    ///
    /// # Errors
    /// The board can reach more than `max_states` states, or a limit was reached.
    pub fn graph(&self, max_states: usize, limits: &Limits) -> Result<StateGraph, Error> {
        Ok(self.inner().graph(max_states, limits)?)
    }
}
