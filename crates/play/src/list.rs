//! A list from which users choose.

use crate::command::GameCommand;

/// A list, shown above the board, with one entry selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) title: &'static str,
    pub(crate) entries: Vec<Entry>,
    pub(crate) selected: usize,
}

/// An entry of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The letter that chooses the entry.
    pub(crate) letter: Option<char>,
    pub(crate) text: String,
    /// The command that is carried out when the user chooses the entry; `None` for an entry that
    /// only informs the user.
    pub(crate) command: Option<GameCommand>,
}

impl List {
    pub(crate) fn new(title: &'static str, entries: Vec<Entry>) -> Self {
        Self {
            title,
            entries,
            selected: 0,
        }
    }

    /// Moves the selection by `steps` entries, and stops at the ends.
    pub(crate) fn select(&mut self, steps: isize) {
        let last = self.entries.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(steps).min(last);
    }

    /// The command of the selected entry.
    pub(crate) fn chosen(&self) -> Option<GameCommand> {
        self.entries.get(self.selected)?.command.clone()
    }

    /// The command of the entry with a letter.
    pub(crate) fn by_letter(&self, letter: char) -> Option<GameCommand> {
        let mut entries = self.entries.iter();
        entries
            .find(|entry| entry.letter == Some(letter))?
            .command
            .clone()
    }
}

impl Entry {
    pub(crate) fn new(letter: char, text: &str, command: GameCommand) -> Self {
        Self {
            letter: Some(letter),
            text: text.to_owned(),
            command: Some(command),
        }
    }

    /// An entry that only informs the user.
    pub(crate) fn info(text: String) -> Self {
        Self {
            letter: None,
            text,
            command: None,
        }
    }

    /// The entry for a move.
    pub(crate) fn of_move(name: &str) -> Self {
        Self {
            letter: None,
            text: name.to_owned(),
            command: Some(GameCommand::Make(name.to_owned())),
        }
    }
}
