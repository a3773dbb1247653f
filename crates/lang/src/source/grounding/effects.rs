//! Compiles the effects of a move to a single ground rule.

use std::collections::{BTreeMap, HashMap};

use fewest_rules::quoted;

use fewest_ground::{Label, Value, Write};

use super::super::alphabet::modulo;
use super::super::checked::{MoveParameter, SymbolStep, number_names};
use super::super::heading::{DIAGONAL, STRAIGHT};
use super::super::lexer::Span;
use super::super::numbers::{self, NumberSource, NumberSum};
use super::super::syntax::{EffectPlace, EffectSyntax, EffectValue};
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped, Tests};
use super::numbers::each_way;

/// The positions that an effect changes.
enum EffectCells {
    /// The effect changes these positions, whatever the arguments of the move.
    Fixed(Vec<usize>),
    Cell,
    Beside,
    Around,
    Row,
    Column,
}

/// The new value of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewLabel {
    Plus(Label),
    Label(Label),
}

/// The new value of the cells of an effect.
#[derive(Clone)]
enum EffectLabel {
    Fixed(NewLabel),
    /// A step through this many symbols or values.
    Step(SymbolStep, usize),
    /// The symbol that is the argument of this parameter.
    Parameter(usize),
    /// For this variable, the value with the name of that symbol.
    Value(usize, usize),
    /// The sum that becomes the value of this variable.
    Sum(usize, NumberSum),
}

/// An effect whose names have been looked up.
pub(super) struct ResolvedEffect {
    cells: EffectCells,
    label: EffectLabel,
    span: Span,
}

/// Looks up the names in effects. Effects with unknown names are reported and left out.
pub(super) fn resolve(
    builder: &mut Builder,
    effects: &[EffectSyntax],
    parameters: &[MoveParameter],
) -> Vec<ResolvedEffect> {
    let alphabet = &builder.checked.alphabet;
    let resolved = effects.iter().filter_map(|effect| {
        let mut labels = &alphabet.symbols;
        let mut variable = None;
        let cells = match &effect.place {
            EffectPlace::On(region) => EffectCells::Fixed(builder.region(region)),
            EffectPlace::At(cell) => EffectCells::Fixed(builder.cells(std::slice::from_ref(cell))),
            EffectPlace::Named(word) => match word.text.as_str() {
                "cell" => EffectCells::Cell,
                "beside" => EffectCells::Beside,
                "around" => EffectCells::Around,
                "row" => EffectCells::Row,
                "column" => EffectCells::Column,
                name => {
                    let variable = *variable.insert(alphabet.variable(name)?);
                    labels = &alphabet.variables[variable].labels;
                    if let EffectValue::Sum(sum) = &effect.value {
                        let names = number_names(parameters);
                        let sum = numbers::sum(alphabet, &names, sum).ok()?;
                        return Some(ResolvedEffect {
                            cells: EffectCells::Fixed(Vec::new()),
                            label: EffectLabel::Sum(variable, sum),
                            span: effect.span.clone(),
                        });
                    }
                    EffectCells::Fixed(vec![builder.variable(variable)])
                }
            },
        };
        let label = match &effect.value {
            EffectValue::Plus(step) => {
                EffectLabel::Step(SymbolStep::of(step, &number_names(parameters))?, labels.len())
            }
            EffectValue::Symbol(word) => {
                let is = |parameter: &MoveParameter| {
                    matches!(parameter, MoveParameter::Symbol { name, .. } if word.parameter() == Some(name))
                };
                let label = labels.iter().position(|label| *label == word.text);
                match (parameters.iter().position(is), variable, label) {
                    (Some(parameter), None, _) => EffectLabel::Parameter(parameter),
                    (Some(parameter), Some(variable), None) => {
                        EffectLabel::Value(variable, parameter)
                    }
                    _ => EffectLabel::Fixed(NewLabel::Label(label? as Label)),
                }
            }
            EffectValue::Sum(_) => return None,
        };
        Some(ResolvedEffect {
            cells,
            label,
            span: effect.span.clone(),
        })
    });
    resolved.collect()
}

/// Makes one rule from all effects of the move `of`.
pub(super) fn ground(
    builder: &mut Builder,
    effects: &[ResolvedEffect],
    arguments: &Arguments,
    of: usize,
    origin: usize,
) -> Result<(), GroundingStopped> {
    let mut changes: Vec<(usize, NewLabel)> = Vec::new();
    let mut index: HashMap<usize, usize> = HashMap::new();
    let mut sums: Vec<(usize, NumberSum)> = Vec::new();
    for effect in effects {
        if let EffectCells::Row | EffectCells::Column = effect.cells {
            builder.tried(origin, builder.terrain.shape.cells())?;
        }
        let cells = cells(builder, &effect.cells, arguments.cell());
        builder.tried(origin, 1 + cells.len())?;
        let new = match &effect.label {
            &EffectLabel::Fixed(label) => label,
            &EffectLabel::Step(step, count) => NewLabel::Plus(arguments.step(step, count)),
            &EffectLabel::Parameter(at) => NewLabel::Label(arguments.values[at] as Label),
            &EffectLabel::Value(variable, at) => {
                NewLabel::Label(arguments.value_of_symbol(builder, variable, at))
            }
            EffectLabel::Sum(variable, sum) => {
                match sums.iter_mut().find(|(own, _)| own == variable) {
                    None => sums.push((*variable, sum.clone())),
                    Some((own, first)) if first.factor(*own) == 1 && sum.factor(*own) == 1 => {
                        first.constant += sum.constant;
                        sum.terms
                            .iter()
                            .for_each(|&(source, by)| first.add(source, by));
                        first.add(NumberSource::Variable(*own), -1);
                    }
                    Some(_) => return Err(twice(builder, effect, builder.variable(*variable))),
                }
                continue;
            }
        };
        for position in cells {
            let Some(&known) = index.get(&position) else {
                index.insert(position, changes.len());
                changes.push((position, new));
                continue;
            };
            let domain = builder.ground.positions[position].domain;
            let count = builder.ground.domains[domain].labels.len();
            let label = &mut changes[known].1;
            match (*label, new) {
                (NewLabel::Plus(one), NewLabel::Plus(other)) => {
                    *label = NewLabel::Plus(modulo(i64::from(one) + i64::from(other), count));
                }
                (one, other) if one == other => {}
                _ => return Err(twice(builder, effect, position)),
            }
        }
    }
    let write = |(position, label)| {
        let value = match label {
            NewLabel::Plus(0) => return None,
            NewLabel::Plus(plus) => Value::Of { position, plus },
            NewLabel::Label(label) => Value::Label(label),
        };
        Some(Write { position, value })
    };
    let changed = |position| changes.iter().any(|&(other, _)| other == position);
    if let Some(&(variable, _)) = sums.iter().find(|(own, _)| changed(builder.variable(*own))) {
        let position = builder.variable(variable);
        return Err(twice(builder, &effects[effects.len() - 1], position));
    }
    let writes: Vec<Write> = changes.into_iter().filter_map(write).collect();
    let numbers = (&[][..], &sums[..]);
    let span = builder.origins.spans[origin].clone();
    each_way(
        builder,
        &span,
        BTreeMap::new(),
        numbers,
        Some(arguments),
        |builder, way| {
            let mut tests = Tests::default();
            for (&variable, &values) in &way.allowed {
                tests.require(
                    builder.variable(variable),
                    values,
                    builder.all_values(variable),
                );
            }
            let new = way
                .changes
                .iter()
                .map(|&(variable, value)| builder.change(variable, value));
            let writes = writes.iter().copied().chain(new).collect();
            builder.rule(of, origin, 0, tests.0, writes)
        },
    )
}

/// Reports that an effect changes a position in another way than an earlier effect.
fn twice(builder: &mut Builder, effect: &ResolvedEffect, position: usize) -> GroundingStopped {
    let name = &builder.ground.positions[position].name;
    let message = format!("'{}' becomes two things", quoted(name));
    builder.fault(&effect.span, message, "a line above changes it as well");
    GroundingStopped
}

/// The positions that an effect changes. `cell` is the argument of the move.
fn cells(builder: &Builder, cells: &EffectCells, cell: Option<usize>) -> Vec<usize> {
    let shape = &builder.terrain.shape;
    let places = shape.places.iter().enumerate();
    match (cells, cell) {
        (EffectCells::Fixed(cells), _) => cells.clone(),
        // The check of the syntax tree has already reported effects that lack a cell.
        (_, None) => Vec::new(),
        (EffectCells::Cell, Some(cell)) => vec![cell],
        (EffectCells::Beside, Some(cell)) => shape.neighbours(cell, STRAIGHT.end),
        (EffectCells::Around, Some(cell)) => shape.neighbours(cell, DIAGONAL.end),
        (EffectCells::Row, Some(cell)) => {
            let in_row = places.filter(|(_, place)| place.0 == shape.places[cell].0);
            in_row.map(|(other, _)| other).collect()
        }
        (EffectCells::Column, Some(cell)) => {
            let in_column = places.filter(|(_, place)| place.1 == shape.places[cell].1);
            in_column.map(|(other, _)| other).collect()
        }
    }
}
