//! Warnings about declarations that the file never uses.

use fewest_rules::Fault;

use super::super::checked::{
    CellChange, CheckedMove, MoveBody, MoveParameter, PatternRule, VariableChange, rules_of,
};
use super::super::lexer;
use super::super::syntax::{
    BodySyntax, DrawingLines, EffectPlace, EffectSyntax, EffectValue, GoalClause, Lexeme,
    MoveSyntax, PatternElement, RuleSyntax, SetSyntax, SourceStatement, StageSyntax, StatementKind,
};

/// Warnings about symbols that occur in no rule, goal or board.
pub(crate) fn symbols(file: &[SourceStatement]) -> Vec<Fault> {
    let mut used = Used::default();
    let mut symbols: &[Lexeme] = &[];
    for statement in file {
        match &statement.kind {
            StatementKind::Symbols(words) => symbols = words,
            StatementKind::Set { set, .. } => used.set(set),
            StatementKind::Draw { glyph, symbol, .. } => {
                used.word(glyph);
                used.word(symbol);
            }
            StatementKind::Pieces(words) => words.iter().for_each(|word| used.word(word)),
            StatementKind::Piece(drawing) | StatementKind::Start(drawing) => used.drawing(drawing),
            StatementKind::Expect { from, .. } => {
                from.iter().for_each(|drawing| used.drawing(drawing))
            }
            StatementKind::Goal { clauses, drawing } => {
                clauses.iter().for_each(|clause| used.clause(clause));
                drawing.iter().for_each(|drawing| used.drawing(drawing));
            }
            StatementKind::Move(declared) => used.body(declared),
            StatementKind::After(stages) => used.stages(stages),
            StatementKind::Place(parts) => {
                let words = parts.lines.iter().flat_map(|line| &line.words);
                words.chain([&parts.floor]).for_each(|word| used.word(word));
            }
            StatementKind::Puzzle(_)
            | StatementKind::Scramble(_)
            | StatementKind::Fewest(_)
            | StatementKind::Size { .. }
            | StatementKind::Shape(_)
            | StatementKind::Walls(_)
            | StatementKind::Var { .. }
            | StatementKind::Layer { .. }
            | StatementKind::Arrangement(_)
            | StatementKind::Look { .. }
            | StatementKind::Region { .. } => {}
        }
    }
    symbols
        .iter()
        .filter(|symbol| !used.all && !used.holds(&symbol.text))
        .map(|symbol| {
            let message = format!("the symbol '{}' is never used", symbol.text);
            Fault::new(
                symbol.span.clone(),
                message,
                "it occurs in no rule, goal or board",
            )
        })
        .collect()
}

/// The words that occur in rules, goals and boards.
#[derive(Default)]
struct Used<'f> {
    words: std::collections::HashSet<&'f str>,
    /// The characters of all drawings. In a drawing without blanks between the cells, each
    /// character is a symbol.
    letters: std::collections::HashSet<char>,
    /// Whether some part of the file may stand for any symbol, so that all symbols count as used.
    all: bool,
}

impl<'f> Used<'f> {
    fn holds(&self, symbol: &str) -> bool {
        let mut letters = symbol.chars();
        let letter = letters.next().filter(|_| letters.next().is_none());
        self.words.contains(symbol) || letter.is_some_and(|c| self.letters.contains(&c))
    }

    fn word(&mut self, word: &'f Lexeme) {
        self.words.insert(&word.text);
    }

    fn set(&mut self, set: &'f SetSyntax) {
        self.all |= set.not;
        set.words.iter().for_each(|word| self.word(word));
    }

    fn drawing(&mut self, drawing: &'f DrawingLines) {
        for line in &drawing.lines {
            self.words
                .extend(lexer::words(&line.text).map(|(_, word)| word));
            self.letters.extend(line.text.chars());
        }
    }

    fn clause(&mut self, clause: &'f GoalClause) {
        match clause {
            GoalClause::Cells { set, .. }
            | GoalClause::Exactly { set, .. }
            | GoalClause::Line { set, .. } => self.set(set),
            GoalClause::Same(_) => self.all = true,
            GoalClause::Variable { .. }
            | GoalClause::Compare(_)
            | GoalClause::Board(_)
            | GoalClause::Somewhere(_) => {}
        }
    }

    fn body(&mut self, declared: &'f MoveSyntax) {
        for parameter in &declared.parameters {
            // A parameter without a list may have any symbol as its argument.
            self.all |= parameter.among.is_empty() && parameter.name.text.starts_with('?');
            parameter.among.iter().for_each(|word| self.word(word));
        }
        self.stages(&declared.after);
        match &declared.body {
            BodySyntax::Rules(rules) => self.rules(rules),
            BodySyntax::Effects(effects) => {
                for effect in effects {
                    match &effect.value {
                        EffectValue::Plus(_) => self.all = true,
                        EffectValue::Symbol(word) => self.word(word),
                        EffectValue::Sum(_) => {}
                    }
                }
            }
            BodySyntax::Steps(_) => {}
        }
    }

    fn stages(&mut self, stages: &'f [StageSyntax]) {
        stages.iter().for_each(|stage| self.rules(&stage.rules));
    }

    fn rules(&mut self, rules: &'f [RuleSyntax]) {
        for side in rules.iter().flat_map(|rule| [&rule.left, &rule.right]) {
            side.absent.iter().for_each(|set| self.set(set));
            self.rules(&side.forbidden);
            let elements = side.patterns.iter().flat_map(|pattern| &pattern.elements);
            for element in elements {
                match element {
                    PatternElement::Bound { plus, among, .. } => {
                        self.all |= !plus.is_nothing();
                        among.iter().for_each(|set| self.set(set));
                    }
                    PatternElement::Set { set, .. } => self.set(set),
                }
            }
        }
    }
}

/// Warnings about parameters that no rule or effect of the move uses, so that many moves have the
/// same effect. `moves` are the moves of the file.
pub(crate) fn parameters(file: &[SourceStatement], moves: &[CheckedMove]) -> Vec<Fault> {
    let declared = file.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Move(declared) => Some(declared),
        _ => None,
    });
    let mut warnings = Vec::new();
    for (declared, checked) in declared.zip(moves) {
        for (i, parameter) in checked.parameters.iter().enumerate() {
            let times = match parameter {
                MoveParameter::Cell(_) => "once for each cell".to_owned(),
                MoveParameter::Heading(headings) if headings.len() < 2 => continue,
                MoveParameter::Heading(headings) => format!("{} times", headings.len()),
                MoveParameter::Piece { .. } => "once for each piece".to_owned(),
                MoveParameter::Steps => "once for each number of steps".to_owned(),
                MoveParameter::Symbol { among, .. } if among.len() < 2 => continue,
                MoveParameter::Symbol { .. } => "once for each symbol".to_owned(),
                MoveParameter::Number { .. } => "once for each number".to_owned(),
            };
            let follows = match parameter {
                MoveParameter::Cell(_) | MoveParameter::Piece { .. } | MoveParameter::Steps => {
                    false
                }
                _ => rules_of(&checked.after).any(|rule| rule_uses(rule, i, parameter)),
            };
            if !follows && !is_used(&checked.body, i, parameter) {
                let word = &declared.parameters[i].name;
                let message = format!("'{}' is never used", word.text);
                let label = format!("the same move exists {times}");
                warnings.push(Fault::new(word.span.clone(), message, label));
            }
        }
    }
    warnings
}

/// Whether the effect of a move may depend on the argument for the parameter `index`.
fn is_used(body: &MoveBody, index: usize, parameter: &MoveParameter) -> bool {
    match body {
        MoveBody::Rules(rules) => rules.iter().any(|rule| rule_uses(rule, index, parameter)),
        MoveBody::Effects(effects) => {
            const OF_CELL: [&str; 5] = ["cell", "beside", "around", "row", "column"];
            let of_cell = |place: &EffectPlace| matches!(place, EffectPlace::Named(word) if OF_CELL.contains(&word.text.as_str()));
            let becomes = |effect: &EffectSyntax, name: &str| matches!(&effect.value, EffectValue::Symbol(word) if word.parameter() == Some(name));
            effects.iter().any(|effect| match parameter {
                MoveParameter::Cell(_) => of_cell(&effect.place),
                MoveParameter::Symbol { name, .. } => becomes(effect, name),
                MoveParameter::Number { name, .. } => match &effect.value {
                    EffectValue::Sum(sum) => sum.terms.iter().any(|term| term.word.text == *name),
                    EffectValue::Plus(step) => step.uses(name),
                    EffectValue::Symbol(_) => false,
                },
                _ => false,
            })
        }
        MoveBody::Steps(_) => true,
    }
}

/// Whether the effect of a rule may depend on the argument for the parameter `index`.
fn rule_uses(rule: &PatternRule, index: usize, parameter: &MoveParameter) -> bool {
    let mut left = rule.cells();
    let mut patterns = rule.patterns.iter();
    let mut forbidden = rule.forbidden.iter();
    let follows = match parameter {
        MoveParameter::Cell(_) | MoveParameter::Piece { .. } | MoveParameter::Steps => false,
        _ => forbidden.any(|rule| rule_uses(rule, index, parameter)),
    };
    follows || match parameter {
        MoveParameter::Cell(_) => left.next().is_some(),
        MoveParameter::Heading(_) => {
            patterns.any(|pattern| pattern.left.len() > 1) || left.any(|cell| cell.many)
        }
        MoveParameter::Piece { .. } => left.any(|cell| cell.piece),
        MoveParameter::Steps => true,
        MoveParameter::Number { .. } => {
            let tests = rule.comparisons.iter().map(|test| &test.sum);
            let mut sums = tests.chain(rule.sums.iter().map(|(_, sum)| sum));
            sums.any(|sum| sum.uses(index))
                || rule.changes().any(|right| match right {
                    CellChange::Parameter { step, .. } | CellChange::Slot { step, .. } => {
                        step.uses(index)
                    }
                    _ => false,
                })
        }
        MoveParameter::Symbol { .. } => {
            left.any(|cell| cell.symbols.parameters.contains(&index))
                || rule.absent.iter().any(|set| set.parameters.contains(&index))
                || rule.tests.iter().any(|test| test.parameters.contains(&index))
                || rule.writes.iter().any(|write| write.1 == VariableChange::Parameter(index))
                || rule.changes().any(|right| {
                    matches!(right, CellChange::Parameter { parameter, .. } if *parameter == index)
                })
        }
    }
}
