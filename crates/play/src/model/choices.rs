//! Clicks on cells, and the lists from which users choose.

use fewest::HintGrade;
use fewest::scene::{Cell, Side};

use super::{Model, NoticeKind};
use crate::command::GameCommand;
use crate::gestures;
use crate::list::{Entry, List};

/// The keys, as the help lists them.
const KEYS: &[(&str, &str)] = &[
    ("arrows", "make a move, or go from cell to cell"),
    ("Enter", "make the move at the cursor, or the typed one"),
    ("letters", "the name of a move"),
    ("click", "move what is there, or go there"),
    ("Space", "the menu"),
    ("Tab", "a hint; again: a greater one"),
    ("Backspace, Ctrl-Z", "undo"),
    ("Ctrl-Y", "redo"),
    ("Ctrl-R", "restart"),
    ("Esc", "close, or cancel the search"),
    ("Ctrl-C", "quit"),
];

impl Model {
    /// Handles a click on a cell. If the user has chosen a thing before, makes the move that takes
    /// this thing to the cell. Otherwise the click means a move of its own; see
    /// [`act_on`](Self::act_on).
    pub(super) fn click(&mut self, cell: Cell) {
        self.typing.text.clear();
        let mut here = self.choosing.clone();
        here.retain(|m| gestures::moving(m).any(|moved| moved.to == cell));
        if let [only] = here.as_slice() {
            return self.make(&only.name);
        }
        self.choosing.clear();
        self.act_on(cell);
    }

    /// Makes the only move that a click on `cell` can mean, or asks which of several moves is
    /// meant.
    pub(super) fn act_on(&mut self, cell: Cell) {
        self.cursor = cell;
        self.notice = None;
        let position = self.game.position();
        let found = gestures::moves_at(position, cell);
        match found.as_slice() {
            [] => self.say(NoticeKind::Plain, "Nothing can be moved there."),
            [only] => {
                let name = only.name.clone();
                self.make(&name);
            }
            several => {
                let thing = gestures::thing_at(position, cell);
                let all_directed = several
                    .iter()
                    .all(|m| gestures::direction(m, Some(thing)).is_some());
                if all_directed {
                    self.choosing = several.iter().map(|&m| m.clone()).collect();
                    self.say(
                        NoticeKind::Plain,
                        "Which way? Press an arrow key, or click the place.",
                    );
                } else {
                    let entries = several.iter().map(|m| Entry::of_move(&m.name));
                    self.list = Some(List::new("Which move?", entries.collect()));
                }
            }
        }
    }

    /// Makes the move of the chosen thing in a direction.
    pub(super) fn choose_direction(&mut self, direction: Side) {
        let thing = gestures::thing_at(self.game.position(), self.cursor);
        let choosing: Vec<_> = self.choosing.iter().collect();
        let found = gestures::towards(&choosing, thing, direction);
        match found.first().map(|m| m.name.clone()) {
            Some(name) => {
                let stays = found.len() > 1 || self.choosing.len() > 1;
                self.make(&name);
                // The cursor follows the thing, so that the next arrow key can move the same thing.
                let moved = &self.game.position().scene.data().moved;
                let moved = moved.iter().find(|moved| moved.from == thing);
                if let Some(moved) = moved.filter(|_| stays) {
                    self.cursor = moved.to;
                }
            }
            None => self.say(NoticeKind::Plain, "It cannot move that way."),
        }
    }

    pub(super) fn menu(&self) -> List {
        let warnings = match self.warns {
            true => "no longer warn of dead ends",
            false => "warn of dead ends",
        };
        let hint = |grade| GameCommand::Hint(Some(grade));
        List::new(
            "Menu",
            vec![
                Entry::new('1', "how many moves are left", hint(HintGrade::Length)),
                Entry::new('2', "what the next move changes", hint(HintGrade::Changes)),
                Entry::new('3', "the next move", hint(HintGrade::Move)),
                Entry::new('s', "show the rest of the solution", GameCommand::Solution),
                Entry::new('m', "all moves here", GameCommand::Moves),
                Entry::new('u', "undo", GameCommand::Undo),
                Entry::new('r', "redo", GameCommand::Redo),
                Entry::new('b', "back to the start", GameCommand::Restart),
                Entry::new('w', warnings, GameCommand::Warnings),
                Entry::new('c', "cancel the search", GameCommand::Cancel),
                Entry::new('t', "the rules", GameCommand::Rules),
                Entry::new('h', "the keys", GameCommand::Help),
                Entry::new('q', "quit", GameCommand::Quit),
            ],
        )
    }

    pub(super) fn all_moves(&self) -> List {
        let names = self.game.legal().iter().map(|m| Entry::of_move(&m.name));
        List::new("All moves here", names.collect())
    }

    /// The rules, as a list of lines.
    pub(super) fn rules(&self) -> List {
        let mut lines: Vec<Entry> = self.rules.iter().cloned().map(Entry::info).collect();
        if lines.is_empty() {
            let nothing = "The puzzle says nothing about its rules.";
            lines.push(Entry::info(nothing.to_owned()));
        }
        List::new("Rules", lines)
    }

    pub(super) fn help(&self) -> List {
        let entries = KEYS.iter().map(|(key, text)| format!("{key}: {text}"));
        List::new("Keys", entries.map(Entry::info).collect())
    }
}
