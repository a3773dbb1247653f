//! Lines to syntax tree.
//!
//! Every statement is parsed for itself, and so is every rule, so that a fault
//! in one does not hide the faults in the others. Nothing in the grammar nests:
//! the parser does not recurse, and it reads each token a bounded number of times.

use rules::Fault;
use winnow::Parser;

use super::lexer::{self, Line, Span};
use super::limits::{MOST_CELLS, MOST_FAULTS};
use super::nearest::nearest;
use super::syntax::{Clause, Drawing, File, Kind, Set, Statement, Word};

mod moves;
mod tokens;

pub(crate) use tokens::quoted;
use tokens::{
    Refusal, Tokens, ahead, at_end, behind, end, here, list, mark, set, took, word, words,
};

/// The words that begin a statement.
const STATEMENTS: [&str; 13] = [
    "puzzle", "symbols", "set", "board", "var", "region", "draw", "pieces", "piece", "move",
    "goal", "start", "expect",
];
/// Those of them that declare names used in others.
const DECLARING: [&str; 4] = ["symbols", "set", "var", "draw"];

/// The statements of a file; what is wrong goes to `faults`. `None` if a
/// statement is lost that may declare names, so that it makes no sense to look
/// names up, or if there are too many faults.
pub(crate) fn parse(text: &str, faults: &mut Vec<Fault>) -> Option<File> {
    let lines = lexer::lines(text);
    let mut file = File::new();
    let mut names_lost = false;
    let mut rest = &lines[..];
    while let Some((first, below)) = rest.split_first() {
        if faults.len() >= MOST_FAULTS {
            return None;
        }
        let block = below.iter().take_while(|line| line.indented).count();
        if first.indented {
            faults.push(
                Fault::new(
                    first.span(),
                    "an indented line that belongs to nothing",
                    "expected a statement in the first column",
                )
                .with_help(statements_help()),
            );
        } else {
            match statement(first, &below[..block], faults) {
                Ok(kind) => file.push(Statement {
                    kind,
                    span: first.span(),
                }),
                Err(Refusal(fault)) => {
                    faults.push(fault);
                    let keyword = lexer::words(first.text).next().map_or("", |(_, word)| word);
                    let meant = nearest(keyword, STATEMENTS).unwrap_or(keyword);
                    names_lost |= DECLARING.contains(&meant);
                }
            }
        }
        rest = &below[block..];
    }
    (!names_lost).then_some(file)
}

fn statements_help() -> String {
    format!("statements begin with {}", STATEMENTS.join(", "))
}

fn statement(first: &Line, below: &[Line], faults: &mut Vec<Fault>) -> Result<Kind, Refusal> {
    let all = lexer::tokens(first);
    let mut input = Tokens::new(&all);
    let input = &mut input;
    let keyword = word("a statement").parse_next(input)?;
    let drawn = |input: &Tokens| drawing(first, here(input), below);
    let kind = match keyword.text.as_str() {
        "board" if ahead(input).contains(['x', '×']) && size(ahead(input)).is_some() => {
            let name = word("a size").parse_next(input)?;
            end(input)?;
            let (rows, columns) = size(&name.text).unwrap_or((0, 0));
            if rows == 0 || columns == 0 || rows.saturating_mul(columns) > MOST_CELLS {
                return Err(Refusal(Fault::new(
                    name.span,
                    "no board has this size",
                    format!("expected 1 to {MOST_CELLS} cells"),
                )));
            }
            Kind::Size { rows, columns }
        }
        "board" => return drawn(input).map(Kind::Shape),
        "piece" => return drawn(input).map(Kind::Piece),
        "start" => return drawn(input).map(Kind::Start),
        "move" => return moves::move_of(input, below, faults).map(Kind::Move),
        "goal" => return goal(first, input, below),
        "expect" => return expect(first, input, below),
        "puzzle" => Kind::Puzzle(word("the puzzle's name").parse_next(input)?),
        "symbols" => Kind::Symbols(words("a symbol").parse_next(input)?),
        "pieces" => Kind::Pieces(words("a symbol").parse_next(input)?),
        "set" => {
            let name = word("the set's name").parse_next(input)?;
            mark("=").parse_next(input)?;
            let start = here(input);
            let not = took(input, "not");
            let words = words("a symbol").parse_next(input)?;
            let span = start..behind(input);
            let set = Set { not, words, span };
            Kind::Set { name, set }
        }
        "var" => {
            let name = word("the variable's name").parse_next(input)?;
            mark("=").parse_next(input)?;
            let labels = list(word("a value"), ",").parse_next(input)?;
            Kind::Var { name, labels }
        }
        "region" => {
            let name = word("the region's name").parse_next(input)?;
            mark("=").parse_next(input)?;
            let cells = words("a cell").parse_next(input)?;
            Kind::Region { name, cells }
        }
        "draw" => {
            let glyph = word("what is drawn").parse_next(input)?;
            mark("=").parse_next(input)?;
            let symbol = word("a symbol").parse_next(input)?;
            mark("on").parse_next(input)?;
            let region = word("a region's name").parse_next(input)?;
            Kind::Draw {
                glyph,
                symbol,
                region,
            }
        }
        other => {
            let message = format!("unknown statement '{}'", quoted(other));
            let mut fault = Fault::new(keyword.span, message, "expected a statement");
            fault.help = Some(match nearest(other, STATEMENTS) {
                Some(name) => format!("did you mean '{name}'?"),
                None => statements_help(),
            });
            return Err(Refusal(fault));
        }
    };
    end(input)?;
    if let Some(line) = below.first() {
        faults.push(Fault::new(
            line.span(),
            format!("'{}' takes one line", keyword.text),
            "this line belongs to nothing",
        ));
    }
    Ok(kind)
}

/// `4x4`: rows and columns.
fn size(text: &str) -> Option<(usize, usize)> {
    let (rows, columns) = text.split_once(['x', '×'])?;
    let number = |digits: &str| {
        let digits_only = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        digits_only.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    Some((number(rows)?, number(columns)?))
}

/// The rest of a line from byte `from` on, and the lines below it.
fn drawing(first: &Line, from: usize, below: &[Line]) -> Result<Drawing, Refusal> {
    let line = |line: &Line| Word {
        text: line.text.to_owned(),
        span: line.span(),
        quoted: false,
    };
    let rest = &first.text[from - first.at..];
    let mut lines = Vec::new();
    if !rest.is_empty() {
        lines.push(Word {
            text: rest.to_owned(),
            span: from..from + rest.len(),
            quoted: false,
        });
    }
    lines.extend(below.iter().map(line));
    if lines.is_empty() {
        return Err(Refusal(
            Fault::new(first.span(), "nothing is drawn", "expected a drawing below")
                .with_help("a drawing's lines are indented"),
        ));
    }
    Ok(Drawing {
        lines,
        of: first.span(),
    })
}

fn expect(first: &Line, input: &mut Tokens, below: &[Line]) -> Result<Kind, Refusal> {
    let what = "a number of moves or 'unsolvable'";
    let outcome = word(what).parse_next(input)?;
    let moves = match outcome.text.as_str() {
        "unsolvable" => None,
        digits => match digits.parse() {
            Ok(moves) => Some(moves),
            Err(_) => {
                let message = format!("unexpected '{}'", quoted(digits));
                let fault = Fault::new(outcome.span, message, format!("expected {what}"));
                return Err(Refusal(fault));
            }
        },
    };
    let from = if took(input, "from") {
        Some(drawing(first, here(input), below)?)
    } else {
        end(input)?;
        if let Some(line) = below.first() {
            let fault = Fault::new(line.span(), "a board without 'from'", "not expected here");
            let help = "write 'from' behind the number of moves";
            return Err(Refusal(fault.with_help(help)));
        }
        None
    };
    Ok(Kind::Expect { moves, from })
}

fn goal(first: &Line, input: &mut Tokens, below: &[Line]) -> Result<Kind, Refusal> {
    let clauses: Vec<Clause> = list(clause, "and").parse_next(input)?;
    end(input)?;
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

fn clause(input: &mut Tokens) -> Result<Clause, Refusal> {
    let keyword = word("a condition: all, line, same, on, some, at, rim, board, somewhere")
        .parse_next(input)?;
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
        "on" => Clause::On {
            region: word("a region").parse_next(input)?,
            set: set(input)?,
        },
        "some" => Clause::Some {
            region: word("a region").parse_next(input)?,
            set: set(input)?,
        },
        "rim" => Clause::Some {
            set: set(input)?,
            region: keyword,
        },
        "at" => Clause::At {
            cell: word("a cell").parse_next(input)?,
            set: set(input)?,
        },
        "board" => Clause::Board(keyword.span),
        "somewhere" => Clause::Somewhere(keyword.span),
        _ => Clause::Variable {
            set: set(input)?,
            name: keyword,
        },
    })
}
