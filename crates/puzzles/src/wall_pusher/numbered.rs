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
    let broken_off = loop {
        if read.len() == all {
            break None;
        }
        match numbers.next() {
            Ok(Next::Number(number)) => read.push(number),
            Ok(Next::More) => return Ok(MazeCase::More),
            Ok(Next::End) if read.is_empty() => return Ok(MazeCase::End),
            Ok(Next::End) => break Some(cut_short(grid, &read)),
            Err(fault) => break Some(fault),
        }
        if let [Number { value: 0, .. }, Number { value: 0, .. }] = read[..] {
            return Ok(MazeCase::Finish);
        }
    };
    let (maze, mut faults) = build(grid, &read);
    faults.extend(broken_off);
    Faults::unless_empty(faults, MazeCase::Maze(maze))
}

/// Makes a maze from `2 + cells` numbers: the column and the row of the player, then the sum of the
/// walls of each cell. Returns all faults of the numbers, too; some numbers at the end may be missing.
fn build(grid: Grid, read: &[Number]) -> (Maze, Vec<Fault>) {
    let (player, cells) = read.split_at(read.len().min(2));
    let mut faults = Vec::new();
    let sides = [("column", grid.columns), ("row", grid.rows)];
    for (number, (side, most)) in player.iter().zip(sides) {
        if !(1..=most).contains(&(number.value as usize)) {
            faults.push(outside(number, side, most));
        }
    }
    let mut walls = vec![false; grid.edges()];
    for (cell, number) in cells.iter().enumerate() {
        if number.value >= 16 {
            faults.push(no_sum(grid, cell, number));
        }
        for d in Compass::ALL {
            let (wall, edge) = (has_wall(number, d), grid.edge(cell, d));
            // The western and the northern neighbour come before this cell, so their numbers have
            // already said whether there is a wall on the common edge.
            if d <= Compass::N
                && wall != walls[edge]
                && let Some(before) = grid.neighbour(cell, d)
                && number.value.max(cells[before].value) < 16
            {
                faults.push(match wall {
                    true => one_sided(grid, cells, cell, d, before),
                    false => one_sided(grid, cells, before, d.opposite(), cell),
                });
            }
            walls[edge] = wall;
        }
    }
    let start = match player {
        [column, row] if faults.is_empty() => {
            (row.value as usize - 1) * grid.columns + column.value as usize - 1
        }
        _ => 0,
    };
    (Maze::from_parts(grid, walls, start), faults)
}

fn has_wall(number: &Number, d: Compass) -> bool {
    number.value >> d as u32 & 1 == 1
}

fn cut_short(grid: Grid, read: &[Number]) -> Fault {
    let end = read.last().map_or(0, |number| number.span.end);
    let (rows, columns, cells) = (grid.rows, grid.columns, grid.cells());
    let (message, label) = match read.len().checked_sub(2) {
        None => (
            "the player's row is missing".to_owned(),
            format!("expected a row, then {cells} cells"),
        ),
        Some(given) => (
            format!("the maze is cut short: {given} of its {cells} cells are given"),
            format!(
                "expected {} more, for {rows} rows of {columns}",
                cells - given
            ),
        ),
    };
    Fault::new(end..end, message, label)
        .with_help("`0 0` in place of the player, or the end of the input, ends the mazes")
}

fn outside(number: &Number, side: &str, most: usize) -> Fault {
    let message = format!("{side} {} is outside the maze", number.value);
    let expected = format!("expected a {side} from 1 to {most}");
    Fault::new(number.span.clone(), message, expected)
        .with_help("rows and columns count from 1; only `0 0` ends the mazes")
}

fn no_sum(grid: Grid, cell: usize, number: &Number) -> Fault {
    let message = format!("cell {} cannot be {}", grid.name(cell), number.value);
    Fault::new(number.span.clone(), message, "expected 0 to 15")
        .with_help("a cell is the sum of its walls: W = 1, N = 2, E = 4, S = 8")
}

/// The fault that only one of two neighbours has the wall between them: the cell `with` on its side
/// `d`, but not the cell `without` on the opposite side.
fn one_sided(grid: Grid, cells: &[Number], with: usize, d: Compass, without: usize) -> Fault {
    let (back, worth) = (d.opposite(), |d: Compass| 1 << d as u32);
    let (has, lacks) = (&cells[with], &cells[without]);
    Fault::new(
        has.span.clone(),
        format!(
            "cell {} has a wall to the {}, but its neighbour {} has none to the {}",
            grid.name(with),
            d.word(),
            grid.name(without),
            back.word(),
        ),
        format!("{} includes {d} = {}", has.value, worth(d)),
    )
    .with_context(
        lacks.span.clone(),
        format!("{} lacks {back} = {}", lacks.value, worth(back)),
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
    match shape(&text[begin..]) {
        Ok(None) => attempt(CONTEST),
        Ok(Some(grid)) => match attempt(grid) {
            Err(faults) if grid != CONTEST => attempt(CONTEST).map_err(|_| faults),
            shaped => shaped,
        },
        Err(ragged) => attempt(CONTEST).map_err(|_| ragged.shifted(begin).into()),
    }
}

/// The grid of a text that begins with a line of two numbers and lines of numbers that form a maze
/// with the rows and columns of this grid. `None` if the text has any other layout, and is read in the
/// contest's form.
///
/// # Errors
/// After the line of two numbers, the rows have different lengths, or there are too many.
fn shape(text: &str) -> Result<Option<Grid>, Fault> {
    let mut lines = text.split_inclusive('\n').scan(0, |at, line| {
        let begin = *at;
        *at += line.len();
        let end = begin + line.trim_end().len();
        // One word more than allowed is enough to recognise a row that is too long.
        let words = line.split_ascii_whitespace().take(Maze::MOST_SIDE + 1);
        Some((words.count(), begin..end))
    });
    if lines.next().is_none_or(|(words, _)| words != 2) {
        return Ok(None);
    }
    let Some((columns, first)) = lines.next().filter(|&(words, _)| words > 0) else {
        return Ok(None);
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
                return Ok(None);
            }
            let message = format!(
                "row {} has {words} cells, the rows above have {columns}",
                rows + 1
            );
            return Err(
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
    let grid = Grid::new(rows, columns).ok_or_else(|| {
        let expected = format!("expected at most {} rows and columns", Maze::MOST_SIDE);
        Fault::new(first, "the maze is too large", expected)
    })?;
    Ok(Some(grid))
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
