//! Describes positions of puzzles from files as scenes: the cells with their symbols, the pieces,
//! the marked cells, and the variables below the board.

use std::cell::OnceCell;

use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_ground::{Ground, Label, Test, Value};
use fewest_lang::{Arrangement, BoardLayout};
use fewest_rules::{Faults, MoveCosts, Placed, Words};
use fewest_scene::{
    Cell, Floor, Layout, Look, Mark, Movement, Piece, Scene, SceneData, Shape, Side, Wall,
};

use super::arranged::{arranged, poured, variables};
use super::endless::endless;
use super::{drives, lurd, move_names};
use crate::general::game::Presentation;

/// How the positions and moves of one board are shown and read.
pub(super) struct DrawnPresentation<'a> {
    layout: &'a BoardLayout,
    ground: &'a Ground,
    start: &'a [Label],
    is_switched: OnceCell<bool>,
    outside: OnceCell<Vec<usize>>,
}

impl<'a> DrawnPresentation<'a> {
    /// Shows the states that can be reached from `start`. The first scene takes O(tests of all rules).
    pub(super) fn new(layout: &'a BoardLayout, ground: &'a Ground, start: &'a [Label]) -> Self {
        Self {
            layout,
            ground,
            start,
            is_switched: OnceCell::new(),
            outside: OnceCell::new(),
        }
    }

    /// Whether moves change symbols in place, as when lights are switched.
    fn is_switched(&self) -> bool {
        *self.is_switched.get_or_init(|| {
            let writes = self.ground.rules.iter().flat_map(|rule| &rule.writes);
            let mut cells = writes.filter(|write| write.position < self.layout.cells());
            cells.any(|write| match write.value {
                Value::Of { position, plus } => position == write.position && plus != 0,
                Value::Label(_) => false,
            })
        })
    }

    /// The cells outside the walls, which are empty in every position.
    fn outside(&self) -> &[usize] {
        let outside = || outside(self.layout, self.ground, self.start);
        self.outside.get_or_init(outside)
    }

    /// The scene of a state, given as one label for each position.
    pub(super) fn position(&self, state: &[Label]) -> SceneData {
        let title = Some(self.ground.name.clone()).filter(|name| !name.is_empty());
        let data = match arranged(self.layout, state) {
            Some(data) => data,
            None => self.board(state),
        };
        SceneData { title, ..data }
    }

    /// The scene of a state that shows the board.
    fn board(&self, state: &[Label]) -> SceneData {
        let (layout, cells) = (self.layout, self.layout.cells());
        let mut places = vec![Cell::default(); cells];
        let mut data = SceneData::default();
        for row in 0..layout.rows() {
            let symbols = (0..layout.columns()).map(|column| {
                let cell = layout.cell(row, column)?;
                places[cell] = Cell::new(row, column);
                Some(layout.plain_symbol(cell, state[cell]).to_owned())
            });
            data.cells.push(symbols.collect());
        }
        if layout.is_listed() {
            data.layout = Layout::Rows;
            for row in &mut data.cells {
                row.retain(Option::is_some);
            }
            return data;
        }
        for symbol in layout.shown_symbols().chain(layout.floor_symbols()) {
            data.look(symbol, layout.look(symbol));
        }
        if !self.outside().is_empty() {
            data.look("", Look::shape(Shape::Nothing));
        }
        for &cell in self.outside() {
            let Cell { row, column } = places[cell];
            data.cells[row as usize][column as usize] = Some(String::new());
        }
        let floors = layout.floors(state).into_iter();
        data.floors.extend(floors.map(|(cell, symbol)| Floor {
            cell: places[cell],
            symbol: symbol.to_owned(),
        }));
        for piece in layout.pieces_of(state) {
            let cells: Vec<Cell> = piece.iter().map(|&cell| places[cell]).collect();
            let Some(&first) = piece.first() else {
                continue;
            };
            let symbol = layout.plain_symbol(first, state[first]).to_owned();
            for cell in &cells {
                data.cells[cell.row as usize][cell.column as usize] = Some(symbol.clone());
            }
            data.pieces.push(Piece { symbol, cells });
        }
        data.walls
            .extend(layout.divided_cells().into_iter().map(|(cell, other)| {
                let (cell, other) = (places[cell], places[other]);
                Wall {
                    cell,
                    // On a board that wraps around, the cell on the other side of a wall may lie at
                    // the far edge.
                    side: if cell.row == other.row {
                        Side::Right
                    } else {
                        Side::Bottom
                    },
                }
            }));
        let mut marked: Vec<(usize, Option<Side>)> = Vec::new();
        marked.extend(layout.marked_cells().into_iter().map(|cell| (cell, None)));
        if marked.is_empty() {
            marked = self.goal_cells();
        }
        data.marks
            .extend(marked.into_iter().map(|(cell, exit)| Mark {
                cell: places[cell],
                symbol: None,
                exit,
            }));
        let shown = variables(layout, state);
        data.labels.extend(shown.map(|variable| variable.caption()));
        data
    }

    /// The cells that show where the goal is, if it only requires one symbol on one cell: this
    /// cell or, if a piece has the symbol, the cells of the piece when it is there. If the piece
    /// then lies at one side of the board, these are its cells at that side, which is the exit.
    fn goal_cells(&self) -> Vec<(usize, Option<Side>)> {
        let layout = self.layout;
        let [goal] = self.ground.goals.as_slice() else {
            return Vec::new();
        };
        let (cell, label) = match goal.as_slice() {
            [Test::In { position, labels }] if *position < layout.cells() => {
                (*position, labels.single())
            }
            _ => return Vec::new(),
        };
        let Some(label) = label else {
            return Vec::new();
        };
        let piece = layout.piece_with(cell, label);
        if piece.is_empty() {
            return vec![(cell, None)];
        }
        let at_side = |side| -> Vec<usize> {
            let ends = piece.iter().filter(|&&cell| {
                let next = layout.across(cell, side);
                next.is_none_or(|next| !piece.contains(&next))
            });
            let ends: Vec<usize> = ends.copied().collect();
            let is_edge = ends.iter().all(|&cell| layout.across(cell, side).is_none());
            if is_edge { ends } else { Vec::new() }
        };
        let mut exits = Side::ALL.map(|side| (side, at_side(side))).to_vec();
        exits.retain(|(_, cells)| !cells.is_empty());
        // A long piece in a corner leaves the board over its shorter side.
        exits.sort_by_key(|(_, cells)| cells.len());
        let is_shortest = |cells: &Vec<usize>| {
            let second = exits.get(1);
            second.is_none_or(|(_, second)| cells.len() < second.len())
        };
        match exits.first() {
            Some((side, cells)) if is_shortest(cells) => {
                cells.iter().map(|&cell| (cell, Some(*side))).collect()
            }
            _ => piece.into_iter().map(|cell| (cell, None)).collect(),
        }
    }
}

/// The cells outside the walls. They form groups that touch the edge of the board. All cells of
/// such a group are gaps, and no rule can ever write to them.
fn outside(layout: &BoardLayout, ground: &Ground, start: &[Label]) -> Vec<usize> {
    let cells = layout.cells();
    let shape = |cell: usize| {
        let symbol = layout.plain_symbol(cell, start[cell]);
        layout.look(symbol).shape.unwrap_or(match symbol {
            "#" => Shape::Wall,
            "_" | "." => Shape::Gap,
            _ => Shape::Tile,
        })
    };
    let is_wall = |cell: usize| shape(cell) == Shape::Wall;
    if layout.is_listed() || !ground.consequences.is_empty() || !(0..cells).any(is_wall) {
        return Vec::new();
    }
    let marked = layout.marked_cells();
    let is_bare = |cell: &usize| shape(*cell) == Shape::Gap && !marked.contains(cell);
    let mut groups = layout.groups_at_the_edge(is_wall);
    groups.retain(|group| group.iter().all(is_bare));
    let outside = groups.concat();
    // The walls and the cells outside them never change if each rule that writes to one of them has
    // a test that these cells fail at the start, whatever the other cells become.
    let mut is_kept: Vec<bool> = (0..start.len())
        .map(|at| at < cells && is_wall(at))
        .collect();
    outside.iter().for_each(|&cell| is_kept[cell] = true);
    let fits = |test: &Test| match test {
        Test::In { position, labels } => {
            !is_kept[*position] || labels.0 & 1 << start[*position] != 0
        }
        Test::Same { one, other } => {
            !(is_kept[*one] && is_kept[*other]) || start[*one] == start[*other]
        }
    };
    let is_changed = ground.rules.iter().any(|rule| {
        rule.writes.iter().any(|write| is_kept[write.position]) && rule.tests.iter().all(fits)
    });
    match is_changed {
        true => Vec::new(),
        false => outside,
    }
}

impl<const N: usize> Presentation<CompiledPuzzle<N>> for DrawnPresentation<'_> {
    fn scene(&self, puzzle: &CompiledPuzzle<N>, state: Words<N>) -> SceneData {
        self.position(&puzzle.labels(state))
    }

    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement> {
        match self.layout.arrangement() {
            Some(Arrangement::Vessels) => poured(before, now),
            None if self.is_switched() => now.changed_since(before),
            _ => now.moved_since(before),
        }
    }

    fn read_moves(
        &self,
        puzzle: &CompiledPuzzle<N>,
        state: Words<N>,
        text: &str,
    ) -> Result<Vec<Placed<String>>, Faults> {
        // Where moves are named by letters, these names come first.
        if lurd::reads(self.layout, text) && move_names::read(puzzle, self.ground, text).is_err() {
            return lurd::read(puzzle, self.layout, state, text);
        }
        match drives::read(self.layout, &puzzle.labels(state), text) {
            Some(drives) => Ok(drives),
            None => move_names::read(puzzle, self.ground, text),
        }
    }

    fn cost(&self, puzzle: &CompiledPuzzle<N>, state: Words<N>, m: CompiledMove) -> Option<u16> {
        let has_costs = self.ground.measure.is_some();
        has_costs.then(|| puzzle.cost(state, m))
    }

    fn endless(&self, puzzle: &CompiledPuzzle<N>) -> Option<String> {
        endless(puzzle)
    }
}
