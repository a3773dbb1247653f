//! Goals and their conditions.

use fewest_rules::{Fault, quoted};

use super::super::lexer::SourceLine;
use super::super::syntax::{GoalClause, Lexeme, SetSyntax, StatementKind};
use super::super::unknown::suggest;
use super::cursor::Cursor;
use super::drawing;

/// The words that begin a condition.
const CONDITIONS: [&str; 9] = [
    "all",
    "line",
    "same",
    "on",
    "some",
    "at",
    "rim",
    "board",
    "somewhere",
];

fn expected_condition() -> String {
    format!("a condition: {}", CONDITIONS.join(", "))
}

pub(super) fn goal(
    first: &SourceLine,
    input: &mut Cursor,
    below: &[SourceLine],
    variables: &[&str],
) -> Result<StatementKind, Fault> {
    if input.at_end() && !below.is_empty() {
        let fault = input.expected(&expected_condition());
        return Err(fault.with_help("write 'goal board' above a board"));
    }
    let clauses = input.list("and", |input| clause(input, variables))?;
    input.finish().map_err(|fault| match input.ahead() {
        "or" => fault.with_help("write a second 'goal' line: a state is a goal if any holds"),
        _ => fault,
    })?;
    let mut drawn = clauses.iter().filter_map(|clause| match clause {
        GoalClause::Board(span) | GoalClause::Somewhere(span) => Some(span),
        _ => None,
    });
    let drawing = match (drawn.next(), drawn.next(), below.first()) {
        (None, _, None) => None,
        (None, _, Some(line)) => {
            let message = "a drawing that the goal does not speak of";
            let fault = Fault::new(line.span(), message, "this line belongs to nothing");
            return Err(fault.with_help("write 'goal board' above it"));
        }
        (Some(_), None, _) => Some(drawing(first, first.span().end, below)?),
        (Some(_), Some(second), _) => {
            let message = "a goal has one drawing";
            return Err(Fault::new(second.clone(), message, "this is the second"));
        }
    };
    Ok(StatementKind::Goal { clauses, drawing })
}

/// The fault of a word that begins no condition.
fn unknown_condition(keyword: &Lexeme, input: &Cursor, variables: &[&str]) -> Fault {
    let text = keyword.text.as_str();
    let message = format!("unknown condition '{}'", quoted(text));
    let or = if variables.is_empty() {
        ""
    } else {
        ", or a variable"
    };
    let label = format!("expected {}{or}", expected_condition());
    let fault = Fault::new(keyword.span.clone(), message, label);
    match (text, input.rest()) {
        ("not", _) => fault.with_help("'not' stands before symbols: all not S"),
        ("no" | "none" | "without", [symbol, _]) => {
            let symbol = quoted(symbol.text);
            fault.with_help(format!("where no cell may have it: all not {symbol}"))
        }
        (_, [at, place, _]) if ["at", "on"].contains(&at.text) => {
            let (at, place, text) = (at.text, quoted(place.text), quoted(text));
            fault.with_help(format!("the symbol stands last: {at} {place} {text}"))
        }
        _ => suggest(fault, text, CONDITIONS.iter().chain(variables).copied()),
    }
}

/// A region and the symbols that a condition requires on it.
fn region_and_set(input: &mut Cursor, keyword: &str) -> Result<(Lexeme, SetSyntax), Fault> {
    let region = input.word("a region")?;
    if !input.at_end() && input.ahead() != "and" {
        return Ok((region, input.set()?));
    }
    // Only one word follows: probably the symbol.
    let symbol = quoted(&region.text);
    let board = match keyword {
        _ if symbol == "rim" => None,
        "on" => Some(format!("all cells of the board: all {symbol}")),
        _ => Some(format!(
            "any cell of the board: 'goal somewhere' and {symbol} drawn below"
        )),
    };
    let help = match board {
        None => format!("the symbol stands last: {keyword} rim S"),
        Some(board) => {
            format!("a region stands before the symbol: {keyword} rim {symbol}; {board}")
        }
    };
    Err(input.expected("a symbol").with_help(help))
}

fn clause(input: &mut Cursor, variables: &[&str]) -> Result<GoalClause, Fault> {
    let keyword = input.word(&expected_condition())?;
    Ok(match keyword.text.as_str() {
        "all" => GoalClause::All(input.set()?),
        "line" => GoalClause::Line {
            length: input.word("how many cells")?,
            set: input.set()?,
        },
        "same" => {
            let mut cells = vec![input.word("a cell")?];
            while !input.at_end() && input.ahead() != "and" {
                cells.push(input.word("a cell")?);
            }
            GoalClause::Same(cells)
        }
        "on" => {
            let (region, set) = region_and_set(input, "on")?;
            GoalClause::On { region, set }
        }
        "some" => {
            let (region, set) = region_and_set(input, "some")?;
            GoalClause::Some { region, set }
        }
        "rim" => GoalClause::Some {
            set: input.set()?,
            region: keyword,
        },
        "at" => {
            let cell = input.word("a cell")?;
            if input.ahead() == "," {
                let help = "the cell in row 1 and column 2 is called r1c2";
                return Err(input.expected("a symbol").with_help(help));
            }
            let set = input.set()?;
            GoalClause::At { cell, set }
        }
        "board" => GoalClause::Board(keyword.span),
        "somewhere" => GoalClause::Somewhere(keyword.span),
        name if variables.contains(&name) => GoalClause::Variable {
            set: input.values(&keyword)?,
            name: keyword,
        },
        _ => return Err(unknown_condition(&keyword, input, variables)),
    })
}
