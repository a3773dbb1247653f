//! A path that visits all cells, line by line, with every second line backwards.

/// The lines of the board along which the path runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SnakeLines {
    Rows,
    Columns,
}

/// The cells in the order of the path.
///
/// If two neighbouring cells lie in different lines, the path from one to the other has an odd
/// number of steps: as many to the turn of the path as back from it, and one step across.
pub(super) fn snake(rows: usize, columns: usize, lines: SnakeLines) -> impl Iterator<Item = usize> {
    let length = match lines {
        SnakeLines::Rows => columns,
        SnakeLines::Columns => rows,
    };
    (0..rows * columns).map(move |place| {
        let (line, step) = (place / length, place % length);
        let at = if line % 2 == 0 {
            step
        } else {
            length - 1 - step
        };
        match lines {
            SnakeLines::Rows => line * columns + at,
            SnakeLines::Columns => at * columns + line,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns() {
        assert!(snake(3, 3, SnakeLines::Rows).eq([0, 1, 2, 5, 4, 3, 6, 7, 8]));
        assert!(snake(2, 3, SnakeLines::Columns).eq([0, 3, 4, 1, 2, 5]));
        assert!(snake(1, 4, SnakeLines::Columns).eq(0..4));
        assert!(snake(4, 1, SnakeLines::Columns).eq(0..4));
    }
}
