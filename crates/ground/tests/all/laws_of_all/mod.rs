//! Everything that is found in a puzzle, held by the laws and by counting.

use std::sync::Arc;

use fewest_ground::analysis::{
    Additions, Analysis, BothEnds, CompiledPatterns, GoalStates, MatchingHeuristic, Measure,
    Parity, PotentialHeuristic, RankedPuzzle, Symmetries, SymmetryTables,
};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle, PredecessorGenerator};
use fewest_ground::reduction::{Starts, inverse_rules};
use fewest_ground::{Compiled, Ground, Label, compile};
use fewest_rules::{DEAD_END, Heuristic, Limits, Meter, Outcome, Puzzle, Ranked, Words, laws};
use fewest_search::{TwoWaves, UpToSymmetry, bfs, bidirectional};

use crate::oracle;

/// What was found, so that a test can ask for it.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    pub(crate) backward: bool,
    pub(crate) inverses: bool,
    pub(crate) goals: bool,
    pub(crate) commuting: bool,
    pub(crate) solved: bool,
    pub(crate) unsolvable: bool,
    pub(crate) travel: bool,
    pub(crate) balance: bool,
    /// The pairs of neighbours that the bound counts, and how many of them a move separates.
    pub(crate) neighbours: Option<(usize, u32)>,
    /// The groups of positions that the bound counts, and how many labels a move brings together.
    pub(crate) together: Option<(usize, u32)>,
    /// Whether a search from both ends was made up to symmetry.
    pub(crate) symmetric_ends: bool,
    /// The tokens that a goal requires.
    pub(crate) matching: Option<usize>,
    /// The reached states that are recognized as dead ends.
    pub(crate) dead_ends: usize,
    pub(crate) parity: bool,
    pub(crate) patterns: usize,
    pub(crate) parts: usize,
    pub(crate) ranks: Option<u64>,
    pub(crate) symmetries: usize,
    /// Sequences of rules that others replace, of the short ones.
    pub(crate) replaced: usize,
    pub(crate) places: bool,
}

/// Compiles a puzzle for a start and tests what is found in it.
pub(crate) fn one(ground: &Ground, start: &[Label], walk: usize) -> Found {
    // What is true of any board is seldom more than what is true from one start.
    with_starts(ground, Starts::Any, start, walk);
    with_starts(ground, Starts::One(start), start, walk).unwrap()
}

fn with_starts(ground: &Ground, starts: Starts, start: &[Label], walk: usize) -> Option<Found> {
    // `with_compiled` would compile all laws for wide states too.
    match compile(ground, starts).ok()? {
        Compiled::One(analysis) => Some(all_laws(&analysis, start, walk)),
        Compiled::Four(analysis) => Some(all_laws(&analysis, start, walk)),
        Compiled::Eight(analysis) => Some(all_laws(&analysis, start, walk)),
        Compiled::Sixteen(_) | Compiled::Widest(_) => None,
    }
}

/// Every move is undone by a move.
fn moves_are_undone<const N: usize>(puzzle: &CompiledPuzzle<N>, start: Words<N>) {
    let reached = oracle::reach(puzzle, start, 2_000);
    for &state in reached.iter().flat_map(|reached| reached.distances.keys()) {
        for (_, after) in puzzle.successors(state) {
            assert!(puzzle.successors(after).any(|(_, back)| back == state));
        }
    }
}

/// The view by ranks has the neighbours of the puzzle.
fn ranks_are_those_of<const N: usize>(analysis: &Arc<Analysis<N>>, start: Words<N>, walk: usize) {
    let Some(ranked) = RankedPuzzle::new(Arc::clone(analysis)) else {
        return;
    };
    let laws = laws::check(&ranked, [start], walk).unwrap();
    laws.ranked().unwrap().symmetric().unwrap();
    batches_of_ranks_have_their_neighbours(analysis, &ranked);
}

/// Ranks near each other, far from each other, in decreasing order and the same again have the
/// neighbours of the puzzle, in some order.
pub(crate) fn batches_of_ranks_have_their_neighbours<const N: usize>(
    analysis: &Arc<Analysis<N>>,
    ranked: &RankedPuzzle<N>,
) {
    let size = ranked.size();
    let near = 0..size.min(30);
    let far = (0..30).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % size);
    let back = (0..size.min(30)).rev().flat_map(|rank| [rank, rank]);
    let ranks: Vec<u64> = near.chain(far).chain(back).collect();
    batch_has_its_neighbours(analysis, ranked, &ranks);
    // Many ranks in a row, after a gap.
    let row = (size / 2..size).take(300).collect::<Vec<_>>();
    batch_has_its_neighbours(analysis, ranked, &row);
}

fn batch_has_its_neighbours<const N: usize>(
    analysis: &Arc<Analysis<N>>,
    ranked: &RankedPuzzle<N>,
    ranks: &[u64],
) {
    let ranking = analysis.ranking().unwrap();
    let (mut found, mut wanted) = (Vec::new(), Vec::new());
    let compare = |found: &mut Vec<u64>, wanted: &mut Vec<u64>| {
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
        found.clear();
        wanted.clear();
    };
    ranked.successor_ranks_of_all(ranks, |rank| found.push(rank));
    for &rank in ranks {
        let state: Words<N> = ranking.unrank(rank);
        let moves = analysis.puzzle().moves(state);
        wanted.extend(moves.map(|m| ranking.rank(analysis.puzzle().apply(state, m))));
    }
    compare(&mut found, &mut wanted);
}

/// A bound that is updated along a walk is the one that is computed from scratch.
fn steps_count_as_starts<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    heuristic: &PotentialHeuristic,
    start: Words<N>,
    walk: usize,
) {
    let mut state = start;
    let mut cache = heuristic.start(puzzle, state);
    for step in 0..walk.min(200) {
        let moves: Vec<CompiledMove> = puzzle.moves(state).collect();
        let Some(&m) = moves.get(step * 7 % moves.len().max(1)) else {
            return;
        };
        let after = puzzle.apply(state, m);
        cache = heuristic.step(puzzle, cache, state, m, after);
        assert_eq!(cache, heuristic.start(puzzle, after));
        state = after;
    }
}

/// No goal can be reached from a dead end, nor after a move that is said to lead to one. Returns the
/// number of reached states that are recognized as dead ends.
fn dead_ends_have_no_goal<const N: usize>(analysis: &Analysis<N>, start: Words<N>) -> usize {
    let puzzle = analysis.puzzle();
    let Some(dead_ends) = analysis.dead_ends() else {
        return 0;
    };
    let Some(reached) = oracle::reach(puzzle, start, 5_000) else {
        return 0;
    };
    let lives = |state: Words<N>| {
        let reached = oracle::reach(puzzle, state, 5_000);
        reached.is_some_and(|reached| reached.goal.is_some())
    };
    let mut count = 0;
    for &state in reached.distances.keys() {
        if dead_ends.has(state) {
            assert!(!lives(state));
            count += 1;
        }
        for m in puzzle
            .moves(state)
            .filter(|&m| dead_ends.leads_to(state, m))
        {
            assert!(!lives(puzzle.apply(state, m)));
        }
    }
    count
}

/// The bound never exceeds the distance, a move lowers it by one at most unless the state is a dead end,
/// and a bound that is updated is the one that is computed from scratch.
fn matching_is_a_lower_bound<const N: usize>(
    analysis: &Analysis<N>,
    matching: &MatchingHeuristic<N>,
    start: Words<N>,
) {
    let puzzle = analysis.puzzle();
    let bound_of = |cache| Heuristic::<CompiledPuzzle<N>>::bound(matching, cache);
    let reached = oracle::reach(puzzle, start, 2_000);
    for &state in reached.iter().flat_map(|reached| reached.distances.keys()) {
        let cache = matching.start(puzzle, state);
        let bound = bound_of(cache);
        let goal = oracle::reach(puzzle, state, 2_000).and_then(|from_here| from_here.goal);
        assert!(goal.is_none_or(|distance| bound <= distance));
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            let stepped = matching.step(puzzle, cache, state, m, after);
            if bound != DEAD_END {
                assert_eq!(stepped, matching.start(puzzle, after));
                assert!(bound <= bound_of(stepped).saturating_add(1));
            }
        }
    }
}

/// A search from both ends finds the first solution, up to symmetry and without dead ends as well.
/// Returns whether there was a search up to symmetry.
fn both_ends_find_the_first_solution<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
) -> bool {
    let (puzzle, limits) = (analysis.puzzle(), &Limits::default());
    // For wider states the same code would only be compiled again.
    if N > 1 || oracle::reach(puzzle, start, 5_000).is_none() {
        return false;
    }
    let wanted = bfs(puzzle, start, limits).outcome;
    if let Some(view) = analysis.both_ends_without_dead_ends() {
        let found = bidirectional(&view, start, limits).outcome;
        assert_eq!(found.moves(), wanted.moves());
    }
    let Some(view) = analysis.symmetric_ends() else {
        return false;
    };
    // It pauses several times. It does not begin a layer that is much larger than what it may expand.
    let classes = UpToSymmetry(&view);
    let mut waves = Some(TwoWaves::new(classes.of(start)));
    let found = (4..40).find_map(|round| {
        let turn = waves.take()?.advance(&classes, 1 << round, limits);
        match turn.keep(&mut waves).outcome {
            Outcome::Stopped { .. } => None,
            outcome => Some(outcome),
        }
    });
    let found = found.unwrap();
    assert_eq!(found.moves(), wanted.moves());
    true
}

/// Sequences of rules that are compared.
const MOST_SEQUENCES: usize = 150;

/// Tests everything that is found in a puzzle.
fn all_laws<const N: usize>(analysis: &Arc<Analysis<N>>, labels: &[Label], walk: usize) -> Found {
    let puzzle = analysis.puzzle();
    let start = puzzle.state(labels).unwrap();
    let (task, reduced) = (puzzle.task(), puzzle.reduced());
    let mut found = Found::default();
    let goals = GoalStates::new(task, 10_000);
    if let Some(inverses) = inverse_rules(reduced) {
        found.backward = true;
        let predecessors = &PredecessorGenerator::new(puzzle, &inverses);
        let view = analysis.view(predecessors);
        let laws = laws::check(&view, [start], walk).unwrap();
        laws.reverse().unwrap();
        if let Some(goals) = &goals {
            let view = analysis.view(BothEnds {
                predecessors,
                goals,
                symmetries: None,
            });
            let laws = laws::check(&view, [start], walk).unwrap();
            laws.reverse().unwrap().goals().unwrap();
        }
        if analysis.is_undoable() {
            found.inverses = true;
            moves_are_undone(puzzle, start);
        }
    }
    found.goals = goals.is_some();
    if let Some(goals) = goals {
        let mut listed: Vec<Words<N>> = goals.states().collect();
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), goals.len());
        assert!(listed.iter().all(|&goal| puzzle.is_goal(goal)));
        let reached = oracle::reach(puzzle, start, 5_000);
        for state in reached.iter().flat_map(|reached| reached.distances.keys()) {
            assert_eq!(puzzle.is_goal(*state), listed.binary_search(state).is_ok());
        }
    }
    let by_rule = analysis.by_rule();
    let few = laws::check(&by_rule, [start], walk.min(40)).unwrap();
    found.replaced = few.operators(MOST_SEQUENCES).unwrap();
    if analysis.places().is_some() {
        found.places = true;
        let laws = laws::check(&by_rule, [start], walk).unwrap();
        laws.contexts().unwrap();
    }
    if let Some(travel) = PotentialHeuristic::travel(task, false) {
        found.travel = true;
        let laws = laws::check(puzzle, [start], walk).unwrap();
        laws.admissible(&travel)
            .unwrap()
            .consistent(&travel)
            .unwrap();
    }
    if let Some(balance) = PotentialHeuristic::balance(task) {
        found.balance = true;
        let laws = laws::check(puzzle, [start], walk).unwrap();
        laws.admissible(&balance)
            .unwrap()
            .consistent(&balance)
            .unwrap();
    }
    if let Some(neighbours) = PotentialHeuristic::neighbours(task) {
        let Measure::Neighbours { pairs } = *neighbours.measure() else {
            panic!("it counts neighbours");
        };
        found.neighbours = neighbours.lowered().map(|most| (pairs, most));
        let laws = laws::check(puzzle, [start], walk).unwrap();
        laws.admissible(&neighbours)
            .unwrap()
            .consistent(&neighbours)
            .unwrap();
        steps_count_as_starts(puzzle, &neighbours, start, walk);
    }
    if let Some(together) = PotentialHeuristic::together(task) {
        let Measure::Apart { groups, .. } = *together.measure() else {
            panic!("it counts what lies apart");
        };
        found.together = together.lowered().map(|most| (groups, most));
        let laws = laws::check(puzzle, [start], walk).unwrap();
        laws.admissible(&together)
            .unwrap()
            .consistent(&together)
            .unwrap();
        steps_count_as_starts(puzzle, &together, start, walk);
    }
    if let Some(matching) = analysis.matching(false) {
        found.matching = Some(matching.tokens());
        matching_is_a_lower_bound(analysis, matching, start);
    }
    found.symmetric_ends = both_ends_find_the_first_solution(analysis, start);
    found.dead_ends = dead_ends_have_no_goal(analysis, start);
    if let Some(parity) = Parity::new(reduced) {
        found.parity = true;
        let odd = parity.is_odd(labels);
        let reached = oracle::reach(puzzle, start, 20_000);
        for state in reached.iter().flat_map(|reached| reached.distances.keys()) {
            assert_eq!(parity.is_odd(&puzzle.labels(*state)), odd);
        }
    }
    if let Some(ranking) = analysis.ranking() {
        found.ranks = Some(ranking.size());
        ranks_are_those_of(analysis, start, walk);
    }
    let limits = Limits::default();
    found.parts = analysis.part_count();
    // With few states, there are several patterns even of a small puzzle.
    for most in [12, 3_000] {
        let patterns = CompiledPatterns::new(puzzle, most, &mut Meter::new(&limits)).unwrap();
        if let Some(patterns) = patterns {
            found.patterns = patterns.sizes().len();
            let laws = laws::check(puzzle, [start], walk).unwrap();
            laws.admissible(&patterns)
                .unwrap()
                .consistent(&patterns)
                .unwrap();
        }
    }
    if let Some(symmetries) = Symmetries::new(task) {
        found.symmetries = symmetries.all().len();
        let tables = SymmetryTables::new(task, &symmetries);
        let view = analysis.view(&tables);
        let laws = laws::check(&view, [start], walk).unwrap();
        laws.symmetric().unwrap();
    }
    if let Some(additions) = Additions::new(task) {
        found.commuting = true;
        let view = analysis.view(&additions);
        let laws = laws::check(&view, [start], walk.min(100)).unwrap();
        laws.commuting().unwrap();
        if let Some(reached) = oracle::reach(puzzle, start, 20_000)
            && let Some(report) = additions.solve(reduced, labels, &Limits::default())
        {
            match report.outcome {
                Outcome::Solved { moves } => {
                    found.solved = true;
                    assert_eq!(Some(moves.len() as u32), reached.goal);
                    let end = moves.iter().fold(start, |state, &m| puzzle.apply(state, m));
                    assert!(puzzle.is_goal(end));
                }
                Outcome::Unsolvable(_) => {
                    found.unsolvable = true;
                    assert_eq!(reached.goal, None);
                }
                Outcome::Stopped { .. } => panic!("{:?}", report.outcome),
            }
        }
    }
    found
}
