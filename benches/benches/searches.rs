//! Compares breadth-first search over a hash set with crates that people would use instead, on the
//! same puzzles with the same rules.
//!
//! Every competitor visits all states that can be reached from a start, in its own process, so that
//! its peak memory is measured alone.

use std::io;
use std::process::Command;
use std::time::Instant;

use fewest_bench::{arguments, peak_memory, show, table};
use fewest_puzzles::flip::{self, Flip};
use fewest_puzzles::four_in_a_row::{self, FourInARow};
use fewest_puzzles::rotation::{LineTurn, Mask};
use fewest_puzzles::tiles::{self, Tiles};
use fewest_rules::{Goals, Limits, Outcome, Proof, Puzzle};
use stateright::{Checker, Model, Property};

const RUNS: usize = 3;
const PUZZLES: [&str; 4] = ["flip-5x5", "four-in-a-row", "rotation-masks", "tiles-2x5"];
const COMPETITORS: [&str; 4] = [
    "fewest bfs",
    "pathfinding bfs",
    "pathfinding bfs_reach",
    "stateright bfs",
];

fn main() -> io::Result<()> {
    let arguments = arguments();
    if let [child, puzzle, competitor] = arguments.as_slice()
        && child == "child"
    {
        return run_child(puzzle, competitor);
    }
    let wanted = |name: &str| {
        arguments.is_empty() || arguments.iter().any(|word| name.contains(word.as_str()))
    };
    if !wanted("searches") {
        return Ok(());
    }
    for puzzle in PUZZLES {
        let mut out = table(
            &format!("breadth-first search of everything, {puzzle}"),
            &[
                "program",
                "states",
                "states/s",
                "bytes/state",
                "speed",
                "memory",
            ],
        );
        let mut results = vec![Vec::new(); COMPETITORS.len()];
        for _ in 0..RUNS {
            for (competitor, results) in COMPETITORS.iter().zip(&mut results) {
                results.push(measure(puzzle, competitor)?);
            }
        }
        let best: Vec<Measured> = results.iter().filter_map(|runs| middle(runs)).collect();
        let (base_rate, base_bytes) = (best[0].rate(), best[0].bytes_a_state());
        for (competitor, m) in COMPETITORS.iter().zip(&best) {
            out.1.add_row([
                (*competitor).to_owned(),
                m.states.to_string(),
                format!("{:.2} M", m.rate() / 1e6),
                format!("{:.1}", m.bytes_a_state()),
                format!("1/{:.1}", base_rate / m.rate()),
                format!("×{:.1}", m.bytes_a_state() / base_bytes),
            ]);
        }
        show(&out);
    }
    Ok(())
}

#[derive(Debug, Clone, Copy)]
struct Measured {
    states: u64,
    seconds: f64,
    bytes: u64,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.states as f64 / self.seconds
    }

    fn bytes_a_state(&self) -> f64 {
        self.bytes as f64 / self.states as f64
    }
}

fn middle(runs: &[Measured]) -> Option<Measured> {
    let mut runs = runs.to_vec();
    runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    runs.get(runs.len() / 2).copied()
}

fn measure(puzzle: &str, competitor: &str) -> io::Result<Measured> {
    let output = Command::new(std::env::current_exe()?)
        .args(["child", puzzle, competitor])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let fields: Vec<&str> = text.split_whitespace().collect();
    let parsed = match fields.as_slice() {
        [states, seconds, bytes] => states
            .parse()
            .ok()
            .zip(seconds.parse().ok())
            .zip(bytes.parse().ok()),
        _ => None,
    };
    let ((states, seconds), bytes) = parsed.ok_or_else(|| {
        io::Error::other(format!(
            "{competitor} on {puzzle}: {}",
            String::from_utf8_lossy(&output.stderr)
        ))
    })?;
    Ok(Measured {
        states,
        seconds,
        bytes,
    })
}

fn run_child(puzzle: &str, competitor: &str) -> io::Result<()> {
    match puzzle {
        "flip-5x5" => {
            let board = flip::read(
                "bwwww wwwww wwwww wwwww wwwww".replace(' ', "\n").as_str(),
                None,
            )
            .map_err(io::Error::other)?
            .remove(0)
            .0;
            let (puzzle, start) = Flip::<1>::new(&board, flip::ColourGoal::Any)
                .ok_or_else(|| io::Error::other("5x5 fits one word"))?;
            compete(puzzle, start, competitor)
        }
        "four-in-a-row" => {
            let start = four_in_a_row::read("OOBB BWWB BWBW WBWW")
                .map_err(io::Error::other)?
                .remove(0)
                .0;
            compete(FourInARow, start, competitor)
        }
        "tiles-2x5" => {
            let puzzle =
                Tiles::<u64>::new(2, 5, tiles::BlankGoal::BlankLast).map_err(io::Error::other)?;
            let start = puzzle.goals().next();
            let start = start.ok_or_else(|| io::Error::other("tiles have a goal"))?;
            compete(puzzle, start, competitor)
        }
        "rotation-masks" => compete(Masks, Mask::CENTRE, competitor),
        other => Err(io::Error::other(format!("no puzzle {other}"))),
    }
}

/// The Rotation Game with the cells of one digit alone.
#[derive(Clone)]
struct Masks;

impl Puzzle for Masks {
    type State = Mask;
    type Move = LineTurn;

    fn moves(&self, _: Mask) -> impl Iterator<Item = LineTurn> {
        LineTurn::ALL.into_iter()
    }

    fn apply(&self, state: Mask, m: LineTurn) -> Mask {
        state.turned(m)
    }

    fn is_goal(&self, state: Mask) -> bool {
        state == Mask::CENTRE
    }
}

fn compete<P>(puzzle: P, start: P::State, competitor: &str) -> io::Result<()>
where
    P: Puzzle + Clone + Send + Sync + 'static,
    P::State: Send + Sync,
    P::Move: Send + Sync,
{
    let before = peak_memory();
    let started = Instant::now();
    let successors = |&state: &P::State| {
        let after: Vec<P::State> = puzzle
            .moves(state)
            .map(|m| puzzle.apply(state, m))
            .collect();
        after
    };
    let states = match competitor {
        "fewest bfs" => {
            let report = fewest_search::bfs(&Endless(&puzzle), start, &Limits::default());
            match report.outcome {
                Outcome::Unsolvable(Proof::Exhausted { reached }) => reached,
                other => return Err(io::Error::other(format!("{other:?}"))),
            }
        }
        "pathfinding bfs" => {
            let mut expanded = 0;
            pathfinding::prelude::bfs(
                &start,
                |state| {
                    expanded += 1;
                    successors(state)
                },
                |_| false,
            );
            expanded
        }
        "pathfinding bfs_reach" => {
            pathfinding::prelude::bfs_reach(start, successors).count() as u64
        }
        "stateright bfs" => {
            let model = Checked {
                puzzle: puzzle.clone(),
                start,
            };
            model.checker().spawn_bfs().join().unique_state_count() as u64
        }
        other => return Err(io::Error::other(format!("no competitor {other}"))),
    };
    let seconds = started.elapsed().as_secs_f64();
    println!("{states} {seconds} {}", peak_memory() - before);
    Ok(())
}

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

    fn is_goal(&self, _: P::State) -> bool {
        false
    }
}

/// A puzzle as a model for the model checker `stateright`.
struct Checked<P: Puzzle> {
    puzzle: P,
    start: P::State,
}

impl<P> Model for Checked<P>
where
    P: Puzzle + Send + Sync + 'static,
    P::State: Send + Sync,
    P::Move: Send + Sync,
{
    type State = P::State;
    type Action = P::Move;

    fn init_states(&self) -> Vec<P::State> {
        vec![self.start]
    }

    fn actions(&self, state: &P::State, actions: &mut Vec<P::Move>) {
        actions.extend(self.puzzle.moves(*state));
    }

    fn next_state(&self, state: &P::State, action: P::Move) -> Option<P::State> {
        Some(self.puzzle.apply(*state, action))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("goes on", |_, _| true)]
    }
}
