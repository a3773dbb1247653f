//! Compiles the effects of a move to one ground rule.

use std::collections::HashMap;

use fewest_rules::quoted;

use fewest_ground::{Label, Value, Write};

use super::super::alphabet::modulo;
use super::super::heading::{DIAGONAL, STRAIGHT};
use super::super::lexer::Span;
use super::super::syntax::{EffectPlace, EffectSyntax, EffectValue};
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped};

/// The positions that an effect changes.
enum EffectCells {
    /// These, whatever the arguments.
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

/// An effect whose names are looked up.
pub(super) struct ResolvedEffect {
    cells: EffectCells,
    label: NewLabel,
    span: Span,
}

/// Looks up the names in effects. Effects with unknown names have been reported and are left out.
pub(super) fn resolve(builder: &mut Builder, effects: &[EffectSyntax]) -> Vec<ResolvedEffect> {
    let alphabet = &builder.checked.alphabet;
    let resolved = effects.iter().filter_map(|effect| {
        let mut labels = &alphabet.symbols;
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
                    let variable = alphabet.variable(name)?;
                    labels = &alphabet.variables[variable].labels;
                    EffectCells::Fixed(vec![builder.variable(variable)])
                }
            },
        };
        let label = match &effect.value {
            EffectValue::Plus(plus) => NewLabel::Plus(modulo(*plus, labels.len())),
            EffectValue::Symbol(word) => {
                let label = labels.iter().position(|label| *label == word.text)?;
                NewLabel::Label(label as Label)
            }
        };
        Some(ResolvedEffect {
            cells,
            label,
            span: effect.span.clone(),
        })
    });
    resolved.collect()
}

/// Makes one rule of all effects of the move `of`.
pub(super) fn ground(
    builder: &mut Builder,
    effects: &[ResolvedEffect],
    arguments: &Arguments,
    of: usize,
    origin: usize,
) -> Result<(), GroundingStopped> {
    let mut changes: Vec<(usize, NewLabel)> = Vec::new();
    let mut index: HashMap<usize, usize> = HashMap::new();
    for effect in effects {
        if let EffectCells::Row | EffectCells::Column = effect.cells {
            builder.tried(origin, builder.terrain.shape.cells())?;
        }
        let cells = cells(builder, &effect.cells, arguments.cell());
        builder.tried(origin, 1 + cells.len())?;
        for position in cells {
            let Some(&known) = index.get(&position) else {
                index.insert(position, changes.len());
                changes.push((position, effect.label));
                continue;
            };
            let domain = builder.ground.positions[position].domain;
            let count = builder.ground.domains[domain].labels.len();
            let label = &mut changes[known].1;
            match (*label, effect.label) {
                (NewLabel::Plus(one), NewLabel::Plus(other)) => {
                    *label = NewLabel::Plus(modulo(i64::from(one) + i64::from(other), count));
                }
                (one, other) if one == other => {}
                _ => {
                    let name = &builder.ground.positions[position].name;
                    let message = format!("'{}' becomes two things", quoted(name));
                    builder.fault(&effect.span, message, "a line above changes it as well");
                    return Err(GroundingStopped);
                }
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
    let writes = changes.into_iter().filter_map(write).collect();
    builder.rule(of, origin, 0, Vec::new(), writes)
}

/// The positions of an effect, where `cell` is the argument of the move.
fn cells(builder: &Builder, cells: &EffectCells, cell: Option<usize>) -> Vec<usize> {
    let shape = &builder.terrain.shape;
    let places = shape.places.iter().enumerate();
    match (cells, cell) {
        (EffectCells::Fixed(cells), _) => cells.clone(),
        // The checker has reported an effect that needs a cell.
        (_, None) => Vec::new(),
        (EffectCells::Cell, Some(cell)) => vec![cell],
        (EffectCells::Beside, Some(cell)) => shape.neighbours(cell, STRAIGHT.end).collect(),
        (EffectCells::Around, Some(cell)) => shape.neighbours(cell, DIAGONAL.end).collect(),
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
