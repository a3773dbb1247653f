//! Mazes as drawings. Each `+` of a drawing is a *post*, which stands at a corner of cells.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use super::maze::{Compass, Grid, Maze};

/// The distance between posts in the output of [`draw`], in characters.
const WIDTH: usize = 4;
/// The greatest distance between posts that is accepted, in characters.
const MOST_WIDTH: usize = 16;
/// At most this many faults are reported for one maze.
const MOST_FAULTS: usize = 100;

const HELP: &str =
    "a maze is drawn with posts `+`, walls `-` and `|`, the player `@`, and blanks for open edges";

/// Draws a maze, without a final newline. No line of the drawing is blank.
pub(super) fn draw(grid: Grid, wall: impl Fn(usize) -> bool, player: Option<usize>) -> String {
    let line = grid.columns * WIDTH + 2;
    let mut text = String::with_capacity((2 * grid.rows + 1) * line);
    let posts = |text: &mut String, first_edge: usize| {
        for column in 0..grid.columns {
            text.push('+');
            text.push_str(if wall(first_edge + column) {
                "---"
            } else {
                "   "
            });
        }
        text.push('+');
    };
    for row in 0..grid.rows {
        let first = row * grid.columns;
        posts(&mut text, first);
        text.push('\n');
        let upright = |i: usize| {
            let west = grid.edge(first, Compass::W);
            if wall(west + i) { '|' } else { ' ' }
        };
        let blank = (0..=grid.columns).all(|i| upright(i) == ' ')
            && player.is_none_or(|cell| cell / grid.columns != row);
        for column in 0..grid.columns {
            text.push(upright(column));
            text.push_str(match player {
                Some(cell) if cell == first + column => " @ ",
                _ if blank => " . ",
                _ => "   ",
            });
        }
        text.push(upright(grid.columns));
        text.push('\n');
    }
    posts(&mut text, grid.cells());
    text
}

/// The end of the last line before a blank line or the end of the text.
pub(super) fn block_end(text: &str, begin: usize) -> usize {
    let mut end = begin;
    for line in text[begin..].split_inclusive('\n') {
        if line.trim_end_matches([' ', '\t', '\r', '\n']).is_empty() {
            break;
        }
        end += line.len();
    }
    begin + text[begin..end].trim_end_matches(['\r', '\n']).len()
}

/// Reads the maze that the whole of `text` represents.
///
/// # Errors
/// Returns all faults of the drawing.
pub(super) fn read(text: &str) -> Result<Maze, Faults> {
    let (drawing, mut faults) = MazeDrawing::read(text)?;
    if drawing.players.is_empty() && faults.is_empty() {
        faults.push(
            Fault::new(
                0..first_line(text),
                "the maze has no player",
                "expected one `@` in a cell",
            )
            .with_help(HELP),
        );
    }
    let start = drawing.players.first().map_or(0, |&(cell, _)| cell);
    Faults::unless_empty(faults, Maze::from_parts(drawing.grid, drawing.walls, start))
}

/// A drawn maze, in which the player may be missing.
pub(super) struct MazeDrawing {
    pub(super) grid: Grid,
    pub(super) walls: Vec<bool>,
    /// The cells with a player, each with its byte in the text.
    pub(super) players: Vec<(usize, usize)>,
}

fn first_line(text: &str) -> usize {
    text.find(['\r', '\n']).unwrap_or(text.len())
}

/// A character and the index of its first byte in the text.
type Symbol = (usize, char);

impl MazeDrawing {
    /// Reads the drawing as far as it can be recognised, and lists its faults.
    ///
    /// # Errors
    /// Returns the faults, if not even the size of the maze can be recognised.
    pub(super) fn read(text: &str) -> Result<(Self, Vec<Fault>), Faults> {
        let lines = lines(text);
        let (left, width, columns) = posts(&lines[0])?;
        let last = lines.last().map_or(0, |line| line.end);
        if lines.len().is_multiple_of(2) || lines.len() == 1 {
            return Err(Fault::new(
                last..last,
                "the drawing ends without a line of posts",
                "expected a line of posts below this one",
            )
            .with_help("lines of posts `+` and lines of cells take turns, posts first and last")
            .into());
        }
        let Some(grid) = Grid::new(lines.len() / 2, columns) else {
            return Err(Fault::new(
                lines[0].start..lines[0].end,
                format!(
                    "the maze is too large: {} rows, {columns} columns",
                    lines.len() / 2
                ),
                format!("expected at most {} of each", Maze::MOST_SIDE),
            )
            .into());
        };
        let mut reader = DrawingReader {
            left,
            width,
            drawing: Self {
                grid,
                walls: vec![false; grid.edges()],
                players: Vec::new(),
            },
            faults: Vec::new(),
        };
        for (i, line) in lines.iter().enumerate() {
            reader.line(i, line);
        }
        let mut faults = reader.faults;
        if let [first, others @ ..] = &reader.drawing.players[..] {
            for other in others.iter().take(MOST_FAULTS) {
                faults.push(
                    Fault::new(
                        other.1..other.1 + 1,
                        "a second player",
                        "expected only one `@`",
                    )
                    .with_context(first.1..first.1 + 1, "the first player"),
                );
            }
        }
        faults.sort_by_key(|fault| fault.span.start);
        faults.truncate(MOST_FAULTS);
        Ok((reader.drawing, faults))
    }
}

/// A line of the text without its line end and trailing blanks.
struct DrawingLine<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

fn lines(text: &str) -> Vec<DrawingLine<'_>> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let text = line.trim_end_matches([' ', '\r']);
            let begin = start;
            start += line.len() + 1;
            DrawingLine {
                text,
                start: begin,
                end: begin + text.len(),
            }
        })
        .collect()
}

/// Reads three numbers from the top line: how many blanks are before the first post, how far
/// neighbouring posts are apart, and how many cells a row has.
fn posts(line: &DrawingLine<'_>) -> Result<(usize, usize, usize), Faults> {
    let fault = |at: usize, length: usize, message: &str, label: String| {
        let span = line.start + at..line.start + at + length;
        Faults::from(Fault::new(span, message, label).with_help(HELP))
    };
    let left = line.text.len() - line.text.trim_start_matches(' ').len();
    if !line.text[left..].starts_with('+') {
        let symbol = line.text[left..].chars().next();
        let message = symbol.map_or("no posts".to_owned(), |symbol| {
            format!("a maze cannot begin with '{}'", symbol.escape_debug())
        });
        let length = symbol.map_or(0, char::len_utf8);
        return Err(fault(
            left,
            length,
            &message,
            "expected a post `+` or a number".to_owned(),
        ));
    }
    let Some(width) = line.text[left + 1..].find('+').map(|at| at + 1) else {
        return Err(fault(
            left,
            1,
            "only one post",
            "expected more posts on this line".to_owned(),
        ));
    };
    if !(2..=MOST_WIDTH).contains(&width) {
        let label = format!("expected the next post 2 to {MOST_WIDTH} characters on");
        return Err(fault(left, 1, "posts too close or too far apart", label));
    }
    let columns = (line.text[left..].chars().count() - 1) / width;
    Ok((left, width, columns))
}

/// What one place of a line of a drawing stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DrawingPart {
    Post,
    /// The edge between two posts, above or below a cell.
    Level,
    /// The edge between two cells of a row.
    Upright,
    Cell,
}

impl DrawingPart {
    fn expected(self) -> &'static str {
        match self {
            Self::Post => "expected a post `+`",
            Self::Level => "expected `-` for a wall or a blank",
            Self::Upright => "expected `|` for a wall or a blank",
            Self::Cell => "expected `@`, `.` or a blank",
        }
    }

    fn admits(self, symbol: char) -> bool {
        match self {
            Self::Post => symbol == '+',
            Self::Level => matches!(symbol, '-' | ' '),
            Self::Upright => matches!(symbol, '|' | ' '),
            Self::Cell => matches!(symbol, '@' | '.' | ' '),
        }
    }
}

struct DrawingReader {
    left: usize,
    width: usize,
    drawing: MazeDrawing,
    faults: Vec<Fault>,
}

impl DrawingReader {
    fn line(&mut self, number: usize, line: &DrawingLine<'_>) {
        let grid = self.drawing.grid;
        let mut symbols = line
            .text
            .char_indices()
            .map(|(at, symbol)| (line.start + at, symbol));
        for _ in 0..self.left {
            if let Some((at, symbol)) = symbols.next()
                && symbol != ' '
            {
                self.unexpected(
                    at..at + symbol.len_utf8(),
                    symbol,
                    "expected a blank left of the maze",
                );
                return;
            }
        }
        let row = number / 2;
        let first = row * grid.columns;
        for column in 0..=grid.columns {
            let post = symbols.next().unwrap_or((line.end, ' '));
            let (narrow, wide) = if number.is_multiple_of(2) {
                (DrawingPart::Post, DrawingPart::Level)
            } else {
                (DrawingPart::Upright, DrawingPart::Cell)
            };
            if self.check(narrow, post) && narrow == DrawingPart::Upright {
                let edge = grid.edge(first, Compass::W) + column;
                self.drawing.walls[edge] = post.1 == '|';
            }
            if column == grid.columns {
                break;
            }
            let mut run = Vec::with_capacity(MOST_WIDTH);
            for _ in 1..self.width {
                run.extend(symbols.next());
            }
            // Every character is checked, even after a wrong one, so that all faults are reported.
            let wrong = run
                .iter()
                .filter(|&&symbol| !self.check(wide, symbol))
                .count();
            if wrong > 0 {
                continue;
            }
            if wide == DrawingPart::Level {
                self.level(first + column, &run, line.end);
            } else {
                let players = run.iter().filter(|(_, symbol)| *symbol == '@');
                let players = players.map(|&(at, _)| (first + column, at));
                self.drawing.players.extend(players);
            }
        }
        if let Some((at, symbol)) = symbols.find(|&(_, symbol)| symbol != ' ') {
            self.unexpected(at..line.end, symbol, "the maze ends left of this");
        }
    }

    /// Sets the edge above or below a cell. `run` must show a wall along its whole length or not at
    /// all.
    fn level(&mut self, edge: usize, run: &[Symbol], end: usize) {
        let drawn = run.iter().filter(|(_, symbol)| *symbol == '-').count();
        self.drawing.walls[edge] = drawn > 0;
        if drawn > 0 && drawn < self.width - 1 {
            let from = run.first().map_or(end, |symbol| symbol.0);
            let to = run.last().map_or(end, |symbol| symbol.0 + 1);
            self.tell(Fault::new(
                from..to,
                "half a wall",
                format!("expected {0} `-` or {0} blanks", self.width - 1),
            ));
        }
    }

    fn check(&mut self, part: DrawingPart, (at, symbol): Symbol) -> bool {
        let admits = part.admits(symbol);
        if !admits {
            self.unexpected(
                at..at + if symbol == ' ' { 0 } else { symbol.len_utf8() },
                symbol,
                part.expected(),
            );
        }
        admits
    }

    fn unexpected(&mut self, span: Range<usize>, symbol: char, label: &str) {
        let message = match symbol {
            ' ' => "a post is missing".to_owned(),
            '-' | '|' => "a wall where none can be".to_owned(),
            '+' => "a post where none can be".to_owned(),
            '@' => "the player is not in a cell".to_owned(),
            _ => format!("unknown symbol '{}'", symbol.escape_debug()),
        };
        self.tell(Fault::new(span, message, label).with_help(HELP));
    }

    fn tell(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }
}
