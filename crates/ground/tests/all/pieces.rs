//! What follows from pieces and groups, compared with an enumeration of all positions.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::num::NonZeroUsize;
use std::sync::Arc;

use fewest_ground::analysis::{Analysis, FAR, MovePruning, PieceBound, Pieces, PositionCount};
use fewest_ground::reduction::Starts;
use fewest_ground::{
    Compiled, Consequences, Domain, Ground, Label, LabelSet, Position, Rule, Test, Value, Write,
    compile, with_compiled,
};

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Parent, Puzzle, laws};
use fewest_search::{Duplicates, idastar};
use fewest_tables::fill_bound_table;

/// The state of a generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, many: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(99);
        (self.0 >> 33) as usize % many
    }
}

/// A puzzle whose moves permute `cells` positions, and `turned` more positions alike if there are
/// any, adding a number to the labels of these.
fn ground(random: &mut Random, cells: usize, turns: usize, moves: usize) -> Ground {
    let names = |many: usize| (0..many).map(|l| l.to_string()).collect();
    let mut domains = vec![Domain {
        labels: names(cells),
    }];
    let mut positions: Vec<Position> = (0..cells)
        .map(|p| Position {
            name: format!("c{p}"),
            domain: 0,
        })
        .collect();
    if turns > 1 {
        domains.push(Domain {
            labels: names(turns),
        });
        positions.extend((0..cells).map(|p| Position {
            name: format!("t{p}"),
            domain: 1,
        }));
    }
    let mut rules = Vec::new();
    for of in 0..moves {
        let mut from: Vec<usize> = (0..cells).collect();
        for i in 0..cells {
            from.swap(i, i + random.below((cells - i).min(3)));
        }
        let mut writes = Vec::new();
        for (to, &from) in from.iter().enumerate() {
            let value = Value::Of {
                position: from,
                plus: 0,
            };
            writes.push(Write {
                position: to,
                value,
            });
            if turns > 1 {
                let plus = random.below(turns) as Label;
                let value = Value::Of {
                    position: cells + from,
                    plus,
                };
                writes.push(Write {
                    position: cells + to,
                    value,
                });
            }
        }
        rules.push(Rule {
            of,
            tests: Vec::new(),
            writes,
            cost: 1,
        });
    }
    Ground {
        name: "random".to_owned(),
        domains,
        positions,
        moves: (0..moves).map(|m| format!("m{m}")).collect(),
        rules,
        goals: Vec::new(),
        start: None,
        consequences: Consequences::default(),
        measure: None,
    }
}

/// All positions that the rules reach, by the plainest search.
fn reached(ground: &Ground, start: &[Label]) -> HashSet<Vec<Label>> {
    let mut all = HashSet::from([start.to_vec()]);
    let mut waiting = vec![start.to_vec()];
    while let Some(state) = waiting.pop() {
        for rule in &ground.rules {
            let mut next = state.clone();
            for write in &rule.writes {
                let Value::Of { position, plus } = write.value else {
                    panic!("a copy")
                };
                let labels = ground.domains[ground.positions[position].domain]
                    .labels
                    .len();
                next[write.position] =
                    ((usize::from(state[position]) + usize::from(plus)) % labels) as Label;
            }
            if all.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    all
}

fn pieces(compiled: &Compiled) -> Option<Pieces> {
    with_compiled!(compiled, analysis => analysis.pieces().cloned())
}

fn accepts(compiled: &Compiled, labels: &[Label]) -> bool {
    with_compiled!(compiled, analysis => analysis.task().accepts(labels))
}

fn number(count: &PositionCount) -> u64 {
    count.factors.iter().product::<u64>() / count.divisors.iter().product::<u64>()
}

#[test]
fn positions_are_counted_and_told_apart_without_a_search() {
    let mut random = Random(7);
    let mut seen = BTreeMap::from([("counted", 0), ("unknown", 0), ("proven", 0)]);
    for round in 0..400 {
        let (cells, turns) = (2 + random.below(4), 1 + random.below(3));
        let moves = 1 + random.below(3);
        let mut ground = ground(&mut random, cells, turns, moves);
        let alike = 1 + random.below(cells);
        let mut label = |p: usize| match p < cells {
            true => (p.min(alike)) as Label,
            false => random.below(turns) as Label,
        };
        let start: Vec<Label> = (0..ground.positions.len()).map(&mut label).collect();
        let goal = start.iter().enumerate();
        ground.goals.push(
            goal.map(|(position, &label)| Test::In { position, labels: LabelSet::of(label) })
                .filter(|test| !matches!(test, Test::In { position, .. } if *position >= cells && turns == 1))
                .collect(),
        );
        let compiled = compile(&ground, Starts::One(&start)).unwrap();
        let Some(pieces) = pieces(&compiled) else {
            continue;
        };
        let all = reached(&ground, &start);
        match pieces.positions(&start) {
            Some(count) => {
                assert_eq!(number(&count), all.len() as u64, "{round} {ground:?}");
                *seen.get_mut("counted").unwrap() += 1;
            }
            None => *seen.get_mut("unknown").unwrap() += 1,
        }
        // Boards with the labels in any order and any turns.
        for _ in 0..20 {
            let mut other = start.clone();
            for p in 0..cells {
                other.swap(p, p + random.below(cells - p));
            }
            for turn in &mut other[cells..] {
                *turn = random.below(turns) as Label;
            }
            if !accepts(&compiled, &other) {
                continue;
            }
            let proof = pieces.unreachable(&ground, &other, [start.clone()].into_iter());
            let is_reached = all.contains(&other);
            assert!(
                !(proof.is_some() && is_reached),
                "{round} {proof:?} {other:?} {ground:?}"
            );
            if proof.is_some() {
                *seen.get_mut("proven").unwrap() += 1;
            } else if pieces.positions(&start).is_some() {
                assert!(is_reached, "{round} {other:?} {ground:?}");
            }
        }
    }
    assert!(seen["counted"] > 250 && seen["proven"] > 1000, "{seen:?}");
}

/// Each row and each column of a square can be shifted around. If a shift is odd, all orders of the
/// cells can be reached, otherwise the even ones.
#[test]
fn groups_of_many_pieces_are_known() {
    for side in [6, 7] {
        let cells = side * side;
        let mut ground = ground(&mut Random(0), cells, 1, 0);
        for line in 0..2 * side {
            ground.moves.push(format!("m{line}"));
            let cell = |at: usize| match line < side {
                true => line * side + at % side,
                false => at % side * side + line - side,
            };
            let writes = (0..side).map(|at| {
                let value = Value::Of {
                    position: cell(at),
                    plus: 0,
                };
                Write {
                    position: cell(at + 1),
                    value,
                }
            });
            ground.rules.push(Rule {
                of: line,
                tests: Vec::new(),
                writes: writes.collect(),
                cost: 1,
            });
        }
        let goal: Vec<Label> = (0..cells as Label).collect();
        let compiled = compile(&ground, Starts::One(&goal)).unwrap();
        let pieces = pieces(&compiled).unwrap();
        let factors = pieces.positions(&goal).unwrap().factors;
        let logarithm = |numbers: &[u64]| numbers.iter().map(|&n| (n as f64).ln()).sum::<f64>();
        let orders: Vec<u64> = (2 + side as u64 % 2..=cells as u64).collect();
        assert!((logarithm(&factors) - logarithm(&orders)).abs() < 1e-6);
        let mut swapped = goal.clone();
        swapped.swap(0, 1);
        let proof = pieces.unreachable(&ground, &swapped, [goal].into_iter());
        assert_eq!(proof.is_some(), side == 7, "{proof:?}");
    }
}

/// Adds the inverse of each move as a move.
fn with_inverses(ground: &mut Ground) {
    for rule in ground.rules.clone() {
        let back = rule.writes.iter().map(|write| {
            let Value::Of { position, plus } = write.value else {
                panic!("a copy")
            };
            let labels = ground.domains[ground.positions[position].domain]
                .labels
                .len() as Label;
            let value = Value::Of {
                position: write.position,
                plus: (labels - plus) % labels,
            };
            Write { position, value }
        });
        let writes = back.collect();
        ground.moves.push(format!("{}'", ground.moves[rule.of]));
        ground.rules.push(Rule {
            of: ground.rules.len(),
            writes,
            ..rule
        });
    }
}

/// Compares the bound of every position with its distance. Returns how many positions there were, and
/// how many of them had a positive bound; `None` if the puzzle has no pattern of this size. The bound is
/// that of a table of lower bounds with another one beside it if `large` is set.
fn compare<const N: usize>(
    analysis: &Analysis<N>,
    goal: &[Label],
    most: u64,
    large: bool,
) -> Option<(usize, usize)> {
    let limits = Limits::default();
    let pattern = Arc::new(
        analysis
            .pieces()?
            .choose_pattern(most, &mut Meter::new(&limits))
            .unwrap()?
            .pattern(),
    );
    laws::abstraction(pattern.abstraction(), 10_000).unwrap();
    let table = Arc::new(pattern.table(&mut Meter::new(&limits)).unwrap());
    let mut bound = PieceBound::new(Arc::clone(&pattern), table, None).unwrap();
    if large {
        let one = NonZeroUsize::MIN;
        let meter = &mut Meter::new(&limits);
        let table = fill_bound_table(pattern.abstraction(), one, meter).unwrap();
        bound = PieceBound::new(Arc::clone(&pattern), Arc::new(table), Some(bound)).unwrap();
    }
    let puzzle = analysis.by_pieces(&pattern);
    // `None` if pieces look alike.
    let first = pattern.start(analysis.pieces()?, goal, goal)?;
    assert!(puzzle.is_goal(first));
    let mut distances = HashMap::from([(first, 0_u32)]);
    let (mut order, mut farthest) = (VecDeque::from([first]), first);
    while let Some(state) = order.pop_front() {
        farthest = state;
        for m in puzzle.moves(state) {
            let (after, distance) = (puzzle.apply(state, m), distances[&state] + 1);
            distances.entry(after).or_insert_with(|| {
                order.push_back(after);
                distance
            });
        }
    }
    // The caches are kept from move to move. Those of the goal are all 0, so the walk begins far
    // from it.
    let mut seen = HashSet::from([farthest]);
    let cache = Heuristic::start(&bound, &puzzle, farthest);
    let mut order = VecDeque::from([(farthest, cache)]);
    let mut positive = 0;
    let mut last: VecDeque<(_, Vec<_>)> = VecDeque::new();
    while let Some((state, kept)) = order.pop_front() {
        let distance = distances[&state];
        let cache = Heuristic::start(&bound, &puzzle, state);
        let lower = value(&puzzle, &bound, cache);
        assert!(lower <= distance, "{lower} {distance} {state:?}");
        positive += usize::from(lower > 0);
        let mut children = Vec::new();
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            let afresh = Heuristic::start(&bound, &puzzle, after);
            let afresh = value(&puzzle, &bound, afresh);
            children.push((after, afresh));
        }
        let all = Parent {
            state,
            cache: kept,
            budget: u32::MAX,
        };
        let moves = puzzle.moves(state).map(|m| (0, m));
        bound.children_within(&puzzle, &[all], moves, |child| {
            let (after, cache) = child.unwrap();
            if seen.insert(after) {
                order.push_back((after, cache));
            }
        });
        last.push_back((all, children));
        if last.len() > 3 {
            last.pop_front();
        }
        for budget in 0..8 {
            rows_agree(&puzzle, &bound, last.make_contiguous(), budget);
        }
    }
    Some((distances.len(), positive))
}

/// A position with its cache, and its children with their bounds.
type Expanded<S, C> = (Parent<S, C>, Vec<(S, u32)>);

/// Asserts that the bounds of the children of some positions together are those of each alone. The
/// budgets of the positions are `budget` and the numbers that follow.
fn rows_agree<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    heuristic: &H,
    positions: &[Expanded<P::State, H::Cache>],
    budget: u32,
) where
    P::State: PartialEq + std::fmt::Debug,
{
    let budgeted = |(number, (parent, _)): (u32, &Expanded<P::State, H::Cache>)| Parent {
        budget: budget + number,
        ..*parent
    };
    let parents: Vec<_> = (0..).zip(positions).map(budgeted).collect();
    let moves = parents.iter().enumerate();
    let moves = moves.flat_map(|(number, of)| puzzle.moves(of.state).map(move |m| (number, m)));
    let children = (budget..).zip(positions);
    let mut children =
        children.flat_map(|(budget, (_, children))| children.iter().map(move |of| (budget, of)));
    heuristic.children_within(puzzle, &parents, moves, |child| {
        let (budget, &(after, bound)) = children.next().unwrap();
        match child {
            Ok((child, cache)) => {
                assert_eq!((child, heuristic.bound(cache)), (after, bound));
                assert!(bound <= budget);
            }
            Err(least) => assert!(budget < least && least <= bound, "{least} {bound}"),
        }
    });
    assert!(children.next().is_none());
}

fn value<P: Puzzle, H: Heuristic<P>>(_: &P, heuristic: &H, cache: H::Cache) -> u32 {
    heuristic.bound(cache)
}

#[test]
fn bounds_of_pieces_are_admissible() {
    let mut random = Random(3);
    let (mut compared, mut positive) = (0, 0);
    for _ in 0..24 {
        let (cells, turns) = (3 + random.below(3), 1 + random.below(3));
        let mut ground = ground(&mut random, cells, turns, 2);
        with_inverses(&mut ground);
        let label = |p: usize| if p < cells { p as Label } else { 0 };
        let goal: Vec<Label> = (0..ground.positions.len()).map(label).collect();
        let tests = goal.iter().enumerate();
        ground.goals.push(
            tests
                .map(|(position, &label)| Test::In {
                    position,
                    labels: LabelSet::of(label),
                })
                .collect(),
        );
        let Ok(compiled) = compile(&ground, Starts::One(&goal)) else {
            continue;
        };
        for most in [10, 100, 1_000] {
            let Compiled::One(analysis) = &compiled else {
                panic!("few positions do not fit one word")
            };
            for large in [false, true] {
                let found = compare(analysis, &goal, most, large);
                if let Some((all, above)) = found {
                    compared += all;
                    positive += above;
                }
            }
        }
    }
    assert!(
        compared > 5_000 && positive > compared / 2,
        "{compared} {positive}"
    );
}

/// IDA* with a table finds solutions as short as breadth-first search does.
#[test]
fn tables_of_pieces_solve_boards() {
    let mut random = Random(5);
    let mut solved = 0;
    for _ in 0..20 {
        let mut ground = ground(&mut random, 5, 2, 2);
        with_inverses(&mut ground);
        let label = |p: usize| if p < 5 { p as Label } else { 0 };
        let goal: Vec<Label> = (0..10).map(label).collect();
        let tests = goal.iter().enumerate();
        ground.goals.push(
            tests
                .map(|(position, &label)| Test::In {
                    position,
                    labels: LabelSet::of(label),
                })
                .collect(),
        );
        let compiled = compile(&ground, Starts::One(&goal)).unwrap();
        let all: Vec<Vec<Label>> = reached(&ground, &goal).into_iter().collect();
        let Compiled::One(analysis) = &compiled else {
            panic!("ten positions do not fit one word")
        };
        let limits = Limits::default();
        let pieces = analysis.pieces().unwrap();
        let choice = pieces.choose_pattern(200, &mut Meter::new(&limits));
        let Some(pattern) = choice.unwrap().map(|choice| choice.pattern()) else {
            continue;
        };
        let pattern = Arc::new(pattern);
        let table = Arc::new(pattern.table(&mut Meter::new(&limits)).unwrap());
        let bound = PieceBound::new(Arc::clone(&pattern), table, None).unwrap();
        let puzzle = analysis.by_pieces(&pattern);
        let MovePruning::Rows(rows) = analysis.pruning(FAR, &limits).unwrap() else {
            continue;
        };
        for _ in 0..10 {
            let board = &all[random.below(all.len())];
            let start = pattern.start(analysis.pieces().unwrap(), &goal, board);
            let Some(start) = start else { continue };
            let none = Duplicates::Enter;
            let report = idastar(&puzzle, start, &bound, rows, none, &limits);
            let wanted = fewest_search::bfs(
                analysis.puzzle(),
                analysis.puzzle().state(board).unwrap(),
                &limits,
            );
            let (Outcome::Solved { moves }, Outcome::Solved { moves: wanted }) =
                (report.outcome, wanted.outcome)
            else {
                panic!("a solution")
            };
            assert_eq!(moves, wanted);
            solved += 1;
        }
    }
    assert!(solved >= 100, "{solved}");
}
