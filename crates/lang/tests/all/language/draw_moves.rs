//! Draws random moves.

use super::draw::Drawing;
use super::model::*;

impl Drawing<'_> {
    pub(crate) fn moves(&mut self) {
        for i in 0..1 + self.random.below(3) {
            let name = format!("m{i}");
            let declared = match self.random.below(6) {
                0 => Move {
                    name,
                    parameters: Vec::new(),
                    cost: None,
                    body: Body::Steps(self.steps()),
                    after: Vec::new(),
                },
                1 => self.changes(name),
                _ => self.rules(name),
            };
            self.puzzle.moves.push(declared);
        }
    }

    fn steps(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        for _ in 0..1 + self.random.below(3) {
            let mut cells = self.cells();
            let is_steps = |m: &Move| matches!(m.body, Body::Steps(_));
            let above: Vec<usize> = (0..self.puzzle.moves.len())
                .filter(|&i| is_steps(&self.puzzle.moves[i]))
                .collect();
            steps.push(match self.random.below(5) {
                3 if !above.is_empty() => Step::Do(self.random.of(&above)),
                4 if !above.is_empty() => Step::Undo(self.random.of(&above)),
                1 if cells.len() > 1 => {
                    cells.truncate(cells.len() / 2 * 2);
                    Step::Swap(cells)
                }
                2 => Step::Reverse(cells),
                _ => Step::Cycle(cells),
            });
        }
        steps
    }

    fn plus(&mut self) -> i64 {
        self.random.of(&[1, 1, -1, 2, -2, 5])
    }

    fn becomes(&mut self, count: usize, sums: usize) -> Becomes {
        match self.random.below(3) < sums {
            true => Becomes::Plus(self.plus()),
            false => Becomes::Is(self.random.below(count)),
        }
    }

    fn changes(&mut self, name: String) -> Move {
        let parameters = self.parameters(false, false);
        let has_cell = parameters.iter().any(|p| matches!(p, Parameter::Cell(_)));
        let mut changes: Vec<(Place, Becomes)> = Vec::new();
        let constant = self.random.one_in(4);
        let symbol = self.random.below(self.symbols());
        let told = parameters.iter().find_map(|parameter| match parameter {
            Parameter::Symbol(name, _) => Some(Becomes::Told(name)),
            _ => None,
        });
        let told = told.filter(|_| self.random.one_in(2));
        for _ in 0..1 + self.random.below(3) {
            let place = match self.random.below(8) {
                0 if has_cell => Place::Cell,
                1 if has_cell => Place::Beside,
                2 if has_cell => Place::Around,
                3 if has_cell => Place::Row,
                4 if has_cell => Place::Column,
                5 if !self.puzzle.variables.is_empty() => {
                    Place::Variable(self.random.below(self.puzzle.variables.len()))
                }
                6 => Place::At(self.cell()),
                _ => Place::On(self.region()),
            };
            let becomes = match place {
                Place::Variable(variable) => self.becomes(self.puzzle.variables[variable], 2),
                // A cell in two places is summed, or becomes the same twice.
                _ if constant => told.unwrap_or(Becomes::Is(symbol)),
                _ => Becomes::Plus(self.plus()),
            };
            let same = |(other, _): &(Place, Becomes)| match (*other, place) {
                (Place::Variable(a), Place::Variable(b)) => a == b,
                _ => false,
            };
            if !changes.iter().any(same) {
                changes.push((place, becomes));
            }
        }
        Move {
            name,
            parameters,
            cost: None,
            body: Body::Changes(changes),
            after: Vec::new(),
        }
    }

    fn parameters(&mut self, of_rules: bool, piece: bool) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        if self.random.one_in(2) {
            let region = self.random.one_in(3).then(|| self.region());
            parameters.push(Parameter::Cell(region));
        }
        if of_rules && self.random.one_in(2) {
            let words = match self.random.below(4) {
                0 => vec!["diagonal"],
                1 => vec!["knight"],
                2 => {
                    let words = [
                        "straight",
                        "up",
                        "down-left",
                        "left",
                        "down",
                        "right",
                        "up-up-left",
                    ];
                    self.random.some(&words, 3)
                }
                _ => Vec::new(),
            };
            parameters.push(Parameter::Direction(words));
        }
        if piece {
            let along = self.random.one_in(3);
            let mut among: Vec<usize> = Vec::new();
            for piece in self.puzzle.pieces.clone() {
                let symbol = match piece {
                    Piece::Letter(symbol) => symbol,
                    Piece::Drawn(cells) => self.random.of(&cells).2,
                };
                if self.random.one_in(4) && !among.contains(&symbol) {
                    among.push(symbol);
                }
            }
            parameters.push(Parameter::Piece { along, among });
        }
        if of_rules && self.random.one_in(4) {
            parameters.push(Parameter::Steps);
        }
        if of_rules && self.random.one_in(6) {
            parameters.push(self.number_parameter());
        }
        if of_rules || self.random.one_in(2) {
            for name in ["p", "q"] {
                if self.random.one_in(4) {
                    let among = self.random.one_in(2).then(|| self.goal_set());
                    parameters.push(Parameter::Symbol(name, among));
                }
            }
        }
        if parameters.is_empty() {
            return parameters;
        }
        let count = parameters.len();
        self.random.some(&parameters, count)
    }

    fn rules(&mut self, name: String) -> Move {
        let with_piece = !self.puzzle.pieces.is_empty() && !self.random.one_in(3);
        let mut parameters = self.parameters(true, with_piece);
        let has_cell = parameters.iter().any(|p| matches!(p, Parameter::Cell(_)));
        let mut cells = usize::from(has_cell);
        if has_cell || !with_piece {
            for name in ["from", "to"] {
                if self.random.one_in(4) {
                    let region = self.random.one_in(3).then(|| self.region());
                    let at = self.random.below(parameters.len() + 1);
                    parameters.insert(at, Parameter::Named(name, region));
                    cells += 1;
                }
            }
        }
        let piece = parameters
            .iter()
            .any(|p| matches!(p, Parameter::Piece { .. }));
        let told: Vec<&'static str> = parameters
            .iter()
            .filter_map(|parameter| match parameter {
                Parameter::Symbol(name, _) => Some(*name),
                _ => None,
            })
            .collect();
        let numbers: Vec<&'static str> = parameters
            .iter()
            .filter_map(|parameter| match parameter {
                Parameter::Number(name, ..) => Some(*name),
                _ => None,
            })
            .collect();
        let has_direction = parameters
            .iter()
            .any(|p| matches!(p, Parameter::Direction(_)));
        let rules = (0..1 + self.random.below(3))
            .map(|_| {
                let mut rule = self.rule(&told, &numbers, piece, has_direction);
                while 1 + rule.further.iter().filter(|row| !row.below).count() < cells {
                    rule = self.rule(&told, &numbers, piece, has_direction);
                }
                rule
            })
            .collect();
        Move {
            name,
            parameters,
            cost: None,
            body: Body::Rules(rules),
            after: self.after(6, &told, &numbers, has_direction),
        }
    }

    /// Rules that follow a move or all of them; in one of `n` cases.
    pub(crate) fn after(
        &mut self,
        n: usize,
        told: &[&'static str],
        numbers: &[&'static str],
        has_direction: bool,
    ) -> Vec<Follows> {
        if self.random.below(n) > 0 {
            return Vec::new();
        }
        let rules = 0..1 + self.random.below(3);
        let rules = rules.map(|_| {
            let rule = self.rule(told, numbers, false, has_direction);
            let everywhere = self.random.one_in(2);
            let then = self.random.one_in(3).then(|| self.random.one_in(2));
            let rule = Rule { everywhere, ..rule };
            Follows { then, rule }
        });
        rules.collect()
    }

    fn rule(
        &mut self,
        told: &[&'static str],
        numbers: &[&'static str],
        piece: bool,
        has_direction: bool,
    ) -> Rule {
        let own = !has_direction && self.random.one_in(2);
        let all = DIRECTIONS.map(|direction| direction.0);
        let short = ["up", "left", "right", "down"];
        let direction = match own {
            true if self.random.one_in(3) => Some(self.random.of(&all)),
            true => Some(self.random.of(&short)),
            false => None,
        };
        let mut tests = Vec::new();
        for _ in 0..self.random.below(3) {
            tests.extend(self.test());
        }
        let mut writes: Vec<(usize, Becomes)> = Vec::new();
        let mut sums = Vec::new();
        for (variable, values) in self.puzzle.variables.clone().into_iter().enumerate() {
            if self.puzzle.firsts[variable].is_some() {
                if self.random.one_in(2) {
                    let sum = self.becomes_sum(variable, numbers);
                    sums.push((variable, sum));
                } else if self.random.one_in(3) {
                    writes.push((variable, Becomes::Is(self.random.below(values))));
                }
            } else if self.random.one_in(2) {
                writes.push((variable, self.becomes(values, 2)));
            }
        }
        let compares = self.compares(numbers);
        let mut before = None;
        if piece || tests.is_empty() && compares.is_empty() || !self.random.one_in(6) {
            before = Some(self.pattern(told, piece));
        }
        let mut after = None;
        if let Some(before) = &before
            && (writes.is_empty() && sums.is_empty() || !self.random.one_in(6))
        {
            after = Some(self.result(before, told));
        }
        if after.is_none() && writes.is_empty() && sums.is_empty() {
            // The right side of a rule must not be empty.
            return self.rule(told, numbers, piece, has_direction);
        }
        let mut further = Vec::new();
        while let Some(first) = &before
            && further.len() < 2
            && self.random.one_in(4)
        {
            let mut pattern = self.pattern(told, piece);
            if piece {
                pattern.remove(0);
            }
            let result = after.is_some().then(|| self.result(&pattern, told));
            let direction = self.random.one_in(3).then(|| self.random.of(&all));
            let above = match further.last() {
                Some(Further { before, .. }) => &before[0],
                None => &first[0],
            };
            let is_cell = |place: &Before| match place.top() {
                Before::Many(_) | Before::AnyMany | Before::Piece => false,
                Before::In(set) => !self.puzzle.has_end(set),
                _ => true,
            };
            let below = is_cell(above) && is_cell(&pattern[0]) && self.random.one_in(2);
            further.push(Further {
                below,
                direction: direction.filter(|_| !below),
                before: pattern,
                after: result,
            });
        }
        let mut absent = Vec::new();
        while before.is_some() && absent.len() < 2 && self.random.one_in(5) {
            absent.push(self.set(told, false));
        }
        let mut forbidden = Vec::new();
        while before.is_some() && forbidden.len() < 2 && self.random.one_in(6) {
            let mut pattern = self.pattern(told, false);
            pattern.extend(self.pattern(told, false));
            let direction = self.random.one_in(2).then(|| self.random.of(&all));
            forbidden.push((direction, pattern));
        }
        if !piece {
            let patterns = before
                .iter_mut()
                .chain(further.iter_mut().map(|row| &mut row.before));
            self.name_in_sets(patterns.collect(), &mut absent, told);
        }
        Rule {
            everywhere: self.random.one_in(5),
            direction,
            before,
            further,
            absent,
            forbidden,
            tests,
            compares,
            after,
            writes,
            sums,
            cost: None,
        }
    }

    /// Puts names of a rule into its sets.
    fn name_in_sets(
        &mut self,
        mut patterns: Vec<&mut Vec<Before>>,
        absent: &mut [Set],
        told: &[&'static str],
    ) {
        let mut names: Vec<&'static str> = Vec::new();
        for place in patterns.iter().flat_map(|pattern| pattern.iter()) {
            if let Before::Called(name, _) = place.top()
                && !told.contains(name)
            {
                names.push(name);
            }
        }
        if names.is_empty() {
            return;
        }
        let sets = patterns.iter_mut().flat_map(|pattern| pattern.iter_mut());
        let sets = sets.filter_map(|place| match place {
            Before::In(set) | Before::Many(set) => Some(set),
            Before::On(top, _) => match &mut **top {
                Before::In(set) | Before::Many(set) => Some(set),
                _ => None,
            },
            _ => None,
        });
        for set in sets.chain(absent) {
            if self.random.one_in(3) {
                let name = self.random.of(&names);
                match self.random.one_in(2) {
                    true => set.items = vec![Item::Named(name)],
                    false => set.items.push(Item::Named(name)),
                }
            }
        }
    }

    fn pattern(&mut self, told: &[&'static str], piece: bool) -> Vec<Before> {
        let mut pattern = Vec::new();
        if piece {
            pattern.push(Before::Piece);
        }
        for _ in 0..1 + self.random.below(3) {
            let name = self.random.of(&["x", "y"]);
            pattern.push(match self.random.below(10) {
                0 => Before::Any,
                1 => Before::AnyMany,
                2 => Before::Many(self.set(told, false)),
                3 => Before::Called(name, None),
                4 => Before::Called(name, Some(self.set(told, false))),
                5 if !told.is_empty() => Before::Called(self.random.of(told), None),
                6 if !piece => Before::In(self.set(told, true)),
                7 if !piece => Before::In(Set {
                    not: false,
                    items: vec![Item::End],
                }),
                _ => Before::In(self.set(told, false)),
            });
        }
        self.put_on(&mut pattern);
        pattern
    }

    fn result(&mut self, before: &[Before], told: &[&'static str]) -> Vec<After> {
        let mut names: Vec<&'static str> = told.to_vec();
        for place in before {
            if let Before::Called(name, _) = place.top() {
                names.push(name);
            }
        }
        let mut after: Vec<After> = Vec::new();
        for place in before {
            let fixed = match place.top() {
                Before::Many(_) | Before::AnyMany => true,
                Before::In(set) => self.puzzle.has_end(set),
                _ => false,
            };
            after.push(match self.random.below(4) {
                _ if fixed => After::Same,
                0 if !matches!(place, Before::Piece) => After::Same,
                1 => After::Any,
                2 if !names.is_empty() => {
                    let plus = [0, self.plus()][self.random.below(2)];
                    After::Called(self.random.of(&names), plus)
                }
                _ => After::Symbol(self.random.below(self.symbols())),
            });
        }
        if matches!(before[0], Before::Piece) {
            let many = |place: &Before| matches!(place.top(), Before::Many(_) | Before::AnyMany);
            let places: Vec<usize> = (0..before.len()).filter(|&i| !many(&before[i])).collect();
            let goes = self.random.of(&places);
            after[goes] = After::Piece;
        }
        self.change_under(before, &mut after);
        after
    }
}
