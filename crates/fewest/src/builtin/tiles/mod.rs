//! Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle.

mod board;
mod bounds;
mod lists;
mod patterns;
mod searching;
mod space;

use std::sync::Arc;

use fewest_puzzles::tiles::{BlankGoal, Tiles};
use fewest_search::Undirected;
use num_bigint::BigUint;

use self::board::TilesBoard;
use self::bounds::Bounds;
use self::patterns::PatternTables;
use self::space::TilesSpace;
use super::board::{AllBoards, BuiltInFamily, ReadBoards};
use super::play;
use super::ranked_space::RankedSpace;
use crate::api::{OptionName, PuzzleInfo, PuzzleOptions, ReadError};
use crate::space::SpaceError;

pub(super) struct TilesGame;

impl BuiltInFamily for TilesGame {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "tiles",
        summary: "slide tiles into the blank until they are in order",
        sizes: "any m x n of up to 64 cells; half of all boards are impossible",
        notation: "rows of numbers, 0 or _ for the blank; blank lines between boards, or a square \
                   board a line",
        moves: "U, L, R, D: where the blank goes",
        options: "--goal blank-last|blank-first, --heuristic NAME",
        accepts: &[OptionName::Heuristic, OptionName::Goal, OptionName::Pattern],
        example: "1 2 3\n4 5 6\n_ 7 8",
    };
    type Board = TilesBoard;

    fn boards(&self, text: &str, options: &PuzzleOptions) -> ReadBoards<TilesBoard> {
        let boards = lists::read(text, options)?;
        let bounds = Arc::new(Bounds::new(options)?);
        let boards = boards.into_iter().map(|(board, goal, span)| {
            let bounds = Arc::clone(&bounds);
            let board = TilesBoard {
                board,
                goal,
                bounds,
            };
            (board, span)
        });
        Ok(boards.collect())
    }

    fn all_boards(&self, size: Option<&str>, options: &PuzzleOptions) -> AllBoards {
        let goal = goal(options)?;
        if let Some(name) = &options.pattern {
            let size = play::size(size.unwrap_or("4x4"))?;
            return Ok(Box::new(PatternTables::new(size, goal, name)?));
        }
        let (rows, columns) = play::size(size.unwrap_or("3x3"))?;
        let puzzle = Tiles::<u64>::new(rows, columns, goal)
            .map_err(|error| SpaceError::Unfit(error.to_string()))?;
        let first = match goal {
            BlankGoal::BlankLast => " blank-last",
            BlankGoal::BlankFirst => " blank-first",
        };
        let all = (1..=(rows * columns) as u64).fold(BigUint::from(1_u8), |product, n| product * n);
        let size = format!("{rows}x{columns}");
        let mut ranked = RankedSpace::new(puzzle, Undirected, Self::INFO.name, &size, first);
        ranked.unranked = all - ranked.counted.end;
        Ok(Box::new(TilesSpace { ranked }))
    }
}

fn goal(options: &PuzzleOptions) -> Result<BlankGoal, ReadError> {
    match options.goal.as_deref() {
        None | Some("blank-last") => Ok(BlankGoal::BlankLast),
        Some("blank-first") => Ok(BlankGoal::BlankFirst),
        Some(other) => Err(ReadError::Option(format!(
            "tiles has no goal '{other}', expected blank-last or blank-first"
        ))),
    }
}
