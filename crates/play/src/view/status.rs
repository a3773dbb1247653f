//! The lines below the board.

use std::time::Duration;

use fewest::printable::grouped;
use fewest::rules::Progress;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::View;
use crate::command::GameCommand;
use crate::game::Known;
use crate::model::{Model, NoticeKind, Search, moves};
use crate::wrapping::wrapped;

/// A message has at most this many lines.
const MOST_LINES: usize = 3;

/// The buttons of the last line: a key, what it does, and the command.
const BUTTONS: [(&str, &str, GameCommand); 6] = [
    ("Space", "menu", GameCommand::Menu),
    ("Tab", "hint", GameCommand::Complete),
    ("^Z", "undo", GameCommand::Undo),
    ("^Y", "redo", GameCommand::Redo),
    ("^R", "restart", GameCommand::Restart),
    ("^C", "quit", GameCommand::Quit),
];
/// The buttons in the order in which they get a place if the line is too short for all.
const BY_NEED: [usize; 6] = [0, 5, 1, 2, 4, 3];

impl View {
    /// The lines between the board and the buttons: the numbers of the game, the message, and the
    /// typed letters.
    pub(super) fn status(&self, model: &Model, width: u16) -> Vec<Line<'static>> {
        let mut notice = notice_lines(model, usize::from(width));
        if notice.is_empty() {
            notice.push(String::new());
        }
        let style = self.notice_style(model);
        let notice = notice.into_iter().map(|line| Line::styled(line, style));
        let strong = Style::default().add_modifier(Modifier::BOLD);
        let mut lines = vec![Line::styled(figures(model), strong)];
        lines.extend(notice);
        lines.push(Line::raw(typed(model)));
        lines
    }

    fn notice_style(&self, model: &Model) -> Style {
        let kind = model.notice.as_ref().map(|notice| notice.kind);
        let (colour, modifier) = match kind {
            Some(NoticeKind::Good) => (Color::Green, Modifier::BOLD),
            Some(NoticeKind::Bad) => (Color::Red, Modifier::BOLD),
            _ => (Color::Reset, Modifier::empty()),
        };
        let style = Style::default().add_modifier(modifier);
        match self.colours {
            fewest::scene::text::TextColours::Plain => style,
            _ => style.fg(colour),
        }
    }

    pub(super) fn buttons(&mut self, frame: &mut Frame<'_>, row: Rect) {
        let width = |(key, text, _): &(&str, &str, _)| (key.width() + 1 + text.width()) as u16;
        let mut left = row.width + 2;
        let fits = BY_NEED.map(|button| {
            let rest = left.checked_sub(width(&BUTTONS[button]) + 2);
            left = rest.unwrap_or(left);
            (button, rest.is_some())
        });
        let mut x = row.x;
        for (button, named) in BUTTONS.into_iter().enumerate() {
            if !fits.contains(&(button, true)) {
                continue;
            }
            let width = width(&named);
            let place = Rect { x, width, ..row };
            let (key, text, command) = named;
            let key = Span::styled(key, Style::default().add_modifier(Modifier::BOLD));
            let line = Line::from(vec![key, Span::raw(format!(" {text}"))]);
            frame.render_widget(line, place);
            self.places.push((place, command));
            x += width + 2;
        }
    }
}

/// The first line: the title, the number of moves made, and the progress or the result of the
/// search.
fn figures(model: &Model) -> String {
    let position = model.game.position();
    let title = position.scene.data().title.clone().unwrap_or_default();
    let moves = moves(model.game.made());
    let state = match (model.search, model.game.known()) {
        _ if model.plays => "playing the solution; any key stops it".to_owned(),
        (Search::Running(Some(progress)), _) => searching(&progress),
        (Search::Running(None) | Search::Wanted, _) => "searching".to_owned(),
        (Search::Off, _) if position.is_goal => "solved".to_owned(),
        (Search::Off, Known::Nothing) => String::new(),
        (Search::Off, Known::Solvable) => "can be solved".to_owned(),
        (Search::Off, Known::Dead) => "cannot be solved".to_owned(),
        (Search::Off, Known::Stopped) => "not known whether it can be solved".to_owned(),
    };
    let parts = [title, moves, state];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" | ")
}

fn searching(progress: &Progress) -> String {
    let expanded = grouped(&progress.statistics.expanded.to_string());
    let seconds = progress
        .statistics
        .elapsed
        .max(Duration::from_secs(1))
        .as_secs();
    format!("searching: {expanded} positions, {seconds} s")
}

/// The typed letters, and the moves whose names they can become.
fn typed(model: &Model) -> String {
    let legal = model.game.legal();
    let candidates = model.typing.candidates(legal);
    let names = candidates
        .iter()
        .take(50)
        .map(|name| fewest::printable::line(name));
    let names: Vec<_> = names.collect();
    let more = if candidates.len() > names.len() {
        " ..."
    } else {
        ""
    };
    format!("> {}_   {}{more}", model.typing.text, names.join(" "))
}

/// The message, in lines of at most `width` columns, unless a word is wider.
fn notice_lines(model: &Model, width: usize) -> Vec<String> {
    let Some(notice) = &model.notice else {
        return Vec::new();
    };
    let mut lines = wrapped(&fewest::printable::line(&notice.text), width);
    lines.truncate(MOST_LINES);
    lines
}
