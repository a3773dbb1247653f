//! Mazes as numbers: the column and the row of the player, then the sum of the walls of each cell.

use fewest_rules::{Fault, Faults};

use crate::numbers::{Next, Number, NumberReader};

use super::maze::{Compass, Grid, Maze};

/// The size of the contest's mazes.
pub(super) const CONTEST: Grid = Grid {
    rows: 4,
    columns: 6,
};

/// What a text of numbers begins with.
#[derive(Debug)]
pub(super) enum MazeCase {
    /// A maze.
    Maze(Maze),
    /// The end mark `0 0`.
    Finish,
    /// The end of the input.
    End,
    /// An incomplete case, which more input may complete.
    More,
}

/// Reads a case whose maze has the size of `grid`.
///
/// # Errors
/// Returns all faults of the case up to the first character that is not allowed.
pub(super) fn case(numbers: &mut NumberReader<'_>, grid: Grid) -> Result<MazeCase, Faults> {
    let all = 2 + grid.cells();
    let mut read: Vec<Number> = Vec::with_capacity(all);
    while read.len() < all {
        let broken_off = match numbers.next() {
            Ok(Next::Number(number)) => {
                read.push(number);
                if let [Number { value: 0, .. }, Number { value: 0, .. }] = read[..] {
                    return Ok(MazeCase::Finish);
                }
                continue;
            }
            Ok(Next::More) => return Ok(MazeCase::More),
            Ok(Next::End) if read.is_empty() => return Ok(MazeCase::End),
            Ok(Next::End) => cut_short(grid, &read),
            Err(fault) => fault,
        };
        let mut faults = faults(grid, &read);
        faults.push(broken_off);
        return Faults::unless_empty(faults, MazeCase::End);
    }
    let (maze, sound) = build(grid, &read);
    let faults = if sound {
        Vec::new()
    } else {
        faults(grid, &read)
    };
    Faults::unless_empty(faults, MazeCase::Maze(maze))
}

/// Makes a maze from `2 + cells` numbers: the column and the row of the player, then the sum of the
/// walls of each cell. Also returns whether the numbers are valid.
fn build(grid: Grid, read: &[Number]) -> (Maze, bool) {
    let (player, cells) = read.split_at(2);
    let mut walls = vec![false; grid.edges()];
    let mut sound = true;
    for (cell, number) in cells.iter().enumerate() {
        sound &= number.value < 16;
        for d in Compass::ALL {
            let wall = has_wall(number, d);
            let edge = grid.edge(cell, d);
            // The western and the northern neighbour come before this cell, so their numbers have
            // already said whether there is a wall on the common edge.
            let told = d <= Compass::N && grid.neighbour(cell, d).is_some();
            sound &= !told || wall == walls[edge];
            walls[edge] = wall;
        }
    }
    let [column, row] = [0, 1].map(|i| (player[i].value as usize).wrapping_sub(1));
    sound &= column < grid.columns && row < grid.rows;
    let start = if sound {
        row * grid.columns + column
    } else {
        0
    };
    (Maze::from_parts(grid, walls, start), sound)
}

fn has_wall(number: &Number, d: Compass) -> bool {
    number.value >> d as u32 & 1 == 1
}

fn cut_short(grid: Grid, read: &[Number]) -> Fault {
    let end = read.last().map_or(0, |number| number.span.end);
    let cells = grid.cells();
    let (message, label) = match read.len().checked_sub(2) {
        None => (
            "the player's row is missing".to_owned(),
            format!("expected a row, then {cells} cells"),
        ),
        Some(given) => (
            format!("the maze is cut short: {given} of its {cells} cells are given"),
            format!(
                "expected {} more, for {} rows of {}",
                cells - given,
                grid.rows,
                grid.columns
            ),
        ),
    };
    Fault::new(end..end, message, label)
        .with_help("`0 0` in place of the player, or the end of the input, ends the mazes")
}

/// All faults of the numbers of a maze that were read so far, in the order of the numbers.
fn faults(grid: Grid, read: &[Number]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let sides = [("column", grid.columns), ("row", grid.rows)];
    for (number, (side, most)) in read.iter().zip(sides) {
        if !(1..=most).contains(&(number.value as usize)) {
            let fault = Fault::new(
                number.span.clone(),
                format!("{side} {} is outside the maze", number.value),
                format!("expected a {side} from 1 to {most}"),
            );
            faults.push(if number.value == 0 {
                fault.with_help("rows and columns count from 1; only `0 0` ends the mazes")
            } else {
                fault
            });
        }
    }
    let cells = read.get(2..).unwrap_or_default();
    for (cell, number) in cells.iter().enumerate() {
        if number.value >= 16 {
            faults.push(
                Fault::new(
                    number.span.clone(),
                    format!("cell {} cannot be {}", grid.name(cell), number.value),
                    "expected 0 to 15",
                )
                .with_help("a cell is the sum of its walls: W = 1, N = 2, E = 4, S = 8"),
            );
        }
        for d in [Compass::E, Compass::S] {
            let Some(next) = grid.neighbour(cell, d).filter(|&next| next < cells.len()) else {
                continue;
            };
            let (here, there) = ((number, cell, d), (&cells[next], next, d.opposite()));
            let in_range = number.value < 16 && cells[next].value < 16;
            let walls = (has_wall(here.0, here.2), has_wall(there.0, there.2));
            if in_range && walls.0 != walls.1 {
                let (with, without) = if walls.0 {
                    (here, there)
                } else {
                    (there, here)
                };
                faults.push(one_sided(grid, with, without));
            }
        }
    }
    faults
}

type NumberedSide<'a> = (&'a Number, usize, Compass);

/// The fault that only one of two neighbours has the wall between them: `with` has the wall, and
/// `without` does not.
fn one_sided(grid: Grid, with: NumberedSide<'_>, without: NumberedSide<'_>) -> Fault {
    let worth = |d: Compass| 1 << d as u32;
    Fault::new(
        with.0.span.clone(),
        format!(
            "cell {} has a wall to the {}, but its neighbour {} has none to the {}",
            grid.name(with.1),
            with.2.word(),
            grid.name(without.1),
            without.2.word(),
        ),
        format!("{} includes {} = {}", with.0.value, with.2, worth(with.2)),
    )
    .with_context(
        without.0.span.clone(),
        format!(
            "{} lacks {} = {}",
            without.0.value,
            without.2,
            worth(without.2)
        ),
    )
    .with_help("a wall between two cells counts in both of them")
}

/// Reads the maze at `begin`, where a number begins, and returns it with the byte after it; `None`
/// if there is `0 0` at `begin`.
///
/// # Errors
/// Returns all faults of the maze.
pub(super) fn read(text: &str, begin: usize) -> Result<Option<(Maze, usize)>, Faults> {
    let attempt = |grid| {
        let mut numbers = NumberReader::new(&text.as_bytes()[begin..], true);
        let case = case(&mut numbers, grid).map_err(|faults| faults.shifted(begin))?;
        Ok(match case {
            MazeCase::Maze(maze) => Some((maze, begin + numbers.position())),
            MazeCase::Finish | MazeCase::End | MazeCase::More => None,
        })
    };
    let shape = shape(&text[begin..]);
    let TextShape::Grid(grid) = shape else {
        return attempt(CONTEST).map_err(|faults| match shape {
            TextShape::Ragged(fault) => fault.shifted(begin).into(),
            _ => faults,
        });
    };
    let shaped = attempt(grid);
    match shaped {
        Err(_) if grid != CONTEST => attempt(CONTEST).or(shaped),
        _ => shaped,
    }
}

/// The layout of the lines at the beginning of a text.
enum TextShape {
    /// A line of two numbers, then lines of numbers that form a maze with the rows and columns of
    /// this grid.
    Grid(Grid),
    /// A line of two numbers, then rows of different lengths or too many rows.
    Ragged(Fault),
    /// Any other layout. The text is then read in the contest's form.
    Loose,
}

fn shape(text: &str) -> TextShape {
    let mut lines = text.split_inclusive('\n').scan(0, |at, line| {
        let begin = *at;
        *at += line.len();
        let end = begin + line.trim_end().len();
        // One word more than allowed is enough to recognise a row that is too long.
        let words = line.split_ascii_whitespace().take(Maze::MOST_SIDE + 1);
        Some((words.count(), begin..end))
    });
    if lines.next().is_none_or(|(words, _)| words != 2) {
        return TextShape::Loose;
    }
    let Some((columns, first)) = lines.next().filter(|&(words, _)| words > 0) else {
        return TextShape::Loose;
    };
    let mut rows = 1;
    for (words, span) in lines {
        if words == 0 || (words == 2 && columns != 2) {
            break;
        }
        if words != columns {
            if text[span.clone()].contains(|symbol| !matches!(symbol, '0'..='9' | ' ' | '\t')) {
                // The row has a character that is not allowed. The fault of that character explains
                // more than the length of the row.
                return TextShape::Loose;
            }
            let message = format!(
                "row {} has {words} cells, the rows above have {columns}",
                rows + 1
            );
            return TextShape::Ragged(
                Fault::new(span, message, format!("expected {columns} cells"))
                    .with_context(first, format!("{columns} cells"))
                    .with_help("the rows of a maze are equally long; a blank line ends it"),
            );
        }
        rows += 1;
        if rows > Maze::MOST_SIDE {
            break;
        }
    }
    match Grid::new(rows, columns) {
        Some(grid) => TextShape::Grid(grid),
        None => TextShape::Ragged(Fault::new(
            first,
            "the maze is too large",
            format!("expected at most {} rows and columns", Maze::MOST_SIDE),
        )),
    }
}

/// Writes a maze in the form that [`read`] accepts, without a final newline.
pub(super) fn write(maze: &Maze) -> String {
    let grid = maze.grid();
    let (row, column) = maze.player();
    let mut text = format!("{} {}", column + 1, row + 1);
    for cell in 0..grid.cells() {
        let walls = Compass::ALL.map(|d| u32::from(maze.walls()[grid.edge(cell, d)]) << d as u32);
        let blank = if cell % grid.columns == 0 { '\n' } else { ' ' };
        text.push(blank);
        text.push_str(&walls.iter().sum::<u32>().to_string());
    }
    text
}
