//! What a position looks like, as checked data.

pub(crate) mod appearance;
pub(crate) mod cell;
pub(crate) mod changes;
pub(crate) mod data;
pub(crate) mod look;
pub(crate) mod scene;
