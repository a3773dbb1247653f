//! Requests that all puzzles answer alike: functions that are generic over the puzzle, and the parts
//! of answers that do not depend on it.

pub(crate) mod game;
pub(crate) mod kept_tables;
pub(crate) mod layer_list;
pub(crate) mod near;
pub(crate) mod on_disk;
pub(crate) mod play;
pub(crate) mod ranked_space;
pub(crate) mod scenes;
pub(crate) mod state_graph;
