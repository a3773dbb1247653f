//! The spaces of all starts in one maze, and of all mazes of a size.

use std::collections::HashSet;

use fewest_puzzles::wall_pusher::{self, Compass, Maze, WallPusher};
use fewest_rules::{Limits, Notation, StopReason, Symmetric};
use fewest_tables::DistanceTable;

use crate::api::{Answer, Method};
use crate::built_in::words::with_words;
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus, SpaceError,
};

/// All positions in which the player can start in one maze.
pub(super) struct MazeStarts {
    pub(super) maze: Maze,
}

impl MazeStarts {
    fn from(&self, start: usize) -> String {
        let (rows, columns) = (self.maze.rows(), self.maze.columns());
        let player = (start / columns, start % columns);
        let Some(mut maze) = Maze::new(rows, columns, player) else {
            return self.maze.draw();
        };
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            for d in Compass::ALL {
                maze.set_wall(row, column, d, self.maze.wall(row, column, d));
            }
        }
        maze.draw()
    }
}

impl Space for MazeStarts {
    fn size(&self) -> String {
        format!("{}x{} maze", self.maze.rows(), self.maze.columns())
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let found = wall_pusher::distances(&self.maze, limits);
        let distances = found.of_cells;
        let mut histogram: Vec<u32> = Vec::new();
        for &distance in distances.iter().flatten() {
            let distance = distance as usize;
            if distance >= histogram.len() {
                histogram.resize(distance + 1, 0);
            }
            histogram[distance] += 1;
        }
        let method = Method::WalksFromEveryStart;
        if let Some(reason) = found.stopped {
            return Ok(Answer::new(
                CensusOutcome::Stopped {
                    histogram: histogram.into_iter().map(Into::into).collect(),
                    solved: Some(distances.len()),
                    positions: None,
                    reason,
                },
                found.statistics,
                method,
            ));
        }
        let most = histogram.len().checked_sub(1);
        let farthest = distances.iter().enumerate().filter(|(_, distance)| {
            distance.is_some() && distance.map(|distance| distance as usize) == most
        });
        Ok(Answer::new(
            CensusOutcome::Complete(SpaceCensus {
                positions: distances.len().into(),
                hardest: farthest
                    .take(hardest)
                    .map(|(start, _)| self.from(start))
                    .collect(),
                histogram: histogram.into_iter().map(Into::into).collect(),
            }),
            found.statistics,
            method,
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
        let mut boards = Vec::new();
        let mut known = HashSet::new();
        let moves = wanted.moves.clone();
        let mut stopped = None;
        for maze in wall_pusher::make(self.rows, self.columns, moves, wanted.seed, limits) {
            if boards.len() == wanted.count {
                break;
            }
            let maze = match maze {
                Ok(maze) => maze,
                // Random draws found no further maze, perhaps because there is none.
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
        Ok(GeneratedBoards {
            boards,
            stopped,
            uniform: false,
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
