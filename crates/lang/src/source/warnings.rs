//! What is no error but hardly meant: rules that never fire, goals that cannot
//! be met, symbols that are not used.
//!
//! Which rules can fire is found on a relaxed puzzle, in which a position keeps
//! every label that it ever had: what is impossible there is impossible.

use rules::Fault;

use crate::ground::{Ground, Label, Rule, Test, Value};

use super::grounding::Origins;
use super::lexer::{self, Span};
use super::limits::MOST_WARNING_STEPS;
use super::syntax::{self, Becomes, Clause, Element, Kind, Statement, Word};

/// Warnings of rules and goals, given the starts that the file draws.
pub(crate) fn of(
    ground: &Ground,
    origins: &Origins,
    starts: &[&[Label]],
    goals: &[Span],
) -> Vec<Fault> {
    let Some(labels) = reachable(ground, starts) else {
        return Vec::new();
    };
    let mut warnings = Vec::new();
    let rules = &ground.rules;
    let mut fires = vec![false; origins.spans.len()];
    let mut lies = fires.clone();
    let mut changes = fires.clone();
    for (rule, &origin) in rules.iter().zip(&origins.rules) {
        lies[origin] = true;
        fires[origin] |= rule.tests.iter().all(|test| can_hold(test, &labels));
        changes[origin] |= !rule.writes.is_empty();
    }
    for (origin, span) in origins.spans.iter().enumerate() {
        let (message, label) = match (fires[origin], changes[origin]) {
            (true, true) => continue,
            (true, false) => ("this rule changes nothing", "all stays as it is"),
            (false, _) if !lies[origin] => (
                "this rule can never be made",
                "it fits nowhere on the board",
            ),
            (false, _) => ("this rule can never be made", "no state has what it needs"),
        };
        warnings.push(Fault::new(span.clone(), message, label));
    }
    if !fires.contains(&true) {
        // Where nothing moves, it is no wonder that no goal is met.
        return warnings;
    }
    let mut met = vec![false; goals.len()];
    for (goal, &origin) in ground.goals.iter().zip(&origins.goals) {
        met[origin] |= goal.iter().all(|test| can_hold(test, &labels));
    }
    for (span, met) in goals.iter().zip(met) {
        if !met {
            let message = "this goal can never be met";
            warnings.push(Fault::new(span.clone(), message, "no state can become so"));
        }
    }
    warnings
}

/// For each position the labels that it may have in some state; `None` if it
/// takes too long to find out.
fn reachable(ground: &Ground, starts: &[&[Label]]) -> Option<Vec<u64>> {
    let all = |position: usize| {
        let domain = ground.positions[position].domain;
        super::checked::all(ground.domains[domain].labels.len())
    };
    let positions = ground.positions.len();
    if starts.is_empty() {
        return Some((0..positions).map(all).collect());
    }
    let mut labels = vec![0; positions];
    for start in starts {
        for (set, label) in labels.iter_mut().zip(*start) {
            *set |= 1 << label;
        }
    }
    let parts = |rule: &Rule| 1 + rule.tests.len() + rule.writes.len();
    let round: usize = ground.rules.iter().map(parts).sum();
    for _ in 0..MOST_WARNING_STEPS / round.max(1) {
        let mut changed = false;
        for rule in &ground.rules {
            if !rule.tests.iter().all(|test| can_hold(test, &labels)) {
                continue;
            }
            for write in &rule.writes {
                let more = match write.value {
                    Value::Label(label) => 1 << label,
                    Value::Of { position, plus: 0 } => {
                        labels[position] & allowed(&rule.tests, position)
                    }
                    Value::Of { position, plus } => {
                        let domain = ground.positions[position].domain;
                        let count = ground.domains[domain].labels.len() as u32;
                        let set = labels[position] & allowed(&rule.tests, position);
                        let plus = u32::from(plus);
                        let up = set.checked_shl(plus).unwrap_or(0);
                        let round = set.checked_shr(count - plus).unwrap_or(0);
                        (up | round) & all(position)
                    }
                };
                let set = &mut labels[write.position];
                changed |= *set | more != *set;
                *set |= more;
            }
        }
        if !changed {
            return Some(labels);
        }
    }
    None
}

/// The labels that the tests leave to a position.
fn allowed(tests: &[Test], position: usize) -> u64 {
    tests.iter().fold(u64::MAX, |set, test| match test {
        Test::In {
            position: other,
            labels,
        } if *other == position => set & labels.0,
        _ => set,
    })
}

fn can_hold(test: &Test, labels: &[u64]) -> bool {
    match *test {
        Test::In {
            position,
            labels: set,
        } => labels[position] & set.0 != 0,
        Test::Same { one, other } => labels[one] & labels[other] != 0,
    }
}

/// Symbols that stand in no rule, goal or board.
pub(crate) fn unused(file: &[Statement]) -> Vec<Fault> {
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
