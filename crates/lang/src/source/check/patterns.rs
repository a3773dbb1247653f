//! Checks pattern rules.

use fewest_rules::{Fault, quoted};

use super::super::alphabet::{SymbolSet, modulo};
use super::super::checked::{
    CellChange, CellPattern, LinePattern, PatternRule, RuleCost, SymbolStep, VariableChange,
};
use super::super::lexer::signed;
use super::super::limits::MOST_SLOTS;
use super::super::numbers::NumberSum;
use super::super::plural::counted;
use super::super::syntax::{
    Lexeme, PatternElement, PatternSyntax, RuleSide, RuleSyntax, SetSyntax, ValueSyntax,
};
use super::Checker;
use super::moves::MoveScope;

impl Checker<'_> {
    pub(super) fn rule(
        &mut self,
        rule: &RuleSyntax,
        cost: RuleCost,
        scope: &MoveScope,
    ) -> Option<PatternRule> {
        let faults_before = self.faults.len();
        let slots = self.slots(rule, scope);
        let scope = &scope.with(&slots);
        let (before, after) = (&rule.left.patterns, &rule.right.patterns);
        let mut patterns: Vec<LinePattern> = Vec::new();
        if before.len() > MOST_SLOTS {
            let message = format!("a rule of more than {MOST_SLOTS} patterns");
            self.fault(&before[MOST_SLOTS].span, message, "one too many");
            return None;
        }
        for (i, pattern) in before.iter().enumerate() {
            let mut left = Vec::new();
            for (j, element) in pattern.elements.iter().enumerate() {
                if self.full() {
                    return None;
                }
                let mut cell = self.left(element, i + j, scope);
                for set in &pattern.under[j] {
                    cell.under.extend(self.under(set, &cell));
                }
                left.push(cell);
            }
            let of_rule = rule.heading.as_ref().filter(|_| i == 0);
            let heading = match (pattern.below, patterns.last()) {
                (true, Some(above)) => above.heading,
                _ => pattern.heading.or(of_rule.map(|(heading, _)| *heading)),
            };
            let in_rows = pattern.below || before.get(i + 1).is_some_and(|next| next.below);
            if in_rows && (left[0].many || left[0].symbols.end) {
                let message = "a row that may begin with no cell";
                self.fault(&pattern.elements[0].span(), message, "expected a symbol");
            }
            patterns.push(LinePattern {
                heading,
                below: pattern.below,
                right: vec![CellChange::Keep; left.len()],
                under: vec![Vec::new(); left.len()],
                left,
            });
        }
        if !after.is_empty() && after.len() != before.len() {
            let (left, right) = (
                counted(before.len(), "pattern"),
                counted(after.len(), "pattern"),
            );
            let message = format!("{left} before the '->', {right} after it");
            let label = "expected as many as before it";
            let fault = Fault::new(rule.span.clone(), message, label);
            self.push(fault.with_help("write those that stay as well; not those with 'not'"));
            return None;
        }
        for ((pattern, before), after) in patterns.iter_mut().zip(before).zip(after) {
            if before.below != after.below {
                let message = "other rows after the '->' than before it";
                self.fault(&after.span, message, "expected the same rows");
                return None;
            }
            if before.elements.len() != after.elements.len() {
                self.unequal_sides(before, after);
                return None;
            }
            for (i, element) in after.elements.iter().enumerate() {
                let same = same(element, &before.elements[i]);
                pattern.right[i] = self.right(element, &pattern.left[i], same, scope)?;
                let goes = pattern.right[i] == CellChange::Piece;
                for set in &after.under[i] {
                    // A piece may also lie on cells that this element does not stand for.
                    let kept = !goes && before.under[i].iter().any(|other| alike(set, other));
                    let new = if kept {
                        None
                    } else {
                        self.new_under(set, &pattern.left[i])
                    };
                    pattern.under[i].extend(new);
                }
            }
        }
        let mut absent = Vec::new();
        for set in &rule.left.absent {
            let symbols = self.symbols(set, Some(scope));
            if symbols.end {
                self.fault(
                    &set.span,
                    "the board's edge is not a cell",
                    "no 'end' after 'not'",
                );
            }
            absent.push(symbols);
        }
        let anywhere = scope.anywhere();
        let forbidden = rule.left.forbidden.iter();
        let forbidden: Vec<PatternRule> = forbidden
            .filter_map(|pattern| self.rule(pattern, RuleCost::Number(1), &anywhere))
            .collect();
        let brackets = patterns.iter().filter(|pattern| !pattern.below).count();
        if scope.cells() > 1 && brackets < scope.cells() {
            let message = format!("a rule of {}", counted(brackets, "pattern"));
            self.fault(
                &rule.span,
                message,
                "expected a pattern for each cell of the move",
            );
        }
        let has_piece = patterns
            .first()
            .is_some_and(|first| first.left.iter().any(|cell| cell.piece));
        let moved = |pattern: &LinePattern| {
            let pieces = pattern
                .right
                .iter()
                .filter(|&&cell| cell == CellChange::Piece);
            pieces.count()
        };
        let pieces = patterns.iter().map(moved).sum::<usize>();
        if has_piece && !after.is_empty() && (pieces != 1 || moved(&patterns[0]) != 1) {
            let label = "expected 'piece' once after the '->'";
            self.fault(&rule.span, "the piece is lost", label);
        }
        if !has_piece && scope.has_piece() {
            self.fault(
                &rule.span,
                "a rule without the piece",
                "expected [ piece | … ]",
            );
        }
        let mut tests = Vec::new();
        for (name, values) in &rule.left.variables {
            if let (Some(variable), ValueSyntax::Set(set)) = (self.variable(name, &[]), values) {
                tests.push((variable, self.values(variable, set, scope)));
            }
        }
        let (writes, sums) = self.variable_changes(&rule.right, scope)?;
        let comparisons = rule.left.comparisons.iter();
        let comparisons = comparisons
            .filter_map(|comparison| self.comparison(comparison, scope))
            .collect();
        if let Some((_, span)) = rule.heading.as_ref().filter(|_| scope.has_heading()) {
            self.fault(
                span,
                "a second direction",
                "the move has the parameter 'dir'",
            );
        }
        (self.faults.len() == faults_before).then(|| PatternRule {
            everywhere: rule.everywhere,
            patterns,
            absent,
            forbidden,
            tests,
            comparisons,
            writes,
            cost,
            sums,
            span: rule.span.clone(),
        })
    }

    /// Reports that a pattern has different numbers of cells before and after the arrow.
    fn unequal_sides(&mut self, before: &PatternSyntax, after: &PatternSyntax) {
        let cells = |pattern: &PatternSyntax| counted(pattern.elements.len(), "cell");
        let (left, right) = (cells(before), cells(after));
        let message = format!("{left} before the '->', {right} after it");
        let fault = Fault::new(after.span.clone(), message, "expected as many as before it");
        self.push(fault.with_context(before.span.clone(), left));
    }

    /// The new values of variables, given as a value or as a sum. `None` if there are too many
    /// faults.
    #[allow(clippy::type_complexity)]
    fn variable_changes(
        &mut self,
        side: &RuleSide,
        scope: &MoveScope,
    ) -> Option<(Vec<(usize, VariableChange)>, Vec<(usize, NumberSum)>)> {
        let mut writes: Vec<(usize, VariableChange)> = Vec::new();
        let mut sums: Vec<(usize, NumberSum)> = Vec::new();
        let mut named = Vec::new();
        for (name, values) in &side.variables {
            if self.full() {
                return None;
            }
            let Some(index) = self.variable(name, &[]) else {
                continue;
            };
            self.once(index, name, &mut named);
            let set = match values {
                ValueSyntax::Set(set) => set,
                ValueSyntax::Sum(sum) => {
                    sums.extend(self.sum(sum, scope).map(|sum| (index, sum)));
                    continue;
                }
            };
            let ([word], false) = (&set.words[..], set.not) else {
                self.fault(&set.span, "a variable becomes one value", "this is a set");
                continue;
            };
            if let Some(parameter) = self.value_parameter(index, word, scope) {
                writes.push((index, VariableChange::Parameter(parameter)));
                continue;
            }
            let variable = &self.alphabet.variables[index];
            let sum = signed(&word.text).filter(|_| variable.label(&word.text).is_none());
            let change = match sum {
                Some(sum) => Some(VariableChange::Plus(modulo(sum, variable.labels.len()))),
                None => self.value(index, word).map(VariableChange::Label),
            };
            writes.extend(change.map(|change| (index, change)));
        }
        Some((writes, sums))
    }

    /// Records that a variable changes. Reports a fault if it already changes.
    fn once(&mut self, variable: usize, name: &Lexeme, named: &mut Vec<usize>) {
        if named.contains(&variable) {
            let message = format!("'{}' becomes two things", name.text);
            self.fault(&name.span, message, "named already");
        }
        named.push(variable);
    }

    /// The names of a rule that stand for the symbol of a cell, in their order.
    fn slots<'r>(&mut self, rule: &'r RuleSyntax, scope: &MoveScope) -> Vec<&'r str> {
        let mut slots: Vec<&str> = Vec::new();
        let elements = rule
            .left
            .patterns
            .iter()
            .flat_map(|pattern| &pattern.elements);
        for element in elements {
            let PatternElement::Bound { name, .. } = element else {
                continue;
            };
            let known = name.text.is_empty() || slots.contains(&name.text.as_str());
            if known || scope.symbol(&name.text).is_some() {
                continue;
            }
            if slots.len() == MOST_SLOTS {
                let message = format!("a rule of more than {MOST_SLOTS} names");
                self.fault(&name.span, message, "one too many");
                break;
            }
            slots.push(&name.text);
        }
        slots
    }

    /// Checks a cell that a rule has before its arrow. The cell has the index `index` in the rule.
    fn left(&mut self, element: &PatternElement, index: usize, scope: &MoveScope) -> CellPattern {
        let any = SymbolSet {
            not: true,
            ..SymbolSet::default()
        };
        let mut left = CellPattern {
            symbols: any,
            ..CellPattern::default()
        };
        match element {
            PatternElement::Bound { name, plus, among } => {
                if plus.is_some() {
                    let message = "a sum before the '->'";
                    let fault = Fault::new(name.span.clone(), message, "not expected here");
                    self.push(fault.with_help("write ?x here and ?x+1 after the '->'"));
                }
                if let Some(among) = among {
                    left.symbols = self.symbols(among, Some(scope));
                    if left.symbols.end {
                        let message = "the board's edge has no symbol";
                        self.fault(&among.span, message, "'end' cannot be copied");
                    }
                }
                if let Some(parameter) = scope.symbol(&name.text) {
                    left.symbols = SymbolSet {
                        parameters: vec![parameter],
                        ..SymbolSet::default()
                    };
                    if let Some(among) = among {
                        let message = "a parameter has a list of its own";
                        self.fault(&among.span, message, "not expected here");
                    }
                } else if !name.text.is_empty() {
                    left.slot = scope.slot(&name.text);
                }
            }
            PatternElement::Set { set, many } => {
                left.many = *many;
                left.piece = scope.has_piece() && set.words.iter().any(|word| is(word, "piece"));
                if left.piece {
                    if index != 0 || set.words.len() > 1 || set.not || *many {
                        let message = "'piece' must come first and alone";
                        self.fault(&set.span, message, "expected [ piece | … ]");
                    }
                } else if set.not || !matches!(&set.words[..], [any] if is(any, "?")) {
                    left.symbols = self.symbols(set, Some(scope));
                }
                if *many && left.symbols.end {
                    let message = "the board's edge occurs only once";
                    self.fault(&set.span, message, "'end' cannot have *");
                }
                if scope.has_piece() && left.symbols.end {
                    let label = "a piece may reach the edge with a part of it";
                    self.fault(&set.span, "no 'end' beside a piece", label);
                }
            }
        }
        left
    }

    /// Checks the change of the cell `left`. `same` means that both sides write the cell in the
    /// same way.
    fn right(
        &mut self,
        element: &PatternElement,
        left: &CellPattern,
        same: bool,
        scope: &MoveScope,
    ) -> Option<CellChange> {
        if same && !left.piece {
            return Some(CellChange::Keep);
        }
        if left.many {
            let message = "cells with * stay as they are";
            self.fault(
                &element.span(),
                message,
                "expected the same as before the '->'",
            );
            return None;
        }
        let right = match element {
            PatternElement::Bound { name, plus, among } => {
                if let Some(among) = among {
                    self.fault(&among.span, "a set after the '->'", "not expected here");
                }
                if name.text.is_empty() && plus.is_none() {
                    return Some(CellChange::Keep);
                }
                if name.text.is_empty() {
                    let message = "a sum of a symbol without a name";
                    let fault = Fault::new(name.span.clone(), message, "expected a name");
                    self.push(fault.with_help("write ?x before the '->' and ?x+1 after it"));
                    return None;
                }
                let step = plus.as_ref().map(|plus| self.step(plus, scope));
                let step = step.unwrap_or(Some(SymbolStep::default()))?;
                let slot = scope.slot(&name.text);
                match (scope.symbol(&name.text), slot) {
                    (Some(parameter), _) => CellChange::Parameter { parameter, step },
                    (None, Some(slot)) => CellChange::Slot { slot, step },
                    (None, None) => {
                        let message = format!("nothing is called '?{}'", quoted(&name.text));
                        self.fault(&name.span, message, "expected a name from before the '->'");
                        return None;
                    }
                }
            }
            PatternElement::Set { set, many } => {
                let [word] = &set.words[..] else {
                    self.fault(&set.span, "a cell becomes one symbol", "this is a set");
                    return None;
                };
                if scope.has_piece() && is(word, "piece") {
                    return Some(CellChange::Piece);
                }
                if is(word, "end") {
                    let label = "expected 'end' before the '->' as well";
                    self.fault(&word.span, "the board's edge stays", label);
                    return None;
                }
                if *many {
                    let message = "cells with * cannot be moved or written";
                    let fault = Fault::new(set.span.clone(), message, "expected one symbol");
                    let help = "they stay where they are: [@ | _* | _] -> [_ | _* | @]";
                    self.push(fault.with_help(help));
                    return None;
                }
                if set.not {
                    self.fault(&set.span, "a cell becomes one symbol", "this is a set");
                    return None;
                }
                CellChange::Label(self.symbol(word)?)
            }
        };
        if left.symbols.end {
            let message = "the board's edge cannot change";
            self.fault(
                &element.span(),
                message,
                "expected the same as before the '->'",
            );
            return None;
        }
        Some(right)
    }
}

/// Whether two sets are written alike.
fn alike(one: &SetSyntax, other: &SetSyntax) -> bool {
    let words = |set: &SetSyntax| -> Vec<(String, bool)> {
        let words = set.words.iter();
        words.map(|word| (word.text.clone(), word.quoted)).collect()
    };
    one.not == other.not && words(one) == words(other)
}

/// Whether the word is this keyword and not a symbol in quotes.
fn is(word: &Lexeme, keyword: &str) -> bool {
    word.text == keyword && !word.quoted
}

/// Whether a cell is written after the arrow as it is before the arrow. If `?x: A,B` stands before
/// the arrow, `?x` alone may stand for it after the arrow.
fn same(after: &PatternElement, before: &PatternElement) -> bool {
    match (after, before) {
        (
            PatternElement::Set { set, many },
            PatternElement::Set {
                set: other,
                many: others,
            },
        ) => many == others && alike(set, other),
        (
            PatternElement::Bound { name, plus, among },
            PatternElement::Bound {
                name: other,
                among: others,
                ..
            },
        ) => {
            let same_set = |set: &SetSyntax| others.as_ref().is_some_and(|other| alike(set, other));
            plus.is_none() && name.text == other.text && among.as_ref().is_none_or(same_set)
        }
        _ => false,
    }
}
