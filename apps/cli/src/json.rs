//! Answers as JSON for programs: the fields of an answer, after the schema and the puzzle.
//!
//! The names of fields are stable. Each object names its schema, such as `fewest/solve/1`; the
//! number at the end changes when a field changes its meaning.

use std::fmt;

use fewest::{Board, Expected};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An object, which is written on one line.
#[derive(Debug, Clone)]
pub(crate) struct JsonLine(Map<String, Value>);

impl JsonLine {
    /// An object of a schema: `fewest/solve/1` for `solve`.
    pub(crate) fn of_schema(name: &str) -> Self {
        let schema = format!("fewest/{name}/1");
        Self(Map::from_iter([("schema".to_owned(), schema.into())]))
    }

    /// The answer of a command for a puzzle.
    pub(crate) fn new(command: &str, puzzle: &str) -> Self {
        Self::of_schema(command).with("puzzle", puzzle)
    }

    /// Adds a field.
    pub(crate) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds a field if there is a value for it.
    pub(crate) fn with_some(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds the fields of an answer, or nothing if there is no answer.
    pub(crate) fn and(mut self, answer: &impl Serialize) -> Self {
        if let Value::Object(fields) = json!(answer) {
            self.0.extend(fields);
        }
        self
    }

    /// Adds what a collection of levels says about the board.
    pub(crate) fn of_level(self, board: &Board) -> Self {
        self.and(&board.level())
    }
}

impl fmt::Display for JsonLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        json!(self.0).fmt(f)
    }
}

/// What a puzzle file expects: a number of moves, two numbers, or `"unsolvable"`.
pub(crate) fn expected(expected: Expected) -> Value {
    match expected {
        Expected::Moves(first) => first.into(),
        Expected::Both(first, second) => json!([first, second]),
        Expected::Unsolvable => "unsolvable".into(),
    }
}
