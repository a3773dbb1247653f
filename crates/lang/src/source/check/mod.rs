//! Syntax tree to checked puzzle: every name is looked up, and everything that
//! is wrong is told, not the first alone.

use std::collections::HashMap;

use fewest_rules::{Fault, nearest, quoted};

use fewest_ground::Label;

use super::checked::{Checked, Expectation, Goal, Piece};
use super::drawing::{Alphabet, one_of};
use super::lexer::{self, Span};
use super::limits::{LONGEST_NAME, MOST_CELLS, MOST_EXPECTS, MOST_FAULTS, MOST_NAMES};
use super::site::{self, Shape};
use super::syntax::{Clause, Drawing, Kind, Set, Statement, Word};

mod moves;
mod names;
mod patterns;

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
    checker.names(file);
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
        if !checker.full() {
            checker.statement(statement, &mut checked);
        }
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

impl Checker<'_> {
    /// Whether there are so many faults that more need not be looked for.
    fn full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    fn fault(&mut self, span: &Span, message: impl Into<String>, label: impl Into<String>) {
        if !self.full() {
            self.faults.push(Fault::new(span.clone(), message, label));
        }
    }

    /// Tells names that are too long for a move's name or a drawing.
    fn short<'w>(&mut self, words: impl IntoIterator<Item = &'w Word>) {
        for word in words {
            if word.text.len() > LONGEST_NAME {
                let message = format!("a name of {} bytes", word.text.len());
                let label = format!("expected at most {LONGEST_NAME}");
                self.fault(&word.span, message, label);
            }
        }
    }

    /// Tells that there are too many statements of a kind.
    fn most_names(&mut self, what: &str, count: usize, span: &Span) {
        if count > MOST_NAMES {
            self.fault(
                span,
                format!("more than {MOST_NAMES} {what}"),
                "one too many",
            );
        }
    }

    /// The fault of a name that is none of `names`.
    fn unknown(&mut self, what: &str, word: &Word, names: &[&str]) {
        if self.full() {
            return;
        }
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
            if self.full() {
                return;
            }
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

    fn statement(&mut self, statement: &Statement, checked: &mut Checked) {
        let span = statement.span.clone();
        match &statement.kind {
            Kind::Puzzle(name) => {
                self.short([name]);
                let mut letters = name.text.chars();
                let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
                if !begins || !letters.all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
                    let message = format!("'{}' is no name for a puzzle", quoted(&name.text));
                    let label = "expected a letter, then letters, digits, - and _";
                    self.fault(&name.span, message, label);
                }
                checked.name.clone_from(&name.text);
            }
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
                self.most_names("regions", checked.regions.len(), &name.span);
            }
            Kind::Pieces(words) => {
                self.distinct("piece", words);
                for word in words {
                    if let Some(label) = self.symbol(word) {
                        checked.pieces.push(Piece::Letter(label));
                    }
                }
            }
            Kind::Piece(drawing) => {
                self.most_names("pieces", checked.pieces.len() + 1, &drawing.of);
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
        self.short(cells.iter().copied());
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
        let picture = self.alphabet.picture(&lines, false, self.faults)?;
        let cells: Vec<_> = site::piece(&picture);
        if cells.is_empty() {
            self.fault(&drawing.of, "a piece without cells", "nothing is drawn");
            return None;
        }
        Some(Piece::Drawn(cells))
    }

    /// The symbols of a goal.
    fn goal_set(&mut self, set: &Set) {
        if self.choice(set, None).end {
            let message = "the board's edge lies on no cell";
            self.fault(&set.span, message, "no 'end' in a goal");
        }
    }

    /// What can be checked of a goal without the board.
    fn goal(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            match clause {
                Clause::All(set)
                | Clause::On { set, .. }
                | Clause::Some { set, .. }
                | Clause::At { set, .. } => self.goal_set(set),
                Clause::Line { length, set } => {
                    self.goal_set(set);
                    let cells = length.text.parse::<usize>();
                    if cells.map_or(true, |n| n == 0 || n > MOST_CELLS) {
                        let message = format!("'{}' is no length", quoted(&length.text));
                        self.fault(&length.span, message, "expected a number of cells");
                    }
                }
                Clause::Variable { name, set } => {
                    if let Some(variable) = self.variable(name, &[]) {
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
    lexer::words(&line.text)
        .map(|(at, word)| Word {
            text: word.to_owned(),
            span: line.span.start + at..line.span.start + at + word.len(),
            quoted: false,
        })
        .take(MOST_CELLS + 1)
        .collect()
}

/// `plus` modulo `count`.
pub(crate) fn modulo(plus: i64, count: usize) -> Label {
    plus.rem_euclid(count.max(1) as i64) as Label
}
