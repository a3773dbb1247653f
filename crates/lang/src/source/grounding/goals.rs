//! Compiles goals to tests: a state is a goal if all tests of one of the conjunctions hold.

use std::collections::BTreeMap;

use fewest_ground::Test;

use super::super::alphabet::LayerLabel;
use super::super::checked::CheckedGoal;
use super::super::drawing::ReadDrawing;
use super::super::heading::HEADINGS;
use super::super::lexer::Span;
use super::super::limits::MOST_GOAL_PARTS;
use super::super::syntax::{GoalCells, GoalClause, SetSyntax};
use super::builder::{Builder, GroundingStopped, Tests};
use super::choices::each_choice;
use super::numbers::each_way;

/// A position and the labels that it must have.
type Requirement = (usize, u64);

/// One way to satisfy a condition of a goal.
#[derive(Debug, Clone)]
enum Alternative {
    /// All of these requirements hold.
    All(Vec<Requirement>),
    /// All of these cells have the same label.
    Same(Vec<usize>),
}

impl Alternative {
    fn len(&self) -> usize {
        match self {
            Self::All(requirements) => requirements.len(),
            Self::Same(cells) => cells.len(),
        }
    }
}

pub(super) fn ground(builder: &mut Builder) -> Result<(), GroundingStopped> {
    let checked = builder.checked;
    let mut parts = 0;
    for (origin, goal) in checked.goals.iter().enumerate() {
        let mut clauses = Vec::new();
        for clause in &goal.clauses {
            let alternatives = alternatives(builder, goal, clause)?;
            parts += 1 + alternatives.iter().map(Alternative::len).sum::<usize>();
            limit(builder, parts, &goal.span)?;
            clauses.push(alternatives);
        }
        // Adds one conjunction for each combination of the alternatives of all conditions.
        let sizes: Vec<usize> = clauses.iter().map(Vec::len).collect();
        each_choice(&sizes, |choice| {
            let chosen = clauses.iter().zip(choice).map(|(clause, &at)| &clause[at]);
            parts += 1 + chosen.clone().map(Alternative::len).sum::<usize>();
            limit(builder, parts, &goal.span)?;
            if let Some(tests) = conjunction(builder, chosen) {
                builder.ground.goals.push(tests);
                builder.origins.goals.push(origin);
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Stops grounding if a goal has more parts than allowed.
fn limit(builder: &mut Builder, parts: usize, span: &Span) -> Result<(), GroundingStopped> {
    if parts <= MOST_GOAL_PARTS {
        return Ok(());
    }
    let message = format!("goals of more than {MOST_GOAL_PARTS} tests");
    builder.fault(span, message, "the puzzle is too large here");
    Err(GroundingStopped)
}

/// The tests of all these alternatives; `None` if they contradict each other.
fn conjunction<'a>(
    builder: &Builder,
    alternatives: impl Iterator<Item = &'a Alternative>,
) -> Option<Vec<Test>> {
    let mut required = BTreeMap::new();
    let mut tests = Tests::default();
    for alternative in alternatives {
        match alternative {
            Alternative::All(requirements) => {
                for &(position, labels) in requirements {
                    *required.entry(position).or_insert(u64::MAX) &= labels;
                }
            }
            Alternative::Same(cells) => {
                cells[1..]
                    .iter()
                    .for_each(|&cell| tests.same(cells[0], cell));
            }
        }
    }
    let mut required = required.into_iter();
    let can_hold = required.all(|(position, labels)| {
        let all = builder.all_labels(position);
        tests.require(position, labels & all, all)
    });
    can_hold.then_some(tests.0)
}

/// All ways to satisfy a condition.
fn alternatives(
    builder: &mut Builder,
    goal: &CheckedGoal,
    clause: &GoalClause,
) -> Result<Vec<Alternative>, GroundingStopped> {
    let alphabet = &builder.checked.alphabet;
    let labels = |set: &SetSyntax| {
        let labels = set
            .words
            .iter()
            .filter_map(|word| alphabet.labels(&word.text));
        let (named, all) = match alphabet.layer_label(&set.words[0].text) {
            None => (labels.fold(0, |all, labels| all | labels), alphabet.all()),
            Some((layer, _)) => {
                let words = set.words.iter();
                let labels = words.filter_map(|word| alphabet.layer_label(&word.text));
                let named = labels.fold(0, |all, (_, label)| all | 1 << label);
                (named, alphabet.all_of_layer(layer))
            }
        };
        complement_if(set.not, named, all)
    };
    // The positions to which a set refers: the positions of the cells, or the positions of a layer
    // under the cells.
    let positions = |builder: &Builder, cells: Vec<usize>, set: &SetSyntax| match alphabet
        .layer_label(&set.words[0].text)
    {
        None => cells,
        Some((layer, _)) => cells
            .into_iter()
            .map(|cell| builder.under(layer, cell))
            .collect(),
    };
    let every = |cells: Vec<usize>, labels: u64| {
        Alternative::All(cells.into_iter().map(|cell| (cell, labels)).collect())
    };
    Ok(match clause {
        GoalClause::Exactly { number, cells, set } => {
            let labels = labels(set);
            let cells = goal_cells(builder, cells);
            let cells = positions(builder, cells, set);
            let number = number.text.parse().unwrap_or(usize::MAX);
            exactly(builder, goal, number, &cells, labels)?
        }
        GoalClause::Cells { cells, some, set } => {
            let labels = labels(set);
            let cells = goal_cells(builder, cells);
            let cells = positions(builder, cells, set);
            match some {
                true => cells
                    .into_iter()
                    .map(|cell| every(vec![cell], labels))
                    .collect(),
                false => vec![every(cells, labels)],
            }
        }
        GoalClause::Same(words) => match builder.cells(words) {
            cells if cells.is_empty() => Vec::new(),
            cells => vec![Alternative::Same(cells)],
        },
        GoalClause::Variable { name, set } => {
            let Some(index) = alphabet.variable(&name.text) else {
                return Ok(Vec::new());
            };
            let variable = &alphabet.variables[index];
            let values = set
                .words
                .iter()
                .filter_map(|word| variable.label(&word.text));
            let named = values.fold(0, |all, label| all | 1 << label);
            let values = complement_if(set.not, named, variable.all());
            vec![every(vec![builder.variable(index)], values)]
        }
        GoalClause::Compare(comparison) => {
            let Ok(test) = super::super::numbers::test(alphabet, &[], comparison) else {
                return Ok(Vec::new());
            };
            let mut ways = Vec::new();
            each_way(
                builder,
                &goal.span,
                BTreeMap::new(),
                (&[test], &[]),
                None,
                |builder, way| {
                    let all = way
                        .allowed
                        .iter()
                        .map(|(&variable, &set)| (builder.variable(variable), set));
                    ways.push(Alternative::All(all.collect()));
                    Ok(())
                },
            )?;
            ways
        }
        GoalClause::Line { length, set } => {
            let length = length.text.parse().unwrap_or(usize::MAX);
            let layer = alphabet.layer_label(&set.words[0].text);
            let mut lines = lines(builder, goal, length, labels(set))?;
            if let Some((layer, _)) = layer {
                for line in &mut lines {
                    if let Alternative::All(line) = line {
                        line.iter_mut()
                            .for_each(|cell| cell.0 = builder.under(layer, cell.0));
                    }
                }
            }
            lines
        }
        GoalClause::Board(_) => board(builder, goal).into_iter().collect(),
        GoalClause::Somewhere(_) => somewhere(builder, goal)?,
    })
}

fn goal_cells(builder: &mut Builder, cells: &GoalCells) -> Vec<usize> {
    match cells {
        GoalCells::Board => (0..builder.terrain.shape.cells()).collect(),
        GoalCells::Region(region) => builder.region(region),
        GoalCells::Cell(cell) => builder.cells(std::slice::from_ref(cell)),
    }
}

/// All ways in which exactly `number` of the `cells` have one of `labels`.
fn exactly(
    builder: &mut Builder,
    goal: &CheckedGoal,
    number: usize,
    cells: &[usize],
    labels: u64,
) -> Result<Vec<Alternative>, GroundingStopped> {
    let mut choices = Vec::new();
    if number > cells.len() {
        return Ok(choices);
    }
    let others = cells.first().map_or(0, |&cell| builder.all_labels(cell)) & !labels;
    // The indices of the cells chosen to have one of `labels`, in increasing order.
    let mut chosen: Vec<usize> = (0..number).collect();
    let mut parts = 0;
    loop {
        parts += 1 + cells.len();
        limit(builder, parts, &goal.span)?;
        let mut required: Vec<Requirement> = cells.iter().map(|&cell| (cell, others)).collect();
        chosen.iter().for_each(|&i| required[i].1 = labels);
        choices.push(Alternative::All(required));
        let later = cells.len() - number;
        let Some(next) = (0..number).rev().find(|&i| chosen[i] < later + i) else {
            return Ok(choices);
        };
        let first = chosen[next] + 1;
        (next..number).for_each(|i| chosen[i] = first + i - next);
    }
}

fn complement_if(not: bool, labels: u64, all: u64) -> u64 {
    if not { all & !labels } else { labels }
}

/// All lines of `length` cells in a row, a column or a diagonal.
fn lines(
    builder: &mut Builder,
    goal: &CheckedGoal,
    length: usize,
    labels: u64,
) -> Result<Vec<Alternative>, GroundingStopped> {
    let shape = &builder.terrain.shape;
    // Lines run in four directions: right, down, and the two downward diagonals. A line of one cell
    // has no direction, so it is enumerated only once.
    let headings = if length == 1 { &[2][..] } else { &[2, 3, 7, 6] };
    let mut lines = Vec::new();
    let mut parts = 0;
    for cell in 0..shape.cells() {
        for heading in headings.iter().map(|&at| HEADINGS[at]) {
            // No line contains the same cell twice.
            let cells = 0..length.min(shape.round(heading)) as isize;
            let steps = cells
                .map_while(|step| shape.offset(cell, heading.down * step, heading.right * step));
            let line: Vec<Requirement> = steps.map(|cell| (cell, labels)).collect();
            parts += line.len();
            limit(builder, parts, &goal.span)?;
            if line.len() == length {
                lines.push(Alternative::All(line));
            }
        }
    }
    Ok(lines)
}

/// The drawing of the goal; `None` if it is too large.
fn picture(builder: &mut Builder, goal: &CheckedGoal) -> Option<ReadDrawing> {
    let lines = goal.drawing.as_ref().map(|drawing| drawing.lines());
    let alphabet = &builder.checked.alphabet;
    alphabet.picture(&lines.unwrap_or_default(), true, &mut builder.faults)
}

/// The requirement that the whole board is as drawn; `None` if that is impossible.
fn board(builder: &mut Builder, goal: &CheckedGoal) -> Option<Alternative> {
    let picture = picture(builder, goal)?;
    let drawn = picture.on(&builder.terrain.shape, &goal.span);
    let drawn = drawn
        .map_err(|misfits| builder.faults.extend(misfits))
        .ok()?;
    let shown: Vec<Requirement> = drawn
        .iter()
        .enumerate()
        .flat_map(|(cell, drawn)| under(builder, cell, &drawn.under))
        .collect();
    let cells = drawn.into_iter().enumerate();
    let cells = cells.filter_map(|(cell, drawn)| Some((cell, drawn.labels()?)));
    let required = cells.map(|(cell, (labels, mark))| requirement(builder, cell, labels, mark));
    let under = shown.into_iter().map(Some);
    let required: Option<Vec<_>> = required
        .chain(under)
        .chain(values(builder, &picture))
        .collect();
    required.map(Alternative::All)
}

/// The labels required on a drawn cell. `None` if the drawing puts the cell into a region to which
/// it does not belong.
fn requirement(
    builder: &Builder,
    cell: usize,
    labels: u64,
    mark: Option<usize>,
) -> Option<Requirement> {
    let inside = |mark: usize| builder.terrain.is_marked(mark, cell);
    mark.is_none_or(inside).then_some((cell, labels))
}

/// The requirements that the labels drawn under a cell make.
fn under(builder: &Builder, cell: usize, drawn: &[LayerLabel]) -> Vec<Requirement> {
    let requirement = |&(layer, label): &LayerLabel| (builder.under(layer, cell), 1 << label);
    drawn.iter().map(requirement).collect()
}

/// The values of variables that a drawing requires.
fn values(builder: &Builder, picture: &ReadDrawing) -> Vec<Option<Requirement>> {
    let value = |&variable: &usize| {
        let label = picture.variables[variable];
        Some((builder.variable(variable), 1 << label))
    };
    picture.given.iter().map(value).collect()
}

/// The requirements of the drawing at every place where it lies within the rows and columns of the
/// board. A `.` that is not a symbol stands for any symbol or a hole.
fn somewhere(
    builder: &mut Builder,
    goal: &CheckedGoal,
) -> Result<Vec<Alternative>, GroundingStopped> {
    let Some(picture) = picture(builder, goal) else {
        return Ok(Vec::new());
    };
    let shape = &builder.terrain.shape;
    let (rows, columns) = picture.size();
    let cells = picture.cells();
    let cells =
        cells.filter_map(|(row, column, cell)| Some((row, column, cell.labels()?, &cell.under)));
    let cells: Vec<_> = cells.collect();
    let work = cells.len().saturating_mul(shape.rows * shape.columns);
    limit(builder, work.div_ceil(4), &goal.span)?;
    let values = values(builder, &picture);
    let mut places = Vec::new();
    // On a board that wraps around, the drawing can begin anywhere.
    let begins = |size: usize, drawn: usize| match shape.torus && drawn <= size {
        true => 0..size,
        false => 0..(size + 1).saturating_sub(drawn),
    };
    for top in begins(shape.rows, rows) {
        for left in begins(shape.columns, columns) {
            let required = cells
                .iter()
                .flat_map(|&(row, column, (labels, mark), drawn)| {
                    let (row, column) = ((top + row) % shape.rows, (left + column) % shape.columns);
                    let Some(cell) = shape.at(row, column) else {
                        return vec![None];
                    };
                    let shown = under(builder, cell, drawn).into_iter().map(Some);
                    let on = requirement(builder, cell, labels, mark);
                    std::iter::once(on).chain(shown).collect()
                });
            let required = required.chain(values.iter().copied());
            places.extend(required.collect::<Option<Vec<_>>>().map(Alternative::All));
        }
    }
    Ok(places)
}
