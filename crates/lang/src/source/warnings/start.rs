//! What is seen on the file's own start.

use std::collections::HashMap;

use fewest_rules::Fault;

use fewest_ground::{Ground, Label, Rule, Test};

use super::super::checked::Checked;
use super::super::grounding::Origins;
use super::super::lexer::Span;
use super::super::site::{Shape, Site};
use super::super::syntax::{self, Body, Clause, Kind, Statement};

/// Rules of moves that are told no cell and that fit in several places of the start, so that
/// the first of them alone counts.
pub(crate) fn several_places(
    file: &[Statement],
    ground: &Ground,
    origins: &Origins,
    start: &[Label],
) -> Vec<Fault> {
    let mut most = vec![0; origins.spans.len()];
    let mut at = 0;
    for rules in ground.rules.chunk_by(|one, other| one.of == other.of) {
        let stems = &origins.rules[at..at + rules.len()];
        let places = &origins.places[at..at + rules.len()];
        at += rules.len();
        let mut fitting = (0..rules.len()).filter(|&i| fits(&rules[i], start));
        let Some(first) = fitting.next() else {
            continue;
        };
        let mut found = vec![places[first]];
        let mut differ = false;
        for other in fitting.filter(|&other| stems[other] == stems[first]) {
            if found.last() != Some(&places[other]) {
                found.push(places[other]);
                differ |= rules[other].writes != rules[first].writes;
            }
        }
        if differ {
            let most = &mut most[stems[first]];
            *most = found.len().max(*most);
        }
    }
    let declared = declared(file);
    let warned = origins.spans.iter().zip(most).filter(|&(_, most)| most > 1);
    let warning = |(span, places): (&Span, usize)| {
        let message = format!("this rule fits in {places} places of the start");
        let fault = Fault::new(span.clone(), message, "the first of them alone counts");
        match declared.get(&span.start) {
            Some(declared) => fault.with_help(format!("name the cell: {}", with_cell(declared))),
            None => fault,
        }
    };
    warned.map(warning).collect()
}

fn fits(rule: &Rule, state: &[Label]) -> bool {
    rule.tests.iter().all(|test| match *test {
        Test::In { position, labels } => labels.0 >> state[position] & 1 == 1,
        Test::Same { one, other } => state[one] == state[other],
    })
}

/// The move of each rule, by where the rule begins.
fn declared(file: &[Statement]) -> HashMap<usize, &syntax::Move> {
    let moves = file.iter().filter_map(|statement| match &statement.kind {
        Kind::Move(declared) => Some(declared),
        _ => None,
    });
    let mut of_rules = HashMap::new();
    for declared in moves {
        if let Body::Rules(rules) = &declared.body {
            of_rules.extend(rules.iter().map(|rule| (rule.span.start, declared)));
        }
    }
    of_rules
}

/// A move as it would be declared with a cell.
fn with_cell(declared: &syntax::Move) -> String {
    let mut parameters = vec!["cell".to_owned()];
    for parameter in &declared.parameters {
        let among = parameter.among.iter().map(|word| word.text.as_str());
        let among: Vec<&str> = among.collect();
        parameters.push(match among.is_empty() {
            true => parameter.name.text.clone(),
            false => format!("{}: {}", parameter.name.text, among.join(" ")),
        });
    }
    format!("{}({})", declared.name.text, parameters.join(", "))
}

/// Conditions on the cells of a region of which the start draws none.
pub(crate) fn unmarked(checked: &Checked, site: &Site) -> Vec<Fault> {
    let marks = &checked.alphabet.marks;
    let mut warnings = Vec::new();
    for goal in &checked.goals {
        for clause in &goal.clauses {
            let (Clause::On { region, .. } | Clause::Some { region, .. }) = clause else {
                continue;
            };
            let Some(mark) = marks.iter().position(|mark| *mark == region.text) else {
                continue;
            };
            if !site.marks[mark].is_empty() {
                continue;
            }
            let glyphs = checked.alphabet.glyphs.iter();
            let drawn = glyphs.filter(|(_, glyph)| glyph.mark == Some(mark));
            let drawn = drawn.map(|(word, _)| word.as_str()).min();
            let message = format!("nothing is marked '{}' in the start", region.text);
            let label = match (clause, goal.clauses.len()) {
                (Clause::Some { .. }, _) => "so the goal never holds",
                (_, 1) => "so the goal always holds",
                _ => "so this always holds",
            };
            let mut fault = Fault::new(region.span.clone(), message, label);
            fault.help = drawn.map(|word| format!("'{word}' in the start marks a cell"));
            warnings.push(fault);
        }
    }
    warnings
}

/// Goals whose drawing, to be found somewhere on the board, is larger than it.
pub(crate) fn larger(checked: &Checked, site: &Site) -> Vec<Fault> {
    let Shape { rows, columns, .. } = site.shape;
    let mut warnings = Vec::new();
    for goal in &checked.goals {
        let is_somewhere = |clause: &Clause| matches!(clause, Clause::Somewhere(_));
        let drawing = goal.drawing.as_ref();
        let Some(drawing) = drawing.filter(|_| goal.clauses.iter().any(is_somewhere)) else {
            continue;
        };
        let lines: Vec<_> = drawing
            .lines
            .iter()
            .map(|l| (l.span.start, &*l.text))
            .collect();
        let picture = checked.alphabet.picture(&lines, true, &mut Vec::new());
        let (high, wide) = picture.map_or((0, 0), |picture| picture.size());
        if high > rows || wide > columns {
            let message = format!("the drawing is {high}x{wide}, the board {rows}x{columns}");
            let fault = Fault::new(goal.span.clone(), message, "so it is found nowhere on it");
            warnings.push(fault.with_help("no part of it, not even a '.', lies beyond the edge"));
        }
    }
    warnings
}
