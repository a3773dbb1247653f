//! The ground rules of a puzzle on any number of boards.

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

/// The number of boards whose ground rules are kept for boards to come.
const MOST_KNOWN: usize = 8;

/// A puzzle's ground rules on a board and how its states are drawn.
#[derive(Debug, Clone)]
pub(super) struct BoardRules {
    pub(super) ground: Arc<Ground>,
    pub(super) layout: Arc<BoardLayout>,
    /// The labels that each position may have, if rules were left out that need others.
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

    /// No rules on no board.
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

    /// Whether these are all rules that the board needs.
    fn suit(&self, board: &BoardDrawing) -> bool {
        let holds = |possible: &Arc<PossibleLabels>| possible.holds(&board.state);
        self.possible.as_ref().is_none_or(holds) && self.layout.terrain == board.terrain
    }
}

/// A checked puzzle and the ground rules on the boards that it was used on.
#[derive(Debug)]
pub(super) struct PuzzleBoards {
    pub(super) checked: CheckedPuzzle,
    pub(super) alphabet: Arc<PuzzleAlphabet>,
    /// The rules on the file's own board, if it has one.
    pub(super) own: Option<BoardRules>,
    /// The rules on the last boards that needed rules of their own.
    pub(super) known: Mutex<Vec<BoardRules>>,
}

impl PuzzleBoards {
    /// The file's own board.
    pub(super) fn terrain(&self) -> Option<&Terrain> {
        self.own.as_ref().map(|own| &own.layout.terrain)
    }

    /// The puzzle on the board that these lines draw.
    pub(super) fn play(&self, lines: &str) -> Result<Instance, Faults> {
        let board = boards::read(&self.checked, self.terrain(), lines)?;
        self.instance(board, &mut 0).map_err(|faults| {
            // The places of these faults are in the puzzle's file, not in this text.
            let why = faults
                .into_iter()
                .next()
                .map_or(String::new(), |fault| fault.message);
            let message = "the puzzle cannot be played on this board";
            Faults::from(Fault::new(0..lines.len(), message, why))
        })
    }

    /// The puzzle on a board, which is grounded unless its rules are known. The work is added to
    /// `work`, which is limited.
    pub(super) fn instance(
        &self,
        board: BoardDrawing,
        work: &mut usize,
    ) -> Result<Instance, Vec<Fault>> {
        // The list holds only complete rules, even if a thread panicked while it held the lock.
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
