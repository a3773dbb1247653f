//! Collects the names that a file declares, and looks up names where they are used.

use fewest_rules::{Fault, quoted};

use fewest_ground::{Label, MOST_LABELS};

use super::super::alphabet::{Glyph, SymbolSet, Variable};
use super::super::limits::MOST_NAMES;
use super::super::numbers::range;
use super::super::syntax::{DrawSyntax, Lexeme, SetSyntax, SourceFile, VariableSyntax};
use super::Checker;
use super::moves::MoveScope;
use crate::source::syntax::PLACES;

/// Whether a word is a symbol only if it is quoted.
pub(super) fn reserved(word: &Lexeme) -> bool {
    let text = word.text.as_str();
    ["end", "not", "piece"].contains(&text)
        || text.starts_with('?')
        || text.len() > 1 && text.ends_with('*')
}

impl Checker<'_> {
    /// Collects symbols, variables and marks.
    pub(super) fn names(&mut self, file: &SourceFile) {
        self.layers(file);
        self.distinct("symbol", &file.symbols);
        self.few(&file.symbols);
        for word in file.symbols.iter().take(MOST_LABELS) {
            self.short([word]);
            let meaning = match word {
                _ if reserved(word) && !word.quoted => "it has a meaning in patterns",
                _ if word.text.starts_with("//") => "it begins a comment in drawings",
                _ => "",
            };
            if !meaning.is_empty() {
                let message = format!("'{}' cannot be a symbol", quoted(&word.text));
                self.fault(&word.span, message, meaning);
            }
            self.alphabet.symbols.push(word.text.clone());
        }
        for (i, variable) in file.variables.iter().enumerate() {
            let VariableSyntax { name, labels, .. } = variable;
            self.most_names("variables", i + 1, &name.span);
            self.distinct("value", labels);
            self.few(labels);
            self.short(labels.iter().take(MOST_LABELS).chain([name]));
            let numbers = self.numbers(labels);
            if i < MOST_NAMES {
                let listed = labels.iter().take(MOST_LABELS);
                self.alphabet.variables.push(Variable {
                    name: name.text.clone(),
                    labels: match numbers {
                        Some((first, last)) => (first..=last).map(|n| n.to_string()).collect(),
                        None => listed.map(|label| label.text.clone()).collect(),
                    },
                    first: numbers.map(|(first, _)| first),
                    is_hidden: variable.is_hidden,
                });
            }
        }
        for (i, DrawSyntax { region, .. }) in file.draws.iter().enumerate() {
            self.most_names("'draw' lines", i + 1, &region.span);
            let is_layer = self.alphabet.layer_label(&region.text).is_some();
            if i < MOST_NAMES && !is_layer && self.alphabet.mark(&region.text).is_none() {
                self.alphabet.marks.push(region.text.clone());
            }
        }
        let variables = file.variables.iter().take(MOST_NAMES);
        let variables = variables.map(|variable| &variable.name);
        self.distinct("variable", variables.clone());
        for name in variables {
            let text = name.text.as_str();
            self.no_meaning("variable", name, PLACES.contains(&text));
        }
    }

    /// Reports a name that is already a symbol or has another meaning.
    fn no_meaning(&mut self, what: &str, name: &Lexeme, has_meaning: bool) {
        let is_symbol = self.alphabet.symbol(&name.text).is_some();
        if has_meaning || is_symbol || self.alphabet.layer_label(&name.text).is_some() {
            let message = format!("a {what} cannot be called '{}'", quoted(&name.text));
            self.fault(&name.span, message, "this name has a meaning already");
        }
    }

    /// Reports a list with more entries than a set of labels can have.
    pub(super) fn few(&mut self, words: &[Lexeme]) {
        if let Some(word) = words.get(MOST_LABELS) {
            let message = format!("{} symbols or values", words.len());
            self.fault(
                &word.span,
                message,
                format!("expected at most {MOST_LABELS}"),
            );
        }
    }

    /// The range of numbers if the only value of a variable is a range such as `0..20`.
    fn numbers(&mut self, labels: &[Lexeme]) -> Option<(i64, i64)> {
        let is_range = |word: &&Lexeme| {
            let ends = word.text.split_once("..");
            !word.quoted && ends.is_some_and(|(a, b)| !a.is_empty() && !b.is_empty())
        };
        let word = labels.iter().find(is_range)?;
        let fault = |message, label| Fault::new(word.span.clone(), message, label);
        let shown = quoted(&word.text);
        let fault = match (range(&word.text), labels.len()) {
            (Some((first, last)), 1) if first > last => fault(
                format!("the range '{shown}' is empty"),
                "expected the least number first",
            ),
            (Some((first, last)), 1) if last - first >= MOST_LABELS as i64 => {
                let message = format!("a range of {} numbers", last - first + 1);
                let label = format!("expected at most {MOST_LABELS}");
                Fault::new(word.span.clone(), message, label)
            }
            (Some(range), 1) => return Some(range),
            (Some(_), _) => fault(
                format!("'{shown}' among other values"),
                "a range stands alone",
            )
            .with_help("write one range, or list the values: 0, 1, 2, …"),
            (None, _) => fault(
                format!("'{shown}' is not a range"),
                "expected numbers: 0..20",
            ),
        };
        self.push(fault);
        (labels.len() == 1).then_some((0, 0))
    }

    /// Collects the named sets. The definition of a set may use sets that are defined above it.
    pub(super) fn sets(&mut self, file: &SourceFile) {
        for (i, (name, set)) in file.sets.iter().enumerate() {
            self.most_names("sets", i + 1, &name.span);
            if self.full() {
                return;
            }
            self.no_meaning("set", name, reserved(name));
            let symbols = self.symbols(set, None);
            self.alphabet.sets.push((name.text.clone(), symbols));
        }
        self.distinct("set", file.sets.iter().map(|(name, _)| name));
    }

    /// Collects the meanings of the words of drawings.
    pub(super) fn glyphs(&mut self, file: &SourceFile) {
        for (label, symbol) in self.alphabet.symbols.iter().enumerate() {
            let glyph = Glyph {
                label: label as Label,
                mark: None,
                under: None,
            };
            self.alphabet.glyphs.insert(symbol.clone(), glyph);
        }
        for DrawSyntax {
            glyph,
            symbol,
            region,
        } in &file.draws
        {
            if self.full() {
                return;
            }
            self.short([glyph]);
            let Some(label) = self.symbol(symbol) else {
                continue;
            };
            let mark = self.alphabet.mark(&region.text);
            let under = self.alphabet.layer_label(&region.text);
            let meaning = Glyph { label, mark, under };
            let glyphs = &mut self.alphabet.glyphs;
            if glyphs.insert(glyph.text.clone(), meaning).is_some() {
                let message = format!(
                    "'{}' has a meaning in drawings already",
                    quoted(&glyph.text)
                );
                self.fault(&glyph.span, message, "expected a new symbol");
            }
        }
        let mut words = self.alphabet.glyphs.keys();
        self.alphabet.single = words.all(|word| word.chars().count() == 1);
    }

    /// The label of a symbol.
    pub(super) fn symbol(&mut self, word: &Lexeme) -> Option<Label> {
        let label = self.alphabet.symbol(&word.text);
        match label {
            Some(label) => self.used |= 1 << label,
            None => {
                let symbols = self.alphabet.symbols.clone();
                self.unknown("symbol", word, &symbols);
            }
        }
        label
    }

    /// Looks up a set of symbols. In a rule of a move, the set may contain parameters of the move.
    pub(super) fn symbols(&mut self, set: &SetSyntax, scope: Option<&MoveScope>) -> SymbolSet {
        let mut symbols = SymbolSet {
            not: set.not,
            ..SymbolSet::default()
        };
        if set.not {
            self.used = u64::MAX;
        }
        for word in &set.words {
            if self.full() {
                break;
            }
            let parameter = word.text.strip_prefix('?').filter(|_| !word.quoted);
            if word.text == "end" && !word.quoted {
                // The edge is not a symbol, so a complement does not contain it.
                symbols.end |= !set.not;
            } else if let (Some(name), Some(scope)) = (parameter, scope) {
                self.parameter_symbol(name, word, scope, &mut symbols);
            } else if let Some(labels) = self.alphabet.labels(&word.text) {
                symbols.labels |= labels;
                self.used |= labels;
                let named = self.alphabet.set(&word.text);
                let is_symbol = self.alphabet.symbol(&word.text).is_some();
                symbols.end |= !is_symbol && !set.not && named.is_some_and(|named| named.end);
            } else {
                let alphabet = self.alphabet.clone();
                self.unknown("symbol", word, &alphabet.names());
            }
        }
        symbols
    }

    /// Adds the parameter `name` to a set. The set then contains the symbol that is the argument of
    /// this parameter.
    pub(super) fn parameter_symbol(
        &mut self,
        name: &str,
        word: &Lexeme,
        scope: &MoveScope,
        symbols: &mut SymbolSet,
    ) {
        match scope.symbol(name) {
            Some(parameter) if symbols.parameters.contains(&parameter) => {}
            Some(parameter) => symbols.parameters.push(parameter),
            None if scope.slot(name).is_some() => symbols.slots.extend(scope.slot(name)),
            None => {
                let message = format!("'{}' is not a parameter of the move", quoted(&word.text));
                let label = "expected a parameter of the move";
                let help = "a set may hold symbols, and parameters such as ?x of 'move name(?x)'";
                self.push(Fault::new(word.span.clone(), message, label).with_help(help));
            }
        }
    }

    /// Looks up a variable by its name; `others` are other words that would also be valid where the
    /// name stands.
    pub(super) fn variable(&mut self, word: &Lexeme, others: &[&str]) -> Option<usize> {
        let found = self.alphabet.variable(&word.text);
        if found.is_none() {
            let variables = self.alphabet.variables.clone();
            let names = variables.iter().map(|variable| variable.name.as_str());
            let names: Vec<&str> = others.iter().copied().chain(names).collect();
            let what = if others.is_empty() {
                "variable"
            } else {
                "word"
            };
            self.unknown(what, word, &names);
        }
        found
    }

    /// The label of a value of a variable.
    pub(super) fn value(&mut self, variable: usize, word: &Lexeme) -> Option<Label> {
        let variable = &self.alphabet.variables[variable];
        let label = variable.label(&word.text);
        if label.is_none() {
            let fault = variable.no_value(&word.text, &word.span);
            self.push(fault);
        }
        label
    }

    /// The parameter of the move for whose symbols a word such as `?p` stands, if it does. Each of
    /// these symbols must be a value of the variable.
    pub(super) fn value_parameter(
        &mut self,
        variable: usize,
        word: &Lexeme,
        scope: &MoveScope,
    ) -> Option<usize> {
        let name = word.parameter()?;
        if self.alphabet.variables[variable]
            .label(&word.text)
            .is_some()
        {
            return None;
        }
        let (parameter, symbols) = scope.symbol_among(name)?;
        for &symbol in symbols {
            let alphabet = &self.alphabet;
            if alphabet.value_of_symbol(variable, symbol.into()).is_none() {
                let symbol = &alphabet.symbols[usize::from(symbol)];
                let fault = alphabet.variables[variable].no_value(symbol, &word.span);
                self.push(fault);
                break;
            }
        }
        Some(parameter)
    }

    /// A set of values of a variable.
    pub(super) fn values(
        &mut self,
        variable: usize,
        set: &SetSyntax,
        scope: &MoveScope,
    ) -> SymbolSet {
        let mut values = SymbolSet {
            not: set.not,
            ..SymbolSet::default()
        };
        for word in &set.words {
            match self.value_parameter(variable, word, scope) {
                Some(parameter) => values.parameters.push(parameter),
                None => values.labels |= self.value(variable, word).map_or(0, |label| 1 << label),
            }
        }
        values
    }
}
