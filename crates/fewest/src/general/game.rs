//! Games of puzzles whose types are known.

use std::ops::Deref;

use fewest_rules::{Faults, Limits, Notation, Placed, Puzzle};
use fewest_scene::{Movement, Scene, SceneData};

use super::play::LARGEST_DRAWING;
use super::scenes::scene_since;
use super::state_graph::state_graph;
use crate::api::{Game, GraphError, ScenesError, StateGraph};

/// How states and moves of `P` are shown to people and read from them.
pub(crate) trait Presentation<P: Notation> {
    /// The scene of a state.
    fn scene(&self, puzzle: &P, state: P::State) -> SceneData;

    /// Makes the scene of `state`. The move `m` leads to this state from the state of the scene
    /// `before`.
    fn scene_after(&self, puzzle: &P, before: &Scene, m: P::Move, state: P::State) -> SceneData {
        let _ = (before, m);
        self.scene(puzzle, state)
    }

    /// Finds the movements between two scenes.
    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement> {
        now.moved_since(before)
    }

    /// See [`Game::read_moves`]; the moves are to be made from `state`.
    ///
    /// # Errors
    /// A word is not a move.
    fn read_moves(
        &self,
        puzzle: &P,
        state: P::State,
        text: &str,
    ) -> Result<Vec<Placed<String>>, Faults> {
        let _ = state;
        named_moves(puzzle, text)
    }

    /// The cost of a move, if moves have costs.
    fn cost(&self, puzzle: &P, state: P::State, m: P::Move) -> Option<u16> {
        let _ = (puzzle, state, m);
        None
    }

    /// See [`Game::endless`].
    fn endless(&self, puzzle: &P) -> Option<String> {
        let _ = puzzle;
        None
    }
}

/// The names of the moves written in `text` in the notation of the puzzle.
///
/// # Errors
/// A word is not a move.
pub(crate) fn named_moves<P: Notation>(
    puzzle: &P,
    text: &str,
) -> Result<Vec<Placed<String>>, Faults> {
    let moves = puzzle.parse_moves(text)?.into_iter();
    Ok(moves.map(|(m, span)| (puzzle.name(m), span)).collect())
}

/// A game of a puzzle whose type is known.
pub(crate) struct PuzzleGame<P: Puzzle, R, D> {
    puzzle: R,
    presentation: D,
    state: P::State,
    last: Option<P::Move>,
    cost: u32,
}

impl<P: Puzzle, R: Deref<Target = P>, D> PuzzleGame<P, R, D> {
    pub(crate) fn new(puzzle: R, presentation: D, start: P::State) -> Self {
        Self {
            puzzle,
            presentation,
            state: start,
            last: None,
            cost: 0,
        }
    }
}

impl<P, R, D> Game for PuzzleGame<P, R, D>
where
    P: Notation,
    R: Deref<Target = P>,
    D: Presentation<P>,
{
    fn draw(&self) -> String {
        self.puzzle.draw(self.state)
    }

    fn scene(&self, before: Option<&Scene>) -> Result<SceneData, ScenesError> {
        let (puzzle, state) = (&*self.puzzle, self.state);
        Ok(match before.zip(self.last) {
            Some((before, m)) => self.presentation.scene_after(puzzle, before, m, state),
            None => self.presentation.scene(puzzle, state),
        })
    }

    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement> {
        self.presentation.moved(before, now)
    }

    fn next_movements(&self, now: &Scene) -> Result<Vec<Vec<Movement>>, ScenesError> {
        let movements = self.puzzle.successors(self.state).map(|(m, after)| {
            let next = self.presentation.scene_after(&self.puzzle, now, m, after);
            Ok(scene_since(self, now, next)?.into_data().moved)
        });
        movements.collect()
    }

    fn is_goal(&self) -> bool {
        self.puzzle.is_goal(self.state)
    }

    fn letter_moves(&self) -> bool {
        self.puzzle.letter_moves()
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.puzzle.moves(self.state);
        moves.map(|m| self.puzzle.name(m)).collect()
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Placed<String>>, Faults> {
        self.presentation.read_moves(&self.puzzle, self.state, text)
    }

    fn make(&mut self, name: &str) -> bool {
        let named = self.puzzle.parse_move(name);
        let mut legal = self.puzzle.moves(self.state);
        let Some(m) = named.and_then(|named| legal.find(|&m| m == named)) else {
            return false;
        };
        drop(legal);
        let cost = self.presentation.cost(&self.puzzle, self.state, m);
        self.cost = self.cost.saturating_add(cost.unwrap_or(0).into());
        self.state = self.puzzle.apply(self.state, m);
        self.last = Some(m);
        true
    }

    fn cost(&self) -> u32 {
        self.cost
    }

    fn endless(&self) -> Option<String> {
        self.presentation.endless(&self.puzzle)
    }

    fn graph(&self, most: usize, limits: &Limits) -> Result<StateGraph, GraphError> {
        let cost = |state, m| self.presentation.cost(&self.puzzle, state, m);
        state_graph(&*self.puzzle, self.state, cost, most, limits)
    }
}

/// The drawings of the position and of the positions after each of `moves`, which must be legal.
/// `None` if a drawing is too large to be shown after every move.
pub(crate) fn drawings(game: &mut dyn Game, moves: &[String]) -> Option<Vec<String>> {
    let mut drawings = vec![game.draw()];
    if !fits_film(&drawings[0]) {
        return None;
    }
    for name in moves {
        if !game.make(name) {
            return None;
        }
        drawings.push(game.draw());
    }
    Some(drawings)
}

/// Whether a drawing is small enough to be shown after every move.
pub(crate) fn fits_film(drawing: &str) -> bool {
    let is_narrow = |line: &str| line.len() <= 2 * LARGEST_DRAWING;
    drawing.lines().count() <= LARGEST_DRAWING && drawing.lines().all(is_narrow)
}
