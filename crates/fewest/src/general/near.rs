//! Finds solutions that are longer than the shortest, and converts their moves to names.

use fewest_rules::{Heuristic, Limits, Meter, Notation, StopReason, Symmetric};
use fewest_search::{
    LeastCostPaths, NearLeastCost, NearShortest, NearShortestOptions, SolutionGraph, SolutionRange,
    StartSymmetries, near_shortest,
};
use num_bigint::BigUint;

use crate::api::{FoundSolutions, SolutionCounts, SolutionOptions};

/// Decides whether a solution is the first of those found solutions that the symmetries map to each
/// other. `None` if there are no symmetries.
pub(crate) type IsFirst<'a, F> = Option<&'a dyn Fn(&F, &[<F as NearSolutions>::Move]) -> bool>;

/// The result of a search that also finds solutions other than the best.
pub(crate) trait NearSolutions {
    /// The type of the moves of which solutions consist.
    type Move: Copy;

    /// The groups of solutions, the best group first. Each group comes with the length of its
    /// solutions, or with whatever else is minimised first.
    fn groups(&self) -> impl Iterator<Item = (u32, &dyn SolutionGroup<Self::Move>)>;

    /// Three facts about the completeness of the result: a length below which all solutions were
    /// found, whether the board has no other solutions than those found, and the limit that stopped
    /// the search, if one did.
    fn end(&self) -> (u32, bool, Option<StopReason>);
}

/// A group of solutions in lexicographic order.
pub(crate) trait SolutionGroup<M> {
    /// The number of solutions in the group.
    fn count(&self) -> BigUint;

    /// The solutions of the group.
    fn all(&self) -> Box<dyn Iterator<Item = Vec<M>> + '_>;
}

impl<M: Copy> SolutionGroup<M> for SolutionGraph<M> {
    fn count(&self) -> BigUint {
        self.count()
    }

    fn all(&self) -> Box<dyn Iterator<Item = Vec<M>> + '_> {
        Box::new(self.iter())
    }
}

impl<M: Copy> SolutionGroup<M> for LeastCostPaths<M> {
    fn count(&self) -> BigUint {
        self.count()
    }

    fn all(&self) -> Box<dyn Iterator<Item = Vec<M>> + '_> {
        Box::new(self.iter())
    }
}

impl<M: Copy> NearSolutions for NearShortest<M> {
    type Move = M;

    fn groups(&self) -> impl Iterator<Item = (u32, &dyn SolutionGroup<M>)> {
        let graphs = self.graphs.iter();
        graphs.map(|graph| (graph.length(), graph as &dyn SolutionGroup<M>))
    }

    fn end(&self) -> (u32, bool, Option<StopReason>) {
        (self.complete_below, self.is_all, self.stopped)
    }
}

impl<M: Copy> NearSolutions for NearLeastCost<M> {
    type Move = M;

    fn groups(&self) -> impl Iterator<Item = (u32, &dyn SolutionGroup<M>)> {
        let graphs = self.graphs.iter();
        graphs.map(|(first, graph)| (*first, graph as &dyn SolutionGroup<M>))
    }

    fn end(&self) -> (u32, bool, Option<StopReason>) {
        (self.complete_below, self.is_all, self.stopped)
    }
}

/// The options of a search. If a number of solutions is wanted ([`SolutionRange::Best`]), the
/// search looks for `best` solutions instead, because images under symmetries are removed
/// afterwards.
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

/// Runs `search` and passes the solutions to `visit`. Of solutions that are images of each other
/// under the symmetries, only one is kept. If too few solutions remain, the search is repeated for
/// more.
pub(crate) fn repeat<F: NearSolutions>(
    names: &dyn Fn(Vec<F::Move>) -> Vec<String>,
    is_first: IsFirst<'_, F>,
    (wanted, shortest): (&SolutionOptions, u32),
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
    search: &dyn Fn(&NearShortestOptions) -> F,
) {
    let mut best = most(wanted.range).unwrap_or_default();
    loop {
        let found = search(&options(wanted, shortest, best));
        match more_needed(&found, is_first, wanted, limits) {
            Some(more) => best = more,
            None => return show(names, &found, is_first, wanted, limits, visit),
        }
    }
}

/// Returns how many solutions to search for next. `None` if enough solutions remain after images
/// under symmetries are removed, or if no more can be found.
fn more_needed<F: NearSolutions>(
    found: &F,
    is_first: IsFirst<'_, F>,
    wanted: &SolutionOptions,
    limits: &Limits,
) -> Option<u64> {
    let most = most(wanted.range).filter(|_| is_first.is_some())?;
    let (_, is_all, stopped) = found.end();
    if is_all || stopped.is_some() {
        return None;
    }
    let (mut left, mut all) = (BigUint::ZERO, BigUint::ZERO);
    for (_, group) in found.groups() {
        left += count(found, group, is_first, limits).ok()?;
        all += group.count();
        if left >= most.into() {
            return None;
        }
    }
    u64::try_from(all + 1_u8).ok()
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
    let is_first = |_: &NearShortest<P::Move>, moves: &[P::Move]| {
        let symmetries = symmetries.as_ref();
        symmetries.is_none_or(|symmetries| symmetries.is_first(puzzle, moves))
    };
    let is_first: IsFirst<'_, NearShortest<P::Move>> = symmetries.is_some().then_some(&is_first);
    repeat(
        &|moves| names(puzzle, moves),
        is_first,
        (wanted, shortest),
        limits,
        visit,
        &|options| near_shortest(puzzle, start, heuristic, options, limits),
    );
}

/// The names of moves.
pub(crate) fn names<P: Notation>(puzzle: &P, moves: Vec<P::Move>) -> Vec<String> {
    moves.into_iter().map(|m| puzzle.name(m)).collect()
}

/// Passes the solutions in `found` to `visit`. If `is_first` is given, only the first of several
/// solutions that are images of each other is kept.
fn show<F: NearSolutions>(
    names: &dyn Fn(Vec<F::Move>) -> Vec<String>,
    found: &F,
    is_first: IsFirst<'_, F>,
    wanted: &SolutionOptions,
    limits: &Limits,
    visit: &mut dyn FnMut(FoundSolutions<'_>),
) {
    let most = most(wanted.range);
    let (complete_below, is_all, stopped) = found.end();
    let mut counts = SolutionCounts {
        by_length: Vec::new(),
        complete_below,
        is_all,
        stopped,
    };
    let mut total = BigUint::ZERO;
    let mut groups: Vec<_> = found.groups().collect();
    if wanted.range == SolutionRange::Optimal && groups.len() > 1 {
        // Later groups have a greater value of the first or of the second criterion.
        let (best, next) = (groups[0].0, groups[1].0);
        counts.complete_below = if best == next {
            best
        } else {
            counts.complete_below.min(next)
        };
        counts.is_all = false;
        groups.truncate(1);
    }
    let mut shown = 0;
    for of_length in groups.chunk_by(|a, b| a.0 == b.0) {
        let length = of_length[0].0;
        if most.is_some_and(|most| total >= most.into()) {
            // Solutions of greater lengths are not needed, so it does not matter if a limit ended
            // the search for them.
            (counts.complete_below, counts.is_all) = (length, false);
            break;
        }
        let number = of_length.iter().try_fold(BigUint::ZERO, |sum, (_, group)| {
            Ok(sum + count(found, *group, is_first, limits)?)
        });
        match number {
            Ok(number) => {
                total += &number;
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
    if most.is_some_and(|most| total >= most.into()) {
        counts.stopped = None;
    }
    let keeps = move |moves: &Vec<F::Move>| is_first.is_none_or(|is_first| is_first(found, moves));
    let all = groups[..shown].iter().flat_map(|(_, group)| group.all());
    let all = all.filter(keeps).map(|moves| Ok(names(moves)));
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
fn count<F: NearSolutions>(
    found: &F,
    group: &dyn SolutionGroup<F::Move>,
    is_first: IsFirst<'_, F>,
    limits: &Limits,
) -> Result<BigUint, StopReason> {
    let Some(is_first) = is_first else {
        return Ok(group.count());
    };
    let mut meter = Meter::new(limits);
    let mut count = 0_u64;
    for (at, moves) in group.all().enumerate() {
        if at % 64 == 0 {
            meter.poll()?;
        }
        count += u64::from(is_first(found, &moves));
    }
    Ok(count.into())
}
