//! Pattern rules.

use std::collections::BTreeMap;

use fewest_rules::{Fault, quoted};

use super::super::checked::{Choice, Left, Parameter, Right, Rule, Set};
use super::super::limits::MOST_SLOTS;
use super::super::syntax::{self, Element, Side, Word};
use super::moves::Told;
use super::{Checker, modulo};

impl Checker<'_> {
    pub(super) fn rule(&mut self, rule: &syntax::Rule, told: &Told) -> Option<Rule> {
        let before = self.faults.len();
        let mut slots: Vec<&str> = Vec::new();
        let elements = |side: &'_ Side| -> Vec<Element> {
            side.pattern
                .as_ref()
                .map_or(Vec::new(), |p| p.elements.clone())
        };
        let (left_elements, right_elements) = (elements(&rule.left), elements(&rule.right));
        let mut left = Vec::new();
        for (i, element) in left_elements.iter().enumerate() {
            if self.full() {
                return None;
            }
            left.push(self.left(element, i, told, &mut slots));
        }
        if left.len() != right_elements.len()
            && !(right_elements.is_empty() && rule.right.pattern.is_none())
        {
            let cells = |n: usize| {
                if n == 1 {
                    "1 cell".into()
                } else {
                    format!("{n} cells")
                }
            };
            let span = rule
                .right
                .pattern
                .as_ref()
                .map_or(rule.span.clone(), |p| p.span.clone());
            let message = format!(
                "{} before the '->', {} behind it",
                cells(left.len()),
                cells(right_elements.len())
            );
            let fault = Fault::new(span, message, "expected as many as before");
            let context = rule.left.pattern.as_ref().map(|p| p.span.clone());
            self.faults.push(match context {
                Some(span) => fault.with_context(span, cells(left.len())),
                None => fault,
            });
            return None;
        }
        let mut right = vec![Right::Keep; left.len()];
        for (i, element) in right_elements.iter().enumerate() {
            let same = same(element, &left_elements[i]);
            right[i] = self.right(element, &left[i], same, told, &slots)?;
        }
        let has_piece = left.iter().any(|cell| cell.piece);
        if has_piece
            && right.iter().filter(|&&cell| cell == Right::Piece).count() != 1
            && !right_elements.is_empty()
        {
            self.fault(
                &rule.span,
                "the piece is lost",
                "expected 'piece' once behind the '->'",
            );
        }
        if !has_piece && told.has_piece {
            self.fault(
                &rule.span,
                "a rule without the piece",
                "expected [ piece | … ]",
            );
        }
        let mut tests = BTreeMap::new();
        for (name, set) in &rule.left.variables {
            if let Some(variable) = self.variable(name, &[]) {
                *tests.entry(variable).or_insert(u64::MAX) &= self.values(variable, set);
            }
        }
        let mut writes: Vec<(usize, Set)> = Vec::new();
        for (name, set) in &rule.right.variables {
            if self.full() {
                return None;
            }
            let Some(variable) = self.variable(name, &[]) else {
                continue;
            };
            if writes.iter().any(|&(other, _)| other == variable) {
                let message = format!("'{}' becomes two things", name.text);
                self.fault(&name.span, message, "named already");
            }
            let count = self.alphabet.variables[variable].labels.len();
            match &set.words[..] {
                [word] if !set.not => {
                    let known = self.alphabet.variables[variable]
                        .labels
                        .contains(&word.text);
                    match plus(&word.text) {
                        Some(sum) if !known => {
                            writes.push((variable, Set::Plus(modulo(sum, count))))
                        }
                        _ => {
                            let label = self.value(variable, word);
                            writes.extend(label.map(|label| (variable, Set::Label(label))));
                        }
                    }
                }
                _ => self.fault(&set.span, "a variable becomes one value", "this is a set"),
            }
        }
        let direction = match &rule.direction {
            Some(word) => {
                let told = told
                    .parameters
                    .iter()
                    .any(|p| matches!(p, Parameter::Direction(_)));
                if told {
                    let message = "a direction, and the move's own";
                    self.fault(&word.span, message, "the move has the parameter 'dir'");
                }
                self.direction(word)
            }
            None => None,
        };
        (self.faults.len() == before).then(|| Rule {
            direction,
            left,
            right,
            tests: tests.into_iter().collect(),
            writes,
            span: rule.span.clone(),
        })
    }

    pub(super) fn left<'e>(
        &mut self,
        element: &'e Element,
        index: usize,
        told: &Told,
        slots: &mut Vec<&'e str>,
    ) -> Left {
        let mut left = Left {
            choice: Choice {
                not: true,
                ..Choice::default()
            },
            slot: None,
            many: false,
            piece: false,
        };
        match element {
            Element::Bound { name, plus, among } => {
                if *plus != 0 {
                    let help = "write ?x here and ?x+1 behind the '->'";
                    let fault = Fault::new(
                        name.span.clone(),
                        "a sum before the '->'",
                        "not expected here",
                    );
                    self.faults.push(fault.with_help(help));
                }
                if let Some(among) = among {
                    left.choice = self.choice(among, Some(told));
                    if left.choice.end {
                        self.fault(
                            &among.span,
                            "the board's edge has no symbol",
                            "'end' cannot be copied",
                        );
                    }
                }
                if let Some(parameter) = told.symbol(&name.text) {
                    left.choice = Choice {
                        parameters: vec![parameter],
                        ..Choice::default()
                    };
                    if let Some(among) = among {
                        self.fault(
                            &among.span,
                            "a parameter's symbol is told",
                            "not expected here",
                        );
                    }
                } else if !name.text.is_empty() {
                    let known = slots.iter().position(|slot| *slot == name.text);
                    if slots.len() == MOST_SLOTS && known.is_none() {
                        let message = format!("a rule of more than {MOST_SLOTS} names");
                        self.fault(&name.span, message, "one too many");
                        return left;
                    }
                    left.slot = Some(known.unwrap_or(slots.len()));
                    if known.is_none() {
                        slots.push(&name.text);
                    }
                }
            }
            Element::Set { set, many } => {
                left.many = *many;
                let is_piece = |word: &Word| word.text == "piece" && !word.quoted;
                if told.has_piece && set.words.iter().any(is_piece) {
                    left.piece = true;
                    if index != 0 || set.words.len() > 1 || set.not || *many {
                        self.fault(
                            &set.span,
                            "the piece stands first and alone",
                            "expected [ piece | … ]",
                        );
                    }
                } else if let [any] = &set.words[..]
                    && any.text == "?"
                    && !any.quoted
                    && !set.not
                {
                    // `?*`: any number of cells, whatever lies there.
                } else {
                    left.choice = self.choice(set, Some(told));
                }
                if *many && left.choice.end {
                    self.fault(
                        &set.span,
                        "the board's edge is there once",
                        "'end' cannot have *",
                    );
                }
                if told.has_piece && left.choice.end {
                    self.fault(
                        &set.span,
                        "no 'end' beside a piece",
                        "a piece may reach the edge with a part of it",
                    );
                }
            }
        }
        left
    }

    /// What a cell becomes; `same` says that the same stands before the `->`.
    pub(super) fn right(
        &mut self,
        element: &Element,
        left: &Left,
        same: bool,
        told: &Told,
        slots: &[&str],
    ) -> Option<Right> {
        let count = self.alphabet.symbols.len();
        if same && !left.piece {
            return Some(Right::Keep);
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
            Element::Bound { name, plus, among } => {
                if let Some(among) = among {
                    self.fault(&among.span, "a set behind the '->'", "not expected here");
                }
                if name.text.is_empty() && *plus != 0 {
                    let message = "a sum of a symbol without a name";
                    let fault = Fault::new(name.span.clone(), message, "expected a name");
                    let help = "write ?x before the '->' and ?x+1 behind it";
                    self.faults.push(fault.with_help(help));
                    return None;
                }
                if name.text.is_empty() {
                    return Some(Right::Keep);
                }
                let plus = modulo(*plus, count);
                if let Some(parameter) = told.symbol(&name.text) {
                    Right::Parameter { parameter, plus }
                } else if let Some(slot) = slots.iter().position(|slot| *slot == name.text) {
                    Right::Slot { slot, plus }
                } else {
                    let message = format!("nothing is called '?{}'", quoted(&name.text));
                    self.fault(&name.span, message, "expected a name from before the '->'");
                    return None;
                }
            }
            Element::Set { set, many } => {
                let [word] = &set.words[..] else {
                    self.fault(&set.span, "a cell becomes one symbol", "this is a set");
                    return None;
                };
                if word.text == "piece" && told.has_piece && !word.quoted {
                    return Some(Right::Piece);
                }
                if word.text == "end" && !word.quoted {
                    self.fault(
                        &word.span,
                        "the board's edge stays",
                        "expected 'end' before the '->' as well",
                    );
                    return None;
                }
                if *many {
                    let message = "cells with * cannot be moved or written";
                    let fault = Fault::new(set.span.clone(), message, "expected one symbol");
                    let help = "they stay where they are: [@ | _* | _] -> [_ | _* | @]";
                    self.faults.push(fault.with_help(help));
                    return None;
                }
                if set.not {
                    self.fault(&set.span, "a cell becomes one symbol", "this is a set");
                    return None;
                }
                Right::Label(self.symbol(word)?)
            }
        };
        if left.choice.end {
            self.fault(
                &element.span(),
                "the board's edge cannot change",
                "expected the same as before the '->'",
            );
            return None;
        }
        Some(right)
    }
}

/// A sum such as `+1`.
fn plus(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-'])?;
    let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    all_digits.then(|| text.parse().ok())?
}

/// Whether two cells of a pattern are written alike.
fn same(one: &Element, other: &Element) -> bool {
    let words = |set: &syntax::Set| -> Vec<(String, bool)> {
        let words = set.words.iter();
        words.map(|word| (word.text.clone(), word.quoted)).collect()
    };
    match (one, other) {
        (Element::Set { set: a, many: m }, Element::Set { set: b, many: n }) => {
            m == n && a.not == b.not && words(a) == words(b)
        }
        (
            Element::Bound {
                name: a,
                plus: 0,
                among,
            },
            Element::Bound {
                name: b,
                among: before,
                ..
            },
        ) => {
            let alike = |set: &syntax::Set| {
                let before = before.as_ref();
                before.is_some_and(|b| set.not == b.not && words(set) == words(b))
            };
            a.text == b.text && among.as_ref().is_none_or(alike)
        }
        _ => false,
    }
}
