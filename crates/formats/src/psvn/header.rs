//! Reads the part of a PSVN file before its rules: domains and positions.

use std::collections::HashMap;
use std::ops::Range;

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
pub(super) fn vectors(reader: &mut TokenReader, faults: &mut Vec<Fault>) -> Option<Vectors> {
    let mut domains = Vec::new();
    let mut last_size = None;
    while let Some(keyword) = reader.next_if("DOMAIN") {
        if domains.len() == MOST_CELLS {
            let message = "too many domains";
            faults.push(keyword.fault(message, format!("at most {MOST_CELLS}")));
            return None;
        }
        let size = domain(reader, &mut domains, faults);
        last_size = Some(size.map_err(|fault| faults.push(fault)).ok()?);
        if faults.len() >= MOST_FAULTS {
            return None;
        }
    }
    let positions = positions(reader, &mut domains, faults);
    let positions = positions.map_err(|fault| {
        faults.push(match last_size {
            Some(size) => fault.with_context(size, "the last domain has this many labels"),
            None => fault,
        });
    });
    let positions = positions.ok()?;
    Some(Vectors { domains, positions })
}

/// Reads the rest of a domain, whose keyword has already been read. Returns the place of the number
/// of its labels.
fn domain(
    reader: &mut TokenReader,
    domains: &mut Vec<Named>,
    faults: &mut Vec<Fault>,
) -> Result<Range<usize>, Fault> {
    let name = reader.expect("expected the domain's name")?;
    if numbers(name.text).is_some() || domains.iter().any(|d| name.is(&d.name)) {
        let message = format!("a domain cannot be called {}", name.shown());
        let expected = "numbers are domains already, and names are used once";
        faults.push(name.fault(message, expected));
    }
    let size = reader.expect("expected how many labels it has")?;
    let count = size.text.parse().ok();
    let count = count.filter(|count| (2..=MOST_LABELS).contains(count));
    let count = count.ok_or_else(|| {
        let message = format!("{} labels", size.shown());
        size.fault(message, format!("expected 2 to {MOST_LABELS}"))
    })?;
    let mut domain = Named::new(name.text);
    for read in 0..count {
        let label = reader.expect("expected a label").map_err(|mut fault| {
            fault.message = format!("{}, after {read} of {count} labels", fault.message);
            fault.with_context(size.at.clone(), "the domain has this many labels")
        })?;
        if label.text.len() > LONGEST_NAME {
            faults.push(label.fault("a long label", format!("at most {LONGEST_NAME} bytes")));
        } else if !domain.add(label.text) {
            let message = format!("a second label {}", label.shown());
            faults.push(label.fault(message, "upper and lower case are one"));
        }
    }
    domains.push(domain);
    Ok(size.at)
}

/// Reads the number of positions and the domain of each.
fn positions(
    reader: &mut TokenReader,
    domains: &mut Vec<Named>,
    faults: &mut Vec<Fault>,
) -> Result<Vec<usize>, Fault> {
    let size = reader.expect("expected the number of positions")?;
    let count = size.text.parse().ok();
    let count = count.filter(|count| (1..=MOST_CELLS).contains(count));
    let count = count.ok_or_else(|| {
        let message = format!("{} is no number of positions", size.shown());
        let fault = size.fault(message, format!("expected 1 to {MOST_CELLS}"));
        meant(fault, size.text, ["DOMAIN"])
    })?;
    let mut positions = Vec::new();
    while positions.len() < count && faults.len() < MOST_FAULTS {
        let word = reader.expect("expected a domain").map_err(|mut fault| {
            let domains = format!("after {} of {count} domains", positions.len());
            fault.message = format!("{}, {domains}", fault.message);
            fault.with_context(size.at.clone(), "the number of positions")
        })?;
        positions.push(position(&word, domains, faults));
    }
    Ok(positions)
}

impl Vectors {
    /// The fault of a domain that follows those of all positions on the same line.
    pub(super) fn surplus(&self, rest: &TokenReader) -> Option<Fault> {
        let next = rest.ahead.as_ref().filter(|_| !rest.at_line())?;
        let is_domain = self.domains.iter().any(|domain| next.is(&domain.name));
        let count = self.positions.len();
        let message = format!("unexpected {}, after {count} domains", next.shown());
        let expected = format!("expected a rule or GOAL, because there are {count} positions");
        is_domain.then(|| next.fault(message, expected))
    }
}

/// The domain of a position. An unknown domain is reported once, and gets no labels.
fn position(word: &PsvnToken, domains: &mut Vec<Named>, faults: &mut Vec<Fault>) -> usize {
    if let Some(known) = domains.iter().position(|domain| word.is(&domain.name)) {
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
