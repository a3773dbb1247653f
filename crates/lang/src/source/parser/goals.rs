//! Parses goals and their conditions.

use fewest_rules::{Fault, quoted};

use super::super::lexer::SourceLine;
use super::super::syntax::{GoalCells, GoalClause, GoalSyntax, Lexeme};
use super::super::unknown::suggest;
use super::cursor::Cursor;
use super::drawing;
use super::numbers::{self, DeclaredVariables};

/// The words that begin a condition.
const CONDITIONS: [&str; 11] = [
    "all",
    "none",
    "exactly",
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
    variables: &DeclaredVariables,
) -> Result<GoalSyntax, Fault> {
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
    Ok(GoalSyntax {
        clauses,
        drawing,
        span: first.span(),
    })
}

/// The fault of a word that does not begin a condition.
fn unknown_condition(keyword: &Lexeme, input: &Cursor, variables: &DeclaredVariables) -> Fault {
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
        ("no", [drawn, _]) if drawn.text == "somewhere" => {
            fault.with_help("only symbols can be excluded: none S")
        }
        ("no" | "without", [symbol, _]) => {
            let symbol = quoted(symbol.text);
            fault.with_help(format!("if no cell may have it, write none {symbol}"))
        }
        ("count" | "number", [symbol, number, _]) => {
            let (symbol, number) = (quoted(symbol.text), quoted(number.text));
            fault.with_help(format!("write exactly {number} {symbol}"))
        }
        (_, [at, place, _]) if ["at", "on"].contains(&at.text) => {
            let (at, place, text) = (at.text, quoted(place.text), quoted(text));
            fault.with_help(format!("write the symbol last: {at} {place} {text}"))
        }
        _ => suggest(fault, text, CONDITIONS.into_iter().chain(variables.names())),
    }
}

/// The fault of a condition on a region (`on` or `some`) with only one word, which is probably the
/// symbol.
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

/// Reads the number of cells in a condition `exactly`.
fn number(input: &mut Cursor) -> Result<Lexeme, Fault> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match input.rest() {
        [first, ..] if is_number(first.text) => input.word("a number"),
        [symbol, number, ..] if symbol.is_word() && is_number(number.text) => {
            let (symbol, number) = (quoted(symbol.text), number.text);
            let help = format!("write the number first: exactly {number} {symbol}");
            Err(input.expected("a number of cells").with_help(help))
        }
        _ => Err(input.expected("a number of cells")),
    }
}

/// Reads `on REGION`, or nothing, which means the whole board.
fn place(input: &mut Cursor) -> Result<GoalCells, Fault> {
    let word_follows = input.rest().get(1).is_some_and(|next| next.is_word());
    if input.ahead() != "on" || !word_follows {
        return Ok(GoalCells::Board);
    }
    input.advance();
    let region = input.word("a region")?;
    if input.at_end() || input.ahead() == "and" {
        let help = format!(
            "write a region before the symbol: on rim {}",
            quoted(&region.text)
        );
        return Err(input.expected("a symbol").with_help(help));
    }
    Ok(GoalCells::Region(region))
}

fn clause(input: &mut Cursor, variables: &DeclaredVariables) -> Result<GoalClause, Fault> {
    let keyword = input.word(&expected_condition())?;
    let (cells, some) = match keyword.text.as_str() {
        "all" => (GoalCells::Board, false),
        "none" if !variables.contains("none") => {
            let cells = place(input)?;
            let mut set = input.set()?;
            set.not = !set.not;
            let some = false;
            return Ok(GoalClause::Cells { cells, some, set });
        }
        "exactly" if !variables.contains("exactly") => {
            let number = number(input)?;
            let cells = place(input)?;
            let set = input.set()?;
            return Ok(GoalClause::Exactly { number, cells, set });
        }
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
        name if variables.contains(name) => {
            if variables.is_number(&keyword) && numbers::compares(input) {
                return numbers::comparison(input, keyword).map(GoalClause::Compare);
            }
            let set = input.values(&keyword)?;
            return Ok(GoalClause::Variable { name: keyword, set });
        }
        _ => return Err(unknown_condition(&keyword, input, variables)),
    };
    let set = input.set()?;
    Ok(GoalClause::Cells { cells, some, set })
}
