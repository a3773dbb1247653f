//! Compiles goals to tests: a state is a goal if all tests of one of the conjunctions hold.

use std::collections::BTreeMap;

use fewest_ground::{LabelSet, Test};

use super::super::alphabet::PuzzleAlphabet;
use super::super::drawing::{DrawnCell, ReadDrawing};
use super::super::heading::HEADINGS;
use super::super::lexer::Span;
use super::super::limits::MOST_GOAL_PARTS;
use super::super::syntax::{GoalCells, GoalClause, GoalSyntax, Lexeme, SetSyntax};
use super::builder::{Builder, GroundingStopped};
use super::choices::each_choice;
use super::numbers::each_way;

/// One way to satisfy a condition of a goal: tests that must all hold. Several may restrict one
/// position.
type Alternative = Vec<Test>;

pub(super) fn ground(builder: &mut Builder) -> Result<(), GroundingStopped> {
    let checked = builder.checked;
    let mut parts = 0;
    for (origin, goal) in checked.file.goals.iter().enumerate() {
        let mut clauses = Vec::new();
        for clause in &goal.clauses {
            let alternatives = alternatives(builder, goal, clause)?;
            parts += 1 + alternatives.iter().map(Vec::len).sum::<usize>();
            limit(builder, parts, &goal.span)?;
            clauses.push(alternatives);
        }
        // Adds one conjunction for each combination of the alternatives of all conditions.
        let sizes: Vec<usize> = clauses.iter().map(Vec::len).collect();
        each_choice(&sizes, |choice| {
            let chosen = clauses.iter().zip(choice).map(|(clause, &at)| &clause[at]);
            parts += 1 + chosen.clone().map(Vec::len).sum::<usize>();
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

/// The test that a position has one of these labels.
fn has(position: usize, labels: u64) -> Test {
    let labels = LabelSet(labels);
    Test::In { position, labels }
}

/// The tests of all these alternatives; `None` if they contradict each other.
fn conjunction<'a>(
    builder: &Builder,
    alternatives: impl Iterator<Item = &'a Alternative>,
) -> Option<Vec<Test>> {
    let mut required = BTreeMap::new();
    let mut tests = Vec::new();
    for test in alternatives.flatten() {
        match *test {
            Test::In { position, labels } => {
                *required.entry(position).or_insert(u64::MAX) &= labels.0;
            }
            Test::Same { .. } => tests.push(*test),
        }
    }
    let mut required = required.into_iter();
    let can_hold = required.all(|(position, labels)| builder.require(&mut tests, position, labels));
    can_hold.then_some(tests)
}

/// The layer whose symbols a set names, if they are not those of the board, and the labels in the
/// set.
fn labels(alphabet: &PuzzleAlphabet, set: &SetSyntax) -> (Option<usize>, u64) {
    let layer = alphabet
        .layer_label(&set.words[0].text)
        .map(|first| first.0);
    let label = |word: &Lexeme| match layer {
        None => alphabet.labels(&word.text),
        Some(_) => alphabet
            .layer_label(&word.text)
            .map(|(_, label)| 1 << label),
    };
    let named = set.words.iter().filter_map(label);
    (
        layer,
        complement_if(set.not, named.fold(0, |all, labels| all | labels)),
    )
}

/// All ways to satisfy a condition.
fn alternatives(
    builder: &mut Builder,
    goal: &GoalSyntax,
    clause: &GoalClause,
) -> Result<Vec<Alternative>, GroundingStopped> {
    let alphabet = &builder.checked.alphabet;
    Ok(match clause {
        GoalClause::Exactly { number, cells, set } => {
            let (layer, labels) = labels(alphabet, set);
            let cells = goal_cells(builder, cells, layer);
            let number = number.text.parse().unwrap_or(usize::MAX);
            exactly(builder, goal, number, &cells, labels)?
        }
        GoalClause::Cells { cells, some, set } => {
            let (layer, labels) = labels(alphabet, set);
            let cells = goal_cells(builder, cells, layer).into_iter();
            let tests = cells.map(|cell| has(cell, labels));
            match some {
                true => tests.map(|test| vec![test]).collect(),
                false => vec![tests.collect()],
            }
        }
        GoalClause::Same(words) => match &builder.cells(words)[..] {
            [] => Vec::new(),
            &[one, ref others @ ..] => {
                let others = others.iter().filter(|&&other| other != one);
                vec![others.map(|&other| Test::Same { one, other }).collect()]
            }
        },
        GoalClause::Variable { name, set } => {
            let Some(index) = alphabet.variable(&name.text) else {
                return Ok(Vec::new());
            };
            let words = set.words.iter();
            let values = words.filter_map(|word| alphabet.variables[index].label(&word.text));
            let named = values.fold(0, |all, label| all | 1 << label);
            vec![vec![has(
                builder.variable(index),
                complement_if(set.not, named),
            )]]
        }
        GoalClause::Compare(comparison) => {
            let Ok(test) = super::super::numbers::test(alphabet, &[], comparison) else {
                return Ok(Vec::new());
            };
            let mut ways = Vec::new();
            let numbers = (&[test][..], &[][..]);
            each_way(
                builder,
                &goal.span,
                BTreeMap::new(),
                numbers,
                None,
                |_, way| {
                    ways.push(way.tests);
                    Ok(())
                },
            )?;
            ways
        }
        GoalClause::Line { length, set } => {
            let length = length.text.parse().unwrap_or(usize::MAX);
            lines(builder, goal, length, labels(alphabet, set))?
        }
        GoalClause::Board(_) => board(builder, goal).into_iter().collect(),
        GoalClause::Somewhere(_) => somewhere(builder, goal)?,
    })
}

/// The positions of cells, or those of a layer under the cells.
fn goal_cells(builder: &mut Builder, cells: &GoalCells, layer: Option<usize>) -> Vec<usize> {
    let mut cells = match cells {
        GoalCells::Board => (0..builder.terrain.shape.cells()).collect(),
        GoalCells::Region(region) => builder.region(region),
        GoalCells::Cell(cell) => builder.cells(std::slice::from_ref(cell)),
    };
    if let Some(layer) = layer {
        cells
            .iter_mut()
            .for_each(|cell| *cell = builder.under(layer, *cell));
    }
    cells
}

/// All ways in which exactly `number` of the `cells` have one of `labels`.
fn exactly(
    builder: &mut Builder,
    goal: &GoalSyntax,
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
        let mut required: Vec<Test> = cells.iter().map(|&cell| has(cell, others)).collect();
        chosen
            .iter()
            .for_each(|&i| required[i] = has(cells[i], labels));
        choices.push(required);
        let later = cells.len() - number;
        let Some(next) = (0..number).rev().find(|&i| chosen[i] < later + i) else {
            return Ok(choices);
        };
        let first = chosen[next] + 1;
        (next..number).for_each(|i| chosen[i] = first + i - next);
    }
}

fn complement_if(not: bool, labels: u64) -> u64 {
    if not { !labels } else { labels }
}

/// All lines of `length` cells in a row, a column or a diagonal.
fn lines(
    builder: &mut Builder,
    goal: &GoalSyntax,
    length: usize,
    (layer, labels): (Option<usize>, u64),
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
            let position = |cell| layer.map_or(cell, |layer| builder.under(layer, cell));
            let line: Vec<Test> = steps.map(|cell| has(position(cell), labels)).collect();
            parts += line.len();
            limit(builder, parts, &goal.span)?;
            if line.len() == length {
                lines.push(line);
            }
        }
    }
    Ok(lines)
}

/// The drawing of the goal; `None` if it is too large.
fn picture(builder: &mut Builder, goal: &GoalSyntax) -> Option<ReadDrawing> {
    let lines = goal.drawing.as_ref().map(|drawing| drawing.lines());
    let alphabet = &builder.checked.alphabet;
    alphabet.picture(&lines.unwrap_or_default(), true, &mut builder.faults)
}

/// The tests that the whole board is as drawn; `None` if that is impossible.
fn board(builder: &mut Builder, goal: &GoalSyntax) -> Option<Alternative> {
    let picture = picture(builder, goal)?;
    let drawn = picture.on(&builder.terrain.shape, &goal.span);
    let drawn = drawn
        .map_err(|misfits| builder.faults.extend(misfits))
        .ok()?;
    let mut tests = values(builder, &picture);
    for (cell, drawn) in drawn.into_iter().enumerate() {
        on_cell(builder, cell, drawn, &mut tests)?;
    }
    Some(tests)
}

/// Adds the tests that a cell is as drawn. `None` if the drawing puts the cell into a region to which
/// it does not belong.
fn on_cell(builder: &Builder, cell: usize, drawn: &DrawnCell, tests: &mut Vec<Test>) -> Option<()> {
    let is_outside = |mark| !builder.terrain.is_marked(mark, cell);
    if drawn.mark.is_some_and(is_outside) {
        return None;
    }
    tests.extend(drawn.labels.map(|labels| has(cell, labels.0)));
    let under = drawn.under.iter();
    tests.extend(under.map(|&(layer, label)| has(builder.under(layer, cell), 1 << label)));
    Some(())
}

/// The tests that variables have the values that a drawing gives to them.
fn values(builder: &Builder, picture: &ReadDrawing) -> Vec<Test> {
    let value = |&variable: &usize| {
        let label = picture.variables[variable];
        has(builder.variable(variable), 1 << label)
    };
    picture.given.iter().map(value).collect()
}

/// The tests of the drawing at every place where it lies within the rows and columns of the board. A
/// `.` that is not a symbol stands for any symbol or a hole.
fn somewhere(
    builder: &mut Builder,
    goal: &GoalSyntax,
) -> Result<Vec<Alternative>, GroundingStopped> {
    let Some(picture) = picture(builder, goal) else {
        return Ok(Vec::new());
    };
    let shape = &builder.terrain.shape;
    let (rows, columns) = picture.size();
    let cells = picture.cells().filter(|(.., cell)| cell.labels.is_some());
    let cells: Vec<(usize, usize, &DrawnCell)> = cells.collect();
    let work = cells.len().saturating_mul(shape.rows * shape.columns);
    limit(builder, work.div_ceil(4), &goal.span)?;
    let values = values(builder, &picture);
    let at = |top: usize, left: usize| {
        let mut tests = values.clone();
        for &(row, column, drawn) in &cells {
            let cell = shape.at((top + row) % shape.rows, (left + column) % shape.columns)?;
            on_cell(builder, cell, drawn, &mut tests)?;
        }
        Some(tests)
    };
    // On a board that wraps around, the drawing can begin anywhere.
    let begins = |size: usize, drawn: usize| match shape.torus && drawn <= size {
        true => 0..size,
        false => 0..(size + 1).saturating_sub(drawn),
    };
    let rows = begins(shape.rows, rows);
    let places = rows.flat_map(|top| begins(shape.columns, columns).map(move |left| (top, left)));
    Ok(places.filter_map(|(top, left)| at(top, left)).collect())
}
