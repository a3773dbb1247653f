//! Parses sums of numbers and comparisons of sums.

use fewest_rules::Fault;

use super::super::numbers::range;
use super::super::syntax::{
    ComparisonSyntax, Lexeme, ParameterSyntax, Relation, SumSyntax, SumTerm,
};
use super::cursor::Cursor;

/// The variables that a file declares, and for each of them whether it is a number.
#[derive(Clone)]
pub(super) struct DeclaredVariables<'t>(Vec<(&'t str, bool)>);

impl<'t> DeclaredVariables<'t> {
    pub(super) fn new(declared: impl Iterator<Item = (&'t str, bool)>) -> Self {
        Self(declared.collect())
    }

    /// Adds the numeric parameters of a move to these variables.
    pub(super) fn with<'a>(&'a self, parameters: &'a [ParameterSyntax]) -> DeclaredVariables<'a> {
        let is_number = |parameter: &&ParameterSyntax| {
            let first = parameter.among.first();
            first.is_some_and(|word| range(&word.text).is_some())
        };
        let numbers = parameters.iter().filter(is_number);
        let numbers = numbers.map(|parameter| (parameter.name.text.as_str(), true));
        DeclaredVariables(self.0.iter().copied().chain(numbers).collect())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.0.iter().map(|&(name, _)| name)
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.names().any(|other| other == name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn is_number(&self, word: &Lexeme) -> bool {
        let mut all = self.0.iter();
        !word.quoted && all.any(|&(name, number)| number && name == word.text)
    }
}

/// The comparison sign that comes next, and the number of its tokens.
fn sign(input: &Cursor) -> Option<(Relation, usize)> {
    let equals = input
        .rest()
        .get(1)
        .is_some_and(|next| next.text == "=" && next.span.start == input.peek().span.end);
    Some(match (input.ahead(), equals) {
        ("<", false) => (Relation::Less, 1),
        ("<", true) => (Relation::LessOrEqual, 2),
        ("≤", _) => (Relation::LessOrEqual, 1),
        ("=", _) => (Relation::Equal, 1),
        ("!", true) => (Relation::NotEqual, 2),
        ("≠", _) => (Relation::NotEqual, 1),
        (">", true) => (Relation::GreaterOrEqual, 2),
        ("≥", _) => (Relation::GreaterOrEqual, 1),
        (">", false) => (Relation::Greater, 1),
        _ => return None,
    })
}

/// Whether a word consists of a sign and further characters.
fn is_signed(word: &str) -> bool {
    word.len() > 1 && word.starts_with(['+', '-'])
}

/// Whether the name of a variable that is a number, which has just been read, begins a comparison.
/// Otherwise a set of values of the variable follows. A word such as `-1` is a value unless a
/// comparison follows it.
pub(super) fn compares(input: &Cursor) -> bool {
    let mut ahead = input.rest().iter();
    let next = ahead.find(|token| !is_signed(token.text));
    sign(input).is_some()
        || is_signed(input.ahead())
            && next.is_some_and(|token| ["<", "≤", "=", "!", "≠", ">", "≥"].contains(&token.text))
}

/// Whether what follows is a single value of a variable and not a sum.
pub(super) fn is_value(input: &Cursor) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let more = input
        .rest()
        .get(1)
        .is_some_and(|next| is_signed(next.text) || next.text == ",");
    !input.at_word() || !more && is_number(input.ahead()) || input.ahead() == "not"
}

/// Parses a comparison whose first term, `first`, has already been read.
pub(super) fn comparison(input: &mut Cursor, first: Lexeme) -> Result<ComparisonSyntax, Fault> {
    let start = first.span.start;
    let left = sum(
        input,
        vec![SumTerm {
            minus: false,
            word: first,
        }],
        start,
    )?;
    let Some((relation, tokens)) = sign(input) else {
        return Err(input.expected("<, <=, =, !=, >= or >"));
    };
    (0..tokens).for_each(|_| input.advance());
    let start = input.start();
    let term = term(input)?;
    let right = sum(input, vec![term], start)?;
    Ok(ComparisonSyntax {
        left,
        relation,
        right,
    })
}

/// Parses the new value of the variable `own`, which is a sum. If it begins with a sign, it is
/// added to the old value.
pub(super) fn new_value(input: &mut Cursor, own: &Lexeme) -> Result<SumSyntax, Fault> {
    let start = input.start();
    let mut terms = Vec::new();
    match is_signed(input.ahead()) {
        true => terms.push(SumTerm {
            minus: false,
            word: own.clone(),
        }),
        false => terms.push(term(input)?),
    }
    sum(input, terms, start)
}

/// Parses the remaining terms of a sum.
fn sum(input: &mut Cursor, mut terms: Vec<SumTerm>, start: usize) -> Result<SumSyntax, Fault> {
    while input.at_word() && is_signed(input.ahead()) {
        terms.push(term(input)?);
    }
    if ["+", "-"].contains(&input.ahead()) {
        let sign = input.ahead();
        let next = input.rest().get(1).map_or("", |token| token.text);
        let help = format!("write no blank after the sign: {sign}{next}");
        return Err(input.expected("a number").with_help(help));
    }
    let span = start..input.end();
    Ok(SumSyntax { terms, span })
}

/// Parses a term, with or without a sign.
fn term(input: &mut Cursor) -> Result<SumTerm, Fault> {
    const EXPECTED: &str = "a number, or a variable that is one";
    if ["<", ">", "!"].contains(&input.ahead()) {
        return Err(input.expected(EXPECTED));
    }
    let mut word = input.word(EXPECTED)?;
    let signed = !word.quoted && is_signed(&word.text);
    let minus = signed && word.text.starts_with('-');
    if signed {
        word.text.remove(0);
        word.span.start += 1;
    }
    Ok(SumTerm { minus, word })
}
