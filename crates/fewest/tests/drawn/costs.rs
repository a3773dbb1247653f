//! Random puzzle files with costs, through the shell: every algorithm, checks, counts and the census
//! against a plain Dijkstra.

use std::collections::BTreeMap;

use fewest::api::{AnyBoard, Comparison, Family, PuzzleOptions};
use fewest::drawn::Drawn;
use fewest::rules::{Limits, Outcome};
use fewest::{Board, Verdict};

use crate::complete;
use crate::plain::{self, Criteria, State};

/// Numbers that look random (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const COSTS: [&str; 6] = [
    "free",
    "cost 1",
    "cost 2",
    "cost 7",
    "cost 65535",
    "cost fare",
];
const MEASURES: [&str; 3] = [
    "fewest cost",
    "fewest tolls then moves",
    "fewest moves then tolls",
];

/// A board of cells that count, with a fare that the moves change.
fn counters(random: &mut Random) -> String {
    let mut cost = || random.of(&COSTS);
    let costs: Vec<&str> = (0..6).map(|_| cost()).collect();
    let start: Vec<String> = (0..3).map(|_| random.below(3).to_string()).collect();
    format!(
        "puzzle counters
symbols 0 1 2
board 1x3
var fare = 0..3
{}
move press(cell) {}
  cell +1
move swap(cell) {}
  [?x | ?y] fare <= 1 -> [?y | ?x] fare +1
  [0 | ?y] -> [?y | 0] {}
move pay {} fare >= 1 -> fare -1
move jump {}
  [1 | 2 | end] -> [2 | 1 | end] {}
goal at r1c1 {} and at r1c3 not {} and fare 0
start {}
",
        random.of(&MEASURES),
        costs[0],
        costs[1],
        costs[2],
        costs[3],
        costs[4],
        costs[5],
        random.below(3),
        random.below(3),
        start.join(" ")
    )
}

/// A small warehouse.
fn warehouse(random: &mut Random) -> String {
    let mut cells = ['_'; 16];
    for what in ['#', '#', '$', '.', '$', '.', '@'] {
        let at = random.below(16);
        if cells[at] == '_' {
            cells[at] = what;
        }
    }
    if !cells.contains(&'@') {
        cells[0] = '@';
    }
    let rows: Vec<String> = cells
        .chunks(4)
        .map(|row| format!("  #{}#", row.iter().collect::<String>()))
        .collect();
    format!(
        "puzzle warehouse
symbols '#' _ $ @
draw . = _ on goal
draw * = $ on goal
draw + = @ on goal
{}
move walk(dir) free
  [@ | _] -> [_ | @]
move push(dir) {}
  [@ | $ | _] -> [_ | @ | $]
goal on goal $
start
  ######
{}
  ######
",
        random.of(&MEASURES),
        random.of(&["", "cost 3"]),
        rows.join("\n")
    )
}

#[test]
fn every_algorithm_finds_the_least_cost() {
    let random = &mut Random(5);
    let (mut solved, mut unsolvable) = (0, 0);
    for number in 0..80 {
        let text = match number % 2 {
            0 => counters(random),
            _ => warehouse(random),
        };
        let Ok((puzzle, _)) = Drawn::read("random.fewest", &text) else {
            // Without a cost other than 1 there is nothing to minimise, and without a goal none.
            continue;
        };
        let board = puzzle
            .own_board(&PuzzleOptions::default())
            .unwrap()
            .unwrap();
        let (file, _) = fewest::lang::read(&text).unwrap();
        let start = file.start().unwrap();
        let ground = &start.ground;
        let wanted = plain::best(ground, &start.start, 40_000).unwrap();
        match wanted {
            Some(_) => solved += 1,
            None => unsolvable += 1,
        }
        check(&*board, wanted, &text);
        if number % 8 < 2 {
            census(
                &puzzle,
                &|state| plain::best(ground, state, 40_000).unwrap(),
                &text,
            );
        }
    }
    assert!(solved > 20 && unsolvable > 6, "{solved} {unsolvable}");
}

fn check(board: &dyn AnyBoard, wanted: Option<Criteria>, text: &str) {
    let limits = Limits::default();
    let comparison = Comparison::of(board, &limits);
    assert!(comparison.rows.len() >= 2 && comparison.agree(), "{text}");
    let answers = comparison.rows.iter().map(|row| row.answer.clone());
    let own = board.solve(None, &limits).unwrap();
    for answer in answers.chain([own.clone()]) {
        assert_eq!(answer.criteria(), wanted, "{}\n{text}", answer.method);
        let costs = answer.costs.as_ref().unwrap();
        let Outcome::Solved { moves } = &answer.outcome else {
            assert!(matches!(answer.outcome, Outcome::Unsolvable(_)), "{text}");
            continue;
        };
        let replayed = board.replay(&moves.join(" ")).unwrap();
        assert!(replayed.reaches_goal, "{}\n{text}", answer.method);
        assert_eq!(replayed.cost, costs.cost, "{}\n{text}", answer.method);
        assert_eq!(Verdict::of(&replayed, &own), Verdict::Shortest, "{text}");
    }
    let mut count = None;
    board
        .shortest(&limits, &mut |mut all| {
            count = Some(all.count.clone());
            if let Some(first) = all.solutions.next() {
                let replayed = board.replay(&first.unwrap().join(" ")).unwrap();
                assert_eq!(Verdict::of(&replayed, &own), Verdict::Shortest, "{text}");
            }
        })
        .unwrap();
    assert_eq!(count.unwrap() > 0_u8.into(), wanted.is_some(), "{text}");
    assert!(!board.explain(&limits).unwrap().text.is_empty(), "{text}");
    let few = Limits {
        states: Some(2),
        ..Limits::default()
    };
    if let Outcome::Stopped { lower_bound, .. } = board.solve(None, &few).unwrap().outcome {
        assert!(
            wanted.is_none_or(|(first, _)| u64::from(lower_bound) <= first),
            "{text}"
        );
    }
}

/// Compares the census with Dijkstra from each state that the start reaches.
fn census(puzzle: &Drawn, best: &dyn Fn(&State) -> Option<Criteria>, text: &str) {
    let (file, _) = fewest::lang::read(text).unwrap();
    let start = file.start().unwrap();
    let mut states = vec![start.start.clone()];
    let mut at = 0;
    while at < states.len() && states.len() < 400 {
        for (_, next) in plain::successors(&start.ground, &states[at].clone()) {
            if !states.contains(&next) {
                states.push(next);
            }
        }
        at += 1;
    }
    if at < states.len() {
        return;
    }
    let mut wanted = BTreeMap::new();
    for state in &states {
        if let Some((first, _)) = best(state) {
            *wanted.entry(first).or_insert(0_u64) += 1;
        }
    }
    if wanted.keys().any(|&cost| cost > 1 << 20) {
        return;
    }
    let found = complete(&*puzzle.space(None, &PuzzleOptions::default()).unwrap());
    let found: BTreeMap<u64, u64> = (0..)
        .zip(&found.histogram)
        .map(|(cost, count)| (cost, u64::try_from(count).unwrap()))
        .filter(|&(_, count)| count > 0)
        .collect();
    assert_eq!(found, wanted, "{text}");
}

/// A longer way is legal but not best, and a better one cannot exist.
#[test]
fn a_dearer_solution_is_not_best() {
    let text = std::fs::read_to_string(format!("{}/examples/puzzles/torch.fewest", crate::ROOT));
    let (puzzle, _) = Drawn::read("torch.fewest", &text.unwrap()).unwrap();
    let board = puzzle
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    let board = Board::from(board);
    let answer = board.solve().unwrap();
    assert_eq!(answer.costs.as_ref().unwrap().cost, Some(17));
    assert_eq!(answer.count().unwrap(), 2_u8.into());
    let wasteful = "with-10-ten-one alone-1-one with-5-five-one alone-1-one with-2-two-one";
    let check = board.check(wasteful).unwrap();
    assert_eq!(check.replayed.cost, Some(19));
    assert_eq!(check.verdict(), Verdict::NotBest);
}
