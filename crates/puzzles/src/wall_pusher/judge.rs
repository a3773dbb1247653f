//! The judge of UVa 10384, "The Wall Pushers".

use fewest_rules::{Faults, Limits, Meter, Puzzle};

use crate::judge::{Judge, Taken};
use crate::numbers::NumberReader;

use super::maze::{Compass, Maze};
use super::numbered::{CONTEST, MazeCase, case};
use super::puzzle::WallPusher;
use super::walks::{self, WalkResult};

/// A case is the column and the row of the player, then 24 cells. The answer is the first of the
/// shortest paths in the order W, N, E, S, or `Impossible`. The line `0 0` or the end of the text
/// ends the input.
#[derive(Debug, Clone, Default)]
pub struct Uva10384 {
    solver: walks::WalkSolver,
    /// The puzzle of the contest's mazes, which replays the ways.
    rules: Option<WallPusher<1>>,
}

/// Whether the steps are legal and lead out of the maze, and not before the last one. `rules` keeps
/// the puzzle of mazes of this size.
fn leads_out(rules: &mut Option<WallPusher<1>>, maze: &Maze, way: &[Compass]) -> bool {
    if rules.is_none() {
        *rules = WallPusher::new(maze.rows(), maze.columns());
    }
    let Some(rules) = rules else {
        return false;
    };
    let mut state = rules.state_of(maze);
    for &step in way {
        // No step is legal outside the maze.
        if !rules.is_legal(state, step) {
            return false;
        }
        state = rules.apply(state, step);
    }
    rules.is_goal(state)
}

impl Judge for Uva10384 {
    fn name(&self) -> &'static str {
        "uva-10384"
    }

    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults> {
        let unlimited = Limits::default();
        let mut numbers = NumberReader::new(input, end);
        let mut taken = Taken::default();
        loop {
            numbers.skip_blanks();
            taken.bytes = numbers.position();
            match case(&mut numbers, CONTEST)? {
                MazeCase::Maze(maze) => {
                    let mut meter = Meter::new(&unlimited);
                    match self.solver.shortest(&maze, &mut meter) {
                        Ok(WalkResult::Way(way)) => {
                            if !leads_out(&mut self.rules, &maze, way) {
                                taken.refuted =
                                    Some(way.iter().map(|step| step.letter()).collect());
                                return Ok(taken);
                            }
                            out.extend(way.iter().map(|d| d.letter() as u8));
                        }
                        Ok(_) => out.extend_from_slice(b"Impossible"),
                        Err(_) => {
                            unreachable!("the contest's mazes are small, and there is no limit")
                        }
                    }
                    out.push(b'\n');
                    taken.cases += 1;
                }
                MazeCase::Finish => {
                    taken.bytes = numbers.position();
                    taken.finished = true;
                    return Ok(taken);
                }
                MazeCase::End | MazeCase::More => return Ok(taken),
            }
        }
    }
}
