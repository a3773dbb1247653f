//! Goals to tests: any of several conjunctions.

use fewest_ground::Test;

use super::checked::{DIRECTIONS, Goal, all};
use super::drawing::{Picture, Says};
use super::grounding::{Grounder, Refused, Tests};
use super::lexer::Span;
use super::limits::MOST_GOAL_PARTS;
use super::moves::all_values;
use super::syntax::{Clause, Set};

/// A position and the labels it must have.
type Within = (usize, u64);

/// One way to meet a clause.
#[derive(Debug, Clone)]
enum Way {
    Within(Vec<Within>),
    Same(Vec<usize>),
}

impl Way {
    fn len(&self) -> usize {
        match self {
            Self::Within(tests) => tests.len(),
            Self::Same(cells) => cells.len(),
        }
    }
}

/// Grounds all goals.
pub(crate) fn ground(grounder: &mut Grounder) -> Result<(), Refused> {
    let checked = grounder.checked;
    let mut parts = 0;
    for (origin, goal) in checked.goals.iter().enumerate() {
        let mut clauses = Vec::new();
        for clause in &goal.clauses {
            let ways = ways(grounder, goal, clause)?;
            parts += 1 + ways.iter().map(Way::len).sum::<usize>();
            if parts > MOST_GOAL_PARTS {
                return too_large(grounder, &goal.span);
            }
            clauses.push(ways);
        }
        // One way of each clause, in all combinations.
        let mut at = vec![0; clauses.len()];
        if clauses.iter().any(Vec::is_empty) {
            continue;
        }
        loop {
            let chosen = || clauses.iter().zip(&at).map(|(ways, &at)| &ways[at]);
            parts += 1 + chosen().map(Way::len).sum::<usize>();
            if parts > MOST_GOAL_PARTS {
                return too_large(grounder, &goal.span);
            }
            if let Some(tests) = conjunction(grounder, chosen()) {
                grounder.ground.goals.push(tests);
                grounder.origins.goals.push(origin);
            }
            let Some(turn) = (0..at.len()).rev().find(|&i| at[i] + 1 < clauses[i].len()) else {
                break;
            };
            at[turn] += 1;
            at[turn + 1..].fill(0);
        }
    }
    Ok(())
}

fn too_large<T>(grounder: &mut Grounder, span: &Span) -> Result<T, Refused> {
    let message = format!("goals of more than {MOST_GOAL_PARTS} tests");
    grounder.fault(span, message, "the puzzle is too large here");
    Err(Refused)
}

/// The tests of these ways together, unless they contradict each other.
fn conjunction<'w>(grounder: &Grounder, ways: impl Iterator<Item = &'w Way>) -> Option<Vec<Test>> {
    let mut together = std::collections::BTreeMap::new();
    let mut tests = Tests::default();
    for way in ways {
        match way {
            Way::Within(within) => {
                for &(position, labels) in within {
                    *together.entry(position).or_insert(u64::MAX) &= labels;
                }
            }
            Way::Same(cells) => {
                for &cell in &cells[1..] {
                    tests.same(cells[0], cell);
                }
            }
        }
    }
    let cells = grounder.site.shape.cells();
    for (position, labels) in together {
        let all = match position.checked_sub(cells) {
            Some(variable) => all_values(grounder, variable),
            None => grounder.all(),
        };
        if !tests.fresh(position, labels & all, all) {
            return None;
        }
    }
    Some(tests.into_vec())
}

/// All ways to meet a clause.
fn ways(grounder: &mut Grounder, goal: &Goal, clause: &Clause) -> Result<Vec<Way>, Refused> {
    let shape = &grounder.site.shape;
    let every = |cells: Vec<usize>, labels: u64| {
        Way::Within(cells.into_iter().map(|cell| (cell, labels)).collect())
    };
    Ok(match clause {
        Clause::All(set) => {
            let cells = (0..shape.cells()).collect();
            vec![every(cells, labels(grounder, set))]
        }
        Clause::On { region, set } => {
            let labels = labels(grounder, set);
            vec![every(grounder.region(region), labels)]
        }
        Clause::Some { region, set } => {
            let labels = labels(grounder, set);
            let cells = grounder.region(region).into_iter();
            cells.map(|cell| every(vec![cell], labels)).collect()
        }
        Clause::At { cell, set } => {
            let labels = labels(grounder, set);
            let cells = grounder.cells(std::slice::from_ref(cell));
            vec![every(cells, labels)]
        }
        Clause::Same(words) => {
            let cells = grounder.cells(words);
            if cells.is_empty() {
                return Ok(Vec::new());
            }
            vec![Way::Same(cells)]
        }
        Clause::Variable { name, set } => {
            let variables = &grounder.checked.alphabet.variables;
            let Some(variable) = variables.iter().position(|v| v.name == name.text) else {
                return Ok(Vec::new());
            };
            let values = &variables[variable].labels;
            let named = set
                .words
                .iter()
                .filter_map(|word| values.iter().position(|value| *value == word.text))
                .fold(0, |set, label| set | 1 << label);
            let labels = if set.not {
                all(values.len()) & !named
            } else {
                named
            };
            vec![every(vec![grounder.variable(variable)], labels)]
        }
        Clause::Line { length, set } => {
            let length = length.text.parse().unwrap_or(usize::MAX);
            let labels = labels(grounder, set);
            lines(grounder, goal, length, labels)?
        }
        Clause::Board(_) => {
            let Some(picture) = picture(grounder, goal) else {
                return Ok(Vec::new());
            };
            let drawn = match picture.on(shape, &goal.span) {
                Ok(drawn) => drawn,
                Err(faults) => {
                    grounder.faults.extend(faults);
                    return Ok(Vec::new());
                }
            };
            let drawn = drawn.into_iter().enumerate();
            let drawn = drawn.filter_map(|(cell, drawn)| Some((cell, said(drawn.says)?)));
            let tests = drawn.map(|(cell, said)| Some((cell, said.on(grounder, cell)?)));
            let tests: Option<Vec<Within>> = tests.chain(variables(grounder, &picture)).collect();
            tests.map(Way::Within).into_iter().collect()
        }
        Clause::Somewhere(_) => somewhere(grounder, goal)?,
    })
}

fn labels(grounder: &Grounder, set: &Set) -> u64 {
    let alphabet = &grounder.checked.alphabet;
    let named = set.words.iter().fold(0, |named, word| {
        let symbol = alphabet.symbols.iter().position(|s| *s == word.text);
        let set = || alphabet.sets.iter().find(|(name, _)| *name == word.text);
        named
            | match symbol {
                Some(label) => 1 << label,
                None => set().map_or(0, |(_, set)| set.labels(&[], grounder.all())),
            }
    });
    if set.not {
        grounder.all() & !named
    } else {
        named
    }
}

/// Cells in a row, a column or a diagonal.
fn lines(
    grounder: &mut Grounder,
    goal: &Goal,
    length: usize,
    labels: u64,
) -> Result<Vec<Way>, Refused> {
    let shape = &grounder.site.shape;
    // Right, down and the two diagonals down; a single cell lies in none of them.
    let directions = if length == 1 { &[2][..] } else { &[2, 3, 7, 6] };
    let mut ways = Vec::new();
    let mut parts = 0;
    for cell in 0..shape.cells() {
        for &direction in directions {
            let steps =
                (0..length).map_while(|step| shape.along(cell, DIRECTIONS[direction], step));
            let line: Vec<Within> = steps.map(|cell| (cell, labels)).collect();
            parts += line.len();
            if line.len() == length {
                ways.push(Way::Within(line));
            }
            if parts > MOST_GOAL_PARTS {
                return too_large(grounder, &goal.span);
            }
        }
    }
    Ok(ways)
}

/// The goal's drawing, unless it is too large.
fn picture(grounder: &mut Grounder, goal: &Goal) -> Option<Picture> {
    let lines = goal.drawing.iter().flat_map(|drawing| &drawing.lines);
    let lines: Vec<_> = lines.map(|l| (l.span.start, l.text.as_str())).collect();
    grounder
        .checked
        .alphabet
        .picture(&lines, true, &mut grounder.faults)
}

/// What a drawing says of a cell.
#[derive(Clone, Copy)]
struct Said {
    labels: u64,
    mark: Option<usize>,
}

impl Said {
    /// The labels that the cell must have, unless it lies outside of the region that is drawn.
    fn on(self, grounder: &Grounder, cell: usize) -> Option<u64> {
        let inside = |mark: usize| grounder.site.marks[mark].binary_search(&cell).is_ok();
        self.mark.is_none_or(inside).then_some(self.labels)
    }
}

/// What a word says; `None` if anything may lie there, or no cell.
fn said(says: Says) -> Option<Said> {
    match says {
        Says::Cell { labels, mark } => Some(Said { labels, mark }),
        Says::Hole | Says::Unknown => None,
    }
}

/// The values that a drawing gives to variables.
fn variables(grounder: &Grounder, picture: &Picture) -> Vec<Option<Within>> {
    let value = |&variable: &usize| {
        let label = picture.variables[variable];
        Some((grounder.variable(variable), 1 << label))
    };
    picture.said.iter().map(value).collect()
}

/// The drawing wherever it lies within the board's rows and columns; `.` in it is whatever
/// there is, also no cell.
fn somewhere(grounder: &mut Grounder, goal: &Goal) -> Result<Vec<Way>, Refused> {
    let Some(picture) = picture(grounder, goal) else {
        return Ok(Vec::new());
    };
    let shape = &grounder.site.shape;
    let (rows, columns) = picture.size();
    let drawn: Vec<(usize, usize, Said)> = picture
        .rows
        .iter()
        .enumerate()
        .flat_map(|(row, cells)| {
            cells
                .iter()
                .enumerate()
                .map(move |(column, cell)| (row, column, cell))
        })
        .filter_map(|(row, column, cell)| Some((row, column, said(cell.says)?)))
        .collect();
    let mut ways = Vec::new();
    if drawn.len().saturating_mul(shape.rows * shape.columns) > 4 * MOST_GOAL_PARTS {
        return too_large(grounder, &goal.span);
    }
    let variables = variables(grounder, &picture);
    for top in 0..(shape.rows + 1).saturating_sub(rows) {
        for left in 0..(shape.columns + 1).saturating_sub(columns) {
            let cell = |&(row, column, said): &(usize, usize, Said)| {
                let cell = shape.grid[(top + row) * shape.columns + left + column]?;
                Some((cell, said.on(grounder, cell)?))
            };
            let way = drawn.iter().map(cell).chain(variables.iter().copied());
            let way: Option<Vec<Within>> = way.collect();
            ways.extend(way.map(Way::Within));
        }
    }
    Ok(ways)
}
