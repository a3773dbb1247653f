//! Moves that users give: made on the boards of a game, or replayed.

use std::ops::Range;

use fewest::rules::Faults;

use crate::args::{BoardArgs, BoundArgs};
use crate::exit::Failure;
use crate::input::{BoardList, Text, read_boards, read_text};
use crate::quantity::count;
use crate::session::Session;

/// Reads the boards that `args` name, after the moves that `--after` gives.
pub(crate) fn boards_in_game(
    args: &BoardArgs,
    bound: Option<&BoundArgs>,
    session: &Session,
) -> Result<BoardList, Failure> {
    let path = args.board.as_deref();
    let (puzzle, options) = (&args.puzzle, &args.options);
    let Some(after) = &args.game.after else {
        return read_boards(puzzle, path, options, bound, session);
    };
    let given = std::slice::from_ref(after);
    let own_start = fewest::family(puzzle).is_none();
    forbid_both_from_stdin(given, path.unwrap_or(if own_start { "start" } else { "-" }))?;
    let mut boards = read_boards(puzzle, path, options, bound, session)?;
    let moves = MovesText::read(given, session)?;
    let parts = moves.of_boards(boards.boards.len())?;
    for ((board, _), part) in boards.boards.iter_mut().zip(parts) {
        session.poll(0)?;
        let text = &moves.text.text[part.clone()];
        let after = board.inner().after(text);
        *board = after
            .map_err(|faults| moves.faulty(faults, &part, session))?
            .into();
    }
    Ok(boards)
}

/// Refuses to read the moves from stdin if `board` is read from it.
pub(crate) fn forbid_both_from_stdin(moves: &[String], board: &str) -> Result<(), Failure> {
    if file(moves) == Some("-") && board == "-" {
        return Err(Failure::usage(
            "the board and the moves cannot both come from stdin",
        ));
    }
    Ok(())
}

/// The file that `@FILE` names.
fn file(moves: &[String]) -> Option<&str> {
    match moves {
        [only] => only.strip_prefix('@'),
        _ => None,
    }
}

/// The moves for one or several boards.
pub(crate) struct MovesText {
    pub(crate) text: Text,
    from_file: bool,
}

impl MovesText {
    /// The moves as they were given, or the content of the file that they name.
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

    /// The part of the text that belongs to each board: for one board all of it, for several a line
    /// each. An empty line has no moves.
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

    /// The failure for faults in a part of the text.
    pub(crate) fn faulty(&self, faults: Faults, part: &Range<usize>, session: &Session) -> Failure {
        let faults = faults.shifted(part.start);
        Failure::Diagnosed(session.render(&self.text.source(), &faults))
    }
}
