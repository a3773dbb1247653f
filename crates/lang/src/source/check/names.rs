//! Names that are declared, and what they stand for.

use fewest_rules::{Fault, quoted};

use fewest_ground::{Label, MOST_LABELS};

use super::super::checked::{Choice, all};
use super::super::drawing::{Glyph, Variable};
use super::super::limits::MOST_NAMES;
use super::super::syntax::{self, Kind, Statement, Word};
use super::moves::Told;
use super::{Checker, reserved};

impl Checker<'_> {
    /// Symbols, variables and marks.
    pub(super) fn names(&mut self, file: &[Statement]) {
        let mut beside = Vec::new();
        let mut draws = 0;
        for statement in file {
            match &statement.kind {
                Kind::Symbols(words) if self.alphabet.symbols.is_empty() => {
                    self.distinct("symbol", words);
                    self.few(words);
                    self.short(words.iter().take(MOST_LABELS));
                    for word in words.iter().take(MOST_LABELS) {
                        if reserved(word) && !word.quoted {
                            let message = format!("'{}' cannot be a symbol", quoted(&word.text));
                            self.fault(&word.span, message, "it has a meaning in patterns");
                        }
                        if word.text.starts_with("//") {
                            let message = format!("'{}' cannot be a symbol", quoted(&word.text));
                            self.fault(&word.span, message, "it begins a comment in drawings");
                        }
                        self.alphabet.symbols.push(word.text.clone());
                    }
                }
                Kind::Var { name, labels } => {
                    self.most_names("variables", beside.len() + 1, &name.span);
                    self.distinct("value", labels);
                    self.few(labels);
                    self.short(labels.iter().take(MOST_LABELS).chain([name]));
                    self.no_ranges(labels);
                    if beside.len() == MOST_NAMES {
                        continue;
                    }
                    beside.push(name);
                    self.alphabet.variables.push(Variable {
                        name: name.text.clone(),
                        labels: labels
                            .iter()
                            .map(|l| l.text.clone())
                            .take(MOST_LABELS)
                            .collect(),
                    });
                }
                Kind::Draw { region, .. } => {
                    draws += 1;
                    self.most_names("'draw' lines", draws, &region.span);
                    let marks = &mut self.alphabet.marks;
                    if draws <= MOST_NAMES && !marks.contains(&region.text) {
                        marks.push(region.text.clone());
                    }
                }
                _ => {}
            }
        }
        self.distinct("variable", beside.iter().copied());
        for name in beside {
            let taken = ["cell", "beside", "around", "row", "column", "on", "at"];
            if taken.contains(&name.text.as_str()) || self.alphabet.symbols.contains(&name.text) {
                let message = format!("a variable cannot be called '{}'", quoted(&name.text));
                self.fault(&name.span, message, "this name has a meaning already");
            }
        }
    }

    pub(super) fn few(&mut self, words: &[Word]) {
        if let Some(word) = words.get(MOST_LABELS) {
            let message = format!("{} symbols or values", words.len());
            self.fault(
                &word.span,
                message,
                format!("expected at most {MOST_LABELS}"),
            );
        }
    }

    /// Tells values such as `0..5`, which would be one value each.
    fn no_ranges(&mut self, labels: &[Word]) {
        for word in labels {
            let Some((first, last)) = word.text.split_once("..") else {
                continue;
            };
            if first.is_empty() || last.is_empty() || word.quoted || self.full() {
                continue;
            }
            let message = format!("'{}' is one value", quoted(&word.text));
            let numbers = (first.parse::<u64>(), last.parse::<u64>());
            let list = match numbers {
                (Ok(first), Ok(last)) if first < last && last - first < 10 => {
                    let numbers: Vec<String> = (first..=last).map(|n| n.to_string()).collect();
                    numbers.join(", ")
                }
                _ => "0, 1, 2, …".to_owned(),
            };
            let fault = Fault::new(word.span.clone(), message, "there are no ranges of values");
            self.faults
                .push(fault.with_help(format!("list the values: {list}")));
        }
    }

    pub(super) fn sets(&mut self, file: &[Statement]) {
        let mut names = Vec::new();
        for statement in file {
            if let Kind::Set { name, set } = &statement.kind {
                names.push(name);
                self.most_names("sets", names.len(), &name.span);
                if self.full() {
                    return;
                }
                if self.alphabet.symbols.contains(&name.text) || reserved(name) {
                    let message = format!("a set cannot be called '{}'", quoted(&name.text));
                    self.fault(&name.span, message, "this name has a meaning already");
                }
                let choice = self.choice(set, None);
                self.alphabet.sets.push((name.text.clone(), choice));
            }
        }
        self.distinct("set", names);
    }

    pub(super) fn glyphs(&mut self, file: &[Statement]) {
        for (label, symbol) in self.alphabet.symbols.iter().enumerate() {
            let (label, mark) = (label as Label, None);
            let glyph = Glyph { label, mark };
            self.alphabet.glyphs.insert(symbol.clone(), glyph);
        }
        for statement in file {
            let Kind::Draw {
                glyph,
                symbol,
                region,
            } = &statement.kind
            else {
                continue;
            };
            if self.full() {
                return;
            }
            self.short([glyph]);
            if let Some(label) = self.symbol(symbol) {
                let mark = self
                    .alphabet
                    .marks
                    .iter()
                    .position(|mark| *mark == region.text);
                let drawn = self
                    .alphabet
                    .glyphs
                    .insert(glyph.text.clone(), Glyph { label, mark });
                if drawn.is_some() {
                    let message = format!("'{}' is drawn for something else", quoted(&glyph.text));
                    self.fault(&glyph.span, message, "expected a new symbol");
                }
            }
        }
        let mut words = self.alphabet.glyphs.keys();
        self.alphabet.single = words.all(|word| word.chars().count() == 1);
    }

    pub(super) fn symbol(&mut self, word: &Word) -> Option<Label> {
        let label = self
            .alphabet
            .symbols
            .iter()
            .position(|symbol| *symbol == word.text);
        if label.is_none() {
            let symbols = self.alphabet.symbols.clone();
            let names: Vec<&str> = symbols.iter().map(String::as_str).collect();
            self.unknown("symbol", word, &names);
        }
        label.map(|label| label as Label)
    }

    /// A set of symbols; in a move's rule also of what the move is told.
    pub(super) fn choice(&mut self, set: &syntax::Set, told: Option<&Told>) -> Choice {
        let mut choice = Choice {
            not: set.not,
            ..Choice::default()
        };
        for word in &set.words {
            if self.full() {
                break;
            }
            if word.text == "end" && !word.quoted {
                // The edge is no symbol, so it is none of the others either.
                choice.end |= !set.not;
            } else if let Some(name) = word.text.strip_prefix('?')
                && !word.quoted
                && let Some(told) = told
            {
                self.told_symbol(name, word, told, &mut choice);
            } else if let Some(label) = self.alphabet.symbols.iter().position(|s| *s == word.text) {
                choice.labels |= 1 << label;
            } else if let Some((_, named)) =
                self.alphabet.sets.iter().find(|(n, _)| *n == word.text)
            {
                choice.labels |= named.labels(&[], all(self.alphabet.symbols.len()));
                choice.end |= named.end && !set.not;
            } else {
                let symbols = self.alphabet.symbols.clone();
                let sets = self.alphabet.sets.clone();
                let mut names: Vec<&str> = symbols.iter().map(String::as_str).collect();
                names.extend(sets.iter().map(|(name, _)| name.as_str()));
                self.unknown("symbol", word, &names);
            }
        }
        choice
    }

    /// Adds the symbol that a parameter `name` of the move is told to a set.
    fn told_symbol(&mut self, name: &str, word: &Word, told: &Told, choice: &mut Choice) {
        match told.symbol(name) {
            Some(parameter) if choice.parameters.contains(&parameter) => {}
            Some(parameter) => choice.parameters.push(parameter),
            None => self.faults.push(
                Fault::new(
                    word.span.clone(),
                    format!("'{}' is not told to the move", quoted(&word.text)),
                    "expected a parameter of the move",
                )
                .with_help("a set may hold symbols, and parameters such as ?x of 'move name(?x)'"),
            ),
        }
    }

    pub(super) fn variable(&mut self, word: &Word, others: &[&str]) -> Option<usize> {
        let found = self
            .alphabet
            .variables
            .iter()
            .position(|v| v.name == word.text);
        if found.is_none() {
            let variables = self.alphabet.variables.clone();
            let mut names = others.to_vec();
            names.extend(variables.iter().map(|variable| variable.name.as_str()));
            let what = if others.is_empty() {
                "variable"
            } else {
                "word"
            };
            self.unknown(what, word, &names);
        }
        found
    }

    pub(super) fn value(&mut self, variable: usize, word: &Word) -> Option<Label> {
        let labels = &self.alphabet.variables[variable].labels;
        let label = labels.iter().position(|label| *label == word.text);
        if label.is_none() {
            let fault = self
                .alphabet
                .no_value(variable, &word.text, word.span.clone());
            self.faults.push(fault);
        }
        label.map(|label| label as Label)
    }

    /// The values of a variable that a set names.
    pub(super) fn values(&mut self, variable: usize, set: &syntax::Set) -> u64 {
        let labels = self.alphabet.variables[variable].labels.len();
        let named = set
            .words
            .iter()
            .filter_map(|word| self.value(variable, word))
            .fold(0, |set, label| set | 1 << label);
        if set.not { all(labels) & !named } else { named }
    }
}
