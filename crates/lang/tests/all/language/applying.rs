//! Interprets rules: the places where all of their patterns fit, and the state after them.

use super::laying::{Laid, Laying, Parts};
use super::model::*;
use super::play::become_of;

/// The arguments of a move.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arguments {
    /// The part of the move's name that each argument contributes, if any.
    pub(crate) names: Vec<Option<String>>,
    pub(crate) cell: Option<usize>,
    /// All cells, on which the patterns begin.
    pub(crate) cells: Vec<usize>,
    pub(crate) direction: Option<(isize, isize)>,
    pub(crate) piece: Option<usize>,
    pub(crate) along: bool,
    pub(crate) among: Vec<usize>,
    pub(crate) steps: Option<usize>,
    pub(crate) symbols: Vec<(&'static str, usize)>,
    pub(crate) numbers: Vec<(&'static str, i64)>,
}

impl Arguments {
    pub(crate) fn symbol(&self, name: &str) -> Option<usize> {
        let told = self.symbols.iter().find(|(other, _)| *other == name);
        told.map(|&(_, symbol)| symbol)
    }
}

/// The state after a rule, if it fits. If it follows a move, it must also change something.
pub(crate) fn rule(
    puzzle: &Puzzle,
    rule: &Rule,
    told: &Arguments,
    state: &State,
    follows: bool,
) -> Option<State> {
    let mut after: Option<State> = None;
    let mut changed: Vec<usize> = Vec::new();
    each(puzzle, rule, told, state, &mut |next| {
        if !rule.everywhere {
            let counts = !follows || next != *state;
            after = Some(next).filter(|_| counts);
            return counts;
        }
        // A place that changes what another one has changed is left out.
        let before = all_of(state);
        let own: Vec<usize> = (0..before.len())
            .filter(|&i| all_of(&next)[i] != before[i])
            .collect();
        let all = after.get_or_insert_with(|| state.clone());
        let is_variable = |i: usize| {
            (state.cells.len()..).contains(&i) && i < state.cells.len() + state.variables.len()
        };
        let (old, new) = (all_of(all), all_of(&next));
        let conflicts = |&i: &usize| changed.contains(&i) && !(is_variable(i) && old[i] == new[i]);
        if !own.iter().any(conflicts) {
            for &i in &own {
                let (cells, variables) = (state.cells.len(), state.variables.len());
                match i.checked_sub(cells + variables) {
                    None if i < cells => all.cells[i] = next.cells[i],
                    None => all.variables[i - cells] = next.variables[i - cells],
                    Some(at) => {
                        all.layers[at / cells][at % cells] = next.layers[at / cells][at % cells]
                    }
                }
            }
            changed.extend(own);
        }
        false
    });
    after.filter(|after| !follows || after != state)
}

/// The symbols of all cells, the values of all variables and the labels of all layers.
fn all_of(state: &State) -> Vec<usize> {
    let under = state.layers.iter().flatten();
    let all = state.cells.iter().chain(&state.variables).chain(under);
    all.copied().collect()
}

/// Calls `visit` with the state after a rule for every place where it fits, until it returns true.
fn each(
    puzzle: &Puzzle,
    rule: &Rule,
    told: &Arguments,
    state: &State,
    visit: &mut dyn FnMut(State) -> bool,
) {
    if !rule.tests.iter().all(|test| puzzle.tested(test, state)) {
        return;
    }
    let mut compares = rule.compares.iter();
    if !compares.all(|compare| puzzle.compared(compare, told, state)) {
        return;
    }
    // A number must become one of its values.
    let mut sums = rule.sums.iter();
    if sums.any(|(own, sum)| {
        puzzle
            .value_of(*own, puzzle.total(sum, told, state))
            .is_none()
    }) {
        return;
    }
    let mut forbidden = rule.forbidden.iter();
    if forbidden.any(|(direction, pattern)| occurs(puzzle, *direction, pattern, told, state)) {
        return;
    }
    if rule.before.is_none() && told.steps.is_some() {
        // It reaches nowhere, so it has no number of steps.
        return;
    }
    placed(puzzle, rule, told, state, &mut Vec::new(), visit);
}

/// Whether a pattern occurs anywhere on the board.
fn occurs(
    puzzle: &Puzzle,
    direction: Option<&'static str>,
    pattern: &[Before],
    told: &Arguments,
    state: &State,
) -> bool {
    let rule = Rule {
        everywhere: false,
        direction: None,
        before: Some(pattern.to_vec()),
        further: Vec::new(),
        absent: Vec::new(),
        forbidden: Vec::new(),
        tests: Vec::new(),
        compares: Vec::new(),
        after: None,
        writes: Vec::new(),
        sums: Vec::new(),
        cost: None,
    };
    let anywhere = Arguments {
        direction: named(direction).or(told.direction),
        symbols: told.symbols.clone(),
        numbers: told.numbers.clone(),
        ..Arguments::default()
    };
    placed(
        puzzle,
        &rule,
        &anywhere,
        state,
        &mut Vec::new(),
        &mut |_| true,
    )
}

/// A pattern where it fits, with the piece that begins on a cell.
struct Placed<'p> {
    /// The cell on which it begins.
    cell: usize,
    laying: Laying<'p>,
    laid: Laid,
    after: Option<&'p [After]>,
    piece: Option<(usize, Parts)>,
}

impl Placed<'_> {
    /// The cells where the piece lies afterwards, if the pattern moves one, and its symbols there.
    fn goes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let goes = |after: &After| match after {
            After::On(after, ..) => matches!(**after, After::Piece),
            after => matches!(after, After::Piece),
        };
        let place = self.after.into_iter().flatten().position(goes);
        let piece = self.piece.iter().zip(place);
        piece.flat_map(|((cell, piece), place)| {
            let begins = self.laid.begins[place];
            let cells = self.laying.covers(*cell, piece, begins).unwrap();
            cells.into_iter().zip(piece.iter().map(|part| part.2))
        })
    }
}

/// Visits the state after a rule whose first patterns have been placed, wherever the others fit. The first
/// place of an earlier pattern comes before the first place of a later one. True if the visitor has had
/// enough.
fn placed<'p>(
    puzzle: &'p Puzzle,
    rule: &'p Rule,
    told: &'p Arguments,
    state: &'p State,
    done: &mut Vec<Placed<'p>>,
    visit: &mut dyn FnMut(State) -> bool,
) -> bool {
    let (pattern, direction, after) = match (done.len(), &rule.before) {
        (0, Some(pattern)) => (
            pattern,
            told.direction.or(named(rule.direction)),
            &rule.after,
        ),
        (i, Some(_)) if i <= rule.further.len() => {
            let further = &rule.further[i - 1];
            let direction = match done.last() {
                Some(above) if further.below => Some(above.laying.direction),
                _ => named(further.direction).or(told.direction),
            };
            (&further.before, direction, &further.after)
        }
        _ => return together(puzzle, rule, told, state, done).is_some_and(visit),
    };
    let below = |i: usize| i > 0 && rule.further[i - 1].below;
    let begun = (0..done.len()).filter(|&i| !below(i)).count();
    let cells: Vec<usize> = match told.cells.get(begun) {
        _ if below(done.len()) => {
            // A row begins to the right of the row above it, seen in its direction.
            let above = &done[done.len() - 1];
            let (down, right) = above.laying.direction;
            let begins = puzzle.board.cells[above.cell];
            let cell = puzzle.board.reached(begins, (right, -down), 1);
            cell.into_iter().collect()
        }
        Some(&cell) => vec![cell],
        None => (0..puzzle.board.cells.len()).collect(),
    };
    let names = done
        .last()
        .map(|last| last.laid.names.clone())
        .unwrap_or_default();
    for cell in cells {
        let laying = || Laying {
            puzzle,
            pattern,
            told,
            state,
            direction: direction.unwrap_or((0, 1)),
            steps: told.steps.filter(|_| done.is_empty()),
            names: names.clone(),
        };
        let mut ways = Vec::new();
        if matches!(pattern[0], Before::Piece) {
            let pieces = 0..puzzle.pieces.len();
            for piece in pieces.filter(|&piece| told.piece.is_none_or(|told| told == piece)) {
                let piece = shape(puzzle, piece);
                let laid = laying().with_piece(cell, &piece).into_iter();
                ways.extend(laid.map(|laid| (laid, Some((cell, piece.clone())))));
            }
        } else {
            ways.extend(laying().from(cell).into_iter().map(|laid| (laid, None)));
        }
        let at: Vec<Placed> = ways
            .into_iter()
            .map(|(laid, piece)| Placed {
                cell,
                laying: laying(),
                laid,
                after: after.as_deref(),
                piece,
            })
            .collect();
        for next in at {
            done.push(next);
            let enough = placed(puzzle, rule, told, state, done, visit);
            done.pop();
            if enough {
                return true;
            }
        }
    }
    false
}

fn named(direction: Option<&str>) -> Option<(isize, isize)> {
    let found = DIRECTIONS.iter().find(|known| Some(known.0) == direction);
    found.map(|&(_, down, right)| (down, right))
}

/// The state after a rule all of whose patterns are placed, unless two of them share a cell or a symbol
/// lies on another cell that must not.
fn together(
    puzzle: &Puzzle,
    rule: &Rule,
    told: &Arguments,
    state: &State,
    done: &[Placed],
) -> Option<State> {
    let cells = done
        .iter()
        .flat_map(|placed| placed.laid.places.iter().flatten());
    let cells: Vec<usize> = cells.copied().collect();
    let shared = (0..cells.len()).any(|i| cells[..i].contains(&cells[i]));
    let mut named = told.clone();
    named
        .symbols
        .extend(done.iter().flat_map(|placed| &placed.laid.names));
    let told = &named;
    let fits = done.iter().all(|placed| {
        let mut places = placed.laying.pattern.iter().zip(&placed.laid.places);
        places.all(|(place, cells)| match place.top() {
            Before::In(set) | Before::Many(set) => cells
                .iter()
                .all(|&cell| puzzle.holds(set, state.cells[cell], told)),
            _ => true,
        })
    });
    if !fits {
        return None;
    }
    let mut others = (0..puzzle.board.cells.len()).filter(|cell| !cells.contains(cell));
    let excluded = |cell: usize| {
        let mut sets = rule.absent.iter();
        sets.any(|set| puzzle.holds(set, state.cells[cell], told))
    };
    (!shared && !others.any(excluded)).then(|| after(puzzle, rule, told, state, done))
}

/// The cells of a piece, relative to its first cell in reading order.
fn shape(puzzle: &Puzzle, piece: usize) -> Parts {
    match &puzzle.pieces[piece] {
        Piece::Drawn(cells) => cells.clone(),
        Piece::Letter(symbol) => {
            let start = puzzle.first();
            let cells = puzzle.board.cells.iter().zip(&start.cells);
            let cells: Vec<_> = cells
                .filter(|(_, on)| *on == symbol)
                .map(|(at, _)| at)
                .collect();
            let seen = |at: &&(isize, isize)| (at.0 - cells[0].0, at.1 - cells[0].1, *symbol);
            cells.iter().map(seen).collect()
        }
    }
}

/// The state after a rule that fits.
fn after(puzzle: &Puzzle, rule: &Rule, told: &Arguments, state: &State, done: &[Placed]) -> State {
    let mut next = state.clone();
    let names = done.last().map_or(&[][..], |last| &last.laid.names);
    for placed in done {
        let Placed { laid, after, .. } = placed;
        let goes: Vec<usize> = placed.goes().map(|(cell, _)| cell).collect();
        for (i, after) in after.iter().copied().flatten().enumerate() {
            let after = match after {
                After::On(after, layer, label) => {
                    let is_piece = matches!(**after, After::Piece);
                    let left = laid.places[i].iter().filter(|cell| !goes.contains(cell));
                    let left: Vec<usize> = left.copied().collect();
                    let cells = if is_piece { &goes } else { &left };
                    cells
                        .iter()
                        .for_each(|&cell| next.layers[*layer][cell] = *label);
                    after
                }
                after => after,
            };
            let symbol = match after {
                After::Same | After::Any | After::Piece => continue,
                After::On(..) => unreachable!("at most one layer changes"),
                After::Symbol(symbol) => *symbol,
                After::Called(name, sum) => {
                    let named = || names.iter().find(|(other, _)| other == name);
                    let symbol = told.symbol(name).unwrap_or_else(|| named().unwrap().1);
                    become_of(symbol, Becomes::Plus(*sum), puzzle.symbols.len())
                }
            };
            for &cell in &laid.places[i] {
                next.cells[cell] = symbol;
            }
        }
    }
    // The piece stands where it goes to, whatever the places there become.
    for placed in done {
        for (cell, symbol) in placed.goes() {
            next.cells[cell] = symbol;
        }
    }
    for &(variable, becomes) in &rule.writes {
        let value = state.variables[variable];
        next.variables[variable] = become_of(value, becomes, puzzle.variables[variable]);
    }
    for (own, sum) in &rule.sums {
        let number = puzzle.total(sum, told, state);
        next.variables[*own] = puzzle.value_of(*own, number).unwrap();
    }
    next
}
