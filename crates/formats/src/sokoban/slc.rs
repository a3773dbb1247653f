//! Collections in XML, which several Sokoban programs write as `.slc`.
//!
//! ```text
//! <SokobanLevels><Title>Mine</Title>
//!   <LevelCollection Copyright="Ada">
//!     <Level Id="Cellar"> <L>#####</L> <L>#@$.#</L> <L>#####</L> </Level>
//!   </LevelCollection>
//! </SokobanLevels>
//! ```

use fewest_rules::{Fault, Faults};
use roxmltree::{Document, Node, ParsingOptions};

use super::reader::LevelReader;
use crate::level::Level;

/// A document may have at most this many elements, attributes and texts.
const MOST_NODES: u32 = 1 << 22;

/// Reads the levels of a text in XML; `None` for any other text.
pub(super) fn read(text: &str) -> Option<Result<Vec<Level>, Faults>> {
    let is_xml = text.trim_start().starts_with('<') && text.contains("<SokobanLevels");
    is_xml.then(|| levels(text))
}

fn levels(text: &str) -> Result<Vec<Level>, Faults> {
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let before: usize = text
            .split_inclusive('\n')
            .take((position.row as usize).saturating_sub(1))
            .map(str::len)
            .sum();
        let line = text[before..].lines().next().unwrap_or_default();
        let column = (position.col as usize).saturating_sub(1);
        let at = line.char_indices().nth(column);
        let at = before + at.map_or(line.len(), |(at, _)| at);
        Fault::new(at..at, format!("no valid XML: {error}"), "expected XML")
    })?;
    let mut reader = LevelReader::default();
    let mut named = Vec::new();
    for level in document.descendants() {
        if !level.has_tag_name("Level") || reader.is_done() {
            continue;
        }
        for row in level.children().filter(|node| node.has_tag_name("L")) {
            let line = row.text().unwrap_or_default().trim_end();
            let at = row
                .first_child()
                .map_or(row.range().start, |text| text.range().start);
            reader.line(at, line);
        }
        let count = reader.levels.len();
        reader.close();
        if reader.levels.len() > count {
            named.push(level);
        }
    }
    let mut levels = reader.finish()?;
    for (level, node) in levels.iter_mut().zip(named) {
        level.title = node.attribute("Id").and_then(stated);
        let collection = node.parent();
        level.author = collection.and_then(|node: Node| stated(node.attribute("Copyright")?));
    }
    Ok(levels)
}

/// A value that says something.
fn stated(value: &str) -> Option<String> {
    Some(value.trim().to_owned()).filter(|value| !value.is_empty())
}
