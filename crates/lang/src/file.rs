//! A puzzle file, read and grounded.

use std::ops::Range;
use std::sync::Arc;

use rules::{Fault, Faults};

use crate::ground::{Ground, Label};
use crate::source::check::check;
use crate::source::checked::Checked;
use crate::source::drawing::Alphabet;
use crate::source::grounding::{self, Grounded};
use crate::source::layout::{self, Board, Layout};
use crate::source::lexer::Span;
use crate::source::limits::{MOST_BYTES, MOST_FAULTS};
use crate::source::parser;
use crate::source::site::Site;
use crate::source::warnings;

/// A puzzle file without faults.
#[derive(Debug, Clone)]
pub struct PuzzleFile {
    checked: Checked,
    own: Grounds,
    alphabet: Arc<Alphabet>,
    start: Option<Vec<Label>>,
    expects: Vec<Expect>,
}

/// A board, and the puzzle on it. Boards that differ only in the state share
/// the puzzle.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The puzzle.
    pub ground: Arc<Ground>,
    /// How its states are drawn.
    pub layout: Arc<Layout>,
    /// The board's state.
    pub start: Vec<Label>,
}

/// What the file expects of a board.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The board.
    pub board: Instance,
    /// How it ends.
    pub outcome: Outcome,
    /// The line of the file.
    pub span: Range<usize>,
}

/// How a board ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The fewest moves to a goal.
    Moves(u64),
    /// No goal can be reached.
    Unsolvable,
}

/// A puzzle's ground rules and how its states are drawn.
#[derive(Debug, Clone)]
struct Grounds {
    ground: Arc<Ground>,
    layout: Arc<Layout>,
}

/// Reads a puzzle file. With the puzzle come warnings, in the order of their places.
///
/// Takes time linear in the text and in the ground rules, both of which are
/// limited.
///
/// # Errors
/// All that is wrong in the text, at most a score of faults, in the order of their
/// places.
pub fn read(text: &str) -> Result<(PuzzleFile, Vec<Fault>), Vec<Fault>> {
    if text.len() > MOST_BYTES {
        let message = format!("a file of {} bytes", text.len());
        let label = format!("expected at most {MOST_BYTES}");
        return Err(vec![Fault::new(0..0, message, label)]);
    }
    let mut faults = Vec::new();
    let file = parser::parse(text, &mut faults);
    if !faults.is_empty() && faults.len() >= MOST_FAULTS {
        return Err(sorted(faults));
    }
    let unparsed = !faults.is_empty();
    let checked = check(&file, text.trim_end().len(), &mut faults);
    if unparsed {
        // A line that could not be read may hold what the others miss.
        faults.retain(|fault| !fault.message.starts_with("the puzzle has no "));
    }
    if !faults.is_empty() {
        return Err(sorted(faults));
    }
    let read = PuzzleFile::new(checked).map_err(sorted)?;
    let warned = read.warnings(&file);
    Ok((read, warned))
}

fn sorted(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
    faults.dedup();
    faults.truncate(MOST_FAULTS);
    faults
}

impl PuzzleFile {
    fn new(checked: Checked) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let drawing = checked.start.as_ref();
        let start = drawing.and_then(|drawing| layout::drawn(&checked, drawing, None, &mut faults));
        let (site, start) = match (start, &checked.board) {
            (Some(board), _) => (board.site, Some(board.state)),
            (None, Some(shape)) => (layout::bare(&checked, shape), None),
            (None, None) => return Err(faults),
        };
        let grounded = match grounding::ground(&checked, &site) {
            Ok(grounded) if faults.is_empty() => grounded,
            Ok(_) => return Err(faults),
            Err(more) => {
                faults.extend(more);
                return Err(faults);
            }
        };
        let alphabet = Arc::new(checked.alphabet.clone());
        let mut ground = grounded.ground;
        ground.start.clone_from(&start);
        let own = Grounds {
            ground: Arc::new(ground),
            layout: Arc::new(Layout::new(site, Arc::clone(&alphabet))),
        };
        let mut read = Self {
            checked,
            own,
            alphabet,
            start,
            expects: Vec::new(),
        };
        read.expects = read.expectations()?;
        Ok(read)
    }

    fn expectations(&self) -> Result<Vec<Expect>, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut known = vec![self.own.clone()];
        let mut expects = Vec::new();
        for expected in &self.checked.expects {
            let board = match (&expected.from, &self.start) {
                (None, Some(start)) => self.own.at(start.clone()),
                (None, None) => {
                    let message = "nothing to expect this of";
                    let fault = Fault::new(expected.span.clone(), message, "the file has no start");
                    faults.push(fault.with_help("write 'from' and draw a board below"));
                    continue;
                }
                (Some(drawing), _) => {
                    let own = Some(&self.own.layout.site);
                    let drawn = layout::drawn(&self.checked, drawing, own, &mut faults);
                    let Some(board) = drawn else { continue };
                    match self.instance(board, &mut known) {
                        Ok(board) => board,
                        Err(more) => {
                            faults.extend(more);
                            break;
                        }
                    }
                }
            };
            expects.push(Expect {
                board,
                outcome: match expected.moves {
                    Some(moves) => Outcome::Moves(moves),
                    None => Outcome::Unsolvable,
                },
                span: expected.span.clone(),
            });
        }
        if faults.is_empty() {
            Ok(expects)
        } else {
            Err(faults)
        }
    }

    fn warnings(&self, file: &[crate::source::syntax::Statement]) -> Vec<Fault> {
        let own = &self.own.layout.site;
        let mut starts: Vec<&[Label]> = Vec::new();
        starts.extend(self.start.as_deref());
        let mut others = false;
        for expect in &self.expects {
            if Arc::ptr_eq(&expect.board.ground, &self.own.ground) {
                starts.push(&expect.board.start);
            } else {
                others = true;
            }
        }
        let mut warnings = warnings::unused(file);
        // What is never made here may be made on a board of another shape.
        if !others && let Ok(grounded) = grounding::ground(&self.checked, own) {
            let goals: Vec<Span> = self.checked.goals.iter().map(|g| g.span.clone()).collect();
            warnings.extend(warnings::of(&grounded, &starts, &goals));
        }
        sorted(warnings)
    }

    /// The puzzle's name.
    pub fn name(&self) -> &str {
        &self.checked.name
    }

    /// The ground rules on the file's own board.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.own.ground
    }

    /// How states are drawn on the file's own board.
    pub fn layout(&self) -> &Arc<Layout> {
        &self.own.layout
    }

    /// The file's own start, if it has one.
    pub fn start(&self) -> Option<Instance> {
        Some(self.own.at(self.start.clone()?))
    }

    /// What the file expects, in the order of its lines.
    pub fn expects(&self) -> &[Expect] {
        &self.expects
    }

    /// Every board of `text` with its place, from its first symbol to its last.
    ///
    /// Boards are separated by blank lines. In a puzzle with a `board` of several
    /// rows a line that lists all cells is a board as well. A puzzle without a
    /// `board` takes boards of any size; then, and where a drawing fixes marks or
    /// pieces, a board may have ground rules of its own.
    ///
    /// # Errors
    /// All that is wrong with the first board that is none.
    pub fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let own = Some(&self.own.layout.site);
        let mut known = vec![self.own.clone()];
        let mut boards = Vec::new();
        for (board, span) in layout::boards(&self.checked, own, text)? {
            let board = self.instance(board, &mut known).map_err(|faults| {
                // Their places are in the puzzle's file, not in this text.
                let why = faults
                    .first()
                    .map_or(String::new(), |fault| fault.message.clone());
                let message = "the puzzle cannot be played on this board";
                Faults::from(Fault::new(span.clone(), message, why))
            })?;
            boards.push((board, span));
        }
        Ok(boards)
    }

    /// The puzzle on a board, grounded unless it is among the `known` ones.
    fn instance(&self, board: Board, known: &mut Vec<Grounds>) -> Result<Instance, Vec<Fault>> {
        let Board { site, state } = board;
        if let Some(grounds) = known.iter().find(|grounds| grounds.layout.site == site) {
            return Ok(grounds.at(state));
        }
        let grounds = Grounds::new(&self.checked, site, &self.alphabet)?;
        let instance = grounds.at(state);
        // Many different boards in one text are grounded again rather than kept.
        known.truncate(8);
        known.push(grounds);
        Ok(instance)
    }
}

impl Grounds {
    fn new(checked: &Checked, site: Site, alphabet: &Arc<Alphabet>) -> Result<Self, Vec<Fault>> {
        let Grounded { ground, .. } = grounding::ground(checked, &site)?;
        Ok(Self {
            ground: Arc::new(ground),
            layout: Arc::new(Layout::new(site, Arc::clone(alphabet))),
        })
    }

    fn at(&self, start: Vec<Label>) -> Instance {
        Instance {
            ground: Arc::clone(&self.ground),
            layout: Arc::clone(&self.layout),
            start,
        }
    }
}
