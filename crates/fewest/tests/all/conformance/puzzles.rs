//! The algorithms as functions, on each puzzle's types.

use fewest_puzzles::flip::{self, ColourBoard, ColourGoal, Flip, WrongCells};
use fewest_puzzles::four_in_a_row::{self, FourInARow, GamePosition, PiecesMissing, SideToMove};
use fewest_puzzles::rotation::{self, Centre, MaskTable, Rotation};
use fewest_puzzles::tiles::{self, LinearConflict, Manhattan, PackedTiles, Tiles, WalkingDistance};
use fewest_puzzles::wall_pusher::{self, Compass, Maze, NearestExit, Relaxed, WallPusher};
use fewest_rules::{Max, Puzzle};
use fewest_search::{CommutingPruning, InversePruning, NoPruning};

use crate::conformance::case::Case;
use crate::conformance::oracle::Truth;

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
        for goal in [
            ColourGoal::Any,
            ColourGoal::Colour(0),
            ColourGoal::Colour(1),
        ] {
            for i in 0..4 {
                let cells = (0..rows * columns).map(|_| match i {
                    0 => 0,
                    1 => 1,
                    _ => random(&mut seed, 2) as u8,
                });
                let board = ColourBoard::new(rows, columns, 2, cells.collect()).unwrap();
                let (puzzle, start) = Flip::<1>::new(&board, goal).unwrap();
                let case = Case::new(&puzzle, start);
                case.blind();
                case.informed(&WrongCells, &CommutingPruning);
                case.backwards();
                case.sets();
                case.folded();
                let (puzzle, start) = Flip::<2>::new(&board, goal).unwrap();
                Case::new(&puzzle, start).blind();
                let linear = flip::linear::solve(&board, goal, &case.limits);
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
        for goal in [
            ColourGoal::Any,
            ColourGoal::Colour(0),
            ColourGoal::Colour(2),
        ] {
            for i in 0..6 {
                let cells = (0..rows * columns).map(|_| match i {
                    0 => 2,
                    _ => random(&mut seed, colours.into()) as u8,
                });
                let board = ColourBoard::new(rows, columns, colours, cells.collect()).unwrap();
                let (puzzle, start) = Flip::<1>::new(&board, goal).unwrap();
                let case = Case::new(&puzzle, start);
                case.blind();
                case.informed(&WrongCells, &CommutingPruning);
                case.backwards();
                case.sets();
                case.folded();
                let linear = flip::linear::solve(&board, goal, &case.limits);
                case.agrees("linear", &linear.report);
            }
        }
    }
}

#[test]
fn four_in_a_row_boards() {
    let mut seed = 1004;
    let mut cells = *b"BBBBBBBWWWWWWWOO";
    let mut starts: Vec<GamePosition> = Vec::new();
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
            .with_turn(SideToMove::Black),
    );
    let mut solver = four_in_a_row::Solver::new();
    for (i, start) in starts.into_iter().enumerate() {
        for turn in [SideToMove::Any, SideToMove::Black, SideToMove::White] {
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
                let m = rotation::LineTurn::ALL[random(&mut seed, 8) as usize];
                start = start.turned(m);
            }
            let case = Case::new(&puzzle, start);
            case.blind();
            case.inverse();
            case.informed(&Centre, &InversePruning);
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
                        (Compass::W, column == 0),
                        (Compass::N, row == 0),
                        (Compass::E, column == columns - 1),
                        (Compass::S, row == rows - 1),
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
                assert_eq!(ways.count(), count.into());
            }
        }
    }
    assert!((10..70).contains(&unsolvable), "{unsolvable} of 84 mazes");
}

/// Checks one board in one packing; whether it can be solved.
fn tiles_board<S: PackedTiles>(board: &tiles::TileBoard, goal: tiles::BlankGoal) -> bool {
    let puzzle = Tiles::<S>::new(board.rows(), board.columns(), goal).unwrap();
    let case = Case::new(&puzzle, puzzle.state(board).unwrap());
    let solvable = matches!(case.truth, Truth::Solved { .. });
    assert_eq!(tiles::witness(board, goal).is_none(), solvable, "{board}");
    case.blind();
    case.inverse();
    let conflict = LinearConflict::new(&puzzle);
    let walking = WalkingDistance::new(&puzzle).unwrap();
    case.informed(&Manhattan::new(&puzzle), &InversePruning);
    case.informed(&conflict, &InversePruning);
    case.informed(&walking, &InversePruning);
    case.informed(&Max(walking, conflict), &InversePruning);
    case.backwards();
    case.folded();
    solvable
}

#[test]
fn tiles_boards() {
    let mut seed = 1879;
    for goal in [tiles::BlankGoal::BlankLast, tiles::BlankGoal::BlankFirst] {
        for (rows, columns, boards) in [(2, 2, 24), (1, 4, 24), (2, 3, 12)] {
            let mut solvable = 0;
            for _ in 0..boards {
                let mut cells: Vec<u8> = goal.tiles(rows * columns).collect();
                for last in (1..cells.len()).rev() {
                    cells.swap(last, random(&mut seed, last as u64 + 1) as usize);
                }
                let board = tiles::TileBoard::new(rows, columns, cells).unwrap();
                solvable += u32::from(tiles_board::<u64>(&board, goal));
                tiles_board::<u128>(&board, goal);
                tiles_board::<[u8; 64]>(&board, goal);
            }
            assert!(
                (1..boards).contains(&solvable),
                "{solvable} of {boards} boards"
            );
        }
        let puzzle = Tiles::<u64>::new(3, 3, goal).unwrap();
        for moves in (0..16).step_by(5) {
            let mut state = puzzle.goal();
            for _ in 0..moves {
                let legal: Vec<_> = puzzle.moves(state).collect();
                state = puzzle.apply(state, legal[random(&mut seed, legal.len() as u64) as usize]);
            }
            let board = puzzle.board(state).unwrap();
            assert!(tiles_board::<u64>(&board, goal));
            assert!(tiles_board::<u128>(&board, goal));
            assert!(tiles_board::<[u8; 64]>(&board, goal));
        }
    }
    // Half of all boards are reached from here, and none of them is the goal.
    let exchanged = tiles::TileBoard::new(2, 4, vec![1, 2, 3, 4, 5, 7, 6, 0]).unwrap();
    assert!(!tiles_board::<u64>(&exchanged, tiles::BlankGoal::BlankLast));
}
