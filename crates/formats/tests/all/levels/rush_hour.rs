//! Lists of Rush Hour boards.

use fewest_formats::rush_hour::read;

const HARDEST: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

fn drawings(text: &str) -> Vec<String> {
    let levels = read(text).unwrap().unwrap().into_iter();
    levels.map(|level| level.drawing).collect()
}

#[test]
fn boards_of_36_letters_with_and_without_numbers() {
    let wanted = HARDEST.replace('o', ".");
    let list = format!("# a comment\n60 {HARDEST} 2332\n\n{HARDEST}\r\n  51 83 13 {wanted} 4780\n");
    assert_eq!(
        drawings(&list),
        [wanted.clone(), wanted.clone(), wanted.clone()]
    );
    let levels = read(&list).unwrap().unwrap();
    for level in &levels {
        assert_eq!(list[level.span.clone()].replace('o', "."), wanted);
    }
}

#[test]
fn boards_in_rows() {
    let rows = |board: &str| {
        let rows = board.as_bytes().chunks(6).map(String::from_utf8_lossy);
        rows.collect::<Vec<_>>().join("\n")
    };
    let board = rows(HARDEST);
    let wanted = rows(&HARDEST.replace('o', "."));
    assert_eq!(
        drawings(&format!("{board}\n\n{board}\n")),
        [wanted.clone(), wanted]
    );
}

#[test]
fn other_texts_are_left_to_the_language() {
    for text in ["", "AA....\n......\n", ". . A A\n", "AAB\n", "12 34\n"] {
        assert!(read(text).is_none(), "{text}");
    }
}
