//! The search by settings against breadth-first search, on graphs drawn at random on which an agent walks
//! and pushes tokens.

use std::collections::HashSet;

use fewest_ground::analysis::{Analysis, Pushes};
use fewest_ground::compiled::CompiledMove;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, Rule, compile};
use fewest_rules::{Limits, Outcome, Report, StopReason, laws};
use fewest_search::{Turn, TwoAgentWaves, bfs};

use crate::grounds::{ground, is, put};
use crate::random::Random;

const BACKGROUND: Label = 0;
const TOKEN: Label = 1;
const AGENT: Label = 2;

/// For each square and move, the square to which a step leads, and the square to which a token there is
/// pushed by the same move.
type Graph = Vec<Vec<Option<(usize, Option<usize>)>>>;

/// Squares with a few neighbours each, from which tokens are pushed anywhere.
fn tangle(random: &mut Random, squares: usize) -> Graph {
    let mut neighbours = vec![Vec::new(); squares];
    for one in 1..squares {
        for _ in 0..1 + random.below(2) {
            let other = one - 1 - random.below(one.min(3));
            if !neighbours[one].contains(&other) {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
    }
    let most = neighbours.iter().map(Vec::len).max().unwrap();
    let mut graph = vec![vec![None; most]; squares];
    for (from, moves) in graph.iter_mut().enumerate() {
        for (&to, m) in neighbours[from].iter().zip(moves) {
            let beyond = neighbours[to].iter().copied();
            let beyond: Vec<usize> = beyond.filter(|&beyond| beyond != from).collect();
            let pushes = !beyond.is_empty() && random.below(4) > 0;
            *m = Some((to, pushes.then(|| beyond[random.below(beyond.len())])));
        }
    }
    graph
}

/// A rectangle with some walls, on which tokens are pushed straight on. Its left half is the mirror image of
/// its right half if `mirrored` is set.
fn rectangle(random: &mut Random, width: usize, height: usize, mirrored: bool) -> Graph {
    let mut open: Vec<bool> = (0..width * height).map(|_| random.below(6) > 0).collect();
    if mirrored {
        for square in 0..open.len() {
            open[square] = open[square.max(mirror(square, width))];
        }
    }
    let beside = |square: usize, m: usize| {
        let (x, y) = (square % width, square / width);
        let (x, y) = match m {
            0 => (x, y.checked_sub(1)?),
            1 => (x + 1, y),
            2 => (x, y + 1),
            _ => (x.checked_sub(1)?, y),
        };
        let beside = y * width + x;
        (x < width && y < height && open[beside] && open[square]).then_some(beside)
    };
    let moves = |square| (0..4).map(move |m| (square, m));
    let to = |(square, m)| beside(square, m).map(|to| (to, beside(to, m)));
    let squares = 0..width * height;
    squares
        .map(|square| moves(square).map(to).collect())
        .collect()
}

/// The mirror image of a square.
fn mirror(square: usize, width: usize) -> usize {
    square - square % width + width - 1 - square % width
}

/// A board on this graph. If the graph is a mirrored rectangle, `width` is its width.
fn board(
    random: &mut Random,
    graph: &Graph,
    tokens: usize,
    width: Option<usize>,
) -> (Ground, Vec<Label>) {
    let squares = graph.len();
    let mut all = ground("pushes", "_ $ @", squares);
    all.moves = (0..graph[0].len()).map(|m| format!("m{m}")).collect();
    let cost = 1;
    for (from, moves) in graph.iter().enumerate() {
        for (of, m) in moves.iter().enumerate() {
            let Some((to, beyond)) = *m else { continue };
            let tests = vec![is(from, AGENT), is(to, BACKGROUND)];
            let writes = vec![put(from, BACKGROUND), put(to, AGENT)];
            all.rules.push(Rule {
                of,
                tests,
                writes,
                cost,
            });
            if let Some(beyond) = beyond {
                let tests = vec![is(from, AGENT), is(to, TOKEN), is(beyond, BACKGROUND)];
                let writes = vec![put(from, BACKGROUND), put(to, AGENT), put(beyond, TOKEN)];
                all.rules.push(Rule {
                    of,
                    tests,
                    writes,
                    cost,
                });
            }
        }
    }
    all.rules.sort_by_key(|rule| rule.of);
    let mut start = vec![BACKGROUND; squares];
    start[random.below(squares)] = AGENT;
    let mut left = tokens;
    while left > 0 {
        let at = random.below(squares);
        if start[at] == BACKGROUND {
            start[at] = TOKEN;
            left -= 1;
        }
    }
    for _ in 0..1 + random.below(2) {
        let mut goal: Vec<usize> = (0..squares).collect();
        for at in (1..squares).rev() {
            goal.swap(at, random.below(at + 1));
        }
        let required = tokens - random.below(2).min(tokens - 1);
        if let Some(width) = width {
            goal = goal
                .iter()
                .flat_map(|&at| [at, mirror(at, width)])
                .collect();
            let mut known = HashSet::new();
            goal.retain(|&at| known.insert(at));
        }
        let mut tests: Vec<_> = goal[..required].iter().map(|&at| is(at, TOKEN)).collect();
        if random.below(4) == 0 {
            tests.push(is(goal[required], AGENT));
        }
        all.goals.push(tests);
    }
    (all, start)
}

/// Solves a board by settings with sets of places of `W` words, with some pauses.
fn by_settings<const W: usize, const N: usize>(
    analysis: &Analysis<N>,
    start: &[Label],
    limits: &Limits,
    (mut pause, symmetric): (u64, bool),
) -> Option<Report<CompiledMove>> {
    let mut puzzle = analysis.push_puzzle::<W>()?;
    if symmetric {
        puzzle = puzzle.up_to_symmetry(analysis.symmetries()?);
        assert_eq!(puzzle.symmetries(), analysis.symmetries()?.all().len() + 1);
    }
    let mut waves = TwoAgentWaves::new(puzzle.state(start)?);
    let mut bound = 0;
    loop {
        let report = match waves.advance(&puzzle, pause, limits) {
            Turn::Ended(report) => return Some(report),
            Turn::Paused(paused, report) => {
                waves = paused;
                report
            }
        };
        assert!(limits.memory.is_none_or(|most| waves.bytes() <= most));
        match report.outcome {
            Outcome::Stopped {
                reason: StopReason::States,
                lower_bound,
            } if limits.states.is_none() => {
                assert!(lower_bound >= bound);
                bound = lower_bound;
                pause = pause.saturating_mul(2);
            }
            _ => return Some(report),
        }
    }
}

/// What a solver of random boards has met.
#[derive(Default, Debug)]
struct Met {
    solved: usize,
    long: usize,
    unsolvable: usize,
    symmetric: usize,
    stopped: usize,
}

fn compare<const N: usize>(
    analysis: &Analysis<N>,
    start: &[Label],
    random: &mut Random,
    met: &mut Met,
) {
    let none = Limits::default();
    if let Some(puzzle) = analysis.push_puzzle::<1>() {
        let start = puzzle.state(start).unwrap();
        laws::agent_moves(&puzzle, start, 100).unwrap();
    }
    let state = analysis.puzzle().state(start).unwrap();
    let plain = bfs(analysis.puzzle(), state, &none).outcome;
    let pause = [1, 10, 100, u64::MAX][random.below(4)];
    let Some(one) = by_settings::<1, N>(analysis, start, &none, (pause, false)) else {
        return;
    };
    let two = by_settings::<2, N>(analysis, start, &none, (u64::MAX, false)).unwrap();
    let length = match (&plain, &one.outcome, &two.outcome) {
        (Outcome::Solved { moves }, Outcome::Solved { moves: a }, Outcome::Solved { moves: b }) => {
            assert_eq!(
                (moves, moves),
                (a, b),
                "the lexicographically first solution"
            );
            met.solved += 1;
            met.long += usize::from(moves.len() > 20);
            moves.len() as u32
        }
        (Outcome::Unsolvable(_), Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {
            met.unsolvable += 1;
            u32::MAX
        }
        other => panic!("{other:?}"),
    };
    if let Some(report) = by_settings::<1, N>(analysis, start, &none, (pause, true)) {
        match (&one.outcome, &report.outcome) {
            (Outcome::Solved { moves }, Outcome::Solved { moves: found }) => {
                assert_eq!(moves, found, "up to symmetry");
                met.symmetric += 1;
            }
            (Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {}
            other => panic!("{other:?}"),
        }
    }
    for limits in [
        Limits {
            states: Some(random.below(60) as u64),
            ..Limits::default()
        },
        Limits {
            memory: Some(random.below(1 << 14) as u64),
            ..Limits::default()
        },
    ] {
        let report = by_settings::<1, N>(analysis, start, &limits, (u64::MAX, false)).unwrap();
        let statistics = report.statistics;
        assert!(limits.states.is_none_or(|most| statistics.expanded <= most));
        assert!(
            limits
                .memory
                .is_none_or(|most| statistics.peak_bytes <= most)
        );
        if let Outcome::Stopped { lower_bound, .. } = report.outcome {
            assert!(lower_bound <= length);
            met.stopped += 1;
        } else {
            assert_eq!(report.outcome, one.outcome);
        }
    }
}

#[test]
fn the_search_by_settings_finds_what_breadth_first_search_finds() {
    let mut met = Met::default();
    for seed in 0..4000 {
        let random = &mut Random::new(seed);
        let mut width = None;
        let graph = match random.below(3) {
            0 => {
                let squares = 6 + random.below(9);
                tangle(random, squares)
            }
            kind => {
                let (columns, rows) = (3 + random.below(4), 3 + random.below(3));
                width = (kind == 1).then_some(columns);
                rectangle(random, columns, rows, kind == 1)
            }
        };
        let tokens = 1 + random.below(4);
        let (ground, start) = board(random, &graph, tokens, width);
        if let Compiled::One(analysis) = compile(&ground, Starts::One(&start)).unwrap() {
            compare(&analysis, &start, random, &mut met);
        }
    }
    assert!(met.solved > 500 && met.long > 10, "{met:?}");
    assert!(met.symmetric > 50, "{met:?}");
    assert!(met.unsolvable > 500 && met.stopped > 500, "{met:?}");
}

/// A row of four squares: the agent is on the first one, a token on the second one.
fn row() -> (Ground, Vec<Label>) {
    let mut all = ground("row", "_ $ @ !", 4);
    all.moves = vec!["right".to_owned(), "left".to_owned()];
    let step = |of, from, to| Rule {
        of,
        tests: vec![is(from, AGENT), is(to, BACKGROUND)],
        writes: vec![put(from, BACKGROUND), put(to, AGENT)],
        cost: 1,
    };
    let push = |from, token, to| Rule {
        of: 0,
        tests: vec![is(from, AGENT), is(token, TOKEN), is(to, BACKGROUND)],
        writes: vec![put(from, BACKGROUND), put(token, AGENT), put(to, TOKEN)],
        cost: 1,
    };
    all.rules = vec![step(0, 0, 1), step(0, 1, 2), step(0, 2, 3)];
    all.rules.extend([push(0, 1, 2), push(1, 2, 3)]);
    all.rules
        .extend([step(1, 1, 0), step(1, 2, 1), step(1, 3, 2)]);
    all.goals = vec![vec![is(3, TOKEN)]];
    (all, vec![AGENT, TOKEN, BACKGROUND, BACKGROUND])
}

fn pushes(all: &Ground, start: &[Label]) -> Option<Pushes> {
    match compile(all, Starts::One(start)).unwrap() {
        Compiled::One(analysis) => analysis.pushes().cloned(),
        _ => None,
    }
}

#[test]
fn only_steps_and_pushes_make_a_push_puzzle() {
    let (all, start) = row();
    assert_eq!(pushes(&all, &start).unwrap().squares(), 4);
    // A step that no step takes back.
    let mut other = all.clone();
    other.rules.remove(5);
    assert!(pushes(&other, &start).is_none());
    // A push that leaves the agent where it was.
    let mut other = all.clone();
    other.rules[3].writes = vec![put(1, BACKGROUND), put(2, TOKEN)];
    assert!(pushes(&other, &start).is_none());
    // A step that depends on another position.
    let mut other = all.clone();
    other.rules[2].tests.push(is(0, BACKGROUND));
    assert!(pushes(&other, &start).is_none());
    // A fourth label.
    let mut other = all.clone();
    other.rules[4].writes[2] = put(3, 3);
    other.goals = vec![vec![is(3, 3)]];
    assert!(pushes(&other, &start).is_none());
}
