//! What all parsers are made of.

use fewest_rules::{Fault, quoted};
use winnow::Parser;
use winnow::error::ParserError;
use winnow::stream::{Stream, TokenSlice};

use super::super::lexer::{self, Token};
use super::super::syntax::{Set, Word};

pub(super) type Tokens<'t, 'a> = TokenSlice<'t, Token<'a>>;

/// Why a line is not what it should be.
#[derive(Debug)]
pub(super) struct Refusal(pub(super) Fault);

impl<'t, 'a> ParserError<Tokens<'t, 'a>> for Refusal {
    type Inner = Self;

    fn from_input(input: &Tokens<'t, 'a>) -> Self {
        expected(input, "something else")
    }

    fn into_inner(self) -> Result<Self::Inner, Self> {
        Ok(self)
    }
}

/// The refusal of the token that comes next.
pub(super) fn expected(input: &Tokens, what: &str) -> Refusal {
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
pub(super) fn ahead<'a>(input: &Tokens<'_, 'a>) -> &'a str {
    match input.peek_token() {
        Some(token) if token.kind != lexer::Kind::Quoted => token.text,
        _ => "",
    }
}

pub(super) fn at_end(input: &Tokens) -> bool {
    input
        .peek_token()
        .is_none_or(|token| token.kind == lexer::Kind::End)
}

/// Where the next token begins.
pub(super) fn here(input: &Tokens) -> usize {
    input.peek_token().map_or(0, |token| token.span.start)
}

/// Where the token before the next ends.
pub(super) fn behind(input: &Tokens) -> usize {
    input.previous_tokens().next().map_or(0, |t| t.span.end)
}

/// A word, `what` if there is none.
pub(super) fn word<'t, 'a: 't>(what: &'static str) -> impl Parser<Tokens<'t, 'a>, Word, Refusal> {
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
pub(super) fn mark<'t, 'a: 't>(text: &'static str) -> impl Parser<Tokens<'t, 'a>, (), Refusal> {
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
pub(super) fn took(input: &mut Tokens, text: &str) -> bool {
    let comes = !at_end(input) && ahead(input) == text;
    if comes {
        input.next_token();
    }
    comes
}

/// At least one word, up to a mark or the end.
pub(super) fn words<'t, 'a: 't>(
    what: &'static str,
) -> impl Parser<Tokens<'t, 'a>, Vec<Word>, Refusal> {
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
pub(super) fn list<'t, 'a: 't, T>(
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
pub(super) fn end(input: &mut Tokens) -> Result<(), Refusal> {
    if at_end(input) {
        Ok(())
    } else {
        Err(expected(input, "the end of the line"))
    }
}

/// `not A,B`
pub(super) fn set(input: &mut Tokens) -> Result<Set, Refusal> {
    let start = here(input);
    let not = took(input, "not");
    let words = list(word("a symbol"), ",").parse_next(input)?;
    Ok(Set {
        not,
        words,
        span: start..behind(input),
    })
}

/// What stands behind the variable `name`: its values.
pub(super) fn values(input: &mut Tokens, name: &Word) -> Result<Set, Refusal> {
    const COMPARISONS: [&str; 7] = ["<", ">", "<=", ">=", "≤", "≥", "≠"];
    let next = input.as_ref().get(1).map_or("", |token| token.text);
    let number = !next.is_empty() && next.bytes().all(|b| b.is_ascii_digit());
    let name = quoted(&name.text);
    let (label, help) = match ahead(input) {
        "=" => ("a value", format!("no '=' stands before it: {name} {next}")),
        mark @ ("+" | "-") if number => (
            "a value",
            format!("no blank stands behind the sign: {name} {mark}{next}"),
        ),
        mark if COMPARISONS.contains(&mark) && (number || next == "=") => (
            "values",
            format!("there are no comparisons, list the values: {name} 1,2,3"),
        ),
        _ => return set(input),
    };
    let Refusal(fault) = expected(input, label);
    Err(Refusal(fault.with_help(help)))
}

/// A word that is a number with its sign.
pub(super) fn signed(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'+' => (1, &text[1..]),
        b'-' => (-1, &text[1..]),
        _ => return None,
    };
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    (all_digits && digits.len() < 18).then(|| digits.parse::<i64>().map_or(0, |n| sign * n))
}
