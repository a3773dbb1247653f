//! Tests the readers of levels: collections of Sokoban, lists of Rush Hour and of sliding tiles.

#![allow(clippy::unwrap_used)]

mod damaged;
mod hostile;
mod rush_hour;
mod rush_hour_variants;
mod sokoban;
mod sokoban_variants;
mod tile_list;
