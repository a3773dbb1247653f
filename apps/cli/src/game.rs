//! Moves that users give. A command either makes these moves on the boards before it begins, or
//! replays them.

use std::ops::Range;

use fewest::TextError;

use crate::advice::moves_in_place_of_a_board;
use crate::args::{BoardArgs, BoundArgs};
use crate::exit::Failure;
use crate::input::{BoardList, OWN_BOARD, puzzle, read_boards};
use crate::quantity::count;
use crate::reading::{Text, read_text};
use crate::session::Session;

/// Reads the boards that `args` specify, and makes the moves of `--after` on them.
pub(crate) fn boards_in_game(
    args: &BoardArgs,
    bound: Option<&BoundArgs>,
    session: &Session,
) -> Result<BoardList, Failure> {
    let path = args.board.as_deref();
    let (puzzle, options) = (&args.puzzle, &args.options);
    let read = |path: Option<&str>| {
        let boards = read_boards(puzzle, path, options, bound, session);
        boards.map_err(|failure| match (failure, path) {
            (unread @ Failure::Read { .. }, Some(path)) => {
                moves_advised(unread, puzzle, path, session)
            }
            (failure, _) => failure,
        })
    };
    let Some(after) = &args.game.after else {
        return read(path);
    };
    let given = std::slice::from_ref(after);
    let own_start = fewest::family(puzzle).is_none();
    let from_stdin = file(given) == Some("-");
    // Where stdin has the moves, it has no board.
    let path = path.or((own_start && from_stdin).then_some(OWN_BOARD));
    forbid_both_from_stdin(
        given,
        path.unwrap_or(if own_start { OWN_BOARD } else { "-" }),
    )?;
    let mut boards = read(path)?;
    let moves = MovesText::read(given, session)?;
    let parts = moves.of_boards(boards.boards.len())?;
    for ((board, _), part) in boards.boards.iter_mut().zip(parts) {
        session.poll(0)?;
        let text = &moves.text.text[part.clone()];
        let after = board.after(text);
        *board = after.map_err(|error| moves.faulty(error, &part, session))?;
    }
    Ok(boards)
}

/// Adds advice to the failure of reading the file of a board, if its name reads as moves.
fn moves_advised(unread: Failure, name: &str, path: &str, session: &Session) -> Failure {
    let advice = puzzle(name, session).ok();
    let advice = advice.and_then(|puzzle| moves_in_place_of_a_board(&puzzle, path));
    match advice {
        Some(advice) => unread.advised(advice),
        None => unread,
    }
}

/// Returns an error if both the board and the moves would be read from stdin.
pub(crate) fn forbid_both_from_stdin(moves: &[String], board: &str) -> Result<(), Failure> {
    if file(moves) == Some("-") && board == "-" {
        return Err(Failure::usage(
            "the board and the moves cannot both come from stdin",
        ));
    }
    Ok(())
}

/// The name of the file in an argument `@FILE`.
fn file(moves: &[String]) -> Option<&str> {
    match moves {
        [only] => only.strip_prefix('@'),
        _ => None,
    }
}

/// The text that contains the moves for one or several boards.
pub(crate) struct MovesText {
    pub(crate) text: Text,
    from_file: bool,
}

impl MovesText {
    /// Reads the moves from the arguments or, if they name a file, from that file.
    pub(crate) fn read(moves: &[String], session: &Session) -> Result<Self, Failure> {
        let file = file(moves);
        let text = match file {
            Some(path) => read_text(path, session)?,
            None => Text {
                name: "<moves>".to_owned(),
                text: moves.join(" "),
            },
        };
        Ok(Self {
            text,
            from_file: file.is_some(),
        })
    }

    /// Divides the text among the boards. A single board gets the whole text; otherwise each board
    /// gets one line. An empty line stands for no moves.
    pub(crate) fn of_boards(&self, boards: usize) -> Result<Vec<Range<usize>>, Failure> {
        let text = &self.text.text;
        if boards == 1 {
            let whole = 0..text.len();
            return Ok(Vec::from([whole]));
        }
        let mut start = 0;
        let lines: Vec<Range<usize>> = text
            .split_inclusive('\n')
            .map(|line| {
                let span = start..start + line.trim_end().len();
                start += line.len();
                span
            })
            .collect();
        if lines.len() != boards {
            return Err(Failure::Usage {
                message: format!(
                    "{} for {}",
                    count(lines.len() as u64, "solution", "solutions"),
                    count(boards as u64, "board", "boards")
                ),
                help: (!self.from_file).then(|| {
                    "write one solution a line, one line a board, to a file and give @FILE"
                        .to_owned()
                }),
            });
        }
        Ok(lines)
    }

    /// Makes the failure for faults in a part of the text.
    pub(crate) fn faulty(
        &self,
        error: TextError,
        part: &Range<usize>,
        session: &Session,
    ) -> Failure {
        let faults = error.into_faults().shifted(part.start);
        Failure::Diagnosed(session.render(&self.text.source(), &faults))
    }
}
