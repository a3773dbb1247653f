//! The front end: text, tokens, syntax tree, checked puzzle, ground rules.

pub(crate) mod boards;
pub(crate) mod check;
pub(crate) mod checked;
pub(crate) mod drawing;
pub(crate) mod goals;
pub(crate) mod grounding;
pub(crate) mod layout;
pub(crate) mod lexer;
pub(crate) mod limits;
pub(crate) mod moves;
pub(crate) mod parser;
pub(crate) mod patterns;
pub(crate) mod permutation;
pub(crate) mod possible;
pub(crate) mod site;
pub(crate) mod syntax;
pub(crate) mod warnings;
