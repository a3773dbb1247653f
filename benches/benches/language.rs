//! Compares breadth-first search of puzzles in the drawn language with breadth-first search of the
//! same puzzles in Rust, and does the same for IDA* on sliding tiles.

mod handwritten;

use std::io;
use std::time::Instant;

use fewest_bench::{arguments, cpu_time, show, table};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, compile, with_compiled};
use fewest_lang::{Instance, read};
use fewest_puzzles::flip::{self, Flip};
use fewest_puzzles::four_in_a_row::{self, FourInARow};
use fewest_puzzles::rotation::{self, Rotation};
use fewest_puzzles::tiles::{self, Manhattan, SlideDistance, Slides, Tiles};
use fewest_puzzles::wall_pusher::{self, WallPusher};
use fewest_rules::{Contexts, Heuristic, Limits, Meter, Puzzle};
use fewest_search::{Automaton, Duplicates, Pruning, PruningLimits, bfs, idastar};

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

/// Some blocks begin in the air, so that there are many states.
const VANISH: &str = "b _ a _ b\nx _ x _ x\n_ a _ b _\n_ x _ x _\na b _ a b";

/// The limits on the sequences that the automata for IDA* compare. The limits are the same for both
/// puzzles.
const REACH: PruningLimits = PruningLimits {
    moves: 8,
    sequences: 1 << 16,
};

/// A puzzle whose goals are ignored, so that a search visits all states that can be reached.
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

    fn successors(&self, state: P::State) -> impl Iterator<Item = (P::Move, P::State)> {
        self.0.successors(state)
    }

    fn is_goal(&self, state: P::State) -> bool {
        // The goal test is made, so that its time counts, but its result is ignored.
        std::hint::black_box(self.0.is_goal(state));
        false
    }
}

/// Returns the number of states expanded and how many were expanded per second.
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

/// The board, compiled and ready to be analysed.
fn analysed(board: &Instance) -> io::Result<Compiled> {
    compile(&board.ground, Starts::One(&board.start)).map_err(io::Error::other)
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
    with_compiled!(analysed(&board)?, analysis => {
        let puzzle = analysis.puzzle();
        let start = puzzle.state(&board.start).ok_or_else(start)?;
        Ok(rate(puzzle, start, most))
    })
}

/// Finds the automaton that IDA* uses.
fn automaton<P: Contexts>(puzzle: &P) -> io::Result<Automaton<P::Move>> {
    Automaton::find(puzzle, REACH, &mut Meter::new(&Limits::default()))
        .map_err(|reason| io::Error::other(format!("{reason}")))
}

/// Solves a board by IDA*. Returns the number of nodes generated and the seconds.
fn nodes<P, H, K>(puzzle: &P, start: P::State, heuristic: &H, pruning: &K, most: u64) -> (u64, f64)
where
    P: Puzzle,
    H: Heuristic<P>,
    K: Pruning<P>,
{
    let limits = Limits {
        states: Some(most),
        ..Limits::default()
    };
    let enter = Duplicates::Enter;
    let before = cpu_time();
    let report = idastar(puzzle, start, heuristic, pruning, enter, &limits);
    let time = cpu_time() - before;
    (report.statistics.generated, time.as_secs_f64())
}

/// The nodes and the seconds of a drawn board, as the command searches it.
fn deepened(board: &Instance, most: u64) -> io::Result<(u64, f64)> {
    let missing = |what: &str| io::Error::other(format!("not found: {what}"));
    let Compiled::One(analysis) = analysed(board)? else {
        return Err(missing("states of one word"));
    };
    analysis.places().ok_or_else(|| missing("places"))?;
    let travel = analysis.travel(false).ok_or_else(|| missing("distances"))?;
    let start = analysis.puzzle().state(&board.start);
    let start = start.ok_or_else(|| missing("start"))?;
    let by_rule = analysis.by_rule();
    let rows = automaton(&by_rule)?;
    Ok(nodes(&by_rule, start, travel, &rows, most))
}

/// The maze with the same walls as the drawing from which the language's version starts.
fn maze() -> Option<wall_pusher::Maze> {
    let mut maze = wall_pusher::Maze::new(4, 6, (0, 0))?;
    let rows: Vec<Vec<&str>> = WALLS
        .lines()
        .skip(1)
        .map(|l| l.split_whitespace().collect())
        .collect();
    for (row, column) in (0..4).flat_map(|row| (0..6).map(move |column| (row, column))) {
        for (d, y, x) in [
            (wall_pusher::Compass::W, 2 * row + 1, 2 * column),
            (wall_pusher::Compass::N, 2 * row, 2 * column + 1),
            (wall_pusher::Compass::E, 2 * row + 1, 2 * column + 2),
            (wall_pusher::Compass::S, 2 * row + 2, 2 * column + 1),
        ] {
            maze.set_wall(row, column, d, rows[y][x] == "x");
        }
    }
    Some(maze)
}

/// Runs IDA* on the first of Korf's boards, alternately in Rust and in the language.
fn fifteen() -> io::Result<()> {
    let mut out = table(
        &format!(
            "IDA* with the Manhattan distance and sequences of up to {} moves compared",
            REACH.moves
        ),
        &["board", "program", "generated", "CPU s", "M/s", "ratio"],
    );
    let puzzle = Tiles::<u64>::new(4, 4, tiles::BlankGoal::BlankFirst).map_err(io::Error::other)?;
    let manhattan = Manhattan::new(&puzzle);
    let read = tiles::read(&FIFTEEN.replace('_', "0")).map_err(io::Error::other)?;
    let start = read.first().and_then(|(board, _)| puzzle.state(board));
    let start = start.ok_or_else(|| io::Error::other("16 cells fit"))?;
    let slides = Slides::new(&puzzle);
    let distance = SlideDistance::new(&slides, &manhattan);
    let rows = automaton(&puzzle)?;
    let rows = rows.relabelled(&puzzle, |blank, m| slides.slide(blank, m));
    let board = example("fifteen", FIFTEEN)?;
    for (name, most, times) in [("a tenth of it", 30_000_000, 5), ("57 moves", u64::MAX, 1)] {
        let (mut rust, mut lang) = (Vec::new(), Vec::new());
        for _ in 0..times {
            rust.push(nodes(&slides, start, &distance, &rows, most));
            lang.push(deepened(&board, most)?);
        }
        let rate = |all: &mut Vec<(u64, f64)>| {
            all.sort_by(|a, b| a.1.total_cmp(&b.1));
            let (generated, time) = all[all.len() / 2];
            (generated, time, generated as f64 / time)
        };
        let (rust, lang) = (rate(&mut rust), rate(&mut lang));
        for (program, (generated, time, rate)) in [("Rust", rust), ("language", lang)] {
            out.1.add_row([
                name.to_owned(),
                program.to_owned(),
                generated.to_string(),
                format!("{time:.2}"),
                format!("{:.1}", rate / 1e6),
                format!("{:.2}", rate / rust.2),
            ]);
        }
    }
    show(&out);
    Ok(())
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
        let puzzle = Flip::<1>::new(&board, flip::ColourGoal::Any);
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
    if wanted("vanish") {
        let start = handwritten::Vanish::state(VANISH);
        let rust = rate(&handwritten::Vanish, start, 1_000_000);
        row("vanish", rust, compiled("vanish", VANISH, 1_000_000)?);
    }
    let tile_board = |text: &str| tiles::read(&text.replace('_', "0")).map_err(io::Error::other);
    if wanted("eight") {
        let puzzle =
            Tiles::<u64>::new(3, 3, tiles::BlankGoal::BlankLast).map_err(io::Error::other)?;
        let start = puzzle.state(&tile_board(EIGHT)?.remove(0).0);
        let start = start.ok_or_else(|| io::Error::other("9 cells fit"))?;
        row(
            "8-puzzle",
            rate(&puzzle, start, all),
            compiled("eight", EIGHT, all)?,
        );
    }
    if wanted("fifteen") {
        fifteen()?;
    }
    show(&out);
    Ok(())
}
