//! The stages of compilation: lines and tokens, syntax tree, checked puzzle, ground rules.

pub(crate) mod alphabet;
pub(crate) mod arrangement;
pub(crate) mod boards;
pub(crate) mod check;
pub(crate) mod checked;
pub(crate) mod depiction;
pub(crate) mod drawing;
pub(crate) mod expected;
pub(crate) mod grounding;
pub(crate) mod heading;
pub(crate) mod layout;
pub(crate) mod lexer;
pub(crate) mod limits;
pub(crate) mod numbers;
pub(crate) mod parser;
mod plural;
pub(crate) mod possible;
pub(crate) mod shape;
pub(crate) mod syntax;
pub(crate) mod terrain;
pub(crate) mod unknown;
pub(crate) mod walls;
pub(crate) mod warnings;
