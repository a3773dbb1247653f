//! The lines below the board.

use std::time::Duration;

use fewest::printable::grouped;
use fewest::rules::Progress;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::View;
use crate::command::GameCommand;
use crate::game::Known;
use crate::model::{Model, NoticeKind, Search};

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
    /// The number of lines that the status takes.
    pub(super) fn status_height(&self, model: &Model, area: Rect) -> u16 {
        let notice = notice_lines(model, usize::from(area.width));
        // Besides the message there are three lines: the numbers of the game, the typed letters,
        // and the buttons.
        3 + notice.len().max(1) as u16
    }

    pub(super) fn status(&mut self, frame: &mut Frame<'_>, model: &Model, area: Rect) {
        let width = usize::from(area.width);
        let mut rows = area.rows();
        let mut show = |line: Line<'_>| {
            if let Some(row) = rows.next() {
                frame.render_widget(line, row);
            }
        };
        show(Line::styled(
            fitted(&figures(model), width),
            Style::default().add_modifier(Modifier::BOLD),
        ));
        let notice = notice_lines(model, width);
        for line in &notice {
            show(Line::styled(line.clone(), self.notice_style(model)));
        }
        if notice.is_empty() {
            show(Line::default());
        }
        show(Line::raw(fitted(&typed(model), width)));
        if let Some(row) = rows.next() {
            self.buttons(frame, row);
        }
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

    fn buttons(&mut self, frame: &mut Frame<'_>, row: Rect) {
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
    let moves = match model.game.made() {
        1 => "1 move".to_owned(),
        n => format!("{} moves", grouped(&n.to_string())),
    };
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
    format!("> {}_   {}{more}", model.typing.text(), names.join(" "))
}

/// The message, in lines of at most `width` columns.
fn notice_lines(model: &Model, width: usize) -> Vec<String> {
    let Some(notice) = &model.notice else {
        return Vec::new();
    };
    let text = fewest::printable::line(&notice.text);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(last) if last.is_empty() => *last = fitted(word, width),
            Some(last) if last.width() + 1 + word.width() <= width => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(fitted(word, width)),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines.truncate(MOST_LINES);
    lines
}

/// The text, cut to `width` columns.
fn fitted(text: &str, width: usize) -> String {
    let mut left = width;
    let fits = |c: &char| {
        let columns = c.width().unwrap_or(0);
        let fits = columns <= left;
        left = left.saturating_sub(columns);
        fits
    };
    text.chars().take_while(fits).collect()
}
