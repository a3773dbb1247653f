//! Goals and their conditions.

use fewest_rules::{Fault, nearest, quoted};
use winnow::Parser;

use super::super::lexer::{Line, Span};
use super::super::syntax::{Clause, Kind, Set, Word};
use super::drawing;
use super::tokens::{Refusal, Tokens, ahead, at_end, end, expected, list, set, values, word};

pub(super) fn goal(
    first: &Line,
    input: &mut Tokens,
    below: &[Line],
    variables: &[&str],
) -> Result<Kind, Refusal> {
    if at_end(input) && !below.is_empty() {
        let Refusal(fault) = expected(input, CONDITIONS);
        return Err(Refusal(fault.with_help("write 'goal board' above a board")));
    }
    let clause = |input: &mut Tokens| clause(input, variables);
    let clauses: Vec<Clause> = list(clause, "and").parse_next(input)?;
    end(input).map_err(|Refusal(fault)| {
        Refusal(match ahead(input) {
            "or" => fault.with_help("write a second 'goal' line: a state is a goal if any holds"),
            _ => fault,
        })
    })?;
    let drawn: Vec<&Span> = clauses
        .iter()
        .filter_map(|clause| match clause {
            Clause::Board(span) | Clause::Somewhere(span) => Some(span),
            _ => None,
        })
        .collect();
    let drawing = match (&drawn[..], below.first()) {
        ([], None) => None,
        ([], Some(line)) => {
            let fault = Fault::new(
                line.span(),
                "a drawing that the goal does not speak of",
                "this line belongs to nothing",
            );
            return Err(Refusal(fault.with_help("write 'goal board' above it")));
        }
        ([_], _) => Some(drawing(first, first.span().end, below)?),
        ([_, second, ..], _) => {
            let span = Span::clone(second);
            let fault = Fault::new(span, "a goal has one drawing", "this is the second");
            return Err(Refusal(fault));
        }
    };
    Ok(Kind::Goal { clauses, drawing })
}

const CONDITIONS: &str = "a condition: all, line, same, on, some, at, rim, board, somewhere";

/// The words that begin a condition.
const CONDITION_WORDS: [&str; 9] = [
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

/// The refusal of a word that begins no condition.
fn unknown_condition(keyword: &Word, input: &Tokens, variables: &[&str]) -> Refusal {
    let text = keyword.text.as_str();
    let message = format!("unknown condition '{}'", quoted(text));
    let or = if variables.is_empty() {
        ""
    } else {
        ", or a variable"
    };
    let label = format!("expected {CONDITIONS}{or}");
    let mut fault = Fault::new(keyword.span.clone(), message, label);
    let names = CONDITION_WORDS.iter().chain(variables).copied();
    fault.help = match (text, input.as_ref()) {
        ("not", _) => Some("'not' stands before symbols: all not S".to_owned()),
        ("no" | "none" | "without", [symbol, _]) => {
            let symbol = quoted(symbol.text);
            Some(format!("where no cell may have it: all not {symbol}"))
        }
        (_, [at, place, _]) if ["at", "on"].contains(&at.text) => {
            let (place, text) = (quoted(place.text), quoted(text));
            Some(format!(
                "the symbol stands last: {} {place} {text}",
                at.text
            ))
        }
        _ => nearest(text, names).map(|name| format!("did you mean '{name}'?")),
    };
    Refusal(fault)
}

/// The symbols that a condition wants on a region.
fn set_on(input: &mut Tokens, keyword: &Word, region: &Word) -> Result<Set, Refusal> {
    if !at_end(input) && ahead(input) != "and" {
        return set(input);
    }
    let Refusal(fault) = expected(input, "a symbol");
    let (keyword, symbol) = (&keyword.text, quoted(&region.text));
    let board = match keyword.as_str() {
        _ if symbol == "rim" => {
            let help = format!("the symbol stands last: {keyword} rim S");
            return Err(Refusal(fault.with_help(help)));
        }
        "on" => format!("all cells of the board: all {symbol}"),
        _ => format!("any cell of the board: 'goal somewhere' and {symbol} drawn below"),
    };
    let help = format!("a region stands before the symbol: {keyword} rim {symbol}; {board}");
    Err(Refusal(fault.with_help(help)))
}

fn clause(input: &mut Tokens, variables: &[&str]) -> Result<Clause, Refusal> {
    let keyword = word(CONDITIONS).parse_next(input)?;
    Ok(match keyword.text.as_str() {
        "all" => Clause::All(set(input)?),
        "line" => Clause::Line {
            length: word("how many cells").parse_next(input)?,
            set: set(input)?,
        },
        "same" => {
            let mut cells = vec![word("a cell").parse_next(input)?];
            while !at_end(input) && ahead(input) != "and" {
                cells.push(word("a cell").parse_next(input)?);
            }
            Clause::Same(cells)
        }
        "on" => {
            let region = word("a region").parse_next(input)?;
            let set = set_on(input, &keyword, &region)?;
            Clause::On { region, set }
        }
        "some" => {
            let region = word("a region").parse_next(input)?;
            let set = set_on(input, &keyword, &region)?;
            Clause::Some { region, set }
        }
        "rim" => Clause::Some {
            set: set(input)?,
            region: keyword,
        },
        "at" => {
            let cell = word("a cell").parse_next(input)?;
            if ahead(input) == "," {
                let Refusal(fault) = expected(input, "a symbol");
                let help = "the cell in row 1 and column 2 is called r1c2";
                return Err(Refusal(fault.with_help(help)));
            }
            let set = set(input)?;
            Clause::At { cell, set }
        }
        "board" => Clause::Board(keyword.span),
        "somewhere" => Clause::Somewhere(keyword.span),
        name if !variables.contains(&name) => {
            return Err(unknown_condition(&keyword, input, variables));
        }
        _ => Clause::Variable {
            set: values(input, &keyword)?,
            name: keyword,
        },
    })
}
