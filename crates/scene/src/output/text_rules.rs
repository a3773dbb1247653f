//! The rules for the texts that a scene may contain.

use crate::error::SceneError;

/// Whether a terminal would interpret `c` or show nothing for it. Such characters are control
/// characters, line and paragraph separators, bidirectional formatting characters, and other
/// characters without width that do not change a neighbour. Variation selectors and combining marks
/// belong to the character before them, so they are printable.
pub fn is_unprintable(c: char) -> bool {
    matches!(
        c,
        '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
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
