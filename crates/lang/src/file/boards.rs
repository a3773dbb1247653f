//! The ground rules of one puzzle on any number of boards.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_rules::{Fault, Faults};

use fewest_ground::{Ground, Label};

use super::Instance;
use crate::source::alphabet::PuzzleAlphabet;
use crate::source::boards::{self, BoardDrawing};
use crate::source::checked::CheckedPuzzle;
use crate::source::grounding::{self, GroundedPuzzle};
use crate::source::layout::BoardLayout;
use crate::source::limits::MOST_STEPS;
use crate::source::possible::PossibleLabels;
use crate::source::terrain::Terrain;

/// The number of boards whose ground rules are kept for later boards.
const MOST_KNOWN: usize = 8;

/// The ground rules of a puzzle on a board, and the layout with which its states are drawn.
#[derive(Debug, Clone)]
pub(super) struct BoardRules {
    pub(super) ground: Arc<Ground>,
    pub(super) layout: Arc<BoardLayout>,
    /// The labels that each position may have in a state that can be reached from the start. Rules
    /// that need other labels are missing from `ground`. `None` if no rule is missing.
    possible: Option<Arc<PossibleLabels>>,
}

impl BoardRules {
    pub(super) fn new(
        grounded: GroundedPuzzle,
        terrain: Terrain,
        alphabet: &Arc<PuzzleAlphabet>,
    ) -> Self {
        Self {
            ground: Arc::new(grounded.ground),
            layout: Arc::new(BoardLayout::new(terrain, Arc::clone(alphabet))),
            possible: grounded.possible.map(Arc::new),
        }
    }

    /// An empty set of rules, for a puzzle without a board.
    pub(super) fn nowhere(checked: &CheckedPuzzle, alphabet: &Arc<PuzzleAlphabet>) -> Self {
        let (ground, terrain) = grounding::nowhere(checked);
        Self {
            ground: Arc::new(ground),
            layout: Arc::new(BoardLayout::new(terrain, Arc::clone(alphabet))),
            possible: None,
        }
    }

    pub(super) fn at(&self, start: Vec<Label>) -> Instance {
        Instance {
            ground: Arc::clone(&self.ground),
            layout: Arc::clone(&self.layout),
            start,
        }
    }

    /// Whether these ground rules are complete for `board`, so that the board needs no ground rules
    /// of its own.
    fn suit(&self, board: &BoardDrawing) -> bool {
        let holds = |possible: &Arc<PossibleLabels>| possible.holds(&board.state);
        self.possible.as_ref().is_none_or(holds) && self.layout.terrain == board.terrain
    }
}

/// A checked puzzle, and its ground rules on the boards used so far.
#[derive(Debug)]
pub(super) struct PuzzleBoards {
    pub(super) checked: CheckedPuzzle,
    pub(super) alphabet: Arc<PuzzleAlphabet>,
    /// The ground rules on the board that the file itself declares or draws; `None` if there is no
    /// such board.
    pub(super) own: Option<BoardRules>,
    /// The ground rules of the last few boards that could not share the ground rules of another
    /// board.
    pub(super) known: Mutex<Vec<BoardRules>>,
}

impl PuzzleBoards {
    /// The terrain of the file's own board.
    pub(super) fn terrain(&self) -> Option<&Terrain> {
        self.own.as_ref().map(|own| &own.layout.terrain)
    }

    /// Grounds the puzzle on the board that these lines draw.
    pub(super) fn play(&self, lines: &str) -> Result<Instance, Faults> {
        let board = boards::read(&self.checked, self.terrain(), lines)?;
        self.instance(board, &mut 0).map_err(|faults| {
            // The places of these faults refer to the puzzle's file, not to the text of the board.
            let why = faults
                .into_iter()
                .next()
                .map_or(String::new(), |fault| fault.message);
            let message = "the puzzle cannot be played on this board";
            Faults::from(Fault::new(0..lines.len(), message, why))
        })
    }

    /// Returns the puzzle on a board. Grounds the puzzle on the board unless its ground rules are
    /// known, and adds the work of grounding to `work`, which is limited.
    pub(super) fn instance(
        &self,
        board: BoardDrawing,
        work: &mut usize,
    ) -> Result<Instance, Vec<Fault>> {
        // The list contains only complete rules, even if a thread panicked while it held the lock.
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let last = known()
            .iter()
            .rev()
            .find(|rules| rules.suit(&board))
            .cloned();
        let own = self.own.as_ref().filter(|own| own.suit(&board));
        if let Some(rules) = own.or(last.as_ref()) {
            return Ok(rules.at(board.state));
        }
        let BoardDrawing { terrain, state } = board;
        let grounded = grounding::from(&self.checked, &terrain, &[&state])?;
        *work += grounded.work;
        if *work > MOST_STEPS {
            let message = "too many boards that need ground rules of their own";
            return Err(vec![Fault::new(0..0, message, "split the text")]);
        }
        let rules = BoardRules::new(grounded, terrain, &self.alphabet);
        let instance = rules.at(state);
        let mut known = known();
        if known.len() == MOST_KNOWN {
            known.remove(0);
        }
        known.push(rules);
        Ok(instance)
    }
}
