//! Finds solutions that are longer than the shortest, and converts their moves to names.

use fewest_rules::{Heuristic, Limits, Meter, Notation, StopReason, Symmetric};
use fewest_search::{
    NearShortest, NearShortestOptions, SolutionGraph, SolutionRange, StartSymmetries, near_shortest,
};
use num_bigint::BigUint;

use crate::api::{FoundSolutions, SolutionCounts, SolutionOptions};

/// Decides whether a solution is the first among its images under the symmetries; `None` if there
/// are no symmetries.
pub(crate) type IsFirst<'a, M> = Option<&'a dyn Fn(&[M]) -> bool>;

/// The options of a search. For [`SolutionRange::Best`], `best` is the number of solutions to find
/// before symmetric images are removed.
pub(crate) fn options(wanted: &SolutionOptions, shortest: u32, best: u64) -> NearShortestOptions {
    NearShortestOptions {
        shortest,
        range: match wanted.range {
            SolutionRange::Best(_) => SolutionRange::Best(best),
            within => within,
        },
        in_order: wanted.distinct,
    }
}

/// Runs `search` and passes the solutions to `visit`. If too few solutions remain after images
/// under symmetries are removed, the search is repeated for more solutions.
pub(crate) fn repeat<P: Notation>(
    puzzle: &P,
    is_first: IsFirst<'_, P::Move>,
    (wanted, shortest): (&SolutionOptions, u32),
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
    search: impl Fn(&NearShortestOptions) -> NearShortest<P::Move>,
) {
    let mut best = most(wanted.range).unwrap_or_default();
    loop {
        let found = search(&options(wanted, shortest, best));
        match more_needed(&found, is_first, wanted, limits) {
            Some(more) => best = more,
            None => return show(puzzle, &found, is_first, wanted, limits, visit),
        }
    }
}

/// Returns how many solutions to search for next. `None` if enough solutions remain after images
/// are removed, or if no more can be found.
fn more_needed<M: Copy>(
    found: &NearShortest<M>,
    is_first: IsFirst<'_, M>,
    wanted: &SolutionOptions,
    limits: &Limits,
) -> Option<u64> {
    let most = most(wanted.range).filter(|_| is_first.is_some())?;
    if found.is_all || found.stopped.is_some() {
        return None;
    }
    let mut left = BigUint::ZERO;
    for graph in &found.graphs {
        left += count(graph, is_first, limits).ok()?;
        if left >= most.into() {
            return None;
        }
    }
    u64::try_from(found.count() + 1_u8).ok()
}

/// Searches from the start, and passes the solutions to `visit`.
pub(crate) fn search<P: Notation + Symmetric, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    wanted: &SolutionOptions,
    shortest: u32,
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
) {
    let limits = &limits.from_now();
    let symmetries = wanted
        .distinct
        .then(|| StartSymmetries::new(puzzle, start))
        .filter(|symmetries| !symmetries.is_empty());
    let is_first = |moves: &[P::Move]| {
        let symmetries = symmetries.as_ref();
        symmetries.is_none_or(|symmetries| symmetries.is_first(puzzle, moves))
    };
    let is_first: IsFirst<'_, P::Move> = symmetries.is_some().then_some(&is_first);
    repeat(
        puzzle,
        is_first,
        (wanted, shortest),
        limits,
        visit,
        |options| near_shortest(puzzle, start, heuristic, options, limits),
    );
}

/// Passes the solutions in `found` to `visit`. Of solutions that are images of each other, only the
/// first is kept.
pub(crate) fn show<P: Notation>(
    puzzle: &P,
    found: &NearShortest<P::Move>,
    is_first: IsFirst<'_, P::Move>,
    wanted: &SolutionOptions,
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
) {
    let most = most(wanted.range);
    let mut counts = SolutionCounts {
        by_length: Vec::new(),
        complete_below: found.complete_below,
        is_all: found.is_all,
        stopped: found.stopped,
    };
    let mut total = BigUint::ZERO;
    let mut graphs = &found.graphs[..];
    for (at, graph) in found.graphs.iter().enumerate() {
        let count = match count(graph, is_first, limits) {
            Ok(count) => count,
            Err(reason) => {
                graphs = &found.graphs[..at];
                counts.complete_below = graph.length();
                (counts.is_all, counts.stopped) = (false, Some(reason));
                break;
            }
        };
        total += &count;
        if count > BigUint::ZERO {
            counts.by_length.push((graph.length(), count));
        }
        if most.is_some_and(|most| total >= most.into()) {
            graphs = &found.graphs[..=at];
            // The solutions of greater lengths are not needed, so it does not matter that a limit
            // cut them short.
            counts.stopped = None;
            if at + 1 < found.graphs.len() {
                counts.complete_below = found.graphs[at + 1].length();
                counts.is_all = false;
            }
            break;
        }
    }
    let keeps = move |moves: &Vec<P::Move>| is_first.is_none_or(|is_first| is_first(moves));
    let all = graphs.iter().flat_map(SolutionGraph::iter).filter(keeps);
    let all = all.map(|moves| Ok(moves.into_iter().map(|m| puzzle.name(m)).collect()));
    visit(FoundSolutions {
        counts,
        solutions: Box::new(all.take(taken(most))),
    });
}

/// Reports that a limit was reached before any solution was found; a shortest solution has
/// `shortest` moves.
pub(crate) fn show_stopped(
    shortest: u32,
    reason: StopReason,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
) {
    visit(FoundSolutions {
        counts: SolutionCounts::stopped(shortest, reason),
        solutions: Box::new(std::iter::empty()),
    });
}

/// The wanted number of solutions; `None` if a range of lengths is wanted.
pub(crate) fn most(range: SolutionRange) -> Option<u64> {
    match range {
        SolutionRange::Within(_) => None,
        SolutionRange::Best(most) => Some(most),
    }
}

/// The most solutions to take from an iterator, where `None` means all.
pub(crate) fn taken(most: Option<u64>) -> usize {
    most.map_or(usize::MAX, |most| {
        usize::try_from(most).unwrap_or(usize::MAX)
    })
}

/// Counts the solutions of one length that are the first among their images.
fn count<M: Copy>(
    graph: &SolutionGraph<M>,
    is_first: IsFirst<'_, M>,
    limits: &Limits,
) -> Result<BigUint, StopReason> {
    let Some(is_first) = is_first else {
        return Ok(graph.count());
    };
    let mut meter = Meter::new(limits);
    let mut count = 0_u64;
    for (at, moves) in graph.iter().enumerate() {
        if at % 64 == 0 {
            meter.poll()?;
        }
        count += u64::from(is_first(&moves));
    }
    Ok(count.into())
}
