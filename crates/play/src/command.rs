//! What keys and clicks ask for.

use fewest::HintGrade;
use fewest::scene::Cell;

use crate::gestures::Direction;

/// A request of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// An arrow key.
    Arrow(Direction),
    /// Make the move that is typed, or the move at the cursor; choose an entry of a list.
    Enter,
    /// A letter of a move's name or of an entry.
    Type(char),
    /// Remove the last letter or, if there is none, take the last move back.
    Erase,
    /// Complete the name; without letters, the next grade of a hint.
    Complete,
    /// Close what is open, and cancel what is running.
    Escape,
    /// A click on a cell.
    Click(Cell),
    /// A click on an entry of a list.
    Pick(usize),
    /// Make a move.
    Make(String),
    Undo,
    Redo,
    Restart,
    /// A hint: the next grade, or this one.
    Hint(Option<HintGrade>),
    /// Play the rest of the solution.
    Solution,
    /// Search for dead ends after each move, or no longer.
    Warnings,
    /// Cancel the search.
    Cancel,
    /// Open the menu.
    Menu,
    /// Open the list of all legal moves.
    Moves,
    /// Open the list of keys.
    Help,
    /// End the game.
    Quit,
    /// End the game, as Ctrl-C does.
    Interrupt,
}
