//! Arranges puzzles whose cells do not lie beside each other: disks on pegs, things on the banks of
//! a river or on a rail, stacks, and vessels.

use std::collections::BTreeSet;

use fewest_ground::Label;
use fewest_lang::{Arrangement, BoardLayout};
use fewest_scene::limits::{MAX_CELLS, MAX_SYMBOL};
use fewest_scene::{
    Cell, Colour, Label as Text, Look, Movement, Piece, Scene, SceneData, Shape, Side, Wall,
};

/// What is drawn beside the things of the puzzle. In text these are the characters that are seen.
const POLE: &str = "|";
const BASE: &str = "=";
const WATER: &str = "~";

const WOOD: Colour = Colour::hex(0xb08a5e);
const BLUE: Colour = Colour::hex(0x9fd0f0);

/// The columns of a vessel.
const VESSEL: usize = 3;

/// The scene of a state as the file arranges it. `None` if the file arranges nothing, or if the
/// board does not fit its arrangement. Takes O(cells of the scene).
pub(super) fn arranged(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let arrangement = layout.arrangement()?;
    match arrangement {
        Arrangement::Pegs => pegs(layout, state),
        Arrangement::Banks => banks(layout, state),
        Arrangement::Rail => rail(layout, state),
        Arrangement::Stack => stack(layout, state),
        Arrangement::Vessels => vessels(layout, state),
    }
}

/// A scene of `rows` × `columns` empty cells. `None` if these are too many, or none.
fn empty(rows: usize, columns: usize) -> Option<SceneData> {
    let cells = rows.checked_mul(columns)?;
    (1..=MAX_CELLS).contains(&cells).then(|| SceneData {
        cells: vec![vec![Some(String::new()); columns]; rows],
        ..SceneData::default()
    })
}

/// A block without letters.
fn block(colour: Colour) -> Look {
    Look {
        shape: Some(Shape::Block),
        colour: Some(colour),
        text: Some(' '),
    }
}

/// Puts a piece of `width` cells, with `column` in its middle, on a row.
fn lay(data: &mut SceneData, symbol: &str, (row, column): (usize, usize), width: usize) {
    let columns = column - width / 2..=column + width / 2;
    let cells = columns.map(|column| {
        data.cells[row][column] = Some(symbol.to_owned());
        Cell::new(row, column)
    });
    let cells = cells.collect();
    let symbol = symbol.to_owned();
    data.pieces.push(Piece { symbol, cells });
}

/// A label below a column.
fn below(column: usize, text: String) -> Text {
    Text {
        side: Side::Bottom,
        index: u32::try_from(column).ok(),
        text,
    }
}

fn pegs(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let (disks, pegs) = (layout.cells(), layout.symbols());
    let width = |disk: usize| 2 * disk + 1;
    // The two largest disks have room on pegs beside each other.
    let widest = width(disks - 1);
    let pitch = (widest + width(disks.saturating_sub(2))) / 2 + 1;
    // A pole is one cell higher than all disks, and the base is one cell high.
    let rows = disks + 2;
    let mut data = empty(rows, (pegs.len() - 1) * pitch + widest)?;
    data.look("", Look::shape(Shape::Nothing));
    data.look(POLE, block(WOOD));
    data.look(BASE, block(WOOD));
    for disk in 1..=disks {
        data.look(disk.to_string(), Look::default());
    }
    data.cells[rows - 1].fill(Some(BASE.to_owned()));
    for (peg, name) in pegs.iter().enumerate() {
        let column = peg * pitch + widest / 2;
        for row in &mut data.cells[..rows - 1] {
            row[column] = Some(POLE.to_owned());
        }
        let here = (0..disks)
            .rev()
            .filter(|&disk| usize::from(state[disk]) == peg);
        for (height, disk) in here.enumerate() {
            let place = (rows - 2 - height, column);
            lay(&mut data, &(disk + 1).to_string(), place, width(disk));
        }
        data.labels.push(below(column, name.clone()));
    }
    Some(data)
}

fn stack(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let symbols = layout.symbols();
    let widths: Vec<usize> = (0..symbols.len())
        .map(|at| {
            let look = layout.look(&symbols[at]);
            let before = symbols[..at].iter();
            2 * before.filter(|other| layout.look(other) == look).count() + 3
        })
        .collect();
    let columns = *widths.iter().max()?;
    let mut data = empty(layout.cells(), columns)?;
    data.look("", Look::shape(Shape::Nothing));
    for symbol in symbols {
        data.look(symbol, layout.look(symbol));
    }
    for (row, &label) in state[..layout.cells()].iter().enumerate() {
        let label = usize::from(label);
        lay(
            &mut data,
            &symbols[label],
            (row, columns / 2),
            widths[label],
        );
    }
    Some(data)
}

fn banks(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let banks = layout.symbols();
    let crowds = is_count(banks);
    let count = if crowds { 2 } else { banks.len() };
    // The things by name, each with the number of its bank.
    let mut things: Vec<(&str, usize)> = Vec::new();
    for (name, &label) in layout.cell_names().iter().zip(state) {
        let label = usize::from(label);
        match crowds {
            // The first of a crowd are on the first bank.
            true => {
                things.extend((1..banks.len()).map(|at| (name.as_str(), usize::from(at > label))))
            }
            false => things.push((name, label)),
        }
    }
    let (moving, told): (Vec<_>, Vec<_>) =
        variables(layout, state).partition(|variable| variable.values.len() == count);
    things.extend(
        moving
            .iter()
            .map(|variable| (variable.name, variable.value)),
    );
    let names: BTreeSet<&str> = things.iter().map(|&(name, _)| name).collect();
    let is_symbol = |name: &&str| !name.starts_with(WATER) && name.chars().count() <= MAX_SYMBOL;
    if !names.iter().all(is_symbol) {
        return None;
    }
    let mut data = empty(2 * count - 1, things.len())?;
    data.look(WATER, block(BLUE));
    let initial = |name: &str| name.chars().next().map(|c| c.to_ascii_uppercase());
    let initials: BTreeSet<Option<char>> = names.iter().map(|name| initial(name)).collect();
    let are_told = initials.len() == names.len();
    // Those of a crowd are many, so their symbol is short.
    let symbol = |name: &str| match initial(name) {
        Some(initial) if crowds && are_told => initial.to_string(),
        _ => name.to_owned(),
    };
    for name in names {
        let look = Look {
            text: initial(name).filter(|_| are_told),
            ..Look::default()
        };
        data.look(symbol(name), look);
    }
    for row in data.cells.iter_mut().skip(1).step_by(2) {
        row.fill(Some(WATER.to_owned()));
    }
    for (column, &(name, bank)) in things.iter().enumerate() {
        data.cells[2 * bank][column] = Some(symbol(name));
    }
    data.labels = told.iter().map(Variable::caption).collect();
    Some(data)
}

fn rail(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let thing = layout.symbols().first()?;
    let mut data = empty(2, layout.cells())?;
    data.look(thing, layout.look(thing));
    for (column, &label) in state[..layout.cells()].iter().enumerate() {
        data.cells[usize::from(label != 0)][column] = Some(thing.clone());
        data.walls.push(Wall {
            cell: Cell::new(0, column),
            side: Side::Bottom,
        });
    }
    Some(data)
}

fn vessels(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let (vessels, told): (Vec<_>, Vec<_>) =
        variables(layout, state).partition(|variable| is_count(variable.values));
    let rows = vessels.iter().map(|vessel| vessel.values.len() - 1).max()?;
    let mut data = empty(rows, vessels.len() * (VESSEL + 1) - 1)?;
    data.look(WATER, block(BLUE));
    for row in &mut data.cells {
        row.fill(None);
    }
    for (at, vessel) in vessels.iter().enumerate() {
        let (left, capacity) = (at * (VESSEL + 1), vessel.values.len() - 1);
        for height in 0..capacity {
            let row = rows - 1 - height;
            let content = if height < vessel.value { WATER } else { "" };
            data.cells[row][left..left + VESSEL].fill(Some(content.to_owned()));
            let wall = |column: usize, side| Wall {
                cell: Cell::new(row, column),
                side,
            };
            let sides = [wall(left, Side::Left), wall(left + VESSEL - 1, Side::Right)];
            data.walls.extend(sides);
            if height == 0 {
                let bottom = (left..left + VESSEL).map(|column| wall(column, Side::Bottom));
                data.walls.extend(bottom);
            }
        }
        let text = format!("{} {}/{capacity}", vessel.name, vessel.value);
        data.labels.push(below(left + VESSEL / 2, text));
    }
    data.labels.extend(told.iter().map(Variable::caption));
    Some(data)
}

/// The movement of the water's surface from one vessel to another, or where water came or went.
pub(super) fn poured(before: &Scene, now: &Scene) -> Vec<Movement> {
    let is_wet = |scene: &Scene, cell| scene.symbol(cell) == Some(WATER);
    let gone = |one: &Scene, other: &Scene| -> Vec<Cell> {
        let cells = one.cells().map(|(cell, _)| cell);
        let gone = cells.filter(|&cell| is_wet(one, cell) && !is_wet(other, cell));
        gone.take(VESSEL).collect()
    };
    let (from, to) = (gone(before, now), gone(now, before));
    let from = if from.is_empty() { &to } else { &from };
    let to = if to.is_empty() { from } else { &to };
    let pairs = from.iter().zip(to);
    pairs.map(|(&from, &to)| Movement { from, to }).collect()
}

/// Whether the names are 0, 1, 2, … with at least one after 0.
fn is_count(names: &[String]) -> bool {
    let is = |(at, name): (usize, &String)| name.parse() == Ok(at);
    names.len() > 1 && names.iter().enumerate().all(is)
}

/// A variable with its name, and its value as an index of `values`.
pub(super) struct Variable<'a> {
    name: &'a str,
    values: &'a [String],
    value: usize,
}

impl Variable<'_> {
    /// A line below the board that tells the value.
    pub(super) fn caption(&self) -> Text {
        Text {
            side: Side::Bottom,
            index: None,
            text: format!("{} {}", self.name, self.values[self.value]),
        }
    }
}

/// The variables that are shown, with their values in a state.
pub(super) fn variables<'a>(
    layout: &'a BoardLayout,
    state: &'a [Label],
) -> impl Iterator<Item = Variable<'a>> {
    let all = layout.variables().zip(&state[layout.cells()..]);
    all.filter_map(|(variable, &value)| {
        let (name, values) = variable?;
        let value = value.into();
        Some(Variable {
            name,
            values,
            value,
        })
    })
}
