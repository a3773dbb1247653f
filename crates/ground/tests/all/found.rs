//! What is found in a puzzle is true of it: by the laws, and by counting.

#![allow(clippy::unwrap_used)]

use fewest_ground::analysis::{
    Additions, CompiledPatterns, HeuristicName, Parity, PotentialHeuristic, RankedPuzzle,
};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Label, compile};
use fewest_rules::{Heuristic, Limits, Meter, Outcome, Proof, Puzzle, Ranked};
use laws_of_all::one;
use proptest::prelude::*;

use crate::grounds;
use crate::laws_of_all;
use crate::oracle;
use crate::random;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn what_is_found_in_random_puzzles_is_true(seed: u64, rules in 1_usize..8) {
        let (ground, start) = random::ground(seed, 7, rules);
        one(&ground, &start, 60);
    }
}

#[test]
fn flip_boards_commute_and_are_solved_by_elimination() {
    let found = one(
        &grounds::flip(3, 3, "w b"),
        &[0, 1, 0, 1, 1, 1, 0, 0, 0],
        512,
    );
    assert!(found.backward && found.inverses && found.goals && found.commuting && found.solved);
    let found = one(
        &grounds::flip(2, 4, "a b c"),
        &[0, 1, 0, 1, 1, 1, 0, 0],
        512,
    );
    assert!(found.backward && !found.inverses && found.goals && found.commuting);
    assert!(found.solved || found.unsolvable);
    assert_eq!((found.ranks, found.symmetries), (Some(6561), 23));
    // Four labels are no field, so not every number has an inverse.
    let found = one(&grounds::flip(2, 3, "a b c d"), &[0, 1, 0, 1, 1, 1], 512);
    assert!(found.commuting && (found.solved || found.unsolvable));
}

#[test]
fn positions_with_different_numbers_of_labels_are_solved_together() {
    let mut random = 1_u64;
    let mut below = |n: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % n
    };
    let (mut solved, mut unsolvable) = (0, 0);
    for _ in 0..300 {
        let mut mixed = grounds::ground("mixed", "0 1", 5);
        mixed.domains.push(grounds::domain("0 1 2"));
        mixed.domains.push(grounds::domain("0 1 2 3"));
        let domains = [0, 1, 2, below(3), below(3)];
        let sizes = domains.map(|domain| domain + 2);
        for (position, domain) in mixed.positions.iter_mut().zip(domains) {
            position.domain = domain;
        }
        for number in 0..4 {
            let writes = (0..5).filter_map(|position| {
                let plus = below(sizes[position]) as Label;
                (plus > 0).then(|| grounds::copy(position, position, plus))
            });
            let writes: Vec<_> = writes.collect();
            if !writes.is_empty() {
                grounds::add(&mut mixed, &format!("turn-{number}"), vec![], writes);
            }
        }
        mixed
            .goals
            .push((0..5).map(|p| grounds::is(p, 0)).collect());
        let start: Vec<Label> = sizes.iter().map(|&size| below(size) as Label).collect();
        let found = one(&mixed, &start, 60);
        solved += usize::from(found.solved);
        unsolvable += usize::from(found.unsolvable);
    }
    assert!(solved > 50 && unsolvable > 50, "{solved} {unsolvable}");
}

#[test]
fn moves_of_permutations_have_inverses() {
    let found = one(&grounds::tiles(3, 3), &[8, 6, 7, 2, 5, 4, 3, 0, 1], 3_000);
    assert!(found.backward && found.inverses && found.goals && !found.commuting);
    assert!(found.travel);
    assert_eq!((found.ranks, found.symmetries), (Some(362_880), 1));
    let rotation = grounds::rotation();
    let start = grounds::labels(&rotation, "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3");
    let found = one(&rotation, &start, 3_000);
    assert!(found.backward && found.inverses && !found.commuting);
    // Each move takes several symbols along.
    // 24! / 8!³, and the symmetries of a square with the digits exchanged.
    assert_eq!((found.ranks, found.symmetries), (Some(9_465_511_770), 47));
}

#[test]
fn pushes_can_be_played_backwards() {
    let wall = grounds::wall(4, 6);
    let found = one(&wall, &grounds::labels(&wall, grounds::WALLS), 3_000);
    assert!(found.backward && !found.inverses && !found.goals);
    // 38 edges that are open or not and, unless the player is there, an exit;
    // or the player on one of 24 rooms.
    assert!(found.travel);
    // The player in a room, or outside on one slot; 16 walls on the other slots that may
    // have them: 24 times 39 over 16, and 38 over 16.
    assert_eq!(found.ranks, Some(24 * 37_711_260_990 + 22_239_974_430));
    let four = grounds::four();
    let mut start = grounds::labels(&four, "B W B O W B W B B W B W W B W O");
    start.push(0);
    let found = one(&four, &start, 3_000);
    assert!(found.backward && !found.inverses);
    assert_eq!((found.ranks, found.symmetries), (Some(3 * 411_840), 15));
}

/// The pairs of a stack are those of neighbours and the last one with the plate, of which each move
/// separates one. On a ring each move separates two pairs.
#[test]
fn neighbours_are_counted_where_moves_keep_them_together() {
    let found = one(&grounds::pancakes(6), &[4, 2, 5, 0, 3, 1], 720);
    assert_eq!(found.neighbours, Some((6, 1)));
    let found = one(&grounds::ring(7), &[4, 2, 5, 0, 3, 1, 6], 5_040);
    assert_eq!(found.neighbours, Some((7, 2)));
    // Tiles move one at a time.
    let found = one(&grounds::tiles(2, 3), &[4, 1, 2, 3, 0, 5], 360);
    assert_eq!(found.neighbours, None);
}

/// On a ring, two tokens go to two cells in a mirror's image; a move carries one token.
#[test]
fn identical_labels_are_assigned_to_the_cells_of_a_goal() {
    let found = one(&grounds::hopping(6, true), &[1, 0, 1, 0, 0, 0], 200);
    assert_eq!(found.matching, Some(2));
    assert!(found.symmetric_ends && found.dead_ends == 0);
    // In a one-way street, a token that has passed its cell never comes back.
    let found = one(&grounds::hopping(5, false), &[1, 1, 0, 0, 0], 200);
    assert_eq!(found.matching, Some(2));
    assert!(found.dead_ends > 0);
}

/// The gap heuristic: in a stack of six, the bound is the number of neighbours that differ by more
/// than one, counting the plate as the largest pancake.
#[test]
fn neighbours_in_a_stack_give_the_gap_heuristic() {
    let ground = grounds::pancakes(6);
    let start = [4, 2, 5, 0, 3, 1];
    let Compiled::One(analysis) = compile(&ground, Starts::One(&start)).unwrap() else {
        panic!("a state has one word");
    };
    let (puzzle, gaps) = (
        analysis.puzzle(),
        analysis.potential(HeuristicName::Neighbours).unwrap(),
    );
    let reached = oracle::reach(puzzle, puzzle.state(&start).unwrap(), 720).unwrap();
    assert_eq!(reached.distances.len(), 720);
    for &state in reached.distances.keys() {
        let mut stack = puzzle.labels(state);
        stack.push(6);
        let wide = stack.windows(2).filter(|w| w[0].abs_diff(w[1]) > 1);
        assert_eq!(bound(puzzle, gaps, state), wide.count() as u32);
    }
}

/// Two towers of three disks: the bound is the sum of the distances of both, which is exact.
#[test]
fn independent_parts_give_exact_distances() {
    let ground = grounds::hanoi(2, 3);
    let start = [0; 6];
    let found = one(&ground, &start, 729);
    assert_eq!((found.parts, found.patterns), (2, 2));
    let Compiled::One(analysis) = compile(&ground, Starts::One(&start)).unwrap() else {
        panic!("a state has one word");
    };
    let puzzle = analysis.puzzle();
    let limits = Limits::default();
    let tables = CompiledPatterns::new(puzzle, 1_000, &mut Meter::new(&limits));
    let tables = tables.unwrap().unwrap();
    assert!(tables.of_positions());
    assert_eq!(tables.sizes(), [27, 27]);
    let first = puzzle.state(&start).unwrap();
    let all = oracle::reach(puzzle, first, 1_000).unwrap().distances;
    assert_eq!(all.len(), 729);
    for &state in all.keys() {
        let goal = oracle::reach(puzzle, state, 1_000).unwrap().goal;
        assert_eq!(Some(bound(puzzle, &tables, state)), goal);
    }
    // One tower is one part.
    assert_eq!(one(&grounds::hanoi(1, 3), &[0; 3], 27).parts, 1);
}

/// A tower of six disks: each pattern keeps three of them, and no rule counts in both. The sum is
/// admissible everywhere, and where all disks lie on one peg it is the sum of two towers of three.
#[test]
fn patterns_of_positions_share_the_costs_of_rules() {
    let ground = grounds::hanoi(1, 6);
    let Compiled::One(analysis) = compile(&ground, Starts::One(&[0; 6])).unwrap() else {
        panic!("a state has one word");
    };
    let puzzle = analysis.puzzle();
    let limits = Limits::default();
    let tables = CompiledPatterns::new(puzzle, 30, &mut Meter::new(&limits));
    let tables = tables.unwrap().unwrap();
    assert!(tables.of_positions());
    assert_eq!(tables.sizes(), [27, 27]);
    let start = puzzle.state(&[0; 6]).unwrap();
    assert_eq!(bound(puzzle, &tables, start), 7 + 7);
    // Every move can be taken back, so the distances from the goal are those to it.
    let goal = puzzle.state(&[2; 6]).unwrap();
    let distances = oracle::reach(puzzle, goal, 1_000).unwrap().distances;
    assert_eq!(distances.len(), 729);
    for (&state, &distance) in &distances {
        assert!(bound(puzzle, &tables, state) <= distance);
    }
}

/// In random puzzles of five positions with three labels each, patterns of up to twelve states never
/// add up to more than the distance, from any state that can be reached.
#[test]
fn patterns_of_random_positions_never_exceed_the_distance() {
    let (mut several, mut exact) = (0, 0);
    for seed in 0..2_000 {
        let mut random = random::Random::new(seed);
        let mut ground = grounds::ground("random", "a b c", 5);
        for number in 0..30 {
            let first = random.below(5);
            let second = (first + 1 + random.below(4)) % 5;
            let mut label = || random.below(3) as Label;
            let tests = vec![grounds::is(first, label()), grounds::is(second, label())];
            let mut writes = vec![grounds::put(first, label())];
            if number % 3 == 0 {
                writes.push(grounds::put(second, label()));
            }
            grounds::add(&mut ground, &number.to_string(), tests, writes);
        }
        let labels: Vec<Label> = (0..5).map(|_| random.below(3) as Label).collect();
        let goal = (0..4).map(|position| grounds::is(position, random.below(3) as Label));
        ground.goals.push(goal.collect());
        let Compiled::One(analysis) = compile(&ground, Starts::One(&labels)).unwrap() else {
            panic!("a state has one word");
        };
        let (puzzle, limits) = (analysis.puzzle(), Limits::default());
        let tables = CompiledPatterns::new(puzzle, 12, &mut Meter::new(&limits)).unwrap();
        let Some(tables) = tables.filter(CompiledPatterns::of_positions) else {
            continue;
        };
        several += usize::from(tables.sizes().len() > 1);
        let start = puzzle.state(&labels).unwrap();
        for &state in oracle::reach(puzzle, start, 243).unwrap().distances.keys() {
            let bound = bound(puzzle, &tables, state);
            let distance = oracle::reach(puzzle, state, 243).unwrap().goal;
            assert!(distance.is_none_or(|distance| bound <= distance), "{seed}");
            exact += usize::from(bound > 1 && distance == Some(bound));
        }
    }
    assert!(several > 50 && exact > 500, "{several} {exact}");
}

/// Where a pattern needs the cost of a rule only in some states, another one still cannot use it:
/// two counters that only one rule sets together are not counted twice.
#[test]
fn a_rule_that_serves_two_patterns_counts_once() {
    let mut ground = grounds::ground("both", "0 1", 2);
    let tests = vec![grounds::is(0, 0), grounds::is(1, 0)];
    let writes = vec![grounds::put(0, 1), grounds::put(1, 1)];
    grounds::add(&mut ground, "both", tests, writes);
    for position in [0, 1] {
        let (tests, writes) = (
            vec![grounds::is(position, 1)],
            vec![grounds::put(position, 0)],
        );
        grounds::add(&mut ground, "back", tests, writes);
    }
    ground
        .goals
        .push(vec![grounds::is(0, 1), grounds::is(1, 1)]);
    let Compiled::One(analysis) = compile(&ground, Starts::One(&[0, 0])).unwrap() else {
        panic!("a state has one word");
    };
    let (puzzle, limits) = (analysis.puzzle(), Limits::default());
    let tables = CompiledPatterns::new(puzzle, 2, &mut Meter::new(&limits));
    let tables = tables.unwrap().unwrap();
    assert!(tables.of_positions());
    let start = puzzle.state(&[0, 0]).unwrap();
    assert_eq!(bound(puzzle, &tables, start), 1);
}

/// In sliding tiles the blank decides, where moves are the same everywhere nothing; and
/// where more is tested, sequences are compared all the same.
#[test]
fn sequences_of_rules_replace_others() {
    let found = one(&grounds::tiles(2, 3), &[4, 1, 2, 3, 0, 5], 400);
    assert!(found.places);
    // There and back, along each of the seven borders of cells.
    assert!(found.replaced >= 14, "{found:?}");
    let found = one(&grounds::flip(2, 3, "w b"), &[0, 1, 0, 1, 1, 1], 64);
    assert!(found.places);
    // Each move twice, and of two moves one order.
    assert!(found.replaced >= 6 + 15, "{found:?}");
    let four = grounds::four();
    let mut start = grounds::labels(&four, "B W B O W B W B B W B W W B W O");
    start.push(0);
    let found = one(&four, &start, 400);
    assert!(!found.places);
}

fn bound<P: Puzzle>(puzzle: &P, heuristic: &impl Heuristic<P>, state: P::State) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}

/// Both bounds on all 181440 boards of the 8-puzzle; the distances are those from
/// the goal, as every move can be taken back.
#[test]
fn bounds_of_the_eight_puzzle_are_admissible_everywhere() {
    let ground = grounds::tiles(3, 3);
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&goal)) else {
        panic!("36 bits are one word");
    };
    let puzzle = analysis.puzzle();
    let start = puzzle.state(&goal).unwrap();
    let distances = oracle::reach(puzzle, start, usize::MAX).unwrap().distances;
    assert_eq!(distances.len(), 181_440);
    let travel = PotentialHeuristic::travel(puzzle.task(), false).unwrap();
    let limits = Limits::default();
    let patterns = CompiledPatterns::new(puzzle, 20_000, &mut Meter::new(&limits));
    let patterns = patterns.unwrap().unwrap();
    // Four tiles and the blank: 9·8·7·6·5 arrangements, all of them reached.
    assert_eq!(patterns.sizes(), [15_120, 15_120]);
    let mut sums = [0_u64; 3];
    for (&state, &distance) in &distances {
        let labels = puzzle.labels(state);
        let manhattan: usize = (0..9)
            .filter(|&cell| labels[cell] != 0)
            .map(|cell| {
                let wanted = usize::from(labels[cell]) - 1;
                (cell / 3).abs_diff(wanted / 3) + (cell % 3).abs_diff(wanted % 3)
            })
            .sum();
        let travelled = bound(puzzle, &travel, state);
        let tabulated = bound(puzzle, &patterns, state);
        assert_eq!(travelled as usize, manhattan);
        assert!(manhattan <= tabulated as usize && tabulated <= distance);
        sums[0] += u64::from(travelled);
        sums[1] += u64::from(tabulated);
        sums[2] += u64::from(distance);
    }
    assert!(sums[0] < sums[1] && sums[1] < sums[2], "{sums:?}");
}

#[test]
fn a_summary_says_what_was_found() {
    let ground = grounds::flip(3, 3, "w b");
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&[0; 9])) else {
        panic!("9 bits are one word");
    };
    let lines = analysis.lines();
    let wanted = [
        "9 bits in 9 of 9 positions, 9 rules",
        "every move is taken back by a move",
        "which rules hold is known without a look at the board",
        "moves add modulo 2: linear equations",
        "15 symmetries of board and labels",
        "states are numbered below 512",
        "2 goal states",
    ];
    assert_eq!(lines, wanted);
}

/// Lights Out with all lights on but one corner: rows of unknowns, and a proof.
#[test]
fn an_unsolvable_board_is_proven_by_positions_whose_sum_stays() {
    let mut ground = grounds::flip(5, 5, "off on");
    ground.goals.truncate(1);
    let mut board = vec![0; 25];
    board[0] = 1;
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&board)) else {
        panic!("25 bits are one word");
    };
    let task = analysis.task();
    let additions = Additions::new(task).unwrap();
    let report = additions
        .solve(task.reduced(), &board, &Limits::default())
        .unwrap();
    let Outcome::Unsolvable(Proof::Invariant(reason)) = report.outcome else {
        panic!("{:?}", report.outcome);
    };
    let sum = reason.strip_prefix("no move changes the sum ").unwrap();
    let (sum, _) = sum.split_once(" modulo 2").unwrap();
    let cells: Vec<usize> = sum
        .split(" + ")
        .map(|name| name[1..].parse().unwrap())
        .collect();
    // Every press touches an even number of them, and one light of them is on.
    for rule in &ground.rules {
        let touched = rule
            .writes
            .iter()
            .filter(|w| cells.contains(&w.position))
            .count();
        assert_eq!(touched % 2, 0);
    }
    assert!(cells.contains(&0));
}

/// Exactly half of the arrangements of the 8-puzzle have the goal's parity, and
/// those are the boards that have a solution.
#[test]
fn parity_tells_the_solvable_boards_of_the_eight_puzzle() {
    let ground = grounds::tiles(3, 3);
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&goal)) else {
        panic!("36 bits are one word");
    };
    let puzzle = analysis.puzzle();
    let parity = Parity::new(puzzle.reduced()).unwrap();
    let start = puzzle.state(&goal).unwrap();
    let solvable = oracle::reach(puzzle, start, usize::MAX).unwrap().distances;
    let ranked = RankedPuzzle::new(analysis.clone()).unwrap();
    let ranking = analysis.ranking().unwrap();
    let mut even = 0;
    for rank in 0..ranked.size() {
        let state = ranking.unrank(rank);
        let labels = puzzle.labels(state);
        assert_eq!(puzzle.task().unpack(&ranked.unrank(rank).0), labels);
        let same = parity.is_odd(&labels) == parity.is_odd(&goal);
        assert_eq!(same, solvable.contains_key(&state));
        even += u32::from(same);
    }
    assert_eq!(even, 181_440);
}
