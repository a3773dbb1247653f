//! Walls between the cells of a board, drawn around the cells as mazes are drawn:
//!
//! ```text
//! +--+--+
//! |  |  |
//! +  +--+
//! |     |
//! +--+--+
//! ```

use fewest_rules::{Fault, quoted};

use super::lexer::Span;
use super::limits::{MOST_CELLS, MOST_FAULTS};
use super::plural::counted;
use super::syntax::{DrawingLines, Lexeme};

/// The hint in messages about a faulty line of posts. It says how such a line must be drawn.
const POSTS: &str = "expected a line of posts, such as +--+--+";

/// The walls of a board of this size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Walls {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// For each place, whether there is a wall above it. An additional row stands for the lower
    /// edge.
    above: Vec<bool>,
    /// For each place, whether there is a wall to the left of it. Each row ends with an entry for
    /// the right edge.
    left: Vec<bool>,
}

impl Walls {
    /// Reads the walls on these lines, including their leading blanks. `None` if there are faults.
    pub(crate) fn read(drawing: &DrawingLines, faults: &mut Vec<Fault>) -> Option<Self> {
        let faults_before = faults.len();
        let [first, _, ..] = &drawing.lines[..] else {
            let fault = Fault::new(drawing.of.clone(), "walls without cells", POSTS);
            faults.push(fault.with_help("lines of posts alternate with lines of cells"));
            return None;
        };
        let posts: Vec<usize> = characters(first)
            .filter(|c| c.1 == '+')
            .map(|c| c.0)
            .collect();
        let columns = posts.len().saturating_sub(1);
        let is_posts = |line: &Lexeme| line.text.contains('+');
        let rows =
            drawing.lines.iter().filter(|line| is_posts(line)).count() - usize::from(columns > 0);
        if columns == 0 || posts.windows(2).any(|pair| pair[1] == pair[0] + 1) {
            let message = "this line shows no columns of cells";
            let fault = Fault::new(first.span.clone(), message, POSTS);
            faults.push(fault);
            return None;
        }
        if rows.saturating_mul(columns) > MOST_CELLS {
            let message = format!("walls of more than {MOST_CELLS} cells");
            faults.push(Fault::new(
                drawing.of.clone(),
                message,
                "the drawing is too large",
            ));
            return None;
        }
        let mut walls = Self {
            rows,
            columns,
            above: Vec::new(),
            left: Vec::new(),
        };
        let mut cells_before = true;
        for line in &drawing.lines {
            match (is_posts(line), cells_before) {
                (true, _) => {
                    // A line of cells that has no walls may be blank.
                    if !cells_before {
                        walls.left.extend(vec![false; columns + 1]);
                    }
                    walls.above.extend(across(line, &posts, faults));
                }
                (false, false) => walls.left.extend(upright(line, &posts, faults)),
                (false, true) => {
                    let message = "a second line of cells without posts between";
                    faults.push(Fault::new(line.span.clone(), message, POSTS));
                }
            }
            cells_before = !is_posts(line);
            if faults.len() >= MOST_FAULTS {
                return None;
            }
        }
        if cells_before && faults.len() == faults_before {
            let end = drawing.lines[drawing.lines.len() - 1].span.end;
            faults.push(Fault::new(
                end..end,
                "the last line of posts is missing",
                POSTS,
            ));
        }
        (faults.len() == faults_before && rows > 0).then_some(walls)
    }

    /// Compares the size of a board with the one of the drawing of the walls.
    ///
    /// # Errors
    /// The sizes differ.
    pub(crate) fn fits(&self, rows: usize, columns: usize, of: &Span) -> Result<(), Fault> {
        if (self.rows, self.columns) == (rows, columns) {
            return Ok(());
        }
        let message = format!(
            "the walls surround {}x{} cells, the board has {rows}x{columns}",
            self.rows, self.columns
        );
        let label = "expected a drawing of the board's size";
        Err(Fault::new(of.clone(), message, label))
    }

    /// Whether a wall blocks the step from the place at `row` and `column` by at most one row and
    /// one column. A diagonal step is blocked if both ways around its corner are blocked. If the
    /// board wraps around, the first row follows the last row, and the first column follows the
    /// last column.
    pub(crate) fn bar(&self, (row, column): (usize, usize), down: isize, right: isize) -> bool {
        let to = (
            wrapped(row, down, self.rows),
            wrapped(column, right, self.columns),
        );
        let vertical = |column: usize| match down {
            0 => false,
            1.. => self.lies_above(row + 1, column),
            _ => self.lies_above(row, column),
        };
        let horizontal = |row: usize| match right {
            0 => false,
            1.. => self.lies_left(row, column + 1),
            _ => self.lies_left(row, column),
        };
        (vertical(column) || horizontal(to.0)) && (horizontal(row) || vertical(to.1))
    }

    fn lies_above(&self, row: usize, column: usize) -> bool {
        self.above[row * self.columns + column]
    }

    fn lies_left(&self, row: usize, column: usize) -> bool {
        self.left[row * (self.columns + 1) + column]
    }

    /// On a board that wraps around, copies each wall at an edge to the opposite edge.
    pub(crate) fn join_edges(&mut self) {
        let (rows, columns) = (self.rows, self.columns);
        for column in 0..columns {
            let wall = self.above[column] || self.above[rows * columns + column];
            self.above[column] = wall;
            self.above[rows * columns + column] = wall;
        }
        for row in self.left.chunks_mut(columns + 1) {
            let wall = row[0] || row[columns];
            row[0] = wall;
            row[columns] = wall;
        }
    }
}

/// The index `by` places after `index` in a circle of `count` indices.
pub(crate) fn wrapped(index: usize, by: isize, count: usize) -> usize {
    let (index, count) = (index as isize, count.max(1) as isize);
    (index + by % count).rem_euclid(count) as usize
}

/// The characters of a line except blanks: the column, the character and the byte position of each.
fn characters(line: &Lexeme) -> impl Iterator<Item = (usize, char, usize)> {
    let start = line.span.start;
    let characters = line.text.char_indices().enumerate();
    characters
        .map(move |(column, (at, c))| (column, c, start + at))
        .filter(|(_, c, _)| !super::lexer::BLANKS.contains(c))
}

fn unexpected(c: char, at: usize, label: &str) -> Fault {
    let mut bytes = [0; 4];
    let text = quoted(c.encode_utf8(&mut bytes)).to_string();
    Fault::new(at..at + c.len_utf8(), format!("unexpected '{text}'"), label)
}

/// The walls on a line of posts: whether there is a wall between neighbouring posts, one entry for
/// each column.
fn across(line: &Lexeme, posts: &[usize], faults: &mut Vec<Fault>) -> Vec<bool> {
    let mut drawn = vec![0; posts.len() - 1];
    let mut found = 0;
    for (column, c, at) in characters(line) {
        let gap = posts.partition_point(|&post| post <= column);
        let is_post = posts.binary_search(&column).is_ok();
        match c {
            '+' if is_post => found += 1,
            '-' if !is_post && gap > 0 && gap < posts.len() => drawn[gap - 1] += 1,
            _ => {
                let label = "expected posts below those of the first line, and '-' between them";
                faults.push(unexpected(c, at, label));
                return Vec::new();
            }
        }
    }
    let broken =
        |(gap, &drawn): (usize, &usize)| drawn != 0 && drawn != posts[gap + 1] - posts[gap] - 1;
    let (message, label) = if found != posts.len() {
        let message = format!(
            "{} here, {} in the first line",
            counted(found, "post"),
            posts.len()
        );
        (message, "expected a '+' on every corner of the cells")
    } else if drawn.iter().enumerate().any(broken) {
        (
            "a wall with a gap".to_owned(),
            "a wall goes from post to post",
        )
    } else {
        return drawn.iter().map(|&drawn| drawn > 0).collect();
    };
    faults.push(Fault::new(line.span.clone(), message, label));
    Vec::new()
}

/// Reads a line of cells. Returns for each post above the line whether a wall stands below that
/// post.
fn upright(line: &Lexeme, posts: &[usize], faults: &mut Vec<Fault>) -> Vec<bool> {
    let mut walls = vec![false; posts.len()];
    for (column, c, at) in characters(line) {
        match (c, posts.binary_search(&column)) {
            ('|', Ok(post)) => walls[post] = true,
            ('.', Err(_)) => {}
            ('|', Err(_)) => {
                let label = "expected it exactly below a post '+'";
                faults.push(unexpected(c, at, label));
                return Vec::new();
            }
            _ => {
                let fault = unexpected(c, at, "expected '|' below a post, or a blank");
                faults.push(
                    fault.with_help("only the walls are drawn here: the symbols belong to 'start'"),
                );
                return Vec::new();
            }
        }
    }
    walls
}
