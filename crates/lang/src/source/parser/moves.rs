//! Parses the declarations of moves: effects, lists of rules, and permutations.

use fewest_rules::{Fault, quoted};

use super::super::lexer::{LexemeKind, SourceLine, Token};
use super::super::limits::MOST_FAULTS;
use super::super::syntax::{
    BodySyntax, EffectPlace, EffectSyntax, EffectValue, Lexeme, MoveSyntax, ParameterSyntax,
    PermutationStep, RuleSyntax, StageSyntax, SumTerm,
};
use super::super::unknown::suggest;
use super::STATEMENTS;
use super::costs;
use super::cursor::Cursor;
use super::numbers::{self, DeclaredVariables};
use super::rules::rule;

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
    let again = costs::again(input, variables)?;
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
        again,
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
) -> Result<(BodySyntax, Vec<StageSyntax>), Fault> {
    let (mut rules, mut effects, mut after) = (Vec::new(), Vec::new(), Vec::new());
    let faults_before = faults.len();
    let mut line = |input: &mut Cursor| {
        if stage(input, variables, &mut after) {
            if !input.at_end() {
                followed(&mut after, rule(input, variables)?);
            }
        } else if !variables.contains("after") && input.took("after") {
            if input.at_end() {
                let help =
                    "in a move each rule that follows it has its own 'after': after [ A ] -> [ B ]";
                return Err(input.expected("a rule").with_help(help));
            }
            followed(&mut after, rule(input, variables)?);
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
) -> Result<Vec<StageSyntax>, Fault> {
    let mut stages = Vec::new();
    let faults_before = faults.len();
    let mut line = |input: &mut Cursor| {
        let begins = stage(input, variables, &mut stages);
        if !begins || !input.at_end() {
            followed(&mut stages, rule(input, variables)?);
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
        faults.extend(line(&mut Cursor::new(text)).err());
    }
    let none = stages.iter().all(|stage| stage.rules.is_empty());
    if none && faults.len() == faults_before {
        let span = keyword.span.clone();
        let fault = Fault::new(span, "no rules follow the moves", "expected rules below");
        return Err(fault.with_help("a rule is written [ before ] -> [ after ], indented"));
    }
    Ok(stages)
}

/// Adds a rule to the last stage.
fn followed(stages: &mut Vec<StageSyntax>, rule: RuleSyntax) {
    match stages.last_mut() {
        Some(stage) => stage.rules.push(rule),
        None => stages.push(StageSyntax {
            once: false,
            rules: vec![rule],
        }),
    }
}

/// Reads `then` or `then once`, which begins a stage, if it comes next.
fn stage(input: &mut Cursor, variables: &DeclaredVariables, stages: &mut Vec<StageSyntax>) -> bool {
    let begins = !variables.contains("then") && input.took("then");
    if begins {
        if stages.is_empty() {
            stages.push(StageSyntax::default());
        }
        let once = !variables.contains("once") && input.took("once");
        let rules = Vec::new();
        stages.push(StageSyntax { once, rules });
    }
    begins
}

fn is_arrow(token: &Token) -> bool {
    token.is(LexemeKind::Mark, "->")
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
    let step = SumTerm::signed(&value.text, value.span.start).filter(|step| {
        let is_name = step.word.text.starts_with(char::is_alphabetic);
        !value.quoted && (!is_name || variables.is_number(&step.word))
    });
    let value = step.map_or(EffectValue::Symbol(value), EffectValue::Plus);
    let span = start..input.end();
    Ok(EffectSyntax { place, value, span })
}
