//! The state of the player, and what each command does. The model knows neither the terminal nor
//! the clock. The event loop passes commands and answers of searches to the model, calls
//! [`tick`](Model::tick) at regular times, and starts the searches that the model wants.

mod choices;
mod hints;

use std::iter::successors;

use fewest::Board;
use fewest::printable::grouped;
use fewest::rules::Progress;
use fewest::scene::{Cell, Scene, Side};
use fewest::{LegalMove, ScenesError};

use unicode_width::UnicodeWidthStr;

use crate::command::GameCommand;
use crate::game::{Game, Known};
use crate::gestures;
use crate::list::List;
use crate::typing::{Meaning, Typing};
use crate::wrapping::wrapped;

/// A line of the rules has at most this many columns, unless a word is wider.
const RULES_WIDTH: usize = 64;

/// The state of the player.
pub(crate) struct Model {
    pub(crate) game: Game,
    /// The selected cell, in puzzles whose arrow keys select cells.
    pub(crate) cursor: Cell,
    pub(crate) typing: Typing,
    pub(crate) notice: Option<PlayNotice>,
    /// The list above the board, if one is open.
    pub(crate) list: Option<List>,
    /// After the user has chosen a thing that can move in several ways: its moves, among which the
    /// next arrow key or click chooses.
    pub(crate) choosing: Vec<LegalMove>,
    pub(crate) search: Search,
    /// Whether each position is searched for a dead end.
    pub(crate) warns: bool,
    /// Whether the solution is being played.
    pub(crate) plays: bool,
    pub(crate) end: Option<End>,
    /// The rules of the puzzle and its goal, in lines of a readable width.
    rules: Vec<String>,
    /// What the user has asked for, to be shown when the search has found an answer.
    awaited: Option<Awaited>,
    /// The highest grade of a hint that the user has seen for the current position.
    told: Option<fewest::HintGrade>,
}

/// A message to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlayNotice {
    pub(crate) kind: NoticeKind,
    pub(crate) text: String,
}

/// The kind of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoticeKind {
    Plain,
    /// Good news.
    Good,
    /// Something is wrong or lost.
    Bad,
}

/// The search for the current position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// No search is needed.
    Off,
    /// The event loop has to start a search for the current position.
    Wanted,
    /// A search runs, and may have reported its progress.
    Running(Option<Progress>),
}

/// How the game ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Quit,
    Interrupted,
}

/// What the user has asked for and gets when the search ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Awaited {
    Hint(fewest::HintGrade),
    Solution,
}

impl Model {
    /// Starts a game.
    ///
    /// # Errors
    /// The board is too large to be drawn, or cannot be played.
    pub(crate) fn new(board: Board) -> Result<Self, ScenesError> {
        let game = Game::new(board)?;
        let cursor = game.position().scene.cells().next();
        let mut model = Self {
            cursor: cursor.map_or(Cell::default(), |(cell, _)| cell),
            game,
            typing: Typing::default(),
            notice: None,
            list: None,
            choosing: Vec::new(),
            search: Search::Off,
            warns: true,
            plays: false,
            end: None,
            rules: Vec::new(),
            awaited: None,
            told: None,
        };
        model.arrived();
        Ok(model)
    }

    /// Adds the rules of the puzzle. The game begins with them and with the goal, if there is
    /// anything to show.
    pub(crate) fn with_rules(mut self, rules: &str) -> Self {
        self.rules = wrapped(rules, RULES_WIDTH);
        if let Some(goal) = self.game.board().goal_scene() {
            if !self.rules.is_empty() {
                self.rules.push(String::new());
            }
            self.rules.push("The goal:".to_owned());
            self.rules.extend(symbol_rows(&goal));
        }
        if !self.rules.is_empty() {
            self.list = Some(self.rules());
        }
        self
    }

    /// Carries out a command.
    pub(crate) fn command(&mut self, command: GameCommand) {
        let was_playing = std::mem::take(&mut self.plays);
        if let Some(list) = &mut self.list {
            if let GameCommand::Pick(entry) = command {
                list.selected = entry;
            }
            match &command {
                GameCommand::Arrow(Side::Top) => return list.select(-1),
                GameCommand::Arrow(Side::Bottom) => return list.select(1),
                GameCommand::Enter | GameCommand::Pick(_) => {
                    let chosen = list.chosen();
                    return self.choose(chosen);
                }
                GameCommand::Type(letter) => {
                    if let Some(chosen) = list.by_letter(*letter) {
                        return self.choose(Some(chosen));
                    }
                }
                _ => {}
            }
            self.list = None;
            if matches!(command, GameCommand::Type(' ') | GameCommand::Escape) {
                return;
            }
        }
        match command {
            GameCommand::Arrow(direction) => self.arrow(direction),
            GameCommand::Enter => self.enter(),
            GameCommand::Type(' ') | GameCommand::Menu => self.list = Some(self.menu()),
            GameCommand::Type(letter) => self.letter(letter),
            GameCommand::Erase => {
                if self.typing.text.pop().is_none() {
                    self.command(GameCommand::Undo);
                }
            }
            GameCommand::Complete if !self.typing.text.is_empty() => {
                self.typing.complete(self.game.legal());
            }
            GameCommand::Complete => self.hint(None),
            GameCommand::Escape => self.escape(was_playing),
            GameCommand::Click(cell) => self.click(cell),
            GameCommand::Pick(_) => {}
            GameCommand::Make(name) => self.make(&name),
            GameCommand::Undo => self.travel(Game::undo, "This is the start."),
            GameCommand::Redo => self.travel(Game::redo, "There is no move to make again."),
            GameCommand::Restart => self.travel(Game::restart, "This is the start."),
            GameCommand::Hint(grade) => self.hint(grade),
            GameCommand::Solution => self.wait_for(Awaited::Solution),
            GameCommand::Warnings => self.toggle_warnings(),
            GameCommand::Cancel => self.cancel(),
            GameCommand::Moves => self.list = Some(self.all_moves()),
            GameCommand::Rules => self.list = Some(self.rules()),
            GameCommand::Help => self.list = Some(self.help()),
            GameCommand::Quit => self.end = Some(End::Quit),
            GameCommand::Interrupt => self.end = Some(End::Interrupted),
        }
    }

    /// Makes the next move of a solution that is being played.
    pub(crate) fn tick(&mut self) {
        if !self.plays {
            return;
        }
        let next = self.game.hint().and_then(|hint| hint.next_move());
        match next.map(str::to_owned) {
            Some(next) => {
                self.make(&next);
                self.plays = !self.game.position().is_goal;
            }
            None => self.plays = false,
        }
    }

    /// Whether arrow keys make moves, rather than select cells.
    pub(crate) fn arrows_move(&self) -> bool {
        self.choosing.is_empty() && gestures::arrows(self.game.position()).is_some()
    }

    /// The cell that must stay visible if the board is larger than the terminal.
    pub(crate) fn focus(&self) -> Cell {
        let moved = self.game.position().scene.data().moved.first();
        match (self.arrows_move(), moved) {
            (true, Some(moved)) => moved.to,
            (true, None) => {
                let legal = self.game.legal().iter();
                let mut moved = legal.flat_map(|m| &m.moved);
                moved.next().map_or(self.cursor, |moved| moved.from)
            }
            (false, _) => self.cursor,
        }
    }

    fn choose(&mut self, chosen: Option<GameCommand>) {
        self.list = None;
        if let Some(command) = chosen {
            self.command(command);
        }
    }

    /// Makes a move.
    fn make(&mut self, name: &str) {
        match self.game.make(name) {
            Ok(()) => self.arrived(),
            Err(why) => self.say(NoticeKind::Bad, why),
        }
    }

    fn travel(&mut self, way: fn(&mut Game) -> bool, nowhere: &str) {
        if way(&mut self.game) {
            self.arrived();
        } else {
            self.say(NoticeKind::Plain, nowhere);
        }
    }

    /// Adapts the model to a new current position. Everything that belonged to the previous
    /// position is dropped.
    fn arrived(&mut self) {
        self.typing.text.clear();
        self.choosing.clear();
        self.notice = None;
        self.awaited = None;
        self.told = None;
        self.search = Search::Off;
        let is_goal = self.game.position().is_goal;
        if is_goal {
            self.say(NoticeKind::Good, self.solved());
        } else if self.game.known() == Known::Nothing {
            if self.warns {
                self.search = Search::Wanted;
            }
        } else {
            self.warn();
        }
        if !is_goal && self.game.legal().is_empty() {
            self.say(
                NoticeKind::Bad,
                "No move is possible here. Undo moves to go on.",
            );
        }
    }

    /// The message for a board that the user has solved.
    fn solved(&self) -> String {
        let made = self.game.made();
        match self.game.fewest() {
            _ if made == 0 => "Solved from the start.".to_owned(),
            Some(fewest) if fewest == made => {
                format!("Solved in {}, the fewest there can be.", moves(made))
            }
            Some(fewest) if fewest < made => {
                format!("Solved in {}; the fewest is {fewest}.", moves(made))
            }
            _ => format!("Solved in {}.", moves(made)),
        }
    }

    fn arrow(&mut self, direction: Side) {
        self.typing.text.clear();
        if !self.choosing.is_empty() {
            return self.choose_direction(direction);
        }
        let arrows = gestures::arrows(self.game.position());
        let Some(arrows) = arrows else {
            return self.move_cursor(direction);
        };
        let meant = arrows.into_iter().find(|&(way, _)| way == direction);
        match meant.map(|(_, m)| m.name.clone()) {
            Some(name) => self.make(&name),
            None => self.say(NoticeKind::Plain, "That way is barred."),
        }
    }

    /// Selects the next cell in a direction, also across places without a cell.
    fn move_cursor(&mut self, direction: Side) {
        let scene = &self.game.position().scene;
        let is_inside = |cell: &Cell| {
            (cell.row as usize) < scene.row_count() && (cell.column as usize) < scene.column_count()
        };
        let next = |cell: &Cell| cell.across(direction);
        let mut way = successors(next(&self.cursor), next).take_while(is_inside);
        if let Some(cell) = way.find(|&cell| scene.symbol(cell).is_some()) {
            self.cursor = cell;
        }
    }

    fn enter(&mut self) {
        if let Some(name) = self.typing.chosen(self.game.legal()) {
            let name = name.to_owned();
            return self.make(&name);
        }
        if !self.typing.text.is_empty() {
            return self.say(
                NoticeKind::Plain,
                "Type more letters: several moves begin so.",
            );
        }
        if self.arrows_move() {
            return self.say(NoticeKind::Plain, "The arrow keys make the moves here.");
        }
        self.act_on(self.cursor);
    }

    fn letter(&mut self, letter: char) {
        self.choosing.clear();
        self.notice = None;
        let shown = format!("{}{letter}", self.typing.text);
        match self.typing.push(letter, self.game.legal()) {
            Meaning::Move(name) => self.make(&name),
            Meaning::Beginning => {}
            Meaning::Nothing if shown == "?" => self.list = Some(self.help()),
            Meaning::Nothing => {
                let way = match shown.as_str() {
                    "q" | "Q" => "Ctrl-C quits",
                    _ => "Space opens the menu",
                };
                let shown = fewest::printable::line(&shown);
                let why = format!("No move here begins with '{shown}'. {way}.");
                self.say(NoticeKind::Plain, why);
            }
        }
    }

    /// Drops the first of these that exists: the choice of a move, the typed letters, the search,
    /// the message.
    fn escape(&mut self, was_playing: bool) {
        if was_playing {
            return;
        }
        if !self.choosing.is_empty() {
            self.choosing.clear();
            self.notice = None;
        } else if !self.typing.text.is_empty() {
            self.typing.text.clear();
        } else if self.search != Search::Off {
            self.cancel();
        } else {
            self.notice = None;
        }
    }

    pub(crate) fn say(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let text = text.into();
        self.notice = Some(PlayNotice { kind, text });
    }
}

/// The symbols of a scene, a line for each row, in columns of equal width.
fn symbol_rows(scene: &Scene) -> Vec<String> {
    let rows = &scene.data().cells;
    let symbols = rows.iter().flatten().flatten();
    let width = symbols.map(|symbol| symbol.width()).max().unwrap_or(0);
    let padded = |symbol: &Option<String>| {
        let symbol = symbol.as_deref().unwrap_or_default();
        format!("{symbol}{}", " ".repeat(width - symbol.width()))
    };
    let line = |row: &Vec<Option<String>>| row.iter().map(padded).collect::<Vec<_>>().join(" ");
    rows.iter().map(line).collect()
}

/// A number of moves, in words.
pub(crate) fn moves(count: usize) -> String {
    match count {
        1 => "1 move".to_owned(),
        _ => format!("{} moves", grouped(&count.to_string())),
    }
}

#[cfg(test)]
mod tests;
