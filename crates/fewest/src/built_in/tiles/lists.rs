//! Reads boards of sliding tiles, in their own notation or from lists that other programs write.

use std::ops::Range;

use fewest_formats::tile_list::{self, ListedTiles};
use fewest_puzzles::tiles::{self, BlankGoal, TileBoard};
use fewest_rules::Fault;

use crate::api::{PuzzleOptions, ReadError};

/// A board with its goal and its place in the text.
pub(super) type ListedTilesBoard = (TileBoard, BlankGoal, Range<usize>);

/// Reads every board in `text`. A list may specify its goal; otherwise the options specify it.
pub(super) fn read(
    text: &str,
    options: &PuzzleOptions,
) -> Result<Vec<ListedTilesBoard>, ReadError> {
    let goal = super::goal(options)?;
    let Some(listed) = tile_list::read(text) else {
        let boards = tiles::read(text)?.into_iter();
        return Ok(boards.map(|(board, span)| (board, goal, span)).collect());
    };
    let board = |listed: ListedTiles| {
        let ListedTiles {
            rows,
            columns,
            tiles,
            goal: own,
            span,
        } = listed;
        let goal = match own {
            None => goal,
            Some(own) => known_goal(&own, &span)?,
        };
        if options.goal.is_some() && goal != super::goal(options)? {
            let message = "the file has another goal than --goal".to_owned();
            return Err(ReadError::Option(message));
        }
        let board = TileBoard::new(rows, columns, tiles);
        let board = board.map_err(|why| Fault::new(span.clone(), why.to_string(), "no board"));
        Ok((board.map_err(fewest_rules::Faults::from)?, goal, span))
    };
    listed?.into_iter().map(board).collect()
}

/// Finds the goal that has these tiles.
fn known_goal(tiles: &[u8], span: &Range<usize>) -> Result<BlankGoal, ReadError> {
    let mut known = [BlankGoal::BlankFirst, BlankGoal::BlankLast].into_iter();
    let found = known.find(|goal| goal.tiles(tiles.len()).eq(tiles.iter().copied()));
    found.ok_or_else(|| {
        let message = "a goal that does not have the tiles in order";
        let label = "the blank may be first or last in it";
        let fault = Fault::new(span.clone(), message, label);
        ReadError::Text(fault.into())
    })
}
