//! Compiles pattern rules to ground rules, one for every placement of the pattern on the board.
//!
//! A pattern is placed along a direction from its first cell on. A cell with `*` covers no cell, one,
//! two and so on, each of which makes a ground rule of its own. A piece covers all its cells at once,
//! and each cell after it in the pattern stands for the cells that the piece would newly cover one
//! step further. An `end` before the pattern's first cell on the board lies beyond the edge or on
//! holes.

use fewest_ground::{Value, Write};

use super::super::checked::{CellChange, CellPattern, PatternRule, VariableChange};
use super::super::heading::{Heading, RIGHT};
use super::super::terrain::PieceCell;
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped, Tests};

/// A rule of a move on a place of the board.
#[derive(Clone, Copy)]
struct Placement<'r> {
    rule: &'r PatternRule,
    arguments: &'r Arguments<'r>,
    /// The number of the move.
    of: usize,
    origin: usize,
    heading: Heading,
    /// The first cell of the board under the pattern.
    anchor: usize,
    /// The number of steps of the pattern before the anchor, where the board has no cell.
    before: usize,
    /// The piece's cells, if the rule moves one.
    piece: Option<&'r [PieceCell]>,
}

/// The steps that a cell of the pattern covers.
#[derive(Clone, Copy)]
struct CellRun {
    from: usize,
    steps: usize,
}

/// The tests and writes of a placement, and the cells that the rule's names stand for.
#[derive(Default)]
struct GroundRule {
    tests: Tests,
    writes: Vec<Write>,
    /// For each name of the rule the first cell that it stands for.
    slots: Vec<Option<usize>>,
}

/// Grounds one rule of the move `of`, which has these arguments.
pub(super) fn ground(
    builder: &mut Builder,
    rule: &PatternRule,
    arguments: &Arguments,
    of: usize,
    origin: usize,
) -> Result<(), GroundingStopped> {
    let mut placement = Placement {
        rule,
        arguments,
        of,
        origin,
        heading: arguments.heading().or(rule.heading).unwrap_or(RIGHT),
        anchor: 0,
        before: 0,
        piece: None,
    };
    let Some(first) = rule.left.first() else {
        return placement.emit(builder, &[]);
    };
    let terrain = builder.terrain;
    let anchors = match arguments.cell() {
        Some(cell) => cell..cell + 1,
        None => 0..terrain.shape.cells(),
    };
    let moves_piece = rule.left.iter().any(|cell| cell.piece);
    for anchor in anchors {
        placement.anchor = anchor;
        placement.before = 0;
        if moves_piece {
            let pieces = match arguments.piece() {
                Some(piece) => &terrain.pieces[piece..=piece],
                None => &terrain.pieces,
            };
            for piece in pieces {
                builder.tried(origin, 1 + piece.len())?;
                // Most pieces can be in few places.
                let may_lie = |first: &PieceCell| builder.may_be(anchor, 1 << first.label);
                if piece.first().is_some_and(may_lie)
                    && (!arguments.along() || lies_along(piece, placement.heading))
                {
                    placement.piece = Some(piece);
                    placement.extend(builder)?;
                }
            }
            continue;
        }
        if first.many || placement.fits(builder, first, 0) {
            placement.extend(builder)?;
        } else {
            builder.tried(origin, 1)?;
        }
        for before in 1..=leading_ends(rule) {
            builder.tried(origin, 1)?;
            placement.before = before;
            if placement.at(builder, 0, None).is_some() {
                break;
            }
            placement.extend(builder)?;
        }
    }
    Ok(())
}

/// The number of cells of a pattern that may lie before its first cell on the board.
fn leading_ends(rule: &PatternRule) -> usize {
    let cells = rule.left.iter();
    let leading = cells.take_while(|cell| cell.many || cell.symbols.end);
    leading.filter(|cell| !cell.many).count()
}

/// Whether a direction is that of the longer side of a piece.
fn lies_along(piece: &[PieceCell], heading: Heading) -> bool {
    let extent = |side: fn(&PieceCell) -> isize| {
        let sides = piece.iter().map(side);
        sides.clone().max().unwrap_or(0) - sides.min().unwrap_or(0)
    };
    let (down, right) = (extent(|cell| cell.down), extent(|cell| cell.right));
    match (heading.down, heading.right) {
        (_, 0) => down > right,
        (0, _) => right > down,
        _ => false,
    }
}

impl<'r> Placement<'r> {
    /// The labels that may lie on a cell of the pattern.
    fn labels(&self, builder: &Builder, cell: &CellPattern) -> u64 {
        cell.symbols.labels(&self.arguments.values, builder.all())
    }

    /// The cell of the board at a step of the pattern, or the cell where a cell of the piece is
    /// after that many steps.
    fn at(&self, builder: &Builder, step: usize, part: Option<&PieceCell>) -> Option<usize> {
        let (down, right) = part.map_or((0, 0), |part| (part.down, part.right));
        let steps = isize::try_from(step).ok()? - isize::try_from(self.before).ok()?;
        builder.terrain.shape.offset(
            self.anchor,
            self.heading.down.checked_mul(steps)? + down,
            self.heading.right.checked_mul(steps)? + right,
        )
    }

    /// Whether the board has the cell or the edge that `cell` needs at that step, and may have the
    /// symbols there.
    fn fits(&self, builder: &Builder, cell: &CellPattern, step: usize) -> bool {
        match (self.piece, self.at(builder, step, None)) {
            (Some(piece), _) => piece.iter().all(|part| {
                let position = self.at(builder, step, Some(part));
                position.is_some_and(|p| step > 0 || builder.may_be(p, 1 << part.label))
            }),
            (None, Some(position)) => {
                cell.symbols.has_symbols() && builder.may_be(position, self.labels(builder, cell))
            }
            (None, None) => cell.symbols.end && !cell.many,
        }
    }

    /// Emits the rule for all lengths of the repetitions, the first of which changes slowest.
    ///
    /// This is a depth-first search: `runs` holds the cells of the pattern placed so far. A
    /// repetition first covers no cell; on backtracking it covers one more while that one fits.
    fn extend(&self, builder: &mut Builder) -> Result<(), GroundingStopped> {
        let cells = &self.rule.left;
        // Looking up whether a cell is covered already takes time linear in the piece.
        let work = self.piece.map_or(1, |piece| piece.len() * piece.len());
        let mut runs: Vec<CellRun> = Vec::with_capacity(cells.len());
        loop {
            builder.tried(self.origin, work)?;
            let from = runs.last().map_or(0, |last| last.from + last.steps);
            let deeper = match cells.get(runs.len()) {
                None => {
                    self.emit(builder, &runs)?;
                    None
                }
                Some(cell) if cell.many => Some(0),
                Some(cell) => self.fits(builder, cell, from).then_some(1),
            };
            if let Some(steps) = deeper {
                runs.push(CellRun { from, steps });
                continue;
            }
            loop {
                builder.tried(self.origin, work)?;
                let Some(CellRun { from, steps }) = runs.pop() else {
                    return Ok(());
                };
                let cell = &cells[runs.len()];
                if cell.many && self.fits(builder, cell, from + steps) {
                    let steps = steps + 1;
                    runs.push(CellRun { from, steps });
                    break;
                }
            }
        }
    }

    /// Makes the ground rule of the pattern whose cells cover these steps.
    fn emit(&self, builder: &mut Builder, runs: &[CellRun]) -> Result<(), GroundingStopped> {
        let rule = self.rule;
        let length = runs.last().map_or(0, |last| last.from + last.steps);
        if self.before > 0 && length <= self.before {
            return Ok(());
        }
        let cells = self.piece.map_or(1, <[PieceCell]>::len);
        let variables = rule.tests.len() + rule.writes.len();
        builder.tried(self.origin, length.max(1) * cells * cells + variables)?;
        if self
            .arguments
            .steps()
            .is_some_and(|steps| steps + 1 != length)
        {
            return Ok(());
        }
        let mut ground = GroundRule::default();
        let can_hold = match self.piece {
            Some(piece) => self.move_piece(builder, piece, runs, &mut ground),
            None => self.rewrite_cells(builder, runs, &mut ground),
        };
        let GroundRule {
            mut tests,
            mut writes,
            ..
        } = ground;
        let require = |&(variable, values): &(usize, u64)| {
            let (position, all) = (builder.variable(variable), builder.all_values(variable));
            tests.require(position, values & all, all)
        };
        if !can_hold || !rule.tests.iter().all(require) {
            return Ok(());
        }
        for &(variable, change) in &rule.writes {
            let position = builder.variable(variable);
            let value = match change {
                VariableChange::Label(label) => Value::Label(label),
                VariableChange::Plus(0) => continue,
                VariableChange::Plus(plus) => Value::Of { position, plus },
            };
            writes.push(Write { position, value });
        }
        builder.rule(self.of, self.origin, self.anchor, tests.0, writes)
    }

    /// Adds the tests and writes of a rule without a piece; `false` if the tests can never hold.
    fn rewrite_cells(&self, builder: &Builder, runs: &[CellRun], ground: &mut GroundRule) -> bool {
        let all = builder.all();
        for (cell, run) in self.rule.left.iter().zip(runs) {
            let labels = self.labels(builder, cell);
            for step in run.from..run.from + run.steps {
                // A step without a cell is an `end`.
                if let Some(position) = self.at(builder, step, None)
                    && !ground.require(cell, position, labels, all)
                {
                    return false;
                }
            }
        }
        // Only now are all names bound: the right side may use one of a later cell.
        for ((cell, &change), run) in self.rule.left.iter().zip(&self.rule.right).zip(runs) {
            if let Some(position) = self.at(builder, run.from, None) {
                let labels = self.labels(builder, cell);
                let value = self.new_value(builder, change, &ground.slots, position, labels);
                ground.write(position, value);
            }
        }
        true
    }

    /// Adds the tests and writes of a rule that moves a piece; `false` if the tests can never hold.
    fn move_piece(
        &self,
        builder: &Builder,
        piece: &[PieceCell],
        runs: &[CellRun],
        ground: &mut GroundRule,
    ) -> bool {
        let rule = self.rule;
        let all = builder.all();
        // The cells covered so far, each with its index in the pattern and its labels. A cell that
        // the piece covers at several steps belongs to the first of them.
        let mut covered: Vec<(usize, usize, u64)> = Vec::new();
        let mut lands = Vec::new();
        for (place, (cell, run)) in rule.left.iter().zip(runs).enumerate() {
            for step in run.from..run.from + run.steps {
                for part in piece {
                    let Some(position) = self.at(builder, step, Some(part)) else {
                        return false;
                    };
                    if rule.right[place] == CellChange::Piece {
                        lands.push((position, part.label));
                    }
                    if covered.iter().any(|&(other, _, _)| other == position) {
                        continue;
                    }
                    let labels = match place {
                        0 => 1 << part.label,
                        _ => self.labels(builder, cell),
                    };
                    covered.push((position, place, labels));
                    if !ground.require(cell, position, labels, all) {
                        return false;
                    }
                }
            }
        }
        for &(position, place, labels) in &covered {
            let landed = lands.iter().find(|&&(other, _)| other == position);
            let change = landed.map_or(rule.right[place], |&(_, label)| CellChange::Label(label));
            let value = self.new_value(builder, change, &ground.slots, position, labels);
            ground.write(position, value);
        }
        true
    }

    /// The new value of the cell `position`, which has one of `labels`; `None` if it stays.
    fn new_value(
        &self,
        builder: &Builder,
        change: CellChange,
        slots: &[Option<usize>],
        position: usize,
        labels: u64,
    ) -> Option<Value> {
        let label = match change {
            CellChange::Keep | CellChange::Piece => return None,
            CellChange::Slot { slot, plus } => {
                let from = slots.get(slot).copied().flatten()?;
                let changes = from != position || plus != 0;
                let position = from;
                return changes.then_some(Value::Of { position, plus });
            }
            CellChange::Label(label) => label,
            CellChange::Parameter { parameter, plus } => {
                let count = builder.checked.alphabet.symbols.len();
                ((self.arguments.values[parameter] + usize::from(plus)) % count) as u8
            }
        };
        (labels != 1 << label).then_some(Value::Label(label))
    }
}

impl GroundRule {
    /// Requires that `position` matches `cell`, which has one of `labels`; `false` if it never can.
    fn require(&mut self, cell: &CellPattern, position: usize, labels: u64, all: u64) -> bool {
        if !self.tests.require(position, labels, all) {
            return false;
        }
        if let Some(slot) = cell.slot {
            self.slots.resize(self.slots.len().max(slot + 1), None);
            let first = *self.slots[slot].get_or_insert(position);
            self.tests.same(first, position);
        }
        true
    }

    fn write(&mut self, position: usize, value: Option<Value>) {
        self.writes
            .extend(value.map(|value| Write { position, value }));
    }
}
