//! Moves: what they are told and what they change.

use fewest_rules::Fault;

use super::super::checked::{Body, DIRECTIONS, Direction, Move, Parameter, all};
use super::super::limits::MOST_SLOTS;
use super::super::syntax::{self, Becomes, Place, Word};
use super::Checker;

/// What is known of a move while its rules are checked.
pub(super) struct Told<'m> {
    pub(super) parameters: &'m [Parameter],
    pub(super) has_piece: bool,
}

impl Told<'_> {
    pub(super) fn symbol(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(
            |parameter| matches!(parameter, Parameter::Symbol { name: other, .. } if other == name),
        )
    }
}

impl Checker<'_> {
    pub(super) fn move_of(&mut self, declared: &syntax::Move) -> Move {
        self.short([&declared.name]);
        self.distinct("parameter", declared.parameters.iter().map(|p| &p.name));
        if let Some(parameter) = declared.parameters.get(MOST_SLOTS) {
            self.fault(&parameter.name.span, "too many parameters", "one too many");
        }
        let parameters: Vec<Parameter> = declared
            .parameters
            .iter()
            .take(MOST_SLOTS)
            .filter_map(|parameter| self.parameter(parameter))
            .collect();
        let told = Told {
            has_piece: parameters
                .iter()
                .any(|p| matches!(p, Parameter::Piece { .. })),
            parameters: &parameters,
        };
        let body = match &declared.body {
            syntax::Body::Rules(rules) => Body::Rules(
                rules
                    .iter()
                    .filter_map(|rule| self.rule(rule, &told))
                    .collect(),
            ),
            syntax::Body::Effects(effects) => {
                for effect in effects {
                    self.effect(effect, &told);
                }
                Body::Effects(effects.clone())
            }
            syntax::Body::Steps(steps) => {
                if let Some(parameter) = declared.parameters.first() {
                    let message = "a move of 'cycle', 'swap' or 'reverse' takes no parameters";
                    self.fault(&parameter.name.span, message, "not expected here");
                }
                Body::Steps(steps.clone())
            }
        };
        Move {
            name: declared.name.clone(),
            parameters,
            body,
        }
    }

    pub(super) fn parameter(&mut self, parameter: &syntax::Parameter) -> Option<Parameter> {
        let among = &parameter.among;
        match parameter.name.text.as_str() {
            "cell" => {
                if let Some(word) = among.get(1) {
                    self.fault(&word.span, "a second region", "expected one");
                }
                Some(Parameter::Cell(among.first().cloned()))
            }
            "dir" if among.is_empty() => Some(Parameter::Direction(DIRECTIONS[..4].to_vec())),
            "dir" => {
                self.distinct("direction", among);
                let directions: Vec<Direction> = among
                    .iter()
                    .flat_map(|word| match word.text.as_str() {
                        "straight" => DIRECTIONS[..4].to_vec(),
                        "diagonal" => DIRECTIONS[4..8].to_vec(),
                        "knight" => DIRECTIONS[8..].to_vec(),
                        _ => self.direction(word).into_iter().collect(),
                    })
                    .collect();
                // Their order is the language's, as that of cells is.
                let chosen = DIRECTIONS.iter().filter(|d| directions.contains(d));
                Some(Parameter::Direction(chosen.copied().collect()))
            }
            "piece" => {
                let along = among.first().is_some_and(|word| word.text == "along");
                if let Some(word) = among.get(usize::from(along)) {
                    self.fault(
                        &word.span,
                        "a piece may be told 'along', no more",
                        "expected 'along'",
                    );
                }
                Some(Parameter::Piece { along })
            }
            "steps" => {
                if let Some(word) = among.first() {
                    self.fault(&word.span, "'steps' takes no list", "not expected here");
                }
                Some(Parameter::Steps)
            }
            name if name.starts_with('?') && name.len() > 1 => {
                let among = if among.is_empty() {
                    all(self.alphabet.symbols.len())
                } else {
                    let span = among[0].span.start..among[among.len() - 1].span.end;
                    let (not, words) = match among.split_first() {
                        Some((first, rest)) if first.text == "not" && !first.quoted => {
                            (true, rest.to_vec())
                        }
                        _ => (false, among.clone()),
                    };
                    let set = syntax::Set { not, words, span };
                    self.choice(&set, None)
                        .labels(&[], all(self.alphabet.symbols.len()))
                };
                let labels = (0..64).filter(|label| among >> label & 1 == 1);
                Some(Parameter::Symbol {
                    name: name[1..].to_owned(),
                    among: labels.collect(),
                })
            }
            _ => {
                let names = ["cell", "dir", "piece", "steps", "?x"];
                let before = self.faults.len();
                self.unknown("parameter", &parameter.name, &names);
                let is_symbol = self.alphabet.glyphs.contains_key(&parameter.name.text)
                    || self
                        .alphabet
                        .sets
                        .iter()
                        .any(|(name, _)| *name == parameter.name.text);
                if is_symbol && let Some(fault) = self.faults.get_mut(before) {
                    let help = "blanks part the symbols of a parameter: ?x: A B";
                    fault.help = Some(help.to_owned());
                }
                None
            }
        }
    }

    pub(super) fn direction(&mut self, word: &Word) -> Option<Direction> {
        let found = DIRECTIONS
            .into_iter()
            .find(|direction| direction.name == word.text);
        if found.is_none() {
            let groups = ["straight", "diagonal", "knight"];
            let names = DIRECTIONS[..8].iter().map(|direction| direction.name);
            let names: Vec<&str> = names.chain(groups).collect();
            self.unknown("direction", word, &names);
        }
        found
    }

    pub(super) fn effect(&mut self, effect: &syntax::Effect, told: &Told) {
        let variable = match &effect.place {
            Place::Named(word) => match word.text.as_str() {
                "cell" | "beside" | "around" | "row" | "column" => {
                    const WHICH: &str = "which cell is it?";
                    let again = self.faults.last().is_some_and(|last| last.label == WHICH);
                    if !again
                        && !told
                            .parameters
                            .iter()
                            .any(|p| matches!(p, Parameter::Cell(_)))
                    {
                        let message = format!("'{}' of no cell", word.text);
                        let fault = Fault::new(word.span.clone(), message, WHICH);
                        let help = "the move needs the parameter 'cell': move name(cell)";
                        self.faults.push(fault.with_help(help));
                    }
                    None
                }
                _ => match self.variable(
                    word,
                    &["cell", "beside", "around", "row", "column", "on", "at"],
                ) {
                    Some(variable) => Some(variable),
                    None => return,
                },
            },
            Place::On(_) | Place::At(_) => None,
        };
        if let Becomes::Symbol(word) = &effect.becomes {
            match variable {
                Some(variable) => {
                    self.value(variable, word);
                }
                None => {
                    self.symbol(word);
                }
            }
        }
    }
}
