//! Syntax tree to checked puzzle: every name is looked up, and everything that
//! is wrong is told, not the first alone.

use std::collections::HashMap;

use rules::Fault;

use crate::ground::{Label, MOST_LABELS};

use super::checked::{
    Body, Checked, Choice, DIRECTIONS, Direction, Expectation, Goal, Left, Move, Parameter, Piece,
    Right, Rule, Set, all,
};
use super::drawing::{Alphabet, Glyph, Variable, one_of};
use super::lexer::Span;
use super::limits::{MOST_CELLS, MOST_EXPECTS};
use super::nearest::nearest;
use super::parser::quoted;
use super::site::{self, Shape};
use super::syntax::{self, Becomes, Clause, Drawing, Element, Kind, Place, Side, Statement, Word};

/// The most variables of one rule, and parameters of one move.
const MOST_SLOTS: usize = 64;

/// Words that no symbol may be, unless it stands in quotes.
fn reserved(word: &Word) -> bool {
    let text = word.text.as_str();
    ["end", "not", "piece"].contains(&text)
        || text.starts_with('?')
        || text.len() > 1 && text.ends_with('*')
}

/// Checks a file.
pub(crate) fn check(file: &[Statement], end: usize, faults: &mut Vec<Fault>) -> Checked {
    let mut checker = Checker {
        alphabet: Alphabet::default(),
        faults,
    };
    checker.names(file, end);
    checker.sets(file);
    checker.glyphs(file);
    let mut checked = Checked {
        name: String::new(),
        alphabet: Alphabet::default(),
        board: None,
        regions: Vec::new(),
        pieces: Vec::new(),
        moves: Vec::new(),
        goals: Vec::new(),
        start: None,
        expects: Vec::new(),
    };
    let mut once: HashMap<&str, &Span> = HashMap::new();
    for statement in file {
        let span = &statement.span;
        let name = match &statement.kind {
            Kind::Puzzle(_) => "puzzle",
            Kind::Symbols(_) => "symbols",
            Kind::Size { .. } | Kind::Shape(_) => "board",
            Kind::Start(_) => "start",
            _ => continue,
        };
        if let Some(first) = once.insert(name, span) {
            let message = format!("a second '{name}'");
            let fault = Fault::new(span.clone(), message, "a puzzle has one");
            let first = first.clone();
            checker
                .faults
                .push(fault.with_context(first, "the first one"));
        }
    }
    for statement in file {
        checker.statement(statement, &mut checked);
    }
    for (name, what, help) in [
        (
            "puzzle",
            "the puzzle has no name",
            "write 'puzzle NAME' in the first line",
        ),
        (
            "symbols",
            "the puzzle has no symbols",
            "write 'symbols' and what may lie on a cell",
        ),
    ] {
        if !once.contains_key(name) {
            let fault = Fault::new(0..0, what, format!("expected '{name}'"));
            checker.faults.push(fault.with_help(help));
        }
    }
    if !once.contains_key("board") && !once.contains_key("start") {
        let fault = Fault::new(
            end..end,
            "the puzzle has no board",
            "expected 'board' or 'start'",
        );
        let help = "write 'board 4x4', or draw a board behind 'start'";
        checker.faults.push(fault.with_help(help));
    }
    let has = |is: fn(&Kind) -> bool| file.iter().any(|statement| is(&statement.kind));
    if !has(|kind| matches!(kind, Kind::Move(_))) {
        let fault = Fault::new(end..end, "the puzzle has no moves", "expected 'move'");
        checker
            .faults
            .push(fault.with_help("write 'move NAME(cell)' and rules below"));
    }
    if !has(|kind| matches!(kind, Kind::Goal { .. })) {
        let fault = Fault::new(end..end, "the puzzle has no goal", "expected 'goal'");
        checker
            .faults
            .push(fault.with_help("write 'goal all S', or draw a board behind 'goal board'"));
    }
    checked.alphabet = checker.alphabet;
    checked
}

struct Checker<'f> {
    alphabet: Alphabet,
    faults: &'f mut Vec<Fault>,
}

/// What is known of a move while its rules are checked.
struct Told<'m> {
    parameters: &'m [Parameter],
    has_piece: bool,
}

impl Told<'_> {
    fn symbol(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(
            |parameter| matches!(parameter, Parameter::Symbol { name: other, .. } if other == name),
        )
    }
}

impl Checker<'_> {
    fn fault(&mut self, span: &Span, message: impl Into<String>, label: impl Into<String>) {
        self.faults.push(Fault::new(span.clone(), message, label));
    }

    /// The fault of a name that is none of `names`.
    fn unknown(&mut self, what: &str, word: &Word, names: &[&str]) {
        let message = format!("unknown {what} '{}'", quoted(&word.text));
        let mut fault = Fault::new(
            word.span.clone(),
            message,
            format!("expected {}", one_of(names)),
        );
        fault.help = nearest(&word.text, names.iter().copied())
            .map(|name| format!("did you mean '{name}'?"));
        self.faults.push(fault);
    }

    /// Tells a name that is given twice.
    fn distinct<'w>(&mut self, what: &str, words: impl IntoIterator<Item = &'w Word>) {
        let mut seen: HashMap<&str, &Span> = HashMap::new();
        for word in words {
            if let Some(first) = seen.get(word.text.as_str()) {
                let message = format!("a second {what} '{}'", quoted(&word.text));
                let fault = Fault::new(word.span.clone(), message, "named already");
                let first = Span::clone(first);
                self.faults.push(fault.with_context(first, "the first one"));
            } else {
                seen.insert(&word.text, &word.span);
            }
        }
    }

    /// Symbols, variables and marks.
    fn names(&mut self, file: &[Statement], end: usize) {
        let mut beside = Vec::new();
        for statement in file {
            match &statement.kind {
                Kind::Symbols(words) if self.alphabet.symbols.is_empty() => {
                    self.distinct("symbol", words);
                    self.few(words);
                    for word in words.iter().take(MOST_LABELS) {
                        if reserved(word) && !word.quoted {
                            let message = format!("'{}' cannot be a symbol", quoted(&word.text));
                            self.fault(&word.span, message, "it has a meaning in patterns");
                        }
                        self.alphabet.symbols.push(word.text.clone());
                    }
                }
                Kind::Var { name, labels } => {
                    self.distinct("value", labels);
                    self.few(labels);
                    beside.push(name);
                    self.alphabet.variables.push(Variable {
                        name: name.text.clone(),
                        labels: labels
                            .iter()
                            .map(|l| l.text.clone())
                            .take(MOST_LABELS)
                            .collect(),
                    });
                }
                Kind::Draw { region, .. } if !self.alphabet.marks.contains(&region.text) => {
                    self.alphabet.marks.push(region.text.clone());
                }
                _ => {}
            }
        }
        if self.alphabet.variables.len() > MOST_CELLS || self.alphabet.marks.len() > MOST_LABELS {
            self.fault(
                &(end..end),
                "too many variables or marks",
                "the file is too large",
            );
            self.alphabet.variables.truncate(MOST_CELLS);
        }
        self.distinct("variable", beside.iter().copied());
        for name in beside {
            let taken = ["cell", "beside", "around", "row", "column", "on", "at"];
            if taken.contains(&name.text.as_str()) || self.alphabet.symbols.contains(&name.text) {
                let message = format!("a variable cannot be called '{}'", quoted(&name.text));
                self.fault(&name.span, message, "this name has a meaning already");
            }
        }
    }

    fn few(&mut self, words: &[Word]) {
        if let Some(word) = words.get(MOST_LABELS) {
            let message = format!("{} symbols or values", words.len());
            self.fault(
                &word.span,
                message,
                format!("expected at most {MOST_LABELS}"),
            );
        }
    }

    fn sets(&mut self, file: &[Statement]) {
        let mut names = Vec::new();
        for statement in file {
            if let Kind::Set { name, set } = &statement.kind {
                names.push(name);
                if self.alphabet.symbols.contains(&name.text) || reserved(name) {
                    let message = format!("a set cannot be called '{}'", quoted(&name.text));
                    self.fault(&name.span, message, "this name has a meaning already");
                }
                let choice = self.choice(set, None);
                self.alphabet.sets.push((name.text.clone(), choice));
            }
        }
        self.distinct("set", names);
    }

    fn glyphs(&mut self, file: &[Statement]) {
        for (label, symbol) in self.alphabet.symbols.iter().enumerate() {
            let (label, mark) = (label as Label, None);
            let glyph = Glyph { label, mark };
            self.alphabet.glyphs.insert(symbol.clone(), glyph);
        }
        for statement in file {
            let Kind::Draw {
                glyph,
                symbol,
                region,
            } = &statement.kind
            else {
                continue;
            };
            if let Some(label) = self.symbol(symbol) {
                let mark = self
                    .alphabet
                    .marks
                    .iter()
                    .position(|mark| *mark == region.text);
                let drawn = self
                    .alphabet
                    .glyphs
                    .insert(glyph.text.clone(), Glyph { label, mark });
                if drawn.is_some() {
                    let message = format!("'{}' is drawn for something else", quoted(&glyph.text));
                    self.fault(&glyph.span, message, "expected a new symbol");
                }
            }
        }
    }

    fn symbol(&mut self, word: &Word) -> Option<Label> {
        let label = self
            .alphabet
            .symbols
            .iter()
            .position(|symbol| *symbol == word.text);
        if label.is_none() {
            let symbols = self.alphabet.symbols.clone();
            let names: Vec<&str> = symbols.iter().map(String::as_str).collect();
            self.unknown("symbol", word, &names);
        }
        label.map(|label| label as Label)
    }

    /// A set of symbols; in a move's rule also of what the move is told.
    fn choice(&mut self, set: &syntax::Set, told: Option<&Told>) -> Choice {
        let mut choice = Choice {
            not: set.not,
            ..Choice::default()
        };
        for word in &set.words {
            if let Some(label) = self.alphabet.symbols.iter().position(|s| *s == word.text) {
                choice.labels |= 1 << label;
            } else if word.text == "end" && !word.quoted {
                choice.end = true;
            } else if let Some((_, set)) = self.alphabet.sets.iter().find(|(n, _)| *n == word.text)
            {
                choice.labels |= set.labels(&[], all(self.alphabet.symbols.len()));
                choice.end |= set.end;
            } else if let Some(name) = word.text.strip_prefix('?')
                && let Some(told) = told
            {
                match told.symbol(name) {
                    Some(parameter) => choice.parameters.push(parameter),
                    None => self.faults.push(
                        Fault::new(
                            word.span.clone(),
                            format!("'{}' is not told to the move", quoted(&word.text)),
                            "expected a parameter of the move",
                        )
                        .with_help(
                            "a set may hold symbols, and parameters such as ?x of 'move name(?x)'",
                        ),
                    ),
                }
            } else {
                let symbols = self.alphabet.symbols.clone();
                let sets = self.alphabet.sets.clone();
                let mut names: Vec<&str> = symbols.iter().map(String::as_str).collect();
                names.extend(sets.iter().map(|(name, _)| name.as_str()));
                self.unknown("symbol", word, &names);
            }
        }
        choice
    }

    fn statement(&mut self, statement: &Statement, checked: &mut Checked) {
        let span = statement.span.clone();
        match &statement.kind {
            Kind::Puzzle(name) => checked.name.clone_from(&name.text),
            Kind::Size { rows, columns } => {
                checked.board = Some(Shape::new(*rows, *columns, &vec![true; rows * columns]));
            }
            Kind::Shape(drawing) => checked.board = self.shape(drawing),
            Kind::Region { name, cells } => {
                if name.text == "rim" || self.alphabet.marks.contains(&name.text) {
                    let message = format!("a second region '{}'", quoted(&name.text));
                    self.fault(&name.span, message, "this region is there already");
                } else if let Some((first, _)) =
                    checked.regions.iter().find(|(n, _)| n.text == name.text)
                {
                    let message = format!("a second region '{}'", quoted(&name.text));
                    let fault = Fault::new(name.span.clone(), message, "named already");
                    self.faults
                        .push(fault.with_context(first.span.clone(), "the first one"));
                }
                checked.regions.push((name.clone(), cells.clone()));
            }
            Kind::Pieces(words) => {
                for word in words {
                    if let Some(label) = self.symbol(word) {
                        checked.pieces.push(Piece::Letter(label));
                    }
                }
            }
            Kind::Piece(drawing) => {
                if let Some(piece) = self.piece(drawing) {
                    checked.pieces.push(piece);
                }
            }
            Kind::Move(declared) => {
                let declared = self.move_of(declared);
                checked.moves.push(declared);
            }
            Kind::Goal { clauses, drawing } => {
                self.goal(clauses);
                checked.goals.push(Goal {
                    clauses: clauses.clone(),
                    drawing: drawing.clone(),
                    span,
                });
            }
            Kind::Start(drawing) => checked.start = Some(drawing.clone()),
            Kind::Expect { moves, from } => {
                if checked.expects.len() == MOST_EXPECTS {
                    let message = format!("more than {MOST_EXPECTS} 'expect' lines");
                    self.fault(&span, message, "one too many");
                }
                checked.expects.push(Expectation {
                    moves: *moves,
                    from: from.clone(),
                    span,
                });
            }
            Kind::Symbols(_) | Kind::Set { .. } | Kind::Var { .. } | Kind::Draw { .. } => {}
        }
    }

    /// A board that is drawn by its cells' names.
    fn shape(&mut self, drawing: &Drawing) -> Option<Shape> {
        let rows: Vec<Vec<Word>> = drawing.lines.iter().map(words).collect();
        let columns = rows[0].len();
        if rows.iter().map(Vec::len).sum::<usize>() > MOST_CELLS {
            let message = format!("a board of more than {MOST_CELLS} cells");
            self.fault(&drawing.of, message, "the board is too large");
            return None;
        }
        let ragged = rows
            .iter()
            .zip(&drawing.lines)
            .find(|(row, _)| row.len() != columns);
        if let Some((row, line)) = ragged {
            let message = format!("a row of {} cells, the first has {columns}", row.len());
            let fault = Fault::new(line.span.clone(), message, "expected rows of one width");
            let fault = fault.with_help("write . where there is no cell");
            self.faults
                .push(fault.with_context(drawing.lines[0].span.clone(), "the first row"));
            return None;
        }
        let cells: Vec<&Word> = rows
            .iter()
            .flatten()
            .filter(|word| word.text != ".")
            .collect();
        if cells.is_empty() {
            self.fault(&drawing.of, "a board without cells", "every place is .");
            return None;
        }
        if cells.iter().all(|cell| cell.text == cells[0].text) {
            let is_cell: Vec<bool> = rows.iter().flatten().map(|w| w.text != ".").collect();
            return Some(Shape::new(rows.len(), columns, &is_cell));
        }
        self.distinct("cell", cells);
        let name = |word: &Word| (word.text != ".").then(|| word.text.clone());
        let names = rows.iter().flatten().map(name).collect();
        Some(Shape::named(rows.len(), columns, names))
    }

    /// A piece that is drawn by its symbols.
    fn piece(&mut self, drawing: &Drawing) -> Option<Piece> {
        let lines: Vec<_> = drawing
            .lines
            .iter()
            .map(|l| (l.span.start, l.text.as_str()))
            .collect();
        let picture = self.alphabet.picture(&lines, false, self.faults);
        let cells: Vec<_> = site::piece(&picture);
        if cells.is_empty() {
            self.fault(&drawing.of, "a piece without cells", "nothing is drawn");
            return None;
        }
        Some(Piece::Drawn(cells))
    }

    fn move_of(&mut self, declared: &syntax::Move) -> Move {
        self.distinct("parameter", declared.parameters.iter().map(|p| &p.name));
        if let Some(parameter) = declared.parameters.get(MOST_SLOTS) {
            self.fault(&parameter.name.span, "too many parameters", "one too many");
        }
        let parameters: Vec<Parameter> = declared
            .parameters
            .iter()
            .take(MOST_SLOTS)
            .filter_map(|parameter| self.parameter(parameter))
            .collect();
        let told = Told {
            has_piece: parameters
                .iter()
                .any(|p| matches!(p, Parameter::Piece { .. })),
            parameters: &parameters,
        };
        let body = match &declared.body {
            syntax::Body::Rules(rules) => Body::Rules(
                rules
                    .iter()
                    .filter_map(|rule| self.rule(rule, &told))
                    .collect(),
            ),
            syntax::Body::Effects(effects) => {
                for effect in effects {
                    self.effect(effect, &told);
                }
                Body::Effects(effects.clone())
            }
            syntax::Body::Steps(steps) => {
                if let Some(parameter) = declared.parameters.first() {
                    let message = "a move of 'cycle', 'swap' or 'reverse' takes no parameters";
                    self.fault(&parameter.name.span, message, "not expected here");
                }
                Body::Steps(steps.clone())
            }
        };
        Move {
            name: declared.name.clone(),
            parameters,
            body,
        }
    }

    fn parameter(&mut self, parameter: &syntax::Parameter) -> Option<Parameter> {
        let among = &parameter.among;
        match parameter.name.text.as_str() {
            "cell" => {
                if let Some(word) = among.get(1) {
                    self.fault(&word.span, "a second region", "expected one");
                }
                Some(Parameter::Cell(among.first().cloned()))
            }
            "dir" if among.is_empty() => Some(Parameter::Direction(DIRECTIONS[..4].to_vec())),
            "dir" => {
                self.distinct("direction", among);
                let directions: Vec<Direction> = among
                    .iter()
                    .filter_map(|word| self.direction(word))
                    .collect();
                // Their order is the language's, as that of cells is.
                let chosen = DIRECTIONS.iter().filter(|d| directions.contains(d));
                Some(Parameter::Direction(chosen.copied().collect()))
            }
            "piece" => {
                let along = among.first().is_some_and(|word| word.text == "along");
                if let Some(word) = among.get(usize::from(along)) {
                    self.fault(&word.span, "a piece takes no list", "expected 'along'");
                }
                Some(Parameter::Piece { along })
            }
            "steps" => {
                if let Some(word) = among.first() {
                    self.fault(&word.span, "'steps' takes no list", "not expected here");
                }
                Some(Parameter::Steps)
            }
            name if name.starts_with('?') && name.len() > 1 => {
                let among = if among.is_empty() {
                    all(self.alphabet.symbols.len())
                } else {
                    let span = among[0].span.start..among[among.len() - 1].span.end;
                    let (not, words) = match among.split_first() {
                        Some((first, rest)) if first.text == "not" => (true, rest.to_vec()),
                        _ => (false, among.clone()),
                    };
                    let set = syntax::Set { not, words, span };
                    self.choice(&set, None)
                        .labels(&[], all(self.alphabet.symbols.len()))
                };
                let labels = (0..64).filter(|label| among >> label & 1 == 1);
                Some(Parameter::Symbol {
                    name: name[1..].to_owned(),
                    among: labels.collect(),
                })
            }
            _ => {
                let names = ["cell", "dir", "piece", "steps", "?x"];
                self.unknown("parameter", &parameter.name, &names);
                None
            }
        }
    }

    fn direction(&mut self, word: &Word) -> Option<Direction> {
        let found = DIRECTIONS
            .into_iter()
            .find(|direction| direction.name == word.text);
        if found.is_none() {
            self.unknown(
                "direction",
                word,
                &DIRECTIONS.map(|direction| direction.name),
            );
        }
        found
    }

    fn effect(&mut self, effect: &syntax::Effect, told: &Told) {
        let variable = match &effect.place {
            Place::Named(word) => match word.text.as_str() {
                "cell" | "beside" | "around" | "row" | "column" => {
                    if !told
                        .parameters
                        .iter()
                        .any(|p| matches!(p, Parameter::Cell(_)))
                    {
                        let message = format!("'{}' of no cell", word.text);
                        let fault = Fault::new(word.span.clone(), message, "which cell is it?");
                        let help = "the move needs the parameter 'cell': move name(cell)";
                        self.faults.push(fault.with_help(help));
                    }
                    None
                }
                _ => match self.variable(
                    word,
                    &["cell", "beside", "around", "row", "column", "on", "at"],
                ) {
                    Some(variable) => Some(variable),
                    None => return,
                },
            },
            Place::On(_) | Place::At(_) => None,
        };
        if let Becomes::Symbol(word) = &effect.becomes {
            match variable {
                Some(variable) => {
                    self.value(variable, word);
                }
                None => {
                    self.symbol(word);
                }
            }
        }
    }

    fn variable(&mut self, word: &Word, others: &[&str]) -> Option<usize> {
        let found = self
            .alphabet
            .variables
            .iter()
            .position(|v| v.name == word.text);
        if found.is_none() {
            let variables = self.alphabet.variables.clone();
            let mut names = others.to_vec();
            names.extend(variables.iter().map(|variable| variable.name.as_str()));
            let what = if others.is_empty() {
                "variable"
            } else {
                "word"
            };
            self.unknown(what, word, &names);
        }
        found
    }

    fn value(&mut self, variable: usize, word: &Word) -> Option<Label> {
        let labels = &self.alphabet.variables[variable].labels;
        let label = labels.iter().position(|label| *label == word.text);
        if label.is_none() {
            let fault = self
                .alphabet
                .no_value(variable, &word.text, word.span.clone());
            self.faults.push(fault);
        }
        label.map(|label| label as Label)
    }

    /// The values of a variable that a set names.
    fn values(&mut self, variable: usize, set: &syntax::Set) -> u64 {
        let labels = self.alphabet.variables[variable].labels.len();
        let named = set
            .words
            .iter()
            .filter_map(|word| self.value(variable, word))
            .fold(0, |set, label| set | 1 << label);
        if set.not { all(labels) & !named } else { named }
    }

    fn rule(&mut self, rule: &syntax::Rule, told: &Told) -> Option<Rule> {
        let before = self.faults.len();
        let mut slots: Vec<&str> = Vec::new();
        let elements = |side: &'_ Side| -> Vec<Element> {
            side.pattern
                .as_ref()
                .map_or(Vec::new(), |p| p.elements.clone())
        };
        let (left_elements, right_elements) = (elements(&rule.left), elements(&rule.right));
        let mut left = Vec::new();
        for (i, element) in left_elements.iter().enumerate() {
            left.push(self.left(element, i, told, &mut slots));
        }
        if left.len() != right_elements.len()
            && !(right_elements.is_empty() && rule.right.pattern.is_none())
        {
            let cells = |n: usize| {
                if n == 1 {
                    "1 cell".into()
                } else {
                    format!("{n} cells")
                }
            };
            let span = rule
                .right
                .pattern
                .as_ref()
                .map_or(rule.span.clone(), |p| p.span.clone());
            let message = format!(
                "{} become {}",
                cells(left.len()),
                cells(right_elements.len())
            );
            let fault = Fault::new(span, message, "expected as many as before the '->'");
            let context = rule.left.pattern.as_ref().map(|p| p.span.clone());
            self.faults.push(match context {
                Some(span) => fault.with_context(span, cells(left.len())),
                None => fault,
            });
            return None;
        }
        let mut right = vec![Right::Keep; left.len()];
        for (i, element) in right_elements.iter().enumerate() {
            let same = same(element, &left_elements[i]);
            right[i] = self.right(element, &left[i], same, told, &slots)?;
        }
        let has_piece = left.iter().any(|cell| cell.piece);
        if has_piece
            && right.iter().filter(|&&cell| cell == Right::Piece).count() != 1
            && !right_elements.is_empty()
        {
            self.fault(
                &rule.span,
                "the piece is lost",
                "expected 'piece' once behind the '->'",
            );
        }
        if !has_piece && told.has_piece {
            self.fault(
                &rule.span,
                "a rule without the piece",
                "expected [ piece | … ]",
            );
        }
        let mut tests = Vec::new();
        for (name, set) in &rule.left.variables {
            if let Some(variable) = self.variable(name, &[]) {
                tests.push((variable, self.values(variable, set)));
            }
        }
        let mut writes: Vec<(usize, Set)> = Vec::new();
        for (name, set) in &rule.right.variables {
            let Some(variable) = self.variable(name, &[]) else {
                continue;
            };
            if writes.iter().any(|&(other, _)| other == variable) {
                let message = format!("'{}' becomes two things", name.text);
                self.fault(&name.span, message, "named already");
            }
            let count = self.alphabet.variables[variable].labels.len();
            match &set.words[..] {
                [word] if !set.not => {
                    let known = self.alphabet.variables[variable]
                        .labels
                        .contains(&word.text);
                    match plus(&word.text) {
                        Some(sum) if !known => {
                            writes.push((variable, Set::Plus(modulo(sum, count))))
                        }
                        _ => {
                            let label = self.value(variable, word);
                            writes.extend(label.map(|label| (variable, Set::Label(label))));
                        }
                    }
                }
                _ => self.fault(&set.span, "a variable becomes one value", "this is a set"),
            }
        }
        let direction = match &rule.direction {
            Some(word) => {
                let told = told
                    .parameters
                    .iter()
                    .any(|p| matches!(p, Parameter::Direction(_)));
                if told {
                    let message = "a direction, and the move's own";
                    self.fault(&word.span, message, "the move has the parameter 'dir'");
                }
                self.direction(word)
            }
            None => None,
        };
        (self.faults.len() == before).then(|| Rule {
            direction,
            left,
            right,
            tests,
            writes,
            span: rule.span.clone(),
        })
    }

    fn left<'e>(
        &mut self,
        element: &'e Element,
        index: usize,
        told: &Told,
        slots: &mut Vec<&'e str>,
    ) -> Left {
        let mut left = Left {
            choice: Choice {
                not: true,
                ..Choice::default()
            },
            slot: None,
            many: false,
            piece: false,
        };
        match element {
            Element::Bound { name, plus, among } => {
                if *plus != 0 {
                    let help = "write ?x here and ?x+1 behind the '->'";
                    let fault = Fault::new(
                        name.span.clone(),
                        "a sum before the '->'",
                        "not expected here",
                    );
                    self.faults.push(fault.with_help(help));
                }
                if let Some(among) = among {
                    left.choice = self.choice(among, Some(told));
                    if left.choice.end {
                        self.fault(
                            &among.span,
                            "the board's edge has no symbol",
                            "'end' cannot be copied",
                        );
                    }
                }
                if let Some(parameter) = told.symbol(&name.text) {
                    left.choice = Choice {
                        parameters: vec![parameter],
                        ..Choice::default()
                    };
                    if let Some(among) = among {
                        self.fault(
                            &among.span,
                            "a parameter's symbol is told",
                            "not expected here",
                        );
                    }
                } else if !name.text.is_empty() {
                    let known = slots.iter().position(|slot| *slot == name.text);
                    left.slot = Some(known.unwrap_or(slots.len()));
                    if known.is_none() {
                        slots.push(&name.text);
                    }
                }
            }
            Element::Set { set, many } => {
                left.many = *many;
                let is_piece = |word: &Word| word.text == "piece" && !word.quoted;
                if told.has_piece && set.words.iter().any(is_piece) {
                    left.piece = true;
                    if index != 0 || set.words.len() > 1 || set.not || *many {
                        self.fault(
                            &set.span,
                            "the piece stands first and alone",
                            "expected [ piece | … ]",
                        );
                    }
                } else if set.words[..]
                    == [Word {
                        text: "?".into(),
                        ..set.words[0].clone()
                    }]
                {
                    // `?*`: any number of cells, whatever lies there.
                } else {
                    left.choice = self.choice(set, Some(told));
                }
                if *many && left.choice.end {
                    self.fault(
                        &set.span,
                        "the board's edge is there once",
                        "'end' cannot have *",
                    );
                }
                if told.has_piece && left.choice.end {
                    self.fault(
                        &set.span,
                        "no 'end' beside a piece",
                        "a piece may reach the edge with a part of it",
                    );
                }
            }
        }
        left
    }

    /// What a cell becomes; `same` says that the same stands before the `->`.
    fn right(
        &mut self,
        element: &Element,
        left: &Left,
        same: bool,
        told: &Told,
        slots: &[&str],
    ) -> Option<Right> {
        let count = self.alphabet.symbols.len();
        if same && !left.piece {
            return Some(Right::Keep);
        }
        if left.many {
            let message = "cells that stay as they are";
            self.fault(
                &element.span(),
                message,
                "expected the same as before the '->'",
            );
            return None;
        }
        let right = match element {
            Element::Bound { name, plus, among } => {
                if let Some(among) = among {
                    self.fault(&among.span, "a set behind the '->'", "not expected here");
                }
                if name.text.is_empty() {
                    return Some(Right::Keep);
                }
                if let Some(parameter) = told.symbol(&name.text) {
                    Right::Parameter(parameter)
                } else if let Some(slot) = slots.iter().position(|slot| *slot == name.text) {
                    let plus = modulo(*plus, count);
                    Right::Slot { slot, plus }
                } else {
                    let message = format!("nothing is called '?{}'", quoted(&name.text));
                    self.fault(&name.span, message, "expected a name from before the '->'");
                    return None;
                }
            }
            Element::Set { set, many } => {
                let [word] = &set.words[..] else {
                    self.fault(&set.span, "a cell becomes one symbol", "this is a set");
                    return None;
                };
                if word.text == "piece" && told.has_piece && !word.quoted {
                    return Some(Right::Piece);
                }
                if word.text == "end" && !word.quoted {
                    self.fault(
                        &word.span,
                        "the board's edge stays",
                        "expected 'end' before the '->' as well",
                    );
                    return None;
                }
                if set.not || *many {
                    self.fault(&set.span, "a cell becomes one symbol", "this is a set");
                    return None;
                }
                Right::Label(self.symbol(word)?)
            }
        };
        if left.choice.end {
            self.fault(
                &element.span(),
                "the board's edge cannot change",
                "expected the same as before the '->'",
            );
            return None;
        }
        Some(right)
    }

    /// What can be checked of a goal without the board.
    fn goal(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            match clause {
                Clause::All(set)
                | Clause::On { set, .. }
                | Clause::Some { set, .. }
                | Clause::At { set, .. } => {
                    self.choice(set, None);
                }
                Clause::Line { length, set } => {
                    self.choice(set, None);
                    if length
                        .text
                        .parse::<usize>()
                        .map_or(true, |n| n == 0 || n > MOST_CELLS)
                    {
                        let message = format!("'{}' is no length", quoted(&length.text));
                        self.fault(&length.span, message, "expected a number of cells");
                    }
                }
                Clause::Variable { name, set } => {
                    let words = [
                        "all",
                        "line",
                        "same",
                        "on",
                        "some",
                        "at",
                        "rim",
                        "board",
                        "somewhere",
                    ];
                    if let Some(variable) = self.variable(name, &words) {
                        self.values(variable, set);
                    }
                }
                Clause::Same(_) | Clause::Board(_) | Clause::Somewhere(_) => {}
            }
        }
    }
}

/// The words of a line, each with its place.
fn words(line: &Word) -> Vec<Word> {
    line.text
        .split_whitespace()
        .map(|word| {
            let start = line.span.start + (word.as_ptr() as usize - line.text.as_ptr() as usize);
            Word {
                text: word.to_owned(),
                span: start..start + word.len(),
                quoted: false,
            }
        })
        .take(MOST_CELLS + 1)
        .collect()
}

/// A sum such as `+1`.
fn plus(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-'])?;
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| text.parse().ok())?
}

/// `plus` modulo `count`.
pub(crate) fn modulo(plus: i64, count: usize) -> Label {
    plus.rem_euclid(count.max(1) as i64) as Label
}

/// Whether two cells of a pattern are written alike.
fn same(one: &Element, other: &Element) -> bool {
    let words = |set: &syntax::Set| -> Vec<String> {
        set.words.iter().map(|word| word.text.clone()).collect()
    };
    match (one, other) {
        (Element::Set { set: a, many: m }, Element::Set { set: b, many: n }) => {
            m == n && a.not == b.not && words(a) == words(b)
        }
        (
            Element::Bound {
                name: a, plus: 0, ..
            },
            Element::Bound { name: b, .. },
        ) => a.text == b.text,
        _ => false,
    }
}
