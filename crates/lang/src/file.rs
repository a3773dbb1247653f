//! A puzzle file, read and grounded.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rules::{Fault, Faults};

use crate::exchange::kpuzzle::{self, KPuzzle};
use crate::exchange::psvn;
use crate::exchange::sorted;
use crate::ground::{Ground, Label, Position};
use crate::source::check::check;
use crate::source::checked::Checked;
use crate::source::drawing::Alphabet;
use crate::source::grounding::{self, Origins};
use crate::source::layout::{self, Board, Layout};
use crate::source::lexer::{self, Span};
use crate::source::limits::{MOST_BYTES, MOST_TRIES};
use crate::source::parser;
use crate::source::syntax::Statement;
use crate::source::warnings;

/// A puzzle file without faults, in the puzzle language or in a format of another program.
#[derive(Debug, Clone)]
pub struct PuzzleFile {
    own: Grounds,
    start: Option<Vec<Label>>,
    expects: Vec<Expect>,
    boards: Boards,
}

/// How a file's boards are read.
#[derive(Debug, Clone)]
enum Boards {
    /// As drawings.
    Drawn(Arc<Drawn>),
    /// As vectors of labels.
    Psvn(Arc<psvn::Vectors>),
    /// As algorithms or patterns.
    KPuzzle(Arc<KPuzzle>),
}

/// A puzzle file in the puzzle language.
#[derive(Debug)]
struct Drawn {
    checked: Checked,
    own: Grounds,
    alphabet: Arc<Alphabet>,
    start: Option<Vec<Label>>,
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
/// let (file, warnings) = lang::read(text).expect("nothing is wrong with it");
/// assert!(warnings.is_empty());
/// assert_eq!(file.ground().moves, ["r1c1", "r1c2", "r1c3"]);
/// assert_eq!(file.expects()[0].outcome, lang::Outcome::Moves(2));
/// let boards = file.boards("w w b\n\nb b b\n").expect("two boards");
/// assert_eq!(boards[1].0.start, [1, 1, 1]);
///
/// let faults = lang::read(&text.replace("goal all w", "goal all x")).unwrap_err();
/// assert_eq!(faults[0].message, "unknown symbol 'x'");
/// ```
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
    if let Some(fault) = lexer::line_ends(text) {
        return Err(vec![fault]);
    }
    let mut faults = Vec::new();
    let file = parser::parse(text, &mut faults);
    let refused = |mut faults: Vec<Fault>| {
        faults.extend(lexer::hidden_symbol(text));
        Err(sorted(faults))
    };
    let Some(file) = file else {
        return refused(faults);
    };
    let unparsed = !faults.is_empty();
    let checked = check(&file, text.trim_end().len(), &mut faults);
    if unparsed {
        // A line that could not be read may hold what the others miss.
        faults.retain(|fault| !fault.message.starts_with("the puzzle has no "));
    }
    // A faulty puzzle is grounded as well, to tell what is wrong on its board.
    let (read, origins) = match PuzzleFile::new(checked) {
        Ok(read) if faults.is_empty() => read,
        Ok(_) => return refused(faults),
        Err(more) => {
            faults.extend(more);
            return refused(faults);
        }
    };
    let warned = match &read.boards {
        Boards::Drawn(drawn) => drawn.warnings(&file, &origins, &read.expects),
        Boards::Psvn(_) | Boards::KPuzzle(_) => Vec::new(),
    };
    Ok((read, warned))
}

/// Reads the puzzle file `text` in the format that the end of its `name` says: `.psvn`, `.json`
/// (KPuzzle), anything else the puzzle language.
///
/// # Errors
/// As [`read`], [`PuzzleFile::from_psvn`] and [`PuzzleFile::from_kpuzzle`].
pub fn read_named(name: &str, text: &str) -> Result<(PuzzleFile, Vec<Fault>), Vec<Fault>> {
    let path = Path::new(name);
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or(name);
    let file = match ending.to_ascii_lowercase().as_str() {
        "psvn" => PuzzleFile::from_psvn(stem, text)?,
        "json" => PuzzleFile::from_kpuzzle(text)?,
        _ => return read(text),
    };
    Ok((file, Vec::new()))
}

impl PuzzleFile {
    /// The puzzle, and of its own ground rules what they stem from.
    fn new(checked: Checked) -> Result<(Self, Origins), Vec<Fault>> {
        let mut faults = Vec::new();
        let drawing = checked.start.as_ref();
        let start = drawing.and_then(|drawing| layout::drawn(&checked, drawing, None, &mut faults));
        let (site, start) = match (start, &checked.board) {
            (Some(board), _) => (board.site, Some(board.state)),
            (None, Some(shape)) => (layout::bare(&checked, shape), None),
            (None, None) => return Err(faults),
        };
        let (mut ground, origins) = match grounding::ground(&checked, &site) {
            Ok(grounded) if faults.is_empty() => grounded,
            Ok(_) => return Err(faults),
            Err(more) => {
                faults.extend(more);
                return Err(faults);
            }
        };
        let alphabet = Arc::new(checked.alphabet.clone());
        ground.start.clone_from(&start);
        let own = Grounds {
            ground: Arc::new(ground),
            layout: Arc::new(Layout::new(site, Arc::clone(&alphabet))),
        };
        let drawn = Drawn {
            checked,
            own: own.clone(),
            alphabet,
            start: start.clone(),
        };
        let read = Self {
            own,
            start,
            expects: drawn.expectations()?,
            boards: Boards::Drawn(Arc::new(drawn)),
        };
        Ok((read, origins))
    }
    /// The PSVN file `text`, for which the format has no name.
    ///
    /// Its boards are vectors of labels, one after another; it has no start of
    /// its own. Rules of one label that exclude each other are one move.
    ///
    /// # Errors
    /// The first thing that is wrong in the text, has no meaning here (costs other than 1) or
    /// is too large.
    pub fn from_psvn(name: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, vectors) = psvn::read(name, text)?;
        let labels = vectors.labels();
        let layout = Layout::listed(&[labels.len()], labels);
        let boards = Boards::Psvn(Arc::new(vectors));
        Ok(Self::listed(ground, layout, boards))
    }

    /// The KPuzzle JSON `text`, as cubing.js and twsearch write twisty puzzles.
    ///
    /// The goal is its default pattern. Its boards are algorithms (`R U2 F'`, one a line),
    /// made from the default pattern, or a pattern in JSON; it has no start of its own.
    ///
    /// # Errors
    /// The first thing that is wrong in the text or too large.
    pub fn from_kpuzzle(text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, puzzle) = kpuzzle::read(text)?;
        let labels = |position: &Position| ground.domains[position.domain].labels.clone();
        let labels = ground.positions.iter().map(labels).collect();
        let layout = Layout::listed(&puzzle.rows(), labels);
        let boards = Boards::KPuzzle(Arc::new(puzzle));
        Ok(Self::listed(ground, layout, boards))
    }

    fn listed(ground: Ground, layout: Layout, boards: Boards) -> Self {
        Self {
            own: Grounds {
                ground: Arc::new(ground),
                layout: Arc::new(layout),
            },
            start: None,
            expects: Vec::new(),
            boards,
        }
    }

    /// The puzzle's name.
    pub fn name(&self) -> &str {
        &self.own.ground.name
    }

    /// Whether it has pieces, which cover several cells: not every way to lay
    /// labels on cells is then a board.
    pub fn has_pieces(&self) -> bool {
        match &self.boards {
            Boards::Drawn(drawn) => !drawn.checked.pieces.is_empty(),
            Boards::Psvn(_) | Boards::KPuzzle(_) => false,
        }
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
        let listed = match &self.boards {
            Boards::Drawn(drawn) => return drawn.boards(text),
            Boards::Psvn(vectors) => vectors.states(text)?,
            Boards::KPuzzle(puzzle) => puzzle.states(text, |drawn| self.own.layout.parse(drawn))?,
        };
        let board = |(state, span)| (self.own.at(state), span);
        Ok(listed.into_iter().map(board).collect())
    }
}

impl Drawn {
    fn expectations(&self) -> Result<Vec<Expect>, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut known = Known::of(&self.own);
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
                            let message = "the puzzle cannot be played on this board";
                            let label = "expected another board";
                            let fault = Fault::new(expected.span.clone(), message, label);
                            let context = more.into_iter().map(|fault| (fault.span, fault.message));
                            faults.push(
                                context.fold(fault, |fault, (span, why)| {
                                    fault.with_context(span, why)
                                }),
                            );
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

    fn warnings(&self, file: &[Statement], origins: &Origins, expects: &[Expect]) -> Vec<Fault> {
        let mut warnings = warnings::unused(file);
        let own = |expect: &&Expect| Arc::ptr_eq(&expect.board.ground, &self.own.ground);
        // What is never made here may be made on a board of another shape.
        if expects.iter().all(|expect| own(&expect)) {
            let expected = expects.iter().map(|expect| &expect.board.start[..]);
            let starts: Vec<&[Label]> = self.start.as_deref().into_iter().chain(expected).collect();
            let goals: Vec<Span> = self.checked.goals.iter().map(|g| g.span.clone()).collect();
            warnings.extend(warnings::of(&self.own.ground, origins, &starts, &goals));
        }
        sorted(warnings)
    }

    fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let own = Some(&self.own.layout.site);
        let mut known = Known::of(&self.own);
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
    fn instance(&self, board: Board, known: &mut Known) -> Result<Instance, Vec<Fault>> {
        let Board { site, state } = board;
        let mut last = known.grounds.iter().rev();
        if let Some(grounds) = last.find(|grounds| grounds.layout.site == site) {
            return Ok(grounds.at(state));
        }
        let (ground, origins) = grounding::ground(&self.checked, &site)?;
        known.work += origins.work;
        if known.work > MOST_TRIES {
            let message = "too many boards that need ground rules of their own";
            return Err(vec![Fault::new(0..0, message, "split the text")]);
        }
        let grounds = Grounds {
            ground: Arc::new(ground),
            layout: Arc::new(Layout::new(site, Arc::clone(&self.alphabet))),
        };
        let instance = grounds.at(state);
        // The file's own is kept, and the last few.
        if known.grounds.len() > MOST_KNOWN {
            known.grounds.remove(1);
        }
        known.grounds.push(grounds);
        Ok(instance)
    }
}

/// Ground rules that a text may need again.
const MOST_KNOWN: usize = 8;

/// Ground rules made for the boards of one text.
struct Known {
    grounds: Vec<Grounds>,
    /// What they took, which is limited in all.
    work: usize,
}

impl Known {
    fn of(own: &Grounds) -> Self {
        Self {
            grounds: vec![own.clone()],
            work: 0,
        }
    }
}

impl Grounds {
    fn at(&self, start: Vec<Label>) -> Instance {
        Instance {
            ground: Arc::clone(&self.ground),
            layout: Arc::clone(&self.layout),
            start,
        }
    }
}
