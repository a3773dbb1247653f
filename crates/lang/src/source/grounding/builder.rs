//! Collects ground rules within the limits, and looks up the names of cells and regions.

use std::collections::HashMap;

use fewest_rules::{Fault, did_you_mean, quoted};

use fewest_ground::reduction::modulus;
use fewest_ground::{
    Consequences, Domain, Ground, Label, LabelSet, Position, Rule, Test, Value, Write,
};

use super::super::alphabet::all;
use super::super::checked::{CheckedPuzzle, PatternRule, RuleCost};
use super::super::lexer::Span;
use super::super::limits::{MOST_FAULTS, MOST_PARTS, MOST_RULES, MOST_TRIES};
use super::super::possible::PossibleLabels;
use super::super::syntax::Lexeme;
use super::super::terrain::Terrain;
use super::super::unknown::{suggest, unknown};
use super::known::KnownPrograms;

/// The places in the file from which ground rules come (their origins).
#[derive(Debug, Clone, Default)]
pub(crate) struct Origins {
    /// The places of the rules in the file, and of the moves that have no rules.
    pub(crate) spans: Vec<Span>,
    /// For each place in `spans`, whether the rule or the move at that place fits somewhere on the
    /// board.
    pub(crate) lies: Vec<bool>,
    /// For each ground rule, the index in `spans` of the place from which the rule comes.
    pub(crate) rules: Vec<usize>,
    /// For each ground rule, the cell on which its pattern begins; 0 if it has no pattern.
    pub(crate) places: Vec<usize>,
    /// For each group of rules that follow moves, the index in `spans` of the place from which the
    /// group comes; `None` for a group that only forbids rules.
    pub(crate) groups: Vec<Option<usize>>,
    /// For each ground goal, the index of the goal in the file.
    pub(crate) goals: Vec<usize>,
}

/// What happens to each ground rule in a *pass*. A pass goes through the rules of the puzzle and
/// grounds them; several passes with different purposes follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    /// All rules are kept.
    All,
    /// The first rule stops the pass, which only finds out whether there is any rule.
    Existence,
    /// The labels that the rule may write become possible.
    Spread,
    /// The rule is kept if its tests may hold.
    Possible,
}

/// Grounding has stopped. The builder's faults give the reason, except in the pass
/// [`Pass::Existence`].
#[derive(Debug)]
pub(super) struct GroundingStopped;

/// Builds the ground rules.
pub(super) struct Builder<'c> {
    pub(super) checked: &'c CheckedPuzzle,
    pub(super) terrain: &'c Terrain,
    pub(super) ground: Ground,
    pub(super) origins: Origins,
    pub(super) faults: Vec<Fault>,
    pub(super) pass: Pass,
    /// The labels that each position is known to be able to have. `None` if rules are kept whether
    /// or not they can apply.
    pub(super) possible: Option<PossibleLabels>,
    /// Whether a label has become possible in this pass.
    pub(super) grown: bool,
    parts: usize,
    tries: usize,
    pub(super) most_tries: usize,
    /// Whether there are more ground rules, or more tried placements of patterns, than the limits
    /// allow.
    pub(super) too_many: bool,
    regions: HashMap<String, Vec<usize>>,
    /// For each place in the file from which ground rules come, the cost of these rules.
    costs: Vec<RuleCost>,
    /// The index of the program that runs after each ground rule that is being added; `None` if no
    /// program runs after it.
    pub(super) program: Option<usize>,
    /// The ground rules of the group that is being made, each with the cell on which its pattern
    /// begins. `None` if no group is being made.
    pub(super) collected: Option<Vec<(usize, Rule)>>,
    pub(super) known: KnownPrograms,
}

impl<'c> Builder<'c> {
    pub(super) fn new(checked: &'c CheckedPuzzle, terrain: &'c Terrain) -> Self {
        let variables = &checked.alphabet.variables;
        let labels = variables.iter().map(|variable| &variable.labels);
        let layers = &checked.alphabet.layers;
        let layered = layers.iter().map(|layer| &layer.labels);
        let domains = std::iter::once(&checked.alphabet.symbols)
            .chain(labels)
            .chain(layered);
        let domains = domains.map(|labels| Domain {
            labels: labels.clone(),
        });
        let names = || terrain.shape.names.iter();
        let cells = names().map(|name| (name.clone(), 0));
        let beside = variables
            .iter()
            .enumerate()
            .map(|(i, v)| (v.name.clone(), i + 1));
        let under = layers.iter().enumerate().flat_map(|(i, layer)| {
            let name = move |name| format!("{name} {}", layer.name);
            names().map(move |cell| (name(cell), variables.len() + i + 1))
        });
        let positions = cells.chain(beside).chain(under);
        let positions = positions.map(|(name, domain)| Position { name, domain });
        let ground = Ground {
            name: checked
                .file
                .name
                .as_ref()
                .map_or(String::new(), |name| name.text.clone()),
            domains: domains.collect(),
            positions: positions.collect(),
            moves: Vec::new(),
            rules: Vec::new(),
            goals: Vec::new(),
            start: None,
            measure: checked.measure.clone(),
            consequences: Consequences::default(),
        };
        Self {
            checked,
            terrain,
            ground,
            origins: Origins::default(),
            faults: Vec::new(),
            pass: Pass::All,
            possible: None,
            grown: false,
            parts: 0,
            tries: 0,
            most_tries: MOST_TRIES,
            too_many: false,
            regions: HashMap::new(),
            costs: Vec::new(),
            program: None,
            collected: None,
            known: KnownPrograms::default(),
        }
    }

    pub(super) fn work(&self) -> usize {
        self.tries.max(self.parts)
    }

    /// The set of all labels of a cell.
    pub(super) fn all(&self) -> u64 {
        self.checked.alphabet.all()
    }

    /// The position of a variable.
    pub(super) fn variable(&self, variable: usize) -> usize {
        self.terrain.shape.cells() + variable
    }

    /// The position of a cell in a layer.
    pub(super) fn under(&self, layer: usize, cell: usize) -> usize {
        let variables = self.checked.alphabet.variables.len();
        self.terrain.shape.cells() * (layer + 1) + variables + cell
    }

    pub(super) fn all_labels(&self, position: usize) -> u64 {
        all(modulus(&self.ground, position))
    }

    /// Adds the test that the label of `position` is one of `labels`. No other test may restrict the
    /// position. Returns false if the test can never hold.
    #[inline]
    pub(super) fn require(&self, tests: &mut Vec<Test>, position: usize, labels: u64) -> bool {
        let all = self.all_labels(position);
        let labels = LabelSet(labels & all);
        if labels.0 != all {
            tests.push(Test::In { position, labels });
        }
        !labels.is_empty()
    }

    /// Whether enough faults have been found to stop.
    pub(super) fn full(&self) -> bool {
        self.faults.len() >= MOST_FAULTS
    }

    pub(super) fn push(&mut self, fault: Fault) {
        if !self.full() {
            self.faults.push(fault);
        }
    }

    pub(super) fn fault(
        &mut self,
        span: &Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.push(Fault::new(span.clone(), message, label));
    }

    /// Adds `span` as a place from which ground rules with this cost come. Returns the index of the
    /// place.
    pub(super) fn origin(&mut self, span: &Span, cost: RuleCost) -> usize {
        self.costs.push(cost);
        self.origins.spans.push(span.clone());
        self.origins.lies.push(false);
        self.origins.spans.len() - 1
    }

    /// Adds the places of these rules.
    pub(super) fn origins<'r>(
        &mut self,
        rules: impl IntoIterator<Item = &'r PatternRule>,
    ) -> Vec<usize> {
        let rules = rules.into_iter();
        rules
            .map(|rule| self.origin(&rule.span, rule.cost))
            .collect()
    }

    /// Takes the last place away again.
    pub(super) fn forget_origin(&mut self) {
        self.costs.pop();
        self.origins.spans.pop();
        self.origins.lies.pop();
    }

    /// Counts `tries` units of work that may lead to no rule. If there have been too many, reports
    /// a fault at `origin`.
    #[inline]
    pub(super) fn tried(&mut self, origin: usize, tries: usize) -> Result<(), GroundingStopped> {
        self.tries += tries;
        if self.tries <= self.most_tries {
            return Ok(());
        }
        let span = self.origins.spans[origin].clone();
        self.too_many_placements(&span)
    }

    /// Counts work like [`tried`](Self::tried), but reports a fault at `span`.
    pub(super) fn tried_at(&mut self, span: &Span, tries: usize) -> Result<(), GroundingStopped> {
        self.tries += tries;
        if self.tries <= self.most_tries {
            return Ok(());
        }
        self.too_many_placements(span)
    }

    fn too_many_placements(&mut self, span: &Span) -> Result<(), GroundingStopped> {
        let message = "this rule has too many placements";
        let fault = Fault::new(
            span.clone(),
            message,
            "the board or the pattern is too large",
        );
        let help =
            "patterns that lie apart are tried in every combination: an 'all' rule needs only one";
        self.too_many(fault.with_help(help))
    }

    #[cold]
    fn too_many(&mut self, fault: Fault) -> Result<(), GroundingStopped> {
        self.too_many = true;
        self.push(fault);
        Err(GroundingStopped)
    }

    /// Whether a position may have one of `labels`. In passes that do not track possible labels,
    /// every label is possible.
    #[inline]
    pub(super) fn may_be(&self, position: usize, labels: u64) -> bool {
        match (&self.possible, self.pass) {
            (Some(possible), Pass::Spread | Pass::Possible) => possible.may_be(position, labels),
            _ => true,
        }
    }

    /// Adds a rule to the move `of`, or handles the rule as the pass requires. The rule's pattern
    /// begins on the cell `place`. If the rule's cost is the value of a variable, one rule is added
    /// for each value.
    pub(super) fn rule(
        &mut self,
        of: usize,
        origin: usize,
        place: usize,
        tests: Vec<Test>,
        mut writes: Vec<Write>,
    ) -> Result<(), GroundingStopped> {
        if let Some(moved) = self.checked.moved {
            let none = [moved, moved + 1].map(|variable| Write {
                position: self.variable(variable),
                value: Value::Label(0),
            });
            if writes
                .iter()
                .all(|write| write.position != none[0].position)
            {
                writes.extend(none);
            }
        }
        self.rule_of(of, origin, place, tests, writes, self.costs[origin])
    }

    /// The writes that say that the piece with this first cell has moved.
    pub(super) fn moved_to(&self, cell: usize) -> Vec<Write> {
        let places = self.moved_places(cell).into_iter();
        let writes = places.map(|(position, place)| Write {
            position,
            value: Value::Label(place),
        });
        writes.collect()
    }

    /// Requires that the piece with this first cell has made the move before. Returns false if it
    /// never can.
    pub(super) fn has_moved(&self, cell: usize, tests: &mut Vec<Test>) -> bool {
        let mut places = self.moved_places(cell).into_iter();
        places.all(|(position, place)| self.require(tests, position, 1 << place))
    }

    /// The positions that say which piece has moved, with the row and the column of a cell.
    fn moved_places(&self, cell: usize) -> Vec<(usize, Label)> {
        let (row, column) = self.terrain.shape.places[cell];
        let moved = self.checked.moved.into_iter();
        moved
            .flat_map(|moved| [(moved, row + 1), (moved + 1, column + 1)])
            .map(|(variable, place)| (self.variable(variable), place as Label))
            .collect()
    }

    /// Adds a rule like [`rule`](Self::rule), with a cost of its own.
    pub(super) fn rule_of(
        &mut self,
        of: usize,
        origin: usize,
        place: usize,
        tests: Vec<Test>,
        writes: Vec<Write>,
        cost: RuleCost,
    ) -> Result<(), GroundingStopped> {
        let variable = match cost {
            RuleCost::Variable(variable) => variable,
            RuleCost::Number(cost) => {
                return self.rule_of_cost(of, origin, place, tests, writes, cost);
            }
        };
        let checked = self.checked;
        let at = self.variable(variable);
        let is_own = |test: &Test| matches!(test, Test::In { position, .. } if *position == at);
        let (own, others): (Vec<Test>, Vec<Test>) = tests.into_iter().partition(is_own);
        let labels = &checked.alphabet.variables[variable].labels;
        for (label, cost) in (0..).zip(labels) {
            // The check of the syntax tree has made sure that the values of the variable are costs.
            let Ok(cost) = cost.parse() else { continue };
            let allows = |test: &Test| matches!(test, Test::In { labels, .. } if labels.has(label));
            if own.iter().all(allows) {
                let (position, labels) = (at, LabelSet::of(label));
                let tests = [&others[..], &[Test::In { position, labels }]].concat();
                self.rule_of_cost(of, origin, place, tests, writes.clone(), cost)?;
            }
        }
        Ok(())
    }

    fn rule_of_cost(
        &mut self,
        of: usize,
        origin: usize,
        place: usize,
        tests: Vec<Test>,
        writes: Vec<Write>,
        cost: u16,
    ) -> Result<(), GroundingStopped> {
        self.origins.lies[origin] = true;
        match (self.pass, &mut self.possible) {
            (Pass::Existence, _) => return Err(GroundingStopped),
            (Pass::Spread, Some(possible)) => {
                let applicable = possible.tests(&tests);
                self.grown |= applicable && possible.grow(&self.ground, &tests, &writes);
                return Ok(());
            }
            (Pass::Possible, Some(possible)) if !possible.tests(&tests) => return Ok(()),
            _ => {}
        }
        self.parts += tests.len() + writes.len();
        let rules = self.ground.rules.len() + self.collected.as_ref().map_or(0, Vec::len);
        if rules >= MOST_RULES || self.parts > MOST_PARTS {
            let message =
                format!("more than {MOST_RULES} ground rules, or {MOST_PARTS} tests and writes");
            let span = self.origins.spans[origin].clone();
            let fault = Fault::new(span, message, "the puzzle is too large here");
            return self.too_many(fault);
        }
        let rule = Rule {
            of,
            tests,
            writes,
            cost,
        };
        if let Some(collected) = &mut self.collected {
            collected.push((place, rule));
            return Ok(());
        }
        self.ground.rules.push(rule);
        self.ground.consequences.of_rules.push(self.program);
        self.origins.rules.push(origin);
        self.origins.places.push(place);
        Ok(())
    }

    /// The cells with these names. `a..b` stands for all cells from one to the other.
    pub(super) fn cells(&mut self, words: &[Lexeme]) -> Vec<usize> {
        let mut cells = Vec::new();
        let shape = &self.terrain.shape;
        for word in words {
            if self.full() {
                break;
            }
            if let Some(cell) = shape.cell(&word.text) {
                cells.push(cell);
                continue;
            }
            let ends = word.text.split_once("..");
            match ends.map(|(a, b)| (shape.cell(a), shape.cell(b))) {
                Some((Some(first), Some(last))) if first <= last => cells.extend(first..=last),
                Some((Some(last), Some(first))) => cells.extend((first..=last).rev()),
                _ => {
                    let message = format!("unknown cell '{}'", quoted(&word.text));
                    let label = "not a cell of the board";
                    let fault = Fault::new(word.span.clone(), message, label);
                    self.faults.push(match shape.is_place(&word.text) {
                        true if shape.is_hole(&word.text) => {
                            let name = quoted(&word.text);
                            fault.with_help(format!("{name} is a hole of the board"))
                        }
                        true => fault.with_help(format!(
                            "the board is {0}x{1}: r1c1 to r{0}c{1}",
                            shape.rows, shape.columns
                        )),
                        false => suggest(fault, &word.text, shape.names.iter().map(String::as_str)),
                    });
                }
            }
            if self.too_often(cells.len(), word) {
                break;
            }
        }
        cells
    }

    /// The cells of a region, in reading order.
    pub(super) fn region(&mut self, word: &Lexeme) -> Vec<usize> {
        if let Some(cells) = self.regions.get(&word.text) {
            return cells.clone();
        }
        let cells = self.find_region(word);
        self.regions.insert(word.text.clone(), cells.clone());
        cells
    }

    fn find_region(&mut self, word: &Lexeme) -> Vec<usize> {
        let checked = self.checked;
        if word.text == "rim" {
            return self.terrain.shape.rim();
        }
        if let Some(mark) = checked.alphabet.mark(&word.text) {
            return self.terrain.marks[mark].clone();
        }
        let named = |(name, _): &(Lexeme, Vec<Lexeme>)| name.text == word.text;
        if let Some(index) = checked.file.regions.iter().position(named) {
            let mut cells = self.listed(index);
            cells.sort_unstable();
            cells.dedup();
            return cells;
        }
        let named = checked
            .file
            .regions
            .iter()
            .map(|(name, _)| name.text.as_str());
        let marks = checked.alphabet.marks.iter().map(String::as_str);
        let names: Vec<&str> = std::iter::once("rim").chain(marks).chain(named).collect();
        self.push(unknown("region", &word.text, &word.span, &names));
        Vec::new()
    }
}

impl Builder<'_> {
    /// The cells that a region lists. The list may contain the names of regions that are declared
    /// above; if a name denotes both a cell and a region, it denotes the cell.
    fn listed(&mut self, index: usize) -> Vec<usize> {
        let checked = self.checked;
        let declares = |(name, _): &(Lexeme, Vec<Lexeme>), word: &Lexeme| name.text == word.text;
        let (above, below) = checked.file.regions.split_at(index);
        let mut cells = Vec::new();
        for word in &below[0].1 {
            let shape = &self.terrain.shape;
            let is_cell = shape.cell(&word.text).is_some();
            let exists = word.text == "rim" || checked.alphabet.mark(&word.text).is_some();
            if !is_cell && (exists || above.iter().any(|region| declares(region, word))) {
                cells.extend(self.region(word));
            } else if !is_cell && below.iter().any(|region| declares(region, word)) {
                let message = format!("the region '{}' is not declared above", quoted(&word.text));
                let label = "expected cells, or a region above this one";
                self.fault(&word.span, message, label);
            } else {
                let faults_before = self.faults.len();
                cells.extend(self.cells(std::slice::from_ref(word)));
                if let Some(fault) = self.faults.get_mut(faults_before)
                    && fault.help.is_none()
                {
                    let names = above.iter().map(|(name, _)| name.text.as_str());
                    fault.help = did_you_mean(&word.text, names.chain(["rim"]));
                }
            }
            if self.full() || self.too_often(cells.len(), word) {
                break;
            }
        }
        cells
    }

    /// Whether a list names too many cells and is refused. A limit is needed because every word
    /// could name the whole board.
    fn too_often(&mut self, named: usize, word: &Lexeme) -> bool {
        let too_often = named > 16 * self.terrain.shape.cells();
        if too_often {
            self.fault(&word.span, "cells are named too often", "too many cells");
        }
        too_often
    }
}
