//! Interprets rules: where their patterns fit, and the state after them.

use super::model::*;
use super::play::become_of;

/// The arguments of a move.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arguments {
    /// The part of the move's name that each argument contributes, if any.
    pub(crate) names: Vec<Option<String>>,
    pub(crate) cell: Option<usize>,
    pub(crate) direction: Option<(isize, isize)>,
    pub(crate) piece: Option<usize>,
    pub(crate) along: bool,
    pub(crate) steps: Option<usize>,
    pub(crate) symbols: Vec<(&'static str, usize)>,
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

/// The state after a rule, if it fits.
pub(crate) fn rule(puzzle: &Puzzle, rule: &Rule, told: &Arguments, state: &State) -> Option<State> {
    if !rule.tests.iter().all(|test| puzzle.tested(test, state)) {
        return None;
    }
    let Some(pattern) = &rule.before else {
        // It reaches nowhere, so it has no number of steps.
        let laid = Laid::default();
        return told
            .steps
            .is_none()
            .then(|| after(puzzle, rule, told, state, &laid, None));
    };
    let own = rule.direction.map(|name| {
        let found = DIRECTIONS.iter().find(|direction| direction.0 == name);
        found.map(|&(_, down, right)| (down, right)).unwrap()
    });
    let laying = Laying {
        puzzle,
        pattern,
        told,
        state,
        direction: told.direction.or(own).unwrap_or((0, 1)),
    };
    let cells: Vec<usize> = match told.cell {
        Some(cell) => vec![cell],
        None => (0..puzzle.board.cells.len()).collect(),
    };
    for cell in cells {
        if matches!(pattern[0], Before::Piece) {
            let pieces = 0..puzzle.pieces.len();
            for piece in pieces.filter(|&piece| told.piece.is_none_or(|told| told == piece)) {
                let piece = shape(puzzle, piece);
                if let Some(laid) = laying.with_piece(cell, &piece) {
                    return Some(after(
                        puzzle,
                        rule,
                        told,
                        state,
                        &laid,
                        Some((&laying, cell, &piece)),
                    ));
                }
            }
        } else if let Some(laid) = laying.from(cell) {
            return Some(after(puzzle, rule, told, state, &laid, None));
        }
    }
    None
}

/// The cells of a piece, relative to its first cell in reading order.
fn shape(puzzle: &Puzzle, piece: usize) -> Vec<(isize, isize, usize)> {
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

/// The cells of a piece, relative to its first cell, and their symbols.
type Parts<'p> = &'p [(isize, isize, usize)];

struct Laying<'p> {
    puzzle: &'p Puzzle,
    pattern: &'p [Before],
    told: &'p Arguments,
    state: &'p State,
    direction: (isize, isize),
}

impl Laying<'_> {
    fn step(&self, (row, column): (isize, isize), steps: isize) -> (isize, isize) {
        (
            row + steps * self.direction.0,
            column + steps * self.direction.1,
        )
    }

    /// The first match of the pattern whose first cell is `cell`.
    fn from(&self, cell: usize) -> Option<Laid> {
        let at = self.puzzle.board.cells[cell];
        for before in 0..=self.pattern.len() as isize {
            let begin = self.step(at, -before);
            let first_is = |laid: &Laid| {
                let first = laid.places.iter().flatten().next();
                first == Some(&cell) || first.is_none() && before == 0 && laid.steps == 0
            };
            let ways = self.lay(begin, Laid::default());
            if let Some(laid) = ways.into_iter().find(first_is) {
                return Some(laid);
            }
        }
        None
    }

    /// All matches of the rest of the pattern, those with short repetitions first.
    fn lay(&self, begin: (isize, isize), laid: Laid) -> Vec<Laid> {
        let Some(place) = self.pattern.get(laid.places.len()) else {
            let wanted = self
                .told
                .steps
                .is_none_or(|steps| steps as isize + 1 == laid.steps);
            return if wanted { vec![laid] } else { Vec::new() };
        };
        let board = &self.puzzle.board;
        let here = |steps| {
            let (row, column) = self.step(begin, steps);
            board.at(row, column)
        };
        let mut ways = Vec::new();
        let many = matches!(place, Before::Many(_) | Before::AnyMany);
        let mut next = laid;
        next.places.push(Vec::new());
        next.begins.push(next.steps);
        if many {
            ways.extend(self.lay(begin, next.clone()));
        }
        loop {
            let cell = here(next.steps);
            if !self.fits(place, cell, &mut next.names) {
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
            return matches!(place, Before::In(set) if puzzle.has_end(set));
        };
        let symbol = self.state.cells[cell];
        match place {
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
        let first = self.puzzle.board.cells[cell];
        let cover = |&(down, right, _): &(isize, isize, usize)| {
            let (row, column) = self.step(first, steps);
            self.puzzle.board.at(row + down, column + right)
        };
        piece.iter().map(cover).collect()
    }

    /// The first match of the pattern with a piece that begins on `cell`.
    fn with_piece(&self, cell: usize, piece: &[(isize, isize, usize)]) -> Option<Laid> {
        let own = self.covers(cell, piece, 0)?;
        let mut symbols = piece.iter().zip(&own);
        let is_there = symbols.all(|(part, &cell)| self.state.cells[cell] == part.2);
        if piece.is_empty() || !is_there {
            return None;
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
                return None;
            }
        }
        let laid = Laid {
            places: vec![own],
            begins: vec![0],
            steps: 1,
            names: Vec::new(),
        };
        self.lay_piece(cell, piece, laid).into_iter().next()
    }

    /// All matches of the rest of the pattern; each step matches the newly covered cells.
    fn lay_piece(&self, cell: usize, piece: &[(isize, isize, usize)], laid: Laid) -> Vec<Laid> {
        let Some(place) = self.pattern.get(laid.places.len()) else {
            let wanted = self
                .told
                .steps
                .is_none_or(|steps| steps as isize + 1 == laid.steps);
            return if wanted { vec![laid] } else { Vec::new() };
        };
        let many = matches!(place, Before::Many(_) | Before::AnyMany);
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
fn after(
    puzzle: &Puzzle,
    rule: &Rule,
    told: &Arguments,
    state: &State,
    laid: &Laid,
    piece: Option<(&Laying, usize, Parts)>,
) -> State {
    let mut next = state.clone();
    for (i, after) in rule.after.iter().flatten().enumerate() {
        let symbol = match after {
            After::Same | After::Any | After::Piece => continue,
            After::Symbol(symbol) => *symbol,
            After::Called(name, sum) => {
                let named = || laid.names.iter().find(|(other, _)| other == name);
                let symbol = told.symbol(name).unwrap_or_else(|| named().unwrap().1);
                become_of(symbol, Becomes::Plus(*sum), puzzle.symbols.len())
            }
        };
        for &cell in &laid.places[i] {
            next.cells[cell] = symbol;
        }
    }
    // The piece stands where it goes to, whatever the places there become.
    if let Some((laying, cell, piece)) = piece {
        let goes = |after: &After| matches!(after, After::Piece);
        if let Some(place) = rule.after.iter().flatten().position(goes) {
            let cells = laying.covers(cell, piece, laid.begins[place]).unwrap();
            for (part, cell) in piece.iter().zip(cells) {
                next.cells[cell] = part.2;
            }
        }
    }
    for &(variable, becomes) in &rule.writes {
        let value = state.variables[variable];
        next.variables[variable] = become_of(value, becomes, puzzle.variables[variable]);
    }
    next
}
