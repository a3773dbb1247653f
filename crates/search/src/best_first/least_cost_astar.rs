//! A* where moves have costs.

use fewest_rules::{
    CostReport, Heuristic, Limits, Meter, MoveCosts, Objective, Outcome, StopReason,
};

use super::search::BestFirst;
use super::weights::{CostKeys, cost_of};
use crate::conclusion::conclude_costs;
use crate::paused::{CostSearchTurn, Turn};

/// Finds a best solution from `start` for `objective` by A*.
///
/// `heuristic` must be admissible for the first criterion of the objective: it never exceeds the
/// least cost to a goal, or the fewest moves for [`Objective::MovesThenCost`]. The heuristic need
/// not be consistent. (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic
/// determination of minimum cost paths", 1968.) With a heuristic that is always 0
/// ([`Zero`](fewest_rules::Zero)), this is Dijkstra's algorithm: each state is expanded at most once.
/// (E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959; R. B. Dial, "Algorithm
/// 360: shortest-path forest with topological ordering", 1969.)
///
/// Open states lie in buckets, one bucket for each priority. Handling a move takes constant time if
/// there are few buckets. In general it takes time logarithmic in the number of buckets. Takes
/// about 22 bytes per state in addition to the state itself and the heuristic's cache. Of several
/// best solutions, every run returns the same one. Proves unsolvability by exhausting the reachable
/// states. If a limit stops the search, the proven lower bound is the least priority of an open
/// state: the cost of reaching it plus its bound. Stops with [`StopReason::Capacity`] if a
/// criterion does not fit into 32 bits, or beyond 2³² − 1 states.
pub fn least_cost_astar<P: MoveCosts, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    objective: Objective,
    limits: &Limits,
) -> CostReport<P::Move> {
    let search = LeastCostAStar::new(puzzle, start, heuristic, objective);
    search.advance(u64::MAX, limits).report()
}

/// A search by A* that can pause. The search finds the same solution as [`least_cost_astar`].
pub struct LeastCostAStar<'a, P: MoveCosts, H: Heuristic<P>> {
    puzzle: &'a P,
    start: P::State,
    search: BestFirst<'a, P, H, CostKeys>,
    /// Whether the search has begun.
    begun: bool,
    /// The bytes that the search holds.
    held: u64,
}

impl<'a, P: MoveCosts, H: Heuristic<P>> LeastCostAStar<'a, P, H> {
    /// Prepares a search from `start`. The search holds no states before the first call of
    /// [`advance`](Self::advance).
    pub fn new(puzzle: &'a P, start: P::State, heuristic: &'a H, objective: Objective) -> Self {
        Self {
            puzzle,
            start,
            search: BestFirst::new(puzzle, heuristic, CostKeys::new(objective)),
            begun: false,
            held: 0,
        }
    }

    /// The bytes that the search holds during a pause.
    pub fn bytes(&self) -> u64 {
        self.held
    }

    /// Continues the search. The search pauses soon after this call has expanded `states` states.
    ///
    /// The statistics count only the work of this call.
    pub fn advance(mut self, states: u64, limits: &Limits) -> CostSearchTurn<Self, P::Move> {
        let mut meter = Meter::new(limits);
        let result = self
            .search(states, &mut meter)
            .and_then(|outcome| outcome.with_cost(|moves| cost_of(self.puzzle, self.start, moves)));
        self.held = meter.held();
        let report = conclude_costs(result, &meter);
        match self.search.is_paused {
            true => Turn::Paused(self, report),
            false => Turn::Ended(report),
        }
    }

    fn search(&mut self, states: u64, meter: &mut Meter) -> Result<Outcome<P::Move>, StopReason> {
        let search = &mut self.search;
        if std::mem::replace(&mut self.begun, true) {
            meter.hold(self.held)?;
        } else if let Some(known) = search.begin(self.start, meter)? {
            return Ok(known);
        }
        search.pause = states;
        search.is_paused = false;
        match search.next_goal(u64::MAX, meter)? {
            Some(goal) => Ok(Outcome::Solved {
                moves: search.path_to(goal)?,
            }),
            None => Ok(search.exhausted()),
        }
    }
}
