//! Random puzzle files with costs, through the shell: every algorithm, checks, counts and the census
//! against a plain Dijkstra.

use std::collections::{BTreeMap, HashMap};

use fewest::api::AnswerCosts;
use fewest::drawn::Drawn;
use fewest::{Board, Family, PuzzleOptions, SolutionOptions, SolutionRange, Verdict};
use fewest_ground::Ground;
use fewest_rules::{Limits, MoveCosts, Outcome, Puzzle, Zero};
use fewest_search::{NearOptions, near_least_cost};
use num_bigint::BigUint;

use crate::drawn::complete;
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
        let (file, _) = fewest_lang::read(&text).unwrap();
        let start = file.start().unwrap();
        let ground = &start.ground;
        let wanted = plain::best(ground, &start.start, 40_000).unwrap();
        match wanted {
            Some(_) => solved += 1,
            None => unsolvable += 1,
        }
        check(&board, wanted, &text);
        if let Some(best) = wanted.filter(|_| number % 4 < 2) {
            near(&board, ground, &start.start, best, &text);
        }
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

fn check(board: &Board, wanted: Option<Criteria>, text: &str) {
    let limits = Limits::default();
    let comparison = board.compare(&limits).unwrap();
    assert!(comparison.rows.len() >= 2, "{text}");
    let answers = comparison.rows.iter().map(|row| row.answer.clone());
    let own = board.solve_with(&limits.clone().into()).unwrap();
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
    let (count, first) = board.first_solutions(1, &limits).unwrap();
    for moves in first {
        let replayed = board.replay(&moves.join(" ")).unwrap();
        assert_eq!(Verdict::of(&replayed, &own), Verdict::Shortest, "{text}");
    }
    assert_eq!(count > 0_u8.into(), wanted.is_some(), "{text}");
    assert!(
        !board.explain_within(&limits).unwrap().text.is_empty(),
        "{text}"
    );
    let few = Limits {
        states: Some(2),
        ..Limits::default()
    };
    if let Outcome::Stopped { lower_bound, .. } =
        board.solve_with(&few.clone().into()).unwrap().outcome
    {
        assert!(
            wanted.is_none_or(|(first, _)| u64::from(lower_bound) <= first),
            "{text}"
        );
    }
}

/// The states of a board that plain rules reach, with numbers.
struct Numbered {
    /// For each state, its moves and the states after them.
    moves: Vec<Vec<(u32, u32, u16)>>,
    goals: Vec<bool>,
}

impl Numbered {
    fn new(ground: &Ground, start: &State) -> Self {
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start.clone()];
        let mut moves = Vec::new();
        while let Some(state) = states.get(moves.len()).cloned() {
            let rules = plain::applied(ground, &state).into_iter();
            let of_state = rules.map(|rule| {
                let after = plain::after_all(ground, rule, &state).unwrap();
                let next = states.len() as u32;
                let number = *numbers.entry(after.clone()).or_insert(next);
                if number == next {
                    states.push(after);
                }
                (
                    ground.rules[rule].of as u32,
                    number,
                    ground.rules[rule].cost,
                )
            });
            moves.push(of_state.collect());
        }
        let goals = states.iter().map(|state| plain::is_goal(ground, state));
        Self {
            moves,
            goals: goals.collect(),
        }
    }

    fn step(&self, state: u32, m: u32) -> (u32, u16) {
        let moves = &self.moves[state as usize];
        let &(_, after, cost) = moves.iter().find(|&&(of, ..)| of == m).unwrap();
        (after, cost)
    }
}

impl Puzzle for Numbered {
    type State = u32;
    type Move = u32;

    fn moves(&self, state: u32) -> impl Iterator<Item = u32> {
        self.moves[state as usize].iter().map(|&(of, ..)| of)
    }

    fn apply(&self, state: u32, m: u32) -> u32 {
        self.step(state, m).0
    }

    fn is_goal(&self, state: u32) -> bool {
        self.goals[state as usize]
    }
}

impl MoveCosts for Numbered {
    fn cost(&self, before: u32, m: u32) -> u16 {
        self.step(before, m).1
    }
}

/// Compares the solutions near the best with those of a search that knows nothing of agents,
/// regions and bounds.
fn near(board: &Board, ground: &Ground, start: &State, (best, _): Criteria, text: &str) {
    let measure = board.measure().unwrap();
    let plain = Numbered::new(ground, start);
    let limits = Limits {
        states: Some(1 << 12),
        ..Limits::default()
    };
    for range in [SolutionRange::Within(1), SolutionRange::Best(7)] {
        let options = NearOptions {
            shortest: best as u32,
            range,
            in_order: false,
        };
        let wanted = near_least_cost(&plain, 0, &Zero, measure.objective, &options, &limits);
        if wanted.stopped.is_some() || wanted.count() > 200_u32.into() {
            continue;
        }
        let mut by_first = BTreeMap::new();
        for (first, paths) in &wanted.graphs {
            *by_first.entry(*first).or_insert_with(BigUint::default) += paths.count();
        }
        let mut costs: Vec<Option<u32>> = Vec::new();
        for distinct in [false, true] {
            let options = SolutionOptions { range, distinct };
            let listed = board.solutions(&options, &Limits::default(), &mut |found| {
                assert_eq!(found.counts.stopped, None, "{text}");
                let mut total = 0;
                let mut last = None;
                for moves in found.solutions {
                    let moves = moves.unwrap().join(" ");
                    let replayed = board.replay(&moves).unwrap();
                    assert!(replayed.reaches_goal, "{moves}\n{text}");
                    let criteria = AnswerCosts {
                        measure: measure.clone(),
                        cost: replayed.cost,
                    }
                    .criteria(replayed.cost.unwrap(), replayed.length);
                    assert!(last <= Some(criteria), "{moves}\n{text}");
                    last = Some(criteria);
                    total += 1;
                    if !distinct {
                        costs.push(replayed.cost);
                    }
                }
                let by_length: BTreeMap<_, _> = found.counts.by_length.into_iter().collect();
                if distinct {
                    assert!(total <= costs.len() && (total > 0), "{text}");
                } else if matches!(range, SolutionRange::Within(_)) {
                    assert_eq!(by_length, by_first, "{text}");
                } else {
                    let below = by_first.range(..found.counts.complete_below);
                    assert!(by_length.iter().eq(below), "{text}");
                }
            });
            listed.unwrap();
        }
        let cost = |moves: Vec<_>| {
            let (_, cost) = moves.into_iter().fold((0, 0), |(state, sum), m| {
                let cost = u32::from(plain.cost(state, m));
                (plain.apply(state, m), sum + cost)
            });
            Some(cost)
        };
        let all = wanted.iter().map(cost);
        let all: Vec<_> = all.take(costs.len()).collect();
        assert_eq!(costs, all, "{text}");
    }
}

/// Compares the census with Dijkstra from each state that the start reaches.
fn census(puzzle: &Drawn, best: &dyn Fn(&State) -> Option<Criteria>, text: &str) {
    let (file, _) = fewest_lang::read(text).unwrap();
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
    let text = std::fs::read_to_string(format!(
        "{}/examples/puzzles/torch.fewest",
        crate::drawn::ROOT
    ));
    let (puzzle, _) = Drawn::read("torch.fewest", &text.unwrap()).unwrap();
    let board = puzzle
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    let answer = board.solve().unwrap();
    assert_eq!(answer.costs.as_ref().unwrap().cost, Some(17));
    assert_eq!(
        board.count_solutions(&Limits::default()).unwrap(),
        2_u8.into()
    );
    let wasteful = "with-10-ten-one alone-1-one with-5-five-one alone-1-one with-2-two-one";
    let check = board.check(wasteful).unwrap();
    assert_eq!(check.replayed.cost, Some(19));
    assert_eq!(check.verdict(), Verdict::NotBest);
}
