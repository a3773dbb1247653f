//! Warnings about the start that the file contains.

use std::collections::HashMap;

use fewest_rules::Fault;

use fewest_ground::{Ground, Label, Rule, Test};

use super::super::checked::CheckedPuzzle;
use super::super::grounding::Origins;
use super::super::lexer::Span;
use super::super::shape::GridShape;
use super::super::syntax::{BodySyntax, GoalCells, GoalClause, MoveSyntax, SourceFile};
use super::super::terrain::Terrain;

/// Warnings about rules that match in several places of the start. Only the first place is used,
/// because no argument of the move is a cell.
pub(crate) fn several_places(
    file: &SourceFile,
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
        let fault = Fault::new(span.clone(), message, "only the first of them counts");
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

/// For each rule, identified by its place in the file, the move to which it belongs.
fn declared(file: &SourceFile) -> HashMap<usize, &MoveSyntax> {
    let mut of_rules = HashMap::new();
    for declared in &file.moves {
        if let BodySyntax::Rules(rules) = &declared.body {
            of_rules.extend(rules.iter().map(|rule| (rule.span.start, declared)));
        }
    }
    of_rules
}

/// The declaration of a move with an additional cell parameter, which a warning suggests so that
/// users can choose the place.
fn with_cell(declared: &MoveSyntax) -> String {
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

/// Warnings about conditions on a region to which no cell of the start belongs.
pub(crate) fn unmarked(checked: &CheckedPuzzle, terrain: &Terrain) -> Vec<Fault> {
    let mut warnings = Vec::new();
    for goal in &checked.file.goals {
        for clause in &goal.clauses {
            let (region, never) = match clause {
                GoalClause::Cells {
                    cells: GoalCells::Region(region),
                    some,
                    ..
                } => (region, *some),
                GoalClause::Exactly {
                    cells: GoalCells::Region(region),
                    number,
                    ..
                } => (region, number.text.parse() != Ok(0)),
                _ => continue,
            };
            let mark = checked.alphabet.mark(&region.text);
            let Some(mark) = mark.filter(|&mark| terrain.marks[mark].is_empty()) else {
                continue;
            };
            let glyphs = checked.alphabet.glyphs.iter();
            let drawn = glyphs.filter(|(_, glyph)| glyph.mark == Some(mark));
            let drawn = drawn.map(|(word, _)| word.as_str()).min();
            let message = format!("nothing is marked '{}' in the start", region.text);
            let label = match (never, goal.clauses.len()) {
                (true, _) => "so the goal never holds",
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

/// Warnings about goals that search the board for a drawing that is larger than the board.
pub(crate) fn larger(checked: &CheckedPuzzle, terrain: &Terrain) -> Vec<Fault> {
    let GridShape { rows, columns, .. } = terrain.shape;
    let mut warnings = Vec::new();
    for goal in &checked.file.goals {
        let is_somewhere = |clause: &GoalClause| matches!(clause, GoalClause::Somewhere(_));
        let drawing = goal.drawing.as_ref();
        let Some(drawing) = drawing.filter(|_| goal.clauses.iter().any(is_somewhere)) else {
            continue;
        };
        let picture = checked
            .alphabet
            .picture(&drawing.lines(), true, &mut Vec::new());
        let (high, wide) = picture.map_or((0, 0), |picture| picture.size());
        if high > rows || wide > columns {
            let message = format!("the drawing is {high}x{wide}, the board {rows}x{columns}");
            let fault = Fault::new(goal.span.clone(), message, "so it fits nowhere");
            warnings
                .push(fault.with_help("no part of it, not even a '.', may lie beyond the edge"));
        }
    }
    warnings
}
