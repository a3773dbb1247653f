//! Pattern rules to ground rules: every way in which a pattern can lie.
//!
//! A pattern is laid from its first cell along a direction. A cell with `*`
//! takes none, one, two, … cells: one ground rule for each. A piece takes all
//! its cells at once, and what stands behind it in the pattern are the cells
//! that the piece would newly cover one step on. What stands before the first
//! cell under a pattern is `end`, beyond the edge or on holes.

use fewest_ground::{Label, Value, Write};

use super::checked::{DIRECTIONS, Direction, Left, PieceCell, Right, Rule, Set};
use super::grounding::{Grounder, Refused, Tests};
use super::moves::{Told, all_values};

/// Where a pattern is laid.
struct Lay<'r> {
    rule: &'r Rule,
    direction: Direction,
    /// The first cell under the pattern.
    anchor: usize,
    /// How many steps of the pattern lie before that cell, on none.
    before: usize,
    /// The piece's cells, if the rule moves one.
    piece: Option<&'r [PieceCell]>,
}

/// The cells under one place of the pattern: from which step on, how many steps.
#[derive(Clone, Copy)]
struct Stretch {
    from: usize,
    steps: usize,
}

/// Grounds one rule for what the move is told.
pub(crate) fn ground(
    grounder: &mut Grounder,
    rule: &Rule,
    told: &Told,
    of: usize,
    origin: usize,
) -> Result<(), Refused> {
    let right = DIRECTIONS[2];
    let direction = told.direction().or(rule.direction).unwrap_or(right);
    if rule.left.is_empty() {
        let lay = Lay {
            rule,
            direction,
            anchor: 0,
            before: 0,
            piece: None,
        };
        return emit(grounder, &lay, &[], told, of, origin);
    }
    let anchors = match told.cell() {
        Some(cell) => cell..cell + 1,
        None => 0..grounder.site.shape.cells(),
    };
    let site = grounder.site;
    let with_piece = rule.left.iter().any(|cell| cell.piece);
    for anchor in anchors {
        let mut lay = Lay {
            rule,
            direction,
            anchor,
            before: 0,
            piece: None,
        };
        if !with_piece {
            let first = &rule.left[0];
            if first.many || lay.fits(grounder, first, 0, told) {
                lay_all(grounder, &lay, told, of, origin)?;
            } else {
                grounder.tried(origin, 1)?;
            }
            for before in 1..=leading_ends(rule) {
                grounder.tried(origin, 1)?;
                lay.before = before;
                if lay.at(grounder, 0, None).is_some() {
                    break;
                }
                lay_all(grounder, &lay, told, of, origin)?;
            }
            continue;
        }
        let pieces = match told.piece() {
            Some(piece) => &site.pieces[piece..=piece],
            None => &site.pieces,
        };
        for piece in pieces {
            grounder.tried(origin, 1 + piece.len())?;
            // Most pieces can be in few places.
            let may_lie = |first: &PieceCell| grounder.may_be(anchor, 1 << first.label);
            if piece.first().is_some_and(may_lie) && (!told.along() || lies_along(piece, direction))
            {
                lay.piece = Some(piece);
                lay_all(grounder, &lay, told, of, origin)?;
            }
        }
    }
    Ok(())
}

/// How many cells of a pattern may lie before its first on the board.
fn leading_ends(rule: &Rule) -> usize {
    let cells = rule.left.iter();
    let leading = cells.take_while(|cell| cell.many || cell.choice.end);
    leading.filter(|cell| !cell.many).count()
}

/// Whether a direction is that of the longer side of a piece.
fn lies_along(piece: &[PieceCell], direction: Direction) -> bool {
    let extent = |side: fn(&PieceCell) -> isize| {
        let sides = piece.iter().map(side);
        sides.clone().max().unwrap_or(0) - sides.min().unwrap_or(0)
    };
    let (down, right) = (extent(|cell| cell.down), extent(|cell| cell.right));
    match (direction.down, direction.right) {
        (_, 0) => down > right,
        (0, _) => right > down,
        _ => false,
    }
}

/// Tries all numbers of steps of the repetitions, the first changing slowest.
fn lay_all(
    grounder: &mut Grounder,
    lay: &Lay,
    told: &Told,
    of: usize,
    origin: usize,
) -> Result<(), Refused> {
    let cells = &lay.rule.left;
    // Which cells are covered already is found by going over them.
    let work = lay.piece.map_or(1, |piece| piece.len() * piece.len());
    let mut laid: Vec<Stretch> = Vec::with_capacity(cells.len());
    loop {
        grounder.tried(origin, work)?;
        let from = laid.last().map_or(0, |last| last.from + last.steps);
        let deeper = match cells.get(laid.len()) {
            None => {
                emit(grounder, lay, &laid, told, of, origin)?;
                None
            }
            Some(cell) if cell.many => Some(0),
            Some(cell) => lay.fits(grounder, cell, from, told).then_some(1),
        };
        if let Some(steps) = deeper {
            laid.push(Stretch { from, steps });
            continue;
        }
        // The last repetition that can takes a step more.
        loop {
            grounder.tried(origin, work)?;
            let Some(last) = laid.pop() else {
                return Ok(());
            };
            let cell = &cells[laid.len()];
            if cell.many && lay.fits(grounder, cell, last.from + last.steps, told) {
                laid.push(Stretch {
                    steps: last.steps + 1,
                    ..last
                });
                break;
            }
        }
    }
}

impl Lay<'_> {
    /// The cell at a step, or a cell of the piece moved so far.
    fn at(&self, grounder: &Grounder, step: usize, part: Option<&PieceCell>) -> Option<usize> {
        let (down, right) = part.map_or((0, 0), |part| (part.down, part.right));
        let steps = isize::try_from(step).ok()? - isize::try_from(self.before).ok()?;
        grounder.site.shape.seen_from(
            self.anchor,
            self.direction.down.checked_mul(steps)? + down,
            self.direction.right.checked_mul(steps)? + right,
        )
    }

    /// Whether the board has what `cell` needs at that step, and may have it there.
    fn fits(&self, grounder: &Grounder, cell: &Left, step: usize, told: &Told) -> bool {
        match self.piece {
            Some(piece) => piece.iter().all(|part| {
                let position = self.at(grounder, step, Some(part));
                position.is_some_and(|p| step > 0 || grounder.may_be(p, 1 << part.label))
            }),
            None => match self.at(grounder, step, None) {
                Some(position) => {
                    let labels = || cell.choice.labels(&told.choices, grounder.all());
                    (cell.choice.labels != 0
                        || cell.choice.not
                        || !cell.choice.parameters.is_empty())
                        && grounder.may_be(position, labels())
                }
                None => cell.choice.end && !cell.many,
            },
        }
    }
}

/// Makes the ground rule of a pattern that is laid.
fn emit(
    grounder: &mut Grounder,
    lay: &Lay,
    laid: &[Stretch],
    told: &Told,
    of: usize,
    origin: usize,
) -> Result<(), Refused> {
    let rule = lay.rule;
    let all = grounder.all();
    let length = laid.last().map_or(0, |last| last.from + last.steps);
    if lay.before > 0 && length <= lay.before {
        return Ok(());
    }
    let cells = lay.piece.map_or(1, <[PieceCell]>::len);
    let variables = rule.tests.len() + rule.writes.len();
    grounder.tried(origin, length.max(1) * cells * cells + variables)?;
    if told.steps().is_some_and(|steps| steps + 1 != length) {
        return Ok(());
    }
    let mut tests = Tests::default();
    let mut writes = Vec::new();
    let can_hold = match lay.piece {
        Some(piece) => with_piece(grounder, lay, piece, laid, told, &mut tests, &mut writes),
        None => in_line(grounder, lay, laid, told, all, &mut tests, &mut writes),
    };
    if !can_hold {
        return Ok(());
    }
    for &(variable, values) in &rule.tests {
        let all = all_values(grounder, variable);
        if !tests.fresh(grounder.variable(variable), values & all, all) {
            return Ok(());
        }
    }
    for &(variable, set) in &rule.writes {
        let position = grounder.variable(variable);
        let value = match set {
            Set::Label(label) => Value::Label(label),
            Set::Plus(0) => continue,
            Set::Plus(plus) => Value::Of { position, plus },
        };
        writes.push(Write { position, value });
    }
    grounder.rule(of, origin, lay.anchor, tests.into_vec(), writes)
}

/// For each name of a rule the first cell that it stands for.
#[derive(Default)]
struct Slots {
    cells: Vec<Option<usize>>,
}

impl Slots {
    /// Takes note that what lies on `position` has the name of `cell`, if it gives one.
    fn name(&mut self, cell: &Left, position: usize, tests: &mut Tests) {
        let Some(slot) = cell.slot else { return };
        self.cells.resize(self.cells.len().max(slot + 1), None);
        match self.cells[slot] {
            None => self.cells[slot] = Some(position),
            Some(first) => tests.same(first, position),
        }
    }
}

/// What becomes of the cell `position`, on which one of `labels` lies; `None` if it stays
/// as it is.
fn becomes(
    grounder: &Grounder,
    right: Right,
    told: &Told,
    slots: &Slots,
    position: usize,
    labels: u64,
) -> Option<Value> {
    let label = match right {
        Right::Keep | Right::Piece => return None,
        Right::Slot { slot, plus } => {
            let from = slots.cells.get(slot).copied().flatten()?;
            let moves = from != position || plus != 0;
            let position = from;
            return moves.then_some(Value::Of { position, plus });
        }
        Right::Label(label) => label,
        Right::Parameter { parameter, plus } => {
            let count = grounder.checked.alphabet.symbols.len();
            ((told.choices[parameter] + usize::from(plus)) % count) as Label
        }
    };
    (labels != 1 << label).then_some(Value::Label(label))
}

fn in_line(
    grounder: &Grounder,
    lay: &Lay,
    laid: &[Stretch],
    told: &Told,
    all: u64,
    tests: &mut Tests,
    writes: &mut Vec<Write>,
) -> bool {
    let rule = lay.rule;
    let mut slots = Slots::default();
    for (cell, stretch) in rule.left.iter().zip(laid) {
        let labels = cell.choice.labels(&told.choices, all);
        for step in stretch.from..stretch.from + stretch.steps {
            let Some(position) = lay.at(grounder, step, None) else {
                continue;
            };
            if !tests.fresh(position, labels, all) {
                return false;
            }
            slots.name(cell, position, tests);
        }
    }
    for ((cell, &right), stretch) in rule.left.iter().zip(&rule.right).zip(laid) {
        let Some(position) = lay.at(grounder, stretch.from, None) else {
            continue;
        };
        let labels = cell.choice.labels(&told.choices, all);
        let value = becomes(grounder, right, told, &slots, position, labels);
        writes.extend(value.map(|value| Write { position, value }));
    }
    true
}

fn with_piece(
    grounder: &Grounder,
    lay: &Lay,
    piece: &[PieceCell],
    laid: &[Stretch],
    told: &Told,
    tests: &mut Tests,
    writes: &mut Vec<Write>,
) -> bool {
    let rule = lay.rule;
    let all = grounder.all();
    // The cells covered so far, each with its place in the pattern and its labels.
    let mut covered: Vec<(usize, usize, u64)> = Vec::new();
    let mut lands = Vec::new();
    let mut slots = Slots::default();
    for (place, (cell, stretch)) in rule.left.iter().zip(laid).enumerate() {
        for step in stretch.from..stretch.from + stretch.steps {
            for part in piece {
                let Some(position) = lay.at(grounder, step, Some(part)) else {
                    return false;
                };
                if rule.right[place] == Right::Piece {
                    lands.push((position, part.label));
                }
                if covered.iter().any(|&(other, _, _)| other == position) {
                    continue;
                }
                let labels = match place {
                    0 => 1 << part.label,
                    _ => cell.choice.labels(&told.choices, all),
                };
                covered.push((position, place, labels));
                if !tests.fresh(position, labels, all) {
                    return false;
                }
                slots.name(cell, position, tests);
            }
        }
    }
    for &(position, place, labels) in &covered {
        let landed = lands.iter().find(|&&(other, _)| other == position);
        let value = match landed {
            Some(&(_, label)) => (labels != 1 << label).then_some(Value::Label(label)),
            None => becomes(grounder, rule.right[place], told, &slots, position, labels),
        };
        writes.extend(value.map(|value| Write { position, value }));
    }
    true
}
