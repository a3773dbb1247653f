//! Many boards in one text, each with walls or pieces of its own; boards that cannot be played
//! among others; very wide boards.

use crate::drawn::Folder;
use crate::program::{fewest, project};

/// A walker who reaches the fourth cell, on boards of any size.
const WALK: &str = "puzzle walk
symbols @ _ x
move go(dir)
  [@ | _] -> [_ | @]
goal at r1c4 @
";

const SOKOBAN: &str = "puzzle sokoban
symbols '#' _ $ @
draw . = _ on goal
move walk(dir)
  [@ | _]     -> [_ | @]
  [@ | $ | _] -> [_ | @ | $]
goal on goal $
";

#[test]
fn thousands_of_boards_with_pieces_of_their_own_are_solved() {
    // B stands in the way of A, alone or with C and D beside it, in all rows that it may.
    let mut boards = Vec::new();
    for number in 0..3000 {
        let (column, top) = (2 + number % 4, 1 + number / 4 % 2);
        let mut rows = [['.'; 6]; 6];
        rows[2][..2].fill('A');
        (top..top + 2).for_each(|row| rows[row][column] = 'B');
        rows[5][number / 8 % 5..][..2].fill('C');
        if number / 40 % 2 == 1 {
            rows[0][number / 80 % 4..][..2].fill('D');
        }
        boards.push(rows.map(|row| row.iter().collect::<String>()).join("\n"));
    }
    let rush_hour = project("examples/puzzles/rush-hour.fewest");
    let ran = fewest(
        &["solve", rush_hour.to_str().unwrap(), "-", "-q"],
        boards.join("\n\n"),
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let answers: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("moves"))
        .collect();
    assert_eq!(answers.len(), boards.len());
    assert!(
        answers
            .iter()
            .all(|line| line.starts_with("2 moves, proven fewest: B-"))
    );
}

#[test]
fn a_board_that_cannot_be_played_leaves_the_others_their_answers() {
    let folder = Folder::new("unplayable");
    let walk = folder.file("walk.fewest", WALK);
    let text = "@ _ _ _\n\n@ _\n\n_ @ _ _\n_ x _ _\n";
    let ran = fewest(&["solve", &walk, "-", "-q"], text);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for answer in [
        "3 moves, proven fewest",
        "no answer: ",
        "2 moves, proven fewest",
    ] {
        assert!(ran.stdout.contains(answer), "{ran:?}");
    }
    assert!(ran.stderr.contains("board 2 (line 3)"), "{ran:?}");
    assert!(ran.stderr.contains("unknown cell 'r1c4'"), "{ran:?}");
    let ran = fewest(&["solve", &walk, "-", "--json"], text);
    let outcome = |outcome: &str| {
        ran.stdout
            .matches(&format!("\"outcome\":\"{outcome}\""))
            .count()
    };
    assert_eq!((outcome("solved"), outcome("refused")), (2, 1), "{ran:?}");
}

#[test]
fn a_board_that_cannot_be_read_is_told_before_any_is_solved() {
    let folder = Folder::new("unreadable");
    let walk = folder.file("walk.fewest", WALK);
    let ran = fewest(
        &["solve", &walk, "-", "-q"],
        "@ _ _ _\n\n@ _ z _\n\n_ @ _ _\n",
    );
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.contains("unknown symbol 'z'"), "{ran:?}");
    assert!(ran.stderr.contains(":3:5"), "{ran:?}");
}

#[test]
fn a_file_without_a_board_needs_one() {
    let folder = Folder::new("boardless");
    let walk = folder.file("walk.fewest", WALK);
    let ran = fewest(&["solve", &walk, "start"], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
    assert!(ran.stderr.contains("has no start"), "{ran:?}");
}

#[test]
fn wide_boards_are_solved() {
    let folder = Folder::new("wide");
    let sokoban = folder.file("sokoban.fewest", SOKOBAN);
    // A corridor in a large room: three pushes, and the way back is as wide as it was.
    for side in [26, 40] {
        let mut rows = vec![vec!['_'; side]; side];
        rows[3][4..9].copy_from_slice(&['@', '$', '_', '_', '.']);
        let board = rows.iter().map(|row| row.iter().collect::<String>());
        let board = board.collect::<Vec<_>>().join("\n");
        for how in [&[][..], &["--algorithm", "bfs"]] {
            let mut args = vec!["solve", &sokoban, "-", "-q"];
            args.extend(how);
            let ran = fewest(&args, &board);
            let right = "3 moves, proven fewest: right right right\n";
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), right), "{ran:?}");
        }
        let moves = folder.file("moves.txt", &board);
        let ran = fewest(&["check", &sokoban, &moves, "right", "right", "right"], "");
        assert_eq!(ran.stdout, "right: 3 moves, proven fewest\n", "{ran:?}");
    }
}
