//! Reads the part of a PSVN file before its rules: domains and positions.

use std::collections::HashMap;

use fewest_rules::{Fault, MOST_FAULTS};

use super::numbers;
use super::words::{PsvnToken, TokenReader, meant};
use fewest_ground::limits::{LONGEST_NAME, MOST_CELLS};
use fewest_ground::{Label, MOST_LABELS};

/// The labels of a file as the file writes them, for each domain. They are used to read states.
#[derive(Debug, Clone)]
pub struct Vectors {
    pub(super) domains: Vec<Named>,
    /// For each position of a state, the index of its domain.
    pub(super) positions: Vec<usize>,
}

/// A domain. Its labels are compared without regard to case.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) labels: Vec<String>,
    places: HashMap<String, Label>,
}

impl Named {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            labels: Vec::new(),
            places: HashMap::new(),
        }
    }

    /// Adds a label. Returns false if the domain already contains it.
    fn add(&mut self, label: &str) -> bool {
        let number = self.labels.len() as Label;
        self.labels.push(label.to_owned());
        self.places
            .insert(label.to_ascii_uppercase(), number)
            .is_none()
    }

    pub(super) fn label(&self, word: &str) -> Option<Label> {
        self.places.get(&word.to_ascii_uppercase()).copied()
    }

    /// Adds "did you mean …?" to a fault if one of the labels resembles the word.
    pub(super) fn meant(&self, fault: Fault, word: &str) -> Fault {
        meant(fault, word, self.labels.iter().map(String::as_str))
    }
}

/// Reads everything before the rules. `None` if the beginning of the rules cannot be determined.
///
/// If this part has faults, it is read again line by line: the number of positions is then the last
/// number that stands alone on a line.
pub(super) fn vectors(reader: &mut TokenReader, faults: &mut Vec<Fault>) -> Option<Vectors> {
    let begun = reader.clone();
    let free = read(reader, false, faults);
    if faults.is_empty() {
        return free;
    }
    let mut told = Vec::new();
    *reader = begun;
    let lined = read(reader, true, &mut told);
    if !told.is_empty() {
        *faults = told;
    }
    lined
}

fn read(reader: &mut TokenReader, lines: bool, faults: &mut Vec<Fault>) -> Option<Vectors> {
    let mut domains: Vec<Named> = Vec::new();
    while let Some(keyword) = reader.ahead.clone().filter(begins_domain) {
        reader.next();
        if !keyword.is("DOMAIN") {
            let message = format!("unexpected {}", keyword.shown());
            let fault = keyword.fault(message, "expected DOMAIN or the number of positions");
            faults.push(meant(fault, keyword.text, ["DOMAIN"]));
        }
        domain(reader, lines, &mut domains, faults);
        if domains.len() > MOST_CELLS {
            let message = "too many domains";
            faults.push(keyword.fault(message, format!("at most {MOST_CELLS}")));
        }
        if domains.len() > MOST_CELLS || faults.len() >= MOST_FAULTS {
            return None;
        }
    }
    positions(reader, domains, faults)
}

fn begins_domain(word: &PsvnToken) -> bool {
    word.is("DOMAIN") || numbers(word.text).is_none() && word.is_like("DOMAIN")
}

/// Reads the rest of a domain, whose keyword has already been read.
fn domain(
    reader: &mut TokenReader,
    lines: bool,
    domains: &mut Vec<Named>,
    faults: &mut Vec<Fault>,
) {
    let Some(name) = reader.next_plain() else {
        faults.push(reader.missing("expected the domain's name"));
        return;
    };
    if numbers(name.text).is_some() || domains.iter().any(|d| name.is(&d.name)) {
        let message = format!("a domain cannot be called {}", name.shown());
        let expected = "numbers are domains already, and names are used once";
        faults.push(name.fault(message, expected));
    }
    let Some(size) = reader.next_plain() else {
        faults.push(reader.missing("expected how many labels it has"));
        return;
    };
    let count = size.text.parse().ok();
    let count = count.filter(|count| (2..=MOST_LABELS).contains(count));
    if count.is_none() {
        let message = format!("{} labels", size.shown());
        faults.push(size.fault(message, format!("expected 2 to {MOST_LABELS}")));
    }
    let begun = reader.clone();
    let mut labels = Vec::new();
    for _ in 0..count.unwrap_or(0) {
        labels.extend(reader.next_plain());
    }
    let goes_on = |reader: &TokenReader| {
        let number = |word: &PsvnToken| word.text.bytes().all(|b| b.is_ascii_digit());
        let ahead = reader.ahead.as_ref();
        ahead.is_none_or(|w| begins_domain(w) || number(w) && (!lines || reader.at_line()))
    };
    let fits = Some(labels.len()) == count && goes_on(reader);
    if !fits && let Some(listed) = by_lines(&begun) {
        labels.clear();
        *reader = begun;
        while reader.ahead.as_ref().is_some_and(|w| w.at.start < listed) {
            labels.extend(reader.next());
        }
        if let Some(count) = count
            && count != labels.len()
        {
            let message = format!("{} labels, not {count}", labels.len());
            let fault = size.fault(message, format!("expected {}", labels.len()));
            faults.push(match (labels.first(), labels.last()) {
                (Some(first), Some(last)) => {
                    fault.with_context(first.at.start..last.at.end, "these are the labels")
                }
                _ => fault,
            });
        }
    } else if let Some(count) = count
        && count != labels.len()
    {
        let what = format!("{} of {count} labels", labels.len());
        let mut fault = reader.missing("expected a label");
        fault.message = format!("{}, after {what}", fault.message);
        faults.push(fault);
    }
    let mut domain = Named::new(name.text);
    for label in labels.into_iter().take(MOST_LABELS) {
        if label.text.len() > LONGEST_NAME {
            faults.push(label.fault("a long label", format!("at most {LONGEST_NAME} bytes")));
        } else if !domain.add(label.text) {
            let message = format!("a second label {}", label.shown());
            faults.push(label.fault(message, "upper and lower case are one"));
        }
    }
    domains.push(domain);
}

/// The place where a list of labels ends, judging by the line breaks: the next domain, or the last
/// line before the rules that consists of one number.
fn by_lines(begun: &TokenReader) -> Option<usize> {
    let mut reader = begun.clone();
    let mut number = None;
    while let Some(word) = reader.ahead.clone() {
        if reader.at_line() && begins_domain(&word) {
            return Some(word.at.start);
        }
        if reader.at_rule() {
            break;
        }
        let first = reader.at_line();
        reader.next();
        let alone = first && reader.ahead.is_some() && reader.at_line();
        if alone && word.text.bytes().all(|b| b.is_ascii_digit()) {
            number = Some(word.at.start);
        }
    }
    number
}

fn positions(
    reader: &mut TokenReader,
    mut domains: Vec<Named>,
    faults: &mut Vec<Fault>,
) -> Option<Vectors> {
    let Some(size) = reader.next_plain() else {
        faults.push(reader.missing("expected the number of positions"));
        return None;
    };
    let count = size.text.parse().ok();
    let Some(count) = count.filter(|count| (1..=MOST_CELLS).contains(count)) else {
        let message = format!("{} is no number of positions", size.shown());
        faults.push(size.fault(message, format!("expected 1 to {MOST_CELLS}")));
        return None;
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let ends = reader.ahead.as_ref().is_none_or(PsvnToken::is_reserved) || reader.at_rule();
        let known =
            |word: &PsvnToken| known(word, &domains).is_some() || numbers(word.text).is_some();
        if ends && !reader.ahead.as_ref().is_some_and(known) {
            break;
        }
        let Some(word) = reader.next() else { break };
        positions.push(position(&word, &mut domains, faults));
        if faults.len() >= MOST_FAULTS {
            return None;
        }
    }
    // The line may name more domains than there are positions.
    let mut rest = reader.clone();
    let mut surplus = Vec::new();
    while let Some(word) = rest.ahead.clone()
        && !rest.at_line()
        && positions.len() + surplus.len() <= MOST_CELLS
        && let Some(domain) = known(&word, &domains)
    {
        rest.next();
        surplus.push(domain);
    }
    if rest.ahead.is_none() || rest.at_line() {
        positions.extend(surplus);
        *reader = rest;
    }
    if positions.len() != count {
        let message = format!("{} domains for {count} positions", positions.len());
        let expected = format!("expected {}, or {count} domains", positions.len().max(1));
        faults.push(size.fault(message, expected));
    }
    Some(Vectors { domains, positions })
}

fn known(word: &PsvnToken, domains: &[Named]) -> Option<usize> {
    domains.iter().position(|domain| word.is(&domain.name))
}

/// The domain of a position. An unknown domain is reported once, and gets no labels.
fn position(word: &PsvnToken, domains: &mut Vec<Named>, faults: &mut Vec<Fault>) -> usize {
    if let Some(known) = known(word, domains) {
        return known;
    }
    let mut domain = Named::new(word.text);
    match numbers(word.text) {
        Some((size, first)) if (1..=MOST_LABELS).contains(&size) => {
            for number in first..first + size {
                domain.add(&number.to_string());
            }
        }
        Some(_) => {
            let message = format!("a domain of {} labels", word.shown());
            faults.push(word.fault(message, format!("expected 1 to {MOST_LABELS}")));
        }
        None => {
            let message = format!("unknown domain {}", word.shown());
            let fault = word.fault(message, "expected a DOMAIN's name or a number");
            let names = domains.iter().map(|domain| domain.name.as_str());
            faults.push(meant(fault, word.text, names));
        }
    }
    domains.push(domain);
    domains.len() - 1
}
