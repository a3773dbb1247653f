//! Sliding tiles: published lengths, wrong parity, and each command on an 8-puzzle.

use crate::program::{fewest, project};

#[test]
fn the_easiest_of_korfs_boards_take_the_published_lengths() {
    let text = std::fs::read_to_string(project("tests/golden/tiles/korf100.txt")).unwrap();
    let mut boards: Vec<(u64, u64, Vec<&str>)> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let columns: Vec<&str> = line.split_whitespace().collect();
            let number = |column: usize| columns[column].parse().unwrap();
            (number(3), number(2), columns[4..].to_vec())
        })
        .collect();
    assert_eq!(boards.len(), 100);
    boards.sort();
    boards.truncate(4);
    let input: String = boards
        .iter()
        .map(|(.., tiles)| tiles.join(" ") + "\n")
        .collect();
    let ran = fewest(
        &["solve", "tiles", "--goal", "blank-first", "--json"],
        input,
    );
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let answers = ran.json();
    assert_eq!(answers.len(), boards.len());
    for (answer, (_, length, tiles)) in answers.iter().zip(boards) {
        assert_eq!(answer["outcome"], "solved", "{answer}");
        assert_eq!(answer["length"], length, "{answer}");
        let moves = answer["moves"].as_array().unwrap().iter();
        let moves: Vec<&str> = moves.map(|m| m.as_str().unwrap()).collect();
        let moves = moves.join(" ");
        let args = ["check", "tiles", "--goal", "blank-first", "-", &moves];
        let check = fewest(&args, tiles.join(" "));
        let right = format!("right: {length} moves, proven fewest");
        assert_eq!((check.code, check.headline()), (Some(0), right.as_str()));
    }
}

#[test]
fn tiles_of_the_wrong_parity_are_proven_impossible() {
    for board in [
        "1 2 3 4 5 6 8 7 0\n",
        "2 1 3 4 5 6 7 8 9 10 11 12 13 14 15 0\n",
    ] {
        let ran = fewest(&["solve", "tiles", "--json"], board);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        let answer = ran.json().remove(0);
        assert_eq!(answer["outcome"], "unsolvable");
        let proof = answer["proof"].as_str().unwrap();
        assert!(
            proof.contains("an even number, in the wrong order"),
            "{proof}"
        );
        assert!(
            proof.contains("an odd number, in the wrong order"),
            "{proof}"
        );
        let explained = fewest(&["explain", "tiles"], board);
        assert_eq!(explained.code, Some(1), "{explained:?}");
        assert!(explained.stdout.contains(proof), "{explained:?}");
        let check = fewest(&["check", "tiles", "-", "U D"], board);
        assert_eq!(check.code, Some(1), "{check:?}");
        assert!(check.headline().starts_with("wrong: the 2 moves are legal"));
    }
}

#[test]
fn tiles_are_checked_compared_and_explained() {
    let eight = |args: &[&str]| fewest(args, "8 1 3\n4 _ 2\n7 6 5\n");
    let right = eight(&["check", "tiles", "-", "RDLLUURDLDRURD"]);
    assert_eq!(
        (right.code, right.headline()),
        (Some(0), "right: 14 moves, proven fewest")
    );
    let long = eight(&["check", "tiles", "-", "UDRDLLUURDLDRURD"]);
    assert_eq!(long.code, Some(1));
    assert!(
        long.headline().starts_with("not shortest: the 16 moves"),
        "{long:?}"
    );
    let illegal = eight(&["check", "tiles", "-", "UU"]);
    assert_eq!(illegal.code, Some(1));
    assert!(illegal.headline().contains("is not legal"), "{illegal:?}");
    let compared = eight(&["compare", "tiles", "--json"]);
    assert_eq!(compared.code, Some(0), "{compared:?}");
    let compared = compared.json().remove(0);
    assert_eq!(compared["agree"], true);
    let rows = compared["rows"].as_array().unwrap();
    assert!(rows.len() >= 5, "{compared}");
    assert!(rows.iter().all(|row| row["length"] == 14), "{compared}");
    let explained = eight(&["explain", "tiles"]);
    assert_eq!(explained.code, Some(0), "{explained:?}");
    assert!(
        explained.stdout.contains("at least 10 times"),
        "{explained:?}"
    );
    // The searches agree with the parity once they have seen all that can be reached.
    let wrong = fewest(&["compare", "tiles", "--json"], "1 2 3\n5 4 0\n");
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    let wrong = wrong.json().remove(0);
    assert_eq!(wrong["agree"], true);
    let rows = wrong["rows"].as_array().unwrap();
    assert!(
        rows.iter().all(|row| row["outcome"] == "unsolvable"),
        "{wrong}"
    );
}

/// By `--metric multi` a move slides any number of tiles of a row or column.
#[test]
fn several_tiles_slide_in_one_move() {
    let multi =
        |args: &[&str], board: &str| fewest(&[args, &["--metric", "multi"]].concat(), board);
    let eight = |args: &[&str]| multi(args, "8 1 3\n4 _ 2\n7 6 5\n");
    let solved = eight(&["solve", "tiles", "--json"]).json().remove(0);
    let length = solved["length"].as_u64().unwrap();
    assert!(length < 14, "{solved}");
    let moves: Vec<&str> = solved["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m.as_str().unwrap())
        .collect();
    assert!(moves.iter().any(|name| name.ends_with('2')), "{solved}");
    let right = eight(&["check", "tiles", "-", &moves.join(" ")]);
    let headline = format!("right: {length} moves, proven fewest");
    assert_eq!((right.code, right.headline()), (Some(0), &headline[..]));
    let illegal = eight(&["check", "tiles", "-", "U2"]);
    assert!(illegal.headline().contains("is not legal"), "{illegal:?}");
    let compared = eight(&["compare", "tiles", "--json"]).json().remove(0);
    assert_eq!(compared["agree"], true);
    assert_eq!(compared["rows"].as_array().unwrap().len(), 5);
    let counted = eight(&["solve", "tiles", "--count", "-q"]);
    assert_eq!(counted.code, Some(0), "{counted:?}");
    let explained = eight(&["explain", "tiles"]);
    assert_eq!(explained.code, Some(0), "{explained:?}");
    let census = multi(&["census", "tiles", "3x3", "--json"], "")
        .json()
        .remove(0);
    assert_eq!(census["gods_number"], 24, "{census}");
    let made = multi(
        &[
            "make", "tiles", "3x3", "--moves", "20", "--count", "2", "-q",
        ],
        "",
    );
    let again = multi(&["solve", "tiles", "-q"], &made.stdout);
    assert_eq!(
        again.stdout.matches("20 moves, proven fewest").count(),
        2,
        "{made:?} {again:?}"
    );
    let impossible = multi(&["solve", "tiles"], "1 2 3 4 5 6 8 7 0\n");
    assert_eq!(impossible.code, Some(1), "{impossible:?}");
    for (args, why) in [
        (
            vec!["solve", "tiles", "--metric", "many"],
            "expected single, multi",
        ),
        (
            vec![
                "solve",
                "tiles",
                "--metric",
                "multi",
                "--heuristic",
                "manhattan",
            ],
            "of their own",
        ),
        (
            vec!["solve", "flip", "--metric", "multi"],
            "flip has no --metric",
        ),
    ] {
        let ran = fewest(&args, "8 1 3\n4 _ 2\n7 6 5\n");
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains(why), "{ran:?}");
    }
    let large: String = (0..25).map(|tile| format!("{tile} ")).collect();
    let ran = multi(&["solve", "tiles"], &large);
    assert!(
        ran.stderr.contains("too large for --metric multi"),
        "{ran:?}"
    );
}
