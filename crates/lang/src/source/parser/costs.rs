//! Costs of moves and rules, and what is minimised.

use fewest_rules::{Fault, Objective, quoted};

use super::super::lexer::Span;
use super::super::syntax::{CostSyntax, Lexeme};
use super::cursor::Cursor;
use super::numbers::DeclaredVariables;

/// Whether a cost comes next. A variable may be called `cost` or `free`; then the word means the
/// variable.
pub(super) fn begins(input: &Cursor, variables: &DeclaredVariables) -> bool {
    let word = input.ahead();
    ["cost", "free"].contains(&word) && !variables.contains(word)
}

/// Reads `cost N`, `cost VARIABLE` or `free` if it comes next.
pub(super) fn cost(
    input: &mut Cursor,
    variables: &DeclaredVariables,
) -> Result<Option<CostSyntax>, Fault> {
    const EXPECTED: &str = "a number from 0 to 65535, or a variable";
    if !begins(input, variables) {
        let number = input.rest().get(1).map_or("", |token| token.text);
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        return match input.ahead() == "costs" && !variables.contains("costs") && is_number {
            true => Err(input
                .expected("'cost'")
                .with_help(format!("write 'cost {number}'"))),
            false => Ok(None),
        };
    }
    if input.took("free") {
        return Ok(Some(CostSyntax::Number(0)));
    }
    input.advance();
    if input.took("=") || input.took(":") {
        let message = format!("'{}' after 'cost'", input.previous().map_or("", |t| t.text));
        let fault = Fault::new(input.end() - 1..input.end(), message, "not expected here");
        return Err(fault.with_help("write the number after a blank: cost 2"));
    }
    let word = input.word(EXPECTED)?;
    let begins_as_number = word
        .text
        .starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
    if !begins_as_number || variables.contains(&word.text) {
        return Ok(Some(CostSyntax::Variable(word)));
    }
    match word.text.parse() {
        Ok(number) if !word.text.starts_with('+') => Ok(Some(CostSyntax::Number(number))),
        _ => {
            let message = format!("'{}' is not a cost", quoted(&word.text));
            Err(Fault::new(
                word.span,
                message,
                format!("expected {EXPECTED}"),
            ))
        }
    }
}

/// Reads `again` and a cost if they come next.
pub(super) fn again(
    input: &mut Cursor,
    variables: &DeclaredVariables,
) -> Result<Option<(Span, CostSyntax)>, Fault> {
    let start = input.start();
    if variables.contains("again") || !input.took("again") {
        return Ok(None);
    }
    let span = start..input.end();
    match cost(input, variables)? {
        Some(cost) => Ok(Some((span, cost))),
        None => Err(input.expected("'free' or 'cost N'")),
    }
}

/// Reads what follows `fewest`: `pushes`, `pushes then moves` or `moves then pushes`. Returns what a
/// search minimises, and what the costs count.
pub(super) fn measure(input: &mut Cursor) -> Result<(Objective, Lexeme), Fault> {
    const EXPECTED: &str = "'moves', 'cost' or what the costs count, such as 'pushes'";
    let first = input.word(EXPECTED)?;
    let then = match input.took("then") {
        true => Some(input.word(EXPECTED)?),
        false => None,
    };
    input.finish().map_err(|fault| match then {
        None => fault.with_help(format!(
            "write 'fewest {} then moves' to break ties",
            quoted(&first.text)
        )),
        Some(_) => fault,
    })?;
    let (message, place, label, help) = match (first.text.as_str(), then) {
        ("moves", None) => (
            "'fewest moves' alone",
            first,
            "moves are counted anyway",
            "leave the line out, or write 'fewest moves then cost'",
        ),
        (_, None) => return Ok((Objective::Cost, first)),
        (first_word, Some(then)) => match (first_word == "moves", then.text == "moves") {
            (false, true) => return Ok((Objective::CostThenMoves, first)),
            (true, false) => return Ok((Objective::MovesThenCost, then)),
            (twice, _) => (
                if twice { "'moves' twice" } else { "two costs" },
                then,
                "expected one cost, and 'moves'",
                "write 'fewest cost then moves' or 'fewest moves then cost'",
            ),
        },
    };
    Err(Fault::new(place.span, message, label).with_help(help))
}
