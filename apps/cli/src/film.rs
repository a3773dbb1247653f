//! Arranges the positions of a solution side by side, like a strip of film.

/// The number of columns between two pictures.
const GAP: usize = 3;
const MARGIN: &str = "  ";
const DEFAULT_WIDTH: usize = 80;

/// Arranges `pictures` in strips that are at most `width` columns wide, with `captions` above.
/// Lines have no trailing blanks, and strips are separated by an empty line.
pub(crate) fn strips(captions: &[String], pictures: &[String], width: usize) -> String {
    let column = captions
        .iter()
        .chain(pictures)
        .flat_map(|text| text.lines())
        .map(width_of)
        .max()
        .unwrap_or(0);
    let across = ((width.saturating_sub(MARGIN.len()) + GAP) / (column + GAP)).max(1);
    let mut out = String::new();
    for (captions, pictures) in captions.chunks(across).zip(pictures.chunks(across)) {
        if !out.is_empty() {
            out.push('\n');
        }
        line(&mut out, captions.iter().map(String::as_str), column);
        let height = pictures
            .iter()
            .map(|picture| picture.lines().count())
            .max()
            .unwrap_or(0);
        for row in 0..height {
            let cells = pictures
                .iter()
                .map(|picture| picture.lines().nth(row).unwrap_or_default());
            line(&mut out, cells, column);
        }
    }
    out
}

fn line<'a>(out: &mut String, cells: impl Iterator<Item = &'a str>, column: usize) {
    let mut text = MARGIN.to_owned();
    for cell in cells {
        let pad = column - width_of(cell) + GAP;
        text.push_str(cell);
        text.extend(std::iter::repeat_n(' ', pad));
    }
    out.push_str(text.trim_end());
    out.push('\n');
}

/// The number of columns that a line takes in a terminal. Escape sequences for colours take no
/// column.
fn width_of(line: &str) -> usize {
    let mut parts = line.split("\x1b[");
    let first = parts.next().unwrap_or_default().chars().count();
    let rest = parts.map(|part| part.split_once('m').map_or("", |(_, text)| text));
    first + rest.map(|text| text.chars().count()).sum::<usize>()
}

/// The number of columns of the terminal, or a default if stdout is not a terminal.
pub(crate) fn terminal_width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(DEFAULT_WIDTH, |(width, _)| usize::from(width.0))
}

#[cfg(test)]
mod tests {
    use super::strips;

    #[test]
    fn pictures_stand_side_by_side_and_wrap() {
        let captions = ["start", "1 a", "2 b"].map(str::to_owned);
        let pictures = ["x x\ny y", "x y\ny x", "y y\nx x"].map(str::to_owned);
        assert_eq!(
            strips(&captions, &pictures, 17),
            "  start   1 a\n  x x     x y\n  y y     y x\n\n  2 b\n  y y\n  x x\n"
        );
        let coloured = pictures.map(|text| format!("\x1b[38;5;1m{}\x1b[0m", &text[..3]));
        let lines = strips(&captions[..2], &coloured[..2], 17);
        assert!(lines.contains("x x\x1b[0m     \x1b["), "{lines:?}");
        let pictures = ["x x", "x y", "y y"].map(str::to_owned);
        assert_eq!(strips(&captions, &pictures, 1).matches("\n\n").count(), 2);
    }
}
