//! Finds where a pattern fits.

use super::applying::Arguments;
use super::model::*;

/// A pattern that is matched in part.
#[derive(Debug, Clone, Default)]
pub(crate) struct Laid {
    /// For each element of the pattern the cells that it matches; none for the edge.
    pub(crate) places: Vec<Vec<usize>>,
    /// For each element the step at which it begins.
    pub(crate) begins: Vec<isize>,
    /// The number of steps matched so far.
    pub(crate) steps: isize,
    pub(crate) names: Vec<(&'static str, usize)>,
}

/// The cells of a piece, relative to its first cell, and their symbols.
pub(crate) type Parts = Vec<(isize, isize, usize)>;

/// A pattern that is laid on the board.
pub(crate) struct Laying<'p> {
    pub(crate) puzzle: &'p Puzzle,
    pub(crate) pattern: &'p [Before],
    pub(crate) told: &'p Arguments,
    pub(crate) state: &'p State,
    pub(crate) direction: (isize, isize),
    /// The number of steps that the pattern must have.
    pub(crate) steps: Option<usize>,
    /// What earlier patterns have named.
    pub(crate) names: Vec<(&'static str, usize)>,
}

impl Laying<'_> {
    /// The matches of the pattern whose first cell is `cell`.
    pub(crate) fn from(&self, cell: usize) -> Vec<Laid> {
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
    pub(crate) fn covers(
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
    pub(crate) fn with_piece(&self, cell: usize, piece: &[(isize, isize, usize)]) -> Vec<Laid> {
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

fn has_names(set: &Set) -> bool {
    set.items.iter().any(|item| matches!(item, Item::Named(_)))
}
