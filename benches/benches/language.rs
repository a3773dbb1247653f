//! Breadth-first search of puzzles of the language beside the same puzzles
//! written in Rust, and IDA* on sliding tiles.

use std::io;
use std::time::Instant;

use fewest::lang::compiled::{Compiled, Starts, compile};
use fewest::lang::ground::{Ground, Label};
use fewest::puzzles::flip::{self, Flip};
use fewest::puzzles::four_in_a_row::{self, FourInARow};
use fewest::puzzles::rotation::{self, Rotation};
use fewest::puzzles::tiles::{self, Tiles};
use fewest::puzzles::wall_pusher::{self, WallPusher};
use fewest::rules::{Limits, Puzzle};
use fewest_bench::{arguments, show, table};

#[allow(clippy::unwrap_used)]
#[path = "../../crates/lang/tests/grounds/mod.rs"]
mod grounds;

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
        let report = fewest::search::bfs(&Endless(puzzle), start, &limits);
        best = best.min(started.elapsed().as_secs_f64());
        expanded = report.statistics.expanded;
    }
    (expanded, expanded as f64 / best)
}

fn compiled(ground: &Ground, start: &[Label], most: u64) -> io::Result<(u64, f64)> {
    let refused = || io::Error::other("not its own start");
    Ok(
        match compile(ground, Starts::One(start)).map_err(io::Error::other)? {
            Compiled::One(p) => rate(&p, p.state(start).ok_or_else(refused)?, most),
            Compiled::Two(p) => rate(&p, p.state(start).ok_or_else(refused)?, most),
            Compiled::Four(p) => rate(&p, p.state(start).ok_or_else(refused)?, most),
            Compiled::Eight(p) => rate(&p, p.state(start).ok_or_else(refused)?, most),
        },
    )
}

/// The maze of the drawing that the language's version starts with.
fn maze() -> Option<wall_pusher::Maze> {
    let mut maze = wall_pusher::Maze::new(4, 6, (0, 0))?;
    let rows: Vec<Vec<&str>> = grounds::WALLS
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
    if wanted("flip") {
        let board = flip::read("bwwb\nbbwb\nbwwb\nbwww\n", None)
            .map_err(io::Error::other)?
            .remove(0)
            .0;
        let (puzzle, start) =
            Flip::<1>::new(&board, flip::Goal::Any).ok_or_else(|| io::Error::other("fits"))?;
        let ground = grounds::flip(4, 4, "w b");
        let labels = grounds::labels(&ground, "b w w b b b w b b w w b b w w w");
        row(
            "flip 4x4",
            rate(&puzzle, start, u64::MAX),
            compiled(&ground, &labels, u64::MAX)?,
        );
    }
    if wanted("four") {
        let start = four_in_a_row::read("OOBB BWWB BWBW WBWW")
            .map_err(io::Error::other)?
            .remove(0)
            .0;
        let ground = grounds::four();
        let mut labels = grounds::labels(&ground, "O O B B B W W B B W B W W B W W");
        labels.push(0);
        row(
            "four in a row",
            rate(&FourInARow, start, 3_000_000),
            compiled(&ground, &labels, 3_000_000)?,
        );
    }
    if wanted("rotation") {
        let text = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
        let (start, _) = rotation::read(text).map_err(io::Error::other)?.remove(0);
        let ground = grounds::rotation();
        row(
            "rotation",
            rate(&Rotation::default(), start, 1_000_000),
            compiled(&ground, &grounds::labels(&ground, text), 1_000_000)?,
        );
    }
    if wanted("wall") {
        let maze = maze().ok_or_else(|| io::Error::other("a maze"))?;
        let (puzzle, start) = WallPusher::<1>::of(&maze).ok_or_else(|| io::Error::other("fits"))?;
        let ground = grounds::wall(4, 6);
        row(
            "wall pusher",
            rate(&puzzle, start, 1_000_000),
            compiled(
                &ground,
                &grounds::labels(&ground, grounds::WALLS),
                1_000_000,
            )?,
        );
    }
    if wanted("eight") {
        let puzzle = Tiles::<u64>::new(3, 3, tiles::Goal::BlankLast).map_err(io::Error::other)?;
        let ground = grounds::tiles(3, 3);
        let (board, _) = tiles::read("8 6 7\n2 5 4\n3 0 1\n")
            .map_err(io::Error::other)?
            .remove(0);
        let start = puzzle
            .state(&board)
            .ok_or_else(|| io::Error::other("fits"))?;
        row(
            "8-puzzle",
            rate(&puzzle, start, u64::MAX),
            compiled(&ground, &[8, 6, 7, 2, 5, 4, 3, 0, 1], u64::MAX)?,
        );
    }
    show(&out);
    Ok(())
}
