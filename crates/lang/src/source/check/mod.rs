//! Checks a syntax tree: looks up every name and reports all faults, not only the first.

use std::collections::HashMap;

use fewest_rules::{Fault, quoted};

use super::alphabet::PuzzleAlphabet;
use super::checked::{CheckedGoal, CheckedPuzzle, ExpectLine, PieceSource};
use super::lexer::{self, Span};
use super::limits::{LONGEST_NAME, MOST_CELLS, MOST_EXPECTS, MOST_FAULTS, MOST_NAMES};
use super::numbers;
use super::shape::GridShape;
use super::syntax::{DrawingLines, GoalClause, Lexeme, SetSyntax, SourceStatement, StatementKind};
use super::terrain::{self, PieceCell};
use super::unknown::unknown;
use super::walls::Walls;

mod costs;
mod layers;
mod looks;
mod moves;
mod names;
mod patterns;
mod place;

/// The words with which an effect denotes cells. No variable may have such a name.
const PLACES: [&str; 7] = ["cell", "beside", "around", "row", "column", "on", "at"];

/// Checks a file of `end` bytes. Returns everything that can be checked, even if there are faults.
pub(crate) fn check(
    file: &[SourceStatement],
    end: usize,
    faults: &mut Vec<Fault>,
) -> CheckedPuzzle {
    let mut checker = Checker {
        alphabet: PuzzleAlphabet::default(),
        faults,
    };
    checker.names(file);
    checker.sets(file);
    checker.glyphs(file);
    checker.looks(file);
    let mut checked = CheckedPuzzle::default();
    checker.repeated(file);
    for statement in file {
        if !checker.full() {
            checker.statement(statement, &mut checked);
        }
    }
    checker.moved(file, &mut checked);
    checker.measure(file, &mut checked);
    checker.missing(file, end);
    checker.walls_around(file, &mut checked);
    checker.pieces_named(file, &checked);
    checked.parts = checker.parts(file, &checked.pieces);
    checked.alphabet = checker.alphabet;
    checked
}

/// Looks up names and collects faults.
struct Checker<'f> {
    alphabet: PuzzleAlphabet,
    faults: &'f mut Vec<Fault>,
}

impl Checker<'_> {
    /// Whether enough faults have been found to stop.
    fn full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    /// Adds a fault unless the greatest number of faults has been reached.
    fn push(&mut self, fault: Fault) {
        if !self.full() {
            self.faults.push(fault);
        }
    }

    fn fault(&mut self, span: &Span, message: impl Into<String>, label: impl Into<String>) {
        self.push(Fault::new(span.clone(), message, label));
    }

    fn unknown(&mut self, what: &str, word: &Lexeme, names: &[&str]) {
        self.push(unknown(what, &word.text, &word.span, names));
    }

    /// Reports names that are too long to be used in a move's name or in a drawing.
    fn short<'w>(&mut self, words: impl IntoIterator<Item = &'w Lexeme>) {
        for word in words {
            if word.text.len() > LONGEST_NAME {
                let message = format!("a name of {} bytes", word.text.len());
                self.fault(
                    &word.span,
                    message,
                    format!("expected at most {LONGEST_NAME}"),
                );
            }
        }
    }

    /// Reports that a file has too many statements of one kind.
    fn most_names(&mut self, what: &str, count: usize, span: &Span) {
        if count > MOST_NAMES {
            let message = format!("more than {MOST_NAMES} {what}");
            self.fault(span, message, "one too many");
        }
    }

    /// Reports a second declaration of a name.
    fn second(&mut self, what: &str, word: &Lexeme, first: &Span) {
        let message = format!("a second {what} '{}'", quoted(&word.text));
        let fault = Fault::new(word.span.clone(), message, "named already");
        self.push(fault.with_context(first.clone(), "the first one"));
    }

    /// Reports names that occur twice.
    fn distinct<'w>(&mut self, what: &str, words: impl IntoIterator<Item = &'w Lexeme>) {
        let mut seen: HashMap<&str, &Span> = HashMap::new();
        for word in words {
            match seen.get(word.text.as_str()) {
                Some(first) => self.second(what, word, first),
                None => {
                    seen.insert(&word.text, &word.span);
                }
            }
        }
    }

    /// Reports repeated statements that may occur only once.
    fn repeated(&mut self, file: &[SourceStatement]) {
        let mut once: HashMap<&str, &Span> = HashMap::new();
        for statement in file {
            let name = match &statement.kind {
                StatementKind::Puzzle(_) => "puzzle",
                StatementKind::Symbols(_) => "symbols",
                StatementKind::Size { .. } | StatementKind::Shape(_) => "board",
                StatementKind::Start(_) | StatementKind::Scramble(_) => "start",
                StatementKind::Fewest(_) => "fewest",
                StatementKind::Walls(_) => "walls",
                StatementKind::Place(_) => "place",
                StatementKind::Arrangement(_) => "look =",
                _ => continue,
            };
            if let Some(&first) = once.get(name) {
                let message = format!("a second '{name}'");
                let fault = Fault::new(statement.span.clone(), message, "a puzzle has one");
                self.faults
                    .push(fault.with_context(first.clone(), "the first one"));
            }
            once.insert(name, &statement.span);
        }
    }

    /// Reports statements that are missing although every file needs them.
    fn missing(&mut self, file: &[SourceStatement], end: usize) {
        let has = |is: fn(&StatementKind) -> bool| file.iter().any(|other| is(&other.kind));
        let needed = [
            (
                has(|kind| matches!(kind, StatementKind::Puzzle(_))),
                0,
                ("the puzzle has no name", "expected 'puzzle'"),
                "write 'puzzle NAME' in the first line",
            ),
            (
                has(|kind| matches!(kind, StatementKind::Symbols(_))),
                0,
                ("the puzzle has no symbols", "expected 'symbols'"),
                "write 'symbols' and what may lie on a cell",
            ),
            (
                has(|kind| matches!(kind, StatementKind::Move(_))),
                end,
                ("the puzzle has no moves", "expected 'move'"),
                "write 'move NAME(cell)' and rules below",
            ),
            (
                has(|kind| matches!(kind, StatementKind::Goal { .. })),
                end,
                ("the puzzle has no goal", "expected 'goal'"),
                "write 'goal all S', or draw a board after 'goal board'",
            ),
        ];
        for (present, at, (message, label), help) in needed {
            if !present {
                self.faults
                    .push(Fault::new(at..at, message, label).with_help(help));
            }
        }
    }

    fn statement(&mut self, statement: &SourceStatement, checked: &mut CheckedPuzzle) {
        let span = statement.span.clone();
        match &statement.kind {
            StatementKind::Puzzle(name) => {
                self.short([name]);
                let mut letters = name.text.chars();
                let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
                if !begins || !letters.all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
                    let message = format!("'{}' is not a name for a puzzle", quoted(&name.text));
                    let label = "expected a letter, then letters, digits, - and _";
                    self.fault(&name.span, message, label);
                }
                checked.name.clone_from(&name.text);
            }
            StatementKind::Size {
                rows,
                columns,
                torus,
            } => {
                let cells = vec![true; rows * columns];
                let mut shape = GridShape::new(*rows, *columns, &cells);
                shape.torus = *torus;
                checked.board = Some(shape);
            }
            StatementKind::Walls(drawing) => checked.walls = Walls::read(drawing, self.faults),
            StatementKind::Shape(drawing) => checked.board = self.shape(drawing),
            StatementKind::Region { name, cells } => {
                let regions = &checked.regions;
                let first = regions.iter().find(|(other, _)| other.text == name.text);
                if name.text == "rim" || self.alphabet.mark(&name.text).is_some() {
                    let message = format!("a second region '{}'", quoted(&name.text));
                    self.fault(&name.span, message, "this region exists already");
                } else if let Some((first, _)) = first {
                    self.second("region", name, &first.span);
                }
                checked.regions.push((name.clone(), cells.clone()));
                self.most_names("regions", checked.regions.len(), &name.span);
            }
            StatementKind::Pieces(words) => {
                self.distinct("piece", words);
                let symbols = words.iter().filter_map(|word| self.symbol(word));
                checked.pieces.extend(symbols.map(PieceSource::Board));
            }
            StatementKind::Piece(drawing) => {
                self.most_names("pieces", checked.pieces.len() + 1, &drawing.of);
                checked
                    .pieces
                    .extend(self.piece(drawing).map(PieceSource::File));
            }
            StatementKind::Move(declared) => {
                let declared = self.move_of(declared);
                checked.moves.push(declared);
            }
            StatementKind::After(stages) => {
                let stages = self.after(stages, &[]);
                checked.go_on(stages);
            }
            StatementKind::Goal { clauses, drawing } => {
                self.goal(clauses);
                checked.goals.push(CheckedGoal {
                    clauses: clauses.clone(),
                    drawing: drawing.clone(),
                    span,
                });
            }
            StatementKind::Start(drawing) => checked.start = Some(drawing.clone()),
            StatementKind::Scramble(moves) => checked.scramble = Some((moves.clone(), span)),
            StatementKind::Expect { outcome, from } => {
                if checked.expects.len() == MOST_EXPECTS {
                    let message = format!("more than {MOST_EXPECTS} 'expect' lines");
                    self.fault(&span, message, "one too many");
                }
                checked.expects.push(ExpectLine {
                    outcome: *outcome,
                    from: from.clone(),
                    span,
                });
            }
            // The names in these statements were collected before. What the puzzle minimises
            // depends on all moves, so it is checked afterwards.
            StatementKind::Fewest(_)
            | StatementKind::Symbols(_)
            | StatementKind::Set { .. }
            | StatementKind::Var { .. }
            | StatementKind::Layer { .. }
            | StatementKind::Draw { .. }
            | StatementKind::Arrangement(_)
            | StatementKind::Look { .. }
            | StatementKind::Place(_) => {}
        }
    }

    /// Adds the walls to the declared board.
    fn walls_around(&mut self, file: &[SourceStatement], checked: &mut CheckedPuzzle) {
        let torus = checked.board.as_ref().is_some_and(|board| board.torus);
        for statement in file {
            match &statement.kind {
                StatementKind::Walls(_) => {
                    if let (Some(board), Some(walls)) = (&mut checked.board, &checked.walls) {
                        let fault = board.enclose(walls, &statement.span).err();
                        fault.into_iter().for_each(|fault| self.push(fault));
                    }
                }
                StatementKind::Piece(_) | StatementKind::Pieces(_) if torus => {
                    let message = "pieces on a board that wraps around";
                    self.fault(&statement.span, message, "expected a board with edges");
                }
                _ => {}
            }
        }
    }

    /// Reports parameters that name a symbol which belongs to no piece.
    fn pieces_named(&mut self, file: &[SourceStatement], checked: &CheckedPuzzle) {
        let moves = file.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Move(declared) => Some(&declared.parameters),
            _ => None,
        });
        let pieces = moves
            .flatten()
            .filter(|parameter| parameter.name.text == "piece");
        for word in pieces.flat_map(|parameter| &parameter.among) {
            let symbols = self.alphabet.labels(&word.text);
            let named = |symbols| checked.pieces.iter().any(|piece| piece.is_among(symbols));
            if symbols.is_some_and(|symbols| !named(symbols)) {
                let message = format!("no piece has the symbol '{}'", quoted(&word.text));
                self.fault(&word.span, message, "expected a symbol of a piece");
            }
        }
    }

    /// Reads a board that is drawn by the names of its cells.
    fn shape(&mut self, drawing: &DrawingLines) -> Option<GridShape> {
        let words = |line: &Lexeme| {
            let words = lexer::words(&line.text).take(MOST_CELLS + 1);
            let words = words.map(|(at, word)| Lexeme::new(word, line.span.start + at));
            words.collect()
        };
        let rows: Vec<Vec<Lexeme>> = drawing.lines.iter().map(words).collect();
        let columns = rows[0].len();
        if rows.iter().map(Vec::len).sum::<usize>() > MOST_CELLS {
            let message = format!("a board of more than {MOST_CELLS} cells");
            self.fault(&drawing.of, message, "the board is too large");
            return None;
        }
        let ragged = rows.iter().position(|row| row.len() != columns);
        if let Some(ragged) = ragged {
            let (row, span) = (&rows[ragged], drawing.lines[ragged].span.clone());
            let message = format!("a row of {} cells, the first has {columns}", row.len());
            let fault = Fault::new(span, message, "expected rows of one width");
            let fault = fault.with_help("write . where there is no cell");
            self.push(fault.with_context(drawing.lines[0].span.clone(), "the first row"));
            return None;
        }
        let places: Vec<&Lexeme> = rows.iter().flatten().collect();
        let cells = places.iter().copied().filter(|word| word.text != ".");
        let Some(first) = cells.clone().next() else {
            self.fault(&drawing.of, "a board without cells", "every place is .");
            return None;
        };
        if cells.clone().all(|cell| cell.text == first.text) {
            let is_cell: Vec<bool> = places.iter().map(|word| word.text != ".").collect();
            return Some(GridShape::new(rows.len(), columns, &is_cell));
        }
        self.short(cells.clone());
        self.distinct("cell", cells);
        let name = |word: &&Lexeme| (word.text != ".").then(|| word.text.clone());
        let names = places.iter().map(name).collect();
        Some(GridShape::named(rows.len(), columns, names))
    }

    /// Reads a piece that is drawn by its symbols.
    fn piece(&mut self, drawing: &DrawingLines) -> Option<Vec<PieceCell>> {
        let picture = self
            .alphabet
            .picture(&drawing.lines(), false, self.faults)?;
        let cells = picture
            .cells()
            .filter(|(_, _, cell)| cell.labels().is_some());
        let cells = terrain::piece(cells.map(|(row, column, cell)| (row, column, cell.label())));
        if cells.is_empty() {
            self.fault(&drawing.of, "a piece without cells", "nothing is drawn");
            return None;
        }
        Some(cells)
    }

    /// Checks the symbols of a condition of a goal.
    fn goal_set(&mut self, set: &SetSyntax) {
        let layer = self.alphabet.layer_label(&set.words[0].text);
        if let Some((layer, _)) = layer {
            self.layer_labels(layer, set);
            return;
        }
        if self.symbols(set, None).end {
            let message = "the board's edge is not a cell";
            self.fault(&set.span, message, "no 'end' in a goal");
        }
    }

    /// Checks a number of cells.
    fn cells(&mut self, what: &str, word: &Lexeme, least: usize) {
        let cells = word.text.parse::<usize>();
        if cells.map_or(true, |n| n < least || n > MOST_CELLS) {
            let message = format!("'{}' is not a {what}", quoted(&word.text));
            self.fault(&word.span, message, "expected a number of cells");
        }
    }

    /// Checks the parts of a goal that do not depend on the board.
    fn goal(&mut self, clauses: &[GoalClause]) {
        for clause in clauses {
            match clause {
                GoalClause::Cells { set, .. } => self.goal_set(set),
                GoalClause::Exactly { number, set, .. } => {
                    self.goal_set(set);
                    self.cells("possible number", number, 0);
                }
                GoalClause::Line { length, set } => {
                    self.goal_set(set);
                    self.cells("length", length, 1);
                }
                GoalClause::Variable { name, set } => {
                    if let Some(variable) = self.variable(name, &[]) {
                        self.values(variable, set);
                    }
                }
                GoalClause::Compare(comparison) => {
                    let fault = numbers::test(&self.alphabet, &[], comparison).err();
                    fault.into_iter().for_each(|fault| self.push(fault));
                }
                GoalClause::Same(_) | GoalClause::Board(_) | GoalClause::Somewhere(_) => {}
            }
        }
    }
}
