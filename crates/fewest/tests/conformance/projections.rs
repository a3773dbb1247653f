//! Pattern databases over projections: bounds of every puzzle that has one, and IDA* with
//! them against the puzzle's own method.

use fewest::puzzles::four_in_a_row::{self, ColourPuzzle, FourInARow, OneColour};
use fewest::puzzles::rotation::{self, Digit, DigitMask, MaskTable, Rotation};
use fewest::puzzles::wall_pusher::{self, Direction, KeptLines, Maze, WallPusher};
use fewest::rules::{Goals, Heuristic, Least, Limits, Max, Outcome, Puzzle, Ranked, Sum, laws};
use fewest::search::{
    DistanceTable, Duplicates, Encoding, Enumerated, InversePruning, NoPruning, NodeOrder,
    PatternDatabase, Retrograde, Undirected, distances, idastar,
};

fn random(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % n
}

fn table<P, J, D>(projection: &J, direction: &D) -> DistanceTable
where
    P: Puzzle,
    J: fewest::rules::Projection<P, Abstract: Goals + Sync>,
    D: fewest::search::Direction<J::Abstract>,
{
    let (options, limits) = (Default::default(), Limits::default());
    match PatternDatabase::build::<P, D>(projection, direction, &options, &limits).outcome {
        Enumerated::Complete((_, table)) => table,
        stopped => panic!("{stopped:?}"),
    }
}

fn database<P, J>(projection: J, table: &DistanceTable) -> PatternDatabase<'_, J>
where
    P: Puzzle,
    J: fewest::rules::Projection<P>,
{
    PatternDatabase::new::<P>(projection, table).unwrap()
}

#[test]
fn rotation_by_the_masks_of_each_digit() {
    let [one, two, three] = [1, 2, 3].map(|n| Digit::from_number(n).unwrap());
    let table = table::<Rotation, _, _>(&DigitMask(one), &Undirected);
    // One table for all: the target is the same.
    let of = |digit| database::<Rotation, _>(DigitMask(digit), &table);
    let any = Least(Least(of(one), of(two)), of(three));
    let mut masks = MaskTable::new();
    let limits = Limits::default();
    let mut seed = 2286;
    let mut numbers = [1, 2, 3].repeat(8);
    for round in 0..40 {
        for last in (1..24).rev() {
            numbers.swap(last, random(&mut seed, last as u64 + 1) as usize);
        }
        let text: Vec<String> = numbers.iter().map(u32::to_string).collect();
        let start = rotation::read(&text.join(" ")).unwrap()[0].0;
        let free = Rotation::default();
        let named = Rotation { goal: Some(two) };
        let prune = &InversePruning;
        let report = idastar(
            &free,
            start,
            &any,
            prune,
            Duplicates::Enter,
            NodeOrder::Moves,
            &limits,
        );
        assert_eq!(report.outcome, masks.solve(&free, start, &limits).outcome);
        let report = idastar(
            &named,
            start,
            &of(two),
            prune,
            Duplicates::Enter,
            NodeOrder::Moves,
            &limits,
        );
        assert_eq!(report.outcome, masks.solve(&named, start, &limits).outcome);
        if round == 0 {
            let laws = laws::check(&named, [start], 500).unwrap();
            laws.projection(&DigitMask(two)).unwrap();
            laws.admissible(&of(two))
                .unwrap()
                .consistent(&of(two))
                .unwrap();
            let goals = free.goals().step_by(5_000);
            let laws = laws::check(&free, goals, 2_000).unwrap();
            laws.admissible(&any).unwrap().consistent(&any).unwrap();
            // One digit alone, or all together, say too much.
            assert!(laws.admissible(&of(one)).is_err());
            assert!(laws.admissible(&Max(of(one), of(two))).is_err());
            assert!(laws.admissible(&Sum(any, of(three))).is_err());
        }
    }
}

#[test]
fn four_in_a_row_by_the_pieces_of_each_colour() {
    let limits = Limits::default();
    let every = ColourPuzzle.goals();
    let laws = laws::check(&ColourPuzzle, every.step_by(50), 40_000).unwrap();
    laws.goals().unwrap().reverse().unwrap().ranked().unwrap();
    let table = table::<FourInARow, _, _>(&OneColour::Black, &Retrograde);
    let of = |colour| database::<FourInARow, _>(colour, &table);
    let either = Least(of(OneColour::Black), of(OneColour::White));
    let report = distances(
        &FourInARow,
        &Retrograde,
        FourInARow.goals(),
        Encoding::Byte,
        &Default::default(),
        &limits,
    );
    let Enumerated::Complete((_, truth)) = report.outcome else {
        panic!("no limit")
    };
    let mut positive = 0;
    for rank in 0..FourInARow.size() {
        let state = FourInARow.unrank(rank);
        let cache = either.start(&FourInARow, state);
        let bound = Heuristic::<FourInARow>::bound(&either, cache);
        assert!(
            truth
                .distance(rank)
                .is_none_or(|distance| bound <= distance),
            "{state:?}"
        );
        positive += u32::from(bound > 0);
    }
    assert!(positive > 700_000, "{positive} bounds above 0");
    let mut seed = 4;
    let mut cells = *b"OOBBBBBBBWWWWWWW";
    for _ in 0..60 {
        for last in (1..16).rev() {
            cells.swap(last, random(&mut seed, last as u64 + 1) as usize);
        }
        let text = String::from_utf8(cells.to_vec()).unwrap();
        let start = four_in_a_row::read(&text).unwrap()[0].0;
        let report = idastar(
            &FourInARow,
            start,
            &either,
            &NoPruning,
            Duplicates::LeaveAll,
            NodeOrder::Moves,
            &limits,
        );
        let length = truth.distance(FourInARow.rank(start));
        assert_eq!(
            report.outcome.moves().map(|moves| moves.len() as u32),
            length
        );
        assert_eq!(report.outcome, four_in_a_row::solve(start, &limits).outcome);
    }
    let start = four_in_a_row::read("OOBBBWWBWBWBBWWW").unwrap()[0].0;
    let laws = laws::check(&FourInARow, [start], 20_000).unwrap();
    laws.admissible(&either)
        .unwrap()
        .consistent(&either)
        .unwrap();
    assert!(
        laws.admissible(&Max(of(OneColour::Black), of(OneColour::White)))
            .is_err()
    );
}

#[test]
fn wall_pusher_by_the_walls_of_some_lines() {
    let limits = Limits::default();
    let mut seed = 10384;
    let (mut solved, mut unsolvable) = (0, 0);
    for (rows, columns) in [(1, 1), (2, 2), (3, 2), (2, 4), (3, 3), (3, 4)] {
        for i in 0..10 {
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
                        maze.set_wall(row, column, d, random(&mut seed, 100) < density);
                    }
                }
            }
            let (puzzle, start) = WallPusher::<1>::of(&maze).unwrap();
            let lines = [
                KeptLines::new(&maze, &[player.0], &[player.1]).unwrap(),
                KeptLines::new(&maze, &[0], &[columns - 1]).unwrap(),
            ];
            let laws = laws::check(&puzzle, [start], 2_000).unwrap();
            for line in &lines {
                laws.projection(line).unwrap();
                let small = laws::check(line, [line.unrank(0)], 1_000).unwrap();
                small.reverse().unwrap().ranked().unwrap().goals().unwrap();
            }
            let tables = [0, 1].map(|i| table::<WallPusher<1>, _, _>(&lines[i], &Retrograde));
            let [a, b] = [0, 1].map(|i| database::<WallPusher<1>, _>(lines[i].clone(), &tables[i]));
            let both = Max(a, b);
            laws.admissible(&both).unwrap().consistent(&both).unwrap();
            let report = idastar(
                &puzzle,
                start,
                &both,
                &NoPruning,
                Duplicates::LeaveAll,
                NodeOrder::Moves,
                &limits,
            );
            let own = wall_pusher::solve(&maze, &limits);
            match (&report.outcome, &own.outcome) {
                (Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => unsolvable += 1,
                (found, own) => {
                    assert_eq!(found, own);
                    solved += 1;
                }
            }
        }
    }
    assert!(solved > 20 && unsolvable > 10, "{solved} {unsolvable}");
    let maze = Maze::new(4, 6, (0, 0)).unwrap();
    assert!(KeptLines::new(&maze, &[4], &[]).is_none());
    assert!(KeptLines::new(&maze, &[], &[6]).is_none());
    assert!(KeptLines::new(&maze, &[0, 1, 2, 3], &[]).is_none());
    assert_eq!(
        KeptLines::new(&maze, &[1], &[2, 3]).unwrap().size(),
        25 << 17
    );
}
