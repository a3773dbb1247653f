//! A slow interpreter written after `docs/language.md`: it has no ground rules and computes nothing in
//! advance.

use super::applying::{self, Arguments};
use super::model::*;

impl Puzzle {
    /// Whether a set contains a symbol, given the arguments of the move.
    pub(crate) fn holds(&self, set: &Set, symbol: usize, told: &Arguments) -> bool {
        let named = set.items.iter().any(|item| match item {
            Item::Symbol(other) => *other == symbol,
            Item::Set(other) => self.holds(&self.sets[*other], symbol, told),
            Item::End => false,
            Item::Parameter(name) | Item::Named(name) => told.symbol(name) == Some(symbol),
        });
        named != set.not
    }

    pub(crate) fn region(&self, region: Region) -> Vec<usize> {
        let cells = 0..self.board.cells.len();
        match region {
            Region::Rim => cells
                .filter(|&cell| {
                    let mut sides = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter();
                    sides.any(|side| self.board.along(cell, side).is_none())
                })
                .collect(),
            Region::Listed(region) => cells
                .filter(|cell| {
                    self.regions[region].iter().any(|word| match *word {
                        RegionWord::Cells(a, b) => (a.min(b)..=a.max(b)).contains(cell),
                        RegionWord::Region(other) => self.region(other).contains(cell),
                    })
                })
                .collect(),
            Region::Mark(mark) => cells.filter(|&cell| self.is_marked(cell, mark)).collect(),
        }
    }

    /// Whether the start draws a cell as part of a region.
    fn is_marked(&self, cell: usize, mark: usize) -> bool {
        match self.start[cell] {
            Drawn::Glyph(glyph) => self.glyphs[glyph].mark == mark,
            _ => false,
        }
    }

    /// All successors of a state, in the order of the moves, and the costs of the moves; `None` where the
    /// rules that follow never end.
    pub(crate) fn successors(&self, state: &State) -> Vec<(String, Option<State>, u16)> {
        let mut successors = Vec::new();
        for declared in &self.moves {
            for told in self.choices(declared, &Arguments::default()) {
                if let Some((next, rule)) = self.made(declared, &told, state) {
                    let cost = self.cost(declared, rule, state);
                    let end = self.followed(declared, told.clone(), next);
                    successors.push((self.name(declared, &told), end, cost));
                }
            }
        }
        successors
    }

    /// All combinations of a move's arguments that begin with `told`; the first changes slowest.
    fn choices(&self, declared: &Move, told: &Arguments) -> Vec<Arguments> {
        let Some(parameter) = declared.parameters.get(told.names.len()) else {
            return vec![told.clone()];
        };
        let has_cell = |p: &Parameter| matches!(p, Parameter::Cell(_));
        let mut choices = Vec::new();
        let mut choose = |name: Option<String>, set: &dyn Fn(&mut Arguments)| {
            let mut next = told.clone();
            next.names.push(name);
            set(&mut next);
            choices.extend(self.choices(declared, &next));
        };
        match parameter {
            Parameter::Cell(region) => {
                let all = || (0..self.board.cells.len()).collect();
                for cell in region.map_or_else(all, |region| self.region(region)) {
                    choose(Some(self.board.names[cell].clone()), &|told| {
                        told.cell = Some(cell);
                        told.cells.push(cell);
                    });
                }
            }
            Parameter::Named(_, region) => {
                let all = || (0..self.board.cells.len()).collect();
                for cell in region.map_or_else(all, |region| self.region(region)) {
                    choose(Some(self.board.names[cell].clone()), &|told| {
                        told.cells.push(cell);
                    });
                }
            }
            Parameter::Direction(words) => {
                for (i, &(name, down, right)) in DIRECTIONS.iter().enumerate() {
                    let chosen = words.iter().any(|&word| match word {
                        "straight" => i < 4,
                        "diagonal" => (4..8).contains(&i),
                        "knight" => i >= 8,
                        word => word == name,
                    });
                    if chosen || words.is_empty() && i < 4 {
                        choose(Some(name.to_owned()), &|told| {
                            told.direction = Some((down, right));
                        });
                    }
                }
            }
            // The cell determines the piece.
            Parameter::Piece { along, among } if declared.parameters.iter().any(has_cell) => {
                choose(None, &|told| {
                    told.along = *along;
                    told.among.clone_from(among);
                });
            }
            Parameter::Piece { along, among } => {
                for (i, piece) in self.pieces.iter().enumerate() {
                    let has = |symbol: &usize| match piece {
                        Piece::Letter(own) => own == symbol,
                        Piece::Drawn(cells) => cells.iter().any(|cell| cell.2 == *symbol),
                    };
                    if !among.is_empty() && !among.iter().any(has) {
                        continue;
                    }
                    let symbol = match piece {
                        Piece::Letter(symbol) => *symbol,
                        Piece::Drawn(cells) => cells[0].2,
                    };
                    choose(Some(self.symbols[symbol].clone()), &|told| {
                        told.piece = Some(i);
                        told.along = *along;
                    });
                }
            }
            Parameter::Steps => {
                for steps in 1..20 {
                    choose(Some(steps.to_string()), &|told| told.steps = Some(steps));
                }
            }
            Parameter::Number(name, first, last) => {
                for number in *first..=*last {
                    choose(Some(number.to_string()), &|told| {
                        told.numbers.push((name, number));
                    });
                }
            }
            Parameter::Symbol(name, among) => {
                for symbol in 0..self.symbols.len() {
                    let among = among.as_ref();
                    let is_in = among.is_none_or(|set| self.holds(set, symbol, told));
                    // Different parameters are different symbols.
                    let taken = told.symbols.iter().any(|&(_, other)| other == symbol);
                    if is_in && !taken {
                        choose(Some(self.symbols[symbol].clone()), &|told| {
                            told.symbols.push((name, symbol));
                        });
                    }
                }
            }
        }
        choices
    }

    /// The arguments of a move, joined by hyphens.
    fn name(&self, declared: &Move, told: &Arguments) -> String {
        let with_parameters = self.moves.iter().filter(|m| !m.parameters.is_empty());
        let mut parts = Vec::new();
        if declared.parameters.is_empty() || with_parameters.count() > 1 {
            parts.push(declared.name.clone());
        }
        parts.extend(told.names.iter().flatten().cloned());
        parts.join("-")
    }

    /// The state after a move, and the rule that was applied if it has rules. `None` if the move is not
    /// possible.
    fn made<'m>(
        &self,
        declared: &'m Move,
        told: &Arguments,
        state: &State,
    ) -> Option<(State, Option<&'m Rule>)> {
        let after = match &declared.body {
            Body::Changes(changes) => self.changed(changes, told, state),
            Body::Rules(rules) => {
                let mut after = rules.iter().map(|rule| {
                    Some((applying::rule(self, rule, told, state, false)?, Some(rule)))
                });
                return after.find_map(|after| after);
            }
            Body::Steps(steps) => {
                let cells = self.stepped(steps, state.cells.clone());
                let variables = state.variables.clone();
                let layers = state.layers.clone();
                Some(State {
                    cells,
                    variables,
                    layers,
                })
            }
        };
        after.map(|after| (after, None))
    }

    /// The state after the rules that follow a move: the first that changes something, until none does.
    fn followed(&self, declared: &Move, mut told: Arguments, state: State) -> Option<State> {
        // What follows happens anywhere.
        told.cell = None;
        told.cells.clear();
        told.steps = None;
        // What follows every move knows no arguments.
        let none = Arguments::default();
        let own = declared.after.iter().map(|follows| (follows, &told));
        let common = self.after.iter().map(|follows| (follows, &none));
        let mut stages: Vec<(bool, Vec<_>)> = vec![(false, Vec::new())];
        for (i, (follows, arguments)) in own.chain(common).enumerate() {
            if let Some(once) = follows.then {
                stages.push((once, Vec::new()));
            } else if i >= declared.after.len() && stages[stages.len() - 1].0 {
                // A further statement does not belong to a stage that ends after one rule.
                stages.push((false, Vec::new()));
            }
            let last = stages.len() - 1;
            stages[last].1.push((&follows.rule, arguments));
        }
        let mut state = state;
        for (once, rules) in stages {
            let mut seen = vec![state.clone()];
            loop {
                let mut rules = rules.iter();
                match rules.find_map(|(rule, told)| applying::rule(self, rule, told, &state, true))
                {
                    None => break,
                    Some(next) if once => {
                        state = next;
                        break;
                    }
                    Some(next) if seen.contains(&next) => return None,
                    Some(next) => {
                        state = next.clone();
                        seen.push(next);
                    }
                }
            }
        }
        Some(state)
    }

    /// The state after all changes: sums are added, symbols are set. `None` if a number would leave its
    /// range.
    fn changed(
        &self,
        changes: &[(Place, Becomes)],
        told: &Arguments,
        state: &State,
    ) -> Option<State> {
        let board = &self.board;
        let mut next = state.clone();
        for &(place, becomes) in changes {
            let becomes = match becomes {
                Becomes::Told(name) => Becomes::Is(told.symbol(name).unwrap()),
                becomes => becomes,
            };
            if let Place::Variable(variable) = place {
                let value = &mut next.variables[variable];
                *value = match (self.firsts[variable], becomes) {
                    (Some(first), Becomes::Plus(sum)) => {
                        self.value_of(variable, first + *value as i64 + sum)?
                    }
                    _ => become_of(*value, becomes, self.variables[variable]),
                };
                continue;
            }
            let line = |is_in: &dyn Fn((isize, isize), (isize, isize)) -> bool| {
                let own = board.cells[told.cell.unwrap()];
                let cells = 0..board.cells.len();
                cells
                    .filter(|&cell| is_in(board.cells[cell], own))
                    .collect()
            };
            let cells: Vec<usize> = match place {
                Place::Cell => vec![told.cell.unwrap()],
                Place::Beside => board.neighbours(told.cell.unwrap(), 4),
                Place::Around => board.neighbours(told.cell.unwrap(), 8),
                Place::Row => line(&|cell, own| cell.0 == own.0),
                Place::Column => line(&|cell, own| cell.1 == own.1),
                Place::On(region) => self.region(region),
                Place::At(cell) => vec![cell],
                Place::Variable(_) => unreachable!("done above"),
            };
            for cell in cells {
                let symbol = &mut next.cells[cell];
                *symbol = become_of(*symbol, becomes, self.symbols.len());
            }
        }
        Some(next)
    }

    /// The board after the steps of a permutation.
    fn stepped(&self, steps: &[Step], mut board: Vec<usize>) -> Vec<usize> {
        for step in steps {
            match step {
                Step::Cycle(cells) => {
                    // What lies on the last goes to the first, and so on.
                    for i in (1..cells.len()).rev() {
                        board.swap(cells[i], cells[i - 1]);
                    }
                }
                Step::Swap(cells) => {
                    for pair in cells.chunks(2) {
                        board.swap(pair[0], pair[1]);
                    }
                }
                Step::Reverse(cells) => {
                    for i in 0..cells.len() / 2 {
                        board.swap(cells[i], cells[cells.len() - 1 - i]);
                    }
                }
                Step::Do(above) => board = self.stepped(self.steps_of(*above), board),
                Step::Undo(above) => board = self.unstepped(self.steps_of(*above), board),
            }
        }
        board
    }

    /// The board before the steps of a permutation; the last is undone first.
    fn unstepped(&self, steps: &[Step], mut board: Vec<usize>) -> Vec<usize> {
        for step in steps.iter().rev() {
            match step {
                Step::Cycle(cells) => {
                    for i in 1..cells.len() {
                        board.swap(cells[i], cells[i - 1]);
                    }
                }
                // These are their own way back.
                Step::Swap(_) | Step::Reverse(_) => {
                    board = self.stepped(std::slice::from_ref(step), board);
                }
                Step::Do(above) => board = self.unstepped(self.steps_of(*above), board),
                Step::Undo(above) => board = self.stepped(self.steps_of(*above), board),
            }
        }
        board
    }

    fn steps_of(&self, above: usize) -> &[Step] {
        match &self.moves[above].body {
            Body::Steps(steps) => steps,
            _ => unreachable!("only steps are done and undone"),
        }
    }

    /// Whether any goal holds.
    pub(crate) fn is_goal(&self, state: &State) -> bool {
        let mut goals = self.goals.iter();
        goals.any(|goal| goal.iter().all(|condition| self.met(condition, state)))
    }

    fn met(&self, condition: &Condition, state: &State) -> bool {
        let told = Arguments::default();
        let is_in = |set: &Set, cell: usize| self.holds(set, state.cells[cell], &told);
        let board = &self.board;
        match condition {
            Condition::All(set) => (0..board.cells.len()).all(|cell| is_in(set, cell)),
            Condition::On(region, set) => {
                let mut cells = self.region(*region).into_iter();
                cells.all(|cell| is_in(set, cell))
            }
            Condition::Some(region, set) => {
                let mut cells = self.region(*region).into_iter();
                cells.any(|cell| is_in(set, cell))
            }
            Condition::None(region, set) => self.count(*region, &|cell| is_in(set, cell)) == 0,
            Condition::Exactly(number, region, set) => {
                self.count(*region, &|cell| is_in(set, cell)) == *number
            }
            Condition::Rim(set) => {
                let mut cells = self.region(Region::Rim).into_iter();
                cells.any(|cell| is_in(set, cell))
            }
            Condition::At(cell, set) => is_in(set, *cell),
            Condition::Line(length, set) => (0..board.cells.len()).any(|cell| {
                // A row, a column and the two diagonals.
                [(0, 1), (1, 0), (1, 1), (1, -1)]
                    .iter()
                    .any(|&(down, right)| {
                        let mut line = Vec::new();
                        (0..*length as isize).all(|i| {
                            let cell = board.along(cell, (i * down, i * right));
                            let new = cell.filter(|cell| !line.contains(cell));
                            line.extend(new);
                            new.is_some_and(|cell| is_in(set, cell))
                        })
                    })
            }),
            Condition::Same(cells) => {
                let mut cells = cells.iter();
                let first = *cells.next().unwrap();
                cells.all(|&cell| state.cells[cell] == state.cells[first])
            }
            Condition::Board(drawing) => self.is_drawn(drawing, (0, 0), state),
            Condition::Somewhere(drawing) => {
                let rows = drawing.rows.len() as isize;
                let columns = drawing.rows.iter().map(Vec::len).max().unwrap() as isize;
                (0..board.rows).any(|top| {
                    (0..board.columns).any(|left| {
                        let (top_rows, left_columns) = match board.torus {
                            true => (rows, columns),
                            false => (top + rows, left + columns),
                        };
                        let inside = top_rows <= board.rows && left_columns <= board.columns;
                        inside && self.is_drawn(drawing, (top, left), state)
                    })
                })
            }
            Condition::Variable(test) => self.tested(test, state),
            Condition::Layer(which, on) => self.layer_met(*which, on, state),
            Condition::Compare(compare) => self.compared(compare, &told, state),
        }
    }

    /// The number of cells of a region, or of the board, for which something holds.
    fn count(&self, region: Option<Region>, holds: &dyn Fn(usize) -> bool) -> usize {
        let all = || (0..self.board.cells.len()).collect();
        let cells = region.map_or_else(all, |region| self.region(region));
        cells.into_iter().filter(|&cell| holds(cell)).count()
    }

    /// Whether a drawing fits the state when its first row and column are placed there.
    fn is_drawn(&self, drawing: &Drawing, (top, left): (isize, isize), state: &State) -> bool {
        let said = drawing.said.iter();
        let mut said = said.map(|&(variable, value)| state.variables[variable] == value);
        let rows = drawing.rows.iter().zip(top..);
        let mut words = rows.flat_map(|(row, at)| {
            row.iter()
                .zip(left..)
                .map(move |(drawn, column)| (at, column, *drawn))
        });
        said.all(|holds| holds)
            && words.all(|(row, column, drawn)| {
                let (row, column) = self.board.wrapped((row, column));
                let cell = self.board.at(row, column);
                let symbol = cell.map(|cell| state.cells[cell]);
                match drawn {
                    Drawn::Dot => true,
                    Drawn::Any => symbol.is_some(),
                    Drawn::Symbol(wanted) => symbol == Some(wanted),
                    Drawn::Set(set) => {
                        let set = &self.sets[set];
                        symbol.is_some_and(|symbol| self.holds(set, symbol, &Arguments::default()))
                    }
                    Drawn::Glyph(glyph) => {
                        let Glyph { symbol, mark, .. } = self.glyphs[glyph];
                        let shows =
                            |cell| state.cells[cell] == symbol && self.is_marked(cell, mark);
                        cell.is_some_and(shows)
                    }
                }
            })
    }

    /// Whether a variable has one of the values.
    pub(crate) fn tested(&self, test: &Test, state: &State) -> bool {
        test.values.contains(&state.variables[test.variable]) != test.not
    }
}

/// The new value of one of `count` symbols or values.
pub(crate) fn become_of(now: usize, becomes: Becomes, count: usize) -> usize {
    match becomes {
        Becomes::Plus(sum) => (now as i64 + sum).rem_euclid(count as i64) as usize,
        Becomes::Is(other) => other,
        Becomes::Told(_) => unreachable!("looked up before"),
    }
}
