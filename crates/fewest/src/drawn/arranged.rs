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

/// A thing that is on one bank of a river: its name, and the number of the bank.
type Thing<'a> = (&'a str, usize);

fn banks(layout: &BoardLayout, state: &[Label]) -> Option<SceneData> {
    let banks = layout.symbols();
    let cells = layout.cell_names().iter().map(String::as_str).zip(state);
    let mut things: Vec<Thing<'_>> = Vec::new();
    let crowds = is_count(banks);
    for (name, &label) in cells {
        let label = usize::from(label);
        match crowds {
            // The first of a crowd are on the first bank.
            true => things.extend((1..banks.len()).map(|at| (name, usize::from(at > label)))),
            false => things.push((name, label)),
        }
    }
    let count = if crowds { 2 } else { banks.len() };
    let mut captions = Vec::new();
    for (variable, &label) in layout.variables().zip(&state[layout.cells()..]) {
        match variable {
            Some((name, values)) if values.len() == count => things.push((name, label.into())),
            Some((name, values)) => captions.push(caption(name, &values[usize::from(label)])),
            None => {}
        }
    }
    let mut data = empty(2 * count - 1, things.len())?;
    data.look(WATER, block(BLUE));
    let mut names: Vec<&str> = Vec::new();
    for &(name, _) in &things {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let is_symbol = |name: &&str| !name.starts_with(WATER) && name.chars().count() <= MAX_SYMBOL;
    if !names.iter().all(is_symbol) {
        return None;
    }
    let initial = |name: &&str| name.chars().next().map(|c| c.to_ascii_uppercase());
    let initials: BTreeSet<Option<char>> = names.iter().map(initial).collect();
    let are_told = initials.len() == names.len();
    // Those of a crowd are many, so their symbol is short.
    let symbol = |name: &str| match initial(&name) {
        Some(initial) if crowds && are_told => initial.to_string(),
        _ => name.to_owned(),
    };
    for name in &names {
        let text = initial(name).filter(|_| are_told);
        let look = Look {
            text,
            ..Look::default()
        };
        data.look(symbol(name), look);
    }
    for row in (1..data.cells.len()).step_by(2) {
        data.cells[row].fill(Some(WATER.to_owned()));
    }
    for (column, &(name, bank)) in things.iter().enumerate() {
        data.cells[2 * bank][column] = Some(symbol(name));
    }
    data.labels = captions;
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
    let mut captions = Vec::new();
    let mut vessels = Vec::new();
    for (variable, &level) in layout.variables().zip(&state[layout.cells()..]) {
        let Some((name, values)) = variable else {
            continue;
        };
        match is_count(values) {
            true => vessels.push((name, usize::from(level), values.len() - 1)),
            false => captions.push(caption(name, &values[usize::from(level)])),
        }
    }
    let rows = vessels.iter().map(|vessel| vessel.2).max()?;
    let mut data = empty(rows, vessels.len() * (VESSEL + 1) - 1)?;
    data.look(WATER, block(BLUE));
    for row in &mut data.cells {
        row.fill(None);
    }
    for (at, &(name, level, capacity)) in vessels.iter().enumerate() {
        let left = at * (VESSEL + 1);
        for height in 0..capacity {
            let row = rows - 1 - height;
            for column in left..left + VESSEL {
                let content = if height < level { WATER } else { "" };
                data.cells[row][column] = Some(content.to_owned());
            }
            let mut wall = |column: usize, side| {
                let cell = Cell::new(row, column);
                data.walls.push(Wall { cell, side });
            };
            wall(left, Side::Left);
            wall(left + VESSEL - 1, Side::Right);
            if height == 0 {
                (left..left + VESSEL).for_each(|column| wall(column, Side::Bottom));
            }
        }
        let text = format!("{name} {level}/{capacity}");
        data.labels.push(below(left + VESSEL / 2, text));
    }
    data.labels.extend(captions);
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

/// A line below the board that tells the value of a variable.
pub(super) fn caption(name: &str, value: &str) -> Text {
    Text {
        side: Side::Bottom,
        index: None,
        text: format!("{name} {value}"),
    }
}
