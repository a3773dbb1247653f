//! `fewest puzzles`: lists the built-in puzzles.

use std::io::Write;

use fewest::AnyPuzzle;
use fewest::library::{self, LibraryPuzzle};
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::session::Session;

pub(crate) fn run(session: &mut Session) -> Result<Exit, Failure> {
    let cards = fewest::families().iter().map(|family| family.info());
    if session.json {
        let puzzles: Vec<_> = cards
            .map(|card| {
                json!({
                    "name": card.name,
                    "summary": card.summary,
                    "sizes": card.sizes,
                    "notation": card.notation,
                    "moves": card.moves,
                    "options": card.options,
                    "example": card.example,
                })
            })
            .collect();
        writeln!(
            session.out(),
            "{}",
            json!({ "schema": "fewest/puzzles/1", "puzzles": puzzles, "library": of_library()? })
        )?;
        return Ok(Exit::Done);
    }
    for (i, card) in cards.enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(session.out(), "{gap}{}  {}", card.name, card.summary)?;
        let mut field = |name: &str, text: &str| {
            if text.is_empty() {
                return Ok(());
            }
            writeln!(session.out(), "  {name:<9} {text}")
        };
        field("sizes", card.sizes)?;
        field("board", card.notation)?;
        field("moves", card.moves)?;
        field("options", card.options)?;
        field("example", &card.example.replace('\n', "\n            "))?;
    }
    writeln!(
        session.out(),
        "\nThe library of puzzle files, each with a board of its own:\n"
    )?;
    for entry in library::all() {
        let (name, summary) = (entry.name, entry.summary());
        writeln!(session.out(), "  {name:<21} {summary}")?;
    }
    writeln!(
        session.out(),
        "\nThe path of a puzzle file stands for a puzzle wherever one is named; fewest new writes one,\n\
         fewest new --from NAME a copy of one of these."
    )?;
    Ok(Exit::Done)
}

/// Describes the puzzles of the library.
fn of_library() -> Result<Vec<Value>, Failure> {
    let entry = |entry: &LibraryPuzzle| {
        let puzzle = AnyPuzzle::named(entry.name);
        let puzzle = puzzle.map_err(|error| Failure::usage(error.to_string()))?;
        let card = puzzle.info();
        Ok(json!({
            "name": entry.name,
            "summary": entry.summary(),
            "sizes": card.sizes,
            "notation": card.notation,
            "moves": card.moves,
            "options": card.options,
            "example": card.example,
            "text": entry.text,
        }))
    };
    library::all().iter().map(entry).collect()
}
