use fewest::AnyPuzzle;
use fewest::scene::text::TextColours;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::View;
use crate::command::GameCommand;
use crate::model::Model;

fn model(puzzle: &str, board: Option<&str>) -> Model {
    let puzzle = AnyPuzzle::named(puzzle).expect("the puzzle exists");
    let board = match board {
        Some(text) => puzzle.board(text),
        None => puzzle.start(),
    };
    Model::new(board.expect("the board fits")).expect("the board can be drawn")
}

/// The lines of the screen, and the view that drew them.
fn drawn(model: &Model, width: u16, height: u16, colours: TextColours) -> (Vec<String>, View) {
    let mut terminal =
        Terminal::new(TestBackend::new(width, height)).expect("a terminal in memory");
    let mut view = View::new(colours);
    terminal
        .draw(|frame| view.draw(frame, model))
        .expect("drawing to memory");
    let buffer = terminal.backend().buffer();
    let line = |y| {
        (0..width)
            .map(|x| buffer[(x, y)].symbol())
            .collect::<String>()
    };
    ((0..height).map(line).collect(), view)
}

/// Where a text is on the screen.
fn find(lines: &[String], text: &str) -> (u16, u16) {
    let found = lines.iter().enumerate().find_map(|(y, line)| {
        let at = line.find(text)?;
        Some((line[..at].chars().count() as u16, y as u16))
    });
    found.unwrap_or_else(|| panic!("{text:?} is not in {lines:#?}"))
}

#[test]
fn a_click_finds_the_cell_that_is_drawn_there() {
    let tiles = model("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
    for (width, height) in [(80, 24), (40, 14), (20, 8)] {
        let (lines, view) = drawn(&tiles, width, height, TextColours::TrueColour);
        let (x, y) = find(&lines, "6");
        let cell = fewest::scene::Cell::new(1, 2);
        assert_eq!(
            view.at(x, y),
            Some(GameCommand::Click(cell)),
            "{width}x{height}"
        );
        assert_eq!(
            view.at(0, 0)
                .filter(|command| matches!(command, GameCommand::Click(_))),
            None
        );
    }
    let (lines, view) = drawn(&tiles, 80, 24, TextColours::Plain);
    let (x, y) = find(&lines, "menu");
    assert_eq!(view.at(x, y), Some(GameCommand::Menu));
}

#[test]
fn a_short_line_still_says_how_to_quit() {
    let tiles = model("eight", None);
    for (width, told) in [(40, "^C quit"), (20, "^C quit")] {
        let (lines, _) = drawn(&tiles, width, 12, TextColours::Plain);
        let last = lines.last().expect("there are lines");
        assert!(last.contains(told), "{last}");
        assert!(last.trim_end().chars().count() <= usize::from(width));
    }
}

#[test]
fn letters_tell_what_colours_tell() {
    let flip = model("flip", Some("w b\nb b"));
    let (coloured, _) = drawn(&flip, 60, 20, TextColours::Ansi256);
    let (plain, _) = drawn(&flip, 60, 20, TextColours::Plain);
    for letter in ["w", "b"] {
        assert!(coloured[..10].concat().contains(letter));
        assert!(plain[..10].concat().contains(letter));
    }
    assert!(plain.concat().contains("[w]") || plain.concat().contains("[  w"));
}

#[test]
fn every_size_of_terminal_shows_something() {
    let puzzles = [
        "klotski",
        "sokoban",
        "cube-3",
        "gates",
        "theseus",
        "jealous-couples",
    ];
    for puzzle in puzzles {
        let mut model = model(puzzle, None);
        for list in [None, Some(GameCommand::Menu), Some(GameCommand::Help)] {
            if let Some(list) = list {
                model.command(list);
            }
            for (width, height) in [(1, 1), (19, 30), (20, 8), (21, 9), (33, 11), (300, 90)] {
                let (lines, _) = drawn(&model, width, height, TextColours::TrueColour);
                assert!(lines.iter().any(|line| !line.trim().is_empty()), "{puzzle}");
            }
        }
    }
}

#[test]
fn a_board_larger_than_the_terminal_shows_the_player() {
    let wide = format!(
        "{}\n#@{}.#\n#{}$_#\n{}",
        "#".repeat(60),
        "_".repeat(56),
        "_".repeat(56),
        "#".repeat(60)
    );
    let sokoban = model("sokoban", Some(&wide));
    let (lines, _) = drawn(&sokoban, 24, 9, TextColours::TrueColour);
    find(&lines, "@");
}

#[test]
fn walls_are_lines_between_cells() {
    let maze = AnyPuzzle::named("wall-pusher").expect("built in");
    let example = maze.info().example.to_owned();
    let board = maze.board(&example).expect("its example");
    let maze = Model::new(board).expect("it can be drawn");
    let (lines, _) = drawn(&maze, 80, 30, TextColours::TrueColour);
    let text = lines.concat();
    assert!(text.contains('─') && text.contains('│') && text.contains('@'));
}
