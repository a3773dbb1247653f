//! `fewest puzzles`: lists the puzzles, or describes one.

use std::io::Write;

use fewest::library::{self, LibraryPuzzle};
use fewest::{AnyPuzzle, PuzzleInfo, printable};
use serde_json::{Value, json};

use crate::args::PuzzlesArgs;
use crate::exit::{Exit, Failure};
use crate::input::{drawn, puzzle};
use crate::reading::{is_path, read_puzzle_named};
use crate::session::Session;

pub(crate) fn run(args: &PuzzlesArgs, session: &mut Session) -> Result<Exit, Failure> {
    match &args.puzzle {
        None => all(session),
        Some(name) => one(name, session),
    }
}

/// Describes one puzzle: its rules, as far as they are written down, and its notation.
fn one(name: &str, session: &mut Session) -> Result<Exit, Failure> {
    let (puzzle, rules, text) = match library::find(name).is_some() || is_path(name) {
        true => {
            let text = read_puzzle_named(name, session)?;
            let rules = library::description(&text.text);
            (drawn(&text, session)?, rules, Some(text.text))
        }
        false => (puzzle(name, session)?, String::new(), None),
    };
    let info = puzzle.info();
    let rules = if rules.is_empty() {
        info.summary.to_owned()
    } else {
        rules
    };
    if session.json {
        let mut line = card(puzzle.name(), &rules, &info);
        line["schema"] = "fewest/puzzle/1".into();
        if let Some(text) = text {
            line["text"] = text.into();
        }
        writeln!(session.out(), "{line}")?;
        return Ok(Exit::Done);
    }
    writeln!(session.out(), "{}", printable::line(puzzle.name()))?;
    for line in rules.lines() {
        writeln!(session.out(), "  {}", printable::line(line))?;
    }
    writeln!(session.out())?;
    fields(&info, session)?;
    Ok(Exit::Done)
}

fn all(session: &mut Session) -> Result<Exit, Failure> {
    let cards = fewest::families().iter().map(|family| family.info());
    if session.json {
        let puzzles: Vec<_> = cards
            .map(|info| card(info.name, info.summary, &info))
            .collect();
        writeln!(
            session.out(),
            "{}",
            json!({ "schema": "fewest/puzzles/1", "puzzles": puzzles, "library": of_library()? })
        )?;
        return Ok(Exit::Done);
    }
    for (i, info) in cards.enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(session.out(), "{gap}{}  {}", info.name, info.summary)?;
        fields(&info, session)?;
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
        "\nfewest puzzles NAME describes one of them. The path of a puzzle file stands for a puzzle\n\
         wherever one is named; fewest new writes one, fewest new --from NAME a copy of one of these."
    )?;
    Ok(Exit::Done)
}

/// Prints the sizes, the notation, the moves, the options and an example.
fn fields(info: &PuzzleInfo<'_>, session: &mut Session) -> Result<(), Failure> {
    for (name, text) in [
        ("sizes", info.sizes),
        ("board", info.notation),
        ("moves", info.moves),
        ("options", info.options),
        ("example", info.example),
    ] {
        for (i, line) in text.lines().enumerate() {
            let name = if i == 0 { name } else { "" };
            writeln!(session.out(), "  {name:<9} {}", printable::line(line))?;
        }
    }
    Ok(())
}

fn card(name: &str, summary: &str, info: &PuzzleInfo<'_>) -> Value {
    json!({
        "name": name,
        "summary": summary,
        "sizes": info.sizes,
        "notation": info.notation,
        "moves": info.moves,
        "options": info.options,
        "example": info.example,
    })
}

/// Describes the puzzles of the library.
fn of_library() -> Result<Vec<Value>, Failure> {
    let entry = |entry: &LibraryPuzzle| {
        let puzzle = AnyPuzzle::named(entry.name);
        let puzzle = puzzle.map_err(|error| Failure::usage(error.to_string()))?;
        let mut card = card(entry.name, entry.summary(), &puzzle.info());
        card["text"] = entry.text.into();
        Ok(card)
    };
    library::all().iter().map(entry).collect()
}
