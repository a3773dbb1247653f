//! Compiles the effects of a move to a single ground rule.

use std::collections::{BTreeMap, HashMap};

use fewest_rules::quoted;

use fewest_ground::reduction::modulus;
use fewest_ground::{Label, Value, Write};

use super::super::alphabet::modulo;
use super::super::checked::{CellPlace, ChangedPlace, EffectChange, MoveEffect};
use super::super::heading::{DIAGONAL, STRAIGHT};
use super::super::numbers::{NumberSource, NumberSum};
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped};
use super::numbers::each_way;

/// The new value of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewLabel {
    Plus(Label),
    Label(Label),
}

/// The positions that the effects change whatever the arguments of the move; none for effects that
/// depend on its cell.
pub(super) fn resolve(builder: &mut Builder, effects: &[MoveEffect]) -> Vec<Vec<usize>> {
    let fixed = effects.iter().map(|effect| match &effect.place {
        ChangedPlace::Region(region) => builder.region(region),
        ChangedPlace::At(cell) => builder.cells(std::slice::from_ref(cell)),
        ChangedPlace::Variable(variable) => vec![builder.variable(*variable)],
        ChangedPlace::OfCell(_) => Vec::new(),
    });
    fixed.collect()
}

/// Makes one rule from all effects of the move `of`.
pub(super) fn ground(
    builder: &mut Builder,
    (effects, fixed): (&[MoveEffect], &[Vec<usize>]),
    arguments: &Arguments,
    of: usize,
    origin: usize,
) -> Result<(), GroundingStopped> {
    let mut changes: Vec<(usize, NewLabel)> = Vec::new();
    let mut index: HashMap<usize, usize> = HashMap::new();
    let mut sums: Vec<(usize, NumberSum)> = Vec::new();
    for (effect, fixed) in effects.iter().zip(fixed) {
        let cells = match effect.place {
            ChangedPlace::OfCell(place) => {
                if let CellPlace::Row | CellPlace::Column = place {
                    builder.tried(origin, builder.terrain.shape.cells())?;
                }
                cells(builder, place, arguments.cell())
            }
            _ => fixed.clone(),
        };
        builder.tried(origin, 1 + cells.len())?;
        let new = match (&effect.change, &effect.place) {
            (&EffectChange::Label(label), _) => NewLabel::Label(label),
            (&EffectChange::Step(step), place) => {
                let alphabet = &builder.checked.alphabet;
                let labels = match *place {
                    ChangedPlace::Variable(variable) => &alphabet.variables[variable].labels,
                    _ => &alphabet.symbols,
                };
                NewLabel::Plus(arguments.step(step, labels.len()))
            }
            (&EffectChange::Parameter(at), &ChangedPlace::Variable(variable)) => {
                NewLabel::Label(arguments.value_of_symbol(builder, variable, at))
            }
            (&EffectChange::Parameter(at), _) => NewLabel::Label(arguments.values[at] as Label),
            (EffectChange::Sum(sum), &ChangedPlace::Variable(variable)) => {
                match sums.iter_mut().find(|(own, _)| *own == variable) {
                    None => sums.push((variable, sum.clone())),
                    Some((own, first)) if first.factor(*own) == 1 && sum.factor(*own) == 1 => {
                        first.constant += sum.constant;
                        sum.terms
                            .iter()
                            .for_each(|&(source, by)| first.add(source, by));
                        first.add(NumberSource::Variable(*own), -1);
                    }
                    Some(_) => return Err(twice(builder, effect, builder.variable(variable))),
                }
                continue;
            }
            (EffectChange::Sum(_), _) => continue,
        };
        for position in cells {
            let Some(&known) = index.get(&position) else {
                index.insert(position, changes.len());
                changes.push((position, new));
                continue;
            };
            let count = modulus(&builder.ground, position);
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
            let writes = [&writes[..], &way.writes].concat();
            builder.rule(of, origin, 0, way.tests, writes)
        },
    )
}

/// Reports that an effect changes a position in another way than an earlier effect.
fn twice(builder: &mut Builder, effect: &MoveEffect, position: usize) -> GroundingStopped {
    let name = &builder.ground.positions[position].name;
    let message = format!("'{}' becomes two things", quoted(name));
    builder.fault(&effect.span, message, "a line above changes it as well");
    GroundingStopped
}

/// The cells that `place` denotes; `cell` is the argument of the move.
fn cells(builder: &Builder, place: CellPlace, cell: Option<usize>) -> Vec<usize> {
    // The check of the syntax tree has already reported effects that lack a cell.
    let Some(cell) = cell else {
        return Vec::new();
    };
    let shape = &builder.terrain.shape;
    let (row, column) = shape.places[cell];
    let all = 0..shape.cells();
    match place {
        CellPlace::Cell => vec![cell],
        CellPlace::Beside => shape.neighbours(cell, STRAIGHT.end),
        CellPlace::Around => shape.neighbours(cell, DIAGONAL.end),
        CellPlace::Row => all.filter(|&other| shape.places[other].0 == row).collect(),
        CellPlace::Column => all
            .filter(|&other| shape.places[other].1 == column)
            .collect(),
    }
}
