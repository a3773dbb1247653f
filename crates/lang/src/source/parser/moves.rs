//! Declarations of moves.

use fewest_rules::{Fault, nearest, quoted};
use winnow::Parser;
use winnow::stream::Stream;

use super::super::checked::DIRECTIONS;
use super::super::lexer::{self, Line};
use super::super::limits::MOST_FAULTS;
use super::super::syntax::{
    Becomes, Body, Effect, Element, Move, Parameter, Pattern, Place, Rule, Side, Step, Word,
};
use super::STATEMENTS;
use super::tokens::{
    Refusal, Tokens, ahead, at_end, behind, end, expected, here, list, mark, set, signed, took,
    values, word, words,
};

/// The words that begin a step of a permutation.
const STEPS: [&str; 5] = ["cycle", "swap", "reverse", "undo", "do"];

pub(super) fn move_of(
    input: &mut Tokens,
    below: &[Line],
    variables: &[&str],
    faults: &mut Vec<Fault>,
) -> Result<Move, Refusal> {
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
        if input.iter_offsets().any(|(_, token)| is_arrow(token)) || ahead(input) == "[" {
            rules.push(rule(input, variables)?);
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
        if faults.len() >= MOST_FAULTS {
            break;
        }
        let all = lexer::tokens(text);
        if let Some(fault) = statement_inside(text, &all, variables) {
            // What stands below it is not the move's.
            faults.push(fault);
            break;
        }
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

fn is_arrow(token: &lexer::Token) -> bool {
    token.kind == lexer::Kind::Mark && token.text == "->"
}

/// The fault of a line that is indented and begins as a statement.
fn statement_inside(line: &Line, tokens: &[lexer::Token], variables: &[&str]) -> Option<Fault> {
    let first = tokens.first()?;
    let is_rule = tokens.iter().any(is_arrow);
    if is_rule || !STATEMENTS.contains(&first.text) || variables.contains(&first.text) {
        return None;
    }
    let message = format!("'{}' inside a move", first.text);
    let fault = Fault::new(line.span(), message, "statements begin in the first column");
    Some(fault.with_help(format!("remove the blanks before '{}'", first.text)))
}

/// `cell`, `dir: left right`
pub(super) fn parameter(input: &mut Tokens) -> Result<Parameter, Refusal> {
    let name = word("cell, dir, piece, steps or ?x").parse_next(input)?;
    let among = if took(input, ":") {
        words("what it may be").parse_next(input)?
    } else {
        Vec::new()
    };
    Ok(Parameter { name, among })
}

pub(super) fn step(input: &mut Tokens) -> Result<Step, Refusal> {
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

pub(super) fn rule(input: &mut Tokens, variables: &[&str]) -> Result<Rule, Refusal> {
    let start = here(input);
    let known = DIRECTIONS
        .iter()
        .any(|direction| direction.name == ahead(input));
    let direction = match known {
        true => Some(word("a direction").parse_next(input)?),
        false => misspelt_direction(input)?,
    };
    let left = side(input, variables)?;
    mark("->").parse_next(input)?;
    let right = side(input, variables)?;
    end(input)?;
    Ok(Rule {
        direction,
        left,
        right,
        span: start..behind(input),
    })
}

/// The refusal of a word before a pattern.
fn misspelt_direction(input: &mut Tokens) -> Result<Option<Word>, Refusal> {
    let [first, second, ..] = input.as_ref() else {
        return Ok(None);
    };
    if first.kind != lexer::Kind::Word || second.text != "[" || second.kind != lexer::Kind::Mark {
        return Ok(None);
    }
    let message = format!("unknown direction '{}'", quoted(first.text));
    let names = || DIRECTIONS.iter().map(|direction| direction.name);
    let mut fault = Fault::new(
        first.span.clone(),
        message,
        "expected up, left, right, down, …",
    );
    fault.help = nearest(first.text, names()).map(|name| format!("did you mean '{name}'?"));
    Err(Refusal(fault))
}

pub(super) fn side(input: &mut Tokens, variables: &[&str]) -> Result<Side, Refusal> {
    let start = here(input);
    let pattern = if took(input, "[") {
        let elements = list(element, "|").parse_next(input)?;
        if ahead(input) != "]" {
            return Err(no_bar(input));
        }
        mark("]").parse_next(input)?;
        no_second(input)?;
        let span = start..behind(input);
        Some(Pattern { elements, span })
    } else {
        None
    };
    let mut tests = Vec::new();
    while input
        .peek_token()
        .is_some_and(|token| matches!(token.kind, lexer::Kind::Word | lexer::Kind::Quoted))
    {
        if ["→", "⇒"].contains(&ahead(input)) {
            return Err(expected(input, "'->'"));
        }
        let text = ahead(input);
        if !variables.contains(&text) {
            let first = pattern.is_none() && tests.is_empty();
            if text == "and" {
                let Refusal(fault) = expected(input, "a variable, '->' or the end of the line");
                return Err(Refusal(fault.with_help("leave out 'and': all must hold")));
            }
            if first {
                let Refusal(fault) = expected(input, "a pattern [ … ], or a variable");
                let help = match nearest(text, variables.iter().copied()) {
                    Some(name) => format!("did you mean '{name}'?"),
                    None => "patterns stand in brackets: [ A | B ] -> [ B | A ]".to_owned(),
                };
                return Err(Refusal(fault.with_help(help)));
            }
        }
        let name = word("a variable").parse_next(input)?;
        let values = values(input, &name)?;
        tests.push((name, values));
    }
    if pattern.is_none() && tests.is_empty() {
        return Err(expected(input, "a pattern [ … ]"));
    }
    Ok(Side {
        pattern,
        variables: tests,
    })
}

/// Refuses a second pattern behind the first, with a direction or without.
fn no_second(input: &Tokens) -> Result<(), Refusal> {
    let is_open = |at: usize| matches!(input.as_ref().get(at), Some(next) if next.kind == lexer::Kind::Mark && next.text == "[");
    let names = |name: &str| DIRECTIONS.iter().any(|direction| direction.name == name);
    let opens = is_open(0) || names(ahead(input)) && is_open(1);
    if !opens {
        return Ok(());
    }
    let start = here(input);
    let span = start..start + ahead(input).len();
    let fault = Fault::new(span, "a second pattern", "a rule has one");
    let help = "a rule is about one row of cells: write them all in one pattern";
    Err(Refusal(fault.with_help(help)))
}

/// The refusal of what follows a cell of a pattern.
fn no_bar(input: &Tokens) -> Refusal {
    let Refusal(fault) = expected(input, "'|' or ']'");
    let mut next = input.as_ref().iter();
    let is_word = |kind| matches!(kind, lexer::Kind::Word | lexer::Kind::Quoted);
    match (input.previous_tokens().next(), next.next()) {
        (Some(one), Some(two)) if is_word(one.kind) && is_word(two.kind) => {
            let (one, two) = (quoted(one.text), quoted(two.text));
            Refusal(fault.with_help(format!(
                "symbols of one cell are parted by commas: {one},{two}; cells by bars: {one} | {two}"
            )))
        }
        _ => Refusal(fault),
    }
}

pub(super) fn element(input: &mut Tokens) -> Result<Element, Refusal> {
    let comma_follows = matches!(input.as_ref().get(1), Some(next) if next.text == ",");
    if let Some(token) = input.peek_token()
        && !comma_follows
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
    // The star behind a symbol in quotes is a word of its own.
    if let Some(star) = input.peek_token()
        && (star.kind, star.text) == (lexer::Kind::Word, "*")
        && set.words.last().is_some_and(|last| last.quoted)
        && star.span.start == behind(input)
    {
        input.next_token();
        many = true;
    }
    Ok(Element::Set { set, many })
}

pub(super) fn effect(input: &mut Tokens) -> Result<(Place, Becomes), Refusal> {
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
    end(input).map_err(|Refusal(fault)| {
        Refusal(match (becomes.text.as_str(), ahead(input)) {
            (sign @ ("+" | "-"), number) => {
                fault.with_help(format!("no blank stands behind the sign: {sign}{number}"))
            }
            _ => fault,
        })
    })?;
    let becomes = match signed(&becomes.text) {
        Some(plus) if !becomes.quoted => Becomes::Plus(plus),
        _ => Becomes::Symbol(becomes),
    };
    Ok((place, becomes))
}
