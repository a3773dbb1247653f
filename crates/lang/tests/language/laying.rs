//! Interprets rules: where their patterns fit, and the state after them.

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

/// A pattern that is matched in part.
#[derive(Debug, Clone, Default)]
struct Laid {
    /// For each element of the pattern the cells that it matches; none for the edge.
    places: Vec<Vec<usize>>,
    /// For each element the step at which it begins.
    begins: Vec<isize>,
    /// The number of steps matched so far.
    steps: isize,
    names: Vec<(&'static str, usize)>,
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
    if rule.before.is_none() && told.steps.is_some() {
        // It reaches nowhere, so it has no number of steps.
        return;
    }
    placed(puzzle, rule, told, state, &mut Vec::new(), visit);
}

/// The cells of a piece, relative to its first cell, and their symbols.
type Parts = Vec<(isize, isize, usize)>;

/// A pattern where it fits, with the piece that begins on a cell.
struct Placed<'p> {
    /// The cell on which it begins.
    cell: usize,
    laying: Laying<'p>,
    laid: Laid,
    after: Option<&'p [After]>,
    piece: Option<(usize, Parts)>,
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

fn has_names(set: &Set) -> bool {
    set.items.iter().any(|item| matches!(item, Item::Named(_)))
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

struct Laying<'p> {
    puzzle: &'p Puzzle,
    pattern: &'p [Before],
    told: &'p Arguments,
    state: &'p State,
    direction: (isize, isize),
    /// The number of steps that the pattern must have.
    steps: Option<usize>,
    /// What earlier patterns have named.
    names: Vec<(&'static str, usize)>,
}

impl Laying<'_> {
    /// The matches of the pattern whose first cell is `cell`.
    fn from(&self, cell: usize) -> Vec<Laid> {
        let mut found = Vec::new();
        for before in 0..=self.pattern.len() as isize {
            let begin = (cell, before);
            let first_is = |laid: &Laid| {
                let first = laid.places.iter().flatten().next();
                first == Some(&cell) || first.is_none() && before == 0 && laid.steps == 0
            };
            let laid = Laid {
                names: self.names.clone(),
                ..Laid::default()
            };
            found.extend(self.lay(begin, laid).into_iter().filter(first_is));
        }
        found
    }

    /// All matches of the rest of the pattern, which begins some steps before a cell. Those with short
    /// repetitions come first.
    fn lay(&self, begin: (usize, isize), laid: Laid) -> Vec<Laid> {
        let Some(place) = self.pattern.get(laid.places.len()) else {
            let wanted = self
                .steps
                .is_none_or(|steps| steps as isize + 1 == laid.steps);
            return if wanted { vec![laid] } else { Vec::new() };
        };
        let board = &self.puzzle.board;
        let first = board.cells[begin.0];
        let here = |steps| board.reached(first, self.direction, steps - begin.1);
        let mut ways = Vec::new();
        let many = matches!(place.top(), Before::Many(_) | Before::AnyMany);
        let mut next = laid;
        next.places.push(Vec::new());
        next.begins.push(next.steps);
        if many {
            ways.extend(self.lay(begin, next.clone()));
        }
        loop {
            let cell = here(next.steps);
            let again = |cell: usize| next.places.iter().flatten().any(|&other| other == cell);
            if cell.is_some_and(again) || !self.fits(place, cell, &mut next.names) {
                break;
            }
            next.steps += 1;
            next.places.last_mut().unwrap().extend(cell);
            ways.extend(self.lay(begin, next.clone()));
            if !many {
                break;
            }
        }
        ways
    }

    /// Whether an element of the pattern matches there, on a cell or beyond the edge.
    fn fits(
        &self,
        place: &Before,
        cell: Option<usize>,
        names: &mut Vec<(&'static str, usize)>,
    ) -> bool {
        let puzzle = self.puzzle;
        let Some(cell) = cell else {
            return matches!(place.top(), Before::In(set) if puzzle.has_end(set));
        };
        let symbol = self.state.cells[cell];
        match place {
            Before::On(top, on) => {
                puzzle.lies_on(on, cell, self.state) && self.fits(top, Some(cell), names)
            }
            // What its names stand for is known when all patterns are placed.
            Before::In(set) | Before::Many(set) if has_names(set) => true,
            Before::In(set) | Before::Many(set) => puzzle.holds(set, symbol, self.told),
            Before::Any | Before::AnyMany => true,
            Before::Called(name, among) => {
                if let Some(told) = self.told.symbol(name) {
                    return symbol == told;
                }
                let among = among.as_ref();
                if among.is_some_and(|set| !puzzle.holds(set, symbol, self.told)) {
                    return false;
                }
                match names.iter().find(|(other, _)| other == name) {
                    Some(&(_, first)) => first == symbol,
                    None => {
                        names.push((name, symbol));
                        true
                    }
                }
            }
            Before::Piece => unreachable!("pieces are laid as a whole"),
        }
    }

    /// The cells of a piece after some steps; `None` if one of them lies beyond the edge.
    fn covers(
        &self,
        cell: usize,
        piece: &[(isize, isize, usize)],
        steps: isize,
    ) -> Option<Vec<usize>> {
        let (row, column) = self.puzzle.board.cells[cell];
        let cover = |&(down, right, _): &(isize, isize, usize)| {
            let first = (row + down, column + right);
            self.puzzle.board.reached(first, self.direction, steps)
        };
        piece.iter().map(cover).collect()
    }

    /// The matches of the pattern with a piece that begins on `cell`.
    fn with_piece(&self, cell: usize, piece: &[(isize, isize, usize)]) -> Vec<Laid> {
        let Some(own) = self.covers(cell, piece, 0) else {
            return Vec::new();
        };
        let mut symbols = piece.iter().zip(&own);
        let is_there = symbols.all(|(part, &cell)| self.state.cells[cell] == part.2);
        if piece.is_empty() || !is_there {
            return Vec::new();
        }
        let named = |symbol: &usize| piece.iter().any(|part| part.2 == *symbol);
        if !self.told.among.is_empty() && !self.told.among.iter().any(named) {
            return Vec::new();
        }
        if self.told.along {
            let length = |of: fn(&(isize, isize, usize)) -> isize| {
                let sides = piece.iter().map(of);
                sides.clone().max().unwrap() - sides.min().unwrap()
            };
            let (down, right) = (length(|part| part.0), length(|part| part.1));
            let along = match self.direction {
                (0, _) => right > down,
                (_, 0) => down > right,
                _ => false,
            };
            if !along {
                return Vec::new();
            }
        }
        let laid = Laid {
            places: vec![own],
            begins: vec![0],
            steps: 1,
            names: self.names.clone(),
        };
        self.lay_piece(cell, piece, laid)
    }

    /// All matches of the rest of the pattern; each step matches the newly covered cells.
    fn lay_piece(&self, cell: usize, piece: &[(isize, isize, usize)], laid: Laid) -> Vec<Laid> {
        let Some(place) = self.pattern.get(laid.places.len()) else {
            let wanted = self
                .steps
                .is_none_or(|steps| steps as isize + 1 == laid.steps);
            return if wanted { vec![laid] } else { Vec::new() };
        };
        let many = matches!(place.top(), Before::Many(_) | Before::AnyMany);
        let mut ways = Vec::new();
        let mut next = laid;
        next.places.push(Vec::new());
        next.begins.push(next.steps);
        if many {
            ways.extend(self.lay_piece(cell, piece, next.clone()));
        }
        while let Some(cells) = self.covers(cell, piece, next.steps) {
            for cell in cells {
                if next.places.iter().flatten().any(|&covered| covered == cell) {
                    continue;
                }
                if !self.fits(place, Some(cell), &mut next.names) {
                    return ways;
                }
                next.places.last_mut().unwrap().push(cell);
            }
            next.steps += 1;
            ways.extend(self.lay_piece(cell, piece, next.clone()));
            if !many {
                break;
            }
        }
        ways
    }
}

/// The state after a rule that fits.
fn after(puzzle: &Puzzle, rule: &Rule, told: &Arguments, state: &State, done: &[Placed]) -> State {
    let mut next = state.clone();
    let names = done.last().map_or(&[][..], |last| &last.laid.names);
    for Placed { laid, after, .. } in done {
        for (i, after) in after.iter().copied().flatten().enumerate() {
            let after = match after {
                After::On(after, layer, label) => {
                    let cells = laid.places[i].iter();
                    cells.for_each(|&cell| next.layers[*layer][cell] = *label);
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
        let goes = |after: &After| matches!(after, After::Piece);
        if let Some((cell, piece)) = &placed.piece
            && let Some(place) = placed.after.into_iter().flatten().position(goes)
        {
            let begins = placed.laid.begins[place];
            let cells = placed.laying.covers(*cell, piece, begins).unwrap();
            for (part, cell) in piece.iter().zip(cells) {
                next.cells[cell] = part.2;
            }
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
