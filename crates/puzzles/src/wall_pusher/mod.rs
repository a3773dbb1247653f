//! The Wall Pusher: walk out of a maze whose walls can be pushed.
//!
//! A step goes west, north, east or south. The player walks through open edges. If there is a wall
//! on the edge, the step pushes the wall one cell ahead and the player enters the next cell,
//! provided that the next edge in that direction exists and is open. So two walls in a row do not
//! move, nor does a wall of the border. A wall may be pushed onto a gap of the border, which closes
//! that exit. Leaving through an open edge of the border is a step and reaches the goal.
//!
//! | file | holds |
//! | --- | --- |
//! | `maze` | directions, the grid of cells and edges, the checked [`Maze`] |
//! | `notation`, `numbered`, `drawn` | its two notations |
//! | `puzzle` | [`WallPusher`], the puzzle for the general searches |
//! | `nearest_exit`, `relaxed`, `relaxed_state` | lower bounds |
//! | `walks`, `flood`, `layers`, `ways` | the method made for this puzzle |
//! | `make` | mazes of a wanted length, and the distances from all cells |
//! | `judge` | the contest's program |

mod drawn;
mod flood;
mod judge;
mod layers;
mod make;
mod maze;
mod nearest_exit;
mod notation;
mod numbered;
mod puzzle;
mod relaxed;
mod relaxed_state;
mod walks;
mod ways;

pub use judge::Uva10384;
pub use make::{distances, make};
pub use maze::{Compass, Maze};
pub use nearest_exit::NearestExit;
pub use notation::read;
pub use puzzle::WallPusher;
pub use relaxed::{Relaxation, Relaxed, relaxed};
pub use walks::solve;
pub use ways::ways;
