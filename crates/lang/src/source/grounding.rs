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
//! the same. But rules that can never be made from a start can be left out, which is what
//! makes large boards, and many boards with rules of their own, possible: see [`from`].

use std::collections::HashMap;

use fewest_rules::{Fault, nearest, quoted};

use fewest_ground::{Domain, Ground, Label, LabelSet, Position, Rule, Test, Write};

use super::checked::{Body, Checked, all};
use super::goals;
use super::lexer::Span;
use super::limits::{MOST_FAULTS, MOST_PARTS, MOST_RULES, MOST_STEPS, MOST_TRIES};
use super::moves;
use super::possible::Possible;
use super::site::Site;
use super::syntax::Word;

/// What ground rules stem from.
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    /// The rules and moves of the file.
    pub(crate) spans: Vec<Span>,
    /// Which of them fit somewhere on the board.
    pub(crate) lies: Vec<bool>,
    /// For each ground rule its place in `spans`.
    pub(crate) rules: Vec<usize>,
    /// For each ground rule the cell at which its pattern begins, 0 where it has none.
    pub(crate) places: Vec<usize>,
    /// For each goal its place in the file's goals.
    pub(crate) goals: Vec<usize>,
}

/// What becomes of the rules that are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    /// All are kept.
    Whole,
    /// Whether there is one is all that is asked.
    Lying,
    /// What they may write is added to what is possible.
    Growing,
    /// Those are kept that are possible.
    Possible,
}

/// Builds the ground rules.
pub(crate) struct Grounder<'c> {
    pub(crate) checked: &'c Checked,
    pub(crate) site: &'c Site,
    pub(crate) ground: Ground,
    pub(crate) origins: Origins,
    pub(crate) faults: Vec<Fault>,
    pub(crate) pass: Pass,
    /// What positions may be, where only what is possible is kept.
    pub(crate) possible: Option<Possible>,
    /// Whether something new became possible.
    pub(crate) grown: bool,
    parts: usize,
    tries: usize,
    most_tries: usize,
    /// Whether it is the number of rules that was refused.
    too_many: bool,
    regions: HashMap<String, Vec<usize>>,
}

/// Nothing more can be grounded, why is among the faults; or in [`Pass::Lying`] nothing
/// more need be.
#[derive(Debug)]
pub(crate) struct Refused;

/// Ground rules, and what they are for.
#[derive(Debug)]
pub(crate) struct Grounded {
    pub(crate) ground: Ground,
    pub(crate) origins: Origins,
    /// What positions may be, if rules were left out that can never be made there.
    pub(crate) possible: Option<Possible>,
    /// How much work it was, at most [`MOST_STEPS`].
    pub(crate) work: usize,
}

/// The ground rules of a puzzle on a board: all of them, or if these are too many and there
/// are `starts`, as [`from`] these.
///
/// # Errors
/// Names that the board does not have, and sizes beyond the limits.
pub(crate) fn ground(
    checked: &Checked,
    site: &Site,
    starts: &[&[Label]],
) -> Result<Grounded, Vec<Fault>> {
    let mut grounder = Grounder::new(checked, site);
    // What stops it has told its fault.
    let _ = moves::ground(&mut grounder).and_then(|()| goals::ground(&mut grounder));
    if grounder.too_many && !starts.is_empty() {
        return from(checked, site, starts);
    }
    grounder.grounded()
}

/// The ground rules that may be made from `starts` and what these lead to, and the moves that
/// lie on the board, which may have none.
///
/// Takes as many passes over the ways to lay the rules as what is possible needs to spread,
/// but a pattern is followed only as far as its cells are possible. The limits apply to what
/// is kept.
///
/// # Errors
/// Names that the board does not have, and sizes beyond the limits.
pub(crate) fn from(
    checked: &Checked,
    site: &Site,
    starts: &[&[Label]],
) -> Result<Grounded, Vec<Fault>> {
    let mut grounder = Grounder::new(checked, site);
    let positions = grounder.ground.positions.len();
    grounder.possible = Some(Possible::on(starts, positions));
    grounder.most_tries = MOST_STEPS;
    let _ = moves::ground(&mut grounder).and_then(|()| goals::ground(&mut grounder));
    grounder.grounded()
}

/// No rules on no cells, for a puzzle without a board of its own.
pub(crate) fn nowhere(checked: &Checked) -> (Ground, Site) {
    let site = Site::nowhere(checked.alphabet.marks.len(), checked.pieces.len());
    (Grounder::new(checked, &site).ground, site)
}

impl<'c> Grounder<'c> {
    fn new(checked: &'c Checked, site: &'c Site) -> Self {
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
        Self {
            checked,
            site,
            ground,
            origins: Origins::default(),
            faults: Vec::new(),
            pass: Pass::Whole,
            possible: None,
            grown: false,
            parts: 0,
            tries: 0,
            most_tries: MOST_TRIES,
            too_many: false,
            regions: HashMap::new(),
        }
    }

    fn grounded(self) -> Result<Grounded, Vec<Fault>> {
        if self.faults.is_empty() {
            Ok(Grounded {
                work: self.tries.max(self.parts),
                ground: self.ground,
                origins: self.origins,
                possible: self.possible,
            })
        } else {
            Err(self.faults)
        }
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

    /// Whether there are so many faults that more need not be looked for.
    pub(crate) fn full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
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
        self.origins.spans.push(span.clone());
        self.origins.lies.push(false);
        self.origins.spans.len() - 1
    }

    /// Counts work that may lead to nothing.
    #[inline]
    pub(crate) fn tried(&mut self, origin: usize, tries: usize) -> Result<(), Refused> {
        self.tries += tries;
        if self.tries <= self.most_tries {
            return Ok(());
        }
        self.refuse_ways(origin)
    }

    #[cold]
    fn refuse_ways(&mut self, origin: usize) -> Result<(), Refused> {
        self.too_many = true;
        let span = self.origins.spans[origin].clone();
        self.fault(
            &span,
            "this rule can lie in too many ways",
            "the board or the pattern is too large",
        );
        Err(Refused)
    }

    /// Whether a position may have one of `labels`, as far as that is asked.
    #[inline]
    pub(crate) fn may_be(&self, position: usize, labels: u64) -> bool {
        match (&self.possible, self.pass) {
            (Some(possible), Pass::Growing | Pass::Possible) => possible.may_be(position, labels),
            _ => true,
        }
    }

    /// Adds a rule to move `of` whose pattern begins at the cell `place`, or what else is to
    /// become of it.
    pub(crate) fn rule(
        &mut self,
        of: usize,
        origin: usize,
        place: usize,
        tests: Vec<Test>,
        writes: Vec<Write>,
    ) -> Result<(), Refused> {
        self.origins.lies[origin] = true;
        match (self.pass, &mut self.possible) {
            (Pass::Lying, _) => return Err(Refused),
            (Pass::Growing, Some(possible)) => {
                let made = possible.tests(&tests);
                self.grown |= made && possible.grow(&self.ground, &tests, &writes);
                return Ok(());
            }
            (Pass::Possible, Some(possible)) if !possible.tests(&tests) => return Ok(()),
            _ => {}
        }
        self.parts += tests.len() + writes.len();
        let rules = &mut self.ground.rules;
        if rules.len() == MOST_RULES || self.parts > MOST_PARTS {
            let span = self.origins.spans[origin].clone();
            let message =
                format!("more than {MOST_RULES} ground rules, or {MOST_PARTS} tests and writes");
            self.fault(&span, message, "the puzzle is too large here");
            self.too_many = true;
            return Err(Refused);
        }
        rules.push(Rule { of, tests, writes });
        self.origins.rules.push(origin);
        self.origins.places.push(place);
        Ok(())
    }

    /// The cells that are named, `a..b` for all from one to another.
    pub(crate) fn cells(&mut self, words: &[Word]) -> Vec<usize> {
        let mut cells = Vec::new();
        let shape = &self.site.shape;
        for word in words {
            if self.full() {
                break;
            }
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
                    fault.help = match shape.is_place(&word.text) {
                        true => Some(format!(
                            "the board is {0}x{1}: r1c1 to r{0}c{1}",
                            shape.rows, shape.columns
                        )),
                        false => {
                            nearest(&word.text, names).map(|name| format!("did you mean '{name}'?"))
                        }
                    };
                    self.faults.push(fault);
                }
            }
            // Ranges could name the whole board once a word.
            if cells.len() > 16 * shape.cells() {
                self.fault(&word.span, "cells named again and again", "too many cells");
                break;
            }
        }
        cells
    }

    /// The cells of a region, in reading order.
    pub(crate) fn region(&mut self, word: &Word) -> Vec<usize> {
        if let Some(cells) = self.regions.get(&word.text) {
            return cells.clone();
        }
        let cells = self.find_region(word);
        self.regions.insert(word.text.clone(), cells.clone());
        cells
    }

    fn find_region(&mut self, word: &Word) -> Vec<usize> {
        let checked = self.checked;
        if word.text == "rim" {
            return self.site.shape.rim();
        }
        if let Some(mark) = checked.alphabet.marks.iter().position(|m| *m == word.text) {
            return self.site.marks[mark].clone();
        }
        let named = |(name, _): &&(Word, Vec<Word>)| name.text == word.text;
        if let Some((_, cells)) = checked.regions.iter().find(named) {
            let mut cells = self.cells(cells);
            cells.sort_unstable();
            cells.dedup();
            return cells;
        }
        if self.full() {
            return Vec::new();
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
    /// Adds that the label of `position`, of which nothing was said yet, is in
    /// `labels`, of `all` labels. `false` if the tests can never hold.
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
