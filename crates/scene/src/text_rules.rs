//! Which texts a scene may contain.

use crate::error::SceneError;

/// Whether `c` moves a cursor, changes the direction of the text or shows nothing: control
/// characters, separators of lines and paragraphs, marks of direction, characters without width.
pub(crate) fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{fffe}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Checks the length and the characters of a text.
pub(crate) fn check(what: &'static str, text: &str, most: usize) -> Result<(), SceneError> {
    if let Some(found) = text.chars().find(|&c| is_unprintable(c)) {
        return Err(SceneError::Unprintable { what, found });
    }
    let found = text.chars().count();
    if found > most {
        return Err(SceneError::TooMany {
            what: "characters of a text",
            most,
            found,
        });
    }
    Ok(())
}
