//! Describes positions of puzzles from files as scenes: the cells with their symbols, the pieces,
//! the marked cells, and the variables below the board.

use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::{Ground, Label, Test, Value};
use fewest_lang::BoardLayout;
use fewest_rules::Words;
use fewest_scene::{
    Cell, Label as Text, Layout, Look, Mark, Movement, Piece, Scene, SceneData, Side, Wall,
};

use crate::scenes::Depict;

/// Describes the positions of one board.
pub(super) struct DrawnScenes<'a> {
    layout: &'a BoardLayout,
    ground: &'a Ground,
    /// Whether moves change symbols in place, as when lights are switched.
    is_switched: bool,
}

impl<'a> DrawnScenes<'a> {
    pub(super) fn new(layout: &'a BoardLayout, ground: &'a Ground) -> Self {
        let writes = ground.rules.iter().flat_map(|rule| &rule.writes);
        let mut cells = writes.filter(|write| write.position < layout.cells());
        let is_switched = cells.any(|write| match write.value {
            Value::Of { position, plus } => position == write.position && plus != 0,
            Value::Label(_) => false,
        });
        Self {
            layout,
            ground,
            is_switched,
        }
    }

    /// The scene of a state, given as one label for each position.
    pub(super) fn position(&self, state: &[Label]) -> SceneData {
        let (layout, cells) = (self.layout, self.layout.cells());
        let mut places = vec![Cell::default(); cells];
        let mut data = SceneData {
            title: Some(self.ground.name.clone()).filter(|name| !name.is_empty()),
            ..SceneData::default()
        };
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
        for symbol in layout.shown_symbols() {
            data.look(symbol, Look::default());
        }
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
                    // On a board that wraps around, the other cell may lie at the far edge.
                    side: if cell.row == other.row {
                        Side::Right
                    } else {
                        Side::Bottom
                    },
                }
            }));
        let marked = layout.marked_cells();
        let marked = if marked.is_empty() {
            self.goal_cell().into_iter().collect()
        } else {
            marked
        };
        data.marks.extend(marked.into_iter().map(|cell| Mark {
            cell: places[cell],
            symbol: None,
        }));
        let variables = layout.variables().zip(&state[cells..]);
        data.labels
            .extend(variables.map(|((name, labels), &label)| Text {
                side: Side::Bottom,
                index: None,
                text: format!("{name} {}", labels[usize::from(label)]),
            }));
        data
    }

    /// The cell that the goal tests, if the goal only requires one symbol on one cell.
    fn goal_cell(&self) -> Option<usize> {
        let [goal] = self.ground.goals.as_slice() else {
            return None;
        };
        match goal.as_slice() {
            [Test::In { position, labels }]
                if *position < self.layout.cells() && labels.0.count_ones() == 1 =>
            {
                Some(*position)
            }
            _ => None,
        }
    }
}

impl<const N: usize> Depict<CompiledPuzzle<N>> for DrawnScenes<'_> {
    fn scene(&self, puzzle: &CompiledPuzzle<N>, state: Words<N>) -> SceneData {
        self.position(&puzzle.labels(state))
    }

    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement> {
        if self.is_switched {
            now.changed_since(before)
        } else {
            now.moved_since(before)
        }
    }
}
