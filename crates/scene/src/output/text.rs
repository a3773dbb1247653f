//! Scenes as text, plain or with colours.

use crate::Colour;
use crate::looks::theme::Theme;
use crate::model::scene::Scene;
use crate::output::text_page::Line;

pub use crate::output::text_cells::{CellText, cells};
pub use crate::output::text_page::{TextRun, lines};

/// The kind of escape sequences, if any, that colour the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextColours {
    /// No escape sequences: text for files and pipes.
    #[default]
    Plain,
    /// The 256 colours that nearly all terminals support.
    Ansi256,
    /// 24-bit colours.
    TrueColour,
}

/// Renders a scene as lines of text; each line ends with a line feed. A cell shows its piece or its
/// symbol; an empty cell shows `.` if it is marked, otherwise `_`. The player is `@`. Blanks
/// separate symbols of several characters, and `+`, `-` and `|` draw the walls between cells. A
/// marked cell that is not empty has `'` after its symbol. Colours do not change the characters.
///
/// Takes O(cells × width of the widest symbol).
///
/// ```
/// use fewest_scene::{Scene, SceneData, text};
///
/// let scene = Scene::new(SceneData::grid([["8", "1"], ["", "12"]]))?;
/// let plain = text::render(&scene, text::TextColours::Plain, Default::default());
/// assert_eq!(plain, " 8  1\n _ 12\n");
/// # Ok::<(), fewest_scene::SceneError>(())
/// ```
pub fn render(scene: &Scene, colours: TextColours, theme: Theme) -> String {
    let mut to = String::new();
    for line in lines(scene, theme) {
        write_line(&mut to, &line, colours);
    }
    to
}

fn write_line(to: &mut String, line: &Line, colours: TextColours) {
    let start = to.len();
    let code = |(colour, code): (Option<Colour>, u8)| match (colours, colour?) {
        (TextColours::Plain, _) => None,
        (TextColours::Ansi256, colour) => Some(format!("{code};5;{}", nearest_256(colour))),
        (TextColours::TrueColour, Colour { r, g, b, .. }) => Some(format!("{code};2;{r};{g};{b}")),
    };
    for run in line {
        let codes = [(run.ink, 38), (run.ground, 48)].into_iter();
        let codes: Vec<String> = codes.filter_map(code).collect();
        if codes.is_empty() {
            to.push_str(&run.text);
        } else {
            to.push_str(&format!("\x1b[{}m{}\x1b[0m", codes.join(";"), run.text));
        }
    }
    if colours == TextColours::Plain {
        to.truncate(start + to[start..].trim_end_matches(' ').len());
    }
    to.push('\n');
}

/// The index of the colour nearest to this one among a terminal's 6×6×6 colours and 24 greys.
pub fn nearest_256(colour: Colour) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |other: Colour| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(colour.r, other.r) + square(colour.g, other.g) + square(colour.b, other.b)
    };
    let candidate = |index: u8| {
        let (r, g, b) = if index >= 232 {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        } else {
            let i = usize::from(index - 16);
            (LEVELS[i / 36], LEVELS[i / 6 % 6], LEVELS[i % 6])
        };
        Colour { r, g, b, a: 255 }
    };
    (16..=255)
        .min_by_key(|&index| distance(candidate(index)))
        .unwrap_or(16)
}
