//! Ground rules of the founding puzzles, built by hand.

#![allow(dead_code)] // Each test takes what it needs.

use fewest_ground::{
    Consequences, Domain, Ground, Label, LabelSet, Position, Rule, Test, Value, Write,
};

/// Begins a puzzle: one domain of cells.
pub(crate) fn ground(name: &str, labels: &str, cells: usize) -> Ground {
    Ground {
        name: name.to_owned(),
        domains: vec![domain(labels)],
        positions: (0..cells)
            .map(|cell| Position {
                name: format!("c{cell}"),
                domain: 0,
            })
            .collect(),
        moves: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: None,
        measure: None,
        consequences: Consequences::default(),
    }
}

pub(crate) fn domain(labels: &str) -> Domain {
    Domain {
        labels: labels.split_whitespace().map(str::to_owned).collect(),
    }
}

pub(crate) fn is(position: usize, label: Label) -> Test {
    within(position, &[label])
}

pub(crate) fn within(position: usize, labels: &[Label]) -> Test {
    Test::In {
        position,
        labels: LabelSet(labels.iter().fold(0, |set, label| set | 1 << label)),
    }
}

pub(crate) fn put(position: usize, label: Label) -> Write {
    Write {
        position,
        value: Value::Label(label),
    }
}

pub(crate) fn copy(position: usize, from: usize, plus: Label) -> Write {
    Write {
        position,
        value: Value::Of {
            position: from,
            plus,
        },
    }
}

pub(crate) fn add(ground: &mut Ground, name: &str, tests: Vec<Test>, writes: Vec<Write>) {
    if ground.moves.last().map(String::as_str) != Some(name) {
        ground.moves.push(name.to_owned());
    }
    let of = ground.moves.len() - 1;
    ground.rules.push(Rule {
        of,
        tests,
        writes,
        cost: 1,
    });
}

/// Up, left, right, down.
const DIRECTIONS: [(isize, isize, &str); 4] =
    [(-1, 0, "n"), (0, -1, "w"), (0, 1, "e"), (1, 0, "s")];

fn beside(
    rows: usize,
    columns: usize,
    cell: usize,
    d: (isize, isize, &str),
    times: isize,
) -> Option<usize> {
    let row = (cell / columns).checked_add_signed(d.0 * times)?;
    let column = (cell % columns).checked_add_signed(d.1 * times)?;
    (row < rows && column < columns).then_some(row * columns + column)
}

/// Presses add one to a cell and those beside it, modulo the number of labels.
pub(crate) fn flip(rows: usize, columns: usize, labels: &str) -> Ground {
    let mut flip = ground("flip", labels, rows * columns);
    for cell in 0..rows * columns {
        let near = DIRECTIONS
            .iter()
            .filter_map(|&d| beside(rows, columns, cell, d, 1));
        let writes = near.chain([cell]).map(|c| copy(c, c, 1)).collect();
        add(&mut flip, &format!("press-{cell}"), vec![], writes);
    }
    for label in 0..flip.domains[0].labels.len() as Label {
        flip.goals
            .push((0..rows * columns).map(|c| is(c, label)).collect());
    }
    flip
}

/// Sliding tiles; label 0 is the blank.
pub(crate) fn tiles(rows: usize, columns: usize) -> Ground {
    let cells = rows * columns;
    let labels: Vec<String> = (0..cells).map(|label| label.to_string()).collect();
    let mut tiles = ground("tiles", &labels.join(" "), cells);
    for cell in 0..cells {
        for d in DIRECTIONS {
            if let Some(other) = beside(rows, columns, cell, d, 1) {
                let writes = vec![copy(cell, other, 0), put(other, 0)];
                add(
                    &mut tiles,
                    &format!("slide-{cell}-{}", d.2),
                    vec![is(cell, 0)],
                    writes,
                );
            }
        }
    }
    tiles.goals.push(
        (0..cells)
            .map(|c| is(c, ((c + 1) % cells) as Label))
            .collect(),
    );
    tiles
}

pub(crate) const BLACK: Label = 0;
pub(crate) const WHITE: Label = 1;
pub(crate) const BLANK: Label = 2;

/// Four in a row on 4×4; position 16 is the turn: any, black, white.
pub(crate) fn four() -> Ground {
    let mut four = ground("four", "B W O", 16);
    four.domains.push(domain("any B W"));
    four.positions.push(Position {
        name: "turn".to_owned(),
        domain: 1,
    });
    for cell in 0..16 {
        for d in DIRECTIONS {
            if let Some(other) = beside(4, 4, cell, d, 1) {
                for (piece, own, next) in [(BLACK, 1, 2), (WHITE, 2, 1)] {
                    let tests = vec![is(cell, piece), is(other, BLANK), within(16, &[0, own])];
                    let writes = vec![put(cell, BLANK), put(other, piece), put(16, next)];
                    add(&mut four, &format!("slide-{cell}-{}", d.2), tests, writes);
                }
            }
        }
    }
    let lines = (0..4)
        .flat_map(|i| {
            [
                [0, 1, 2, 3].map(|j| 4 * i + j),
                [0, 1, 2, 3].map(|j| 4 * j + i),
            ]
        })
        .chain([[0, 5, 10, 15], [3, 6, 9, 12]]);
    for line in lines {
        for piece in [BLACK, WHITE] {
            four.goals.push(line.map(|c| is(c, piece)).to_vec());
        }
    }
    four
}

/// The rotation game.
pub(crate) fn rotation() -> Ground {
    let mut rotation = ground("rotation", "1 2 3", 24);
    let lines: [(&str, [usize; 7]); 4] = [
        ("A", [23, 21, 16, 12, 7, 3, 1]),
        ("B", [24, 22, 18, 13, 9, 4, 2]),
        ("C", [5, 6, 7, 8, 9, 10, 11]),
        ("D", [14, 15, 16, 17, 18, 19, 20]),
    ];
    let turn = |line: [usize; 7], back: bool| {
        (0..7)
            .map(|i| {
                let (from, to) = (line[i] - 1, line[(i + 1) % 7] - 1);
                if back {
                    copy(from, to, 0)
                } else {
                    copy(to, from, 0)
                }
            })
            .collect::<Vec<_>>()
    };
    for (name, line) in lines {
        add(&mut rotation, name, vec![], turn(line, false));
    }
    for (name, of) in [("E", 1), ("F", 0), ("G", 3), ("H", 2)] {
        add(&mut rotation, name, vec![], turn(lines[of].1, true));
    }
    let centre = [7, 8, 9, 12, 13, 16, 17, 18];
    rotation.goals.push(
        centre
            .windows(2)
            .map(|w| Test::Same {
                one: w[0] - 1,
                other: w[1] - 1,
            })
            .collect(),
    );
    rotation
}

/// Numbers in a row, of which moves reverse those from one position to another.
pub(crate) fn reversals(numbers: usize, windows: impl Iterator<Item = Vec<usize>>) -> Ground {
    let labels: Vec<String> = (1..=numbers).map(|label| label.to_string()).collect();
    let mut row = ground("reversals", &labels.join(" "), numbers);
    for (number, window) in windows.enumerate() {
        let back = window.iter().rev();
        let writes = window.iter().zip(back).filter(|(to, from)| to != from);
        let writes = writes.map(|(&to, &from)| copy(to, from, 0)).collect();
        add(&mut row, &format!("turn-{number}"), vec![], writes);
    }
    let goal = (0..numbers).map(|cell| is(cell, cell as Label));
    row.goals.push(goal.collect());
    row
}

/// Numbers in a row, of which each move carries those at some positions to the next of these
/// positions, and the last one to the first.
pub(crate) fn cycles(numbers: usize, cycles: impl Iterator<Item = Vec<usize>>) -> Ground {
    let mut row = reversals(numbers, std::iter::empty());
    for (number, cycle) in cycles.enumerate() {
        let next = cycle.iter().cycle().skip(1);
        let writes = cycle.iter().zip(next).map(|(&from, &to)| copy(to, from, 0));
        add(
            &mut row,
            &format!("cycle-{number}"),
            vec![],
            writes.collect(),
        );
    }
    row
}

/// Pancakes: moves reverse the first of them.
pub(crate) fn pancakes(numbers: usize) -> Ground {
    reversals(numbers, (2..=numbers).map(|flipped| (0..flipped).collect()))
}

/// A ring of numbers: moves reverse any four that follow one another. The ring is a goal however it
/// is turned.
pub(crate) fn ring(numbers: usize) -> Ground {
    let window = move |first| (first..first + 4).map(|cell| cell % numbers).collect();
    let mut ring = reversals(numbers, (0..numbers).map(window));
    let turned = |by: usize| (0..numbers).map(move |c| is(c, ((c + by) % numbers) as Label));
    ring.goals = (0..numbers).map(|by| turned(by).collect()).collect();
    ring
}

/// Tokens that hop from cell to cell: around a ring in both directions to the last but two and the last
/// cell, or along a one-way street to the third and the fourth cell.
pub(crate) fn hopping(cells: usize, ring: bool) -> Ground {
    let mut hopping = ground("hopping", "_ o", cells);
    let forward = (0..cells).map(|cell| (cell, (cell + 1) % cells));
    for (from, to) in forward {
        for (from, to) in [(from, to), (to, from)] {
            if ring || from < to && to - from == 1 {
                let name = format!("hop-{from}-{to}");
                let tests = vec![is(from, 1), is(to, 0)];
                add(&mut hopping, &name, tests, vec![put(from, 0), put(to, 1)]);
            }
        }
    }
    let goals = if ring { [cells - 3, cells - 1] } else { [2, 3] };
    hopping.goals.push(goals.map(|cell| is(cell, 1)).to_vec());
    hopping
}

/// Towers of Hanoi that have nothing in common; a position is a disk, small ones first in its
/// tower, and says on which of three pegs the disk lies.
pub(crate) fn hanoi(towers: usize, disks: usize) -> Ground {
    let mut hanoi = ground("hanoi", "A B C", towers * disks);
    for disk in 0..towers * disks {
        let smaller = disk / disks * disks..disk;
        for (from, to) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            let others = smaller.clone().map(|other| is(other, 3 - from - to));
            let tests = others.chain([is(disk, from)]).collect();
            let name = format!("carry-{disk}-{from}-{to}");
            add(&mut hanoi, &name, tests, vec![put(disk, to)]);
        }
    }
    hanoi
        .goals
        .push((0..towers * disks).map(|d| is(d, 2)).collect());
    hanoi
}

pub(crate) const YOU: Label = 0;
pub(crate) const ROOM: Label = 1;
pub(crate) const OPEN: Label = 2;
pub(crate) const WALL: Label = 3;

/// The wall pusher: rooms with slots drawn between them, and posts.
pub(crate) fn wall(rows: usize, columns: usize) -> Ground {
    let (high, wide) = (2 * rows + 1, 2 * columns + 1);
    let mut wall = ground("wall", "@ . _ x +", high * wide);
    for d in DIRECTIONS {
        for cell in 0..high * wide {
            let at = |times| beside(high, wide, cell, d, times);
            let name = format!("walk-{}", d.2);
            if let (Some(a), Some(b)) = (at(1), at(2)) {
                let tests = vec![is(cell, YOU), is(a, OPEN), is(b, ROOM)];
                add(&mut wall, &name, tests, vec![put(cell, ROOM), put(b, YOU)]);
            }
            if let (Some(a), Some(b), Some(c)) = (at(1), at(2), at(3)) {
                let tests = vec![is(cell, YOU), is(a, WALL), is(b, ROOM), is(c, OPEN)];
                let writes = vec![put(cell, ROOM), put(a, OPEN), put(b, YOU), put(c, WALL)];
                add(&mut wall, &name, tests, writes);
            }
            if let (Some(a), None) = (at(1), at(2)) {
                let tests = vec![is(cell, YOU), is(a, OPEN)];
                add(&mut wall, &name, tests, vec![put(cell, ROOM), put(a, YOU)]);
            }
        }
    }
    for cell in 0..high * wide {
        let (row, column) = (cell / wide, cell % wide);
        if row == 0 || column == 0 || row + 1 == high || column + 1 == wide {
            wall.goals.push(vec![is(cell, YOU)]);
        }
    }
    wall
}

/// The labels of a drawing, white space apart.
pub(crate) fn labels(ground: &Ground, drawing: &str) -> Vec<Label> {
    let names = &ground.domains[0].labels;
    drawing
        .split_whitespace()
        .map(|word| names.iter().position(|name| name == word).unwrap() as Label)
        .collect()
}

pub(crate) const WALLS: &str = "
  + x + x + x + x + x + x +
  x @ x . _ . x . _ . _ . x
  + x + _ + _ + x + _ + x +
  x . _ . x . _ . x . _ . x
  + _ + x + _ + _ + x + _ +
  x . _ . x . x . _ . x . _
  + x + _ + x + _ + x + _ +
  x . _ . _ . _ . x . _ . x
  + x + x + x + x + x + x +";
