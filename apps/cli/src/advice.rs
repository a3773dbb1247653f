//! Advice for a text that is not what the command takes it for.

use fewest::{AnyPuzzle, library};
use fewest_rules::did_you_mean;

use crate::exit::Failure;
use crate::reading::SUFFIX;

/// A text is tried as a board only if it has at most this many bytes.
const MOST_TRIED: usize = 1 << 16;
/// Advice names at most this many puzzles.
const MOST_NAMED: usize = 3;

/// Whether a puzzle or a puzzle file has this name.
pub(crate) fn is_puzzle(name: &str) -> bool {
    fewest::family(name).is_some() || library::find(name).is_some() || name.ends_with(SUFFIX)
}

/// Makes the failure for a name that neither a puzzle nor a file has.
pub(crate) fn no_puzzle(name: &str) -> Failure {
    let built_in = fewest::families().iter().map(|f| f.info().name);
    let names = built_in.chain(library::all().iter().map(|entry| entry.name));
    Failure::Usage {
        message: format!("there is no puzzle '{}'", name.escape_debug()),
        help: Some(did_you_mean(name, names).unwrap_or_else(|| {
            format!(
                "fewest puzzles lists the puzzles; a puzzle file is named by its path: my{SUFFIX}"
            )
        })),
    }
}

/// Makes the failure for a name that no puzzle of the library has.
pub(crate) fn no_entry(name: &str) -> Failure {
    let names: Vec<&str> = library::all().iter().map(|entry| entry.name).collect();
    let listed = || format!("its puzzles are {}", names.join(", "));
    Failure::Usage {
        message: format!("the library has no puzzle '{}'", name.escape_debug()),
        help: Some(did_you_mean(name, names.iter().copied()).unwrap_or_else(listed)),
    }
}

/// Makes the failure for a file that was named as a puzzle but holds none, such as a board.
/// `None` if the text seems to be a puzzle with faults.
pub(crate) fn no_puzzle_file(name: &str, text: &str) -> Option<Failure> {
    let is_statement = |line: &str| ["puzzle ", "symbols "].iter().any(|s| line.starts_with(s));
    let lower = name.to_ascii_lowercase();
    let is_named_so = [SUFFIX, ".psvn", ".json"]
        .iter()
        .any(|end| lower.ends_with(end));
    if is_named_so || text.lines().any(is_statement) {
        return None;
    }
    let shown = name.escape_debug();
    let readers = readers(text);
    Some(match readers.split_first() {
        Some((first, others)) => {
            let others = match others {
                [] => String::new(),
                others => format!(
                    " (or {})",
                    others[..others.len().min(MOST_NAMED - 1)].join(", ")
                ),
            };
            Failure::Usage {
                message: format!("{shown} is a board, not a puzzle file"),
                help: Some(format!(
                    "name its puzzle before it, such as fewest solve {first}{others} {shown}"
                )),
            }
        }
        None => Failure::Usage {
            message: format!("{shown} holds no puzzle: no line begins with 'puzzle'"),
            help: Some(format!(
                "if it is a board, name its puzzle before it: PUZZLE {shown}"
            )),
        },
    })
}

/// The names of the puzzles that read boards in this text: built-in ones or, if there are none,
/// those of the library.
fn readers(text: &str) -> Vec<String> {
    if text.len() > MOST_TRIED {
        return Vec::new();
    }
    let reads = |puzzle: &AnyPuzzle| puzzle.boards(text).is_ok_and(|boards| !boards.is_empty());
    let built_in = AnyPuzzle::built_in().filter(reads);
    let built_in: Vec<String> = built_in.map(|puzzle| puzzle.name().to_owned()).collect();
    if !built_in.is_empty() {
        return built_in;
    }
    let entries = library::all().iter().map(|entry| entry.name);
    let entries = entries.filter(|name| AnyPuzzle::named(name).is_ok_and(|puzzle| reads(&puzzle)));
    entries.take(MOST_NAMED).map(str::to_owned).collect()
}

/// Advice for a text in the place of a board that reads as moves from the puzzle's own board.
pub(crate) fn moves_in_place_of_a_board(puzzle: &AnyPuzzle, text: &str) -> Option<&'static str> {
    let words = text.split_whitespace().next().is_some() && text.len() <= MOST_TRIED;
    let start = puzzle.start().ok().filter(|_| words)?;
    let is_game = start.after(text).is_ok();
    is_game.then_some(
        "these are moves, not a board; --after makes moves on the puzzle's own board, or on the \
         board that is named",
    )
}
