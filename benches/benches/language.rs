//! Breadth-first search of puzzles of the language beside the same puzzles
//! written in Rust, and IDA* on sliding tiles.

use std::io;
use std::time::Instant;

use fewest::lang::compiled::{Compiled, Packed, Starts, compile};
use fewest::lang::found::{Inverses, Travel, With, inverse_rules};
use fewest::lang::{Instance, read};
use fewest::puzzles::flip::{self, Flip};
use fewest::puzzles::four_in_a_row::{self, FourInARow};
use fewest::puzzles::rotation::{self, Rotation};
use fewest::puzzles::tiles::{self, Manhattan, Tiles};
use fewest::puzzles::wall_pusher::{self, WallPusher};
use fewest::rules::{Heuristic, Invertible, Limits, Puzzle};
use fewest::search::{Duplicates, InversePruning, bfs, idastar};
use fewest_bench::{arguments, show, table};

const FLIP: &str = "b w w b\nb b w b\nb w w b\nb w w w";
const FOUR: &str = "O O B B\nB W W B\nB W B W\nW B W W";
const ROTATION: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
const EIGHT: &str = "8 6 7\n2 5 4\n3 _ 1";
/// The first of R. E. Korf's hundred instances.
const FIFTEEN: &str = "14 13 15 7\n11 12 9 5\n6 _ 2 1\n4 8 10 3";
const WALLS: &str = "
  + x + x + x + x + x + x +
  x @ x . _ . x . _ . _ . x
  + x + _ + _ + x + _ + x +
  x . _ . x . _ . x . _ . x
  + _ + x + _ + _ + x + _ +
  x . _ . x . x . _ . x . _
  + x + _ + x + _ + x + _ +
  x . _ . _ . _ . x . _ . x
  + x + x + x + x + x + x +";

/// A puzzle without goals: a search goes over all that can be reached.
struct Endless<'a, P>(&'a P);

impl<P: Puzzle> Puzzle for Endless<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn moves(&self, state: P::State) -> impl Iterator<Item = P::Move> {
        self.0.moves(state)
    }

    fn apply(&self, state: P::State, m: P::Move) -> P::State {
        self.0.apply(state, m)
    }

    fn is_goal(&self, state: P::State) -> bool {
        // Asked, so that its cost counts, but never believed.
        std::hint::black_box(self.0.is_goal(state));
        false
    }
}

/// States expanded a second, and how many in all.
fn rate<P: Puzzle>(puzzle: &P, start: P::State, most: u64) -> (u64, f64) {
    let limits = Limits {
        states: Some(most),
        ..Limits::default()
    };
    let mut best = f64::INFINITY;
    let mut expanded = 0;
    for _ in 0..5 {
        let started = Instant::now();
        let report = bfs(&Endless(puzzle), start, &limits);
        best = best.min(started.elapsed().as_secs_f64());
        expanded = report.statistics.expanded;
    }
    (expanded, expanded as f64 / best)
}

/// Calls a generic function with a compiled puzzle, whatever its size.
macro_rules! with_packed {
    ($instance:expr, $puzzle:ident => $value:expr) => {
        match compile(&$instance.ground, Starts::One(&$instance.start)).map_err(io::Error::other)? {
            Compiled::One($puzzle) => $value,
            Compiled::Two($puzzle) => $value,
            Compiled::Four($puzzle) => $value,
            Compiled::Eight($puzzle) => $value,
        }
    };
}

/// A board of one of the example files.
fn example(name: &str, board: &str) -> io::Result<Instance> {
    let path = format!(
        "{}/../examples/puzzles/{name}.fewest",
        env!("CARGO_MANIFEST_DIR")
    );
    let wrong = |what: &dyn std::fmt::Debug| io::Error::other(format!("{name}: {what:?}"));
    let (file, _) = read(&std::fs::read_to_string(path)?).map_err(|faults| wrong(&faults))?;
    let boards = file.boards(board).map_err(|faults| wrong(&faults))?;
    let first = boards.into_iter().next();
    first
        .map(|(board, _)| board)
        .ok_or_else(|| wrong(&"no board"))
}

fn compiled(name: &str, board: &str, most: u64) -> io::Result<(u64, f64)> {
    let board = example(name, board)?;
    let start = || io::Error::other("the start is no state");
    with_packed!(board, p => Ok(rate(&p, p.state(&board.start).ok_or_else(start)?, most)))
}

/// Nodes generated a second by IDA*.
fn nodes<P, H>(puzzle: &P, start: P::State, heuristic: &H) -> (u64, f64)
where
    P: Invertible,
    H: Heuristic<P>,
{
    let limits = Limits {
        states: Some(30_000_000),
        ..Limits::default()
    };
    let mut best = f64::INFINITY;
    let mut generated = 0;
    for _ in 0..3 {
        let started = Instant::now();
        let report = idastar(
            puzzle,
            start,
            heuristic,
            &InversePruning,
            Duplicates::Enter,
            fewest::search::NodeOrder::Moves,
            &limits,
        );
        best = best.min(started.elapsed().as_secs_f64());
        generated = report.statistics.generated;
    }
    (generated, generated as f64 / best)
}

fn deepened<const N: usize>(puzzle: &Packed<N>, board: &Instance) -> io::Result<(u64, f64)> {
    let missing = |what: &str| io::Error::other(format!("not found: {what}"));
    let inverses = inverse_rules(puzzle.special());
    let inverses = inverses.and_then(|inverses| Inverses::new(puzzle, &inverses));
    let inverses = inverses.ok_or_else(|| missing("inverses"))?;
    let travel = Travel::new(puzzle).ok_or_else(|| missing("distances"))?;
    let with = With {
        puzzle,
        back: &inverses,
        goals: (),
        ranking: (),
        symmetries: (),
        orders: (),
    };
    let start = puzzle.state(&board.start).ok_or_else(|| missing("start"))?;
    Ok(nodes(&with, start, &travel))
}

/// The maze of the drawing that the language's version starts with.
fn maze() -> Option<wall_pusher::Maze> {
    let mut maze = wall_pusher::Maze::new(4, 6, (0, 0))?;
    let rows: Vec<Vec<&str>> = WALLS
        .lines()
        .skip(1)
        .map(|l| l.split_whitespace().collect())
        .collect();
    for (row, column) in (0..4).flat_map(|row| (0..6).map(move |column| (row, column))) {
        for (d, y, x) in [
            (wall_pusher::Direction::W, 2 * row + 1, 2 * column),
            (wall_pusher::Direction::N, 2 * row, 2 * column + 1),
            (wall_pusher::Direction::E, 2 * row + 1, 2 * column + 2),
            (wall_pusher::Direction::S, 2 * row + 2, 2 * column + 1),
        ] {
            maze.set_wall(row, column, d, rows[y][x] == "x");
        }
    }
    Some(maze)
}

fn main() -> io::Result<()> {
    let arguments = arguments();
    let wanted = |name: &str| arguments.is_empty() || arguments.iter().any(|a| name.contains(a));
    let mut out = table(
        "breadth-first search, the language beside Rust",
        &["puzzle", "states", "Rust/s", "language/s", "ratio"],
    );
    let mut row = |name: &str, rust: (u64, f64), lang: (u64, f64)| {
        out.1.add_row([
            name.to_owned(),
            format!("{} {}", rust.0, lang.0),
            format!("{:.2} M", rust.1 / 1e6),
            format!("{:.2} M", lang.1 / 1e6),
            format!("{:.2}", lang.1 / rust.1),
        ]);
    };
    let all = u64::MAX;
    if wanted("flip") {
        let board = flip::read(&FLIP.replace(' ', ""), None)
            .map_err(io::Error::other)?
            .remove(0)
            .0;
        let puzzle = Flip::<1>::new(&board, flip::Goal::Any);
        let (puzzle, start) = puzzle.ok_or_else(|| io::Error::other("16 cells fit"))?;
        row(
            "flip 4x4",
            rate(&puzzle, start, all),
            compiled("flip", FLIP, all)?,
        );
    }
    if wanted("four") {
        let read = four_in_a_row::read(&FOUR.replace(' ', ""));
        let start = read.map_err(io::Error::other)?.remove(0).0;
        row(
            "four in a row",
            rate(&FourInARow, start, all),
            compiled("four-in-a-row", FOUR, all)?,
        );
    }
    if wanted("rotation") {
        let (start, _) = rotation::read(ROTATION)
            .map_err(io::Error::other)?
            .remove(0);
        let rust = rate(&Rotation::default(), start, 1_000_000);
        row("rotation", rust, compiled("rotation", ROTATION, 1_000_000)?);
    }
    if wanted("wall") {
        let maze = maze().ok_or_else(|| io::Error::other("a maze"))?;
        let puzzle = WallPusher::<1>::of(&maze);
        let (puzzle, start) = puzzle.ok_or_else(|| io::Error::other("24 rooms fit"))?;
        let rust = rate(&puzzle, start, 1_000_000);
        row(
            "wall pusher",
            rust,
            compiled("wall-pusher", WALLS, 1_000_000)?,
        );
    }
    let tile_board = |text: &str| tiles::read(&text.replace('_', "0")).map_err(io::Error::other);
    if wanted("eight") {
        let puzzle = Tiles::<u64>::new(3, 3, tiles::Goal::BlankLast).map_err(io::Error::other)?;
        let start = puzzle.state(&tile_board(EIGHT)?.remove(0).0);
        let start = start.ok_or_else(|| io::Error::other("9 cells fit"))?;
        row(
            "8-puzzle",
            rate(&puzzle, start, all),
            compiled("eight", EIGHT, all)?,
        );
    }
    if wanted("fifteen") {
        let puzzle = Tiles::<u64>::new(4, 4, tiles::Goal::BlankFirst).map_err(io::Error::other)?;
        let start = puzzle.state(&tile_board(FIFTEEN)?.remove(0).0);
        let start = start.ok_or_else(|| io::Error::other("16 cells fit"))?;
        let rust = nodes(&puzzle, start, &Manhattan::new(&puzzle));
        let board = example("fifteen", FIFTEEN)?;
        let lang = with_packed!(board, p => deepened(&p, &board)?);
        row("15-puzzle, IDA*", rust, lang);
    }
    show(&out);
    Ok(())
}
