//! Finds the legal moves that the user can mean by an arrow key or by a click on a cell. They are
//! found by what each move would move, and by the cells and directions in the names of moves. A
//! direction is the side of a cell across which it leads.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use fewest::scene::{Cell, Movement, Side};
use fewest::{LegalMove, ShownPosition};

/// The direction that a word in the name of a move means.
fn named(word: &str) -> Option<Side> {
    Some(match word.to_ascii_lowercase().as_str() {
        "up" | "north" | "n" | "u" => Side::Top,
        "right" | "east" | "e" | "r" => Side::Right,
        "down" | "south" | "s" | "d" => Side::Bottom,
        "left" | "west" | "w" | "l" => Side::Left,
        _ => return None,
    })
}

/// The cell that the name of a move contains, such as row 2, column 3 in `press-r2c3`.
pub(crate) fn anchor(name: &str) -> Option<Cell> {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let cell = |word: &str| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        let index = |text: &str| text.parse::<u32>().ok()?.checked_sub(1);
        Some(Cell {
            row: index(row)?,
            column: index(column)?,
        })
    };
    words.into_iter().find_map(cell)
}

/// The movements of a move from one cell to another.
pub(crate) fn moving(m: &LegalMove) -> impl Iterator<Item = &Movement> {
    m.moved.iter().filter(|moved| moved.from != moved.to)
}

/// The direction in which a move takes the thing on `thing` or, if it does not move this thing, the
/// first thing that it moves. If the move moves nothing, returns the direction in its name.
pub(crate) fn direction(m: &LegalMove, thing: Option<Cell>) -> Option<Side> {
    let first = moving(m).find(|moved| Some(moved.from) == thing);
    let Some(moved) = first.or_else(|| moving(m).next()) else {
        let mut words = m.name.split(|c: char| !c.is_ascii_alphanumeric());
        return words.find_map(named);
    };
    let rows = i64::from(moved.to.row) - i64::from(moved.from.row);
    let columns = i64::from(moved.to.column) - i64::from(moved.from.column);
    match rows.abs().cmp(&columns.abs()) {
        Ordering::Equal => None,
        Ordering::Greater => Some(if rows < 0 { Side::Top } else { Side::Bottom }),
        Ordering::Less => Some(if columns < 0 { Side::Left } else { Side::Right }),
    }
}

/// The first cell of the piece that covers a cell, or the cell itself.
pub(crate) fn thing_at(position: &ShownPosition, cell: Cell) -> Cell {
    let mut pieces = position.scene.data().pieces.iter();
    let piece = pieces.find(|piece| piece.cells.contains(&cell));
    piece
        .and_then(|piece| piece.cells.iter().min().copied())
        .unwrap_or(cell)
}

/// The moves that a click on a cell can mean. Of the following kinds, the click means the first
/// that exists: moves of the thing on the cell, moves named after the cell, moves of a thing to the
/// cell, moves that change the cell in place.
pub(crate) fn moves_at(position: &ShownPosition, cell: Cell) -> Vec<&LegalMove> {
    let thing = thing_at(position, cell);
    let (from, to) = (cell, cell);
    let changed = Movement { from, to };
    let kinds: [&dyn Fn(&LegalMove) -> bool; 4] = [
        &|m| moving(m).any(|moved| moved.from == thing),
        &|m| anchor(&m.name) == Some(cell),
        &|m| moving(m).any(|moved| moved.to == cell),
        &|m| anchor(&m.name).is_none() && m.moved.contains(&changed),
    ];
    let of_kind = kinds.iter().map(|is_meant| {
        let meant = position.moves.iter().filter(|m| is_meant(m));
        meant.collect::<Vec<_>>()
    });
    let mut found = of_kind.filter(|moves| !moves.is_empty());
    found.next().unwrap_or_default()
}

/// The moves among `moves` that take the thing on `thing` in a direction. The move with the
/// shortest way comes first.
pub(crate) fn towards<'a>(
    moves: &[&'a LegalMove],
    thing: Cell,
    towards: Side,
) -> Vec<&'a LegalMove> {
    let mut found: Vec<&LegalMove> = moves.to_vec();
    found.retain(|m| direction(m, Some(thing)) == Some(towards));
    found.sort_by_key(|m| {
        let moved = m.moved.iter().find(|moved| moved.from == thing);
        moved.map_or(0, |moved| {
            moved.to.row.abs_diff(moved.from.row) + moved.to.column.abs_diff(moved.from.column)
        })
    });
    found
}

/// The move that each arrow key makes. `None` if arrow keys cannot make moves: a direction would
/// mean several moves, a move has no direction, or the names of the moves contain different cells.
pub(crate) fn arrows(position: &ShownPosition) -> Option<Vec<(Side, &LegalMove)>> {
    let anchors: BTreeSet<Option<Cell>> = position.moves.iter().map(|m| anchor(&m.name)).collect();
    if anchors.len() > 1 {
        return None;
    }
    let mut arrows: Vec<(Side, &LegalMove)> = Vec::new();
    for m in &position.moves {
        let towards = direction(m, None)?;
        if arrows.iter().any(|&(other, _)| other == towards) {
            return None;
        }
        arrows.push((towards, m));
    }
    (!arrows.is_empty()).then_some(arrows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::AnyPuzzle;

    const CARS: &str = "......\n.....B\nAA...B\n......\n......\n......";

    fn start(puzzle: &str, board: Option<&str>) -> ShownPosition {
        let puzzle = AnyPuzzle::named(puzzle).expect("the puzzle exists");
        let board = match board {
            Some(text) => puzzle.board(text),
            None => puzzle.start(),
        };
        let board = board.expect("the board fits");
        board.position(&[]).expect("the board can be drawn")
    }

    fn names(moves: &[&LegalMove]) -> Vec<String> {
        moves.iter().map(|m| m.name.clone()).collect()
    }

    #[test]
    fn arrows_move_where_each_means_one_move() {
        let sokoban = start("sokoban", Some("#####\n#@$.#\n#####"));
        let arrows = arrows(&sokoban).expect("one move for each direction");
        assert_eq!(arrows[0].0, Side::Right);
        let flip = start("flip", Some("w b\nb b"));
        assert!(super::arrows(&flip).is_none());
    }

    #[test]
    fn a_click_means_the_thing_there() {
        let tiles = start("tiles", Some("1 2 3\n4 _ 6\n7 5 8"));
        let found = moves_at(&tiles, Cell::new(2, 1));
        assert_eq!(names(&found), ["D"]);
        let flip = start("flip", Some("w b\nb b"));
        assert_eq!(names(&moves_at(&flip, Cell::new(1, 0))), ["r2c1"]);
        assert!(moves_at(&tiles, Cell::new(0, 0)).is_empty());
    }

    #[test]
    fn a_piece_moves_by_any_of_its_cells_and_the_nearest_way_first() {
        let cars = start("rush-hour", Some(CARS));
        let m = cars.moves.iter().find(|m| m.name.ends_with("-2"));
        let m = m.expect("some car can move two steps");
        let thing = m.moved[0].from;
        let piece = cars.scene.data().pieces.iter();
        let piece = piece.into_iter().find(|piece| piece.cells.contains(&thing));
        for &cell in &piece.expect("a car is a piece").cells {
            assert_eq!(thing_at(&cars, cell), thing);
            let all = moves_at(&cars, cell);
            let way = direction(m, Some(thing)).expect("cars move along a line");
            let found = names(&towards(&all, thing, way));
            assert!(found[0].ends_with("-1") && found[1] == m.name, "{found:?}");
        }
    }

    #[test]
    fn cells_are_found_in_names() {
        assert_eq!(anchor("press-r2c13"), Some(Cell::new(1, 12)));
        assert_eq!(anchor("r1c1"), Some(Cell::new(0, 0)));
        for none in ["up", "r0c1", "r1", "car1c2", "rc"] {
            assert_eq!(anchor(none), None, "{none}");
        }
    }
}
