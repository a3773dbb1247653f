//! The space to which a board belongs, and how it is enumerated.
//!
//! By default, the space consists of all states that can be reached from the board. On request, the
//! space consists of every arrangement of the board's symbols, if the arrangements have ranks and
//! are not too many.

use std::sync::Arc;

use fewest_ground::{CompileError, with_compiled};
use fewest_lang::Instance;

use super::compile_cache::CompileCache;
use super::file::PuzzleFile;
use super::new_levels::LevelSpace;
use super::ranks::{self, DrawnRanks};
use super::reached::ReachedSpace;
use crate::api::PuzzleOptions;
use crate::space::{Space, SpaceError};

/// The space of a board. With the option `levels` the space has new levels; with `all_boards` it
/// has all arrangements of the board's symbols; otherwise it has the states that can be reached
/// from the board.
///
/// # Errors
/// The board exceeds a limit of the compiler, the file does not say what levels are made of, or the
/// arrangements cannot be enumerated.
pub(super) fn of(
    file: &Arc<PuzzleFile>,
    board: &Instance,
    options: &PuzzleOptions,
) -> Result<Box<dyn Space>, SpaceError> {
    if options.levels {
        return levels(file, board);
    }
    let unfit = |error: CompileError| SpaceError::Unfit(error.to_string());
    let compiled = CompileCache::default().compiled(board).map_err(unfit)?;
    let size = format!("{}x{}", board.layout.rows(), board.layout.columns());
    let all = options.all_boards;
    let ranks = ranks::of_compiled(file, &compiled, &board.start, &size, all);
    if all {
        return all_boards(file, board, ranks);
    }
    Ok(with_compiled!(compiled, analysis => {
        let start = analysis.puzzle().state(&board.start).unwrap_or_default();
        let ranks = ranks.map(Arc::new);
        let name = file.name().to_owned();
        Box::new(ReachedSpace { name, analysis, start, size, ranks }) as Box<dyn Space>
    }))
}

/// The space of all arrangements of the board's symbols, whose ranks are `ranks`.
fn all_boards(
    file: &PuzzleFile,
    board: &Instance,
    ranks: Option<DrawnRanks>,
) -> Result<Box<dyn Space>, SpaceError> {
    if board.ground.is_cost_first() {
        return Err(SpaceError::Unfit(format!(
            "moves of {} have costs, by which only the boards that its start reaches can be counted",
            file.name()
        )));
    }
    ranks.map(|ranks| ranks.space).ok_or_else(|| {
        SpaceError::Unfit(format!(
            "all ways to lay the symbols of {} cannot be gone over: they are more than 2^44, \
             or it has pieces of several cells, moves that cannot be played backwards, or states of \
             more than 256 bits",
            file.name()
        ))
    })
}

/// The space of new levels on the board.
fn levels(file: &Arc<PuzzleFile>, board: &Instance) -> Result<Box<dyn Space>, SpaceError> {
    let plan = file.level_plan(board)?;
    let plan = plan.ok_or_else(|| {
        SpaceError::Unfit(format!(
            "the file of {} does not say what new levels are made of: \
             it has no statement 'place', which 'fewest help language' explains",
            file.name()
        ))
    })?;
    Ok(Box::new(LevelSpace {
        file: Arc::clone(file),
        plan,
        size: format!("{}x{}", board.layout.rows(), board.layout.columns()),
    }))
}
