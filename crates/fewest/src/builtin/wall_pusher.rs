//! The Wall Pusher in the shell.

use std::collections::HashSet;

use fewest_puzzles::wall_pusher::{
    self, Direction, Maze, NearestExit, Relaxation, Relaxed, WallPusher, relaxed, ways,
};
use fewest_rules::{Faults, Limits, Notation, Outcome, Report, StopReason, Symmetric};
use fewest_search::{DistanceTable, Duplicates, NoPruning, Order, astar, bfs, idastar, iddfs};

use super::play;
use super::words::with_words;
use crate::algorithm::Algorithm;
use crate::approximation::{ApproximateAnswer, How};
use crate::goal_first::goal_first;
use crate::shell::{
    Answer, Board, Card, Difficulty, Explanation, Family, Options, Read, ReadError, Replayed,
    Shortest, Unfit,
};
use crate::space::{CensusReport, Counted, Going, Made, Space, SpaceCensus, SpaceError, Wanted};

/// The Wall Pusher: UVa 10384.
pub(super) struct WallPusherFamily;

impl Family for WallPusherFamily {
    fn card(&self) -> Card<'_> {
        Card {
            name: "wall-pusher",
            summary: "walk out of a maze, pushing walls one cell ahead",
            sizes: "any size up to 255x255; the judge's is 4x6",
            notation: "the judge's numbers (start as column row, then for each cell the sum of its walls, \
                       W=1 N=2 E=4 S=8), or the maze drawn; blank lines between mazes where needed",
            moves: "W, N, E, S",
            options: "",
            example: "+--+--+\n|@    |\n+--+  +",
        }
    }

    fn read(&self, text: &str, options: &Options) -> Result<Vec<Read>, ReadError> {
        options.refuse_heuristic("wall-pusher")?;
        options.refuse_goal("wall-pusher")?;
        options.refuse_colours("wall-pusher")?;
        options.refuse_first("wall-pusher")?;
        let boards = wall_pusher::read(text)?
            .into_iter()
            .map(|(maze, span)| (goal_first(WallBoard { maze }), span));
        Ok(boards.collect())
    }

    fn space(&self, size: Option<&str>, options: &Options) -> Result<Box<dyn Space>, SpaceError> {
        options.refuse_pattern("wall-pusher")?;
        let (rows, columns) = play::size(size.unwrap_or("4x6"))?;
        if rows.max(columns) > Maze::MOST_SIDE {
            let most = Maze::MOST_SIDE;
            return Err(SpaceError::Unfit(format!(
                "a side of a maze has at most {most} cells"
            )));
        }
        Ok(Box::new(Mazes { rows, columns }))
    }

    fn space_of_board(&self, text: &str, _: &Options) -> Result<Box<dyn Space>, ReadError> {
        match wall_pusher::read(text)?.into_iter().next() {
            Some((maze, _)) => Ok(Box::new(Starts { maze })),
            None => Err(ReadError::Option("the file holds no maze".to_owned())),
        }
    }
}

struct WallBoard {
    maze: Maze,
}

const ESTIMATE: &str = "steps to an exit with most pushed walls forgotten";
const TOO_LARGE: &str = "the maze is too large for a general search";

/// The most machine words that a state may have.
const MOST_WORDS: usize = 32;

impl WallBoard {
    fn words(&self) -> usize {
        WallPusher::<1>::words_needed(self.maze.rows(), self.maze.columns())
    }

    /// Solves with a general search; `None` if the maze does not fit.
    fn search<const N: usize>(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Option<Report<Direction>> {
        let (puzzle, start) = WallPusher::<N>::of(&self.maze)?;
        let duplicates = Duplicates::default();
        Some(match algorithm {
            Algorithm::Bfs => bfs(&puzzle, start, limits),
            Algorithm::Iddfs => iddfs(&puzzle, start, &NoPruning, duplicates, limits),
            Algorithm::AStar => astar(&puzzle, start, &Relaxed, Order::Lexicographic, limits),
            Algorithm::IdaStar => idastar(&puzzle, start, &Relaxed, &NoPruning, duplicates, limits),
            _ => return None,
        })
    }

    fn walks(&self, limits: &Limits) -> Report<String> {
        let report = wall_pusher::solve(&self.maze, limits);
        Report {
            outcome: report.outcome.map(|d| d.to_string()),
            statistics: report.statistics,
        }
    }
}

impl Board for WallBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        let mut fit = vec![Algorithm::Walks];
        if self.words() <= MOST_WORDS {
            fit.extend([
                Algorithm::AStar,
                Algorithm::IdaStar,
                Algorithm::Bfs,
                Algorithm::Iddfs,
            ]);
        }
        fit
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, Unfit> {
        let algorithm = algorithm.unwrap_or(Algorithm::Walks);
        if algorithm == Algorithm::Walks {
            return Ok(Answer {
                report: self.walks(limits),
                method: "walks that enter no cell twice".to_owned(),
                note: None,
            });
        }
        if !self.algorithms().contains(&algorithm) {
            let reason = match algorithm {
                Algorithm::Bidirectional => "the positions outside the maze cannot be listed",
                _ if self.words() > MOST_WORDS => TOO_LARGE,
                _ => "it is not made for the Wall Pusher",
            };
            return Err(Unfit::of(algorithm, reason));
        }
        let report = with_words!(self.words(), [1, 4, 32], N => self.search::<N>(algorithm, limits))
            .ok_or_else(|| Unfit::of(algorithm, TOO_LARGE))?;
        Ok(Answer {
            report: Report {
                outcome: report.outcome.map(|d| d.to_string()),
                statistics: report.statistics,
            },
            method: play::method(algorithm, ESTIMATE),
            note: None,
        })
    }

    fn approximate(&self, how: How, limits: &Limits) -> Result<ApproximateAnswer, Unfit> {
        with_words!(self.words(), [1, 4, 32], N => {
            let (puzzle, start) = WallPusher::<N>::of(&self.maze)?;
            Some(play::approximate(&puzzle, start, &Relaxed, ESTIMATE, how, limits))
        })
        .ok_or_else(|| Unfit::approximate(how, TOO_LARGE))
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(Shortest<'_>),
    ) -> Result<(), StopReason> {
        match ways(&self.maze, limits) {
            Ok(ways) => visit(Shortest {
                count: ways.count().clone(),
                solutions: Box::new(
                    ways.iter()
                        .map(|way| Ok(way.iter().map(Direction::to_string).collect())),
                ),
            }),
            Err(report) => match report.outcome {
                Outcome::Stopped { reason, .. } => return Err(reason),
                _ => visit(play::none()),
            },
        }
        Ok(())
    }

    fn film(&self, moves: &[String]) -> Option<Vec<String>> {
        with_words!(self.words(), [1, 4, 32], N => {
            let (puzzle, start) = WallPusher::<N>::of(&self.maze)?;
            play::film(&puzzle, start, moves)
        })
    }

    fn letter_moves(&self) -> bool {
        true
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        with_words!(self.words(), [1, 4, 32, 2048], N => {
            WallPusher::<N>::of(&self.maze).map(|(puzzle, start)| play::replay(&puzzle, start, text))
        })
        .expect("the largest maze that can be read has 255 rows of 255 and fits 2048 words")
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, Unfit> {
        let report = self.walks(limits);
        let text = match &report.outcome {
            Outcome::Solved { moves } => self.reasons(moves.len(), limits),
            _ => String::new(),
        };
        Ok(Explanation {
            answer: Answer {
                report,
                method: "walks".to_owned(),
                note: None,
            },
            text,
        })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        with_words!(self.words(), [1, 4, 32, 2048], N => {
            let (puzzle, start) = WallPusher::<N>::of(&self.maze)?;
            Some(play::difficulty(self, &puzzle, start, &NearestExit, limits, |state| {
                let Some(maze) = puzzle.maze(state) else {
                    return Ok(true);
                };
                match wall_pusher::solve(&maze, limits).outcome {
                    Outcome::Solved { .. } => Ok(true),
                    Outcome::Unsolvable(_) => Ok(false),
                    Outcome::Stopped { reason, .. } => Err(reason),
                }
            }))
        })
        .expect("the largest maze that can be read has 255 rows of 255 and fits 2048 words")
    }
}

impl WallBoard {
    fn reasons(&self, length: usize, limits: &Limits) -> String {
        let least = match relaxed(&self.maze) {
            Relaxation::AtLeast(least) => least,
            Relaxation::NoWayOut(proof) => return proof,
        };
        let bound = format!(
            "A shortest way out never steps straight back. Even if every pushed wall but the last were\n\
             forgotten, it would take {least} {}.",
            if least == 1 { "step" } else { "steps" }
        );
        if least as usize == length {
            return format!("{bound} The solution takes no more.");
        }
        let searched = with_words!(self.words(), [1, 4, 32], N => {
            WallPusher::<N>::of(&self.maze)
                .map(|(puzzle, start)| play::no_goal_nearer(&puzzle, start, length, limits))
        });
        format!("{bound}\n{}", searched.unwrap_or_default())
            .trim_end()
            .to_owned()
    }
}

/// One maze, from every start.
struct Starts {
    maze: Maze,
}

impl Starts {
    fn from(&self, start: usize) -> String {
        let (rows, columns) = (self.maze.rows(), self.maze.columns());
        let player = (start / columns, start % columns);
        let Some(mut maze) = Maze::new(rows, columns, player) else {
            return self.maze.draw();
        };
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            for d in Direction::ALL {
                maze.set_wall(row, column, d, self.maze.wall(row, column, d));
            }
        }
        maze.draw()
    }
}

impl Space for Starts {
    fn size(&self) -> String {
        format!("{}x{} maze", self.maze.rows(), self.maze.columns())
    }

    fn census(&self, hardest: usize, going: &Going) -> Result<CensusReport, SpaceError> {
        let found = wall_pusher::distances(&self.maze, &going.limits);
        let distances = found.of_cells;
        let mut histogram: Vec<u32> = Vec::new();
        for &distance in distances.iter().flatten() {
            let distance = distance as usize;
            if distance >= histogram.len() {
                histogram.resize(distance + 1, 0);
            }
            histogram[distance] += 1;
        }
        let method = "walks that enter no cell twice, from every start".to_owned();
        if let Some(reason) = found.stopped {
            return Ok(CensusReport {
                counted: Counted::Stopped {
                    histogram: histogram.into_iter().map(Into::into).collect(),
                    solved: Some(distances.len()),
                    reason,
                },
                method,
                statistics: found.statistics,
            });
        }
        let most = histogram.len().checked_sub(1);
        let farthest = distances.iter().enumerate().filter(|(_, distance)| {
            distance.is_some() && distance.map(|distance| distance as usize) == most
        });
        Ok(CensusReport {
            counted: Counted::Complete(SpaceCensus {
                positions: distances.len().into(),
                hardest: farthest
                    .take(hardest)
                    .map(|(start, _)| self.from(start))
                    .collect(),
                histogram: histogram.into_iter().map(Into::into).collect(),
            }),
            method,
            statistics: found.statistics,
        })
    }

    fn make(&self, _: &Wanted, _: Option<&DistanceTable>, _: &Going) -> Result<Made, SpaceError> {
        Err(SpaceError::Unfit(
            "mazes are made by size, expected e.g. 4x6".to_owned(),
        ))
    }
}

/// Mazes of one size: too many to count, but they can be made.
struct Mazes {
    rows: usize,
    columns: usize,
}

impl Space for Mazes {
    fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn census(&self, _: usize, _: &Going) -> Result<CensusReport, SpaceError> {
        Err(SpaceError::Unfit(
            "there are too many mazes to count; name the file of one to count its starts"
                .to_owned(),
        ))
    }

    fn make(
        &self,
        wanted: &Wanted,
        _: Option<&DistanceTable>,
        going: &Going,
    ) -> Result<Made, SpaceError> {
        let mut boards = Vec::new();
        let mut known = HashSet::new();
        let moves = wanted.moves.clone();
        let mut stopped = None;
        for maze in wall_pusher::make(self.rows, self.columns, moves, wanted.seed, &going.limits) {
            if boards.len() == wanted.count {
                break;
            }
            let maze = match maze {
                Ok(maze) => maze,
                // No further maze was found; there may be none.
                Err(StopReason::Capacity) => break,
                Err(reason) => {
                    stopped = Some(reason);
                    break;
                }
            };
            if !wanted.distinct || known.insert(self.class(&maze)) {
                boards.push(maze.draw());
            }
        }
        Ok(Made {
            boards,
            stopped,
            uniform: false,
        })
    }
}

impl Mazes {
    /// The same drawing for mazes that are reflections of each other.
    fn class(&self, maze: &Maze) -> String {
        let words = WallPusher::<1>::words_needed(self.rows, self.columns);
        with_words!(words, [1, 4, 32], N => {
            let (puzzle, start) = WallPusher::<N>::of(maze)?;
            Some(puzzle.draw(puzzle.canonical(start)))
        })
        .unwrap_or_else(|| maze.draw())
    }
}
