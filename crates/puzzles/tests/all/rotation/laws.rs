use fewest_puzzles::rotation::{Centre, Digit, DigitBoard, LineTurn, Mask, MaskTable, Rotation};
use fewest_rules::{Goals, Heuristic, Limits, Notation, Puzzle, Ranked, Symmetric, laws};

use crate::rotation::oracle::{self, LINES, RENAMINGS, Random};

fn board(numbers: &oracle::Numbers) -> DigitBoard {
    DigitBoard::from_numbers(numbers).unwrap()
}

fn goals_of_game() -> [Rotation; 4] {
    [None, Some(Digit::One), Some(Digit::Two), Some(Digit::Three)].map(|goal| Rotation { goal })
}

#[test]
fn moves_turn_the_lines_of_the_picture() {
    let mut random = Random(1);
    for _ in 0..500 {
        let numbers = random.board();
        for (m, (letter, line)) in LineTurn::ALL.into_iter().zip(&LINES) {
            assert_eq!(m.to_string(), letter.to_string());
            let after = Rotation::default().apply(board(&numbers), m);
            assert_eq!(after.numbers(), oracle::turned(&numbers, line), "{m}");
        }
    }
}

#[test]
fn the_game_keeps_the_laws() {
    let mut random = Random(2);
    let starts: Vec<DigitBoard> = (0..12)
        .map(|i| {
            board(&if i % 2 == 0 {
                random.goal()
            } else {
                random.board()
            })
        })
        .collect();
    for game in goals_of_game() {
        let laws = laws::check(&game, starts.iter().copied(), 6_000).unwrap();
        laws.goals().unwrap().reverse().unwrap();
        laws.invertible().unwrap().ranked().unwrap();
        laws.symmetric().unwrap().notation().unwrap();
        laws.admissible(&Centre).unwrap();
        laws.consistent(&Centre).unwrap();
    }
}

#[test]
fn the_table_is_a_lower_bound_at_any_time() {
    let mut random = Random(5);
    let starts: Vec<DigitBoard> = (0..10)
        .map(|i| {
            board(&if i % 2 == 0 {
                random.goal()
            } else {
                random.board()
            })
        })
        .collect();
    for game in goals_of_game() {
        let laws = laws::check(&game, starts.iter().copied(), 3_000).unwrap();
        let mut table = MaskTable::new();
        for states in [0, 1, 30, 800, 3_000, u64::MAX] {
            let limits = Limits {
                states: Some(states),
                ..Limits::default()
            };
            for &start in &starts {
                if let Ok(distance) = table.distance(&game, start, &limits) {
                    assert_eq!(table.start(&game, start), u32::from(distance));
                }
            }
            laws.admissible(&table).unwrap().consistent(&table).unwrap();
        }
    }
}

#[test]
fn there_are_as_many_goals_as_fillings_of_the_rim() {
    assert_eq!(Rotation::default().goals().count(), 3 * 12_870);
    for game in &goals_of_game()[1..] {
        assert_eq!(game.goals().count(), 12_870);
    }
}

#[test]
fn all_boards_have_numbers() {
    assert_eq!(Rotation::default().size(), 9_465_511_770);
}

#[test]
fn equal_boards_up_to_symmetry_have_one_representative() {
    let mut random = Random(3);
    for _ in 0..200 {
        let numbers = random.board();
        for game in goals_of_game() {
            let representative = game.canonical(board(&numbers));
            for renaming in RENAMINGS {
                let rename = |n: u8| renaming[usize::from(n) - 1];
                if game
                    .goal
                    .is_some_and(|goal| rename(goal.number()) != goal.number())
                {
                    continue;
                }
                for image in oracle::images(&numbers.map(rename)) {
                    assert_eq!(game.canonical(board(&image)), representative);
                }
            }
        }
    }
}

#[test]
fn only_eight_of_each_digit_make_a_board() {
    let mut numbers = Random(4).board();
    assert!(DigitBoard::from_numbers(&numbers).is_some());
    let one = numbers.iter().position(|&n| n == 1).unwrap();
    for wrong in [0, 2, 3, 4, 255] {
        numbers[one] = wrong;
        assert_eq!(DigitBoard::from_numbers(&numbers), None);
    }
    assert_eq!(Mask::new(0x00ff_0001), None);
    assert_eq!(Mask::new(0x0100_007f), None);
    assert!(Mask::new(0x0080_007f).is_some());
}

#[test]
fn a_board_is_drawn_as_the_picture() {
    let game = Rotation::default();
    let text = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
    let drawn = [
        "    1   1    ",
        "    1   1    ",
        "3 2 3 2 3 1 3",
        "    2   2    ",
        "3 1 2 2 2 3 1",
        "    2   1    ",
        "    3   3    ",
    ];
    let board = game.parse(text).unwrap();
    assert_eq!(game.draw(board), drawn.join("\n"));
    assert_eq!(game.parse(&drawn.join("\r\n")), Ok(board));
}

#[test]
fn moves_are_letters_of_either_case() {
    let game = Rotation::default();
    let moves = game.parse_moves("ab, H\tDc").unwrap();
    let letters: String = moves.iter().map(|(m, _)| m.to_string()).collect();
    assert_eq!(letters, "ABHDC");
    for wrong in ["I", "@", "`", "1", "é", "A?"] {
        assert!(game.parse_moves(wrong).is_err(), "{wrong}");
    }
    for wrong in ["", "AB", "I", "\u{141}"] {
        assert_eq!(game.parse_move(wrong), None, "{wrong}");
    }
}
