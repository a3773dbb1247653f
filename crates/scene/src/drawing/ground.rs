//! The lowest layer of a board: cells, marks, and symbols that merge with equal neighbours.

use std::collections::{BTreeMap, BTreeSet};

use crate::Colour;
use crate::drawing::board::BoardPainter;
use crate::drawing::picture::{Canvas, Outline, Rect};
use crate::drawing::polygon::Point;
use crate::drawing::shapes::{self, LETTER};
use crate::model::cell::{Cell, Side};
use crate::model::look::Shape;
use crate::model::scene::Scene;

/// A floor without a shape of its own is drawn in a mixture of its colour and the colour of the
/// usual floor. This number is the share of the usual floor's colour.
const PLAIN_FLOOR: f32 = 0.45;

/// Whether a floor with this shape counts as one without a shape of its own, and is drawn as a
/// coloured cell with a letter.
fn is_plain(shape: Shape) -> bool {
    matches!(shape, Shape::Tile | Shape::Block)
}

impl BoardPainter {
    /// Draws everything below the things that move: cells, marks, and symbols that merge with equal
    /// neighbours.
    pub(crate) fn ground(&self, scene: &Scene, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        let free = self.geometry.row(0).is_some();
        if !free {
            let cells: BTreeSet<Cell> = self.floored(scene).collect();
            let board = self.outline(&cells, 0.0, -0.09, 0.2);
            canvas.fill(board, self.theme.board);
        }
        let joined = self.joined(scene);
        let walled: BTreeSet<Cell> = joined
            .iter()
            .filter(|(symbol, _)| self.appearances.get(symbol).shape == Shape::Wall)
            .flat_map(|(_, cells)| cells)
            .copied()
            .collect();
        let (inset, radius) = if scene.data().walls.is_empty() {
            (0.06, 0.15)
        } else {
            (0.012, 0.0)
        };
        for at in self.floored(scene) {
            if !walled.contains(&at) {
                let rect = self.geometry.rect(at).inset(inset * cell);
                canvas.rect(rect, radius * cell, self.theme.floor);
            }
        }
        self.floors(scene, (inset, radius), canvas);
        self.marks(scene, canvas);
        for (symbol, cells) in joined {
            self.join(symbol, &cells, canvas);
        }
    }

    /// All cells but those whose symbol has the shape [`Shape::Nothing`].
    fn floored(&self, scene: &Scene) -> impl Iterator<Item = Cell> {
        let cells = scene.cells();
        let cells =
            cells.filter(|(_, symbol)| self.appearances.get(symbol).shape != Shape::Nothing);
        cells.map(|(cell, _)| cell)
    }

    /// Draws the floors that lie under the symbols: each as its shape or, if it has no shape of its
    /// own, as a coloured cell. Its letters are drawn later
    /// ([`floor_letters`](Self::floor_letters)).
    fn floors(&self, scene: &Scene, (inset, radius): (f32, f32), canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        for floor in &scene.data().floors {
            let seen = self.appearances.get(&floor.symbol);
            let rect = self.geometry.rect(floor.cell);
            if is_plain(seen.shape) {
                let colour = seen.colour.mix(self.theme.floor, PLAIN_FLOOR);
                canvas.rect(rect.inset(inset * cell), radius * cell, colour);
            } else {
                shapes::symbol(canvas, seen, rect, &self.theme);
            }
        }
    }

    /// Draws the letters of coloured floors at the upper edges of their cells, where things rarely
    /// hide them.
    pub(crate) fn floor_letters(&self, scene: &Scene, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        for floor in &scene.data().floors {
            let seen = self.appearances.get(&floor.symbol);
            if !is_plain(seen.shape) {
                continue;
            }
            // A floor must not differ from the usual floor in its colour alone, so it also shows
            // letters.
            let letters = match seen.text.as_str() {
                "" => &floor.symbol,
                text => text,
            };
            let colour = seen.colour.mix(self.theme.floor, PLAIN_FLOOR);
            let rect = self.geometry.rect(floor.cell);
            let place = Rect::new(
                rect.x + 0.08 * cell,
                rect.y + 0.07 * cell,
                0.84 * cell,
                0.26 * cell,
            );
            let covering = scene.symbol(floor.cell).unwrap_or("");
            let covering = self.appearances.get(covering);
            let ground = match covering.shape {
                Shape::Tile | Shape::Block | Shape::Wall | Shape::Crate => covering.colour,
                _ => colour,
            };
            canvas.text_in(letters, place, 0.24 * cell, ground.ink());
        }
    }

    /// The symbols that merge with equal neighbours, each with all its cells.
    fn joined<'s>(&self, scene: &'s Scene) -> BTreeMap<&'s str, BTreeSet<Cell>> {
        let covered = scene.covered();
        let free = self.geometry.row(0).is_some();
        let mut joined: BTreeMap<&str, BTreeSet<Cell>> = BTreeMap::new();
        for (cell, symbol) in scene.cells() {
            let joins = matches!(
                self.appearances.get(symbol).shape,
                Shape::Wall | Shape::Block
            );
            if joins && !free && !covered.contains(&cell) {
                joined.entry(symbol).or_default().insert(cell);
            }
        }
        joined
    }

    fn join(&self, symbol: &str, cells: &BTreeSet<Cell>, canvas: &mut Canvas) {
        let seen = self.appearances.get(symbol);
        let cell = self.geometry.cell;
        if seen.shape == Shape::Block {
            self.block(symbol, cells, canvas);
        } else {
            let wall = self.outline(cells, 0.0, 0.0, 0.12);
            canvas.fill(wall, seen.colour);
            if cell >= 14.0 {
                self.bricks(cells, seen.colour, canvas);
            }
        }
        if !seen.text.is_empty() && seen.shape == Shape::Wall {
            for &at in cells {
                let rect = self.geometry.rect(at).inset(0.1 * cell);
                canvas.text_in(&seen.text, rect, LETTER * cell, seen.colour.ink());
            }
        }
    }

    /// Draws the lines between the bricks of a wall. A cell has two rows of bricks.
    fn bricks(&self, cells: &BTreeSet<Cell>, colour: Colour, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        let joint = colour.mix(self.theme.floor, 0.35);
        let has = |at: Option<Cell>| at.is_some_and(|at| cells.contains(&at));
        let width = 0.045 * cell;
        for &at in cells {
            let Rect { x, y, .. } = self.geometry.rect(at);
            let mut line = |a: Point, b: Point| {
                let place = |p: Point| (x + p.0 * cell, y + p.1 * cell);
                canvas.line(place(a), place(b), joint, width);
            };
            let left = if has(at.across(Side::Left)) { 0.0 } else { 0.1 };
            let right = if has(at.across(Side::Right)) {
                1.0
            } else {
                0.9
            };
            line((left, 0.5), (right, 0.5));
            line((0.5, 0.06), (0.5, 0.44));
            if left == 0.0 {
                line((0.0, 0.56), (0.0, 0.94));
            }
            if has(at.across(Side::Top)) {
                line((left, 0.0), (right, 0.0));
            }
        }
    }

    fn marks(&self, scene: &Scene, canvas: &mut Canvas) {
        let side = self.geometry.cell;
        let marks = scene.data().marks.iter();
        for mark in marks.filter(|mark| mark.exit.is_none()) {
            let rect = self.geometry.rect(mark.cell);
            let Some(symbol) = &mark.symbol else {
                let radius = 0.2 * side;
                let ring = Outline::Circle(rect.centre(), radius);
                canvas.stroke(ring, self.theme.target, 0.07 * side);
                canvas.circle(rect.centre(), 0.07 * side, self.theme.target);
                continue;
            };
            let seen = self.appearances.get(symbol);
            let frame = Outline::Rect(rect.inset(0.14 * side), 0.1 * side);
            let faint = seen.colour.mix(self.theme.floor, 0.45);
            let letters = match seen.text.as_str() {
                "" => symbol,
                text => text,
            };
            canvas.stroke(frame, faint, 0.045 * side);
            canvas.text_in(
                letters,
                rect.inset(0.2 * side),
                0.42 * side,
                self.theme.faint,
            );
        }
    }
}
