//! The algorithms as functions, on each puzzle's types.

use fewest::puzzles::flip::{self, Board, Colours, Flip, Goal, WrongCells};
use fewest::puzzles::four_in_a_row::{self, FourInARow, PiecesMissing, Position, Turn};
use fewest::puzzles::rotation::{self, Centre, MaskTable, Rotation};
use fewest::puzzles::wall_pusher::{self, Direction, Maze, NearestExit, Relaxed, WallPusher};
use fewest::rules::{
    Commuting, Goals, Heuristic, Invertible, Limits, Outcome, Puzzle, Report, Reverse, Symmetric,
};
use fewest::search::{
    Duplicates, InversePruning, NoPruning, Order, Pruning, all_move_sets, astar, bfs,
    bidirectional, idastar, iddfs, move_sets, shortest_paths, shortest_paths_within,
    solve_up_to_symmetry,
};

use crate::oracle::{Truth, truth};

const DUPLICATES: [Duplicates; 3] = [
    Duplicates::Enter,
    Duplicates::LeavePath,
    Duplicates::LeaveAll,
];

/// One start with what the oracle says of it.
struct Case<'a, P: Puzzle> {
    puzzle: &'a P,
    start: P::State,
    truth: Truth<P::Move>,
    limits: Limits,
}

impl<'a, P: Puzzle> Case<'a, P> {
    fn new(puzzle: &'a P, start: P::State) -> Self {
        Self {
            puzzle,
            start,
            truth: truth(puzzle, start),
            limits: Limits::default(),
        }
    }

    /// The report is the lexicographically first solution, or "unsolvable".
    fn agrees(&self, name: &str, report: &Report<P::Move>) {
        let what = format!("{name} from {:?}", self.start);
        match (&report.outcome, &self.truth) {
            (Outcome::Solved { moves }, Truth::Solved { first, .. }) => {
                assert_eq!(moves, first, "{what}");
            }
            (Outcome::Unsolvable(_), Truth::Unsolvable { .. }) => {}
            (outcome, truth) => panic!("{what}: {outcome:?} but {truth:?}"),
        }
    }

    /// What any puzzle can be asked.
    fn blind(&self) {
        let (puzzle, start, limits) = (self.puzzle, self.start, &self.limits);
        self.agrees("bfs", &bfs(puzzle, start, limits));
        for duplicates in DUPLICATES {
            if self.deepening_ends(duplicates) {
                let report = iddfs(puzzle, start, &NoPruning, duplicates, limits);
                self.agrees("iddfs", &report);
            }
        }
        let (report, paths) = shortest_paths(puzzle, start, limits);
        self.agrees("shortest paths", &report);
        match (&self.truth, paths) {
            (Truth::Solved { first, count }, Some(paths)) => {
                assert_eq!(paths.count(), (*count).into(), "{start:?}");
                let all: Vec<_> = paths.iter().take(1_000).collect();
                assert_eq!(all.len() as u128, (*count).min(1_000), "{start:?}");
                assert!(all.is_sorted_by(|a, b| a < b), "{start:?}");
                assert!(all.iter().all(|moves| self.is_solution(moves, first.len())));
            }
            (Truth::Unsolvable { reached }, None) => {
                let proof = fewest::rules::Proof::Exhausted { reached: *reached };
                assert_eq!(report.outcome, Outcome::Unsolvable(proof));
            }
            (truth, paths) => panic!("{truth:?} but {paths:?}"),
        }
    }

    /// Deepening without a table tries every path, which only ends soon where the
    /// solution is near or few states can be reached; and without any memory it
    /// cannot prove that there is no solution.
    fn deepening_ends(&self, duplicates: Duplicates) -> bool {
        match (duplicates, &self.truth) {
            (Duplicates::LeaveAll, _) => true,
            (_, Truth::Solved { first, .. }) => first.len() <= 3,
            (Duplicates::LeavePath, Truth::Unsolvable { reached }) => *reached <= 8,
            (Duplicates::Enter, Truth::Unsolvable { .. }) => false,
        }
    }

    fn is_solution(&self, moves: &[P::Move], length: usize) -> bool {
        moves.len() == length && fewest::check::replay(self.puzzle, self.start, moves).is_solution()
    }

    fn pruned(&self, pruning: &impl Pruning<P>) {
        for duplicates in DUPLICATES {
            if self.deepening_ends(duplicates) {
                let report = iddfs(self.puzzle, self.start, pruning, duplicates, &self.limits);
                self.agrees("pruned iddfs", &report);
            }
        }
    }

    fn informed<H: Heuristic<P>>(&self, heuristic: &H, pruning: &impl Pruning<P>) {
        let (puzzle, start, limits) = (self.puzzle, self.start, &self.limits);
        let report = astar(puzzle, start, heuristic, Order::Lexicographic, limits);
        self.agrees("astar", &report);
        let any = astar(puzzle, start, heuristic, Order::Any, limits);
        match (&any.outcome, &self.truth) {
            (Outcome::Solved { moves }, Truth::Solved { first, .. }) => {
                assert!(self.is_solution(moves, first.len()), "astar from {start:?}");
            }
            (Outcome::Unsolvable(_), Truth::Unsolvable { .. }) => {}
            (outcome, truth) => panic!("astar from {start:?}: {outcome:?} but {truth:?}"),
        }
        for duplicates in DUPLICATES {
            if self.deepening_ends(duplicates) {
                let report = idastar(puzzle, start, heuristic, pruning, duplicates, limits);
                self.agrees("idastar", &report);
            }
        }
        if let Truth::Solved { first, count } = &self.truth {
            let length = first.len() as u32;
            let paths = shortest_paths_within(puzzle, start, heuristic, length, limits);
            assert_eq!(
                paths.unwrap().unwrap().count(),
                (*count).into(),
                "{start:?}"
            );
            if let Some(less) = length.checked_sub(1) {
                let none = shortest_paths_within(puzzle, start, heuristic, less, limits);
                assert!(none.unwrap().is_none(), "{start:?}");
            }
        }
    }

    fn backwards(&self)
    where
        P: Goals + Reverse,
    {
        let report = bidirectional(self.puzzle, self.start, &self.limits);
        self.agrees("bidirectional", &report);
    }

    fn sets(&self)
    where
        P: Commuting,
    {
        let report = move_sets(self.puzzle, self.start, &self.limits);
        self.agrees("move sets", &report);
        let all = all_move_sets(self.puzzle, self.start, &self.limits).unwrap();
        match &self.truth {
            Truth::Solved { first, .. } => {
                assert_eq!(&all[0], first);
                assert!(all.is_sorted_by(|a, b| a < b));
                assert!(
                    all.iter()
                        .all(|set| set.is_sorted() && self.is_solution(set, first.len()))
                );
            }
            Truth::Unsolvable { .. } => assert!(all.is_empty()),
        }
    }

    fn folded(&self)
    where
        P: Symmetric,
    {
        let report = solve_up_to_symmetry(self.puzzle, self.start, &self.limits);
        match (&report.outcome, &self.truth) {
            (Outcome::Solved { moves }, Truth::Solved { first, .. }) => {
                assert!(self.is_solution(moves, first.len()), "{:?}", self.start);
            }
            (Outcome::Unsolvable(_), Truth::Unsolvable { .. }) => {}
            (outcome, truth) => panic!("folded {:?}: {outcome:?} but {truth:?}", self.start),
        }
    }

    fn inverse(&self)
    where
        P: Invertible,
    {
        self.pruned(&InversePruning);
    }
}

/// Numbers that look random and are the same in every run.
fn random(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % n
}

#[test]
fn two_coloured_flip_boards() {
    let mut seed = 1753;
    for (rows, columns) in [
        (1, 1),
        (1, 2),
        (2, 2),
        (1, 5),
        (2, 3),
        (3, 3),
        (3, 4),
        (4, 4),
    ] {
        for goal in [Goal::Any, Goal::Colour(0), Goal::Colour(1)] {
            for i in 0..8 {
                let cells = (0..rows * columns).map(|_| match i {
                    0 => 0,
                    1 => 1,
                    _ => random(&mut seed, 2) as u8,
                });
                let board = Board::new(rows, columns, 2, cells.collect()).unwrap();
                let (puzzle, start) = Flip::<1>::new(&board, goal).unwrap();
                let case = Case::new(&puzzle, start);
                case.blind();
                case.inverse();
                case.informed(&WrongCells, &InversePruning);
                case.backwards();
                case.sets();
                case.folded();
                let (puzzle, start) = Flip::<2>::new(&board, goal).unwrap();
                Case::new(&puzzle, start).blind();
                let linear = flip::linear::solve(&board, goal, &case.limits).unwrap();
                case.agrees("linear", &linear.report);
            }
        }
    }
}

#[test]
fn many_coloured_flip_boards() {
    let mut seed = 3279;
    for (rows, columns, colours) in [
        (1, 1, 3),
        (2, 2, 3),
        (2, 3, 3),
        (2, 3, 4),
        (1, 4, 5),
        (2, 2, 6),
    ] {
        for goal in [Goal::Any, Goal::Colour(0), Goal::Colour(2)] {
            for i in 0..6 {
                let cells = (0..rows * columns).map(|_| match i {
                    0 => 2,
                    _ => random(&mut seed, colours.into()) as u8,
                });
                let board = Board::new(rows, columns, colours, cells.collect()).unwrap();
                let (puzzle, start) = Colours::<1>::new(&board, goal).unwrap();
                let case = Case::new(&puzzle, start);
                case.blind();
                case.informed(&WrongCells, &NoPruning);
                case.backwards();
                case.sets();
                case.folded();
                if let Ok(linear) = flip::linear::solve(&board, goal, &case.limits) {
                    case.agrees("linear", &linear.report);
                }
            }
        }
    }
}

#[test]
fn four_in_a_row_boards() {
    let mut seed = 1004;
    let mut cells = *b"BBBBBBBWWWWWWWOO";
    let mut starts: Vec<Position> = Vec::new();
    for text in ["BWBOWBWBBWBWWBWO", "OOBBBWWBBWBWWBWW", "BBBBWWWWBBBWWWOO"] {
        starts.push(four_in_a_row::read(text).unwrap()[0].0);
    }
    for _ in 0..12 {
        for last in (1..16).rev() {
            cells.swap(last, random(&mut seed, last as u64 + 1) as usize);
        }
        let text = String::from_utf8(cells.to_vec()).unwrap();
        starts.push(four_in_a_row::read(&text).unwrap()[0].0);
    }
    // The blanks in a corner with one colour around them: the other is stuck.
    starts.push(
        four_in_a_row::read("OOWBWWBBBWBWBWBW").unwrap()[0]
            .0
            .with_turn(Turn::Black),
    );
    let mut solver = four_in_a_row::Solver::new();
    for (i, start) in starts.into_iter().enumerate() {
        for turn in [Turn::Any, Turn::Black, Turn::White] {
            let start = start.with_turn(turn);
            let case = Case::new(&FourInARow, start);
            case.blind();
            case.informed(&PiecesMissing, &NoPruning);
            case.folded();
            case.agrees("solver", &solver.solve(start, &case.limits));
            if i % 5 == 0 {
                case.backwards();
            }
        }
    }
}

#[test]
fn rotation_boards() {
    let mut seed = 2286;
    let goal = "1 1 1 1 1 1 3 3 1 2 2 3 3 2 2 3 3 3 3 2 2 2 2 1";
    let mut table = MaskTable::new();
    for puzzle in [
        Rotation::default(),
        Rotation {
            goal: rotation::Digit::from_number(3),
        },
    ] {
        for turns in [0, 0, 1, 1, 2, 3, 4, 5, 6] {
            let mut start = rotation::read(goal).unwrap()[0].0;
            for _ in 0..turns {
                let m = rotation::Move::ALL[random(&mut seed, 8) as usize];
                start = start.turned(m);
            }
            let case = Case::new(&puzzle, start);
            case.blind();
            case.inverse();
            case.informed(&Centre::new(&puzzle), &InversePruning);
            case.backwards();
            case.folded();
            case.agrees("masks", &table.solve(&puzzle, start, &case.limits));
        }
    }
}

#[test]
fn wall_pusher_mazes() {
    let mut seed = 10384;
    let mut unsolvable = 0;
    for (rows, columns) in [(1, 1), (1, 3), (2, 2), (3, 2), (2, 4), (3, 3), (3, 4)] {
        for i in 0..12 {
            let player = (
                random(&mut seed, rows as u64) as usize,
                random(&mut seed, columns as u64) as usize,
            );
            let mut maze = Maze::new(rows, columns, player).unwrap();
            for row in 0..rows {
                for column in 0..columns {
                    for (d, border) in [
                        (Direction::W, column == 0),
                        (Direction::N, row == 0),
                        (Direction::E, column == columns - 1),
                        (Direction::S, row == rows - 1),
                    ] {
                        let density = if border { 90 } else { 30 + 4 * i };
                        let wall = random(&mut seed, 100) < density;
                        maze.set_wall(row, column, d, wall);
                    }
                }
            }
            let (puzzle, start) = WallPusher::<1>::of(&maze).unwrap();
            let case = Case::new(&puzzle, start);
            unsolvable += u32::from(matches!(case.truth, Truth::Unsolvable { .. }));
            case.blind();
            case.informed(&NearestExit, &NoPruning);
            case.informed(&Relaxed, &NoPruning);
            case.folded();
            case.agrees("walks", &wall_pusher::solve(&maze, &case.limits));
            if let Truth::Solved { count, .. } = case.truth {
                let ways = wall_pusher::ways(&maze, &case.limits).unwrap();
                assert_eq!(ways.count(), &count.into());
            }
        }
    }
    assert!((10..70).contains(&unsolvable), "{unsolvable} of 84 mazes");
}
