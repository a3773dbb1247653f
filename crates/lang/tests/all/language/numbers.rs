//! Numbers: drawn at random, written down and interpreted.

use super::applying::Arguments;
use super::draw::Drawing;
use super::model::{Parameter, Puzzle, State};

/// Terms, each of which is subtracted if the flag is set.
pub(crate) type Sum = Vec<(bool, Term)>;

#[derive(Debug, Clone, Copy)]
pub(crate) enum Term {
    Number(i64),
    /// A variable that is a number.
    Variable(usize),
    /// A parameter of the move.
    Parameter(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) struct Compare {
    /// Its first term is a variable, which is added.
    pub(crate) left: Sum,
    pub(crate) sign: &'static str,
    pub(crate) right: Sum,
}

impl Puzzle {
    /// The number that a variable has; 0 if it is none.
    fn number(&self, variable: usize, state: &State) -> i64 {
        let first = self.firsts[variable].unwrap_or(0);
        first + state.variables[variable] as i64
    }

    pub(crate) fn total(&self, sum: &Sum, told: &Arguments, state: &State) -> i64 {
        let terms = sum.iter().map(|&(minus, term)| {
            let number = match term {
                Term::Number(number) => number,
                Term::Variable(variable) => self.number(variable, state),
                Term::Parameter(name) => {
                    let mut numbers = told.numbers.iter();
                    numbers.find(|(other, _)| *other == name).unwrap().1
                }
            };
            if minus { -number } else { number }
        });
        terms.sum()
    }

    pub(crate) fn compared(&self, compare: &Compare, told: &Arguments, state: &State) -> bool {
        let left = self.total(&compare.left, told, state);
        let right = self.total(&compare.right, told, state);
        match compare.sign {
            "<" => left < right,
            "<=" => left <= right,
            "=" => left == right,
            "!=" => left != right,
            ">=" => left >= right,
            _ => left > right,
        }
    }

    /// The value of a variable that is this number, if there is one.
    pub(crate) fn value_of(&self, variable: usize, number: i64) -> Option<usize> {
        let value = usize::try_from(number - self.firsts[variable]?).ok()?;
        (value < self.variables[variable]).then_some(value)
    }

    /// The name of a value.
    pub(crate) fn value(&self, variable: usize, value: usize) -> String {
        match self.firsts[variable] {
            Some(first) => (first + value as i64).to_string(),
            None => format!("is{value}"),
        }
    }

    pub(crate) fn sum(&self, sum: &Sum) -> String {
        let mut words = Vec::new();
        for (i, &(minus, term)) in sum.iter().enumerate() {
            let term = match term {
                Term::Number(number) => number.to_string(),
                Term::Variable(variable) => format!("v{variable}"),
                Term::Parameter(name) => name.to_owned(),
            };
            let sign = match (minus, i) {
                (true, _) => "-",
                (false, 0) => "",
                (false, _) => "+",
            };
            words.push(format!("{sign}{term}"));
        }
        words.join(" ")
    }

    pub(crate) fn comparison(&self, compare: &Compare) -> String {
        let Compare { left, sign, right } = compare;
        format!("{} {sign} {}", self.sum(left), self.sum(right))
    }
}

impl Drawing<'_> {
    /// The variables that are numbers.
    fn numbers(&self) -> Vec<usize> {
        let all = 0..self.puzzle.variables.len();
        all.filter(|&variable| self.puzzle.firsts[variable].is_some())
            .collect()
    }

    fn term(&mut self, parameters: &[&'static str]) -> Term {
        let numbers = self.numbers();
        match self.random.below(3) {
            0 if !numbers.is_empty() => Term::Variable(self.random.of(&numbers)),
            1 if !parameters.is_empty() => Term::Parameter(self.random.of(parameters)),
            _ => Term::Number(self.random.below(4) as i64),
        }
    }

    fn terms(&mut self, mut sum: Sum, parameters: &[&'static str]) -> Sum {
        while self.random.one_in(3) {
            sum.push((self.random.one_in(2), self.term(parameters)));
        }
        sum
    }

    /// Comparisons, unless the puzzle has no numbers.
    pub(crate) fn compares(&mut self, parameters: &[&'static str]) -> Vec<Compare> {
        let numbers = self.numbers();
        let mut compares = Vec::new();
        while !numbers.is_empty() && self.random.one_in(3) {
            let first = (false, Term::Variable(self.random.of(&numbers)));
            let other = (self.random.one_in(5), self.term(parameters));
            compares.push(Compare {
                left: self.terms(vec![first], parameters),
                sign: self.random.of(&["<", "<=", "=", "!=", ">=", ">"]),
                right: self.terms(vec![other], parameters),
            });
        }
        compares
    }

    /// The sum that a number becomes: with the old value, or another one.
    pub(crate) fn becomes_sum(&mut self, variable: usize, parameters: &[&'static str]) -> Sum {
        let first = match self.random.one_in(4) {
            true => self.term(parameters),
            false => Term::Variable(variable),
        };
        let mut sum = vec![
            (false, first),
            (self.random.one_in(2), self.term(parameters)),
        ];
        if matches!(first, Term::Variable(own) if own != variable) && self.random.one_in(2) {
            sum.pop();
        }
        self.terms(sum, parameters)
    }

    /// A parameter such as `n: 1..3`.
    pub(crate) fn number_parameter(&mut self) -> Parameter {
        let first = self.random.below(3) as i64 - 1;
        Parameter::Number("n", first, first + self.random.below(3) as i64)
    }
}
