//! Scenes and everything that is made of them.

mod colours;
mod films;
mod floors;
mod json;
mod pictures;
mod samples;
mod text;
