//! Warnings about declarations that the file never uses.

use std::collections::HashSet;

use fewest_rules::Fault;

use super::super::checked::{
    ChangedPlace, CheckedMove, CheckedPuzzle, MoveBody, MoveParameter, PatternRule, rules_of,
};
use super::super::lexer;
use super::super::syntax::Lexeme;

/// Warnings about symbols that occur in no rule, goal or board.
pub(crate) fn symbols(checked: &CheckedPuzzle) -> Vec<Fault> {
    let file = &checked.file;
    let expected = file
        .expects
        .iter()
        .filter_map(|expect| expect.from.as_ref());
    let goals = file.goals.iter().filter_map(|goal| goal.drawing.as_ref());
    let drawings = file.start.iter().chain(expected).chain(goals);
    let mut words = HashSet::new();
    // In a drawing without blanks between the cells, each character is a symbol.
    let mut letters = HashSet::new();
    for line in drawings.flat_map(|drawing| &drawing.lines) {
        words.extend(lexer::words(&line.text).map(|(_, word)| word));
        letters.extend(line.text.chars());
    }
    let symbols = file.symbols.iter().enumerate();
    let unused = symbols.filter(|&(label, symbol)| {
        let is_named = checked.used >> label & 1 == 1;
        let mut own = symbol.text.chars();
        let letter = own.next().filter(|_| own.next().is_none());
        let is_drawn = words.contains(symbol.text.as_str())
            || letter.is_some_and(|letter| letters.contains(&letter));
        !is_named && !is_drawn
    });
    let warning = |(_, symbol): (_, &Lexeme)| {
        let message = format!("the symbol '{}' is never used", symbol.text);
        let label = "it occurs in no rule, goal or board";
        Fault::new(symbol.span.clone(), message, label)
    };
    unused.map(warning).collect()
}

/// Warnings about parameters that no rule or effect of the move uses, so that many moves have the
/// same effect.
pub(crate) fn parameters(checked: &CheckedPuzzle) -> Vec<Fault> {
    let mut warnings = Vec::new();
    for (declared, checked) in checked.file.moves.iter().zip(&checked.moves) {
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
            let is_used = match parameter {
                MoveParameter::Symbol { .. } | MoveParameter::Number { .. } => {
                    checked.used >> i & 1 == 1
                }
                _ => is_used(checked, parameter),
            };
            if !is_used {
                let word = &declared.parameters[i].name;
                let message = format!("'{}' is never used", word.text);
                let label = format!("the same move exists {times}");
                warnings.push(Fault::new(word.span.clone(), message, label));
            }
        }
    }
    warnings
}

/// Whether the effect of a move may depend on the argument for a parameter without a name of its
/// own.
fn is_used(of: &CheckedMove, parameter: &MoveParameter) -> bool {
    if let MoveParameter::Heading(_) = parameter
        && rules_of(&of.after).any(|rule| rule_uses(rule, parameter))
    {
        return true;
    }
    match &of.body {
        MoveBody::Rules(rules) => rules.iter().any(|rule| rule_uses(rule, parameter)),
        MoveBody::Effects(effects) => {
            let mut places = effects.iter().map(|effect| &effect.place);
            matches!(parameter, MoveParameter::Cell(_))
                && places.any(|place| matches!(place, ChangedPlace::OfCell(_)))
        }
        MoveBody::Steps(_) => true,
    }
}

/// Whether the effect of a rule may depend on the argument for a parameter without a name of its
/// own.
fn rule_uses(rule: &PatternRule, parameter: &MoveParameter) -> bool {
    let mut left = rule.cells();
    match parameter {
        MoveParameter::Cell(_) => left.next().is_some(),
        MoveParameter::Heading(_) => {
            rule.patterns.iter().any(|pattern| pattern.left.len() > 1)
                || left.any(|cell| cell.many)
                || rule.forbidden.iter().any(|rule| rule_uses(rule, parameter))
        }
        MoveParameter::Piece { .. } => left.any(|cell| cell.piece),
        _ => true,
    }
}
