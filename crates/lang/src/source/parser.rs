//! Lines to syntax tree.
//!
//! Every statement is parsed for itself, and so is every rule, so that a fault
//! in one does not hide the faults in the others. Nothing in the grammar nests:
//! the parser does not recurse, and it reads each token a bounded number of times.

use rules::Fault;
use winnow::Parser;
use winnow::error::ParserError;
use winnow::stream::{Stream, TokenSlice};

use super::lexer::{self, Line, Span, Token};
use super::limits::MOST_CELLS;
use super::nearest::nearest;
use super::syntax::{
    Becomes, Body, Clause, Drawing, Effect, Element, File, Kind, Move, Parameter, Pattern, Place,
    Rule, Set, Side, Statement, Step, Word,
};

/// The words that begin a statement.
const STATEMENTS: [&str; 13] = [
    "puzzle", "symbols", "set", "board", "var", "region", "draw", "pieces", "piece", "move",
    "goal", "start", "expect",
];
/// The words that begin a step of a permutation.
const STEPS: [&str; 5] = ["cycle", "swap", "reverse", "undo", "do"];
/// Letters of a word that are quoted in a message.
const MOST_QUOTED: usize = 24;

type Tokens<'t, 'a> = TokenSlice<'t, Token<'a>>;

/// Why a line is not what it should be.
#[derive(Debug)]
struct Refusal(Fault);

impl<'t, 'a> ParserError<Tokens<'t, 'a>> for Refusal {
    type Inner = Self;

    fn from_input(input: &Tokens<'t, 'a>) -> Self {
        expected(input, "something else")
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

/// The statements of a file; what is wrong goes to `faults`.
pub(crate) fn parse(text: &str, faults: &mut Vec<Fault>) -> File {
    let lines = lexer::lines(text);
    let mut file = File::new();
    let mut rest = &lines[..];
    while let Some((first, below)) = rest.split_first() {
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
                Err(Refusal(fault)) => faults.push(fault),
            }
        }
        rest = &below[block..];
    }
    file
}

fn statements_help() -> String {
    format!("statements begin with {}", STATEMENTS.join(", "))
}

/// A word of the text as it stands in a message: cut if it is long.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted: String = text.chars().take(MOST_QUOTED).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    quoted.escape_debug().to_string().replace("\\'", "'")
}

/// The refusal of the token that comes next.
fn expected(input: &Tokens, what: &str) -> Refusal {
    let label = format!("expected {what}");
    Refusal(match input.peek_token() {
        Some(token) if token.kind != lexer::Kind::End => {
            let message = format!("unexpected '{}'", quoted(token.text));
            Fault::new(token.span.clone(), message, label)
        }
        Some(token) => Fault::new(token.span.clone(), "the line ends too early", label),
        None => Fault::new(0..0, "the line ends too early", label),
    })
}

/// The text of the next token if it is a word without quotes, or a mark.
fn ahead<'a>(input: &Tokens<'_, 'a>) -> &'a str {
    match input.peek_token() {
        Some(token) if token.kind != lexer::Kind::Quoted => token.text,
        _ => "",
    }
}

fn at_end(input: &Tokens) -> bool {
    input
        .peek_token()
        .is_none_or(|token| token.kind == lexer::Kind::End)
}

/// Where the next token begins.
fn here(input: &Tokens) -> usize {
    input.peek_token().map_or(0, |token| token.span.start)
}

/// Where the token before the next ends.
fn behind(input: &Tokens) -> usize {
    input.previous_tokens().next().map_or(0, |t| t.span.end)
}

/// A word, `what` if there is none.
fn word<'t, 'a: 't>(what: &'static str) -> impl Parser<Tokens<'t, 'a>, Word, Refusal> {
    move |input: &mut Tokens<'t, 'a>| match input.peek_token() {
        Some(token) if matches!(token.kind, lexer::Kind::Word | lexer::Kind::Quoted) => {
            input.next_token();
            Ok(Word {
                text: token.text.to_owned(),
                span: token.span.clone(),
                quoted: token.kind == lexer::Kind::Quoted,
            })
        }
        _ => Err(expected(input, what)),
    }
}

/// The mark or word `text`.
fn mark<'t, 'a: 't>(text: &'static str) -> impl Parser<Tokens<'t, 'a>, (), Refusal> {
    move |input: &mut Tokens<'t, 'a>| {
        if ahead(input) == text {
            input.next_token();
            Ok(())
        } else {
            Err(expected(input, &format!("'{text}'")))
        }
    }
}

/// Takes the mark or word `text` if it comes next.
fn took(input: &mut Tokens, text: &str) -> bool {
    let comes = !at_end(input) && ahead(input) == text;
    if comes {
        input.next_token();
    }
    comes
}

/// At least one word, up to a mark or the end.
fn words<'t, 'a: 't>(what: &'static str) -> impl Parser<Tokens<'t, 'a>, Vec<Word>, Refusal> {
    move |input: &mut Tokens<'t, 'a>| {
        let mut words = vec![word(what).parse_next(input)?];
        while matches!(
            input.peek_token().map(|token| token.kind),
            Some(lexer::Kind::Word | lexer::Kind::Quoted)
        ) {
            words.push(word(what).parse_next(input)?);
        }
        Ok(words)
    }
}

/// At least one of `item`, with `comma` between them.
fn list<'t, 'a: 't, T>(
    mut item: impl Parser<Tokens<'t, 'a>, T, Refusal>,
    comma: &'static str,
) -> impl Parser<Tokens<'t, 'a>, Vec<T>, Refusal> {
    move |input: &mut Tokens<'t, 'a>| {
        let mut items = vec![item.parse_next(input)?];
        while took(input, comma) {
            items.push(item.parse_next(input)?);
        }
        Ok(items)
    }
}

/// The end of the line.
fn end(input: &mut Tokens) -> Result<(), Refusal> {
    if at_end(input) {
        Ok(())
    } else {
        Err(expected(input, "the end of the line"))
    }
}

/// `not A,B`
fn set(input: &mut Tokens) -> Result<Set, Refusal> {
    let start = here(input);
    let not = took(input, "not");
    let words = list(word("a symbol"), ",").parse_next(input)?;
    Ok(Set {
        not,
        words,
        span: start..behind(input),
    })
}

/// A word that is a number with its sign.
fn signed(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (all_digits && digits.len() < 18).then(|| digits.parse::<i64>().map_or(0, |n| sign * n))
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
        "move" => return move_of(input, below, faults).map(Kind::Move),
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
    match below.first() {
        None => Ok(kind),
        Some(line) => Err(Refusal(Fault::new(
            line.span(),
            format!("'{}' takes one line", keyword.text),
            "this line belongs to nothing",
        ))),
    }
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

fn move_of(input: &mut Tokens, below: &[Line], faults: &mut Vec<Fault>) -> Result<Move, Refusal> {
    let name = word("the move's name").parse_next(input)?;
    let mut parameters = Vec::new();
    if took(input, "(") {
        parameters = list(parameter, ",").parse_next(input)?;
        mark(")").parse_next(input)?;
    }
    if took(input, "=") {
        let mut steps = vec![step(input)?];
        while !at_end(input) {
            // Steps may be parted by commas.
            took(input, ",");
            steps.push(step(input)?);
        }
        if let Some(line) = below.first() {
            let message = "a move of 'cycle', 'swap' or 'reverse' takes one line";
            let fault = Fault::new(line.span(), message, "this line belongs to nothing");
            return Err(Refusal(fault));
        }
        return Ok(Move {
            name,
            parameters,
            body: Body::Steps(steps),
        });
    }
    let mut rules = Vec::new();
    let mut effects = Vec::new();
    let refused = faults.len();
    let mut line = |input: &mut Tokens| {
        let start = here(input);
        if input.iter_offsets().any(|(_, token)| token.text == "->") || ahead(input) == "[" {
            rules.push(rule(input)?);
        } else {
            let (place, becomes) = effect(input)?;
            let span = start..behind(input);
            effects.push(Effect {
                place,
                becomes,
                span,
            });
        }
        Ok(())
    };
    if !at_end(input) {
        line(input)?;
    }
    for text in below {
        let all = lexer::tokens(text);
        if let Err(Refusal(fault)) = line(&mut Tokens::new(&all)) {
            faults.push(fault);
        }
    }
    let body = match (rules.first(), effects.first()) {
        (None, None) if faults.len() == refused => {
            return Err(Refusal(
                Fault::new(
                    name.span,
                    "a move that does nothing",
                    "expected rules below",
                )
                .with_help("a rule is written [ before ] -> [ after ], indented"),
            ));
        }
        (Some(_), Some(effect)) => {
            let fault = Fault::new(
                effect.span.clone(),
                "a move of rules and of changes",
                "expected a rule with '->'",
            );
            return Err(Refusal(fault));
        }
        (_, Some(_)) => Body::Effects(effects),
        _ => Body::Rules(rules),
    };
    Ok(Move {
        name,
        parameters,
        body,
    })
}

/// `cell`, `dir: left right`
fn parameter(input: &mut Tokens) -> Result<Parameter, Refusal> {
    let name = word("cell, dir, piece or ?x").parse_next(input)?;
    let among = if took(input, ":") {
        words("what it may be").parse_next(input)?
    } else {
        Vec::new()
    };
    Ok(Parameter { name, among })
}

fn step(input: &mut Tokens) -> Result<Step, Refusal> {
    let keyword = word("cycle, swap, reverse, undo or do").parse_next(input)?;
    let move_name = "a move's name";
    Ok(match keyword.text.as_str() {
        "undo" => Step::Undo(word(move_name).parse_next(input)?),
        "do" => Step::Do(word(move_name).parse_next(input)?),
        text @ ("cycle" | "swap" | "reverse") => {
            let mut cells = Vec::new();
            while cells.is_empty()
                || (!at_end(input) && ahead(input) != "," && !STEPS.contains(&ahead(input)))
            {
                cells.push(word("a cell").parse_next(input)?);
            }
            match text {
                "cycle" => Step::Cycle(cells),
                "swap" => Step::Swap(cells),
                _ => Step::Reverse(cells),
            }
        }
        other => {
            let message = format!("unexpected '{}'", quoted(other));
            let expected = "expected cycle, swap, reverse, undo or do";
            let mut fault = Fault::new(keyword.span, message, expected);
            fault.help = nearest(other, STEPS).map(|name| format!("did you mean '{name}'?"));
            return Err(Refusal(fault));
        }
    })
}

fn rule(input: &mut Tokens) -> Result<Rule, Refusal> {
    let start = here(input);
    let direction = match ahead(input) {
        "up" | "left" | "right" | "down" => Some(word("a direction").parse_next(input)?),
        _ => None,
    };
    let left = side(input)?;
    mark("->").parse_next(input)?;
    let right = side(input)?;
    end(input)?;
    Ok(Rule {
        direction,
        left,
        right,
        span: start..behind(input),
    })
}

fn side(input: &mut Tokens) -> Result<Side, Refusal> {
    let start = here(input);
    let pattern = if took(input, "[") {
        let elements = list(element, "|").parse_next(input)?;
        if ahead(input) != "]" {
            return Err(expected(input, "'|' or ']'"));
        }
        mark("]").parse_next(input)?;
        let span = start..behind(input);
        Some(Pattern { elements, span })
    } else {
        None
    };
    let mut variables = Vec::new();
    while !at_end(input) && ahead(input) != "->" {
        let name = word("a variable").parse_next(input)?;
        variables.push((name, set(input)?));
    }
    if pattern.is_none() && variables.is_empty() {
        return Err(expected(input, "a pattern [ … ]"));
    }
    Ok(Side { pattern, variables })
}

fn element(input: &mut Tokens) -> Result<Element, Refusal> {
    if let Some(token) = input.peek_token()
        && token.kind == lexer::Kind::Word
        && token.text.starts_with('?')
        && !token.text.ends_with('*')
    {
        let text = &token.text[1..];
        let name_end = text.find(['+', '-']).unwrap_or(text.len());
        let plus = match &text[name_end..] {
            "" => 0,
            sum => match signed(sum) {
                Some(plus) => plus,
                None => return Err(expected(input, "a name, or a name with +1")),
            },
        };
        input.next_token();
        let among = if took(input, ":") {
            Some(set(input)?)
        } else {
            None
        };
        let name = Word {
            text: text[..name_end].to_owned(),
            span: token.span.clone(),
            quoted: false,
        };
        return Ok(Element::Bound { name, plus, among });
    }
    let mut set = set(input)?;
    let mut many = false;
    if let Some(last) = set.words.last_mut()
        && !last.quoted
        && last.text.len() > 1
        && last.text.ends_with('*')
    {
        last.text.pop();
        last.span.end -= 1;
        many = true;
    }
    Ok(Element::Set { set, many })
}

fn effect(input: &mut Tokens) -> Result<(Place, Becomes), Refusal> {
    let place = match ahead(input) {
        "on" => {
            mark("on").parse_next(input)?;
            Place::On(word("a region").parse_next(input)?)
        }
        "at" => {
            mark("at").parse_next(input)?;
            Place::At(word("a cell").parse_next(input)?)
        }
        _ => Place::Named(word("cell, beside, around, row, column").parse_next(input)?),
    };
    let becomes = word("+1 or a symbol").parse_next(input)?;
    end(input)?;
    let becomes = match signed(&becomes.text) {
        Some(plus) if !becomes.quoted => Becomes::Plus(plus),
        _ => Becomes::Symbol(becomes),
    };
    Ok((place, becomes))
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
