//! Parses pattern rules: `[ A | B ] -> [ B | A ]`.

use fewest_rules::{Fault, did_you_mean, quoted};

use super::super::heading::{HEADINGS, Heading};
use super::super::lexer::{LexemeKind, Token};
use super::super::syntax::{
    Lexeme, PatternElement, PatternSyntax, RuleSide, RuleSyntax, SetSyntax, SumTerm, ValueSyntax,
};
use super::super::unknown::suggest;
use super::costs;
use super::cursor::Cursor;
use super::numbers::{self, DeclaredVariables};

pub(super) fn rule(input: &mut Cursor, variables: &DeclaredVariables) -> Result<RuleSyntax, Fault> {
    let start = input.start();
    let everywhere = !variables.contains("all") && input.took("all");
    let begin = input.start();
    let heading = heading(input).map(|heading| (heading, begin..input.end()));
    if heading.is_none() {
        no_other_word(input)?;
    }
    let left = side(input, variables, false)?;
    input.mark("->")?;
    let right = side(input, variables, true)?;
    let cost = costs::cost(input, variables)?;
    input.finish()?;
    Ok(RuleSyntax {
        everywhere,
        heading,
        left,
        right,
        cost,
        span: start..input.end(),
    })
}

/// Whether a word is an arrow in another notation.
fn is_other_arrow(word: &str) -> bool {
    ["→", "⇒"].contains(&word)
}

/// Reads a direction if it is next.
fn heading(input: &mut Cursor) -> Option<Heading> {
    let heading = Heading::named(input.ahead())?;
    input.advance();
    Some(heading)
}

/// Rejects a word before a pattern: the only word possible there is a direction, perhaps misspelt.
fn no_other_word(input: &Cursor) -> Result<(), Fault> {
    match input.rest() {
        [word, open, ..]
            if word.kind == LexemeKind::Word
                && word.text != "not"
                && open.is(LexemeKind::Mark, "[") =>
        {
            let message = format!("unknown direction '{}'", quoted(word.text));
            let label = "expected up, left, right, down, …";
            let fault = Fault::new(word.span.clone(), message, label);
            let names = HEADINGS.iter().map(|heading| heading.name);
            Err(match word.text {
                "all" => fault.with_help("write 'all' before the direction: all down [ … ]"),
                other => suggest(fault, other, names),
            })
        }
        _ => Ok(()),
    }
}

fn side(input: &mut Cursor, variables: &DeclaredVariables, after: bool) -> Result<RuleSide, Fault> {
    let opens = |input: &Cursor, at: usize| {
        let token = input.rest().get(at);
        token.is_some_and(|token| token.is(LexemeKind::Mark, "["))
    };
    let mut patterns = Vec::new();
    let (mut absent, mut forbidden) = (Vec::new(), Vec::new());
    loop {
        let start = input.start();
        let mut own = None;
        let not_there = opens(input, 1)
            || opens(input, 2)
                && input
                    .rest()
                    .get(1)
                    .is_some_and(|word| Heading::named(word.text).is_some());
        if not_there && input.ahead() == "not" {
            if after {
                let fault = input.expected("the new content of cells");
                return Err(fault.with_help("patterns with 'not' stand before the '->' only"));
            }
            input.advance();
            match is_single(input) {
                true => absent.push(no_cell(input)?),
                false => forbidden.push(nowhere(input)?),
            }
            continue;
        } else if opens(input, 1) && Heading::named(input.ahead()).is_some() {
            own = heading(input);
            if after {
                let message = "a direction after the '->'";
                let span = start..input.end();
                return Err(Fault::new(span, message, "it stands before the '->' only"));
            }
        } else if !opens(input, 0) {
            if opens(input, 1) && input.at_word() && !is_other_arrow(input.ahead()) {
                no_other_word(input)?;
            }
            break;
        }
        patterns.extend(bracket(input, start, own)?);
    }
    let patterned = !patterns.is_empty() || !absent.is_empty() || !forbidden.is_empty();
    let (mut named, mut comparisons) = (Vec::new(), Vec::new());
    while input.at_word() && !costs::begins(input, variables) {
        let text = input.ahead();
        if is_other_arrow(text) {
            return Err(input.expected("'->'"));
        }
        if text == "and" && !variables.contains(text) {
            let fault = input.expected("a variable, '->' or the end of the line");
            return Err(fault.with_help("leave out 'and': all must hold"));
        }
        let first = named.is_empty() && comparisons.is_empty();
        if !patterned && first && !variables.contains(text) {
            let brackets = "patterns stand in brackets: [ A | B ] -> [ B | A ]";
            let help = did_you_mean(text, variables.names());
            let fault = input.expected("a pattern [ … ], or a variable");
            return Err(fault.with_help(help.unwrap_or_else(|| brackets.to_owned())));
        }
        let name = input.word("a variable")?;
        if !after && variables.is_number(&name) && numbers::compares(input) {
            comparisons.push(numbers::comparison(input, name)?);
        } else if after && variables.is_number(&name) && !numbers::is_value(input) {
            let sum = numbers::new_value(input, &name)?;
            named.push((name, ValueSyntax::Sum(sum)));
        } else {
            let values = input.values(&name)?;
            named.push((name, ValueSyntax::Set(values)));
        }
    }
    if !patterned && named.is_empty() && comparisons.is_empty() {
        return Err(input.expected("a pattern [ … ]"));
    }
    if !after && costs::begins(input, variables) {
        let fault = input.expected("'->'");
        return Err(fault.with_help("a rule's cost stands at its end: [ A ] -> [ B ] cost 2"));
    }
    Ok(RuleSide {
        patterns,
        absent,
        forbidden,
        variables: named,
        comparisons,
    })
}

/// Reads a bracket, which holds a pattern or several rows.
fn bracket(
    input: &mut Cursor,
    mut start: usize,
    mut heading: Option<Heading>,
) -> Result<Vec<PatternSyntax>, Fault> {
    let (mut patterns, mut below) = (Vec::new(), false);
    input.mark("[")?;
    loop {
        let mut under = Vec::new();
        let elements = input.list("|", |input| {
            let element = element(input)?;
            under.push(on(input)?);
            Ok(element)
        })?;
        patterns.push(PatternSyntax {
            heading: heading.take(),
            below,
            elements,
            under,
            span: start..input.end() + usize::from(input.ahead() == "]"),
        });
        if !input.took(";") {
            break;
        }
        below = true;
        start = input.start();
    }
    match input.took("]") {
        true => Ok(patterns),
        false => Err(no_bar(input)),
    }
}

/// Whether the bracket that comes next holds only symbols of one cell.
fn is_single(input: &Cursor) -> bool {
    let mut tokens = input.rest().iter().skip(1);
    let is_mark = |token: &&Token| {
        token.kind == LexemeKind::Mark && token.text != ","
            || [";", "on"].contains(&token.text) && token.kind == LexemeKind::Word
    };
    let end = tokens.find(is_mark);
    input.ahead() == "[" && end.is_none_or(|token| token.text == "]")
}

/// Reads the pattern after `not`, which has a single cell, and returns its symbols.
fn no_cell(input: &mut Cursor) -> Result<SetSyntax, Fault> {
    input.mark("[")?;
    let set = input.set()?;
    match input.took("]") {
        true => Ok(set),
        false => Err(no_bar(input)),
    }
}

/// Reads the pattern after `not`, which has several cells, as a rule that changes nothing.
fn nowhere(input: &mut Cursor) -> Result<RuleSyntax, Fault> {
    let start = input.start();
    let heading = heading(input);
    let left = RuleSide {
        patterns: bracket(input, start, heading)?,
        ..RuleSide::default()
    };
    Ok(RuleSyntax {
        everywhere: false,
        heading: None,
        left,
        right: RuleSide::default(),
        cost: None,
        span: start..input.end(),
    })
}

/// The fault of a wrong token after a cell of a pattern.
fn no_bar(input: &Cursor) -> Fault {
    let fault = input.expected("'|' or ']'");
    match (input.previous(), input.peek()) {
        (Some(one), two) if one.text.ends_with(';') || two.text.starts_with(';') => {
            fault.with_help("write blanks around the ';' between two rows")
        }
        (Some(one), two) if one.is_word() && two.is_word() => {
            let (one, two) = (quoted(one.text), quoted(two.text));
            fault.with_help(format!(
                "separate the symbols of one cell with commas: {one},{two}; separate cells with bars: {one} | {two}"
            ))
        }
        _ => fault,
    }
}

/// Reads what lies under a cell: any number of conditions such as `on S`.
fn on(input: &mut Cursor) -> Result<Vec<SetSyntax>, Fault> {
    let mut under = Vec::new();
    while input.took("on") {
        under.push(input.set()?);
    }
    Ok(under)
}

fn element(input: &mut Cursor) -> Result<PatternElement, Fault> {
    let comma_follows = input.rest().get(1).is_some_and(|next| next.text == ",");
    let first = input.peek();
    let is_name =
        first.kind == LexemeKind::Word && first.text.starts_with('?') && !first.text.ends_with('*');
    if is_name && !comma_follows {
        let (text, start) = (&input.ahead()[1..], input.start());
        let name_end = text.find(['+', '-']).unwrap_or(text.len());
        let plus = match &text[name_end..] {
            "" => None,
            sum => {
                let step = SumTerm::signed(sum, start + 1 + name_end);
                Some(step.ok_or_else(|| input.expected("a name, or a name with +1"))?)
            }
        };
        let name = Lexeme {
            text: text[..name_end].to_owned(),
            span: start..start + 1 + text.len(),
            quoted: false,
        };
        input.advance();
        let among = match input.took(":") {
            true => Some(input.set()?),
            false => None,
        };
        return Ok(PatternElement::Bound { name, plus, among });
    }
    let mut set = input.set()?;
    let mut many = false;
    if let Some(last) = set.words.last_mut() {
        if last.quoted {
            // The star after a quoted symbol is a separate token.
            let star = input.peek();
            many = star.is(LexemeKind::Word, "*") && star.span.start == input.end();
            if many {
                input.advance();
            }
        } else if last.text.len() > 1 && last.text.ends_with('*') {
            last.text.pop();
            last.span.end -= 1;
            many = true;
        }
    }
    Ok(PatternElement::Set { set, many })
}
