//! A puzzle text in parts, so that two can be merged and one can be made smaller.

use std::fmt;

/// A row and a column, from 0.
pub(crate) type Cell = (usize, usize);

/// The text of a puzzle, in parts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    /// The families from which the puzzle was made.
    pub(crate) families: Vec<&'static str>,
    pub(crate) symbols: Vec<String>,
    pub(crate) torus: bool,
    /// Statements of one line: variables, layers, sets, what is minimised.
    pub(crate) statements: Vec<String>,
    pub(crate) regions: Vec<(String, Vec<Cell>)>,
    /// Pairs of neighbours with a wall between them.
    pub(crate) walls: Vec<(Cell, Cell)>,
    pub(crate) moves: Vec<Move>,
    /// Rules that follow every move.
    pub(crate) after: Vec<String>,
    pub(crate) goals: Vec<Vec<Condition>>,
    /// The start; `.` is a hole.
    pub(crate) grid: Vec<Vec<String>>,
    /// The values of variables at the start.
    pub(crate) values: Vec<String>,
}

/// A family of moves.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    /// What follows `move`: name, parameters and cost.
    pub(crate) head: String,
    /// The rules, changes or steps, one a line.
    pub(crate) lines: Vec<String>,
}

/// A condition of a goal.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    At(Cell, String),
    Same(Vec<Cell>),
    /// A drawing of the whole board.
    Board(Vec<Vec<String>>),
    Somewhere(Vec<Vec<String>>),
    Text(String),
}

impl Draft {
    pub(crate) fn new(family: &'static str, symbols: &[&str], grid: Vec<Vec<String>>) -> Self {
        Self {
            families: vec![family],
            symbols: symbols.iter().map(|&s| s.to_owned()).collect(),
            grid,
            ..Self::default()
        }
    }

    pub(crate) fn rows(&self) -> usize {
        self.grid.len()
    }

    pub(crate) fn columns(&self) -> usize {
        self.grid.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Adds a family of moves with one rule.
    pub(crate) fn rule(&mut self, head: &str, rule: &str) {
        self.rules(head, &[rule]);
    }

    pub(crate) fn rules(&mut self, head: &str, rules: &[&str]) {
        self.moves.push(Move {
            head: head.to_owned(),
            lines: rules.iter().map(|&rule| rule.to_owned()).collect(),
        });
    }

    pub(crate) fn symbol(&mut self, symbol: &str) {
        if !self.symbols.iter().any(|known| known == symbol) {
            self.symbols.push(symbol.to_owned());
        }
    }

    pub(crate) fn cells_with(&self, symbol: &str) -> Vec<Cell> {
        let rows = self.grid.iter().enumerate();
        rows.flat_map(|(r, row)| row.iter().enumerate().map(move |(c, s)| ((r, c), s)))
            .filter(|(_, s)| *s == symbol)
            .map(|(cell, _)| cell)
            .collect()
    }

    pub(crate) fn has_costs(&self) -> bool {
        let costs = |text: &str| text.contains(" cost ") || text.contains(" free");
        self.statements.iter().any(|s| s.starts_with("fewest "))
            || self
                .moves
                .iter()
                .any(|m| costs(&m.head) || m.lines.iter().any(|line| costs(line)))
    }
}

pub(crate) fn grid(rows: &[&str]) -> Vec<Vec<String>> {
    let row = |row: &&str| row.chars().map(|c| c.to_string()).collect();
    rows.iter().map(row).collect()
}

pub(crate) fn filled(rows: usize, columns: usize, symbol: &str) -> Vec<Vec<String>> {
    vec![vec![symbol.to_owned(); columns]; rows]
}

pub(crate) fn cell_name((row, column): Cell) -> String {
    format!("r{}c{}", row + 1, column + 1)
}

/// A symbol as it is written in lists and rules.
pub(crate) fn quoted(symbol: &str) -> String {
    match symbol {
        "#" => "'#'".to_owned(),
        _ => symbol.to_owned(),
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawing = |f: &mut fmt::Formatter<'_>, rows: &[Vec<String>]| {
            for row in rows {
                write!(f, "\n  {}", row.join(" "))?;
            }
            Ok(())
        };
        match self {
            Self::At(cell, symbols) => write!(f, "at {} {symbols}", cell_name(*cell)),
            Self::Same(cells) => {
                let names: Vec<String> = cells.iter().copied().map(cell_name).collect();
                write!(f, "same {}", names.join(" "))
            }
            Self::Board(rows) => {
                f.write_str("board")?;
                drawing(f, rows)
            }
            Self::Somewhere(rows) => {
                f.write_str("somewhere")?;
                drawing(f, rows)
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle {}", self.families.join("-"))?;
        let symbols: Vec<String> = self.symbols.iter().map(|s| quoted(s)).collect();
        writeln!(f, "symbols {}", symbols.join(" "))?;
        if self.torus {
            writeln!(f, "board torus {}x{}", self.rows(), self.columns())?;
        }
        self.write_walls(f)?;
        for (name, cells) in &self.regions {
            let cells: Vec<String> = cells.iter().copied().map(cell_name).collect();
            writeln!(f, "region {name} = {}", cells.join(" "))?;
        }
        for statement in &self.statements {
            writeln!(f, "{statement}")?;
        }
        for Move { head, lines } in &self.moves {
            match lines.as_slice() {
                [line] if !line.starts_with("after") => writeln!(f, "move {head} {line}")?,
                lines => {
                    writeln!(f, "move {head}")?;
                    for line in lines {
                        writeln!(f, "  {line}")?;
                    }
                }
            }
        }
        if !self.after.is_empty() {
            writeln!(f, "after")?;
            for line in &self.after {
                writeln!(f, "  {line}")?;
            }
        }
        for goal in &self.goals {
            // A drawing ends its statement, so it comes last.
            let (mut first, mut last) = (Vec::new(), Vec::new());
            for condition in goal {
                match condition {
                    Condition::Board(_) | Condition::Somewhere(_) => last.push(condition),
                    _ => first.push(condition),
                }
            }
            let all: Vec<String> = first.iter().chain(&last).map(|c| c.to_string()).collect();
            writeln!(f, "goal {}", all.join(" and "))?;
        }
        writeln!(f, "start")?;
        for row in &self.grid {
            writeln!(f, "  {}", row.join(" "))?;
        }
        for value in &self.values {
            writeln!(f, "  {value}")?;
        }
        Ok(())
    }
}

impl Draft {
    fn write_walls(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.walls.is_empty() {
            return Ok(());
        }
        writeln!(f, "walls")?;
        let between = |one: Cell, other: Cell| self.walls.contains(&(one, other));
        let columns = self.columns();
        for row in 0..=self.rows() {
            let mut line = String::from("+");
            for column in 0..columns {
                let wall = row > 0 && between((row - 1, column), (row, column));
                line.push_str(if wall { "-+" } else { " +" });
            }
            writeln!(f, "  {line}")?;
            if row < self.rows() {
                let mut line = String::from(" ");
                for column in 0..columns {
                    let wall = between((row, column), (row, column + 1));
                    line.push_str(if wall { " |" } else { "  " });
                }
                writeln!(f, "  {line}")?;
            }
        }
        Ok(())
    }
}
