//! Collections of levels and lists of boards, and solutions of Sokoban in LURD notation.

use crate::drawn::Folder;
use crate::program::{fewest, project};

const COLLECTION: &str = "\
Author: Ada

; Cellar

#######
#@ $ .#
#######

'Attic'

 ####
##  #
#@$.#
#####
Author: Bob

7#|#.-$-@#|7#
Title: Cellar
";

fn collection(folder: &Folder) -> String {
    folder.file("levels.xsb", COLLECTION)
}

#[test]
fn a_collection_is_a_batch_of_levels_with_numbers_and_titles() {
    let folder = Folder::new("collection");
    let path = collection(&folder);
    let ran = fewest(&["solve", "sokoban", &path, "--json"], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    let answers = ran.json();
    let told: Vec<_> = answers
        .iter()
        .map(|answer| {
            (
                answer["number"].as_u64().unwrap(),
                answer["title"].as_str().unwrap(),
                answer["author"].as_str().unwrap(),
                answer["length"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (1, "Cellar", "Ada", 3),
            (2, "Attic", "Bob", 1),
            (3, "Cellar", "Ada", 3),
        ]
    );
    let ran = fewest(&["solve", "sokoban", &path, "-q"], "");
    assert!(
        ran.stdout.contains("\nboard 2 (line 11): Attic\n1 move, "),
        "{ran:?}"
    );
    // A variant of the puzzle in a file of one's own reads the same.
    let copy = folder.path("mine");
    assert_eq!(
        fewest(&["new", "--from", "sokoban", &copy], "").code,
        Some(0)
    );
    let own = fewest(&["solve", &format!("{copy}.fewest"), &path, "-q"], "");
    assert_eq!(own.stdout, ran.stdout);
}

#[test]
fn a_level_is_chosen_by_number_or_title() {
    let folder = Folder::new("level");
    let path = collection(&folder);
    let one = |level: &str| {
        let ran = fewest(&["solve", "sokoban", &path, "--level", level, "--json"], "");
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let answers = ran.json();
        assert_eq!(answers.len(), 1);
        answers[0]["number"].as_u64().unwrap()
    };
    assert_eq!([one("2"), one("attic"), one("3")], [2, 2, 3]);
    for (level, message) in [
        ("4", "holds 3 boards, none of them number or title '4'"),
        ("0", "none of them number or title '0'"),
        ("cellar", "2 levels of "),
    ] {
        let ran = fewest(&["solve", "sokoban", &path, "--level", level], "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.stderr.contains(message), "{ran:?}");
    }
    let ran = fewest(&["solve", "sokoban", "start", "--level", "1"], "");
    assert_eq!(ran.code, Some(2), "{ran:?}");
    for args in [
        ["explain", "sokoban", &path, "--level", "attic"],
        ["compare", "sokoban", &path, "--level", "attic"],
        ["draw", "sokoban", &path, "--level", "attic"],
        ["census", "sokoban", &path, "--level", "attic"],
    ] {
        let ran = fewest(&args, "");
        assert_eq!(ran.code, Some(0), "{args:?}: {ran:?}");
        let more = [&args[..], &["--json"]].concat();
        assert_eq!(fewest(&more, "").json().len(), 1, "{args:?}");
    }
    // Any file of several boards has numbers.
    let two = "BWBO WBWB BWBW WBWO\n\nOOBB BWWB BWBW WBWW\n";
    let ran = fewest(&["solve", "four-in-a-row", "-", "--level", "2", "-q"], two);
    assert!(ran.stdout.starts_with("7 moves"), "{ran:?}");
}

#[test]
fn lurd_goes_out_and_comes_in() {
    let folder = Folder::new("lurd");
    let path = collection(&folder);
    let ran = fewest(&["solve", "sokoban", &path, "--format", "lurd"], "");
    let lines: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("proven"))
        .collect();
    let wanted = [
        "3 moves, proven fewest: rRR",
        "1 move, proven fewest: R",
        "3 moves, proven fewest: lLL",
    ];
    assert_eq!(lines, wanted);
    let solutions: String = lines
        .iter()
        .map(|line| line.rsplit(' ').next().unwrap().to_owned() + "\n")
        .collect();
    let file = folder.file("solutions.txt", &solutions);
    let ran = fewest(&["check", "sokoban", &path, &format!("@{file}")], "");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert_eq!(ran.stdout.matches("right: ").count(), 3, "{ran:?}");
    let check = |moves: &str| fewest(&["check", "sokoban", &path, "--level", "1", moves], "");
    assert_eq!(check("3r").headline(), "right: 3 moves, proven fewest");
    assert!(check("rlrRR").headline().starts_with("not shortest"));
    assert_eq!(
        check("rRRR").headline(),
        "wrong: move 4, R, is not legal there"
    );
    assert!(check("rR").headline().contains("end at no goal"));
    let wrong = check("3(rR");
    assert_eq!(wrong.code, Some(2), "{wrong:?}");
    // The names of the moves are understood as ever.
    assert_eq!(check("right right right").code, Some(0));
    let json = fewest(
        &[
            "solve", "sokoban", &path, "--level", "1", "--format", "lurd", "--json",
        ],
        "",
    );
    assert_eq!(json.json()[0]["lurd"], "rRR");
    let other = fewest(&["solve", "hanoi", "--format", "lurd"], "");
    assert_eq!(other.code, Some(2));
    assert!(
        other.stderr.contains("hanoi has no LURD notation"),
        "{other:?}"
    );
}

#[test]
fn faults_of_collections_and_lists_name_their_places() {
    let folder = Folder::new("level-faults");
    for (puzzle, text, message, place) in [
        (
            "sokoban",
            "; 1\n\n#####\n#@$?.#\n#####\n",
            "unknown character '?' in a level",
            "4:4",
        ),
        (
            "sokoban",
            "one\n\n####\n# $.#\n####\n",
            "a level without a player",
            "3:1",
        ),
        (
            "sokoban",
            "one\n\n####\n#@ @#\n####\n",
            "a second player",
            "4:4",
        ),
        (
            "sokoban",
            "one\n\n9999#\n#@#\n",
            "a level of more than 4096 cells",
            "3:1",
        ),
        (
            "rush-hour",
            "1 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n2 IBBxoo\n",
            "this line has no board of 36 cells",
            "2:1",
        ),
        (
            "rush-hour",
            "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\nIBBxooIooLDDJAALooJoKEEMFFKoyMGGHHHM\n",
            "the vehicle 'y' has a single cell",
            "2:29",
        ),
        (
            "rush-hour",
            "60 BBoooBoooooooAAooooooooooooooooooooo 9\n",
            "the piece 'B' is in parts",
            "1:9",
        ),
        (
            "tiles",
            "1 1 2 3 4 5 6 7 8 0\n2 2 1 3 4 5 6 7 8 0\n3 2 1 3 4 4 6 7 8 0\n",
            "a second 4",
            "3:11",
        ),
    ] {
        let path = folder.file("levels.txt", text);
        let ran = fewest(&["solve", puzzle, &path], "");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran:?}");
        assert!(
            ran.stderr.starts_with(&format!("error: {message}")),
            "{ran:?}"
        );
        assert!(
            ran.stderr.contains(&format!("--> {path}:{place}\n")),
            "{ran:?}"
        );
    }
}

#[test]
fn lists_of_rush_hour_are_read_as_they_are() {
    let list = "\
60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332
2 oooooooooooBAAoooBoooooooooooooooooo 9
";
    let ran = fewest(&["solve", "rush-hour", "-", "--json"], list);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lengths: Vec<_> = ran
        .json()
        .iter()
        .map(|answer| answer["length"].clone())
        .collect();
    assert_eq!(lengths, [60, 2]);
    let rows = "oooooo\noooooB\nAAoooB\noooooo\noooooo\noooooo\n";
    let ran = fewest(&["solve", "rush-hour", "-", "-q"], rows);
    assert!(ran.stdout.starts_with("2 moves"), "{ran:?}");
}

#[test]
fn boards_and_moves_of_rush_hour_are_read_as_other_programs_write_them() {
    let folder = Folder::new("rush");
    let board = folder.file(
        "board.txt",
        "------\n-----B\nXX---B\n------\n------\n------\n",
    );
    let solved = fewest(&["solve", "rush-hour", &board, "-q"], "");
    assert!(
        solved.stdout.starts_with("2 moves, proven fewest: B-"),
        "{solved:?}"
    );
    let right = fewest(&["check", "rush-hour", &board, "B+2 A+4"], "");
    assert_eq!(right.stdout, "right: 2 moves, proven fewest\n");
    let wrong = fewest(&["check", "rush-hour", &board, "B+2 A-1"], "");
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(wrong.stdout.contains("move 2, A-1,"), "{wrong:?}");
}

#[test]
fn lists_of_tiles_are_read_as_they_are() {
    // Four numbers stand before the cells, and the first line is a comment.
    let path = project("tests/golden/tiles/korf100.txt");
    let path = path.to_str().unwrap();
    let korf = ["solve", "tiles", "--goal", "blank-first", path, "--json"];
    let ran = fewest(&[&korf[..], &["--level", "79"]].concat(), "");
    assert_eq!(ran.json()[0]["length"], 42, "{ran:?}");
    // The same board, by the places of its tiles, with the goal.
    let burns = "\
4 4
starting positions for each tile:
0 1 11 7 10 6 13 3 12 2 14 4 9 5 8 15
goal positions:
0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
";
    let ran = fewest(&["solve", "tiles", "-", "--json"], burns);
    assert_eq!(ran.json()[0]["length"], 42, "{ran:?}");
    let ran = fewest(&["solve", "tiles", "-", "--goal", "blank-last"], burns);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let odd = burns.replace("\n0 1 2 3 4", "\n1 0 2 3 4");
    let ran = fewest(&["solve", "tiles", "-"], odd);
    assert!(
        ran.stderr.contains("does not have the tiles in order"),
        "{ran:?}"
    );
}
