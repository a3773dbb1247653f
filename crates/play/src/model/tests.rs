use fewest::{AnyPuzzle, HintGrade, Outcome};

use super::{End, Model, NoticeKind, Search};
use crate::command::GameCommand;
use crate::game::Known;
use fewest::scene::{Cell, Side};

fn model(puzzle: &str, board: Option<&str>) -> Model {
    let puzzle = AnyPuzzle::named(puzzle).expect("the puzzle exists");
    let board = match board {
        Some(text) => puzzle.board(text),
        None => puzzle.start(),
    };
    Model::new(board.expect("the board fits")).expect("the board can be drawn")
}

/// Does what the event loop does with a search that is wanted, without limits.
fn search(model: &mut Model) {
    assert_eq!(model.search, Search::Wanted);
    model.search = Search::Running(None);
    let hint = model.game.board().hint().map_err(|error| error.to_string());
    model.found(hint);
}

fn said(model: &Model) -> &str {
    model.notice.as_ref().map_or("", |notice| &notice.text)
}

fn typed(model: &mut Model, text: &str) {
    text.chars()
        .for_each(|letter| model.command(GameCommand::Type(letter)));
}

const SWAPPED: &str = "######\n#_.__#\n#_$@_#\n#____#\n######";

#[test]
fn a_game_is_played_with_arrows_letters_and_clicks() {
    let mut tiles = model("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
    assert!(tiles.arrows_move());
    // An arrow takes a tile where it points.
    tiles.command(GameCommand::Arrow(Side::Top));
    assert_eq!(tiles.game.moves().collect::<Vec<_>>(), ["D"]);
    tiles.command(GameCommand::Arrow(Side::Top));
    assert_eq!(
        (tiles.game.made(), said(&tiles)),
        (1, "That way is barred.")
    );
    tiles.command(GameCommand::Undo);
    typed(&mut tiles, "d");
    assert_eq!(tiles.game.made(), 1);
    tiles.command(GameCommand::Click(Cell::new(2, 2)));
    assert!(tiles.game.position().is_goal);
    assert!(
        said(&tiles).starts_with("Solved in 2 moves"),
        "{}",
        said(&tiles)
    );
    assert_eq!(tiles.search, Search::Off);
}

#[test]
fn the_cursor_presses_cells() {
    let mut flip = model("flip", Some("w b\nb b"));
    assert!(!flip.arrows_move() && flip.search == Search::Wanted);
    flip.command(GameCommand::Arrow(Side::Top));
    assert_eq!(flip.cursor, Cell::new(0, 0), "nothing lies above");
    flip.command(GameCommand::Arrow(Side::Bottom));
    flip.command(GameCommand::Arrow(Side::Right));
    flip.command(GameCommand::Enter);
    assert_eq!(flip.game.moves().collect::<Vec<_>>(), ["r2c2"]);
    assert!(flip.game.position().is_goal, "all are white now");
    flip.command(GameCommand::Erase);
    flip.command(GameCommand::Redo);
    assert_eq!(flip.game.made(), 1);
    flip.command(GameCommand::Restart);
    assert_eq!(flip.game.made(), 0);
    flip.command(GameCommand::Restart);
    assert_eq!(said(&flip), "This is the start.");
}

#[test]
fn a_piece_is_chosen_and_then_taken_somewhere() {
    let mut cars = model(
        "rush-hour",
        Some("......\n.....B\nAA...B\n......\n......\n......"),
    );
    let several = |m: &Model, cell| crate::gestures::moves_at(m.game.position(), cell).len() > 1;
    let cells: Vec<Cell> = cars
        .game
        .position()
        .scene
        .cells()
        .map(|(cell, _)| cell)
        .collect();
    let cell = cells.into_iter().find(|&cell| several(&cars, cell));
    let cell = cell.expect("some car can go to more than one place");
    cars.command(GameCommand::Click(cell));
    assert!(said(&cars).starts_with("Which way?") && !cars.choosing.is_empty());
    let farthest = cars.choosing.last().expect("several").clone();
    let target = farthest.moved[0].to;
    cars.command(GameCommand::Escape);
    assert!(cars.choosing.is_empty() && cars.game.made() == 0);
    cars.command(GameCommand::Click(cell));
    cars.command(GameCommand::Click(target));
    assert_eq!(
        cars.game.moves().collect::<Vec<_>>(),
        [farthest.name.as_str()]
    );
}

#[test]
fn letters_complete_to_names() {
    let mut flip = model("flip", Some("w b\nb b"));
    typed(&mut flip, "r2");
    flip.command(GameCommand::Complete);
    assert_eq!(flip.typing.text, "r2c");
    typed(&mut flip, "9");
    assert!(
        said(&flip).contains("begins with 'r2c9'"),
        "{}",
        said(&flip)
    );
    let mut game = model("flip", Some("w b\nb b"));
    typed(&mut game, "q");
    assert_eq!(said(&game), "No move here begins with 'q'. Ctrl-C quits.");
    typed(&mut game, "?");
    assert!(game.list.as_ref().is_some_and(|list| list.title == "Keys"));
    flip.command(GameCommand::Enter);
    assert!(said(&flip).starts_with("Type more letters"));
    flip.command(GameCommand::Erase);
    assert_eq!(flip.typing.text, "r2");
    flip.command(GameCommand::Escape);
    assert!(flip.typing.text.is_empty());
    typed(&mut flip, "r2c2");
    assert!(flip.game.position().is_goal);
}

#[test]
fn hints_come_in_three_grades() {
    let mut tiles = model("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
    search(&mut tiles);
    assert_eq!(said(&tiles), "", "nothing is told unasked");
    tiles.command(GameCommand::Complete);
    assert_eq!(said(&tiles), "Hint: 2 moves left.");
    assert!(tiles.hinted().is_empty());
    tiles.command(GameCommand::Complete);
    assert_eq!(
        said(&tiles),
        "Hint: 2 moves left; the next moves 5 at r3c2."
    );
    assert_eq!(tiles.hinted()[0].cell, Cell::new(2, 1));
    tiles.command(GameCommand::Complete);
    assert_eq!(said(&tiles), "Hint: 2 moves left; move 5 at r3c2 up (D).");
    typed(&mut tiles, "D");
    // What follows a known solution needs no search.
    assert_eq!(
        (tiles.search, tiles.game.known()),
        (Search::Off, Known::Solvable)
    );
    tiles.command(GameCommand::Hint(Some(HintGrade::Move)));
    assert_eq!(
        said(&tiles),
        "Hint: 1 move left; move 8 at r3c3 to the left (R)."
    );
}

#[test]
fn a_hint_waits_for_its_search_and_can_be_cancelled() {
    let mut tiles = model("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
    tiles.command(GameCommand::Cancel);
    assert_eq!(
        (tiles.search, said(&tiles)),
        (Search::Off, "The search was cancelled.")
    );
    tiles.command(GameCommand::Hint(None));
    assert_eq!(
        (tiles.search, said(&tiles)),
        (Search::Wanted, "Searching; Esc cancels.")
    );
    tiles.command(GameCommand::Escape);
    assert_eq!(tiles.search, Search::Off);
    tiles.command(GameCommand::Hint(None));
    search(&mut tiles);
    assert_eq!(said(&tiles), "Hint: 2 moves left.");
    tiles.command(GameCommand::Restart);
    tiles.found(Err("The search failed.".to_owned()));
    assert_eq!(
        tiles.notice.as_ref().map(|notice| notice.kind),
        Some(NoticeKind::Bad)
    );
}

#[test]
fn the_solution_is_played_out() {
    let mut tiles = model("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
    tiles.command(GameCommand::Solution);
    search(&mut tiles);
    assert!(tiles.plays && tiles.game.made() == 0);
    tiles.tick();
    assert!(tiles.plays && tiles.game.made() == 1);
    // Any key stops it.
    tiles.command(GameCommand::Escape);
    tiles.tick();
    assert!(!tiles.plays && tiles.game.made() == 1);
    tiles.command(GameCommand::Solution);
    tiles.tick();
    assert!(tiles.game.position().is_goal && !tiles.plays);
    assert_eq!(said(&tiles), "Solved in 2 moves, the fewest there can be.");
    tiles.command(GameCommand::Solution);
    assert_eq!(said(&tiles), "Solved: no move is left.");
}

#[test]
fn dead_ends_are_told_as_soon_as_they_are_proven() {
    let mut sokoban = model("sokoban", Some(SWAPPED));
    search(&mut sokoban);
    sokoban.command(GameCommand::Arrow(Side::Left));
    search(&mut sokoban);
    let dead = "This position can no longer be solved. Undo the last move.";
    assert_eq!(said(&sokoban), dead);
    sokoban.command(GameCommand::Arrow(Side::Right));
    assert!(
        said(&sokoban).ends_with("Undo the last 2 moves."),
        "{}",
        said(&sokoban)
    );
    assert_eq!(sokoban.search, Search::Off, "that follows");
    sokoban.command(GameCommand::Undo);
    assert_eq!(said(&sokoban), dead);
    sokoban.command(GameCommand::Undo);
    assert_eq!(said(&sokoban), "");
    sokoban.command(GameCommand::Warnings);
    sokoban.command(GameCommand::Arrow(Side::Top));
    assert_eq!((sokoban.search, sokoban.warns), (Search::Off, false));
    sokoban.command(GameCommand::Warnings);
    assert_eq!(sokoban.search, Search::Wanted);
}

#[test]
fn a_board_without_a_solution_is_told_at_the_start() {
    let mut tiles = model("tiles", Some("1 2 3\n4 5 6\n8 7 _"));
    search(&mut tiles);
    assert_eq!(said(&tiles), "This board has no solution.");
    assert!(matches!(
        tiles.game.hint().map(|hint| &hint.answer().outcome),
        Some(Outcome::Unsolvable(_))
    ));
}

#[test]
fn the_menu_is_used_with_letters_arrows_and_clicks() {
    let mut tiles = model("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
    typed(&mut tiles, " ");
    assert!(tiles.list.is_some());
    typed(&mut tiles, "m");
    let names = tiles.list.as_ref().map(|list| list.entries.len());
    assert_eq!(names, Some(4), "all moves of the blank in the middle");
    tiles.command(GameCommand::Arrow(Side::Bottom));
    tiles.command(GameCommand::Enter);
    assert_eq!((tiles.game.made(), tiles.list.is_none()), (1, true));
    typed(&mut tiles, " ");
    tiles.command(GameCommand::Escape);
    assert!(tiles.list.is_none());
    typed(&mut tiles, " h");
    let keys = tiles.list.as_ref().expect("the keys").entries.len();
    tiles.command(GameCommand::Pick(keys - 1));
    assert!(tiles.list.is_none() && tiles.end.is_none());
    typed(&mut tiles, " q");
    assert_eq!(tiles.end, Some(End::Quit));
}

/// The command that three numbers stand for.
fn any_command((kind, a, b): (u8, u8, u8)) -> GameCommand {
    let arrows = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    match kind {
        0 => GameCommand::Arrow(arrows[usize::from(a % 4)]),
        1 => GameCommand::Enter,
        2 => GameCommand::Type(char::from(b" rc12UDFa-muq'"[usize::from(a % 14)])),
        3 => GameCommand::Click(Cell::new(usize::from(a % 9), usize::from(b % 9))),
        4 => GameCommand::Erase,
        5 => GameCommand::Pick(usize::from(a % 20)),
        6 => GameCommand::Complete,
        7 => GameCommand::Redo,
        _ => GameCommand::Escape,
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(8))]

    #[test]
    fn no_command_panics_anywhere(
        commands in proptest::collection::vec((0_u8..9, 0_u8.., 0_u8..), 60),
    ) {
        for puzzle in ["klotski", "cube-2", "water-jugs", "peg-solitaire", "theseus"] {
            let mut model = model(puzzle, None);
            for &command in &commands {
                model.command(any_command(command));
                model.tick();
                assert_eq!(model.game.moves().count(), model.game.made());
            }
        }
    }
}

#[test]
fn the_rules_are_told_at_the_start_and_in_the_menu() {
    let text = "Slide the tiles until they are in order.\nA tile slides into the blank.";
    let mut tiles = model("eight", None).with_rules(text);
    assert!(
        tiles.list.take().is_some(),
        "the game begins with the rules"
    );
    tiles.command(GameCommand::Menu);
    tiles.command(GameCommand::Type('t'));
    let list = tiles.list.as_ref().expect("the rules");
    let lines: Vec<&str> = list
        .entries
        .iter()
        .map(|entry| entry.text.as_str())
        .collect();
    let goal = ["", "The goal:", "1 2 3", "4 5 6", "7 8 _"];
    let expected: Vec<&str> = text.lines().chain(goal).collect();
    let lines: Vec<&str> = lines.into_iter().map(str::trim).collect();
    assert_eq!(lines, expected);
    tiles.command(GameCommand::Escape);
    assert!(tiles.list.is_none());
}

#[test]
fn long_lines_of_rules_are_broken() {
    assert_eq!(
        super::wrapped("a bb ccc\n\ndddddd e", 5),
        ["a bb", "ccc", "", "dddddd", "e"]
    );
}
