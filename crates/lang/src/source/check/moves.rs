//! Checks the declarations of moves: their parameters and effects.

use std::cell::Cell;

use fewest_ground::Label;
use fewest_rules::{Fault, nearest, quoted};

use super::super::alphabet::SymbolSet;
use super::super::checked::{
    AfterStage, CellPlace, ChangedPlace, CheckedMove, EffectChange, MoveBody, MoveEffect,
    MoveParameter, RuleCost, SymbolStep,
};
use super::super::heading::{DIAGONAL, HEADINGS, Heading, KNIGHT, STRAIGHT};
use super::super::limits::{MOST_MOVES, MOST_SLOTS};
use super::super::numbers::{self, NumberSum, NumberTest, range};
use super::super::syntax::{
    BodySyntax, ComparisonSyntax, EffectPlace, EffectSyntax, EffectValue, Lexeme, MoveSyntax,
    ParameterSyntax, RuleSyntax, SetSyntax, StageSyntax, SumSyntax, SumTerm,
};
use super::Checker;
use crate::source::syntax::PLACES;

/// The parameters that the rules and effects of a move may use.
#[derive(Clone, Copy)]
pub(super) struct MoveScope<'m> {
    parameters: &'m [MoveParameter],
    /// Whether these parameters are used by rules that follow the move. Such rules may begin on any
    /// cell, and they move no piece.
    after: bool,
    /// The names in the rule that stand for the symbol of a cell.
    slots: &'m [&'m str],
    /// The parameters that have been looked up by their names, as a set of indices.
    used: &'m Cell<u64>,
}

impl<'m> MoveScope<'m> {
    pub(super) fn new(parameters: &'m [MoveParameter], used: &'m Cell<u64>) -> Self {
        Self {
            parameters,
            after: false,
            slots: &[],
            used,
        }
    }

    /// The scope of a rule in which these names stand for symbols.
    pub(super) fn with<'a>(self, slots: &'a [&'a str]) -> MoveScope<'a>
    where
        'm: 'a,
    {
        MoveScope { slots, ..self }
    }

    /// The scope of patterns that may begin on any cell, with names of their own.
    pub(super) fn anywhere(self) -> Self {
        Self {
            after: true,
            slots: &[],
            ..self
        }
    }

    fn uses(&self, parameter: usize) {
        self.used.set(self.used.get() | 1 << parameter);
    }

    /// The index of the name `?name` of the rule.
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        self.slots.iter().position(|slot| *slot == name)
    }

    fn has(&self, is: impl Fn(&MoveParameter) -> bool) -> bool {
        self.parameters.iter().any(is)
    }

    pub(super) fn has_piece(&self) -> bool {
        !self.after && self.has(|parameter| matches!(parameter, MoveParameter::Piece { .. }))
    }

    pub(super) fn has_heading(&self) -> bool {
        self.has(|parameter| matches!(parameter, MoveParameter::Heading(_)))
    }

    /// The number of parameters that are cells.
    pub(super) fn cells(&self) -> usize {
        let cells = self.parameters.iter();
        cells
            .filter(|parameter| !self.after && matches!(parameter, MoveParameter::Cell(_)))
            .count()
    }

    /// For each parameter, its name if it is numeric; otherwise `None`.
    pub(super) fn numbers(&self) -> Vec<Option<&'m str>> {
        let parameters = self.parameters.iter();
        let name = |parameter: &'m MoveParameter| match parameter {
            MoveParameter::Number { name, .. } => Some(name.as_str()),
            _ => None,
        };
        parameters.map(name).collect()
    }

    /// The index of the parameter with the name `?name`.
    pub(super) fn symbol(&self, name: &str) -> Option<usize> {
        self.symbol_among(name).map(|(parameter, _)| parameter)
    }

    /// The index of the parameter with the name `?name`, and its symbols.
    pub(super) fn symbol_among(&self, name: &str) -> Option<(usize, &'m [Label])> {
        let mut parameters = self.parameters.iter().enumerate();
        let (index, among) = parameters.find_map(|(index, parameter)| match parameter {
            MoveParameter::Symbol { name: other, among } if other == name => {
                Some((index, &among[..]))
            }
            _ => None,
        })?;
        self.uses(index);
        Some((index, among))
    }
}

impl Checker<'_> {
    pub(super) fn move_of(&mut self, declared: &MoveSyntax) -> CheckedMove {
        self.short([&declared.name]);
        self.distinct("parameter", declared.parameters.iter().map(|p| &p.name));
        if let Some(parameter) = declared.parameters.get(MOST_SLOTS) {
            self.fault(&parameter.name.span, "too many parameters", "one too many");
        }
        let parameters = declared.parameters.iter().take(MOST_SLOTS);
        let parameters: Vec<MoveParameter> = parameters
            .filter_map(|parameter| self.parameter(parameter))
            .collect();
        let used = Cell::default();
        let scope = MoveScope::new(&parameters, &used);
        let cost = self.cost(declared.cost.as_ref(), RuleCost::Number(1));
        let again = declared.again.as_ref().map(|(span, again)| {
            if !scope.has_piece() {
                let fault = Fault::new(span.clone(), "'again' of no piece", "not expected here");
                let help = "the move needs the parameter 'piece': move name(piece, dir)";
                self.push(fault.with_help(help));
            }
            self.cost(Some(again), cost)
        });
        let body = match &declared.body {
            BodySyntax::Rules(rules) => {
                let rules = rules.iter().filter_map(|rule| {
                    let cost = self.cost(rule.cost.as_ref(), cost);
                    self.rule(rule, cost, &scope)
                });
                MoveBody::Rules(rules.collect())
            }
            BodySyntax::Effects(effects) => {
                if scope.cells() > 1 {
                    let message = "changes of a move with several cells";
                    let fault = Fault::new(declared.name.span.clone(), message, "expected rules");
                    self.push(fault.with_help("write a pattern for each cell: [A] [B] -> [B] [A]"));
                }
                let effects = effects.iter();
                MoveBody::Effects(effects.filter_map(|e| self.effect(e, &scope)).collect())
            }
            BodySyntax::Steps(steps) => {
                if let Some(parameter) = declared.parameters.first() {
                    let message = "a move of 'cycle', 'swap' or 'reverse' takes no parameters";
                    self.fault(&parameter.name.span, message, "not expected here");
                }
                MoveBody::Steps(steps.clone())
            }
        };
        let after = self.after(&declared.after, &scope);
        CheckedMove {
            name: declared.name.clone(),
            parameters,
            cost,
            again,
            body,
            after,
            used: used.get(),
        }
    }

    /// Checks `after` rules, which follow a move with this scope, or every move.
    pub(super) fn after(&mut self, stages: &[StageSyntax], scope: &MoveScope) -> Vec<AfterStage> {
        let scope = scope.anywhere();
        let mut check = |rule: &RuleSyntax| {
            if rule.cost.is_some() {
                let message = "a cost of a rule that follows a move";
                let fault = Fault::new(rule.span.clone(), message, "only the move counts");
                self.push(fault.with_help("write the cost after the move's name and parameters"));
            }
            self.rule(rule, RuleCost::Number(1), &scope)
        };
        let stages = stages.iter().map(|stage| AfterStage {
            once: stage.once,
            rules: stage.rules.iter().filter_map(&mut check).collect(),
        });
        stages.collect()
    }

    fn parameter(&mut self, parameter: &ParameterSyntax) -> Option<MoveParameter> {
        let among = &parameter.among;
        Some(match parameter.name.text.as_str() {
            "dir" if among.is_empty() => MoveParameter::Heading(HEADINGS[STRAIGHT].to_vec()),
            "dir" => {
                self.distinct("direction", among);
                let chosen = among.iter().flat_map(|word| match word.text.as_str() {
                    "straight" => HEADINGS[STRAIGHT].to_vec(),
                    "diagonal" => HEADINGS[DIAGONAL].to_vec(),
                    "knight" => HEADINGS[KNIGHT].to_vec(),
                    _ => self.heading(word).into_iter().collect(),
                });
                let chosen: Vec<Heading> = chosen.collect();
                // The order of moves follows the language's order of directions, not the order in
                // the list.
                let ordered = HEADINGS.iter().filter(|heading| chosen.contains(heading));
                MoveParameter::Heading(ordered.copied().collect())
            }
            "piece" => {
                let along = among.first().is_some_and(|word| word.text == "along");
                let words = &among[usize::from(along)..];
                self.distinct("piece", words);
                let symbols = words.iter().filter_map(|word| self.symbol(word));
                let among = match words {
                    [] => u64::MAX,
                    _ => symbols.fold(0, |all, symbol| all | 1 << symbol),
                };
                MoveParameter::Piece { along, among }
            }
            "steps" => {
                if let Some(word) = among.first() {
                    self.fault(&word.span, "'steps' takes no list", "not expected here");
                }
                MoveParameter::Steps
            }
            name if name.starts_with('?') && name.len() > 1 => {
                let labels = self.parameter_symbols(among);
                MoveParameter::Symbol {
                    name: name[1..].to_owned(),
                    among: (0..64).filter(|label| labels >> label & 1 == 1).collect(),
                }
            }
            name if name == "cell" || among.first().is_some_and(|word| word.text == "cell") => {
                let among = &among[usize::from(name != "cell")..];
                if let Some(word) = among.get(1) {
                    self.fault(&word.span, "a second region", "expected one");
                }
                MoveParameter::Cell(among.first().cloned())
            }
            name if among
                .first()
                .is_some_and(|word| range(&word.text).is_some()) =>
            {
                return self.number(name, &parameter.name, among);
            }
            name => {
                let names = ["cell", "dir", "piece", "steps", "?x"];
                let before = self.faults.len();
                self.unknown("parameter", &parameter.name, &names);
                let alphabet = &self.alphabet;
                let is_symbol = alphabet.glyphs.contains_key(name) || alphabet.set(name).is_some();
                if is_symbol && let Some(fault) = self.faults.get_mut(before) {
                    let help = "separate the symbols of a parameter with blanks: ?x: A B";
                    fault.help = Some(help.to_owned());
                }
                let meant = among.first().and_then(|word| nearest(&word.text, ["cell"]));
                if let (Some(meant), Some(fault)) = (meant, self.faults.get_mut(before)) {
                    fault.help = Some(format!("did you mean '{}: {meant}'?", quoted(name)));
                }
                return None;
            }
        })
    }

    /// Checks a numeric parameter such as `n: 1..3`.
    fn number(&mut self, name: &str, word: &Lexeme, among: &[Lexeme]) -> Option<MoveParameter> {
        let (first, last) = range(&among[0].text)?;
        if let Some(word) = among.get(1) {
            self.fault(&word.span, "a second range", "expected one");
        }
        if first > last || last - first >= MOST_MOVES as i64 {
            let message = format!(
                "the range '{}' is empty or too large",
                quoted(&among[0].text)
            );
            self.fault(&among[0].span, message, "expected the least number first");
            return None;
        }
        let meaningful = self.alphabet.variable(name).is_some() || PLACES.contains(&name);
        if meaningful || name.starts_with(['+', '-', '?']) || name.as_bytes()[0].is_ascii_digit() {
            let message = format!("a parameter cannot be called '{}'", quoted(name));
            self.fault(&word.span, message, "this name has a meaning already");
        }
        let name = name.to_owned();
        Some(MoveParameter::Number { name, first, last })
    }

    /// The labels that may be arguments of a parameter such as `?x: A B` or `?x: not A`.
    fn parameter_symbols(&mut self, among: &[Lexeme]) -> u64 {
        let all = self.alphabet.all();
        let (Some(first), Some(last)) = (among.first(), among.last()) else {
            self.used = u64::MAX;
            return all;
        };
        let span = first.span.start..last.span.end;
        let is_complement = first.text == "not" && !first.quoted;
        let words = among[usize::from(is_complement)..].to_vec();
        let not = false;
        let named = self.symbols(&SetSyntax { not, words, span }, None);
        let named = named.labels(&[], all);
        if is_complement { all & !named } else { named }
    }

    fn heading(&mut self, word: &Lexeme) -> Option<Heading> {
        let found = Heading::named(&word.text);
        if found.is_none() {
            let names = HEADINGS[..DIAGONAL.end].iter().map(|heading| heading.name);
            let names: Vec<&str> = names.chain(["straight", "diagonal", "knight"]).collect();
            self.unknown("direction", word, &names);
        }
        found
    }

    /// A step through the symbols of a cell or the values of a variable.
    pub(super) fn step(&mut self, step: &SumTerm, scope: &MoveScope) -> Option<SymbolStep> {
        self.used = u64::MAX;
        let SumTerm { minus, word } = step;
        let sign = if *minus { -1 } else { 1 };
        if let Ok(number) = word.text.parse::<i64>() {
            let (plus, number) = (sign * number, None);
            return Some(SymbolStep { plus, number });
        }
        let names = scope.numbers();
        if let Some(at) = names.iter().position(|name| *name == Some(&word.text)) {
            scope.uses(at);
            let (plus, number) = (0, Some((at, sign)));
            return Some(SymbolStep { plus, number });
        }
        let names: Vec<&str> = names.into_iter().flatten().collect();
        let message = format!("'{}' is no number of the move", quoted(&word.text));
        let fault = Fault::new(word.span.clone(), message, "expected e.g. +1");
        let help = match names[..] {
            [] => "a move has a number as 'move turn(cell, n: 1..3)'".to_owned(),
            _ => format!("its numbers are {}", names.join(", ")),
        };
        self.push(fault.with_help(help));
        None
    }

    /// Looks up the terms of a sum.
    pub(super) fn sum(&mut self, sum: &SumSyntax, scope: &MoveScope) -> Option<NumberSum> {
        let found = numbers::sum(&self.alphabet, &scope.numbers(), sum);
        let sum = found.map_err(|fault| self.push(fault)).ok()?;
        sum.parameters().for_each(|at| scope.uses(at));
        Some(sum)
    }

    /// Looks up the terms of a comparison.
    pub(super) fn comparison(
        &mut self,
        comparison: &ComparisonSyntax,
        scope: &MoveScope,
    ) -> Option<NumberTest> {
        let found = numbers::test(&self.alphabet, &scope.numbers(), comparison);
        let test = found.map_err(|fault| self.push(fault)).ok()?;
        test.sum.parameters().for_each(|at| scope.uses(at));
        Some(test)
    }

    fn effect(&mut self, effect: &EffectSyntax, scope: &MoveScope) -> Option<MoveEffect> {
        /// Several consecutive effects without a cell are reported only once.
        const WHICH: &str = "which cell is it?";
        let of_cell = |place| (ChangedPlace::OfCell(place), None);
        let (place, variable) = match &effect.place {
            EffectPlace::On(region) => (ChangedPlace::Region(region.clone()), None),
            EffectPlace::At(cell) => (ChangedPlace::At(cell.clone()), None),
            EffectPlace::Named(word) => match word.text.as_str() {
                "cell" => of_cell(CellPlace::Cell),
                "beside" => of_cell(CellPlace::Beside),
                "around" => of_cell(CellPlace::Around),
                "row" => of_cell(CellPlace::Row),
                "column" => of_cell(CellPlace::Column),
                _ => {
                    let variable = self.variable(word, &PLACES)?;
                    (ChangedPlace::Variable(variable), Some(variable))
                }
            },
        };
        if let (EffectPlace::Named(word), ChangedPlace::OfCell(_)) = (&effect.place, &place)
            && scope.cells() == 0
            && self.faults.last().is_none_or(|last| last.label != WHICH)
        {
            let message = format!("'{}' of no cell", word.text);
            let fault = Fault::new(word.span.clone(), message, WHICH);
            self.push(fault.with_help("the move needs the parameter 'cell': move name(cell)"));
        }
        let change = match &effect.value {
            EffectValue::Plus(step) => EffectChange::Step(self.step(step, scope)?),
            EffectValue::Sum(sum) => EffectChange::Sum(self.sum(sum, scope)?),
            EffectValue::Symbol(word) => {
                let label = self.alphabet.symbol(&word.text);
                self.used |= label.map_or(0, |label| 1 << label);
                let parameter = match (variable, word.parameter()) {
                    (Some(variable), _) => self.value_parameter(variable, word, scope),
                    (None, Some(name)) => match (scope.symbol(name), label) {
                        (None, None) => {
                            self.parameter_symbol(name, word, scope, &mut SymbolSet::default());
                            return None;
                        }
                        (parameter, _) => parameter,
                    },
                    (None, None) => None,
                };
                match (parameter, variable) {
                    (Some(parameter), _) => EffectChange::Parameter(parameter),
                    (None, Some(variable)) => EffectChange::Label(self.value(variable, word)?),
                    (None, None) => EffectChange::Label(self.symbol(word)?),
                }
            }
        };
        Some(MoveEffect {
            place,
            change,
            span: effect.span.clone(),
        })
    }
}
