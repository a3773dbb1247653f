//! Parses the declarations of moves: effects, pattern rules and permutations.

use fewest_rules::{Fault, quoted};

use super::super::heading::HEADINGS;
use super::super::lexer::{LexemeKind, SourceLine, Token, signed};
use super::super::limits::MOST_FAULTS;
use super::super::syntax::{
    BodySyntax, EffectPlace, EffectSyntax, EffectValue, Lexeme, MoveSyntax, ParameterSyntax,
    PatternElement, PatternSyntax, PermutationStep, RuleSide, RuleSyntax, SetSyntax,
};
use super::super::unknown::{did_you_mean, suggest};
use super::STATEMENTS;
use super::costs;
use super::cursor::Cursor;
use super::numbers::{self, DeclaredVariables};

/// The words that begin a step of a permutation.
const STEPS: [&str; 5] = ["cycle", "swap", "reverse", "undo", "do"];

pub(super) fn move_of(
    input: &mut Cursor,
    below: &[SourceLine],
    variables: &DeclaredVariables,
    faults: &mut Vec<Fault>,
) -> Result<MoveSyntax, Fault> {
    let name = input.word("the move's name")?;
    let mut parameters = Vec::new();
    if input.took("(") {
        parameters = input.list(",", parameter)?;
        input.mark(")")?;
    }
    let cost = costs::cost(input, variables)?;
    let (body, after) = match input.took("=") {
        true => (steps(input, below)?, Vec::new()),
        false => {
            let variables = &variables.with(&parameters);
            rules_or_effects(input, below, variables, faults, &name)?
        }
    };
    Ok(MoveSyntax {
        name,
        parameters,
        cost,
        body,
        after,
    })
}

fn steps(input: &mut Cursor, below: &[SourceLine]) -> Result<BodySyntax, Fault> {
    let mut steps = vec![step(input)?];
    while !input.at_end() {
        // A comma between two steps is optional.
        input.took(",");
        steps.push(step(input)?);
    }
    match below.first() {
        None => Ok(BodySyntax::Steps(steps)),
        Some(line) => {
            let message = "a move of 'cycle', 'swap' or 'reverse' takes one line";
            Err(Fault::new(
                line.span(),
                message,
                "this line belongs to no statement",
            ))
        }
    }
}

/// Parses the lines of a move. A fault in one line does not hide the faults in others.
fn rules_or_effects(
    input: &mut Cursor,
    below: &[SourceLine],
    variables: &DeclaredVariables,
    faults: &mut Vec<Fault>,
    name: &Lexeme,
) -> Result<(BodySyntax, Vec<RuleSyntax>), Fault> {
    let (mut rules, mut effects, mut after) = (Vec::new(), Vec::new(), Vec::new());
    let faults_before = faults.len();
    let mut line = |input: &mut Cursor| {
        if !variables.contains("after") && input.took("after") {
            after.push(rule(input, variables)?);
        } else if input.rest().iter().any(is_arrow) || input.ahead() == "[" {
            rules.push(rule(input, variables)?);
        } else if costs::begins(input, variables) {
            let fault = input.expected("a rule or a change");
            let help =
                "a cost stands after the move's name and parameters, or at the end of a rule";
            return Err(fault.with_help(help));
        } else {
            effects.push(effect(input, variables)?);
        }
        Ok(())
    };
    if !input.at_end() {
        line(input)?;
    }
    for text in below {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let mut input = Cursor::new(text);
        if let Some(fault) = statement_inside(text, &input, variables) {
            // The lines below the misplaced statement belong to it and not to the move.
            faults.push(fault);
            break;
        }
        faults.extend(line(&mut input).err());
    }
    match (rules.first(), effects.first()) {
        (None, None) if faults.len() == faults_before => {
            let span = name.span.clone();
            let fault = Fault::new(span, "a move that does nothing", "expected rules below");
            Err(fault.with_help("a rule is written [ before ] -> [ after ], indented"))
        }
        (Some(_), Some(effect)) => {
            let message = "a move with both rules and changes";
            Err(Fault::new(
                effect.span.clone(),
                message,
                "expected a rule with '->'",
            ))
        }
        (_, Some(_)) => Ok((BodySyntax::Effects(effects), after)),
        _ => Ok((BodySyntax::Rules(rules), after)),
    }
}

/// Parses the rules that follow every move.
pub(super) fn after(
    input: &mut Cursor,
    below: &[SourceLine],
    variables: &DeclaredVariables,
    faults: &mut Vec<Fault>,
    keyword: &Lexeme,
) -> Result<Vec<RuleSyntax>, Fault> {
    let mut rules = Vec::new();
    let faults_before = faults.len();
    if !input.at_end() {
        rules.push(rule(input, variables)?);
    }
    for text in below {
        if faults.len() >= MOST_FAULTS {
            break;
        }
        match rule(&mut Cursor::new(text), variables) {
            Ok(rule) => rules.push(rule),
            Err(fault) => faults.push(fault),
        }
    }
    if rules.is_empty() && faults.len() == faults_before {
        let span = keyword.span.clone();
        let fault = Fault::new(span, "no rules follow the moves", "expected rules below");
        return Err(fault.with_help("a rule is written [ before ] -> [ after ], indented"));
    }
    Ok(rules)
}

fn is_arrow(token: &Token) -> bool {
    token.is(LexemeKind::Mark, "->")
}

/// Whether a word is an arrow in another notation.
fn is_other_arrow(word: &str) -> bool {
    ["→", "⇒"].contains(&word)
}

fn is_heading(word: &str) -> bool {
    HEADINGS.iter().any(|heading| heading.name == word)
}

/// The fault of an indented line that begins like a statement.
fn statement_inside(
    line: &SourceLine,
    input: &Cursor,
    variables: &DeclaredVariables,
) -> Option<Fault> {
    let first = input.peek().text;
    let is_rule = input.rest().iter().any(is_arrow);
    if is_rule || first == "after" || !STATEMENTS.contains(&first) || variables.contains(first) {
        return None;
    }
    let message = format!("'{first}' inside a move");
    let fault = Fault::new(line.span(), message, "statements begin in the first column");
    Some(fault.with_help(format!("remove the blanks before '{first}'")))
}

/// Parses a parameter such as `cell` or `dir: left right`.
fn parameter(input: &mut Cursor) -> Result<ParameterSyntax, Fault> {
    let name = input.word("cell, dir, piece, steps or ?x")?;
    let among = match input.took(":") {
        true => input.words("its allowed values")?,
        false => Vec::new(),
    };
    Ok(ParameterSyntax { name, among })
}

fn step(input: &mut Cursor) -> Result<PermutationStep, Fault> {
    const EXPECTED: &str = "cycle, swap, reverse, undo or do";
    let keyword = input.word(EXPECTED)?;
    let text = keyword.text.as_str();
    match text {
        "undo" => return Ok(PermutationStep::Undo(input.word("a move's name")?)),
        "do" => return Ok(PermutationStep::Do(input.word("a move's name")?)),
        _ if STEPS.contains(&text) => {}
        _ => {
            let message = format!("unexpected '{}'", quoted(text));
            let fault = Fault::new(keyword.span, message, format!("expected {EXPECTED}"));
            return Err(suggest(fault, &keyword.text, STEPS));
        }
    }
    let mut cells = vec![input.word("a cell")?];
    while !input.at_end() && input.ahead() != "," && !STEPS.contains(&input.ahead()) {
        cells.push(input.word("a cell")?);
    }
    Ok(match text {
        "cycle" => PermutationStep::Cycle(cells),
        "swap" => PermutationStep::Swap(cells),
        _ => PermutationStep::Reverse(cells),
    })
}

fn rule(input: &mut Cursor, variables: &DeclaredVariables) -> Result<RuleSyntax, Fault> {
    let start = input.start();
    let everywhere = !variables.contains("all") && input.took("all");
    let heading = match is_heading(input.ahead()) {
        true => Some(input.word("a direction")?),
        false => {
            no_other_word(input)?;
            None
        }
    };
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
            Err(suggest(
                fault,
                word.text,
                HEADINGS.iter().map(|heading| heading.name),
            ))
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
    let mut absent = Vec::new();
    loop {
        let start = input.start();
        let mut heading = None;
        if opens(input, 1) && input.ahead() == "not" {
            if after {
                let fault = input.expected("the new content of cells");
                return Err(fault.with_help("patterns with 'not' stand before the '->' only"));
            }
            input.advance();
            absent.push(no_cell(input)?);
            continue;
        } else if opens(input, 1) && is_heading(input.ahead()) {
            heading = Some(input.word("a direction")?);
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
        input.mark("[")?;
        let (mut start, mut below) = (start, false);
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
        if !input.took("]") {
            return Err(no_bar(input));
        }
    }
    let patterned = !patterns.is_empty() || !absent.is_empty();
    let (mut tests, mut comparisons, mut sums) = (Vec::new(), Vec::new(), Vec::new());
    while input.at_word() && !costs::begins(input, variables) {
        let text = input.ahead();
        if is_other_arrow(text) {
            return Err(input.expected("'->'"));
        }
        if text == "and" && !variables.contains(text) {
            let fault = input.expected("a variable, '->' or the end of the line");
            return Err(fault.with_help("leave out 'and': all must hold"));
        }
        let first = tests.is_empty() && comparisons.is_empty() && sums.is_empty();
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
            sums.push((name, sum));
        } else {
            let values = input.values(&name)?;
            tests.push((name, values));
        }
    }
    if !patterned && tests.is_empty() && comparisons.is_empty() && sums.is_empty() {
        return Err(input.expected("a pattern [ … ]"));
    }
    if !after && costs::begins(input, variables) {
        let fault = input.expected("'->'");
        return Err(fault.with_help("a rule's cost stands at its end: [ A ] -> [ B ] cost 2"));
    }
    Ok(RuleSide {
        patterns,
        absent,
        variables: tests,
        comparisons,
        sums,
    })
}

/// Reads the pattern after `not`, which has a single cell, and returns its symbols.
fn no_cell(input: &mut Cursor) -> Result<SetSyntax, Fault> {
    input.mark("[")?;
    let set = input.set()?;
    match input.ahead() {
        "]" => {
            input.advance();
            Ok(set)
        }
        "|" => {
            let help = "'not' excludes symbols from all other cells: not [ A,B ]";
            Err(input.expected("']'").with_help(help))
        }
        _ => Err(no_bar(input)),
    }
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
            "" => 0,
            sum => signed(sum).ok_or_else(|| input.expected("a name, or a name with +1"))?,
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

fn effect(input: &mut Cursor, variables: &DeclaredVariables) -> Result<EffectSyntax, Fault> {
    let start = input.start();
    let place = match input.word("cell, beside, around, row, column")? {
        word if word.text == "on" && !word.quoted => EffectPlace::On(input.word("a region")?),
        word if word.text == "at" && !word.quoted => EffectPlace::At(input.word("a cell")?),
        word => EffectPlace::Named(word),
    };
    if let EffectPlace::Named(name) = &place
        && variables.is_number(name)
        && !numbers::is_value(input)
    {
        let value = EffectValue::Sum(numbers::new_value(input, name)?);
        input.finish()?;
        let span = start..input.end();
        return Ok(EffectSyntax { place, value, span });
    }
    let value = input.word("+1 or a symbol")?;
    input.finish().map_err(|fault| match value.text.as_str() {
        sign @ ("+" | "-") => {
            let number = input.ahead();
            fault.with_help(format!("write no blank after the sign: {sign}{number}"))
        }
        _ => fault,
    })?;
    let value = match signed(&value.text) {
        Some(plus) if !value.quoted => EffectValue::Plus(plus),
        _ => EffectValue::Symbol(value),
    };
    let span = start..input.end();
    Ok(EffectSyntax { place, value, span })
}
