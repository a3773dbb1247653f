//! Reads a puzzle file in these steps: text, syntax tree, checked puzzle, ground rules,
//! expectations, warnings.

use std::sync::{Arc, Mutex};

use fewest_rules::{Fault, sorted};

use fewest_ground::Label;

use super::boards::{BoardRules, PuzzleBoards};
use super::{DrawnFile, Expect, scramble};
use crate::source::boards::{bare, drawn};
use crate::source::check::check;
use crate::source::checked::CheckedPuzzle;
use crate::source::grounding::{self, Origins};
use crate::source::limits::MOST_BYTES;
use crate::source::syntax::ExpectSyntax;
use crate::source::{lexer, parser, warnings};

/// Reads a puzzle file. Returns the puzzle and its warnings, in the order of their places.
///
/// Takes time linear in the length of the text and of the ground rules, both of which are limited.
///
/// ```
/// let text = "
/// puzzle switches
/// symbols w b
/// board 1x3
/// move press(cell)
///   cell   +1
///   beside +1
/// goal all w
/// start b w b
/// expect 2
/// ";
/// let (file, warnings) = fewest_lang::read(text).expect("nothing is wrong with it");
/// assert!(warnings.is_empty());
/// assert_eq!(file.ground().moves, ["r1c1", "r1c2", "r1c3"]);
/// assert_eq!(file.expects()[0].outcome, fewest_lang::ExpectedOutcome::Moves(2));
/// let boards = file.boards("w w b\n\nb b b\n").expect("two boards");
/// assert_eq!(boards[1].0.start, [1, 1, 1]);
///
/// let faults = fewest_lang::read(&text.replace("goal all w", "goal all x")).unwrap_err();
/// assert_eq!(faults[0].message, "unknown symbol 'x'");
/// ```
///
/// # Errors
/// At most twenty faults of the text, in the order of their places.
pub fn read(text: &str) -> Result<(DrawnFile, Vec<Fault>), Vec<Fault>> {
    if text.len() > MOST_BYTES {
        let message = format!("a file of {} bytes", text.len());
        let label = format!("expected at most {MOST_BYTES}");
        return Err(vec![Fault::new(0..0, message, label)]);
    }
    if let Some(fault) = lexer::line_ends(text) {
        return Err(vec![fault]);
    }
    let mut faults = Vec::new();
    let file = parser::parse(text, &mut faults);
    let hidden = lexer::hidden_cells(text);
    let refused = |mut faults: Vec<Fault>| {
        let sharp = lexer::hidden_symbol(text);
        if sharp.is_some() || !hidden.is_empty() {
            // The file does draw a board, but its lines were read as comments, so "nothing is
            // drawn" would mislead.
            faults.retain(|fault| fault.message != "nothing is drawn");
        }
        faults.extend(hidden.iter().cloned().chain(sharp));
        Err(sorted(faults))
    };
    let file = match file {
        Some(file) if hidden.is_empty() => file,
        _ => return refused(faults),
    };
    let parsed = faults.len();
    let checked = check(file, text.trim_end().len(), &mut faults);
    // If a statement seems to be missing, it may be a line that could not be parsed. If there are
    // no symbols, every symbol would be unknown, so only missing statements are reported.
    let nameless = checked.alphabet.symbols.is_empty();
    let checks = faults.split_off(parsed);
    faults.extend(checks.into_iter().filter(|fault| {
        match fault.message.starts_with("the puzzle has no ") {
            true => parsed == 0,
            false => !nameless,
        }
    }));
    if nameless {
        return refused(faults);
    }
    // A faulty puzzle is grounded as well, so that the faults of its board are reported.
    let (read, origins) = match ground(checked) {
        Ok(read) if faults.is_empty() => read,
        Ok(_) => return refused(faults),
        Err(more) => {
            faults.extend(more);
            return refused(faults);
        }
    };
    let warnings = all_warnings(&read, &origins);
    Ok((read, warnings))
}

/// Grounds the puzzle on the file's own board and on the boards of its expectations. Also returns
/// the origins of the rules of the file's own board.
fn ground(checked: CheckedPuzzle) -> Result<(DrawnFile, Origins), Vec<Fault>> {
    let mut faults = Vec::new();
    let drawing = checked.file.start.as_ref();
    let start = match &checked.file.scramble {
        // The start is a scramble, so the rules are grounded for the goal, from which the moves of
        // the scramble lead to the start.
        Some((_, span)) => scramble::goal(&checked, span, &mut faults),
        None => drawing.and_then(|drawing| match scramble::meant(&checked, drawing) {
            None => drawn(&checked, drawing, None, &mut faults),
            Some(fault) => {
                faults.push(fault);
                None
            }
        }),
    };
    let (terrain, mut start) = match (start, &checked.board) {
        (Some(board), _) => (Some(board.terrain), Some(board.state)),
        (None, _) if checked.file.scramble.is_some() => return Err(faults),
        (None, Some(shape)) => (Some(bare(&checked, shape.clone())), None),
        (None, None) if faults.is_empty() => (None, None),
        (None, None) => return Err(faults),
    };
    let alphabet = Arc::new(checked.alphabet.clone());
    let mut origins = Origins::default();
    let mut own = None;
    if let Some(terrain) = terrain {
        let starts: Vec<&[Label]> = start.as_deref().into_iter().collect();
        let grounded = grounding::ground(&checked, &terrain, &starts);
        let mut grounded = grounded.map_err(|more| [faults.clone(), more].concat())?;
        if !faults.is_empty() {
            return Err(faults);
        }
        if let (Some((moves, _)), Some(goal)) = (&checked.file.scramble, &start) {
            start = Some(scramble::after(&grounded.ground, goal, moves)?);
        }
        grounded.ground.start.clone_from(&start);
        origins = std::mem::take(&mut grounded.origins);
        own = Some(BoardRules::new(grounded, terrain, &alphabet));
    }
    let boards = PuzzleBoards {
        checked,
        alphabet,
        own,
        known: Mutex::default(),
    };
    let nowhere = || BoardRules::nowhere(&boards.checked, &boards.alphabet);
    let read = DrawnFile {
        own: boards.own.clone().unwrap_or_else(nowhere),
        expects: expectations(&boards, start.as_deref())?,
        start,
        boards: Arc::new(boards),
    };
    if let Some(start) = read.start() {
        read.level_plan(&start)?;
    }
    Ok((read, origins))
}

fn expectations(boards: &PuzzleBoards, start: Option<&[Label]>) -> Result<Vec<Expect>, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut work = 0;
    let mut expects = Vec::new();
    for expected in &boards.checked.file.expects {
        let ExpectSyntax {
            outcome,
            from,
            span,
        } = expected;
        let board = match (from, start, &boards.own) {
            (None, Some(start), Some(own)) => own.at(start.to_vec()),
            (None, ..) => {
                let message = "an expectation without a board";
                let fault = Fault::new(span.clone(), message, "the file has no start");
                faults.push(fault.with_help("write 'from' and draw a board below"));
                continue;
            }
            (Some(drawing), ..) => {
                let drawn = drawn(&boards.checked, drawing, boards.terrain(), &mut faults);
                let Some(board) = drawn else { continue };
                match boards.instance(board, &mut work) {
                    Ok(board) => board,
                    Err(more) => {
                        let message = "the puzzle cannot be played on this board";
                        let fault = Fault::new(span.clone(), message, "expected another board");
                        let reasons = more.into_iter();
                        faults.push(reasons.fold(fault, |fault, reason| {
                            fault.with_context(reason.span, reason.message)
                        }));
                        break;
                    }
                }
            }
        };
        expects.push(Expect {
            board,
            outcome: *outcome,
            span: span.clone(),
        });
    }
    match faults.is_empty() {
        true => Ok(expects),
        false => Err(faults),
    }
}

fn all_warnings(read: &DrawnFile, origins: &Origins) -> Vec<Fault> {
    let checked = &read.boards.checked;
    let mut found = warnings::symbols(checked);
    found.extend(warnings::parameters(checked));
    let Some(BoardRules { ground, layout, .. }) = &read.boards.own else {
        return sorted(found);
    };
    if let Some(start) = &read.start {
        found.extend(warnings::several_places(
            &checked.file,
            ground,
            origins,
            start,
        ));
        found.extend(warnings::unmarked(checked, &layout.terrain));
    }
    // A rule that is impossible on this board may be possible on a board of another shape.
    let here = |expect: &Expect| Arc::ptr_eq(&expect.board.ground, ground);
    if read.expects.iter().all(here) {
        let expected = read.expects.iter().map(|expect| &expect.board.start[..]);
        let starts: Vec<&[Label]> = read.start.as_deref().into_iter().chain(expected).collect();
        found.extend(warnings::of(
            checked,
            &layout.terrain,
            ground,
            origins,
            &starts,
        ));
    }
    sorted(found)
}
