//! IDA* with automata and in subtrees: against tables, against published numbers of
//! nodes, and with several threads against one.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;

use fewest_puzzles::tiles::{
    BlankGoal, BlankMove, LinearConflict, Manhattan, Tiles, WalkingDistance, read,
};
use fewest_rules::{
    Heuristic, Limits, Max, Meter, Operators, Outcome, Puzzle, Ranked, Report, StopReason, laws,
};
use fewest_search::{Automaton, Duplicates, InversePruning, Pruning, PruningLimits, idastar};
use fewest_tables::{DistanceTable, Encoding, Enumerated, Undirected, distances};

const KORF: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/golden/tiles/korf100.txt"
));

fn automaton(puzzle: &Tiles<u64>, moves: usize) -> Automaton<BlankMove> {
    let reach = PruningLimits {
        moves,
        sequences: 1 << 16,
    };
    Automaton::find(puzzle, reach, &mut Meter::new(&Limits::default())).unwrap()
}

fn table(puzzle: &Tiles<u64>) -> DistanceTable {
    let goals = [puzzle.goal()];
    let (encoding, options) = (Encoding::Byte, Default::default());
    let report = distances(
        puzzle,
        &Undirected,
        goals,
        encoding,
        &options,
        &Limits::default(),
    );
    match report.outcome {
        Enumerated::Complete((_, table)) => table,
        stopped => panic!("{stopped:?}"),
    }
}

/// Korf's boards of at most so many published nodes: number of moves, nodes, start.
fn korf(puzzle: &Tiles<u64>, most: u64) -> Vec<(usize, u64, u64)> {
    let lines = KORF.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let board = &read(&words[4..].join(" ")).unwrap()[0].0;
            let state = puzzle.state(board).unwrap();
            (words[2].parse().unwrap(), words[3].parse().unwrap(), state)
        })
        .filter(|&(_, nodes, _)| nodes <= most)
        .collect()
}

fn by_threads<H>(
    puzzle: &Tiles<u64>,
    start: u64,
    heuristic: &H,
    automaton: &Automaton<BlankMove>,
    threads: usize,
    limits: &Limits,
) -> Report<BlankMove>
where
    H: Heuristic<Tiles<u64>>,
{
    let limits = &Limits {
        threads: NonZeroUsize::new(threads),
        ..limits.clone()
    };
    idastar(
        puzzle,
        start,
        heuristic,
        automaton,
        Duplicates::Enter,
        limits,
    )
}

/// Every state is still reached by its fewest moves along paths that the automaton
/// lets pass, from a start with the blank in any cell.
#[test]
fn an_automaton_loses_no_shortest_path() {
    for (rows, columns, moves) in [(2, 2, 14), (2, 3, 14), (3, 2, 9), (2, 4, 12)] {
        let puzzle = Tiles::<u64>::new(rows, columns, BlankGoal::BlankLast).unwrap();
        let automaton = automaton(&puzzle, moves);
        assert!(automaton.states() > automaton_of_pairs(&puzzle).states());
        let starts: Vec<u64> = match rows * columns {
            8 => vec![puzzle.goal()],
            _ => puzzle.nothing().iter().flatten().copied().collect(),
        };
        for start in starts {
            let free = layers(&puzzle, &fewest_search::NoPruning, start);
            let pruned = layers(&puzzle, &automaton, start);
            assert!(free == pruned, "{rows}x{columns} from {start:#x}");
        }
    }
}

fn automaton_of_pairs(puzzle: &Tiles<u64>) -> Automaton<BlankMove> {
    Automaton::find(
        puzzle,
        PruningLimits::PAIRS,
        &mut Meter::new(&Limits::default()),
    )
    .unwrap()
}

/// The fewest moves to each state, along the paths that `pruning` lets pass.
fn layers<K>(puzzle: &Tiles<u64>, pruning: &K, start: u64) -> HashMap<u64, u32>
where
    K: Pruning<Tiles<u64>, History: std::hash::Hash>,
{
    let mut known = HashMap::from([(start, 0)]);
    let mut seen = HashSet::from([(start, pruning.start(puzzle, start))]);
    let mut layer: Vec<_> = seen.iter().copied().collect();
    for depth in 1.. {
        let mut next = Vec::new();
        for (state, memory) in layer {
            for of in pruning.moves(puzzle, state, memory) {
                let after = (puzzle.apply(state, of.m), of.history);
                if seen.insert(after) {
                    known.entry(after.0).or_insert(depth);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    known
}

#[test]
fn boards_of_3x3_have_the_lengths_of_the_table() {
    for goal in [BlankGoal::BlankLast, BlankGoal::BlankFirst] {
        let puzzle = Tiles::<u64>::new(3, 3, goal).unwrap();
        let table = table(&puzzle);
        let automaton = automaton(&puzzle, 12);
        let heuristic = Max(
            WalkingDistance::new(&puzzle).unwrap(),
            LinearConflict::new(&puzzle),
        );
        let limits = Limits::default();
        // The lengths of such a sample vary from 0 to 31.
        let every = if goal == BlankGoal::BlankLast { 7 } else { 29 };
        for rank in (0..puzzle.size()).step_by(every) {
            let start = puzzle.unrank(rank);
            let enter = Duplicates::Enter;
            let report = idastar(&puzzle, start, &heuristic, &automaton, enter, &limits);
            let length = report.outcome.moves().map(|moves| moves.len() as u32);
            assert_eq!(length, table.distance(rank), "{start:#x}");
        }
    }
}

#[test]
fn a_sample_of_3x4_has_the_lengths_of_breadth_first_search() {
    let puzzle = Tiles::<u64>::new(3, 4, BlankGoal::BlankFirst).unwrap();
    let automaton = automaton(&puzzle, 8);
    let manhattan = Manhattan::new(&puzzle);
    let mut state = puzzle.goal();
    let mut back = None;
    for step in 0..40_usize {
        // A walk that takes no move back, so that boards get harder.
        let moves: Vec<BlankMove> = puzzle.moves(state).filter(|&m| Some(m) != back).collect();
        let m = moves[step * 7 % moves.len()];
        back = Some(fewest_rules::Invertible::inverse(&puzzle, m));
        state = puzzle.apply(state, m);
        if step % 4 == 3 {
            let found = by_threads(
                &puzzle,
                state,
                &manhattan,
                &automaton,
                2,
                &Limits::default(),
            );
            let wanted = fewest_search::bidirectional(&puzzle, state, &Limits::default());
            assert_eq!(found.outcome, wanted.outcome, "{state:#x}");
        }
    }
}

/// The published numbers count the start, too.
#[test]
fn easy_boards_take_the_published_numbers_of_nodes() {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let pairs = automaton_of_pairs(&puzzle);
    let boards = korf(&puzzle, 1_500_000);
    assert!(boards.len() >= 8);
    for (length, nodes, start) in boards {
        let enter = Duplicates::Enter;
        let limits = Limits::default();
        let plain = idastar(&puzzle, start, &manhattan, &InversePruning, enter, &limits);
        let rows = idastar(&puzzle, start, &manhattan, &pairs, enter, &limits);
        for report in [&plain, &rows] {
            assert_eq!(report.outcome.moves().map(<[BlankMove]>::len), Some(length));
            assert_eq!(report.statistics.generated + 1, nodes);
        }
        assert_eq!(plain.outcome, rows.outcome);
        assert_eq!(plain.statistics.expanded, rows.statistics.expanded);
    }
}

#[test]
fn threads_change_neither_answers_nor_numbers_of_nodes() {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let automaton = automaton(&puzzle, 6);
    for (_, _, start) in korf(&puzzle, 2_000_000) {
        let limits = Limits::default();
        let one = by_threads(&puzzle, start, &manhattan, &automaton, 1, &limits);
        for threads in [2, 3, 8] {
            let many = by_threads(&puzzle, start, &manhattan, &automaton, threads, &limits);
            assert_eq!(one.outcome, many.outcome);
            assert_eq!(one.statistics.generated, many.statistics.generated);
            assert_eq!(one.statistics.expanded, many.statistics.expanded);
        }
    }
}

/// Stopped after so many nodes, for ever more of them: the bound told is the one
/// whose iteration was stopped, and so is never above the length.
#[test]
fn a_search_that_is_stopped_tells_the_bound_of_its_iteration() {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let pairs = automaton_of_pairs(&puzzle);
    let (length, nodes, start) = korf(&puzzle, 600_000)[0];
    let first = manhattan.start(&puzzle, start);
    let mut bounds = Vec::new();
    for states in (0..nodes).step_by(nodes as usize / 60) {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        for threads in [1, 2] {
            let report = by_threads(&puzzle, start, &manhattan, &pairs, threads, &limits);
            match report.outcome {
                Outcome::Stopped {
                    lower_bound,
                    reason,
                } => {
                    assert_eq!(reason, StopReason::States);
                    assert!((u32::from(first)..=length as u32).contains(&lower_bound));
                    // It is looked at every few thousand nodes of a thread.
                    assert!(report.statistics.expanded <= states + 20_000);
                    bounds.push(lower_bound);
                }
                Outcome::Solved { moves } => assert_eq!(moves.len(), length),
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(
        bounds.contains(&(length as u32)),
        "never stopped in the last iteration"
    );
    assert!(
        bounds.contains(&first.into()),
        "never stopped in the first iteration"
    );
}

/// What tiles say of their operators is what their moves do.
#[test]
fn operators_are_the_moves() {
    for (rows, columns) in [(1, 4), (2, 3), (3, 3)] {
        let puzzle = Tiles::<u64>::new(rows, columns, BlankGoal::BlankLast).unwrap();
        let all = laws::check(&puzzle, [puzzle.goal()], 1_000).unwrap();
        all.contexts().unwrap();
        let few = laws::check(&puzzle, [puzzle.goal()], 40).unwrap();
        // Each move and the one that takes it back, at the least.
        assert!(few.operators(300).unwrap() >= 2);
    }
}
