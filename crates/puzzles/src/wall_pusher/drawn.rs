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
    if drawing.player.is_none() && faults.is_empty() {
        let first_line = text.find(['\r', '\n']).unwrap_or(text.len());
        let (message, expected) = ("the maze has no player", "expected one `@` in a cell");
        faults.push(Fault::new(0..first_line, message, expected).with_help(HELP));
    }
    let start = drawing.player.map_or(0, |(cell, _)| cell);
    Faults::unless_empty(faults, Maze::from_parts(drawing.grid, drawing.walls, start))
}

/// A drawn maze, in which the player may be missing.
pub(super) struct MazeDrawing {
    pub(super) grid: Grid,
    pub(super) walls: Vec<bool>,
    /// The cell of the player, and the byte of the text that shows the player.
    pub(super) player: Option<(usize, usize)>,
}

/// The symbols that may stand at a place of a drawing, and what to say of others.
type Place = (&'static str, &'static str);

/// The places of a line of posts, and those of a line of cells: first those at and below the posts,
/// which are one character wide, then those between them.
const PLACES: [[Place; 2]; 2] = [
    [
        ("+", "expected a post `+`"),
        ("- ", "expected `-` for a wall or a blank"),
    ],
    [
        ("| ", "expected `|` for a wall or a blank"),
        ("@. ", "expected `@`, `.` or a blank"),
    ],
];

/// A character and the index of its first byte in the text.
type Symbol = (usize, char);

impl MazeDrawing {
    /// Reads the drawing as far as it can be recognised, and lists its faults.
    ///
    /// # Errors
    /// Returns the faults, if not even the size of the maze can be recognised.
    pub(super) fn read(text: &str) -> Result<(Self, Vec<Fault>), Faults> {
        let mut next = 0;
        let lines = text.split('\n').map(|line| {
            let start = next;
            next += line.len() + 1;
            (start, line.trim_end_matches([' ', '\r']))
        });
        let lines: Vec<(usize, &str)> = lines.collect();
        let (left, width, columns) = posts(lines[0].1)?;
        if lines.len().is_multiple_of(2) || lines.len() == 1 {
            let last = lines.last().map_or(0, |(start, line)| start + line.len());
            let message = "the drawing ends without a line of posts";
            let fault = Fault::new(
                last..last,
                message,
                "expected a line of posts below this one",
            );
            let help = "lines of posts `+` and lines of cells take turns, posts first and last";
            return Err(fault.with_help(help).into());
        }
        let rows = lines.len() / 2;
        let grid = Grid::new(rows, columns).ok_or_else(|| {
            let message = format!("the maze is too large: {rows} rows, {columns} columns");
            let expected = format!("expected at most {} of each", Maze::MOST_SIDE);
            Fault::new(0..lines[0].1.len(), message, expected)
        })?;
        let mut reader = DrawingReader {
            left,
            width,
            drawing: Self {
                grid,
                walls: vec![false; grid.edges()],
                player: None,
            },
            faults: Vec::new(),
        };
        for (number, &(start, line)) in lines.iter().enumerate() {
            reader.line(number, start, line);
        }
        Ok((reader.drawing, reader.faults))
    }
}

/// Reads three numbers from the top line: how many blanks are before the first post, how far
/// neighbouring posts are apart, and how many cells a row has.
fn posts(line: &str) -> Result<(usize, usize, usize), Fault> {
    let drawn = line.trim_start_matches(' ');
    let left = line.len() - drawn.len();
    let first = drawn.chars().next();
    let width = drawn.get(1..).and_then(|rest| rest.find('+'));
    let (message, expected) = match (first, width.map(|at| at + 1)) {
        (Some('+'), Some(width)) if (2..=MOST_WIDTH).contains(&width) => {
            return Ok((left, width, (drawn.chars().count() - 1) / width));
        }
        (Some('+'), Some(_)) => (
            "posts too close or too far apart".to_owned(),
            format!("expected the next post 2 to {MOST_WIDTH} characters on"),
        ),
        (Some('+'), None) => (
            "only one post".to_owned(),
            "expected more posts on this line".to_owned(),
        ),
        (symbol, _) => (
            symbol.map_or("no posts".to_owned(), |symbol| {
                format!("a maze cannot begin with '{}'", symbol.escape_debug())
            }),
            "expected a post `+` or a number".to_owned(),
        ),
    };
    let end = left + first.map_or(0, char::len_utf8);
    Err(Fault::new(left..end, message, expected).with_help(HELP))
}

struct DrawingReader {
    left: usize,
    width: usize,
    drawing: MazeDrawing,
    faults: Vec<Fault>,
}

impl DrawingReader {
    /// Reads a line, which begins at byte `start` of the text.
    fn line(&mut self, number: usize, start: usize, line: &str) {
        let grid = self.drawing.grid;
        let end = start + line.len();
        let symbols = line.char_indices();
        let mut symbols = symbols.map(|(at, symbol)| (start + at, symbol));
        let margin: Vec<Symbol> = symbols.by_ref().take(self.left).collect();
        if !self.check(&margin, (" ", "expected a blank left of the maze")) {
            return;
        }
        let [narrow, wide] = PLACES[number % 2];
        let first = number / 2 * grid.columns;
        for column in 0..=grid.columns {
            let post = symbols.next().unwrap_or((end, ' '));
            if self.check(&[post], narrow) && post.1 == '|' {
                self.drawing.walls[grid.edge(first, Compass::W) + column] = true;
            }
            if column == grid.columns {
                break;
            }
            let run: Vec<Symbol> = symbols.by_ref().take(self.width - 1).collect();
            if self.check(&run, wide) {
                self.between_posts(first + column, &run);
            }
        }
        if let Some((at, symbol)) = symbols.find(|&(_, symbol)| symbol != ' ') {
            self.unexpected(at..end, symbol, "the maze ends left of this");
        }
    }

    /// Reads what stands between two posts: the edge with the number `place`, as a wall along its
    /// whole length or not at all, or the cell with this number.
    fn between_posts(&mut self, place: usize, run: &[Symbol]) {
        let is_wall = |&&(_, symbol): &&Symbol| symbol == '-';
        let length = run.iter().filter(is_wall).count();
        if length > 0 {
            self.drawing.walls[place] = true;
            if length + 1 < self.width {
                let span = run[0].0..run[run.len() - 1].0 + 1;
                let expected = format!("expected {0} `-` or {0} blanks", self.width - 1);
                self.tell(Fault::new(span, "half a wall", expected));
            }
        }
        for &(at, _) in run.iter().filter(|(_, symbol)| *symbol == '@') {
            match self.drawing.player {
                None => self.drawing.player = Some((place, at)),
                Some((_, first)) => self.tell(
                    Fault::new(at..at + 1, "a second player", "expected only one `@`")
                        .with_context(first..first + 1, "the first player"),
                ),
            }
        }
    }

    /// Whether only symbols stand in `run` that may stand there.
    fn check(&mut self, run: &[Symbol], (allowed, expected): Place) -> bool {
        let mut fits = true;
        // Every symbol is checked, even after a wrong one, so that all faults are reported.
        for &(at, symbol) in run.iter().filter(|(_, symbol)| !allowed.contains(*symbol)) {
            fits = false;
            let end = at + if symbol == ' ' { 0 } else { symbol.len_utf8() };
            self.unexpected(at..end, symbol, expected);
        }
        fits
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
