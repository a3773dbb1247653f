//! The list of puzzles that the page offers.

use axum::http::StatusCode;
use fewest::OptionName;
use fewest::scene::{draw, svg};
use fewest::{AnyPuzzle, library};
use serde_json::{Value, json};

use super::refusal::{Refusal, Reply};
use super::request::{start, style};
use crate::options::PuzzleText;

/// The built-in puzzles, the puzzle files with which the server was started, and the puzzles of the
/// library.
#[derive(Debug, Clone)]
pub struct Catalogue {
    files: Vec<PuzzleText>,
    /// The number of files with which the server was started. They come first.
    named: usize,
}

impl Catalogue {
    /// Makes a catalogue of these files and of the library puzzles whose names do not occur among
    /// the files.
    pub fn new(files: &[PuzzleText]) -> Self {
        let named = files.len();
        let mut files = files.to_vec();
        for entry in library::all() {
            let name = format!("{}.fewest", entry.name);
            if files.iter().all(|file| file.name != name) {
                files.push(PuzzleText {
                    name,
                    text: entry.text.to_owned(),
                });
            }
        }
        Self { files, named }
    }

    /// The names, the descriptions and the texts of the files, as JSON.
    pub fn to_json(&self) -> Value {
        let built_in: Vec<Value> = AnyPuzzle::built_in().map(|puzzle| card(&puzzle)).collect();
        let files = self
            .files
            .iter()
            .map(|file| json!({ "name": file.name, "title": title(file), "text": file.text }));
        json!({
            "built_in": built_in,
            "files": files.collect::<Vec<_>>(),
            "named": self.named,
        })
    }

    /// A picture of the board that a puzzle comes with.
    ///
    /// # Errors
    /// No puzzle has this name, or the puzzle has no board that can be drawn.
    pub fn thumbnail(&self, name: &str, dark: bool) -> Result<Reply, Refusal> {
        let file = self.files.iter().find(|file| file.name == name);
        let puzzle = match file {
            Some(file) => AnyPuzzle::parse(&file.name, &file.text)?,
            None => AnyPuzzle::named(name)
                .map_err(|error| Refusal::new(StatusCode::NOT_FOUND, error.to_string()))?,
        };
        let scene = start(&puzzle, None)?.scene()?;
        let picture = draw(&scene, style(dark))?;
        Ok(Reply::File {
            content_type: "image/svg+xml",
            bytes: svg::render(&picture).into_bytes(),
        })
    }
}

/// The name that the file gives to its puzzle, or else the name of the file. The text is not parsed
/// to find this name, because it may be large.
fn title(file: &PuzzleText) -> &str {
    let mut lines = file.text.lines();
    let named = lines.find_map(|line| line.strip_prefix("puzzle ")?.split_whitespace().next());
    let stem = || {
        file.name
            .rsplit_once('.')
            .map_or(&*file.name, |(stem, _)| stem)
    };
    named.unwrap_or_else(stem)
}

/// Describes a built-in puzzle in JSON.
fn card(puzzle: &AnyPuzzle) -> Value {
    let info = puzzle.info();
    let scene = start(puzzle, None)
        .ok()
        .and_then(|board| board.scene().ok());
    let title = scene.and_then(|scene| scene.into_data().title);
    let accepts: Vec<&str> = info
        .accepts
        .iter()
        .filter_map(|option| match option {
            OptionName::Goal => Some("goal"),
            OptionName::Colours => Some("colours"),
            OptionName::First => Some("first"),
            OptionName::Heuristic | OptionName::Pattern | OptionName::Metric => None,
        })
        .collect();
    json!({
        "name": info.name,
        "title": title.unwrap_or_else(|| info.name.to_owned()),
        "summary": info.summary,
        "sizes": info.sizes,
        "notation": info.notation,
        "moves": info.moves,
        "accepts": accepts,
        "example": info.example,
    })
}
