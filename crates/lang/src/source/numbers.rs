//! Sums of numbers, and comparisons of them.

use fewest_rules::{Fault, quoted};

use super::alphabet::{PuzzleAlphabet, Variable};
use super::lexer::Span;
use super::syntax::{ComparisonSyntax, Relation, SumSyntax};
use super::unknown::suggest;

/// A sum of a constant and of multiples of variables and of a move's parameters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NumberSum {
    pub(crate) constant: i64,
    /// The terms, each with its factor, which is not 0. Each source occurs at most once.
    pub(crate) terms: Vec<(NumberSource, i64)>,
}

/// The source of a number in a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberSource {
    Variable(usize),
    /// The argument of a parameter of the move.
    Parameter(usize),
}

/// A sum that is compared with 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NumberTest {
    pub(crate) sum: NumberSum,
    pub(crate) relation: Relation,
}

impl NumberSum {
    pub(crate) fn add(&mut self, source: NumberSource, factor: i64) {
        match self.terms.iter_mut().find(|(other, _)| *other == source) {
            Some((_, sum)) => *sum += factor,
            None => self.terms.push((source, factor)),
        }
        self.terms.retain(|&(_, factor)| factor != 0);
    }

    /// The factor of a variable in the sum; 0 if the variable is not a term of the sum.
    pub(crate) fn factor(&self, variable: usize) -> i64 {
        let own = |(source, _): &&(NumberSource, i64)| *source == NumberSource::Variable(variable);
        self.terms.iter().find(own).map_or(0, |&(_, factor)| factor)
    }

    /// The parameters of the move that are terms of the sum.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = usize> {
        let terms = self.terms.iter();
        terms.filter_map(|&(source, _)| match source {
            NumberSource::Parameter(parameter) => Some(parameter),
            NumberSource::Variable(_) => None,
        })
    }
}

/// Parses a range of numbers such as `0..20`.
pub(crate) fn range(text: &str) -> Option<(i64, i64)> {
    let number = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        (plain && digits.len() < 10).then(|| text.parse().ok())?
    };
    let (first, last) = text.split_once("..")?;
    Some((number(first)?, number(last)?))
}

/// Looks up the terms of a sum. `parameters` has an element for each parameter of the move: its
/// name if the parameter is numeric, and `None` otherwise.
///
/// # Errors
/// A term is not a number.
pub(crate) fn sum(
    alphabet: &PuzzleAlphabet,
    parameters: &[Option<&str>],
    syntax: &SumSyntax,
) -> Result<NumberSum, Fault> {
    let mut sum = NumberSum::default();
    for term in &syntax.terms {
        let sign = if term.minus { -1 } else { 1 };
        let word = &term.word;
        let own = |parameter: &Option<&str>| *parameter == Some(&word.text);
        if let Some(parameter) = parameters.iter().position(own) {
            sum.add(NumberSource::Parameter(parameter), sign);
        } else if let Some(index) = alphabet.variable(&word.text) {
            let variable = &alphabet.variables[index];
            if variable.first.is_none() {
                return Err(no_number(variable, &word.span));
            }
            sum.add(NumberSource::Variable(index), sign);
        } else {
            let small = word.text.len() < 10;
            let number = word.text.parse::<u32>().ok().filter(|_| small);
            let Some(number) = number else {
                let message = format!("unknown number '{}'", quoted(&word.text));
                let label = "expected a number, or a variable that is one";
                let ranges = alphabet.variables.iter().filter(|v| v.first.is_some());
                let mut names: Vec<&str> = ranges.map(|v| v.name.as_str()).collect();
                names.extend(parameters.iter().flatten());
                let fault = Fault::new(word.span.clone(), message, label);
                return Err(suggest(fault, &word.text, names));
            };
            sum.constant += sign * i64::from(number);
        }
    }
    Ok(sum)
}

/// Converts a comparison to a comparison with 0, by taking the difference of both sides.
///
/// # Errors
/// A term is not a number.
pub(crate) fn test(
    alphabet: &PuzzleAlphabet,
    parameters: &[Option<&str>],
    syntax: &ComparisonSyntax,
) -> Result<NumberTest, Fault> {
    let mut left = sum(alphabet, parameters, &syntax.left)?;
    let right = sum(alphabet, parameters, &syntax.right)?;
    left.constant -= right.constant;
    for (source, factor) in right.terms {
        left.add(source, -factor);
    }
    Ok(NumberTest {
        sum: left,
        relation: syntax.relation,
    })
}

/// The fault that the values of a variable are not a range of numbers.
fn no_number(variable: &Variable, span: &Span) -> Fault {
    let name = quoted(&variable.name);
    let message = format!("'{name}' is not a number");
    let last = variable.labels.len() - 1;
    let fault = Fault::new(span.clone(), message, "its values are a list");
    fault.with_help(format!(
        "declare a range of numbers: var {name} = 0..{last}"
    ))
}
