//! Compiles pattern rules to ground rules, one for each placement of the patterns on the board.
//!
//! A pattern is placed on the board along a direction, beginning with its first cell. Step `n` of a
//! placement is the place that lies `n` cells from the beginning of the pattern in this direction;
//! it may lie beyond the edge of the board. A cell with `*` covers no cell, one cell, two cells and
//! so on; each number gives a separate ground rule. A piece covers all its cells at once. Each cell
//! that follows the piece in the pattern stands for the cells that the piece would additionally
//! cover after one more step. An `end` at the beginning of a pattern lies beyond the edge or on a
//! hole.

use super::super::alphabet::LayerLabel;
use super::super::checked::{CellChange, CellPattern, LinePattern, PatternRule, RuleCost};
use super::super::heading::{Heading, RIGHT};
use super::super::terrain::PieceCell;
use super::arguments::Arguments;
use super::builder::{Builder, GroundingStopped};

/// A rule of a move together with the arguments of the move.
#[derive(Clone, Copy)]
pub(super) struct CalledRule<'r> {
    pub(super) rule: &'r PatternRule,
    pub(super) arguments: &'r Arguments<'r>,
    /// The index of the move.
    pub(super) of: usize,
    pub(super) origin: usize,
    /// The cost if the same piece has made the move before, if that is another one.
    pub(super) again: Option<RuleCost>,
}

/// A placement of a pattern of a rule on the board.
#[derive(Clone, Copy)]
pub(super) struct PatternPlacement<'r> {
    called: CalledRule<'r>,
    pattern: &'r LinePattern,
    heading: Heading,
    /// The number of steps in the direction of `heading` after which a path is back at the cell
    /// where it began; [`usize::MAX`] on a board with edges.
    round: usize,
    /// The *anchor*: the first cell of the board that the pattern covers.
    pub(super) anchor: usize,
    /// The number of steps of the pattern that lie before the anchor, where the board has no cell.
    before: usize,
    /// The cells of the piece, if the rule moves a piece.
    piece: Option<&'r [PieceCell]>,
    /// The number of steps that the pattern must cover; `None` if the arguments of the move do not
    /// determine it.
    length: Option<usize>,
}

/// A pattern that is placed on the board, and the steps that each of its cells covers.
pub(super) struct LaidPattern<'r> {
    pub(super) placement: PatternPlacement<'r>,
    pub(super) runs: Vec<CellRun>,
    pub(super) covered: Vec<CoveredCell<'r>>,
}

/// A cell of the board that is covered by a cell of a pattern.
pub(super) struct CoveredCell<'r> {
    pub(super) position: usize,
    pub(super) labels: u64,
    pub(super) cell: &'r CellPattern,
    pub(super) change: CellChange,
    /// The new labels of the layers under the cell.
    pub(super) under: &'r [LayerLabel],
}

/// A *run*: the steps that one cell of the pattern covers. A cell with `*` may cover none or
/// several.
#[derive(Clone, Copy)]
pub(super) struct CellRun {
    from: usize,
    steps: usize,
}

/// Grounds one rule of the move `of` with these arguments.
pub(super) fn ground<'r, 'b: 'r>(
    builder: &mut Builder<'b>,
    rule: &'r PatternRule,
    arguments: &'r Arguments<'r>,
    of: usize,
    origin: usize,
    again: Option<RuleCost>,
) -> Result<(), GroundingStopped> {
    let called = CalledRule {
        rule,
        arguments,
        of,
        origin,
        again,
    };
    lay(
        builder,
        called,
        &mut Vec::with_capacity(rule.patterns.len()),
    )
}

/// Places the next pattern in all possible ways, and after it the remaining patterns. The depth of
/// the recursion is the number of patterns of the rule, which the check of the syntax tree has
/// limited.
fn lay<'r, 'b: 'r>(
    builder: &mut Builder<'b>,
    called: CalledRule<'r>,
    laid: &mut Vec<LaidPattern<'r>>,
) -> Result<(), GroundingStopped> {
    let CalledRule {
        arguments, origin, ..
    } = called;
    let Some(pattern) = called.rule.patterns.get(laid.len()) else {
        return called.emit(builder, laid);
    };
    let heading = pattern.heading.or(arguments.heading()).unwrap_or(RIGHT);
    let mut placement = PatternPlacement {
        called,
        pattern,
        heading,
        round: builder.terrain.shape.round(heading),
        anchor: 0,
        before: 0,
        piece: None,
        // The argument `steps` refers to the first pattern.
        length: arguments
            .steps()
            .filter(|_| laid.is_empty())
            .map(|steps| steps + 1),
    };
    let Some(first) = pattern.left.first() else {
        return Ok(());
    };
    let terrain = builder.terrain;
    let begun = &called.rule.patterns[..laid.len()];
    let brackets = begun.iter().filter(|pattern| !pattern.below).count();
    let anchors = match (laid.last(), arguments.cells().nth(brackets)) {
        (Some(above), _) if pattern.below => {
            let side = Heading {
                name: "",
                down: heading.right,
                right: -heading.down,
            };
            let beside = terrain.shape.along(above.placement.anchor, side, 1);
            beside.map_or(0..0, |cell| cell..cell + 1)
        }
        (_, Some(cell)) => cell..cell + 1,
        (_, None) => 0..terrain.shape.cells(),
    };
    let pieces: Vec<&[PieceCell]> = match first.piece {
        true => pieces_to_move(builder, arguments, heading),
        false => Vec::new(),
    };
    if first.piece && pieces.is_empty() {
        return Ok(());
    }
    for anchor in anchors {
        placement.anchor = anchor;
        placement.before = 0;
        if first.piece {
            for &piece in &pieces {
                builder.tried(origin, 1 + piece.len())?;
                // Most pieces can be in only a few places, so this check rules out most anchors.
                let may_lie = |first: &PieceCell| builder.may_be(anchor, 1 << first.label);
                if piece.first().is_some_and(may_lie) {
                    placement.piece = Some(piece);
                    placement.extend(builder, laid)?;
                }
            }
            continue;
        }
        if first.many || placement.fits(builder, first, 0) {
            placement.extend(builder, laid)?;
        } else {
            builder.tried(origin, 1)?;
        }
        for before in 1..=leading_ends(pattern) {
            builder.tried(origin, 1)?;
            placement.before = before;
            if placement.at(builder, 0, None).is_some() {
                break;
            }
            placement.extend(builder, laid)?;
        }
    }
    Ok(())
}

/// The pieces that a rule with these arguments moves in this direction.
fn pieces_to_move<'b>(
    builder: &Builder<'b>,
    arguments: &Arguments<'_>,
    heading: Heading,
) -> Vec<&'b [PieceCell]> {
    let (along, among) = arguments.piece_limits();
    let all = &builder.terrain.pieces;
    let pieces = match arguments.piece() {
        Some(piece) => &all[piece..=piece],
        None => all,
    };
    let moves = |piece: &&[PieceCell]| {
        piece.iter().any(|part| among >> part.label & 1 == 1)
            && (!along || lies_along(piece, heading))
    };
    pieces.iter().map(Vec::as_slice).filter(moves).collect()
}

/// The greatest number of cells of a pattern that may lie before the first cell of the board.
fn leading_ends(pattern: &LinePattern) -> usize {
    let cells = pattern.left.iter();
    let leading = cells.take_while(|cell| cell.many || cell.symbols.end);
    leading.filter(|cell| !cell.many).count()
}

/// Whether a direction is parallel to the longer side of a piece.
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

impl<'r> PatternPlacement<'r> {
    /// The labels that a cell of the pattern allows.
    fn labels(&self, builder: &Builder, cell: &CellPattern) -> u64 {
        cell.symbols
            .labels(&self.called.arguments.values, builder.all())
    }

    /// The cell of the board at a step of the pattern. If `part` is a cell of the piece, the result
    /// is the cell to which `part` has moved after that many steps.
    fn at(&self, builder: &Builder, step: usize, part: Option<&PieceCell>) -> Option<usize> {
        let shape = &builder.terrain.shape;
        let first = match part {
            Some(part) => shape.offset(self.anchor, part.down, part.right)?,
            None => self.anchor,
        };
        let steps = isize::try_from(step).ok()? - isize::try_from(self.before).ok()?;
        shape.along(first, self.heading, steps)
    }

    /// Whether the board has the cell or the edge that `cell` requires at this step, and whether
    /// the cell may have the required symbols.
    fn fits(&self, builder: &Builder, cell: &CellPattern, step: usize) -> bool {
        match (self.piece, self.at(builder, step, None)) {
            (Some(piece), _) => piece.iter().all(|part| {
                let position = self.at(builder, step, Some(part));
                position.is_some_and(|p| step > 0 || builder.may_be(p, 1 << part.label))
            }),
            // On a board that wraps around, the pattern has returned to a cell that it already
            // covers.
            (None, Some(_)) if step >= self.before.saturating_add(self.round) => false,
            (None, Some(position)) => {
                cell.symbols.has_symbols() && builder.may_be(position, self.labels(builder, cell))
            }
            (None, None) => cell.symbols.end && !cell.many,
        }
    }

    /// Makes the ground rules for all lengths of the repetitions. The first length changes slowest.
    ///
    /// This is a depth-first search: `runs` has one run for each cell of the pattern placed so far.
    /// A repetition first covers no cell. On backtracking it covers one more cell, as long as that
    /// cell fits.
    fn extend<'b: 'r>(
        &self,
        builder: &mut Builder<'b>,
        laid: &mut Vec<LaidPattern<'r>>,
    ) -> Result<(), GroundingStopped> {
        let cells = &self.pattern.left;
        // Checking whether a cell is already covered takes time linear in the size of the piece.
        let work = self.piece.map_or(1, |piece| piece.len() * piece.len());
        let mut runs: Vec<CellRun> = Vec::with_capacity(cells.len());
        loop {
            builder.tried(self.called.origin, work)?;
            let from = runs.last().map_or(0, |last| last.from + last.steps);
            let deeper = match cells.get(runs.len()) {
                _ if self.length.is_some_and(|length| from > length) => None,
                None => {
                    self.complete(builder, &mut runs, laid)?;
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
                builder.tried(self.called.origin, work)?;
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

    /// Continues with the next pattern of the rule. `runs` says which steps each cell of this
    /// pattern covers.
    fn complete<'b: 'r>(
        &self,
        builder: &mut Builder<'b>,
        runs: &mut Vec<CellRun>,
        laid: &mut Vec<LaidPattern<'r>>,
    ) -> Result<(), GroundingStopped> {
        let length = runs.last().map_or(0, |last| last.from + last.steps);
        let is_wrong = self.length.is_some_and(|wanted| length != wanted);
        if is_wrong || self.before > 0 && length <= self.before {
            return Ok(());
        }
        let cells = self.piece.map_or(1, <[PieceCell]>::len);
        builder.tried(self.called.origin, length.max(1) * cells * cells)?;
        let Some(covered) = self.cover(builder, runs) else {
            return Ok(());
        };
        // The patterns of a rule must lie on different cells.
        for earlier in laid.iter().flat_map(|laid| &laid.covered) {
            builder.tried(self.called.origin, covered.len())?;
            if covered.iter().any(|own| own.position == earlier.position) {
                return Ok(());
            }
        }
        laid.push(LaidPattern {
            placement: *self,
            runs: std::mem::take(runs),
            covered,
        });
        let done = lay(builder, self.called, laid);
        *runs = laid.pop().map_or_else(Vec::new, |laid| laid.runs);
        done
    }

    /// The first cell of the piece before and after the rule; `None` if the rule moves no piece.
    pub(super) fn carries(&self, builder: &Builder, runs: &[CellRun]) -> Option<(usize, usize)> {
        let first = self.piece?.first()?;
        let goes = |change: &CellChange| *change == CellChange::Piece;
        let place = self.pattern.right.iter().position(goes).unwrap_or(0);
        let at = |step| self.at(builder, step, Some(first));
        Some((at(0)?, at(runs[place].from)?))
    }

    /// The cells that the pattern covers; `None` if some of them are not on the board.
    fn cover(&self, builder: &Builder, runs: &[CellRun]) -> Option<Vec<CoveredCell<'r>>> {
        let mut covered: Vec<CoveredCell> = Vec::new();
        let mut lands = Vec::new();
        let mut under_piece: &[LayerLabel] = &[];
        for (place, (cell, run)) in self.pattern.left.iter().zip(runs).enumerate() {
            let (change, under) = (self.pattern.right[place], &self.pattern.under[place][..]);
            let labels = self.labels(builder, cell);
            for step in run.from..run.from + run.steps {
                // Without a piece, the pattern covers one cell at each step.
                for part in 0..self.piece.map_or(1, <[PieceCell]>::len) {
                    let part = self.piece.map(|piece| &piece[part]);
                    let Some(position) = self.at(builder, step, part) else {
                        // A step of a pattern without a piece then matches an `end`.
                        if part.is_some() {
                            return None;
                        }
                        continue;
                    };
                    let mut labels = labels;
                    if let Some(part) = part {
                        if change == CellChange::Piece {
                            lands.push((position, part.label));
                            under_piece = under;
                        }
                        // A cell that the piece covers at several steps is assigned to the first of
                        // these steps.
                        if covered.iter().any(|other| other.position == position) {
                            continue;
                        }
                        if place == 0 {
                            labels = 1 << part.label;
                        }
                    }
                    covered.push(CoveredCell {
                        position,
                        labels,
                        cell,
                        change,
                        under,
                    });
                }
            }
        }
        // Wherever the piece lies afterwards, also where it lay before, it decides what the cell
        // and its layers become.
        for covered in &mut covered {
            let landed = lands.iter().find(|(other, _)| *other == covered.position);
            if let Some(&(_, label)) = landed {
                covered.change = CellChange::Label(label);
                covered.under = under_piece;
            }
        }
        Some(covered)
    }
}
