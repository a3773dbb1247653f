//! Draws the model: the board, and below it the message, the typed letters and the buttons.

mod board;
mod grid;
mod status;

use fewest::scene::Colour;
use fewest::scene::text::{TextColours, nearest_256};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::command::GameCommand;
use crate::list::List;
use crate::model::Model;

/// The smallest terminal in which a game is shown.
const SMALLEST: (u16, u16) = (20, 8);

/// Draws the model, and remembers what a click on each place means.
pub(crate) struct View {
    colours: TextColours,
    /// What a click in a rectangle means. Later entries lie above earlier ones.
    places: Vec<(Rect, GameCommand)>,
    /// The first column and the first row of the board that are shown, if the board is larger than
    /// the terminal.
    scrolled: (u32, u32),
}

impl View {
    pub(crate) fn new(colours: TextColours) -> Self {
        Self {
            colours,
            places: Vec::new(),
            scrolled: (0, 0),
        }
    }

    /// The command that a click means.
    pub(crate) fn at(&self, column: u16, row: u16) -> Option<GameCommand> {
        let mut places = self.places.iter().rev();
        let (_, command) = places.find(|(place, _)| place.contains(Position::new(column, row)))?;
        Some(command.clone())
    }

    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, model: &Model) {
        self.places.clear();
        let area = frame.area();
        let (width, height) = SMALLEST;
        if area.width < width || area.height < height {
            let text = format!("A game needs a terminal of {width}x{height} characters.");
            let text = Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: true });
            return frame.render_widget(text, area);
        }
        let status = self.status(model, area.width);
        let heights = [
            Constraint::Fill(1),
            Constraint::Length(status.len() as u16),
            Constraint::Length(1),
        ];
        let [board, below, last] = Layout::vertical(heights).areas(area);
        self.board(frame, model, board);
        frame.render_widget(Text::from(status), below);
        self.buttons(frame, last);
        if let Some(list) = &model.list {
            self.list(frame, list, area);
        }
    }

    /// Draws a list above everything else.
    fn list(&mut self, frame: &mut Frame<'_>, list: &List, area: Rect) {
        let line = |(at, entry): (usize, &crate::list::Entry)| {
            let mark = if at == list.selected { '>' } else { ' ' };
            let letter = entry
                .letter
                .map_or(String::new(), |letter| format!("{letter}  "));
            format!("{mark} {letter}{} ", fewest::printable::line(&entry.text))
        };
        let lines: Vec<String> = list.entries.iter().enumerate().map(line).collect();
        let widest = lines.iter().map(|line| line.width()).max().unwrap_or(0);
        let widest = widest
            .max(list.title.width() + 2)
            .min(usize::from(area.width) - 2) as u16;
        let height = (lines.len() + 2).min(usize::from(area.height)) as u16;
        let place = Rect {
            x: area.x + (area.width - widest - 2) / 2,
            y: area.y + (area.height - height) / 2,
            width: widest + 2,
            height,
        };
        // A click beside the list closes it.
        self.places.push((area, GameCommand::Escape));
        frame.render_widget(Clear, place);
        let border = Block::bordered().title(format!(" {} ", list.title));
        let inner = border.inner(place);
        frame.render_widget(border, place);
        let first = (list.selected + 1).saturating_sub(usize::from(inner.height));
        for (line, (at, text)) in inner.rows().zip(lines.iter().enumerate().skip(first)) {
            let mut style = Style::default();
            if at == list.selected {
                style = style.add_modifier(Modifier::REVERSED);
            }
            frame.render_widget(Line::styled(text.as_str(), style), line);
            self.places.push((line, GameCommand::Pick(at)));
        }
    }

    /// A colour as the terminal can show it; `None` if it shows none.
    fn colour(&self, colour: Colour) -> Option<Color> {
        match self.colours {
            TextColours::Plain => None,
            TextColours::Ansi256 => Some(Color::Indexed(nearest_256(colour))),
            TextColours::TrueColour => Some(Color::Rgb(colour.r, colour.g, colour.b)),
        }
    }

    fn style(&self, ink: Option<Colour>, ground: Option<Colour>) -> Style {
        Style {
            fg: ink.and_then(|ink| self.colour(ink)),
            bg: ground.and_then(|ground| self.colour(ground)),
            ..Style::default()
        }
    }
}

#[cfg(test)]
mod tests;
