//! Checks a syntax tree: looks up every name and reports all faults, not only the first.

use std::cell::Cell;
use std::collections::HashMap;

use fewest_rules::{Fault, quoted};

use super::alphabet::PuzzleAlphabet;
use super::checked::{CheckedPuzzle, PieceSource};
use super::lexer::Span;
use super::limits::{LONGEST_NAME, MOST_CELLS, MOST_EXPECTS, MOST_FAULTS, MOST_NAMES};
use super::shape::GridShape;
use super::syntax::{
    BoardSyntax, DrawingLines, GoalClause, Lexeme, PieceSyntax, SetSyntax, SourceFile,
};
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

use moves::MoveScope;

/// Checks a file of `end` bytes. Returns everything that can be checked, even if there are faults.
pub(crate) fn check(file: SourceFile, end: usize, faults: &mut Vec<Fault>) -> CheckedPuzzle {
    let mut checker = Checker {
        alphabet: PuzzleAlphabet::default(),
        used: 0,
        faults,
    };
    checker.names(&file);
    checker.sets(&file);
    checker.glyphs(&file);
    checker.looks(&file);
    checker.repeated(&file);
    let mut checked = CheckedPuzzle::default();
    checker.board(&file, &mut checked);
    checker.regions(&file);
    checked.pieces = checker.pieces(&file);
    for declared in &file.moves {
        if !checker.full() {
            let declared = checker.move_of(declared);
            checked.moves.push(declared);
        }
    }
    for stages in &file.after {
        if checker.full() {
            break;
        }
        let stages = checker.after(stages, &MoveScope::new(&[], &Cell::default()));
        checked.go_on(stages);
    }
    for goal in &file.goals {
        if checker.full() {
            break;
        }
        checker.goal(&goal.clauses);
    }
    if let Some(expect) = file.expects.get(MOST_EXPECTS) {
        let message = format!("more than {MOST_EXPECTS} 'expect' lines");
        checker.fault(&expect.span, message, "one too many");
    }
    checker.moved(&file, &mut checked);
    checker.measure(&file, &mut checked);
    checker.missing(&file, end);
    checker.pieces_named(&file, &checked.pieces);
    checked.things = checker.things(&file, &checked.pieces);
    checked.used = checker.used;
    checked.alphabet = checker.alphabet;
    checked.file = file;
    checked
}

/// Looks up names and collects faults.
struct Checker<'f> {
    alphabet: PuzzleAlphabet,
    /// The symbols that have been looked up; all if some statement may stand for any symbol.
    used: u64,
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

    fn unknown<S: AsRef<str>>(&mut self, what: &str, word: &Lexeme, names: &[S]) {
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
    fn repeated(&mut self, file: &SourceFile) {
        const ONCE: [&str; 8] = [
            "puzzle", "symbols", "board", "start", "fewest", "walls", "place", "look =",
        ];
        for name in ONCE {
            let mut first = None;
            for span in file.spans(name) {
                if let Some(first) = first.replace(span) {
                    let message = format!("a second '{name}'");
                    let fault = Fault::new(span.clone(), message, "a puzzle has one");
                    self.push(fault.with_context(Span::clone(first), "the first one"));
                }
            }
        }
    }

    /// Reports statements that are missing although every file needs them.
    fn missing(&mut self, file: &SourceFile, end: usize) {
        let name = "write 'puzzle NAME' in the first line";
        let symbols = "write 'symbols' and what may lie on a cell";
        let moves = "write 'move NAME(cell)' and rules below";
        let goal = "write 'goal all S', or draw a board after 'goal board'";
        let needed = [
            (file.name.is_none(), 0, "name", "puzzle", name),
            (file.symbols.is_empty(), 0, "symbols", "symbols", symbols),
            (file.moves.is_empty(), end, "moves", "move", moves),
            (file.goals.is_empty(), end, "goal", "goal", goal),
        ];
        for (is_missing, at, what, keyword, help) in needed {
            if is_missing {
                let message = format!("the puzzle has no {what}");
                let fault = Fault::new(at..at, message, format!("expected '{keyword}'"));
                self.faults.push(fault.with_help(help));
            }
        }
    }

    /// Checks the name of a region.
    fn regions(&mut self, file: &SourceFile) {
        for (i, (name, _)) in file.regions.iter().enumerate() {
            if self.full() {
                return;
            }
            let mut above = file.regions[..i].iter();
            if name.text == "rim" || self.alphabet.mark(&name.text).is_some() {
                let message = format!("a second region '{}'", quoted(&name.text));
                self.fault(&name.span, message, "this region exists already");
            } else if let Some((first, _)) = above.find(|(other, _)| other.text == name.text) {
                self.second("region", name, &first.span);
            }
            self.most_names("regions", i + 1, &name.span);
        }
    }

    fn pieces(&mut self, file: &SourceFile) -> Vec<PieceSource> {
        let mut pieces = Vec::new();
        for syntax in &file.pieces {
            if self.full() {
                break;
            }
            match syntax {
                PieceSyntax::Board(words) => {
                    self.distinct("piece", words);
                    let symbols = words.iter().filter_map(|word| self.symbol(word));
                    pieces.extend(symbols.map(PieceSource::Board));
                }
                PieceSyntax::File(drawing) => {
                    self.most_names("pieces", pieces.len() + 1, &drawing.of);
                    pieces.extend(self.piece(drawing).map(PieceSource::File));
                }
            }
        }
        pieces
    }

    /// Reads the name and the declared board with its walls.
    fn board(&mut self, file: &SourceFile, checked: &mut CheckedPuzzle) {
        if let Some(name) = &file.name {
            self.short([name]);
            let mut letters = name.text.chars();
            let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
            if !begins || !letters.all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) {
                let message = format!("'{}' is not a name for a puzzle", quoted(&name.text));
                let label = "expected a letter, then letters, digits, - and _";
                self.fault(&name.span, message, label);
            }
        }
        checked.board = match &file.board {
            &Some(BoardSyntax::Size {
                rows,
                columns,
                torus,
            }) => {
                let mut shape = GridShape::new(rows, columns, &vec![true; rows * columns]);
                shape.torus = torus;
                Some(shape)
            }
            Some(BoardSyntax::Shape(drawing)) => self.shape(drawing),
            None => None,
        };
        if let Some(drawing) = &file.walls {
            checked.walls = Walls::read(drawing, self.faults);
            if let (Some(board), Some(walls)) = (&mut checked.board, &checked.walls) {
                let fault = board.enclose(walls, &drawing.of).err();
                fault.into_iter().for_each(|fault| self.push(fault));
            }
        }
        if checked.board.as_ref().is_some_and(|board| board.torus) {
            for span in file.spans("piece").chain(file.spans("pieces")) {
                let message = "pieces on a board that wraps around";
                self.fault(span, message, "expected a board with edges");
            }
        }
    }

    /// Reports parameters that name a symbol which belongs to no piece.
    fn pieces_named(&mut self, file: &SourceFile, pieces: &[PieceSource]) {
        let parameters = file.moves.iter().flat_map(|declared| &declared.parameters);
        let of_piece = parameters.filter(|parameter| parameter.name.text == "piece");
        for word in of_piece.flat_map(|parameter| &parameter.among) {
            let symbols = self.alphabet.labels(&word.text);
            let named = |symbols| pieces.iter().any(|piece| piece.is_among(symbols));
            if symbols.is_some_and(|symbols| !named(symbols)) {
                let message = format!("no piece has the symbol '{}'", quoted(&word.text));
                self.fault(&word.span, message, "expected a symbol of a piece");
            }
        }
    }

    /// Reads a board that is drawn by the names of its cells.
    fn shape(&mut self, drawing: &DrawingLines) -> Option<GridShape> {
        let words = |line: &Lexeme| line.words().take(MOST_CELLS + 1).collect();
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
        let cells = picture.cells().filter(|(_, _, cell)| cell.labels.is_some());
        let cells = terrain::piece(cells.map(|(row, column, cell)| (row, column, cell.label())));
        self.used = cells
            .iter()
            .fold(self.used, |set, cell| set | 1 << cell.label);
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
        let used = Cell::default();
        let scope = MoveScope::new(&[], &used);
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
                        self.values(variable, set, &scope);
                    }
                }
                GoalClause::Compare(comparison) => {
                    self.comparison(comparison, &scope);
                }
                GoalClause::Same(_) => self.used = u64::MAX,
                GoalClause::Board(_) | GoalClause::Somewhere(_) => {}
            }
        }
    }
}
