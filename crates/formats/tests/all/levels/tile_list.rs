//! Lists of sliding tiles.

use fewest_formats::tile_list::read;

const KORF: &str = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";

fn tiles(text: &str) -> Vec<(usize, usize, Vec<u8>)> {
    let boards = read(text).unwrap().unwrap().into_iter();
    boards
        .map(|board| (board.rows, board.columns, board.tiles))
        .collect()
}

fn numbers(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

#[test]
fn numbers_before_the_cells_commas_and_comments() {
    let wanted = (4, 4, numbers(KORF));
    let commas = KORF.replace(' ', ",");
    for list in [
        format!("1 {KORF}\n2 {KORF}\n"),
        format!("# id h length nodes tiles\n1 41 57 276361933 {KORF}\n2 41 57 9 {KORF}\n"),
        format!("; a list\n{KORF}\n{KORF}\n"),
        format!("{commas}\n{commas}\n"),
        format!("1 {commas}\r\n\r\n2 {commas}\r\n"),
    ] {
        assert_eq!(tiles(&list), [wanted.clone(), wanted.clone()], "{list}");
        for board in read(&list).unwrap().unwrap() {
            assert_eq!(&list[board.span].replace(',', " "), KORF);
        }
    }
}

#[test]
fn positions_of_the_tiles() {
    // Burns' files say where each tile is: the inverse of the numbers on the cells.
    let positions = "9 11 10 15 12 7 8 3 13 6 14 4 5 1 0 2".replace(' ', "\n");
    let goal: Vec<String> = (0..16).map(|cell: u8| cell.to_string()).collect();
    let text = format!(
        "4 4\nstarting positions for each tile:\n{positions}\ngoal positions:\n{}\n",
        goal.join("\n")
    );
    assert_eq!(tiles(&text), [(4, 4, numbers(KORF))]);
    let board = read(&text).unwrap().unwrap().remove(0);
    assert_eq!(board.goal, Some((0..16).collect()));
    // Columns come before rows.
    let wide = "3 2\nstarting positions:\n5 4 3 2 1 0\n";
    assert_eq!(tiles(wide), [(2, 3, vec![5, 4, 3, 2, 1, 0])]);
}

#[test]
fn other_texts_are_left_to_the_notation_of_tiles() {
    let row: Vec<String> = (0..17).map(|tile: u8| tile.to_string()).collect();
    for text in [
        "",
        "1 2 3\n4 5 6\n7 8 0\n",
        KORF,
        &format!("{KORF}\n{KORF}\n"),
        "# a comment\n1 2\n3 0 4\n",
        &row.join(" "),
        "1 2 3 4 5 6 7 8 9 10 11\n",
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}
