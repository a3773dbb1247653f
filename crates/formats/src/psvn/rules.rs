//! Reads the rules and goals of a PSVN file.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use fewest_rules::{Fault, MOST_FAULTS};

use super::header::Vectors;
use super::words::{PsvnToken, TokenReader, meant};
use crate::large;
use fewest_ground::limits::{LONGEST_NAME, MOST_PARTS, MOST_RULES};
use fewest_ground::{Label, LabelSet, Rule, Test, Value, Write};

/// One rule of the file may stand for at most this many ground rules.
const MOST_OF_ONE: usize = MOST_RULES / 16;

/// A statement in the part of the file that follows the positions.
pub(super) enum PsvnStatement {
    Goal(Vec<Test>),
    Rule(PsvnRule),
}

/// A rule as the file writes it.
pub(super) struct PsvnRule {
    tests: Vec<Test>,
    writes: Vec<Write>,
    /// The positions that can become any label of a domain, as lists. Each entry has the index of
    /// the domain and a list of positions, all of which get the same label.
    any: Vec<(usize, Vec<usize>)>,
    pub(super) label: Option<String>,
    cost: u16,
}

/// The names that a rule or a goal gives to the labels of positions. The key is the index of a
/// domain and a name; the value is the first position with that name.
type Names = HashMap<(usize, String), usize>;

impl Vectors {
    /// Reads the next statement.
    pub(super) fn statement(&self, reader: &mut TokenReader) -> Read<PsvnStatement> {
        if let Some(late) = reader.next_if("DOMAIN") {
            return Err(late.fault("a domain behind the positions", "domains stand first"));
        }
        let mut names = Names::new();
        if reader.next_if("GOAL").is_some() {
            let tests = self.tests(reader, "the goal says", &mut names);
            return tests.map(PsvnStatement::Goal);
        }
        let first = reader.clone();
        let tests = self.tests(reader, "the rule tests", &mut names);
        let tests = tests.and_then(|tests| match reader.next_if("=>") {
            Some(_) => Ok(tests),
            None => Err(reader.missing("expected =>")),
        });
        let tests = tests.map_err(|fault| no_rule(first).unwrap_or(fault))?;
        let (writes, any) = self.writes(reader, &names)?;
        let (label, cost) = ending(reader)?;
        Ok(PsvnStatement::Rule(PsvnRule {
            tests,
            writes,
            any,
            label,
            cost,
        }))
    }

    /// Parses the word for one position.
    fn word<'t>(
        &self,
        reader: &mut TokenReader<'t>,
        what: &str,
        position: usize,
    ) -> Read<PsvnToken<'t>> {
        let expected = "expected a label, a name or -";
        let word = match &reader.ahead {
            Some(word) if word.text == "->" => Err(reader.missing(expected)),
            _ => reader.expect(expected),
        };
        word.map_err(|mut fault| {
            fault.message = format!("{what} {position} of {} positions", self.positions.len());
            fault
        })
    }

    /// Reads the tests of a rule or a goal.
    fn tests(&self, reader: &mut TokenReader, what: &str, names: &mut Names) -> Read<Vec<Test>> {
        let mut tests = Vec::new();
        for (position, &domain) in self.positions.iter().enumerate() {
            let word = self.word(reader, what, position)?;
            // The prefix + marks a redundant test.
            if word.text == "-" || word.text.starts_with('+') {
                continue;
            }
            match self.domains[domain].label(word.text) {
                Some(_) if self.domains[domain].labels.len() == 1 => {}
                Some(label) => tests.push(Test::In {
                    position,
                    labels: LabelSet::of(label),
                }),
                None => {
                    let name = (domain, word.text.to_ascii_uppercase());
                    match names.get(&name) {
                        Some(&one) => tests.push(Test::Same {
                            one,
                            other: position,
                        }),
                        None => {
                            names.insert(name, position);
                        }
                    }
                }
            }
        }
        Ok(tests)
    }

    /// Reads the writes of a rule, and the positions that can become any label.
    fn writes(&self, reader: &mut TokenReader, names: &Names) -> Read<(Vec<Write>, Any)> {
        let mut writes: Vec<Write> = Vec::new();
        let mut any: Any = Vec::new();
        let mut free: Names = HashMap::new();
        for (position, &domain) in self.positions.iter().enumerate() {
            let word = self.word(reader, "the rule writes", position)?;
            let text = word.text.strip_prefix('+').unwrap_or(word.text);
            if word.text == "-" {
                continue;
            }
            if let Some(label) = self.domains[domain].label(text) {
                let value = Value::Label(label);
                writes.push(Write { position, value });
                continue;
            }
            let name = (domain, text.to_ascii_uppercase());
            match names.get(&name) {
                Some(&from) if from == position => {}
                Some(&from) => {
                    let value = Value::Of {
                        position: from,
                        plus: 0,
                    };
                    writes.push(Write { position, value });
                }
                None => {
                    let at = *free.entry(name).or_insert(any.len());
                    if at == any.len() {
                        any.push((domain, Vec::new()));
                    }
                    any[at].1.push(position);
                }
            }
        }
        Ok((writes, any))
    }
}

type Read<T> = Result<T, Fault>;
type Any = Vec<(usize, Vec<usize>)>;

/// The fault of words without an arrow before the next reserved word, which do not form a rule;
/// `None` of a rule.
fn no_rule(mut words: TokenReader) -> Option<Fault> {
    let first = words.next()?;
    let message = format!("unexpected {}", first.shown());
    let fault = first.fault(message, "expected GOAL, or a rule with its =>");
    let fault = meant(fault, first.text, ["GOAL", "LABEL", "COST", "DOMAIN"]);
    let mut all = iter::once(first).chain(iter::from_fn(|| words.next()));
    let end = all.find(|word| word.is_arrow() || word.is_reserved());
    end.is_none_or(|word| !word.is_arrow()).then_some(fault)
}

/// Reads the label and the cost of a rule, which follow its writes.
fn ending(reader: &mut TokenReader) -> Read<(Option<String>, u16)> {
    let mut name = None;
    let mut costs = 1;
    if reader.next_if("LABEL").is_some() {
        let label = reader.expect("expected the rule's label")?;
        if label.text.len() > LONGEST_NAME {
            return Err(label.fault("a long label", format!("at most {LONGEST_NAME} bytes")));
        }
        // Commas separate the moves of a solution.
        name = Some(label.text.replace(',', "_"));
    }
    if reader.next_if("COST").is_some() {
        let cost = reader.expect("expected a cost")?;
        costs = cost.text.parse().map_err(|_| {
            let message = format!("a rule that costs {}", cost.shown());
            cost.fault(message, "expected a number from 0 to 65535")
        })?;
    }
    Ok((name, costs))
}

impl PsvnRule {
    /// The ground rules that this rule of the file stands for. There are several if a position can
    /// become any label.
    pub(super) fn ground(self, vectors: &Vectors, at: &Range<usize>) -> Read<Vec<Rule>> {
        let (tests, writes) = (self.tests, self.writes);
        let sizes = |(domain, positions): &(usize, Vec<usize>)| {
            (vectors.domains[*domain].labels.len(), positions.len())
        };
        let mut count = 1;
        let mut parts = tests.len() + writes.len();
        for (labels, positions) in self.any.iter().map(sizes) {
            count *= labels;
            parts += positions;
            if count > MOST_OF_ONE || count * parts > MOST_PARTS {
                let what = "rules for names that stand for any label";
                return Err(large(at.clone(), what, MOST_OF_ONE));
            }
        }
        let of = 0;
        let mut rules = vec![Rule {
            of,
            tests,
            writes,
            cost: self.cost,
        }];
        for (domain, positions) in self.any {
            let labels = vectors.domains[domain].labels.len();
            let with = |rule: &Rule, label| {
                let mut rule = rule.clone();
                let value = Value::Label(label);
                let more = positions.iter().map(|&position| Write { position, value });
                rule.writes.extend(more);
                rule
            };
            rules = rules
                .iter()
                .flat_map(|rule| (0..labels as Label).map(move |label| with(rule, label)))
                .collect();
        }
        Ok(rules)
    }
}

/// Reports the first fault of each part of `reader` that seems to be a statement of its own.
pub(super) fn faults_by_lines(vectors: &Vectors, reader: &TokenReader, faults: &mut Vec<Fault>) {
    for mut unit in reader.units() {
        while unit.ahead.is_some() {
            if let Err(fault) = vectors.statement(&mut unit) {
                faults.push(fault);
                break;
            }
        }
        if faults.len() >= MOST_FAULTS {
            return;
        }
    }
}
