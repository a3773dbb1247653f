//! Goals and their conditions.

use fewest_rules::{Fault, quoted};

use super::super::lexer::SourceLine;
use super::super::syntax::{GoalCells, GoalClause, Lexeme, StatementKind};
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
            let message = "a drawing that no condition of the goal uses";
            let fault = Fault::new(line.span(), message, "this line belongs to no statement");
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
        ("not", _) => fault.with_help("write 'not' before the symbols: all not S"),
        ("no" | "none" | "without", [symbol, _]) => {
            let symbol = quoted(symbol.text);
            fault.with_help(format!("if no cell may have it, write all not {symbol}"))
        }
        (_, [at, place, _]) if ["at", "on"].contains(&at.text) => {
            let (at, place, text) = (at.text, quoted(place.text), quoted(text));
            fault.with_help(format!("write the symbol last: {at} {place} {text}"))
        }
        _ => suggest(fault, text, CONDITIONS.iter().chain(variables).copied()),
    }
}

/// The fault of a condition on a region, `on` or `some`, with one word only: probably the symbol.
fn no_set(input: &Cursor, keyword: &str, word: &Lexeme) -> Fault {
    let symbol = quoted(&word.text);
    let board = match keyword {
        "on" => format!("all cells of the board: all {symbol}"),
        _ => format!("any cell of the board: 'goal somewhere' and {symbol} drawn below"),
    };
    let help = match symbol == "rim" {
        true => format!("write the symbol last: {keyword} rim S"),
        false => format!("write a region before the symbol: {keyword} rim {symbol}; {board}"),
    };
    input.expected("a symbol").with_help(help)
}

fn clause(input: &mut Cursor, variables: &[&str]) -> Result<GoalClause, Fault> {
    let keyword = input.word(&expected_condition())?;
    let (cells, some) = match keyword.text.as_str() {
        "all" => (GoalCells::Board, false),
        "rim" => (GoalCells::Region(keyword), true),
        text @ ("on" | "some") => {
            let region = input.word("a region")?;
            if input.at_end() || input.ahead() == "and" {
                return Err(no_set(input, text, &region));
            }
            (GoalCells::Region(region), text == "some")
        }
        "at" => {
            let cell = input.word("a cell")?;
            if input.ahead() == "," {
                let help = "the cell in row 1 and column 2 is called r1c2";
                return Err(input.expected("a symbol").with_help(help));
            }
            (GoalCells::Cell(cell), false)
        }
        "line" => {
            let length = input.word("how many cells")?;
            let set = input.set()?;
            return Ok(GoalClause::Line { length, set });
        }
        "same" => {
            let mut cells = vec![input.word("a cell")?];
            while !input.at_end() && input.ahead() != "and" {
                cells.push(input.word("a cell")?);
            }
            return Ok(GoalClause::Same(cells));
        }
        "board" => return Ok(GoalClause::Board(keyword.span)),
        "somewhere" => return Ok(GoalClause::Somewhere(keyword.span)),
        name if variables.contains(&name) => {
            let set = input.values(&keyword)?;
            return Ok(GoalClause::Variable { name: keyword, set });
        }
        _ => return Err(unknown_condition(&keyword, input, variables)),
    };
    let set = input.set()?;
    Ok(GoalClause::Cells { cells, some, set })
}
