//! What a file declares and never uses.

use fewest_rules::Fault;

use super::super::checked::{Body, Move, Parameter, Right};
use super::super::lexer;
use super::super::syntax::{self, Becomes, Clause, Element, Kind, Place, Statement, Word};

/// Symbols that stand in no rule, goal or board.
pub(crate) fn symbols(file: &[Statement]) -> Vec<Fault> {
    let mut used = Used::default();
    let mut symbols: &[Word] = &[];
    for statement in file {
        match &statement.kind {
            Kind::Symbols(words) => symbols = words,
            Kind::Set { set, .. } => used.set(set),
            Kind::Draw { glyph, symbol, .. } => {
                used.word(glyph);
                used.word(symbol);
            }
            Kind::Pieces(words) => words.iter().for_each(|word| used.word(word)),
            Kind::Piece(drawing) | Kind::Start(drawing) => used.drawing(drawing),
            Kind::Expect { from, .. } => from.iter().for_each(|drawing| used.drawing(drawing)),
            Kind::Goal { clauses, drawing } => {
                clauses.iter().for_each(|clause| used.clause(clause));
                drawing.iter().for_each(|drawing| used.drawing(drawing));
            }
            Kind::Move(declared) => used.body(declared),
            Kind::Puzzle(_)
            | Kind::Size { .. }
            | Kind::Shape(_)
            | Kind::Var { .. }
            | Kind::Region { .. } => {}
        }
    }
    symbols
        .iter()
        .filter(|symbol| !used.all && !used.holds(&symbol.text))
        .map(|symbol| {
            let message = format!("the symbol '{}' is never used", symbol.text);
            Fault::new(symbol.span.clone(), message, "in no rule, goal or board")
        })
        .collect()
}

/// Words that stand in rules, goals and boards.
#[derive(Default)]
struct Used<'f> {
    words: std::collections::HashSet<&'f str>,
    /// The characters of drawings, which may be written without blanks.
    letters: std::collections::HashSet<char>,
    /// Whether any symbol may be meant.
    all: bool,
}

impl<'f> Used<'f> {
    fn holds(&self, symbol: &str) -> bool {
        let mut letters = symbol.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        self.words.contains(symbol) || letter.is_some_and(|c| self.letters.contains(&c))
    }

    fn word(&mut self, word: &'f Word) {
        self.words.insert(&word.text);
    }

    fn set(&mut self, set: &'f syntax::Set) {
        self.all |= set.not;
        set.words.iter().for_each(|word| self.word(word));
    }

    fn drawing(&mut self, drawing: &'f syntax::Drawing) {
        for line in &drawing.lines {
            self.words
                .extend(lexer::words(&line.text).map(|(_, word)| word));
            self.letters.extend(line.text.chars());
        }
    }

    fn clause(&mut self, clause: &'f Clause) {
        match clause {
            Clause::All(set)
            | Clause::Line { set, .. }
            | Clause::On { set, .. }
            | Clause::Some { set, .. }
            | Clause::At { set, .. } => self.set(set),
            Clause::Same(_) => self.all = true,
            Clause::Variable { .. } | Clause::Board(_) | Clause::Somewhere(_) => {}
        }
    }

    fn body(&mut self, declared: &'f syntax::Move) {
        for parameter in &declared.parameters {
            // A parameter of symbols without a list is any of them.
            self.all |= parameter.among.is_empty() && parameter.name.text.starts_with('?');
            parameter.among.iter().for_each(|word| self.word(word));
        }
        match &declared.body {
            syntax::Body::Rules(rules) => {
                for side in rules.iter().flat_map(|rule| [&rule.left, &rule.right]) {
                    let elements = side.pattern.iter().flat_map(|pattern| &pattern.elements);
                    for element in elements {
                        match element {
                            Element::Bound { plus, among, .. } => {
                                self.all |= *plus != 0;
                                among.iter().for_each(|set| self.set(set));
                            }
                            Element::Set { set, .. } => self.set(set),
                        }
                    }
                }
            }
            syntax::Body::Effects(effects) => {
                for effect in effects {
                    match &effect.becomes {
                        Becomes::Plus(_) => self.all = true,
                        Becomes::Symbol(word) => self.word(word),
                    }
                }
            }
            syntax::Body::Steps(_) => {}
        }
    }
}

/// Parameters that make many moves of one: no rule or change of theirs uses them. `moves`
/// are those of the file.
pub(crate) fn parameters(file: &[Statement], moves: &[Move]) -> Vec<Fault> {
    let declared = file.iter().filter_map(|statement| match &statement.kind {
        Kind::Move(declared) => Some(declared),
        _ => None,
    });
    let mut warnings = Vec::new();
    for (declared, checked) in declared.zip(moves) {
        for (i, parameter) in checked.parameters.iter().enumerate() {
            let times = match parameter {
                Parameter::Cell(_) => "once for each cell".to_owned(),
                Parameter::Direction(directions) if directions.len() < 2 => continue,
                Parameter::Direction(directions) => format!("{} times", directions.len()),
                Parameter::Piece { .. } => "once for each piece".to_owned(),
                Parameter::Steps => "once for each number of steps".to_owned(),
                Parameter::Symbol { among, .. } if among.len() < 2 => continue,
                Parameter::Symbol { .. } => "once for each symbol".to_owned(),
            };
            if !is_used(&checked.body, i, parameter) {
                let word = &declared.parameters[i].name;
                let message = format!("'{}' is never used", word.text);
                let label = format!("each move is there {times}");
                warnings.push(Fault::new(word.span.clone(), message, label));
            }
        }
    }
    warnings
}

/// Whether a move does not do the same whatever it is told for its parameter `index`.
fn is_used(body: &Body, index: usize, parameter: &Parameter) -> bool {
    match body {
        Body::Rules(rules) => rules.iter().any(|rule| {
            let mut left = rule.left.iter();
            match parameter {
                Parameter::Cell(_) => left.len() > 0,
                Parameter::Direction(_) => left.len() > 1 || left.any(|cell| cell.many),
                Parameter::Piece { .. } => left.any(|cell| cell.piece),
                Parameter::Steps => true,
                Parameter::Symbol { .. } => {
                    left.any(|cell| cell.choice.parameters.contains(&index))
                        || rule.right.iter().any(|right| {
                            matches!(right, Right::Parameter { parameter, .. } if *parameter == index)
                        })
                }
            }
        }),
        Body::Effects(effects) => {
            const OF_CELL: [&str; 5] = ["cell", "beside", "around", "row", "column"];
            let of_cell = |place: &Place| matches!(place, Place::Named(word) if OF_CELL.contains(&word.text.as_str()));
            matches!(parameter, Parameter::Cell(_))
                && effects.iter().any(|effect| of_cell(&effect.place))
        }
        Body::Steps(_) => true,
    }
}
