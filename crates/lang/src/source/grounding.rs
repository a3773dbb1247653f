//! Checked puzzle and board to ground rules.
//!
//! Moves come in the order of their declarations; those of one declaration by
//! its parameters as they are written, the first changing slowest: cells in
//! reading order, directions up, left, right, down, pieces and symbols as they
//! are declared. The rules of one move come in the order of its rules; one rule
//! by the cells at which it may lie in reading order, then by how many cells
//! each repetition takes, few first.
//!
//! Nothing is simplified by the start: a cell that no rule writes is tested all
//! the same.

use rules::Fault;

use crate::ground::{Domain, Ground, LabelSet, Position, Rule, Test, Write};

use super::checked::{Body, Checked, all};
use super::goals;
use super::lexer::Span;
use super::limits::{MOST_FAULTS, MOST_PARTS, MOST_RULES, MOST_TRIES};
use super::moves;
use super::nearest::nearest;
use super::parser::quoted;
use super::site::Site;
use super::syntax::Word;

/// Ground rules and what they stem from.
#[derive(Debug, Clone)]
pub(crate) struct Grounded {
    pub(crate) ground: Ground,
    /// The rules and moves of the file.
    pub(crate) origins: Vec<Span>,
    /// For each ground rule its place in `origins`.
    pub(crate) origin: Vec<usize>,
    /// For each goal its place in the file's goals.
    pub(crate) goal_origin: Vec<usize>,
}

/// Builds the ground rules.
pub(crate) struct Grounder<'c> {
    pub(crate) checked: &'c Checked,
    pub(crate) site: &'c Site,
    pub(crate) grounded: Grounded,
    pub(crate) faults: Vec<Fault>,
    parts: usize,
    tries: usize,
}

/// The file comes down to more than the limits allow; the fault is told.
#[derive(Debug)]
pub(crate) struct TooLarge;

/// The ground rules of a puzzle on a board.
///
/// # Errors
/// Names that the board does not have, and sizes beyond the limits.
pub(crate) fn ground(checked: &Checked, site: &Site) -> Result<Grounded, Vec<Fault>> {
    let alphabet = &checked.alphabet;
    let variables = &alphabet.variables;
    let domain = |labels: &[String]| Domain {
        labels: labels.to_vec(),
    };
    let cells = site.shape.names.iter().map(|name| (name, 0));
    let beside = variables.iter().enumerate().map(|(i, v)| (&v.name, i + 1));
    let position = |(name, domain): (&String, usize)| Position {
        name: name.clone(),
        domain,
    };
    let domains = std::iter::once(domain(&alphabet.symbols));
    let ground = Ground {
        name: checked.name.clone(),
        domains: domains
            .chain(variables.iter().map(|v| domain(&v.labels)))
            .collect(),
        positions: cells.chain(beside).map(position).collect(),
        moves: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: None,
    };
    let mut grounder = Grounder {
        checked,
        site,
        grounded: Grounded {
            ground,
            origins: Vec::new(),
            origin: Vec::new(),
            goal_origin: Vec::new(),
        },
        faults: Vec::new(),
        parts: 0,
        tries: 0,
    };
    // What stops them has told its fault.
    let _ = moves::ground(&mut grounder).and_then(|()| goals::ground(&mut grounder));
    if grounder.faults.is_empty() {
        Ok(grounder.grounded)
    } else {
        Err(grounder.faults)
    }
}

impl Grounder<'_> {
    /// The set of all labels of the board.
    pub(crate) fn all(&self) -> u64 {
        all(self.checked.alphabet.symbols.len())
    }

    /// The position of a variable.
    pub(crate) fn variable(&self, variable: usize) -> usize {
        self.site.shape.cells() + variable
    }

    pub(crate) fn fault(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(Fault::new(span.clone(), message, label));
        }
    }

    /// A new origin of rules.
    pub(crate) fn origin(&mut self, span: &Span) -> usize {
        self.grounded.origins.push(span.clone());
        self.grounded.origins.len() - 1
    }

    /// Counts work that may lead to nothing.
    pub(crate) fn tried(&mut self, origin: usize, tries: usize) -> Result<(), TooLarge> {
        self.tries += tries;
        if self.tries <= MOST_TRIES {
            return Ok(());
        }
        let span = self.grounded.origins[origin].clone();
        self.fault(
            &span,
            "this rule can lie in too many ways",
            "the board or the pattern is too large",
        );
        Err(TooLarge)
    }

    /// Adds a rule to move `of`, unless its tests can never hold.
    pub(crate) fn rule(
        &mut self,
        of: usize,
        origin: usize,
        tests: Vec<Test>,
        writes: Vec<Write>,
    ) -> Result<(), TooLarge> {
        self.parts += tests.len() + writes.len();
        let rules = &mut self.grounded.ground.rules;
        if rules.len() == MOST_RULES || self.parts > MOST_PARTS {
            let span = self.grounded.origins[origin].clone();
            let message =
                format!("more than {MOST_RULES} ground rules, or {MOST_PARTS} tests and writes");
            self.fault(&span, message, "the puzzle is too large here");
            return Err(TooLarge);
        }
        rules.push(Rule { of, tests, writes });
        self.grounded.origin.push(origin);
        Ok(())
    }

    /// The cells that are named, `a..b` for all from one to another.
    pub(crate) fn cells(&mut self, words: &[Word]) -> Vec<usize> {
        let mut cells = Vec::new();
        let shape = &self.site.shape;
        for word in words {
            if let Some(cell) = shape.cell(&word.text) {
                cells.push(cell);
                continue;
            }
            let ends = word.text.split_once("..");
            let ends = ends.map(|(a, b)| (shape.cell(a), shape.cell(b)));
            match ends {
                Some((Some(first), Some(last))) if first <= last => cells.extend(first..=last),
                Some((Some(last), Some(first))) => cells.extend((first..=last).rev()),
                _ => {
                    let names = shape.names.iter().map(String::as_str);
                    let message = format!("unknown cell '{}'", quoted(&word.text));
                    let mut fault =
                        Fault::new(word.span.clone(), message, "not a cell of the board");
                    fault.help =
                        nearest(&word.text, names).map(|name| format!("did you mean '{name}'?"));
                    self.faults.push(fault);
                }
            }
            // Ranges could name the whole board once a word.
            if cells.len() > 16 * shape.cells() || self.faults.len() > MOST_FAULTS {
                self.fault(&word.span, "cells named again and again", "too many cells");
                break;
            }
        }
        cells
    }

    /// The cells of a region, in reading order.
    pub(crate) fn region(&mut self, word: &Word) -> Vec<usize> {
        let checked = self.checked;
        if word.text == "rim" {
            return self.site.shape.rim();
        }
        if let Some(mark) = checked.alphabet.marks.iter().position(|m| *m == word.text) {
            return self.site.marks[mark].clone();
        }
        if let Some((_, cells)) = checked
            .regions
            .iter()
            .find(|(name, _)| name.text == word.text)
        {
            let mut cells = self.cells(cells);
            cells.sort_unstable();
            cells.dedup();
            return cells;
        }
        let named = checked.regions.iter().map(|(name, _)| name.text.as_str());
        let marks = checked.alphabet.marks.iter().map(String::as_str);
        let names: Vec<&str> = std::iter::once("rim").chain(marks).chain(named).collect();
        let message = format!("unknown region '{}'", quoted(&word.text));
        let label = format!("expected {}", super::drawing::one_of(&names));
        let mut fault = Fault::new(word.span.clone(), message, label);
        fault.help = nearest(&word.text, names).map(|name| format!("did you mean '{name}'?"));
        self.faults.push(fault);
        Vec::new()
    }
}

/// Tests that must all hold, with at most one [`Test::In`] a position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tests {
    tests: Vec<Test>,
}

impl Tests {
    /// Adds that the label of `position` is in `labels`, of `all` labels.
    /// `false` if the tests can no longer hold.
    pub(crate) fn within(&mut self, position: usize, labels: u64, all: u64) -> bool {
        if labels == all {
            return true;
        }
        for test in &mut self.tests {
            if let Test::In {
                position: other,
                labels: set,
            } = test
                && *other == position
            {
                set.0 &= labels;
                return set.0 != 0;
            }
        }
        self.fresh(position, labels, all)
    }

    /// The same for a position that has no such test yet.
    pub(crate) fn fresh(&mut self, position: usize, labels: u64, all: u64) -> bool {
        if labels != all {
            let labels = LabelSet(labels);
            self.tests.push(Test::In { position, labels });
        }
        labels != 0
    }

    /// Adds that two positions have the same label.
    pub(crate) fn same(&mut self, one: usize, other: usize) {
        if one != other {
            self.tests.push(Test::Same { one, other });
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Test> {
        self.tests
    }
}

impl Body {
    /// Whether the move only lets values change places.
    pub(crate) fn is_permutation(&self) -> bool {
        matches!(self, Self::Steps(_))
    }
}
