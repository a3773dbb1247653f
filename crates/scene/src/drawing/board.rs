//! Draws the board of a scene in layers: the ground, the things that can move, and what lies on
//! top.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use crate::drawing::font::CAPITAL;
use crate::drawing::geometry::{CAPTION, Geometry, LEADING};
use crate::drawing::outline::outline;
use crate::drawing::picture::{Anchor, Canvas, Outline, Rect, polygon};
use crate::drawing::shapes::{self, INSET, LETTER, RADIUS, RISE};
use crate::looks::theme::ThemeColours;
use crate::model::appearance::Appearances;
use crate::model::cell::{Cell, Side};
use crate::model::changes::normalised;
use crate::model::data::Piece;
use crate::model::look::Shape;
use crate::model::scene::Scene;

/// Draws the boards of scenes, all with the same layout (`geometry`), the same shapes and colours
/// of symbols (`appearances`) and the same theme.
#[derive(Debug)]
pub(crate) struct BoardPainter {
    pub(crate) geometry: Geometry,
    pub(crate) appearances: Appearances,
    pub(crate) theme: ThemeColours,
}

/// What a thing that can move looks like. Two things of the same kind look the same, so one drawing
/// serves both.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Symbol(String),
    /// A piece: its symbol, and its cells relative to its first cell.
    Piece(String, Vec<Cell>),
    Player,
}

/// A thing and its place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mover {
    pub(crate) kind: Kind,
    /// The first cell of the thing in reading order.
    pub(crate) cell: Cell,
    /// The rectangle of that cell, or a rectangle beside the board for a player who has left it.
    pub(crate) rect: Rect,
}

impl BoardPainter {
    /// Draws the whole board and marks what moved. For each thing that can move, returns its first
    /// cell and the range of its items.
    pub(crate) fn draw(&self, scene: &Scene, canvas: &mut Canvas) -> Vec<(Cell, Range<usize>)> {
        self.ground(scene, canvas);
        self.trails(scene, canvas);
        let mut things = Vec::new();
        for mover in self.movers(scene) {
            let first = canvas.items.len();
            self.mover(&mover, canvas);
            things.push((mover.cell, first..canvas.items.len()));
        }
        self.highlights(scene, canvas);
        self.top(scene, canvas);
        things
    }

    /// The outline of cells, raised by `rise`. All lengths are fractions of a cell's side.
    pub(crate) fn outline(
        &self,
        cells: &BTreeSet<Cell>,
        rise: f32,
        inset: f32,
        radius: f32,
    ) -> Outline {
        let (cell, (x, y)) = (self.geometry.cell, self.geometry.origin);
        let origin = (x, y - rise * cell);
        outline(cells, origin, cell, inset * cell, radius * cell)
    }

    /// All things that can move, in the order in which they are drawn.
    pub(crate) fn movers(&self, scene: &Scene) -> Vec<Mover> {
        let covered = scene.covered();
        let free = self.geometry.row(0).is_some();
        let mover = |kind, cell| Mover {
            kind,
            cell,
            rect: self.geometry.rect(cell),
        };
        let mut movers = Vec::new();
        for (cell, symbol) in scene.cells() {
            let seen = self.appearances.get(symbol);
            let drawn = match seen.shape {
                Shape::Nothing => false,
                Shape::Gap => !seen.text.is_empty(),
                Shape::Wall | Shape::Block => free,
                _ => true,
            };
            if drawn && !covered.contains(&cell) {
                movers.push(mover(Kind::Symbol(symbol.to_owned()), cell));
            }
        }
        for piece in &scene.data().pieces {
            let (cell, shape) = normalised(piece);
            movers.push(mover(Kind::Piece(piece.symbol.clone(), shape), cell));
        }
        if let Some(player) = scene.data().player {
            let mut player_mover = mover(Kind::Player, player.cell);
            if let Some(side) = player.beyond {
                player_mover.rect = self.geometry.beyond(player.cell, side);
            }
            movers.push(player_mover);
        }
        movers
    }

    pub(crate) fn mover(&self, mover: &Mover, canvas: &mut Canvas) {
        match &mover.kind {
            Kind::Symbol(symbol) => {
                let seen = self.appearances.get(symbol);
                shapes::symbol(canvas, seen, mover.rect, &self.theme);
            }
            Kind::Player => {
                shapes::symbol(canvas, self.appearances.get("@"), mover.rect, &self.theme);
            }
            Kind::Piece(symbol, shape) => {
                let cells = placed(shape, mover.cell);
                self.block(symbol, &cells, canvas);
            }
        }
    }

    /// Draws a raised block that covers `cells`, with its letters once.
    pub(crate) fn block(&self, symbol: &str, cells: &BTreeSet<Cell>, canvas: &mut Canvas) {
        let seen = self.appearances.get(symbol);
        let cell = self.geometry.cell;
        let base = self.outline(cells, 0.0, INSET, RADIUS);
        canvas.fill(base, shapes::shade(seen.colour));
        canvas.fill(self.outline(cells, RISE, INSET, RADIUS), seen.colour);
        let ink = seen.colour.ink();
        if seen.lined {
            let line = self.outline(cells, RISE, INSET + 0.07, RADIUS - 0.06);
            canvas.stroke(line, seen.colour.mix(ink, 0.55), 0.03 * cell);
        }
        let mut place = letter_place(cells, |cell| self.geometry.rect(cell));
        place.y -= RISE * cell;
        let letters = match seen.shape {
            // A shape other than a tile or a block fits only a single cell. So the piece is drawn
            // as a block that shows its letters or, if it has none, its symbol.
            _ if !seen.text.is_empty() => &seen.text,
            Shape::Block => "",
            _ => symbol,
        };
        canvas.text_in(
            letters,
            place.inset(0.14 * cell),
            (LETTER + 0.04) * cell,
            ink,
        );
    }

    /// Marks where the things that moved came from; drawn below these things. The mark of a piece
    /// is its previous outline, and the mark of any other thing is a line from its previous cell.
    fn trails(&self, scene: &Scene, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        let colour = self.theme.accent.mix(self.theme.floor, 0.35);
        let pieces: HashMap<Cell, Vec<Cell>> = scene.data().pieces.iter().map(normalised).collect();
        let player = scene.data().player;
        for movement in &scene.data().moved {
            let shape = pieces.get(&movement.to);
            let cells = shape.map(|shape| placed(shape, movement.from));
            let on_board = |cell: &Cell| {
                (cell.row as usize) < scene.row_count()
                    && (cell.column as usize) < scene.column_count()
            };
            // In a scene that another program made, a piece may have come from beyond the edge, so
            // this is checked.
            if let Some(cells) = cells.filter(|cells| cells.iter().all(on_board)) {
                let outline = self.outline(&cells, 0.0, 0.1, RADIUS);
                canvas.stroke(outline, colour, 0.035 * cell);
                continue;
            }
            let outside = player.filter(|player| player.cell == movement.to);
            let side = outside.and_then(|player| player.beyond);
            if movement.from != movement.to || side.is_some() {
                let from = self.geometry.rect(movement.from).centre();
                let to = match side {
                    None => self.geometry.rect(movement.to),
                    Some(side) => self.geometry.beyond(movement.to, side),
                };
                canvas.line(from, to.centre(), colour, 0.055 * cell);
                canvas.circle(from, 0.1 * cell, colour);
            }
        }
    }

    /// Draws frames around what moved or changed.
    fn highlights(&self, scene: &Scene, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        let width = 0.055 * cell;
        let places: BTreeSet<Cell> = scene.data().moved.iter().map(|m| m.to).collect();
        let mut framed = BTreeSet::new();
        for Piece { cells, .. } in &scene.data().pieces {
            let cells: BTreeSet<Cell> = cells.iter().copied().collect();
            if cells.first().is_some_and(|first| places.contains(first)) {
                let frame = self.outline(&cells, RISE, INSET, RADIUS);
                canvas.stroke(frame, self.theme.accent, width);
                framed.extend(cells);
            }
        }
        for (at, symbol) in scene.cells() {
            let player = scene.data().player.is_some_and(|p| p.cell == at);
            if places.contains(&at) && !framed.contains(&at) && !player {
                let seen = self.appearances.get(symbol);
                let rect = self.geometry.rect(at);
                let side = rect.width.min(rect.height);
                let mut rect = rect.inset(INSET * side);
                if matches!(seen.shape, Shape::Tile | Shape::Block) {
                    rect.y -= RISE * side;
                }
                let frame = Outline::Rect(rect, RADIUS * side);
                canvas.stroke(frame, self.theme.accent, width);
            }
        }
    }

    /// Draws everything above the things that move: badges of covered marks, walls between cells,
    /// and texts.
    pub(crate) fn top(&self, scene: &Scene, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        let covered = scene.covered();
        let player = scene.data().player.filter(|player| player.beyond.is_none());
        for mark in &scene.data().marks {
            let symbol = scene.symbol(mark.cell).unwrap_or("");
            let hidden = covered.contains(&mark.cell)
                || player.is_some_and(|player| player.cell == mark.cell)
                || !self.appearances.get(symbol).is_gap();
            if let Some(side) = mark.exit {
                self.exit(mark.cell, side, canvas);
            } else if hidden {
                let rect = self.geometry.rect(mark.cell);
                let centre = (rect.x + rect.width - 0.2 * cell, rect.y + 0.2 * cell);
                canvas.circle(centre, 0.15 * cell, self.theme.floor);
                canvas.circle(centre, 0.105 * cell, self.theme.target);
            }
        }
        for wall in &scene.data().walls {
            let rect = self.geometry.rect(wall.cell);
            let (x, y) = (rect.x, rect.y);
            let (right, bottom) = (x + rect.width, y + rect.height);
            let (a, b) = match wall.side {
                Side::Top => ((x, y), (right, y)),
                Side::Right => ((right, y), (right, bottom)),
                Side::Bottom => ((x, bottom), (right, bottom)),
                Side::Left => ((x, y), (x, bottom)),
            };
            canvas.line(a, b, self.theme.edge, 0.12 * cell);
        }
        self.floor_letters(scene, canvas);
        self.labels(scene, canvas);
    }

    /// Draws an exit beside the board: a bar along the side of the cell, and a tip that points
    /// outwards.
    fn exit(&self, at: Cell, side: Side, canvas: &mut Canvas) {
        let cell = self.geometry.cell;
        let (x, y) = self.geometry.rect(at).centre();
        // `out` is the distance from the middle of the cell outwards, and `along` the one to the
        // right, seen from there.
        let place = |out: f32, along: f32| {
            let (rows, columns) = side.step();
            let (down, right) = (rows as f32, columns as f32);
            let (dx, dy) = (right * out - down * along, down * out + right * along);
            (x + dx * cell, y + dy * cell)
        };
        let colour = self.theme.target;
        canvas.line(place(0.55, -0.5), place(0.55, 0.5), colour, 0.11 * cell);
        let tip = [place(0.6, -0.16), place(0.76, 0.0), place(0.6, 0.16)];
        canvas.fill(polygon(&tip), colour);
    }

    fn labels(&self, scene: &Scene, canvas: &mut Canvas) {
        let (origin, board) = (self.geometry.origin, self.geometry.board);
        let label = self.geometry.label;
        let gap = 0.09 * self.geometry.cell + label * 0.5;
        let middle = CAPITAL * label / 2.0;
        for text in &scene.data().labels {
            let Some(index) = text.index else { continue };
            let along = (index as f32 + 0.5) * self.geometry.cell;
            let (at, anchor) = match text.side {
                Side::Top => ((origin.0 + along, origin.1 - gap), Anchor::Middle),
                Side::Bottom => (
                    (origin.0 + along, origin.1 + board.1 + gap + 2.0 * middle),
                    Anchor::Middle,
                ),
                Side::Left => ((origin.0 - gap, origin.1 + along + middle), Anchor::End),
                Side::Right => (
                    (origin.0 + board.0 + gap, origin.1 + along + middle),
                    Anchor::Start,
                ),
            };
            canvas.text(&text.text, at, label, anchor, self.theme.text);
        }
        for (side, top) in [
            (Side::Top, self.geometry.above),
            (Side::Bottom, self.geometry.below),
        ] {
            for (i, line) in self.geometry.lines(scene, side).iter().enumerate() {
                let base = top + (i as f32 * LEADING + 1.0) * CAPTION;
                let at = (self.geometry.size.0 / 2.0, base);
                canvas.text(line, at, CAPTION, Anchor::Middle, self.theme.text);
            }
        }
        for (row, name) in scene.data().names.iter().enumerate() {
            if let Some(rect) = self.geometry.row(row) {
                let at = (rect.x + rect.width, rect.centre().1 + middle);
                canvas.text(name, at, label, Anchor::End, self.theme.text);
            }
        }
    }
}

/// The cells of a piece whose first cell is `first`.
fn placed(shape: &[Cell], first: Cell) -> BTreeSet<Cell> {
    let at = |cell: &Cell| Cell {
        row: cell.row + first.row,
        column: cell.column.wrapping_add(first.column),
    };
    shape.iter().map(at).collect()
}

/// The place for the letters of a block: the middle of the block's bounding rectangle or, if the
/// block does not cover the middle, the cell of the block that is nearest to it.
fn letter_place(cells: &BTreeSet<Cell>, rect: impl Fn(Cell) -> Rect) -> Rect {
    let rects: Vec<Rect> = cells.iter().map(|&cell| rect(cell)).collect();
    let n = rects.len().max(1) as f32;
    let sum = rects.iter().fold((0.0, 0.0), |sum, rect| {
        let (x, y) = rect.centre();
        (sum.0 + x, sum.1 + y)
    });
    let (x, y) = (sum.0 / n, sum.1 / n);
    let reach = |rect: &Rect| (rect.centre().0 - x).hypot(rect.centre().1 - y);
    let nearest = rects
        .iter()
        .copied()
        .min_by(|a, b| reach(a).total_cmp(&reach(b)));
    let Some(nearest) = nearest else {
        return Rect::new(x, y, 0.0, 0.0);
    };
    // If the cells fill their bounding rectangle, the block covers the middle of the rectangle.
    let span = |of: fn(&Cell) -> u32| {
        let indices = || cells.iter().map(of);
        indices().max().unwrap_or(0) + 1 - indices().min().unwrap_or(0)
    };
    if span(|cell| cell.row) as usize * span(|cell| cell.column) as usize > cells.len() {
        return nearest;
    }
    let Rect { width, height, .. } = nearest;
    Rect::new(x - width / 2.0, y - height / 2.0, width, height)
}
