//! PSVN read as ground rules.

use std::collections::HashMap;
use std::ops::Range;

use rules::{Fault, Faults, Placed};

use super::numbers;
use crate::exchange::named::Moves;
use crate::ground::{
    Domain, Ground, Label, LabelSet, MOST_LABELS, Position, Rule, Test, Value, Write,
};
use crate::source::limits::{
    LONGEST_NAME, MOST_BYTES, MOST_CELLS, MOST_GOAL_PARTS, MOST_MOVES, MOST_PARTS, MOST_RULES,
};

type Read<T> = Result<T, Fault>;

/// The labels as the file writes them, by domain, to read states with.
#[derive(Debug, Clone)]
pub(crate) struct Vectors {
    domains: Vec<Named>,
    /// The domain of each position.
    positions: Vec<usize>,
}

/// A domain; upper and lower case of its labels are one.
#[derive(Debug, Clone)]
struct Named {
    name: String,
    labels: Vec<String>,
    places: HashMap<String, Label>,
}

/// A word and where it stands.
#[derive(Debug, Clone)]
struct Word<'t> {
    text: &'t str,
    at: Range<usize>,
}

impl Word<'_> {
    fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }

    fn fault(&self, message: impl Into<String>, expected: &str) -> Fault {
        Fault::new(self.at.clone(), message, expected)
    }

    /// The word in a message.
    fn shown(&self) -> String {
        shown(self.text)
    }
}

fn shown(text: &str) -> String {
    let short: String = text.chars().take(LONGEST_NAME).collect();
    let rest = if short.len() < text.len() { "…" } else { "" };
    format!("'{}{rest}'", short.escape_debug())
}

/// The words of a text without its comments.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &text[at..];
            let start = at + rest.find(|c: char| !c.is_ascii_whitespace())?;
            let rest = &text[start..];
            let end = |of: fn(char) -> bool| start + rest.find(of).unwrap_or(rest.len());
            if rest.starts_with(['#', ';']) {
                at = end(|c| c == '\n');
                continue;
            }
            at = end(|c| c.is_ascii_whitespace());
            return Some(Word {
                text: &text[start..at],
                at: start..at,
            });
        }
    })
}

/// The words still to be read.
struct Reader<'t> {
    words: std::iter::Peekable<Box<dyn Iterator<Item = Word<'t>> + 't>>,
    end: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        let words: Box<dyn Iterator<Item = Word<'t>> + 't> = Box::new(words(text));
        Self {
            words: words.peekable(),
            end: text.trim_end().len(),
        }
    }

    fn next(&mut self, expected: &str) -> Read<Word<'t>> {
        let ended = || Fault::new(self.end..self.end, "the file ends here", expected);
        self.words.next().ok_or_else(ended)
    }

    fn next_if(&mut self, keyword: &str) -> Option<Word<'t>> {
        self.words.next_if(|word| word.is(keyword))
    }
}

/// The ground rules of the PSVN file `text`, called `name`, and how its states are read.
pub(crate) fn read(name: &str, text: &str) -> Result<(Ground, Vectors), Vec<Fault>> {
    if text.len() > MOST_BYTES * 16 {
        let label = format!("expected at most {}", MOST_BYTES * 16);
        let message = format!("a file of {} bytes", text.len());
        return Err(vec![Fault::new(0..0, message, label)]);
    }
    ground(name, &mut Reader::new(text)).map_err(|fault| vec![fault])
}

fn ground(name: &str, reader: &mut Reader) -> Read<(Ground, Vectors)> {
    let vectors = vectors(reader)?;
    let domain = |domain: &Named| Domain {
        labels: domain.labels.clone(),
    };
    let position = |(number, &domain): (usize, &usize)| Position {
        name: (number + 1).to_string(),
        domain,
    };
    let mut ground = Ground {
        name: name.to_owned(),
        domains: vectors.domains.iter().map(domain).collect(),
        positions: vectors.positions.iter().enumerate().map(position).collect(),
        moves: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: None,
    };
    let mut moves = Moves::default();
    let mut parts = 0;
    let mut count = 0;
    while let Some(first) = reader.words.peek() {
        let at = first.at.clone();
        if reader.next_if("GOAL").is_some() {
            let mut names = HashMap::new();
            let tests = vectors.tests(reader, &mut names)?;
            parts += tests.len() + 1;
            if parts > MOST_GOAL_PARTS {
                return Err(large(at, "tests of goals", MOST_GOAL_PARTS));
            }
            ground.goals.push(tests);
            continue;
        }
        let (rules, label) = vectors.rule(reader)?;
        let label = label.unwrap_or_else(|| format!("rule_{}", count + 1));
        count += 1;
        for rule in rules {
            if !moves.add(&label, rule) {
                return Err(large(
                    at,
                    "rules or parts of rules",
                    MOST_RULES.min(MOST_PARTS),
                ));
            }
        }
    }
    if ground.goals.is_empty() {
        let message = "the puzzle has no goal";
        return Err(Fault::new(
            reader.end..reader.end,
            message,
            "expected GOAL and what each position must be",
        ));
    }
    let too_many = || large(0..0, "moves", MOST_MOVES);
    (ground.moves, ground.rules) = moves.finish().ok_or_else(too_many)?;
    Ok((ground, vectors))
}

fn large(at: Range<usize>, what: &str, most: usize) -> Fault {
    Fault::new(at, format!("too many {what}"), format!("at most {most}"))
}

/// All before the rules.
fn vectors(reader: &mut Reader) -> Read<Vectors> {
    let mut domains: Vec<Named> = Vec::new();
    while reader.next_if("DOMAIN").is_some() {
        let name = reader.next("expected the domain's name")?;
        if numbers(name.text).is_some() || domains.iter().any(|d| name.is(&d.name)) {
            let message = format!("a domain cannot be called {}", name.shown());
            return Err(name.fault(
                message,
                "numbers are domains already, and names are used once",
            ));
        }
        let size = reader.next("expected how many labels it has")?;
        let count = size.text.parse().unwrap_or(0);
        if !(2..=MOST_LABELS).contains(&count) {
            let message = format!("{} labels", size.shown());
            return Err(size.fault(message, "expected 2 to 64"));
        }
        let mut domain = Named {
            name: name.text.to_owned(),
            labels: Vec::new(),
            places: HashMap::new(),
        };
        for _ in 0..count {
            let label = reader.next("expected a label")?;
            if label.text.len() > LONGEST_NAME {
                return Err(label.fault("a long label", "at most 64 bytes"));
            }
            if !domain.add(label.text) {
                let message = format!("a second label {}", label.shown());
                return Err(label.fault(message, "upper and lower case are one"));
            }
        }
        domains.push(domain);
    }
    let size = reader.next("expected the number of positions")?;
    let count = size.text.parse().unwrap_or(0);
    if !(1..=MOST_CELLS).contains(&count) {
        let message = format!("{} is no number of positions", size.shown());
        return Err(size.fault(message, "expected 1 to 4096"));
    }
    let mut positions = Vec::new();
    for _ in 0..count {
        let word = reader.next("expected the domain of a position")?;
        let known = domains.iter().position(|domain| word.is(&domain.name));
        let domain = match (known, numbers(word.text)) {
            (Some(domain), _) => domain,
            (None, Some((size, first))) if (1..=MOST_LABELS).contains(&size) => {
                let mut domain = Named {
                    name: word.text.to_owned(),
                    labels: Vec::new(),
                    places: HashMap::new(),
                };
                for number in first..first + size {
                    domain.add(&number.to_string());
                }
                domains.push(domain);
                domains.len() - 1
            }
            (None, Some(_)) => {
                let message = format!("a domain of {} labels", word.shown());
                return Err(word.fault(message, "expected at most 64"));
            }
            (None, None) => {
                let message = format!("unknown domain {}", word.shown());
                return Err(word.fault(message, "expected a DOMAIN's name or a number"));
            }
        };
        positions.push(domain);
    }
    Ok(Vectors { domains, positions })
}

impl Named {
    /// False if there is such a label.
    fn add(&mut self, label: &str) -> bool {
        let number = self.labels.len() as Label;
        self.labels.push(label.to_owned());
        self.places
            .insert(label.to_ascii_uppercase(), number)
            .is_none()
    }

    fn label(&self, word: &str) -> Option<Label> {
        self.places.get(&word.to_ascii_uppercase()).copied()
    }
}

/// The first position of each name, by domain.
type Names = HashMap<(usize, String), usize>;

impl Vectors {
    /// The tests of a rule or a goal.
    fn tests(&self, reader: &mut Reader, names: &mut Names) -> Read<Vec<Test>> {
        let mut tests = Vec::new();
        for (position, &domain) in self.positions.iter().enumerate() {
            let word = reader.next("expected a label, a name or - for each position")?;
            if word.is("=>") {
                let message = format!(
                    "the rule tests {position} of {} positions",
                    self.positions.len()
                );
                return Err(word.fault(message, "expected a label, a name or -"));
            }
            // A + marks a test that need not be made.
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

    /// A rule with its label; several where it says "any label".
    fn rule(&self, reader: &mut Reader) -> Read<(Vec<Rule>, Option<String>)> {
        let mut names = Names::new();
        let tests = self.tests(reader, &mut names)?;
        let arrow = reader.next("expected =>")?;
        if !arrow.is("=>") {
            return Err(arrow.fault(format!("{} after the tests", arrow.shown()), "expected =>"));
        }
        let mut writes: Vec<Write> = Vec::new();
        // Positions that become any label, by the name that they share.
        let mut any: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut free: HashMap<(usize, String), usize> = HashMap::new();
        for (position, &domain) in self.positions.iter().enumerate() {
            let word = reader.next("expected what each position becomes")?;
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
        let label = match reader.next_if("LABEL") {
            None => None,
            Some(_) => {
                let label = reader.next("expected the rule's label")?;
                if label.text.len() > LONGEST_NAME {
                    return Err(label.fault("a long label", "at most 64 bytes"));
                }
                // Commas part the moves of a solution.
                Some(label.text.replace(',', "_"))
            }
        };
        let mut at = arrow.at;
        if reader.next_if("COST").is_some() {
            let cost = reader.next("expected a cost")?;
            if cost.text.parse() != Ok(1) {
                let message = format!("a rule that costs {}", cost.shown());
                let fault = cost.fault(message, "expected 1");
                return Err(fault.with_help("moves are counted: each costs 1"));
            }
            at = cost.at;
        }
        let mut rules = vec![Rule {
            of: 0,
            tests,
            writes,
        }];
        for (domain, positions) in any {
            let labels = self.domains[domain].labels.len();
            if rules.len() * labels > MOST_RULES / 16 {
                return Err(large(
                    at,
                    "rules for names that stand for any label",
                    MOST_RULES / 16,
                ));
            }
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
        Ok((rules, label))
    }

    /// The labels of each position, as they are written.
    pub(crate) fn labels(&self) -> Vec<Vec<String>> {
        let labels = |&domain: &usize| self.domains[domain].labels.clone();
        self.positions.iter().map(labels).collect()
    }

    /// The states of `text`: labels in the order of the positions, one state after another.
    pub(crate) fn states(&self, text: &str) -> Result<Vec<Placed<Vec<Label>>>, Faults> {
        let mut states = Vec::new();
        let mut reader = Reader::new(text);
        while let Some(first) = reader.words.peek() {
            let start = first.at.start;
            let mut state = Vec::with_capacity(self.positions.len());
            let mut end = start;
            for &domain in &self.positions {
                let expected = format!("expected {} labels", self.positions.len());
                let word = reader.next(&expected)?;
                let Some(label) = self.domains[domain].label(word.text) else {
                    let labels = self.domains[domain].labels.join(" ");
                    let message = format!("unknown label {}", word.shown());
                    return Err(word
                        .fault(message, &format!("expected one of {labels}"))
                        .into());
                };
                state.push(label);
                end = word.at.end;
            }
            states.push((state, start..end));
        }
        Ok(states)
    }
}
