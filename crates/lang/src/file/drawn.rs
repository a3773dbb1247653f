//! A puzzle file in the puzzle language: its boards, each with its ground rules.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use fewest_rules::{Fault, Faults, sorted};

use super::{DrawnFile, Expect, Grounds, Instance, Outcome};
use crate::source::boards::{self, Board};
use crate::source::checked::Checked;
use crate::source::drawing::Alphabet;
use crate::source::grounding::{self, Grounded, Origins};
use crate::source::layout::Layout;
use crate::source::limits::MOST_STEPS;
use crate::source::possible::Possible;
use crate::source::site::Site;
use crate::source::syntax::Statement;
use crate::source::warnings;
use fewest_ground::Label;

/// A puzzle file in the puzzle language.
#[derive(Debug)]
pub(super) struct Drawn {
    pub(super) checked: Checked,
    /// On the file's own board, if it has one.
    own: Option<Grounds>,
    alphabet: Arc<Alphabet>,
    start: Option<Vec<Label>>,
    /// The last few that boards of their own needed.
    known: Mutex<Vec<Grounds>>,
}

impl DrawnFile {
    /// The puzzle, and of its own ground rules what they stem from.
    pub(super) fn drawn(checked: Checked) -> Result<(Self, Origins), Vec<Fault>> {
        let mut faults = Vec::new();
        let drawing = checked.start.as_ref();
        let start = drawing.and_then(|drawing| boards::drawn(&checked, drawing, None, &mut faults));
        let (site, start) = match (start, &checked.board) {
            (Some(board), _) => (Some(board.site), Some(board.state)),
            (None, Some(shape)) => (Some(boards::bare(&checked, shape)), None),
            (None, None) if faults.is_empty() => (None, None),
            (None, None) => return Err(faults),
        };
        let alphabet = Arc::new(checked.alphabet.clone());
        let (own, origins) = match site {
            Some(site) => {
                let starts: Vec<&[Label]> = start.as_deref().into_iter().collect();
                match grounding::ground(&checked, &site, &starts) {
                    Ok(mut grounded) if faults.is_empty() => {
                        grounded.ground.start.clone_from(&start);
                        let origins = std::mem::take(&mut grounded.origins);
                        (Some(Grounds::new(grounded, site, &alphabet)), origins)
                    }
                    Ok(_) => return Err(faults),
                    Err(more) => {
                        faults.extend(more);
                        return Err(faults);
                    }
                }
            }
            None => (None, Origins::default()),
        };
        let drawn = Drawn {
            own: own.clone(),
            alphabet,
            start: start.clone(),
            known: Mutex::default(),
            checked,
        };
        let read = Self {
            own: own.unwrap_or_else(|| drawn.nowhere()),
            start,
            expects: drawn.expectations()?,
            drawn: Arc::new(drawn),
        };
        Ok((read, origins))
    }
}

impl Grounds {
    fn new(grounded: Grounded, site: Site, alphabet: &Arc<Alphabet>) -> Self {
        Self {
            ground: Arc::new(grounded.ground),
            layout: Arc::new(Layout::new(site, Arc::clone(alphabet))),
            possible: grounded.possible.map(Arc::new),
        }
    }

    /// Whether they hold all rules that this board needs.
    fn suit(&self, board: &Board) -> bool {
        let holds = |possible: &Arc<Possible>| possible.holds(&board.state);
        self.possible.as_ref().is_none_or(holds) && self.layout.site == board.site
    }
}

impl Drawn {
    fn expectations(&self) -> Result<Vec<Expect>, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut work = 0;
        let mut expects = Vec::new();
        for expected in &self.checked.expects {
            let board = match (&expected.from, &self.start, &self.own) {
                (None, Some(start), Some(own)) => own.at(start.clone()),
                (None, ..) => {
                    let message = "nothing to expect this of";
                    let fault = Fault::new(expected.span.clone(), message, "the file has no start");
                    faults.push(fault.with_help("write 'from' and draw a board below"));
                    continue;
                }
                (Some(drawing), ..) => {
                    let drawn = boards::drawn(&self.checked, drawing, self.site(), &mut faults);
                    let Some(board) = drawn else { continue };
                    match self.instance(board, &mut work) {
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
        let Some(own) = &self.own else {
            return sorted(warnings);
        };
        if let Some(start) = &self.start {
            let Grounds { ground, layout, .. } = own;
            warnings.extend(warnings::several_places(file, ground, origins, start));
            warnings.extend(warnings::unmarked(&self.checked, &layout.site));
        }
        let here = |expect: &Expect| Arc::ptr_eq(&expect.board.ground, &own.ground);
        // What is never made here may be made on a board of another shape.
        if expects.iter().all(here) {
            let expected = expects.iter().map(|expect| &expect.board.start[..]);
            let starts: Vec<&[Label]> = self.start.as_deref().into_iter().chain(expected).collect();
            let (checked, site) = (&self.checked, &own.layout.site);
            warnings.extend(warnings::of(checked, site, &own.ground, origins, &starts));
        }
        sorted(warnings)
    }

    /// Every board of `text`, its lines and their place.
    pub(super) fn boards<'t>(&self, text: &'t str) -> Result<Vec<(&'t str, Range<usize>)>, Faults> {
        boards::boards(&self.checked, self.site(), text)
    }

    /// The puzzle on the board that these lines draw.
    pub(super) fn play(&self, lines: &str) -> Result<Instance, Faults> {
        let board = boards::read(&self.checked, self.site(), lines)?;
        self.instance(board, &mut 0).map_err(|faults| {
            // Their places are in the puzzle's file, not in this text.
            let why = faults
                .first()
                .map_or(String::new(), |fault| fault.message.clone());
            let message = "the puzzle cannot be played on this board";
            Faults::from(Fault::new(0..lines.len(), message, why))
        })
    }

    fn site(&self) -> Option<&Site> {
        self.own.as_ref().map(|own| &own.layout.site)
    }

    /// What a puzzle without a board of its own has in the place of ground rules.
    fn nowhere(&self) -> Grounds {
        let (ground, site) = grounding::nowhere(&self.checked);
        Grounds {
            ground: Arc::new(ground),
            layout: Arc::new(Layout::new(site, Arc::clone(&self.alphabet))),
            possible: None,
        }
    }

    /// The puzzle on a board, grounded unless it is known. What that takes is added to
    /// `work`, which is limited.
    fn instance(&self, board: Board, work: &mut usize) -> Result<Instance, Vec<Fault>> {
        // A list of whole grounds is whole, even if a thread died holding it.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let last = known().iter().rev().find(|g| g.suit(&board)).cloned();
        let own = self.own.as_ref().filter(|own| own.suit(&board));
        if let Some(grounds) = own.or(last.as_ref()) {
            return Ok(grounds.at(board.state));
        }
        let Board { site, state } = board;
        let grounded = grounding::from(&self.checked, &site, &[&state])?;
        *work += grounded.work;
        if *work > MOST_STEPS {
            let message = "too many boards that need ground rules of their own";
            return Err(vec![Fault::new(0..0, message, "split the text")]);
        }
        let grounds = Grounds::new(grounded, site, &self.alphabet);
        let instance = grounds.at(state);
        let mut known = known();
        if known.len() == MOST_KNOWN {
            known.remove(0);
        }
        known.push(grounds);
        Ok(instance)
    }
}

/// Ground rules that are kept for boards to come.
const MOST_KNOWN: usize = 8;
