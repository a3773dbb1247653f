//! The Wall Pusher in the shell.

use puzzles::wall_pusher::{self, Direction, Maze, Relaxation, Relaxed, WallPusher, relaxed, ways};
use rules::{Faults, Limits, Outcome, Report, StopReason};
use search::{Duplicates, NoPruning, Order, astar, bfs, idastar, iddfs};

use super::play;
use super::words::with_words;
use crate::algorithm::Algorithm;
use crate::shell::{
    Answer, Board, Card, Explanation, Family, Options, Read, ReadError, Replayed, Shortest, Unfit,
};

/// The Wall Pusher: UVa 10384.
pub(super) struct WallPusherFamily;

impl Family for WallPusherFamily {
    fn card(&self) -> Card {
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
        options.refuse_goal("wall-pusher")?;
        options.refuse_colours("wall-pusher")?;
        options.refuse_first("wall-pusher")?;
        let boards = wall_pusher::read(text)?
            .into_iter()
            .map(|(maze, span)| (Box::new(WallBoard { maze }) as Box<dyn Board>, span));
        Ok(boards.collect())
    }
}

struct WallBoard {
    maze: Maze,
}

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
                _ if self.words() > MOST_WORDS => "the maze is too large for a general search",
                _ => "it is not made for the Wall Pusher",
            };
            return Err(Unfit::of(algorithm, reason));
        }
        let report = with_words!(self.words(), [1, 2, 4, 8, 16, 32], N => self.search::<N>(algorithm, limits))
            .ok_or_else(|| Unfit::of(algorithm, "the maze is too large for a general search"))?;
        Ok(Answer {
            report: Report {
                outcome: report.outcome.map(|d| d.to_string()),
                statistics: report.statistics,
            },
            method: play::method(
                algorithm,
                "steps to an exit with most pushed walls forgotten",
            ),
            note: None,
        })
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
        with_words!(self.words(), [1, 2, 4, 8, 16, 32], N => {
            let (puzzle, start) = WallPusher::<N>::of(&self.maze)?;
            play::film(&puzzle, start, moves)
        })
    }

    fn letter_moves(&self) -> bool {
        true
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        with_words!(self.words(), [1, 2, 4, 8, 16, 32, 256, 2048], N => {
            WallPusher::<N>::of(&self.maze).map(|(puzzle, start)| play::replay(&puzzle, start, text))
        })
        .expect("the largest maze that can be read has 255 rows of 255 and fits 2048 words")
    }

    fn explain(&self, limits: &Limits) -> Explanation {
        let report = self.walks(limits);
        let text = match &report.outcome {
            Outcome::Solved { moves } => self.reasons(moves.len(), limits),
            _ => String::new(),
        };
        Explanation {
            answer: Answer {
                report,
                method: "walks".to_owned(),
                note: None,
            },
            text,
        }
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
        let searched = with_words!(self.words(), [1, 2, 4, 8, 16, 32], N => {
            WallPusher::<N>::of(&self.maze)
                .map(|(puzzle, start)| play::no_goal_nearer(&puzzle, start, length, limits))
        });
        format!("{bound}\n{}", searched.unwrap_or_default())
            .trim_end()
            .to_owned()
    }
}
