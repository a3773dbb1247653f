//! Lines to syntax tree.
//!
//! Every statement is parsed for itself, and so is every rule, so that a fault
//! in one does not hide the faults in the others. Nothing in the grammar nests:
//! the parser does not recurse, and it reads each token a bounded number of times.

use fewest_rules::{Fault, nearest, quoted};
use winnow::Parser;

use super::lexer::{self, Line};
use super::limits::{MOST_CELLS, MOST_FAULTS, MOST_NAMES};
use super::syntax::{Drawing, File, Kind, Set, Statement, Word};

mod goals;
mod moves;
mod tokens;

use tokens::{
    Refusal, Tokens, ahead, at_end, behind, end, expected, here, list, mark, took, word, words,
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
    if lines.is_empty() {
        let fault = Fault::new(0..0, "nothing is in the file", "expected a puzzle");
        faults.push(fault.with_help("'fewest new NAME' writes a file to begin with"));
        return None;
    }
    let variables = variables(&lines);
    let mut file = File::new();
    let mut names_lost = false;
    let mut rest = &lines[..];
    while let Some((first, below)) = rest.split_first() {
        if faults.len() >= MOST_FAULTS {
            return None;
        }
        let belongs = |line: &&Line| line.indented || is_stray(first, line);
        let block = below.iter().take_while(belongs).count();
        if first.indented {
            let message = "an indented line that belongs to nothing";
            let label = "expected a statement in the first column";
            let word = lexer::words(first.text).next().map_or("", |(_, word)| word);
            faults.push(Fault::new(first.span(), message, label).with_help(
                if STATEMENTS.contains(&word) {
                    format!("remove the blanks before '{word}'")
                } else {
                    statements_help()
                },
            ));
        } else {
            if let Some(stray) = below[..block].iter().find(|line| !line.indented) {
                let message = "a line that is not indented";
                let label = format!(
                    "expected blanks before it, if it belongs to {}",
                    kind(first)
                );
                faults.push(Fault::new(stray.span(), message, label));
            }
            match statement(first, &below[..block], &variables, faults) {
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

/// The word that a statement begins with, in quotes.
fn kind(first: &Line) -> String {
    let keyword = lexer::words(first.text).next().map_or("", |(_, word)| word);
    format!("'{}'", quoted(keyword))
}

/// Whether a line in the first column seems to belong to the statement that begins with
/// `first`: a rule or a change to a move, anything that is no statement to a drawing.
fn is_stray(first: &Line, line: &Line) -> bool {
    let mut words = lexer::words(first.text).map(|(_, word)| word);
    let (keyword, last) = (words.next(), words.last());
    let word = lexer::words(line.text).next().map_or("", |(_, word)| word);
    match (keyword, last) {
        _ if STATEMENTS.contains(&word) => false,
        (Some("move"), _) => {
            const PLACES: [&str; 7] = ["cell", "beside", "around", "row", "column", "on", "at"];
            PLACES.contains(&word) || line.text.starts_with('[') || line.text.contains("->")
        }
        (Some("start" | "board" | "piece"), None)
        | (Some("goal"), Some("board" | "somewhere"))
        | (Some("expect"), Some("from")) => nearest(word, STATEMENTS).is_none(),
        _ => false,
    }
}

/// The first variables that the file declares, as many as it may, also with a slip in the
/// line's first word.
fn variables<'t>(lines: &[Line<'t>]) -> Vec<&'t str> {
    let declared = lines.iter().filter_map(|line| {
        let mut words = lexer::words(line.text).map(|(_, word)| word);
        let keyword = words.next()?;
        let meant = keyword.len() <= 4 && nearest(keyword, ["var"]).is_some();
        let name = words.next().filter(|_| meant)?;
        name.split('=').next()
    });
    declared.take(MOST_NAMES).collect()
}

fn statement(
    first: &Line,
    below: &[Line],
    variables: &[&str],
    faults: &mut Vec<Fault>,
) -> Result<Kind, Refusal> {
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
        "board" => {
            let from = here(input);
            let drawn = drawn(input)?;
            if let [line] = &drawn.lines[..]
                && line.span.start == from
                && let Some((rows, columns)) = meant_size(&line.text)
            {
                let message = "not how a size is written";
                let fault = Fault::new(line.span.clone(), message, "expected rows x columns");
                let help = format!("write 'board {rows}x{columns}'");
                return Err(Refusal(fault.with_help(help)));
            }
            return Ok(Kind::Shape(drawn));
        }
        "piece" => return drawn(input).map(Kind::Piece),
        "start" => return drawn(input).map(Kind::Start),
        "move" => return moves::move_of(input, below, variables, faults).map(Kind::Move),
        "goal" => return goals::goal(first, input, below, variables),
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
    end(input).map_err(|Refusal(fault)| {
        let listed = matches!(
            kind,
            Kind::Symbols(_) | Kind::Pieces(_) | Kind::Set { .. } | Kind::Region { .. }
        );
        Refusal(match ahead(input) {
            "," if listed => fault.with_help("blanks part the words of this list, not commas"),
            _ if matches!(kind, Kind::Var { .. }) => {
                fault.with_help("commas part the values: var NAME = 0, 1, 2")
            }
            _ => fault,
        })
    })?;
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

/// A size in another's notation: `4 x 4`, `4X4`, `4,4`, `= 4x4`; `4` for a row of 4.
fn meant_size(text: &str) -> Option<(usize, usize)> {
    let text = text.trim_start_matches(['=', ':']).to_lowercase();
    let parts: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || "x×*,by".contains(c))
        .filter(|part| !part.is_empty())
        .collect();
    let between = text.replace(|c: char| c.is_ascii_digit(), "");
    match parts[..] {
        [columns] if between.is_empty() => size(&format!("1x{columns}")),
        [rows, columns] if !between.trim().is_empty() => size(&format!("{rows}x{columns}")),
        _ => None,
    }
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
        if !at_end(input) {
            let Refusal(fault) = expected(input, "'from' or the end of the line");
            let help = "a board stands behind 'from', or below it";
            return Err(Refusal(fault.with_help(help)));
        }
        if let Some(line) = below.first() {
            let fault = Fault::new(line.span(), "a board without 'from'", "not expected here");
            let help = "write 'from' behind the number of moves";
            return Err(Refusal(fault.with_help(help)));
        }
        None
    };
    Ok(Kind::Expect { moves, from })
}
