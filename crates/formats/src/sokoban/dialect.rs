//! Levels with other characters for walls and boxes.
//!
//! ```text
//! XXXXX                       X wall, * box, & box on a goal; no # in the whole text
//! X@*.X
//! XXXXX
//! ```
//!
//! ```text
//! #####                       B box, where no box is drawn as $ or b; & box on a goal
//! #@B.#
//! #####
//! ```

/// The characters of rows beside walls and boxes that are drawn in another way.
const COMMON: &str = " -_@+.|()0123456789";
/// A text without this many rows of walls `X` has no levels with such walls.
const FEWEST_ROWS: usize = 3;

/// Redraws the rows of levels with the usual characters, one byte for one byte. `None` if the text
/// draws its levels as usual.
pub(super) fn redrawn(text: &str) -> Option<String> {
    let has_row = |wall: char, others: &str| {
        let rows = text.lines().filter(move |line| is_row(line, wall, others));
        rows.count()
    };
    if !text.contains('#') && has_row('X', "*&") >= FEWEST_ROWS {
        let usual = |c| match c {
            'X' => '#',
            '*' => '$',
            '&' => '*',
            other => other,
        };
        return Some(with_rows(text, 'X', "*&", usual));
    }
    let others = "pPbBo$*&";
    let drawn = |c: char| {
        let mut rows = text.lines().filter(|line| is_row(line, '#', others));
        rows.any(|row| row.contains(c))
    };
    let is_box = drawn('B') && !drawn('$') && !drawn('b');
    if !is_box && !drawn('&') {
        return None;
    }
    let usual = |c| match c {
        'B' if is_box => '$',
        '&' => '*',
        other => other,
    };
    Some(with_rows(text, '#', others, usual))
}

/// Whether a line is a row with a wall that has only these other characters and the common ones.
fn is_row(line: &str, wall: char, others: &str) -> bool {
    let fits = |c: char| c == wall || others.contains(c) || COMMON.contains(c);
    line.contains(wall) && line.trim_end().chars().all(fits)
}

/// The text with the characters of its rows replaced.
fn with_rows(text: &str, wall: char, others: &str, usual: impl Fn(char) -> char) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let is_row = is_row(line, wall, others);
        let usual = |c| if is_row { usual(c) } else { c };
        line.chars().map(usual).collect::<String>()
    });
    lines.collect()
}
