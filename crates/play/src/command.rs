//! What keys and clicks ask for.

use fewest::HintGrade;
use fewest::scene::{Cell, Side};

/// A request of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GameCommand {
    /// An arrow key.
    Arrow(Side),
    /// Make the typed move or the move at the cursor, or choose the selected entry of a list.
    Enter,
    /// Type a letter of a move's name, or choose the entry of a list by its letter.
    Type(char),
    /// Remove the last letter or, if there is none, take the last move back.
    Erase,
    /// Complete the typed name of a move or, if no letter is typed, show a hint that says more than
    /// the last one (the next *grade*).
    Complete,
    /// Close the open list, drop the typed letters, or cancel the search.
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
    /// Show a hint of the given grade (how much it says) or, without a given grade, of the next
    /// grade.
    Hint(Option<HintGrade>),
    /// Play the rest of the solution.
    Solution,
    /// Begin or cease to search for a dead end after each move.
    Warnings,
    /// Cancel the search.
    Cancel,
    /// Open the menu.
    Menu,
    /// Open the list of all legal moves.
    Moves,
    /// Show the rules of the puzzle.
    Rules,
    /// Open the list of keys.
    Help,
    /// End the game.
    Quit,
    /// End the game, as Ctrl-C does.
    Interrupt,
}
