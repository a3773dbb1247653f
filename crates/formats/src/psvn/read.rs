//! Reads PSVN as ground rules.

use fewest_rules::{Fault, Faults, MOST_FAULTS, Placed, sorted};

use super::header::{Named, Vectors, vectors};
use super::rules::{PsvnStatement, faults_by_lines};
use super::words::TokenReader;
use crate::named::Moves;
use crate::{large, too_long};
use fewest_ground::limits::{MOST_BYTES, MOST_GOAL_PARTS, MOST_MOVES, MOST_PARTS, MOST_RULES};
use fewest_ground::{Consequences, CostMeasure, Domain, Ground, Label, Position};

/// The greatest allowed number of bytes of a file. PSVN files are longer than drawn puzzles,
/// because nothing is abbreviated.
const MOST_TEXT: usize = MOST_BYTES * 16;

/// Reads the PSVN file `text`. Returns the ground rules of the puzzle, which gets the name `name`.
/// Also returns the labels of its positions, with which states can be read.
pub fn read(name: &str, text: &str) -> Result<(Ground, Vectors), Vec<Fault>> {
    if let Some(fault) = too_long(text, MOST_TEXT) {
        return Err(vec![fault]);
    }
    let mut faults = Vec::new();
    let mut reader = TokenReader::new(text, 0..text.len());
    let Some(vectors) = vectors(&mut reader, &mut faults) else {
        return Err(sorted(faults));
    };
    let body = reader.clone();
    match statements(name, &vectors, &mut reader) {
        Ok(ground) if faults.is_empty() && !ground.goals.is_empty() => {
            return Ok((ground, vectors));
        }
        Ok(ground) if ground.goals.is_empty() => {
            let end = text.trim_end().len();
            let expected = "expected GOAL and what each position must be";
            faults.push(Fault::new(end..end, "the puzzle has no goal", expected));
        }
        Ok(_) => {}
        Err(first) => {
            let before = faults.len();
            match vectors.surplus(&body) {
                Some(fault) => faults.push(fault),
                None => faults_by_lines(&vectors, &body, &mut faults),
            }
            // If each statement is well formed by itself, the fault at which the first reading
            // stopped is reported.
            if faults.len() == before {
                faults.push(first);
            }
        }
    }
    Err(sorted(faults))
}

/// Reads the ground rules, up to the first fault.
fn statements(name: &str, vectors: &Vectors, reader: &mut TokenReader) -> Result<Ground, Fault> {
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
        measure: None,
        consequences: Consequences::default(),
    };
    let mut moves = Moves::default();
    let mut parts = 0;
    let mut count = 0;
    while let Some(first) = &reader.ahead {
        let at = first.at.clone();
        match vectors.statement(reader)? {
            PsvnStatement::Goal(tests) => {
                parts += tests.len() + 1;
                if parts > MOST_GOAL_PARTS {
                    return Err(large(at, "tests of goals", MOST_GOAL_PARTS));
                }
                ground.goals.push(tests);
            }
            PsvnStatement::Rule(mut rule) => {
                count += 1;
                let label = rule.label.take();
                let label = label.unwrap_or_else(|| format!("rule_{count}"));
                for rule in rule.ground(vectors, &at)? {
                    if !moves.add(&label, rule) {
                        let most = MOST_RULES.min(MOST_PARTS);
                        return Err(large(at, "rules or parts of rules", most));
                    }
                }
            }
        }
    }
    let too_many = || large(0..0, "moves", MOST_MOVES);
    (ground.moves, ground.rules) = moves.finish().ok_or_else(too_many)?;
    if ground.rules.iter().any(|rule| rule.cost != 1) {
        ground.measure = Some(CostMeasure::of_cost());
    }
    Ok(ground)
}

impl Vectors {
    /// The labels of each position, as the file writes them.
    pub fn labels(&self) -> Vec<Vec<String>> {
        let labels = |&domain: &usize| self.domains[domain].labels.clone();
        self.positions.iter().map(labels).collect()
    }

    /// Reads the states of `text`: labels in the order of the positions, one state after another.
    pub fn states(&self, text: &str) -> Result<Vec<Placed<Vec<Label>>>, Faults> {
        let mut faults = Vec::new();
        let states = self.one_after_another(TokenReader::new(text, 0..text.len()), &mut faults);
        if faults.is_empty() {
            return Ok(states);
        }
        // A missing label shifts all following ones. If some line has the length of a state, each
        // line is checked separately.
        let lines = || TokenReader::new(text, 0..text.len()).lines();
        if lines().any(|line| line.count() == self.positions.len()) {
            faults.clear();
            for line in lines() {
                self.one_after_another(line, &mut faults);
            }
        }
        Faults::unless_empty(sorted(faults), states)
    }

    fn one_after_another(
        &self,
        mut reader: TokenReader,
        faults: &mut Vec<Fault>,
    ) -> Vec<Placed<Vec<Label>>> {
        let mut states = Vec::new();
        while let Some(first) = &reader.ahead {
            let start = first.at.start;
            let mut state = Vec::with_capacity(self.positions.len());
            for (position, &domain) in self.positions.iter().enumerate() {
                let Some(word) = reader.next() else {
                    let count = self.positions.len();
                    let mut fault = reader.missing("expected a label");
                    fault.message = format!("{position} of {count} labels of a state");
                    faults.push(fault);
                    return states;
                };
                let domain = &self.domains[domain];
                let label = domain.label(word.text);
                if label.is_none() {
                    let message = format!("unknown label {}", word.shown());
                    let expected = format!("expected one of {}", domain.labels.join(" "));
                    faults.push(domain.meant(word.fault(message, expected), word.text));
                    if faults.len() == MOST_FAULTS {
                        return states;
                    }
                }
                state.push(label.unwrap_or_default());
            }
            states.push((state, start..reader.behind));
        }
        states
    }
}
