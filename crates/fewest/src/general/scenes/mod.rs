//! Describes positions as scenes, from which pictures are made.

mod position;
pub(crate) mod words;

use fewest_rules::{Notation, Puzzle};
use fewest_scene::limits::{MAX_SCENE_CELLS, MAX_SCENES};
use fewest_scene::{Movement, Scene, SceneData, SceneError};

pub use position::{LegalMove, ShownPosition};
pub(crate) use position::{position, shows_moved};

/// Why positions cannot be drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScenesError {
    /// A position is too large, or one of its texts cannot be drawn.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The positions are too many or too large in total.
    #[error("the moves lead to {found} {what}; at most {most} can be drawn")]
    TooMany {
        /// What there are too many of: positions, or cells of all positions.
        what: &'static str,
        /// The number of positions or cells.
        found: usize,
        /// The greatest number of positions or cells that is allowed.
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
    ///
    /// # Errors
    /// The scenes are too many or too large.
    pub fn check(scenes: usize, cells: usize) -> Result<(), Self> {
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

/// A state of a game that can be shown and changed by moves. The functions that show games use this
/// trait instead of the type of the puzzle, so they are compiled once for all puzzles.
pub(crate) trait Shown {
    /// The scene of the state.
    fn scene(&self) -> SceneData;

    /// Whether the state is a goal.
    fn is_goal(&self) -> bool;

    /// Makes the move with the name `name`, if it is legal. Returns the scene after the move; the
    /// scene before the move is `before`.
    fn make(&mut self, name: &str, before: &Scene) -> Option<SceneData>;

    /// The names of the legal moves.
    fn legal_moves(&self) -> Vec<String>;

    /// Calls `visit` with the scene after each legal move; the scene of the state is `before`.
    fn each_next(&self, before: &Scene, visit: &mut dyn FnMut(SceneData));

    /// Finds the movements between two scenes.
    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement>;
}

/// A state of a puzzle whose type is known.
pub(crate) struct ShownState<'a, P: Puzzle, D> {
    /// Describes the states of the puzzle as scenes.
    pub depict: &'a D,
    /// The puzzle of the state.
    pub puzzle: &'a P,
    /// The state itself.
    pub state: P::State,
}

impl<P: Notation, D: Depict<P>> Shown for ShownState<'_, P, D> {
    fn scene(&self) -> SceneData {
        self.depict.scene(self.puzzle, self.state)
    }

    fn is_goal(&self) -> bool {
        self.puzzle.is_goal(self.state)
    }

    fn make(&mut self, name: &str, before: &Scene) -> Option<SceneData> {
        let m = self.puzzle.parse_move(name)?;
        if !self.puzzle.moves(self.state).any(|other| other == m) {
            return None;
        }
        self.state = self.puzzle.apply(self.state, m);
        Some(self.depict.scene_after(self.puzzle, before, m, self.state))
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.puzzle.moves(self.state);
        moves.map(|m| self.puzzle.name(m)).collect()
    }

    fn each_next(&self, before: &Scene, visit: &mut dyn FnMut(SceneData)) {
        for m in self.puzzle.moves(self.state) {
            let after = self.puzzle.apply(self.state, m);
            visit(self.depict.scene_after(self.puzzle, before, m, after));
        }
    }

    fn moved(&self, before: &Scene, now: &Scene) -> Vec<Movement> {
        self.depict.moved(before, now)
    }
}

/// Makes a scene from `data`, with the movements since the scene `before`.
fn scene_since(shown: &dyn Shown, before: &Scene, data: SceneData) -> Result<Scene, ScenesError> {
    let now = Scene::new(data)?;
    let moved = shown.moved(before, &now);
    Ok(now.with_moved(moved)?)
}

/// Makes the moves and calls `visit` with the scene before each of them. Returns the last scene.
fn play(
    shown: &mut dyn Shown,
    moves: &[String],
    visit: &mut dyn FnMut(Scene),
) -> Result<Scene, ScenesError> {
    let mut scene = Scene::new(shown.scene())?;
    ScenesError::check(moves.len() + 1, scene.row_count() * scene.column_count())?;
    for (name, number) in moves.iter().zip(1..) {
        let data = shown.make(name, &scene);
        let data = data.ok_or_else(|| ScenesError::Illegal {
            number,
            name: name.clone(),
        })?;
        let now = scene_since(shown, &scene, data)?;
        visit(std::mem::replace(&mut scene, now));
    }
    Ok(scene)
}

/// The scenes of the start and of the position after each move.
///
/// # Errors
/// Returns the same errors as [`AnyBoard::scenes`](crate::api::AnyBoard::scenes).
pub(crate) fn scenes(shown: &mut dyn Shown, moves: &[String]) -> Result<Vec<Scene>, ScenesError> {
    let mut scenes = Vec::with_capacity(moves.len() + 1);
    let last = play(shown, moves, &mut |scene| scenes.push(scene))?;
    scenes.push(last);
    Ok(scenes)
}
