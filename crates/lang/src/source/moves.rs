//! Declared moves to ground moves: one for each choice of their parameters.

use std::collections::HashMap;

use fewest_rules::{Fault, quoted};

use fewest_ground::{Label, Test, Value, Write};

use super::check::modulo;
use super::checked::{Body, Direction, Move, Parameter, Piece, Rule, all};
use super::grounding::{Grounder, Pass, Refused};
use super::lexer::Span;
use super::limits::MOST_MOVES;
use super::patterns;
use super::permutation;
use super::syntax::{Becomes, Effect, Place};

/// What a move is told: a choice for each parameter, as a number.
pub(crate) struct Told<'m> {
    pub(crate) parameters: &'m [Parameter],
    /// A cell, a piece, a symbol, or a place in the list of directions.
    pub(crate) choices: Vec<usize>,
}

impl Told<'_> {
    fn find(&self, is: impl Fn(&Parameter) -> bool) -> Option<usize> {
        let at = self.parameters.iter().position(is)?;
        Some(self.choices[at])
    }

    pub(crate) fn cell(&self) -> Option<usize> {
        self.find(|parameter| matches!(parameter, Parameter::Cell(_)))
    }

    pub(crate) fn direction(&self) -> Option<Direction> {
        self.parameters
            .iter()
            .zip(&self.choices)
            .find_map(|(parameter, &choice)| match parameter {
                Parameter::Direction(directions) => Some(directions[choice]),
                _ => None,
            })
    }

    /// The piece, unless a cell says which one it is.
    pub(crate) fn piece(&self) -> Option<usize> {
        self.find(|parameter| matches!(parameter, Parameter::Piece { .. }))
            .filter(|_| self.cell().is_none())
    }

    /// Whether a piece moves only along its longer side.
    pub(crate) fn along(&self) -> bool {
        let along = |parameter: &Parameter| matches!(parameter, Parameter::Piece { along: true });
        self.parameters.iter().any(along)
    }

    /// How far the pattern reaches.
    pub(crate) fn steps(&self) -> Option<usize> {
        self.find(|parameter| matches!(parameter, Parameter::Steps))
    }

    /// Whether two parameters are the same symbol.
    fn collide(&self) -> bool {
        let mut seen = 0u64;
        self.parameters
            .iter()
            .zip(&self.choices)
            .any(|(parameter, &choice)| {
                let symbol = matches!(parameter, Parameter::Symbol { .. });
                let again = symbol && seen >> choice & 1 == 1;
                if symbol {
                    seen |= 1 << choice;
                }
                again
            })
    }
}

/// A declared move, as it is on the board.
struct Declared<'c> {
    declared: &'c Move,
    /// Of its rules, or its own.
    origins: Vec<usize>,
    /// What steps write.
    steps: Vec<Write>,
    effects: Vec<Resolved>,
    /// What each parameter may be.
    ranges: Vec<Vec<usize>>,
}

/// Grounds all moves.
pub(crate) fn ground(grounder: &mut Grounder) -> Result<(), Refused> {
    let checked = grounder.checked;
    let several = checked.moves.iter();
    let several = several.filter(|m| !m.parameters.is_empty()).count() > 1;
    let mut names = HashMap::new();
    let mut permutations = HashMap::new();
    if grounder.possible.is_none() {
        // One after the other, so that the first fault ends the work.
        for declared in &checked.moves {
            let of = declare(grounder, declared, &mut permutations)?;
            each(grounder, of.as_slice(), |grounder, of, told| {
                let before = grounder.ground.rules.len();
                let number = grounder.ground.moves.len();
                make(grounder, of, told, number)?;
                if grounder.ground.rules.len() > before {
                    let name = name(grounder, of.declared, told, several);
                    call(grounder, name, &of.declared.name.span, &mut names)?;
                }
                Ok(())
            })?;
        }
        return Ok(());
    }
    let mut all = Vec::new();
    for declared in &checked.moves {
        all.extend(declare(grounder, declared, &mut permutations)?);
    }
    // A move is there if it lies on the board, whether it can be made or not.
    let mut numbers = Vec::new();
    grounder.pass = Pass::Lying;
    each(grounder, &all, |grounder, of, told| {
        let number = grounder.ground.moves.len();
        let lies = lies(grounder, of, told)?;
        if lies {
            let name = name(grounder, of.declared, told, several);
            call(grounder, name, &of.declared.name.span, &mut names)?;
        }
        numbers.push(lies.then_some(number));
        Ok(())
    })?;
    let numbered = |grounder: &mut Grounder, pass| {
        grounder.pass = pass;
        let mut at = 0;
        each(grounder, &all, |grounder, of, told| {
            at += 1;
            match numbers[at - 1] {
                Some(number) => make(grounder, of, told, number),
                None => Ok(()),
            }
        })
    };
    loop {
        grounder.grown = false;
        numbered(grounder, Pass::Growing)?;
        if !grounder.grown {
            return numbered(grounder, Pass::Possible);
        }
    }
}

/// A declared move on the board; `None` if it has no rules or cannot be told anything.
fn declare<'c>(
    grounder: &mut Grounder<'c>,
    declared: &'c Move,
    permutations: &mut HashMap<String, permutation::Permutation>,
) -> Result<Option<Declared<'c>>, Refused> {
    let origins: Vec<usize> = match &declared.body {
        Body::Rules(rules) => rules
            .iter()
            .map(|rule| grounder.origin(&rule.span))
            .collect(),
        _ => vec![grounder.origin(&declared.name.span)],
    };
    if origins.is_empty() {
        return Ok(None);
    }
    let permutation = permutation::of(grounder, declared, origins[0], permutations)?;
    let effects = match &declared.body {
        Body::Effects(effects) => resolved(grounder, effects),
        _ => Vec::new(),
    };
    let ranges = ranges(grounder, declared);
    if ranges.iter().any(Vec::is_empty) {
        return Ok(None);
    }
    Ok(Some(Declared {
        declared,
        origins,
        steps: permutation::writes(&permutation),
        effects,
        ranges,
    }))
}

/// Goes over all moves: each declaration with each choice of its parameters.
fn each(
    grounder: &mut Grounder,
    all: &[Declared],
    mut visit: impl FnMut(&mut Grounder, &Declared, &Told) -> Result<(), Refused>,
) -> Result<(), Refused> {
    for of in all {
        let ranges = &of.ranges;
        let mut told = Told {
            parameters: &of.declared.parameters,
            choices: vec![0; ranges.len()],
        };
        let mut at = vec![0; ranges.len()];
        loop {
            for (choice, (range, &at)) in told.choices.iter_mut().zip(ranges.iter().zip(&at)) {
                *choice = range[at];
            }
            grounder.tried(of.origins[0], 1 + at.len())?;
            if !told.collide() {
                visit(grounder, of, &told)?;
            }
            // The last parameter changes fastest.
            let Some(turn) = (0..at.len()).rev().find(|&i| at[i] + 1 < ranges[i].len()) else {
                break;
            };
            at[turn] += 1;
            at[turn + 1..].fill(0);
        }
    }
    Ok(())
}

/// Makes the rules of the move with that number.
fn make(grounder: &mut Grounder, of: &Declared, told: &Told, number: usize) -> Result<(), Refused> {
    match &of.declared.body {
        Body::Rules(rules) => {
            let mut rules = rules.iter().zip(&of.origins);
            rules.try_for_each(|(rule, &origin)| {
                patterns::ground(grounder, rule, told, number, origin)
            })
        }
        Body::Effects(_) => make_effects(grounder, &of.effects, told, number, of.origins[0]),
        Body::Steps(_) => {
            let steps = of.steps.clone();
            grounder.rule(number, of.origins[0], 0, Vec::new(), steps)
        }
    }
}

/// Whether a rule of the move lies on the board.
fn lies(grounder: &mut Grounder, of: &Declared, told: &Told) -> Result<bool, Refused> {
    let Body::Rules(rules) = &of.declared.body else {
        return Ok(true);
    };
    let mut lies = false;
    for (rule, &origin) in rules.iter().zip(&of.origins) {
        if patterns::ground(grounder, rule, told, 0, origin).is_err() {
            if !grounder.faults.is_empty() {
                return Err(Refused);
            }
            lies = true;
        }
    }
    Ok(lies)
}

/// Adds a move of that name, which must be a new one and a word.
fn call(
    grounder: &mut Grounder,
    name: String,
    declared: &Span,
    names: &mut HashMap<String, Span>,
) -> Result<(), Refused> {
    let mut fault = None;
    if let Some(first) = names.insert(name.clone(), declared.clone()) {
        let message = format!("two moves are called '{}'", quoted(&name));
        let label = "the second is declared here";
        let second = Fault::new(declared.clone(), message, label);
        fault = Some(second.with_context(first, "the first one"));
    } else if name.contains([',', ' ', '\t']) {
        let message = format!("a move called '{}'", quoted(&name));
        let label = "a move's name is one word without commas";
        fault = Some(Fault::new(declared.clone(), message, label));
    } else if grounder.ground.moves.len() == MOST_MOVES {
        let message = format!("more than {MOST_MOVES} moves");
        let label = "the puzzle is too large here";
        fault = Some(Fault::new(declared.clone(), message, label));
    }
    if let Some(fault) = fault {
        grounder.faults.push(fault);
        return Err(Refused);
    }
    grounder.ground.moves.push(name);
    Ok(())
}

/// What each parameter may be.
fn ranges(grounder: &mut Grounder, declared: &Move) -> Vec<Vec<usize>> {
    let has_cell = declared
        .parameters
        .iter()
        .any(|p| matches!(p, Parameter::Cell(_)));
    let shape = &grounder.site.shape;
    let range = |parameter: &Parameter| match parameter {
        Parameter::Cell(None) => (0..shape.cells()).collect(),
        Parameter::Cell(Some(region)) => grounder.region(region),
        Parameter::Direction(directions) => (0..directions.len()).collect(),
        Parameter::Piece { .. } if has_cell => vec![0],
        Parameter::Piece { .. } => (0..grounder.checked.pieces.len()).collect(),
        Parameter::Steps => (1..shape.rows.max(shape.columns) + ends(&declared.body)).collect(),
        Parameter::Symbol { among, .. } => among.iter().map(|&label| label.into()).collect(),
    };
    declared.parameters.iter().map(range).collect()
}

/// The most cells of a rule that may lie beyond the edge.
fn ends(body: &Body) -> usize {
    let Body::Rules(rules) = body else { return 0 };
    let ends = |rule: &Rule| rule.left.iter().filter(|cell| cell.choice.end).count();
    rules.iter().map(ends).max().unwrap_or(0)
}

/// What a move is called: what it is told, behind the declaration's name where
/// several declarations have parameters.
fn name(grounder: &Grounder, declared: &Move, told: &Told, several: bool) -> String {
    let alphabet = &grounder.checked.alphabet;
    let has_cell = told.cell().is_some();
    let mut parts: Vec<std::borrow::Cow<str>> = Vec::new();
    if several || told.parameters.is_empty() {
        parts.push((&declared.name.text).into());
    }
    for (parameter, &choice) in told.parameters.iter().zip(&told.choices) {
        parts.push(match parameter {
            Parameter::Cell(_) => (&grounder.site.shape.names[choice]).into(),
            Parameter::Direction(directions) => directions[choice].name.into(),
            Parameter::Steps => choice.to_string().into(),
            Parameter::Piece { .. } if has_cell => continue,
            Parameter::Piece { .. } => {
                let label = match &grounder.checked.pieces[choice] {
                    Piece::Letter(label) => *label,
                    Piece::Drawn(cells) => cells[0].label,
                };
                (&alphabet.symbols[usize::from(label)]).into()
            }
            Parameter::Symbol { .. } => (&alphabet.symbols[choice]).into(),
        });
    }
    parts.join("-")
}

/// Where an effect is, as far as the board says it.
enum Where {
    Cells(Vec<usize>),
    Cell,
    Beside,
    Around,
    Row,
    Column,
}

/// What an effect does there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Plus(Label),
    Label(Label),
}

/// An effect without names.
struct Resolved {
    place: Where,
    change: Change,
    span: Span,
}

fn resolved(grounder: &mut Grounder, effects: &[Effect]) -> Vec<Resolved> {
    let checked = grounder.checked;
    let alphabet = &checked.alphabet;
    let mut resolved = Vec::new();
    for effect in effects {
        let mut labels = &alphabet.symbols;
        let place = match &effect.place {
            Place::On(region) => Where::Cells(grounder.region(region)),
            Place::At(cell) => Where::Cells(grounder.cells(std::slice::from_ref(cell))),
            Place::Named(word) => match word.text.as_str() {
                "cell" => Where::Cell,
                "beside" => Where::Beside,
                "around" => Where::Around,
                "row" => Where::Row,
                "column" => Where::Column,
                name => {
                    let found = alphabet.variables.iter().position(|v| v.name == name);
                    let Some(variable) = found else { continue };
                    labels = &alphabet.variables[variable].labels;
                    Where::Cells(vec![grounder.variable(variable)])
                }
            },
        };
        let change = match &effect.becomes {
            Becomes::Plus(plus) => Change::Plus(modulo(*plus, labels.len())),
            Becomes::Symbol(word) => match labels.iter().position(|label| *label == word.text) {
                Some(label) => Change::Label(label as Label),
                None => continue,
            },
        };
        let span = effect.span.clone();
        resolved.push(Resolved {
            place,
            change,
            span,
        });
    }
    resolved
}

/// Makes one rule of all effects of a move.
fn make_effects(
    grounder: &mut Grounder,
    effects: &[Resolved],
    told: &Told,
    of: usize,
    origin: usize,
) -> Result<(), Refused> {
    let mut changes: Vec<(usize, Change)> = Vec::new();
    let mut index: HashMap<usize, usize> = HashMap::new();
    for effect in effects {
        if let Where::Row | Where::Column = effect.place {
            grounder.tried(origin, grounder.site.shape.cells())?;
        }
        let cells = match (&effect.place, told.cell()) {
            (Where::Cells(cells), _) => cells.clone(),
            (place, Some(cell)) => seen_from(grounder, place, cell),
            (_, None) => continue,
        };
        grounder.tried(origin, 1 + cells.len())?;
        for position in cells {
            let Some(&known) = index.get(&position) else {
                index.insert(position, changes.len());
                changes.push((position, effect.change));
                continue;
            };
            let domain = grounder.ground.positions[position].domain;
            let count = grounder.ground.domains[domain].labels.len();
            let change = &mut changes[known].1;
            match (*change, effect.change) {
                (Change::Plus(one), Change::Plus(other)) => {
                    *change = Change::Plus(modulo(i64::from(one) + i64::from(other), count));
                }
                (one, other) if one == other => {}
                _ => {
                    let name = grounder.ground.positions[position].name.clone();
                    let message = format!("'{}' becomes two things", quoted(&name));
                    grounder.fault(&effect.span, message, "a line above changes it as well");
                    return Err(Refused);
                }
            }
        }
    }
    let write = |(position, change)| {
        let value = match change {
            Change::Plus(0) => return None,
            Change::Plus(plus) => Value::Of { position, plus },
            Change::Label(label) => Value::Label(label),
        };
        Some(Write { position, value })
    };
    let writes = changes.into_iter().filter_map(write).collect();
    grounder.rule(of, origin, 0, Vec::<Test>::new(), writes)
}

fn seen_from(grounder: &Grounder, place: &Where, cell: usize) -> Vec<usize> {
    let shape = &grounder.site.shape;
    let near = |count: usize| {
        super::checked::DIRECTIONS[..count]
            .iter()
            .filter_map(|&direction| shape.along(cell, direction, 1))
            .collect()
    };
    let (row, column) = shape.places[cell];
    let cells = 0..shape.cells();
    match place {
        Where::Cells(cells) => cells.clone(),
        Where::Cell => vec![cell],
        Where::Beside => near(4),
        Where::Around => near(8),
        Where::Row => cells
            .filter(|&other| shape.places[other].0 == row)
            .collect(),
        Where::Column => cells
            .filter(|&other| shape.places[other].1 == column)
            .collect(),
    }
}

/// The set of all values of a variable.
pub(crate) fn all_values(grounder: &Grounder, variable: usize) -> u64 {
    all(grounder.checked.alphabet.variables[variable].labels.len())
}
