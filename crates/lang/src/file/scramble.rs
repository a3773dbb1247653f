//! Starts that are a scramble of a goal: `start = goal R U F'`.

use std::collections::HashMap;

use fewest_ground::{Ground, Label, LabelSet, PlayError, Test, play};
use fewest_rules::{Fault, MOST_FAULTS};

use crate::source::boards::{BoardDrawing, bare, drawn};
use crate::source::checked::{CheckedPuzzle, PieceSource};
use crate::source::grounding::tests_of_goal;
use crate::source::lexer::{Span, words};
use crate::source::limits::MOST_SCRAMBLE_MOVES;
use crate::source::syntax::{DrawingLines, GoalClause, GoalSyntax, Lexeme};
use crate::source::unknown::{one_of, unknown};

/// The state of the goal that the start scrambles: the first goal that draws a board, or the only
/// goal. A variable or layer for which the goal allows several labels gets the first of these
/// labels. `span` is the place of the start.
pub(super) fn goal(
    checked: &CheckedPuzzle,
    span: &Span,
    faults: &mut Vec<Fault>,
) -> Option<BoardDrawing> {
    let goals = &checked.file.goals;
    let draws = |goal: &GoalSyntax| {
        let mut clauses = goal.clauses.iter();
        clauses.any(|clause| matches!(clause, GoalClause::Board(_)))
    };
    let number = match goals.iter().position(draws) {
        Some(number) => number,
        None if goals.len() == 1 => 0,
        // The fault that there is no goal at all has already been reported.
        None if goals.is_empty() => return None,
        None => {
            let message = "a start that is a scramble of a goal";
            let label = format!("the file has {} goals, and none draws a board", goals.len());
            let fault = Fault::new(span.clone(), message, label);
            faults.push(fault.with_help("draw the one to scramble after 'goal board'"));
            return None;
        }
    };
    let goal = &goals[number];
    let drawing = goal.drawing.as_ref().filter(|_| draws(goal));
    let pieces = checked.pieces.iter();
    let drawn_pieces = pieces.filter(|piece| matches!(piece, PieceSource::Board(_)));
    let board = match (drawing, &checked.board) {
        (Some(drawing), _) => {
            open_cell(checked, goal, faults)?;
            drawn(checked, drawing, None, faults)?
        }
        (None, Some(shape)) if drawn_pieces.count() == 0 => {
            let terrain = bare(checked, shape.clone());
            let state = Vec::new();
            BoardDrawing { terrain, state }
        }
        _ => {
            faults.push(open(goal, "the goal to scramble draws no board"));
            return None;
        }
    };
    let BoardDrawing { terrain, state } = board;
    let ways = match tests_of_goal(checked, &terrain, number) {
        Ok(ways) => ways,
        Err(more) => {
            faults.extend(more);
            return None;
        }
    };
    let cells = terrain.shape.names.len();
    let layers = checked.alphabet.layers.len();
    let positions = cells + checked.alphabet.variables.len() + layers * cells;
    let tests = ways.first().map_or(&[][..], Vec::as_slice);
    let label = |position: usize| {
        let allowed = tests.iter().find_map(|test| match *test {
            Test::In {
                position: other,
                labels,
            } => (other == position).then_some(labels),
            Test::Same { .. } => None,
        });
        let known = state.get(position).copied();
        match allowed {
            Some(LabelSet(labels)) => {
                let first = labels.trailing_zeros() as Label;
                let fits = known.filter(|&known| labels >> known & 1 == 1);
                let is_open = position < cells && labels.count_ones() > 1;
                (!is_open).then_some(fits.unwrap_or(first))
            }
            None if position < cells => known,
            None => Some(known.unwrap_or_default()),
        }
    };
    let labels: Option<Vec<Label>> = (0..positions).map(label).collect();
    match labels.filter(|_| ways.len() == 1 || drawing.is_some()) {
        Some(state) => Some(BoardDrawing { terrain, state }),
        None => {
            faults.push(open(goal, "the goal to scramble leaves cells open"));
            None
        }
    }
}

/// The fault that a goal does not determine the symbol of each cell.
fn open(goal: &GoalSyntax, message: &str) -> Fault {
    let label = "expected the symbol of each cell";
    let fault = Fault::new(goal.span.clone(), message, label);
    fault.with_help("draw the board after 'goal board'")
}

/// Reports the first cell of a drawn goal that may have several symbols. Returns `None` if there is
/// such a cell.
fn open_cell(checked: &CheckedPuzzle, goal: &GoalSyntax, faults: &mut Vec<Fault>) -> Option<()> {
    let lines = goal.drawing.as_ref()?.lines();
    let picture = checked.alphabet.picture(&lines, true, &mut Vec::new())?;
    let mut cells = picture.rows.iter().flatten();
    match cells.find(|cell| cell.labels.is_some_and(|labels| labels.len() > 1)) {
        None => Some(()),
        Some(cell) => {
            let message = "the goal to scramble leaves this cell open";
            faults.push(Fault::new(
                cell.span.clone(),
                message,
                "expected one symbol",
            ));
            None
        }
    }
}

/// The fault of a start that is probably meant as a scramble, or that is written like a scramble.
pub(super) fn meant(checked: &CheckedPuzzle, drawing: &DrawingLines) -> Option<Fault> {
    let (at, line) = *drawing.lines().first()?;
    let (start, word) = words(line).next()?;
    let symbols = &checked.alphabet.glyphs;
    let letters = || {
        word.chars()
            .all(|c| symbols.contains_key(c.to_string().as_str()))
    };
    if !["=", "goal"].contains(&word) || symbols.contains_key(word) || letters() {
        return None;
    }
    let label = match word {
        "=" => "expected a board, or '= goal' and moves",
        _ => "expected a board, or '=' before 'goal'",
    };
    let span = at + start..at + start + word.len();
    let fault = Fault::new(span, "a start that is no board", label);
    Some(fault.with_help("a scramble of the goal is written 'start = goal MOVE …'"))
}

/// The state to which the moves with the given names lead from the goal state.
pub(super) fn after(
    ground: &Ground,
    goal: &[Label],
    moves: &[Lexeme],
) -> Result<Vec<Label>, Vec<Fault>> {
    let names: Vec<&str> = ground.moves.iter().map(String::as_str).collect();
    let number_of: HashMap<&str, usize> = names.iter().copied().zip(0..).collect();
    let mut numbers = Vec::new();
    let mut faults = Vec::new();
    if let Some(word) = moves.get(MOST_SCRAMBLE_MOVES) {
        let message = format!("a scramble of more than {MOST_SCRAMBLE_MOVES} moves");
        return Err(vec![Fault::new(word.span.clone(), message, "one too many")]);
    }
    for word in moves {
        match number_of.get(word.text.as_str()) {
            Some(&number) => numbers.push(number),
            None if faults.len() == MOST_FAULTS => break,
            None => faults.push(unknown("move", &word.text, &word.span, &names)),
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    play(ground, goal, &numbers).map_err(|error| {
        let (message, at, label) = match error {
            PlayError::Illegal(at, legal) => {
                let legal: Vec<&str> = legal.iter().map(|&number| names[number]).collect();
                let message = format!("the move '{}' does not fit here", moves[at].text);
                (message, at, format!("expected {}", one_of(&legal)))
            }
            PlayError::Endless(at) => {
                let message = "rules that follow this move never end".to_owned();
                (message, at, "expected another move".to_owned())
            }
            PlayError::Compile(why) => (
                "the board is too large to be scrambled".to_owned(),
                0,
                why.to_string(),
            ),
        };
        let span = moves.get(at).map_or(0..0, |word| word.span.clone());
        vec![Fault::new(span, message, label)]
    })
}
