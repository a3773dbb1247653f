//! Why positions cannot be drawn.

use fewest_scene::SceneError;
use fewest_scene::limits::{MAX_SCENE_CELLS, MAX_SCENES};

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
