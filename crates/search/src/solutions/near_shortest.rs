//! All solutions up to a length, and the best solutions.

use fewest_rules::{Goals, Heuristic, Limits, Meter, Puzzle, Reverse, StopReason};
use num_bigint::BigUint;

use super::moves_left::{FromTheStart, MovesLeft};
use super::moves_left_from_both_ends::FromBothEnds;
use super::solution_graph::SolutionGraph;
use super::solution_layers::solutions_of_length;

/// Which solutions a search looks for. The shortest solutions always belong to the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionRange {
    /// The best solutions only: the shortest or, if moves have costs, those that are best by both
    /// criteria of the objective.
    Optimal,
    /// All solutions with at most this many moves more than the shortest.
    Within(u32),
    /// All solutions of the least lengths that give at least this many solutions together, or all
    /// solutions if there are not so many. A length is never cut: if one solution of a length is in
    /// the range, all of them are.
    Best(u64),
}

/// The options of [`near_shortest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearShortestOptions {
    /// A lower bound on the number of moves of a shortest solution.
    pub shortest: u32,
    /// The range of the wanted solutions.
    pub range: SolutionRange,
    /// Whether only solutions whose independent moves are in order are wanted; see
    /// [`NearShortest`].
    pub in_order: bool,
}

/// The solutions that a search has found, grouped by their lengths.
///
/// A solution visits no state twice, and ends at the first goal that it reaches.
///
/// Two moves are *independent* in a state if each is legal there and after the other, and both
/// orders lead to the same state. The independent moves of a solution are *in order* if no move can
/// be brought forward to a place before a greater move. A move can be brought forward past the
/// moves before it, one after the other, as long as it is independent of the move that it passes,
/// in the state in which that move is made. So among solutions that differ only by the order of
/// independent moves, the lexicographically first is in order. If independence depends on the
/// state, several of these solutions may be in order. If putting the moves of a solution in order
/// leads to a sequence that visits a state twice or reaches a goal before its end, the solution
/// only makes a detour beside a shorter one. Such a solution has no form that is in order, so it is
/// left out where only solutions in order are wanted.
#[derive(Debug, Clone)]
pub struct NearShortest<M> {
    /// The solutions of each length, from the shortest on. Lengths without solutions are left out.
    pub graphs: Vec<SolutionGraph<M>>,
    /// All solutions with fewer moves than this number were found.
    pub complete_below: u32,
    /// Whether it is proven that there are no longer solutions.
    pub is_all: bool,
    /// The limit that ended the search, if one was reached.
    pub stopped: Option<StopReason>,
}

impl<M> NearShortest<M> {
    /// A result without solutions. No solution has fewer moves than `complete_below`.
    pub fn none(complete_below: u32) -> Self {
        Self {
            graphs: Vec::new(),
            complete_below,
            is_all: false,
            stopped: None,
        }
    }
}

impl<M: Copy> NearShortest<M> {
    /// The number of solutions found.
    pub fn count(&self) -> BigUint {
        self.graphs.iter().map(SolutionGraph::count).sum()
    }

    /// Enumerates the solutions by length, and solutions of the same length in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<M>> + '_ {
        self.graphs.iter().flat_map(SolutionGraph::iter)
    }
}

/// Finds all solutions of the wanted range from `start`, by a search from the start.
///
/// `heuristic` must be admissible. The search first computes how many moves the states near the
/// shortest solutions have left to a goal. Then the search builds the graphs of the solutions, one
/// length after another. Takes memory for the states that the heuristic does not exclude, and for
/// the graphs. A graph has a node for each combination of a state, a number of moves made, and the
/// set of visited states to which a walk could return in time. The number of nodes, and so the
/// time, grows exponentially with the number of moves by which the solutions are longer than the
/// shortest ones. If a limit stops the search, the result has all solutions of the lengths that
/// were completed.
pub fn near_shortest<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    options: &NearShortestOptions,
    limits: &Limits,
) -> NearShortest<P::Move> {
    search(puzzle, start, options, limits, |length, meter| {
        FromTheStart::new(puzzle, start, heuristic, length, meter)
    })
}

/// Does the same as [`near_shortest`], but searches from both ends.
pub fn near_shortest_from_both_ends<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    options: &NearShortestOptions,
    limits: &Limits,
) -> NearShortest<P::Move> {
    search(puzzle, start, options, limits, |length, meter| {
        FromBothEnds::new(puzzle, start, length, meter)
    })
}

fn search<P: Puzzle, L: MovesLeft<P::State>>(
    puzzle: &P,
    start: P::State,
    options: &NearShortestOptions,
    limits: &Limits,
    moves_left: impl Fn(u32, &mut Meter) -> Result<L, StopReason>,
) -> NearShortest<P::Move> {
    let mut meter = Meter::new(limits);
    let mut found = NearShortest::none(options.shortest);
    let end = add_graphs(&mut found, puzzle, start, options, &mut meter, moves_left);
    found.stopped = end.err();
    found
}

/// Adds the graphs of one length after another until all solutions of the wanted range are found.
fn add_graphs<P: Puzzle, L: MovesLeft<P::State>>(
    found: &mut NearShortest<P::Move>,
    puzzle: &P,
    start: P::State,
    options: &NearShortestOptions,
    meter: &mut Meter,
    moves_left: impl Fn(u32, &mut Meter) -> Result<L, StopReason>,
) -> Result<(), StopReason> {
    let longest = match options.range {
        SolutionRange::Optimal => options.shortest,
        SolutionRange::Within(more) => options.shortest.saturating_add(more),
        SolutionRange::Best(_) => u32::MAX,
    };
    let mut known: Option<(u32, L)> = None;
    let mut count = BigUint::ZERO;
    for length in options.shortest..=longest {
        if let SolutionRange::Best(most) = options.range
            && count >= BigUint::from(most)
        {
            break;
        }
        let is_known = |(longest, left): &(u32, L)| *longest >= length || left.is_complete();
        if !known.as_ref().is_some_and(is_known) {
            if let Some((_, left)) = known.take() {
                left.release(meter);
            }
            let reach = match options.range {
                SolutionRange::Optimal | SolutionRange::Within(_) => longest,
                SolutionRange::Best(_) => length,
            };
            known = Some((reach, moves_left(reach, meter)?));
        }
        let Some((_, left)) = &known else { break };
        let wanted = (length, options.in_order);
        let (graph, is_cut) = solutions_of_length(puzzle, start, left, wanted, meter)?;
        if let Some(graph) = graph {
            count += graph.count();
            found.graphs.push(graph);
        }
        found.complete_below = length.saturating_add(1);
        if !is_cut {
            found.is_all = true;
            break;
        }
    }
    if let Some((_, left)) = known {
        left.release(meter);
    }
    Ok(())
}
