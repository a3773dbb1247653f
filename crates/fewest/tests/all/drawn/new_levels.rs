//! New levels, made of what a file names with `place`.

use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;

use fewest::Family;
use fewest::drawn::Drawn;
use fewest::{GenerationOptions, PuzzleOptions, Scope};
use fewest_rules::Limits;

use crate::drawn::{boards, length};

/// Crates in a row: few enough levels to list them all.
const ROW: &str = "
puzzle row
symbols '#' _ $ @
draw . = _ on goal
draw * = $ on goal
draw + = @ on goal
move walk(dir: left right)
  [@ | _]     -> [_ | @]
  [@ | $ | _] -> [_ | @ | $]
goal on goal $
region inside = r1c2..r1c7
place among _ on inside
  @ = 1
  $ . = 2..3
  # = 0..1
start
  # . * @ _ _ _ #
";

fn levels() -> PuzzleOptions {
    PuzzleOptions {
        levels: true,
        ..PuzzleOptions::default()
    }
}

fn read(text: &str) -> Drawn {
    Drawn::read("levels.fewest", text).unwrap().0
}

fn made(puzzle: &Drawn, wanted: &GenerationOptions, threads: usize) -> Vec<String> {
    let space = puzzle.space(None, &levels()).unwrap();
    assert_eq!(space.scope(), Scope::Levels);
    let limits = Limits {
        threads: NonZeroUsize::new(threads),
        ..Limits::default()
    };
    space.make(wanted, None, &limits).unwrap().boards
}

fn wanted(moves: std::ops::RangeInclusive<u32>, count: usize) -> GenerationOptions {
    GenerationOptions {
        count,
        seed: 7,
        ..GenerationOptions::of_length(moves)
    }
}

/// Every row of eight cells that fits the lines of `ROW`, and its fewest moves by the default
/// method.
fn all_rows(puzzle: &Drawn) -> HashMap<String, usize> {
    let mut rows = vec![String::new()];
    for _ in 0..6 {
        let longer = rows
            .iter()
            .flat_map(|row| ["#", "_", "$", "@", "."].map(|c| row.clone() + c));
        rows = longer.collect();
    }
    let count = |row: &str, words: &str| row.chars().filter(|&c| words.contains(c)).count();
    rows.retain(|row| {
        count(row, "@") == 1 && (2..=3).contains(&count(row, "$.")) && count(row, "#") <= 1
    });
    let solved = rows.iter().filter_map(|row| {
        let drawing: Vec<String> = format!("#{row}#").chars().map(String::from).collect();
        let drawing = drawing.join(" ");
        let moves = length(&boards(puzzle, &drawing)[0])?;
        Some((drawing, moves))
    });
    solved.collect()
}

#[test]
fn levels_are_those_that_a_list_of_all_has() {
    let puzzle = read(ROW);
    let all = all_rows(&puzzle);
    for moves in 2..=6 {
        let made = made(&puzzle, &wanted(moves..=moves, 3), 1);
        let moves = moves as usize;
        let exists = all.values().any(|&length| length == moves);
        assert!(!exists || !made.is_empty(), "{moves} moves");
        for level in made {
            // The hardest position of a level may have a box on a goal, which no level begins with.
            let plain = !level.contains(['*', '+']);
            assert!(!plain || all.get(&level) == Some(&moves), "{level}");
            assert_eq!(length(&boards(&puzzle, &level)[0]), Some(moves), "{level}");
        }
    }
}

#[test]
fn the_seed_determines_the_levels_whatever_the_threads() {
    let puzzle = read(ROW);
    let wanted = wanted(3..=u32::MAX, 6);
    let one = made(&puzzle, &wanted, 1);
    assert_eq!(one, made(&puzzle, &wanted, 1));
    let set = |levels: Vec<String>| levels.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(set(one), set(made(&puzzle, &wanted, 3)));
}

/// The shortest come first.
#[test]
fn levels_are_ordered_by_difficulty() {
    let puzzle = read(ROW);
    let levels = made(&puzzle, &wanted(1..=9, 12), 1);
    let moves: Vec<usize> = levels
        .iter()
        .map(|level| length(&boards(&puzzle, level)[0]).unwrap())
        .collect();
    assert!(moves.is_sorted(), "{moves:?}");
}

#[test]
fn what_cannot_be_made_is_not_made_and_ends() {
    let puzzle = read(ROW);
    assert!(made(&puzzle, &wanted(1000..=2000, 1), 1).is_empty());
}

#[test]
fn pieces_lie_where_they_may() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/puzzles/rush-hour.fewest"
    ));
    let puzzle = read(&text.unwrap());
    for level in made(&puzzle, &wanted(8..=u32::MAX, 3), 2) {
        let rows: Vec<Vec<&str>> = level.lines().map(|row| row.split(' ').collect()).collect();
        let mut cells: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
        for (r, row) in rows.iter().enumerate() {
            for (c, word) in row.iter().enumerate() {
                cells.entry(word).or_default().push((r, c));
            }
        }
        cells.remove(".");
        let red = cells.remove("A").unwrap();
        assert_eq!(red.len(), 2, "{level}");
        assert!(red.iter().all(|&(r, _)| r == 2), "{level}");
        assert!((9..=12).contains(&cells.len()), "{level}");
        for car in cells.values() {
            let row = car.iter().all(|&(r, _)| r == car[0].0);
            let column = car.iter().all(|&(_, c)| c == car[0].1);
            assert!((2..=3).contains(&car.len()) && row != column, "{level}");
        }
        assert!(length(&boards(&puzzle, &level)[0]) >= Some(8), "{level}");
    }
}

#[test]
fn mirrored_levels_are_their_own_mirror_images() {
    let text = "
puzzle lamps
symbols . w b
board 4x5
move press(cell) [w] -> [b]
goal none w
place among b mirrored
  w = 5..9
start
  b b b b b
  b b b b b
  b b b b b
  b b b b b
";
    let puzzle = read(text);
    for level in made(&puzzle, &wanted(6..=9, 4), 1) {
        for row in level.lines() {
            let back: String = row.chars().rev().collect();
            assert_eq!(row, back, "{level}");
        }
    }
}

#[test]
fn a_file_without_parts_says_so() {
    let klotski = crate::drawn::drawn("klotski");
    let error = klotski.space(None, &levels()).err().unwrap();
    assert!(error.to_string().contains("'place'"), "{error}");
}
