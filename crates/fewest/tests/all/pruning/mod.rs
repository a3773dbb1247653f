//! Searches in depth that leave out sequences of moves answer as breadth-first search does:
//! the same lengths, and the lexicographically first solution, on boards of the
//! examples and of puzzles drawn at random.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use fewest_ground::analysis::{Analysis, ByRule, GoalStates, OnlyPlaces, PotentialHeuristic};
use fewest_ground::compiled::{CompiledMove as Move, CompiledPuzzle};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, compile};
use fewest_lang::{Instance, read};
use fewest_puzzles::random::Random as Numbers;
use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Words, Zero};
use fewest_search::{Automaton, Duplicates, MovePruner, Pruning, PruningLimits, bfs, idastar};

#[allow(dead_code)]
use crate::random;

/// Does the same as [`fewest_ground::with_compiled`] for states of at most 256 bits, and nothing for
/// others. Every width takes long to compile.
macro_rules! with_narrow {
    ($compiled:expr, $analysis:ident => $value:expr) => {
        match $compiled {
            Compiled::One($analysis) => $value,
            Compiled::Four($analysis) => $value,
            Compiled::Eight(_) | Compiled::Sixteen(_) | Compiled::Widest(_) => {}
        }
    };
}

/// How far sequences are compared, from hardly to as far as the time of a test allows.
const REACHES: [PruningLimits; 3] = [
    PruningLimits::PAIRS,
    PruningLimits {
        moves: 3,
        sequences: 1 << 14,
    },
    PruningLimits {
        moves: 7,
        sequences: 1 << 12,
    },
];

/// What was seen, so that a test can ask for it.
#[derive(Debug, Default)]
struct Seen {
    solved: usize,
    unsolvable: usize,
    /// Searches by rows, and by sieves that leave something out.
    rows: usize,
    sieves: usize,
    /// Nodes generated with nothing left out, and with something.
    all: u64,
    left: u64,
}

/// A solution, or none, or nobody knows.
type Answer = Option<Option<Vec<Move>>>;

fn answer(outcome: Outcome<Move>) -> Answer {
    match outcome {
        Outcome::Solved { moves } => Some(Some(moves)),
        Outcome::Unsolvable(_) => Some(None),
        Outcome::Stopped { .. } => None,
    }
}

/// Solves from all `starts` in every way.
fn same<const N: usize>(name: &str, analysis: &Analysis<N>, starts: &[Words<N>], seen: &mut Seen) {
    let puzzle = analysis.puzzle();
    let limits = Limits {
        states: Some(6_000),
        ..Limits::default()
    };
    let travel = PotentialHeuristic::travel(puzzle.task(), false);
    let unlimited = Limits::default();
    let mut meter = Meter::new(&unlimited);
    // Pruning is found without looking at states, as the searches of puzzle files find it.
    let by_place: ByRule<'_, OnlyPlaces> = analysis.only_places();
    let by_rule = analysis.by_rule();
    for reach in REACHES {
        let sieve = MovePruner::find(&by_place, reach, &mut meter).unwrap();
        seen.sieves += usize::from(!sieve.is_idle());
        let rows = analysis.places().map(|_| {
            seen.rows += 1;
            Automaton::find(&by_place, reach, &mut meter).unwrap()
        });
        for &start in starts {
            let Some(wanted) = answer(bfs(puzzle, start, &limits).outcome) else {
                continue;
            };
            match &wanted {
                Some(_) => seen.solved += 1,
                None => seen.unsolvable += 1,
            }
            let check = |found: Answer| {
                if let Some(found) = found {
                    let numbers = |moves: &Vec<Move>| -> Vec<usize> {
                        moves.iter().map(|m| m.number()).collect()
                    };
                    assert_eq!(
                        found.as_ref().map(numbers),
                        wanted.as_ref().map(numbers),
                        "{name} {:?} {reach:?}",
                        puzzle.labels(start)
                    );
                }
            };
            let idle = MovePruner::default();
            for duplicates in [Duplicates::LeaveAll, Duplicates::Enter] {
                let all = run(&by_rule, start, &Zero, &idle, duplicates);
                let left = run(&by_rule, start, &Zero, &sieve, duplicates);
                if all.0.is_some() && left.0.is_some() {
                    assert!(left.1 <= all.1 || duplicates == Duplicates::LeaveAll);
                    seen.all += all.1;
                    seen.left += left.1;
                }
                check(all.0);
                check(left.0);
                if let Some(travel) = &travel {
                    check(run(&by_rule, start, travel, &sieve, duplicates).0);
                }
                if let Some(rows) = &rows {
                    check(run(&by_rule, start, &Zero, rows, duplicates).0);
                    if let Some(travel) = &travel {
                        check(run(&by_rule, start, travel, rows, duplicates).0);
                    }
                }
            }
        }
    }
}

/// The answer, if it does not take long, and the nodes generated.
fn run<const N: usize, P, H, K>(
    puzzle: &P,
    start: Words<N>,
    heuristic: &H,
    pruning: &K,
    duplicates: Duplicates,
) -> (Answer, u64)
where
    P: Puzzle<State = Words<N>, Move = Move>,
    H: Heuristic<P>,
    K: Pruning<P>,
{
    let limits = Limits {
        states: Some(6_000),
        ..Limits::default()
    };
    let report = idastar(puzzle, start, heuristic, pruning, duplicates, &limits);
    (answer(report.outcome), report.statistics.generated)
}

/// States that random walks from `start` end in.
fn walks<const N: usize>(puzzle: &CompiledPuzzle<N>, start: Words<N>, many: u64) -> Vec<Words<N>> {
    let mut states = vec![start];
    for seed in 1..many {
        let mut numbers = Numbers::new(seed);
        let mut state = start;
        for _ in 0..numbers.below(12) {
            let moves: Vec<Move> = puzzle.moves(state).collect();
            if moves.is_empty() {
                break;
            }
            state = puzzle.apply(state, moves[numbers.below(moves.len() as u64) as usize]);
        }
        states.push(state);
    }
    states
}

fn walked(name: &str, ground: &Ground, start: &[Label], many: u64, seen: &mut Seen) {
    with_narrow!(compile(ground, Starts::One(start)).unwrap(), analysis => {
        let puzzle = analysis.puzzle();
        let start = puzzle.state(start).unwrap();
        same(name, &analysis, &walks(puzzle, start, many), seen);
    });
}

/// The boards in the text of a file.
fn instances(text: &str) -> Vec<Instance> {
    let (file, _) = read(text).unwrap();
    let expected = file.expects().iter().map(|expect| expect.board.clone());
    file.start().into_iter().chain(expected).collect()
}

#[test]
fn random_puzzles_have_the_answers_of_breadth_first_search() {
    let mut seen = Seen::default();
    for seed in 0..300 {
        let (ground, start) = random::ground(seed, 6, 8);
        walked(&format!("random {seed}"), &ground, &start, 4, &mut seen);
    }
    assert!(seen.solved > 500 && seen.unsolvable > 500, "{seen:?}");
    assert!(seen.rows > 50 && seen.sieves > 80, "{seen:?}");
    assert!(seen.left < seen.all, "{seen:?}");
}

#[test]
fn examples_have_the_answers_of_breadth_first_search() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let mut seen = Seen::default();
    let mut solved = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let before = seen.solved;
        for board in instances(&std::fs::read_to_string(&path).unwrap()) {
            let name = path.display().to_string();
            walked(&name, &board.ground, &board.start, 2, &mut seen);
            // Boards that are not far from a goal.
            let compiled = compile(&board.ground, Starts::One(&board.start)).unwrap();
            with_narrow!(compiled, analysis => {
                let puzzle = analysis.puzzle();
                if let Some(goals) = GoalStates::new(puzzle.task(), 10) {
                    for goal in goals.states().take(1) {
                        same(&name, &analysis, &walks(puzzle, goal, 3), &mut seen);
                    }
                }
            });
        }
        solved += usize::from(seen.solved > before);
    }
    assert!(solved >= 15, "{solved} examples: {seen:?}");
    assert!(seen.left * 10 < seen.all * 9, "{seen:?}");
}

/// Small puzzles from every state that can be reached.
#[test]
fn every_board_of_small_puzzles_has_the_answer_of_breadth_first_search() {
    let texts = [
        "symbols _ 1 2 3 4 5\nboard 2x3\nmove slide(dir)\n  [_ | ?x] -> [?x | _]\n\
         goal board\n  1 2 3\n  4 5 _\nstart 1 2 3 4 5 _",
        // Tiles that look alike.
        "symbols _ a b\nboard 2x3\nmove slide(dir)\n  [_ | ?x] -> [?x | _]\n\
         goal board\n  a b a\n  b a _\nstart a b a b a _",
        "symbols A B C\nboard 1x4\nmove carry(?from, ?to)\n  \
         left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]\n\
         goal all C\nstart A A A A",
        "symbols 1 2 3 4 5\nboard 1x5\nmove left = cycle r1c5..r1c1\nmove right = undo left\n\
         move turn = reverse r1c1..r1c3\ngoal board\n  1 2 3 4 5\nstart 1 2 3 4 5",
    ];
    let mut seen = Seen::default();
    for text in texts {
        let board = instances(&format!("puzzle small\n{text}")).remove(0);
        let compiled = compile(&board.ground, Starts::One(&board.start)).unwrap();
        with_narrow!(compiled, analysis => {
            let puzzle = analysis.puzzle();
            let start = puzzle.state(&board.start).unwrap();
            let mut states = vec![start];
            let mut known = HashSet::from([start]);
            let mut at = 0;
            while at < states.len() {
                let state = states[at];
                let after = puzzle.moves(state).map(|m| puzzle.apply(state, m));
                states.extend(after.filter(|&after| known.insert(after)));
                at += 1;
            }
            assert!(states.len() >= 60, "{}: {text}", states.len());
            same(text, &analysis, &states, &mut seen);
        });
    }
    assert_eq!(seen.unsolvable, 0);
    assert!(seen.left * 10 < seen.all * 9, "{seen:?}");
}
