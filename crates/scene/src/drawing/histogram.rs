//! Bar charts.

use crate::drawing::font;
use crate::drawing::picture::{Anchor, Canvas, Picture, Rect};
use crate::error::PictureError;
use crate::limits::MAX_BARS;
use crate::looks::theme::{PALETTE, Theme};

/// A bar and the texts beside it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bar {
    /// The category of the bar, shown at its left.
    pub label: String,
    /// The value that determines the length of the bar. A value that is negative or not finite has
    /// no bar.
    pub value: f64,
    /// The value as text, shown behind the bar.
    pub text: String,
    /// Whether the bar has a different colour and a mark, because its meaning differs from that of
    /// the other bars: for example, the number of boards without a solution.
    pub special: bool,
}

impl Bar {
    /// Makes an ordinary bar.
    pub fn new(label: impl Into<String>, value: f64, text: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            value,
            text: text.into(),
            special: false,
        }
    }
}

/// How values determine the lengths of bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// The length is proportional to the value.
    #[default]
    Linear,
    /// The length grows with the logarithm of the value, for values of very different sizes. A bar
    /// of value 1 has a short length; smaller values have no bar.
    Logarithmic,
}

/// A chart of horizontal bars, one below the other.
///
/// ```
/// use fewest_scene::{Bar, Histogram, Theme, svg};
///
/// let chart = Histogram {
///     title: "Flip: boards by moves".to_owned(),
///     axis: "moves".to_owned(),
///     bars: vec![Bar::new("0", 2.0, "2"), Bar::new("1", 32.0, "32")],
///     ..Histogram::default()
/// };
/// assert!(svg::render(&chart.draw(Theme::Light)?).contains("boards by moves"));
/// # Ok::<(), fewest_scene::PictureError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Histogram {
    /// The title; a long title is broken into lines.
    pub title: String,
    /// A heading above the labels of the bars. It says what the labels count. The text may be
    /// empty.
    pub axis: String,
    /// The bars of the chart, from top to bottom.
    pub bars: Vec<Bar>,
    /// Lines of text below the bars.
    pub notes: Vec<String>,
    /// How values determine the lengths of bars.
    pub scale: Scale,
}

const WIDTH: f32 = 680.0;
const MARGIN: f32 = 24.0;
const ROW: f32 = 26.0;
const BAR: f32 = 18.0;
const TITLE: f32 = 18.0;
const TEXT: f32 = 13.0;
/// The greatest width of the labels.
const LABELS: f32 = 200.0;

impl Histogram {
    /// Draws the chart. Takes O(bars).
    ///
    /// # Errors
    ///
    /// [`PictureError::TooLarge`] if there are more than [`MAX_BARS`] bars or notes;
    /// [`PictureError::Empty`] without bars.
    pub fn draw(&self, theme: Theme) -> Result<Picture, PictureError> {
        if self.bars.is_empty() {
            return Err(PictureError::Empty);
        }
        PictureError::check("bars", self.bars.len() as u64, MAX_BARS as u64)?;
        PictureError::check("notes", self.notes.len() as u64, MAX_BARS as u64)?;
        let colours = theme.colours();
        let (bar_colour, special) = match theme {
            Theme::Light => (PALETTE[0], PALETTE[5]),
            Theme::Dark => (PALETTE[4], PALETTE[1]),
        };
        let mut canvas = Canvas::default();
        let mut y = MARGIN;
        let title: String = self.title.chars().take(crate::limits::MAX_TEXT).collect();
        for line in font::wrap(&title, TITLE, WIDTH - 2.0 * MARGIN) {
            y += TITLE;
            canvas.text(&line, (MARGIN, y), TITLE, Anchor::Start, colours.text);
            y += TITLE * 0.4;
        }
        y += 10.0;
        let widest = |texts: &mut dyn Iterator<Item = &String>, most: f32| {
            let widths = texts.map(|text| font::width(text, TEXT));
            widths.fold(0.0, f32::max).min(most)
        };
        let labels = widest(
            &mut self.bars.iter().map(|b| &b.label).chain([&self.axis]),
            LABELS,
        );
        let values = widest(&mut self.bars.iter().map(|b| &b.text), LABELS);
        let left = MARGIN + labels + 12.0;
        let room = WIDTH - MARGIN - values - 10.0 - left;
        if !self.axis.is_empty() {
            y += TEXT;
            let (text, size) = font::fit(&self.axis, TEXT - 1.0, labels);
            let at = (left - 12.0, y);
            canvas.text(&text, at, size, Anchor::End, colours.faint);
            y += 8.0;
        }
        let top = y;
        let most = self
            .bars
            .iter()
            .map(|bar| usable(bar.value))
            .fold(0.0, f64::max);
        for bar in &self.bars {
            let length = self.part(bar.value, most) * room;
            let colour = if bar.special { special } else { bar_colour };
            let middle = y + ROW / 2.0;
            let base = middle + font::CAPITAL * TEXT / 2.0;
            let (text, size) = font::fit(&bar.label, TEXT, labels);
            let at = (left - 12.0, base);
            canvas.text(&text, at, size, Anchor::End, colours.text);
            if length > 0.0 {
                let rect = Rect::new(left, middle - BAR / 2.0, length.max(2.0), BAR);
                canvas.rect(rect, 4.0, colour);
                if bar.special {
                    let dot = (left + length.max(2.0) - 7.0, middle);
                    if length > 14.0 {
                        canvas.circle(dot, 3.5, colour.ink());
                    }
                }
            }
            let (text, size) = font::fit(&bar.text, TEXT, values);
            let at = (left + length.max(2.0) + 8.0, base);
            canvas.text(&text, at, size, Anchor::Start, colours.text);
            y += ROW;
        }
        canvas.line((left - 5.0, top), (left - 5.0, y), colours.board, 1.5);
        for note in &self.notes {
            let note: String = note.chars().take(crate::limits::MAX_TEXT).collect();
            y += 6.0;
            for line in font::wrap(&note, TEXT, WIDTH - 2.0 * MARGIN) {
                y += TEXT * 1.45;
                canvas.text(&line, (MARGIN, y), TEXT, Anchor::Start, colours.faint);
            }
        }
        Ok(Picture {
            width: WIDTH,
            height: (y + MARGIN * 0.8).ceil(),
            page: colours.page,
            title,
            items: canvas.items,
            cells: Vec::new(),
            things: Vec::new(),
        })
    }

    /// The length of the bar for `value`, as a fraction of the length of the longest bar, which is
    /// for `most`.
    fn part(&self, value: f64, most: f64) -> f32 {
        let length = |value: f64| match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic if value < 1.0 => 0.0,
            // The logarithm of 1 is 0, but a bar for the value 1 must be visible.
            Scale::Logarithmic => value.ln() + 0.5,
        };
        match length(most) {
            most if most > 0.0 => (length(usable(value)) / most) as f32,
            _ => 0.0,
        }
    }
}

fn usable(value: f64) -> f64 {
    if value.is_finite() {
        value.max(0.0)
    } else {
        0.0
    }
}
