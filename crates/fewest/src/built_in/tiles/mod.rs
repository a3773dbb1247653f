//! Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle.

mod board;
mod bounds;
mod choice;
mod lines;
mod lists;
mod patterns;
mod searching;
mod space;

use std::sync::Arc;

use fewest_puzzles::tiles::{BlankGoal, PackedTiles, Tiles};
use fewest_rules::{Goals, Invertible, Notation, Ranked, Symmetric};
use fewest_scene::Scene;
use fewest_tables::Undirected;
use num_bigint::BigUint;

use self::board::TilesBoard;
use self::bounds::Bounds;
use self::lines::LineBoard;
use self::patterns::PatternTables;
use self::space::TilesSpace;
use crate::api::{AnyBoard, OptionName, PuzzleInfo, PuzzleOptions, ReadError};
use crate::board::{Family, PlacedBoard};
use crate::built_in::board::{Kind, checked_boards, counted_by_size};
use crate::built_in::scenes::BuiltInScenes;
use crate::general::play;
use crate::general::ranked_space::RankedSpace;
use crate::general::scenes::Depict;
use crate::space::{Space, SpaceError};

pub(super) struct TilesGame;

const INFO: PuzzleInfo<'static> = PuzzleInfo {
    name: "tiles",
    summary: "slide tiles into the blank until they are in order",
    sizes: "any m x n of up to 64 cells; half of all boards are impossible",
    notation: "rows of numbers, 0 or _ for the blank; blank lines between boards, or a square \
               board a line",
    moves: "U, L, R, D: where the blank goes; with --metric multi also U2, U3, ...",
    options: "--goal blank-last|blank-first, --heuristic NAME, --metric single|multi",
    accepts: &[
        OptionName::Heuristic,
        OptionName::Goal,
        OptionName::Pattern,
        OptionName::Metric,
    ],
    example: "1 2 3\n4 5 6\n_ 7 8",
};

/// The scene of the goal of a puzzle.
fn goal_scene<S: PackedTiles>(puzzle: &Tiles<S>) -> Option<Scene> {
    let goal = puzzle.goals().next()?;
    Scene::new(BuiltInScenes.scene(puzzle, goal)).ok()
}

impl Family for TilesGame {
    fn info(&self) -> PuzzleInfo<'_> {
        INFO
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(INFO.name, INFO.accepts, &OptionName::OF_BOARDS)?;
        if slides_lines(options)? {
            return Kind::<LineBoard>::NEW.read(text, options);
        }
        let boards: Vec<_> = lists::read(text, options)?
            .into_iter()
            .map(|(board, goal, span)| (Arc::new(board), goal, span))
            .collect();
        let shared = boards
            .iter()
            .map(|(board, goal, _)| (Arc::downgrade(board), *goal));
        let bounds = Arc::new(Bounds::new(options, shared.collect())?);
        let boards = boards.into_iter().map(|(board, goal, span)| {
            let bounds = Arc::clone(&bounds);
            let board = TilesBoard {
                board,
                goal,
                bounds,
            };
            (Box::new(board) as Box<dyn AnyBoard>, span)
        });
        Ok(checked_boards(INFO.name, options, text, boards))
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        if slides_lines(options)? {
            return Kind::<LineBoard>::NEW.space(size, options);
        }
        let goal = goal(options)?;
        if let Some(name) = &options.pattern {
            let size = play::size(size.unwrap_or("4x4"))?;
            return Ok(Box::new(PatternTables::new(size, goal, name)?));
        }
        let tiles = tiles(size, options)?;
        let ranked = ranked(tiles.clone(), &tiles, goal_name(goal));
        Ok(Box::new(TilesSpace { ranked }))
    }

    fn space_of_board(&self, _: &str, _: &PuzzleOptions) -> Result<Box<dyn Space>, ReadError> {
        Err(counted_by_size(INFO.name))
    }
}

/// The puzzle of a size such as `3x3`, with states that have ranks.
fn tiles(size: Option<&str>, options: &PuzzleOptions) -> Result<Tiles<u64>, SpaceError> {
    let (rows, columns) = play::size(size.unwrap_or("3x3"))?;
    let tiles = Tiles::new(rows, columns, goal(options)?);
    tiles.map_err(|error| SpaceError::Unfit(error.to_string()))
}

/// The space of all boards of `puzzle`, whose states are those of `tiles`.
fn ranked<P: Ranked + Goals + Notation + Symmetric + Invertible + Send + Sync>(
    puzzle: P,
    tiles: &Tiles<u64>,
    parameters: &str,
) -> RankedSpace<P, Undirected> {
    let (rows, columns) = (tiles.rows(), tiles.columns());
    let all = (1..=(rows * columns) as u64).fold(BigUint::from(1_u8), |product, n| product * n);
    let (size, parameters) = (format!("{rows}x{columns}"), format!(" {parameters}"));
    let mut ranked = RankedSpace::new(puzzle, Undirected, INFO.name, &size, &parameters);
    ranked.unranked = all - ranked.counted.end;
    ranked
}

/// The name of a goal on the command line.
fn goal_name(goal: BlankGoal) -> &'static str {
    match goal {
        BlankGoal::BlankLast => "blank-last",
        BlankGoal::BlankFirst => "blank-first",
    }
}

/// Whether a move slides any number of tiles.
///
/// # Errors
/// No metric has this name, or another option cannot be combined with the metric.
fn slides_lines(options: &PuzzleOptions) -> Result<bool, ReadError> {
    let refused = |message: String| Err(ReadError::Option(message));
    match options.metric.as_deref() {
        None | Some("single") => Ok(false),
        Some("multi") if options.heuristic.is_some() || options.pattern.is_some() => {
            refused("tiles by --metric multi have a lower bound of their own".to_owned())
        }
        Some("multi") => Ok(true),
        Some(other) => refused(format!(
            "tiles has no metric '{}', expected single, multi",
            other.escape_debug()
        )),
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
