//! Random boards of a warehouse, whose boxes are pushed to goals.

#![allow(clippy::unwrap_used)]

/// Numbers that look random (Marsaglia's xorshift).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
}

/// A warehouse of 5x6 cells inside its walls, with some boxes and goals for some of them.
pub(crate) fn warehouse(random: &mut Random) -> String {
    let (rows, columns) = (4 + random.below(2), 4 + random.below(3));
    let mut cells = vec![b'_'; rows * columns];
    let mut put = |random: &mut Random, what: u8| {
        let at = random.below(cells.len());
        cells[at] = match (cells[at], what) {
            (b'_', what) => what,
            (b'$', b'.') => b'*',
            (b'.', b'$') => b'*',
            (b'.', b'@') => b'+',
            (other, _) => other,
        };
    };
    (0..random.below(rows * columns / 3)).for_each(|_| put(random, b'#'));
    let boxes = 1 + random.below(3);
    (0..boxes).for_each(|_| put(random, b'$'));
    (0..boxes).for_each(|_| put(random, b'.'));
    if random.below(4) == 0 {
        put(random, b'o');
    }
    if random.below(4) == 0 {
        put(random, b'$');
    }
    put(random, b'@');
    let edge = "#".repeat(columns + 2);
    let mut lines = vec![edge.clone()];
    for row in cells.chunks(columns) {
        lines.push(format!("#{}#", String::from_utf8(row.to_vec()).unwrap()));
    }
    lines.push(edge);
    lines.join("\n")
}
