//! Sliding tiles in the shell.

mod board;
mod bounds;
mod patterns;
mod searching;
mod space;

use std::fmt::Display;
use std::sync::Arc;

use fewest_puzzles::tiles::{self, Goal, Tiles};
use fewest_search::{TableKey, Undirected};
use num_bigint::BigUint;

use self::board::TilesBoard;
use self::bounds::Bounds;
use self::patterns::PatternTables;
use self::space::TilesSpace;
use super::play;
use super::ranked_space::RankedSpace;
use crate::api::{Family, OptionName, PlacedBoard, PuzzleInfo, PuzzleOptions, ReadError};
use crate::goal_first::goal_first;
use crate::space::{Space, SpaceError};

/// Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle.
pub(super) struct TilesFamily;

/// The options that the puzzle accepts.
const ACCEPTS: &[OptionName] = &[OptionName::Heuristic, OptionName::Goal, OptionName::Pattern];

impl Family for TilesFamily {
    fn info(&self) -> PuzzleInfo<'_> {
        PuzzleInfo {
            name: "tiles",
            summary: "slide tiles into the blank until they are in order",
            sizes: "any m x n of up to 64 cells; half of all boards are impossible",
            notation: "rows of numbers, 0 or _ for the blank; blank lines between boards, or a square \
                       board a line",
            moves: "U, L, R, D: where the blank goes",
            options: "--goal blank-last|blank-first, --heuristic NAME",
            example: "1 2 3\n4 5 6\n_ 7 8",
            accepts: ACCEPTS,
        }
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let goal = goal(options)?;
        let bounds = Arc::new(Bounds::new(options)?);
        let boards = tiles::read(text)?.into_iter().map(|(board, span)| {
            let bounds = Arc::clone(&bounds);
            let board = TilesBoard {
                board,
                goal,
                bounds,
            };
            (goal_first(board), span)
        });
        Ok(boards.collect())
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        let unfit = |error: &dyn Display| SpaceError::Unfit(error.to_string());
        let goal = goal(options).map_err(|error| unfit(&error))?;
        if let Some(name) = &options.pattern {
            let size = play::size(size.unwrap_or("4x4"))?;
            return Ok(Box::new(PatternTables::new(size, goal, name)?));
        }
        let (rows, columns) = play::size(size.unwrap_or("3x3"))?;
        let puzzle = Tiles::<u64>::new(rows, columns, goal).map_err(|error| unfit(&error))?;
        let first = match goal {
            Goal::BlankLast => "blank-last",
            Goal::BlankFirst => "blank-first",
        };
        let all = (1..=(rows * columns) as u64).fold(BigUint::from(1_u8), |product, n| product * n);
        let counted = 0..fewest_rules::Ranked::size(&puzzle);
        Ok(Box::new(TilesSpace {
            ranked: RankedSpace {
                direction: Undirected,
                size: format!("{rows}x{columns}"),
                key: TableKey {
                    puzzle: "tiles".to_owned(),
                    parameters: format!("{rows}x{columns} {first}"),
                },
                unranked: all - BigUint::from(counted.end),
                counted,
                puzzle,
            },
        }))
    }
}

fn goal(options: &PuzzleOptions) -> Result<Goal, ReadError> {
    match options.goal.as_deref() {
        None | Some("blank-last") => Ok(Goal::BlankLast),
        Some("blank-first") => Ok(Goal::BlankFirst),
        Some(other) => Err(ReadError::Option(format!(
            "tiles has no goal '{other}', expected blank-last or blank-first"
        ))),
    }
}
