//! Finds the shortest solutions and those near them, and converts their moves to names.

use std::fmt::Debug;

use fewest_rules::{Heuristic, Limits, Meter, Notation, Puzzle, StopReason, Symmetric};
use fewest_search::{
    NearOptions, NearSolutions, SolutionGraph, SolutionRange, StartSymmetries, near_shortest,
    shortest_paths_within,
};
use num_bigint::BigUint;

use crate::api::{FoundSolutions, SolutionCounts, SolutionOptions};

/// Decides whether a solution is the first of those found solutions that the symmetries map to each
/// other. `None` if there are no symmetries.
pub(crate) type IsFirst<'a, M> = Option<&'a dyn Fn(&NearSolutions<M>, &[M]) -> bool>;

/// Runs `search` and passes the solutions to `visit`. Of solutions that are images of each other
/// under the symmetries, only one is kept. If too few solutions remain, the search is repeated for
/// more.
pub(crate) fn repeat<M: Copy + Ord + Debug>(
    names: &dyn Fn(Vec<M>) -> Vec<String>,
    is_first: IsFirst<'_, M>,
    (wanted, shortest): (&SolutionOptions, u32),
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
    search: &dyn Fn(&NearOptions) -> NearSolutions<M>,
) {
    let most = most(wanted.range);
    let mut range = wanted.range;
    loop {
        let found = search(&NearOptions {
            shortest,
            range,
            in_order: wanted.distinct,
        });
        let (counts, groups) = counted(&found, is_first, wanted.range, limits);
        let is_last = counts.stopped.is_some() || counts.is_all || is_first.is_none();
        if most.is_some_and(|most| !is_last && counts.total() < most.into())
            && let Ok(more) = u64::try_from(found.count() + 1_u8)
        {
            // Images under symmetries were removed afterwards, so more solutions than wanted have to
            // be searched for.
            range = SolutionRange::Best(more);
            continue;
        }
        let all = found.graphs[..groups].iter();
        let all = all.flat_map(|(_, group)| group.iter());
        let all = all.filter(|moves| is_first.is_none_or(|is_first| is_first(&found, moves)));
        return visit(FoundSolutions {
            counts,
            solutions: Box::new(all.map(|moves| Ok(names(moves))).take(taken(most))),
        });
    }
}

/// Searches for the wanted solutions from the start, and passes them to `visit`.
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
    let symmetries = symmetries.as_ref().map(|all| (puzzle, all));
    repeat_by_moves(
        puzzle,
        symmetries,
        (wanted, shortest),
        limits,
        visit,
        &|options| best_or_near(puzzle, start, heuristic, options, limits),
    );
}

/// Finds the solutions that `options` describe, by a search from the start.
pub(crate) fn best_or_near<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    options: &NearOptions,
    limits: &Limits,
) -> NearSolutions<P::Move> {
    if !options.wants_best() {
        return near_shortest(puzzle, start, heuristic, options, limits);
    }
    let length = options.shortest;
    let found = shortest_paths_within(puzzle, start, heuristic, length, limits);
    NearSolutions::of_best(length, found)
}

/// Does the same as [`repeat`] where solutions are sequences of moves of `puzzle`. `symmetries` has
/// the symmetries that keep the start; `None` if there are none.
pub(crate) fn repeat_by_moves<P: Notation, S: Symmetric<Move = P::Move>>(
    puzzle: &P,
    symmetries: Option<(&S, &StartSymmetries<S::State>)>,
    range: (&SolutionOptions, u32),
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
    search: &dyn Fn(&NearOptions) -> NearSolutions<P::Move>,
) {
    let is_first = |found: &NearSolutions<P::Move>, moves: &[P::Move]| {
        let solution = |image: &[P::Move]| found.normal_form(image);
        symmetries.is_none_or(|(view, all)| all.is_first(view, moves, &solution))
    };
    let is_first: IsFirst<'_, P::Move> = symmetries.is_some().then_some(&is_first);
    let names = |moves| names(puzzle, moves);
    repeat(&names, is_first, range, limits, visit, search);
}

/// The names of moves.
pub(crate) fn names<P: Notation>(puzzle: &P, moves: Vec<P::Move>) -> Vec<String> {
    moves.into_iter().map(|m| puzzle.name(m)).collect()
}

/// Counts the solutions in `found` that are in `range`. If `is_first` is given, only the first of
/// several solutions that are images of each other counts. Returns also the number of the graphs of
/// `found` that have the counted solutions.
fn counted<M: Copy + Ord + Debug>(
    found: &NearSolutions<M>,
    is_first: IsFirst<'_, M>,
    range: SolutionRange,
    limits: &Limits,
) -> (SolutionCounts, usize) {
    let mut counts = SolutionCounts {
        by_length: Vec::new(),
        complete_below: found.complete_below,
        is_all: found.is_all,
        stopped: found.stopped,
    };
    let mut groups = &found.graphs[..];
    if range == SolutionRange::Optimal && groups.len() > 1 {
        // Later groups have a greater value of the first or of the second criterion.
        let (best, next) = (groups[0].0, groups[1].0);
        counts.complete_below = match best == next {
            true => best,
            false => counts.complete_below.min(next),
        };
        counts.is_all = false;
        groups = &groups[..1];
    }
    let most = most(range);
    let has_enough =
        |counts: &SolutionCounts| most.is_some_and(|most| counts.total() >= most.into());
    let mut shown = 0;
    for of_length in groups.chunk_by(|a, b| a.0 == b.0) {
        let length = of_length[0].0;
        if has_enough(&counts) {
            // Solutions of greater lengths are not needed, so it does not matter if a limit ended
            // the search for them.
            (counts.complete_below, counts.is_all) = (length, false);
            break;
        }
        let number = of_length.iter().try_fold(BigUint::ZERO, |sum, (_, group)| {
            Ok(sum + count(found, group, is_first, limits)?)
        });
        match number {
            Ok(number) => {
                shown += of_length.len();
                if number > BigUint::ZERO {
                    counts.by_length.push((length, number));
                }
            }
            Err(reason) => {
                counts.complete_below = length;
                (counts.is_all, counts.stopped) = (false, Some(reason));
                break;
            }
        }
    }
    if has_enough(&counts) {
        counts.stopped = None;
    }
    (counts, shown)
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
        SolutionRange::Optimal | SolutionRange::Within(_) => None,
        SolutionRange::Best(most) => Some(most),
    }
}

/// The argument for [`Iterator::take`] with which it keeps at most `most` items, or all items if
/// `most` is `None`.
pub(crate) fn taken(most: Option<u64>) -> usize {
    most.map_or(usize::MAX, |most| {
        usize::try_from(most).unwrap_or(usize::MAX)
    })
}

/// Counts the solutions of a group. Of the solutions that the symmetries map to each other, only
/// the first one counts.
fn count<M: Copy + Ord + Debug>(
    found: &NearSolutions<M>,
    group: &SolutionGraph<M>,
    is_first: IsFirst<'_, M>,
    limits: &Limits,
) -> Result<BigUint, StopReason> {
    let Some(is_first) = is_first else {
        return Ok(group.count());
    };
    let mut meter = Meter::new(limits);
    let mut count = 0_u64;
    for (at, moves) in group.iter().enumerate() {
        if at % 64 == 0 {
            meter.poll()?;
        }
        count += u64::from(is_first(found, &moves));
    }
    Ok(count.into())
}
