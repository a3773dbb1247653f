//! Describes positions as scenes, from which pictures are made.

pub(crate) mod flip;
mod four_in_a_row;
mod position;
mod rotation;
mod tiles;
mod wall_pusher;

use fewest_rules::{Notation, Puzzle};
use fewest_scene::limits::{MAX_SCENE_CELLS, MAX_SCENES};
use fewest_scene::{Colour, Movement, Scene, SceneData, SceneError};

pub(crate) use position::position;
pub use position::{LegalMove, Position};

/// Why positions cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScenesError {
    /// A position is too large, or one of its texts cannot be drawn.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The positions are too many or too large in total.
    #[error("the moves lead to {found} {what}; at most {most} can be drawn")]
    TooMany {
        /// What is counted.
        what: &'static str,
        /// The number found.
        found: usize,
        /// The greatest number allowed.
        most: usize,
    },
    /// A move cannot be made.
    #[error("move {number}, {}, is not legal there", name.escape_debug())]
    Illegal {
        /// The number of the move, counted from 1.
        number: usize,
        /// The name of the move.
        name: String,
    },
    /// The board cannot be played.
    #[error("{0}")]
    Board(String),
    /// There is nothing to draw.
    #[error("there is nothing to draw")]
    Empty,
}

impl ScenesError {
    /// Checks that `scenes` scenes with `cells` cells each are not too large, before memory is
    /// allocated for them.
    fn check(scenes: usize, cells: usize) -> Result<(), Self> {
        let all = scenes.saturating_mul(cells);
        for (what, found, most) in [
            ("positions", scenes, MAX_SCENES),
            ("cells", all, MAX_SCENE_CELLS),
        ] {
            if found > most {
                return Err(Self::TooMany { what, found, most });
            }
        }
        Ok(())
    }
}

/// Describes the states of `P` as scenes.
pub(crate) trait Depict<P: Puzzle> {
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
}

/// The colour of the dark side of a disc.
const DARK: Colour = Colour::hex(0x2b323d);

/// The scenes of the built-in puzzles.
pub(crate) struct BuiltInScenes;

/// Returns the move with the name `name` if it is legal in `state`. `at` is the index of the move
/// in the list of moves.
///
/// # Errors
/// The move is not legal.
fn legal_move<P: Notation>(
    puzzle: &P,
    state: P::State,
    at: usize,
    name: &str,
) -> Result<P::Move, ScenesError> {
    let parsed = puzzle.parse_move(name);
    let legal = parsed.filter(|&m| puzzle.moves(state).any(|other| other == m));
    legal.ok_or_else(|| ScenesError::Illegal {
        number: at + 1,
        name: name.to_owned(),
    })
}

/// The scenes of the start and of the position after each move.
///
/// # Errors
/// Returns the same errors as [`AnyBoard::scenes`](crate::api::AnyBoard::scenes).
pub(crate) fn scenes<P: Notation>(
    depict: &impl Depict<P>,
    puzzle: &P,
    start: P::State,
    moves: &[String],
) -> Result<Vec<Scene>, ScenesError> {
    let first = Scene::new(depict.scene(puzzle, start))?;
    ScenesError::check(moves.len() + 1, first.row_count() * first.column_count())?;
    let mut state = start;
    let mut before = first;
    let mut scenes = Vec::with_capacity(moves.len() + 1);
    for (at, name) in moves.iter().enumerate() {
        let m = legal_move(puzzle, state, at, name)?;
        state = puzzle.apply(state, m);
        let now = Scene::new(depict.scene_after(puzzle, &before, m, state))?;
        let moved = depict.moved(&before, &now);
        scenes.push(std::mem::replace(&mut before, now.with_moved(moved)?));
    }
    scenes.push(before);
    Ok(scenes)
}
