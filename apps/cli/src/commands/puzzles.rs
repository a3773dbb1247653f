//! `fewest puzzles`: lists the built-in puzzles.

use std::io::Write;

use serde_json::json;

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
            json!({ "schema": "fewest/puzzles/1", "puzzles": puzzles })
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
        "\nThe path of a puzzle file stands for a puzzle wherever one is named; fewest new writes one."
    )?;
    Ok(Exit::Done)
}
