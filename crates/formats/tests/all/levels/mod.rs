//! Tests the readers of levels: collections of Sokoban, lists of Rush Hour and of sliding tiles.

#![allow(clippy::unwrap_used)]

mod damaged;
mod hostile;
mod rush_hour;
mod sokoban;
mod tile_list;
