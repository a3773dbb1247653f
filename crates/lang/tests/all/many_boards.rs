//! Any number of boards with ground rules of their own. Rules that can never be applied are left out.

#![allow(clippy::unwrap_used)]

use fewest_ground::reduction::{ReducedTask, Starts};
use fewest_ground::{Ground, Label, Rule, Test};
use fewest_lang::{DrawnFile, Instance, read};

use crate::plain;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Robots that slide to the next wall; walls lie between the rooms.
const ROBOTS: &str = "
puzzle robots
symbols R G _ . x +
set robot = R G
set way = _ .
draw o = _ on target
move slide(?r: R G, dir)
  [?r | way* | _ | x]         -> [_ | way* | ?r | x]
  [?r | way* | _ | . | robot] -> [_ | way* | ?r | . | robot]
goal on target R
";

fn file(text: &str) -> DrawnFile {
    read(text).unwrap().0
}

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/examples/puzzles/{name}.fewest")).unwrap()
}

/// A file without its last lines, the start and the expectations.
fn without_start(text: &str) -> &str {
    &text[..text.find("\nstart\n").unwrap() + 1]
}

/// Random numbers below `n`, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % n
    }
}

/// Random Rush Hour boards: car A in the third row, and up to eight other cars.
fn parkings(count: usize) -> Vec<String> {
    let mut numbers = Numbers(7);
    let mut boards = Vec::new();
    for _ in 0..count {
        let mut grid = [['.'; 6]; 6];
        let first = numbers.below(4);
        grid[2][first..first + 2].fill('A');
        for name in "BCDEFGHI".chars() {
            let (length, across) = (2 + numbers.below(2), numbers.below(2) == 0);
            let (row, column) = (numbers.below(6), numbers.below(6));
            let cells: Vec<(usize, usize)> = (0..length)
                .map(|i| {
                    if across {
                        (row, column + i)
                    } else {
                        (row + i, column)
                    }
                })
                .collect();
            if cells
                .iter()
                .all(|&(r, c)| r < 6 && c < 6 && grid[r][c] == '.')
            {
                cells.iter().for_each(|&(r, c)| grid[r][c] = name);
            }
        }
        let rows = grid.map(|row| row.iter().collect::<String>());
        boards.push(rows.join("\n"));
    }
    boards
}

/// A grid of `side` rooms with walls around and some between them, two robots and a target.
fn rooms(side: usize, numbers: &mut Numbers) -> String {
    let size = 2 * side + 1;
    let mut grid: Vec<Vec<char>> = (0..size)
        .map(|row| {
            let mut cell = |column: usize| match (row % 2, column % 2) {
                (0, 0) => '+',
                (1, 1) => '_',
                _ if row == 0 || column == 0 || row + 1 == size || column + 1 == size => 'x',
                _ if numbers.below(6) == 0 => 'x',
                _ => '.',
            };
            (0..size).map(&mut cell).collect()
        })
        .collect();
    for symbol in ['R', 'G', 'o'] {
        loop {
            let room = |at: usize| 2 * at + 1;
            let (row, column) = (room(numbers.below(side)), room(numbers.below(side)));
            if grid[row][column] == '_' {
                grid[row][column] = symbol;
                break;
            }
        }
    }
    let rows = grid.iter().map(|row| row.iter().collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

fn indented(board: &str) -> String {
    board.lines().map(|line| format!("  {line}\n")).collect()
}

/// The ground rules that may be applied from a start, by the names of their moves.
#[derive(Debug, PartialEq)]
struct Left {
    rules: Vec<(String, Rule)>,
    goals: Vec<Vec<Test>>,
    sets: Vec<u64>,
}

fn left(ground: &Ground, start: &[Label]) -> Left {
    let special = ReducedTask::new(ground, Starts::One(start)).unwrap();
    let named = |rule: &Rule| {
        let name = special.ground.moves[rule.of].clone();
        (
            name,
            Rule {
                of: 0,
                ..rule.clone()
            },
        )
    };
    Left {
        rules: special.ground.rules.iter().map(named).collect(),
        goals: special.ground.goals.clone(),
        sets: special.sets.iter().map(|set| set.0).collect(),
    }
}

fn assert_alike(whole: &Instance, kept: &Instance) {
    assert_eq!(whole.start, kept.start);
    assert_eq!(whole.ground.moves, kept.ground.moves);
    assert!(whole.ground.rules.len() >= kept.ground.rules.len());
    let (whole, kept) = (
        left(&whole.ground, &whole.start),
        left(&kept.ground, &kept.start),
    );
    assert_eq!(whole, kept);
}

#[test]
fn what_is_left_out_could_never_be_made() {
    let rush = example("rush-hour");
    let sokoban = example("sokoban");
    let ice = "puzzle ice\nsymbols @ _ x\nvar turn = a, b, c\nmove slide(dir)\n  \
               [@ | _* | _ | x,end] turn not b -> [_ | _* | @ | x,end] turn +1\n\
               goal turn c\n";
    let mut numbers = Numbers(3);
    let mut cases: Vec<(String, String)> = parkings(20)
        .into_iter()
        .map(|board| (without_start(&rush).to_owned(), board))
        .collect();
    for side in [3, 4, 5, 6] {
        cases.push((ROBOTS.to_owned(), rooms(side, &mut numbers)));
    }
    let level = "#######\n#.@ $_#\n#_#_#_#\n#______\n#######".replace(' ', "_");
    cases.push((without_start(&sokoban).to_owned(), level));
    cases.push((ice.to_owned(), "@ _ _\n_ x _\n_ _ _\nturn c".to_owned()));
    for (text, board) in cases {
        // All rules are made for a file's own start, those that can be made for a text's.
        let own = read(&format!("{text}start\n{}", indented(&board)));
        let own = own.unwrap_or_else(|faults| panic!("{faults:?}\n{board}")).0;
        let others = file(&text).boards(&board).unwrap();
        assert_alike(&own.start().unwrap(), &others[0].0);
    }
}

#[test]
fn thousands_of_boards_with_pieces_of_their_own_are_played() {
    let file = file(&example("rush-hour"));
    let boards = parkings(2000);
    let unplayed = file.unplayed(&boards.join("\n\n")).unwrap();
    assert_eq!(unplayed.len(), boards.len());
    for ((board, _), drawn) in unplayed.iter().zip(&boards) {
        let board = file.play(board).unwrap();
        assert_eq!(board.layout.draw(&board.start).replace(' ', ""), *drawn);
        assert!(
            board.ground.rules.len() < 400,
            "{}",
            board.ground.rules.len()
        );
    }
}

#[test]
fn limits_apply_to_the_rules_that_can_be_made() {
    let mut numbers = Numbers(5);
    let large = rooms(16, &mut numbers);
    let board = file(ROBOTS).boards(&large).unwrap().remove(0).0;
    assert!(
        board.ground.rules.len() < 100_000,
        "{}",
        board.ground.rules.len()
    );
    // As the start of a file, of which otherwise all rules are kept.
    let own = file(&format!("{ROBOTS}start\n{}", indented(&large)));
    assert_alike(&own.start().unwrap(), &board);
    let moves = plain::successors(&board.ground, &board.start);
    assert!(!moves.is_empty() && moves.len() <= 8);
}

#[test]
fn a_file_without_a_board_takes_boards_of_any_size() {
    let file = file(ROBOTS);
    assert!(file.start().is_none());
    assert!(file.ground().positions.is_empty() && file.ground().rules.is_empty());
    let mut numbers = Numbers(9);
    let texts = [rooms(3, &mut numbers), rooms(4, &mut numbers)];
    let boards = file.boards(&texts.join("\n\n")).unwrap();
    let cells: Vec<usize> = boards.iter().map(|(board, _)| board.start.len()).collect();
    assert_eq!(cells, [49, 81]);
}

#[test]
fn what_one_board_needs_is_not_taken_for_another() {
    // The same shape, but what is a wall in one is none in the other.
    let file = file("puzzle p\nsymbols @ _ x\nmove go(dir) [@ | _] -> [_ | @]\ngoal at r1c4 @\n");
    let boards = file.boards("@ _ x _\n\n@ _ _ _\n\n_ @ x _").unwrap();
    let fewest: Vec<Option<usize>> = boards
        .iter()
        .map(|(board, _)| {
            plain::solve(&board.ground, &board.start, 100)
                .unwrap()
                .map(|moves| moves.len())
        })
        .collect();
    assert_eq!(fewest, [None, Some(3), None]);
}
