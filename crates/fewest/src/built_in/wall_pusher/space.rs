//! The spaces of all starts in one maze, and of all mazes of a size.

use fewest_puzzles::wall_pusher::{self, Maze, WallPusher};
use fewest_rules::{Limits, Notation, StopReason, Symmetric};
use fewest_tables::DistanceTable;
use num_bigint::BigUint;

use crate::api::{Answer, Method};
use crate::built_in::words::with_words;
use crate::general::play::{self, Draw};
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus, SpaceError,
};

/// All positions in which the player can start in one maze.
pub(super) struct MazeStarts {
    pub(super) maze: Maze,
}

impl Space for MazeStarts {
    fn size(&self) -> String {
        format!("{}x{} maze", self.maze.rows(), self.maze.columns())
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let mut distances = Vec::new();
        let (statistics, stopped) =
            wall_pusher::distances(&self.maze, limits, |distance| distances.push(distance));
        let most = distances.iter().flatten().max().copied();
        let mut histogram = vec![BigUint::ZERO; most.map_or(0, |most| most as usize + 1)];
        for distance in distances.iter().flatten() {
            histogram[*distance as usize] += 1_u8;
        }
        let outcome = match stopped {
            Some(reason) => CensusOutcome::Stopped {
                histogram,
                solved: Some(distances.len()),
                positions: None,
                reason,
            },
            None => {
                let farthest = (0..distances.len())
                    .filter(|&start| most.is_some() && distances[start] == most)
                    .take(hardest);
                CensusOutcome::Complete(SpaceCensus {
                    positions: distances.len().into(),
                    hardest: farthest
                        .map(|start| self.maze.starting_at(start).draw())
                        .collect(),
                    histogram,
                })
            }
        };
        Ok(Answer::new(
            outcome,
            statistics,
            Method::WalksFromEveryStart,
        ))
    }

    fn make(
        &self,
        _: &GenerationOptions,
        _: Option<&DistanceTable>,
        _: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        Err(SpaceError::Unfit(
            "mazes are made by size, expected e.g. 4x6".to_owned(),
        ))
    }
}

/// All mazes of one size. There are too many mazes to count, but random mazes can be made.
pub(super) struct Mazes {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Space for Mazes {
    fn size(&self) -> String {
        format!("{}x{}", self.rows, self.columns)
    }

    fn census(&self, _: usize, _: &Limits) -> Result<CensusReport, SpaceError> {
        Err(SpaceError::Unfit(
            "there are too many mazes to count; name the file of one to count its starts"
                .to_owned(),
        ))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let moves = wanted.moves.clone();
        let mut mazes = wall_pusher::make(self.rows, self.columns, moves, wanted.seed, limits);
        let made = play::draw_distinct(wanted, None, || {
            let maze = mazes.next().unwrap_or(Err(StopReason::Capacity))?;
            let drawing = maze.draw();
            let class = match wanted.distinct {
                true => self.class(&maze),
                false => drawing.clone(),
            };
            Ok(Draw::Board(class, drawing))
        })?;
        Ok(GeneratedBoards {
            // Random draws found no further maze, perhaps because there is none.
            stopped: made
                .stopped
                .filter(|&reason| reason != StopReason::Capacity),
            uniform: false,
            ..made
        })
    }
}

impl Mazes {
    /// A drawing that is equal for mazes that are reflections of each other.
    fn class(&self, maze: &Maze) -> String {
        let words = WallPusher::<1>::words_needed(self.rows, self.columns);
        with_words!(words, [32], N => {
            let (puzzle, start) = WallPusher::<N>::of(maze)?;
            Some(puzzle.draw(puzzle.canonical(start)))
        })
        .unwrap_or_else(|| maze.draw())
    }
}
