//! A puzzle file in the puzzle language: its boards, each with its ground rules.

use std::ops::Range;
use std::sync::Arc;

use fewest_rules::{Fault, Faults, sorted};

use super::{DrawnFile, Expect, Grounds, Instance, Outcome};
use crate::source::boards::{self, Board};
use crate::source::checked::Checked;
use crate::source::drawing::Alphabet;
use crate::source::grounding::{self, Origins};
use crate::source::layout::Layout;
use crate::source::limits::MOST_TRIES;
use crate::source::syntax::Statement;
use crate::source::warnings;
use fewest_ground::Label;

/// A puzzle file in the puzzle language.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) checked: Checked,
    own: Grounds,
    alphabet: Arc<Alphabet>,
    start: Option<Vec<Label>>,
}

impl DrawnFile {
    /// The puzzle, and of its own ground rules what they stem from.
    pub(super) fn drawn(checked: Checked) -> Result<(Self, Origins), Vec<Fault>> {
        let mut faults = Vec::new();
        let drawing = checked.start.as_ref();
        let start = drawing.and_then(|drawing| boards::drawn(&checked, drawing, None, &mut faults));
        let (site, start) = match (start, &checked.board) {
            (Some(board), _) => (board.site, Some(board.state)),
            (None, Some(shape)) => (boards::bare(&checked, shape), None),
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
            drawn: Arc::new(drawn),
        };
        Ok((read, origins))
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
                    let drawn = boards::drawn(&self.checked, drawing, own, &mut faults);
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

    pub(super) fn warnings(
        &self,
        file: &[Statement],
        origins: &Origins,
        expects: &[Expect],
    ) -> Vec<Fault> {
        let mut warnings = warnings::symbols(file);
        warnings.extend(warnings::parameters(file, &self.checked.moves));
        if let Some(start) = &self.start {
            let Grounds { ground, layout } = &self.own;
            warnings.extend(warnings::several_places(file, ground, origins, start));
            warnings.extend(warnings::unmarked(&self.checked, &layout.site));
        }
        let own = |expect: &&Expect| Arc::ptr_eq(&expect.board.ground, &self.own.ground);
        // What is never made here may be made on a board of another shape.
        if expects.iter().all(|expect| own(&expect)) {
            let expected = expects.iter().map(|expect| &expect.board.start[..]);
            let starts: Vec<&[Label]> = self.start.as_deref().into_iter().chain(expected).collect();
            let Grounds { ground, layout } = &self.own;
            let (checked, site) = (&self.checked, &layout.site);
            warnings.extend(warnings::of(checked, site, ground, origins, &starts));
        }
        sorted(warnings)
    }

    pub(super) fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let own = Some(&self.own.layout.site);
        let mut known = Known::of(&self.own);
        let mut boards = Vec::new();
        for (board, span) in boards::boards(&self.checked, own, text)? {
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
