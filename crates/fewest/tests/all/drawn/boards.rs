//! The fewest moves of board after board.

use fewest::Family;
use fewest::PuzzleOptions;
use fewest::family;
use fewest_puzzles::four_in_a_row::FourInARow;
use fewest_puzzles::random::Random;
use fewest_puzzles::tiles::{BlankGoal, Tiles};
use fewest_puzzles::wall_pusher::{Compass, Maze};
use fewest_rules::{Notation, Ranked};
use num_bigint::BigUint;

use crate::drawn::{ROOT, boards, complete, drawn, length};

fn same(name: &str, built_in: &dyn Family, texts: &[(String, String)]) {
    let join = |of: fn(&(String, String)) -> &String| {
        let all: Vec<&str> = texts.iter().map(|text| of(text).as_str()).collect();
        all.join("\n\n")
    };
    let drawn_boards = boards(&drawn(name), &join(|text| &text.0));
    let known_boards = boards(built_in, &join(|text| &text.1));
    assert_eq!(drawn_boards.len(), texts.len(), "{name}");
    assert_eq!(known_boards.len(), texts.len(), "{name}");
    for ((drawn, known), (text, _)) in drawn_boards.iter().zip(&known_boards).zip(texts) {
        assert_eq!(length(drawn), length(known), "{name}\n{text}");
    }
}

#[test]
fn flip_on_all_65536_boards() {
    let board = |bits: u32| {
        let cell = |i: u32| if bits >> i & 1 == 1 { 'b' } else { 'w' };
        let rows = (0..4).map(|row| (0..4).map(|column| cell(4 * row + column)).collect());
        rows.collect::<Vec<String>>().join("\n")
    };
    let all: Vec<(String, String)> = (0..1 << 16).map(|n| (board(n), board(n))).collect();
    same("flip", family("flip").unwrap(), &all);
}

#[test]
fn four_in_a_row_on_thousands_of_boards() {
    let sides = FourInARow.size() / 3;
    for (section, turn, first) in [(0, "any", "either"), (1, "B", "black"), (2, "W", "white")] {
        let ranks = (section * sides..(section + 1) * sides).step_by(293);
        // Whose turn it is stands below the board, otherwise than in the file.
        let board = |drawing: String| drawing.lines().take(4).collect::<Vec<_>>().join("\n");
        let states: Vec<String> = ranks
            .map(|rank| board(FourInARow.draw(FourInARow.unrank(rank))))
            .collect();
        assert!(states.len() > 1_400);
        let options = PuzzleOptions {
            first: Some(first.to_owned()),
            ..PuzzleOptions::default()
        };
        let texts: Vec<String> = states
            .iter()
            .map(|board| format!("{board}\nturn {turn}"))
            .collect();
        let drawn_boards = boards(&drawn("four-in-a-row"), &texts.join("\n\n"));
        let known = family("four-in-a-row").unwrap();
        let known_boards = known.read(&states.join("\n\n"), &options).unwrap();
        assert_eq!(drawn_boards.len(), known_boards.len());
        for ((drawn, (known, _)), text) in drawn_boards.iter().zip(&known_boards).zip(&texts) {
            assert_eq!(length(drawn), length(known), "{text}");
        }
    }
}

#[test]
fn tiles_on_a_thousand_boards() {
    let tiles = Tiles::<u64>::new(3, 3, BlankGoal::BlankLast).unwrap();
    let ranks = (0..tiles.size()).step_by(307);
    let texts: Vec<(String, String)> = ranks
        .map(|rank| tiles.draw(tiles.unrank(rank)))
        .map(|board| (board.replace('0', "_"), board))
        .collect();
    assert!(texts.len() > 500);
    same("eight", family("tiles").unwrap(), &texts);
    // The other half: two tiles have changed places.
    let swapped = |board: &String| {
        let letters = board.chars().map(|letter| match letter {
            '1' => '2',
            '2' => '1',
            other => other,
        });
        letters.collect::<String>()
    };
    let wrong: Vec<(String, String)> = texts
        .iter()
        .map(|(drawn, known)| (swapped(drawn), swapped(known)))
        .collect();
    same("eight", family("tiles").unwrap(), &wrong);
}

fn golden(pack: &str) -> Vec<String> {
    let folder = format!("{ROOT}/tests/golden/{pack}");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "in"));
    paths.sort();
    assert!(paths.len() > 5);
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn rotation_on_the_golden_boards() {
    let mut lines: Vec<String> = golden("rotation")
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| line.len() == 47)
        .collect();
    lines.sort();
    lines.dedup();
    let rotation = family("rotation").unwrap();
    // Boards that need many moves take seconds each.
    let short = |line: &String| {
        let board = boards(rotation, line).remove(0);
        length(&board).is_some_and(|length| length <= 8)
    };
    lines.retain(short);
    assert!(lines.len() > 25, "{}", lines.len());
    let texts: Vec<(String, String)> = lines.into_iter().map(|l| (l.clone(), l)).collect();
    same("rotation", rotation, &texts);
}

/// A maze with its wall slots, as the file draws it.
fn with_slots(maze: &Maze) -> String {
    let (rows, columns) = (maze.rows(), maze.columns());
    let mut cells = vec![vec!["+"; 2 * columns + 1]; 2 * rows + 1];
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
        cells[2 * row + 1][2 * column + 1] = if maze.player() == (row, column) {
            "@"
        } else {
            "."
        };
        for (d, y, x) in [
            (Compass::W, 2 * row + 1, 2 * column),
            (Compass::N, 2 * row, 2 * column + 1),
            (Compass::E, 2 * row + 1, 2 * column + 2),
            (Compass::S, 2 * row + 2, 2 * column + 1),
        ] {
            cells[y][x] = if maze.wall(row, column, d) { "x" } else { "_" };
        }
    }
    let rows: Vec<String> = cells.iter().map(|row| row.join(" ")).collect();
    rows.join("\n")
}

/// The rooms of a maze.
fn rooms() -> impl Iterator<Item = (usize, usize)> {
    (0..4).flat_map(|row| (0..6).map(move |column| (row, column)))
}

/// A 4x6 maze with walls where `wall` says so.
fn maze(player: (usize, usize), mut wall: impl FnMut(usize, usize, Compass) -> bool) -> Maze {
    let mut maze = Maze::new(4, 6, player).unwrap();
    for (row, column) in rooms() {
        for d in [Compass::W, Compass::N, Compass::E, Compass::S] {
            maze.set_wall(row, column, d, wall(row, column, d));
        }
    }
    maze
}

#[test]
fn walls_are_pushed_on_a_thousand_mazes() {
    let mut random = Random::new(7);
    let texts: Vec<(String, String)> = (0..1_000)
        .map(|number| {
            let player = (random.below(4) as usize, random.below(6) as usize);
            // Between a third and three quarters of the slots have walls.
            let maze = maze(player, |_, _, _| random.below(100) < 35 + number % 40);
            (with_slots(&maze), maze.numbers())
        })
        .collect();
    same("wall-pusher", family("wall-pusher").unwrap(), &texts);
}

#[test]
fn a_maze_from_every_start_is_the_census_of_the_built_in_one() {
    let walls = family("wall-pusher").unwrap();
    let file = drawn("wall-pusher");
    let mut random = Random::new(11);
    for _ in 0..20 {
        let first = maze((0, 0), |_, _, _| random.below(100) < 55);
        let space = walls.space_of_board(&first.numbers(), &PuzzleOptions::default());
        let known = complete(&*space.unwrap());
        let mut histogram: Vec<BigUint> = Vec::new();
        for player in rooms() {
            let from = maze(player, |row, column, d| first.wall(row, column, d));
            if let Some(length) = length(&boards(&file, &with_slots(&from))[0]) {
                histogram.resize(histogram.len().max(length + 1), 0_u8.into());
                histogram[length] += 1_u8;
            }
        }
        assert_eq!(known.positions, 24_u8.into());
        assert_eq!(known.histogram, histogram, "{}", first.numbers());
    }
}
