//! Puzzles as files, and boards for them that are the same in every run.

use std::fmt::Write;

/// A generator of numbers with the constants of D. E. Knuth's MMIX.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    /// The numbers from 1 to `n` in random order.
    pub(crate) fn shuffled(&mut self, n: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (1..=n).collect();
        for i in (1..n).rev() {
            numbers.swap(i, self.below(i + 1));
        }
        numbers
    }
}

/// Numbers with spaces between them.
fn line(numbers: impl IntoIterator<Item = usize>) -> String {
    let words: Vec<String> = numbers.into_iter().map(|n| n.to_string()).collect();
    words.join(" ")
}

/// A stack of pancakes. A move turns over some of the uppermost pancakes.
pub(crate) fn pancakes(count: usize) -> String {
    let all = line(1..=count);
    let mut text = format!("puzzle pancakes\nsymbols {all}\nboard 1x{count}\n");
    for flipped in 2..=count {
        let _ = writeln!(text, "move flip{flipped} = reverse r1c1..r1c{flipped}");
    }
    let _ = writeln!(text, "goal board\n  {all}\nstart\n  {all}");
    text
}

/// One board a line, with a blank line after each.
pub(crate) fn lines(boards: &[Vec<usize>]) -> String {
    let lines = boards
        .iter()
        .map(|board| line(board.iter().copied()) + "\n\n");
    lines.collect()
}

const RING: usize = 20;

/// A ring of twenty disks. A move turns over any four neighbours.
pub(crate) fn topspin() -> String {
    let all = line(1..=RING);
    let mut text = format!("puzzle ring\nsymbols {all}\nboard 1x{RING}\n");
    for first in 0..RING {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| (first + i) % RING + 1);
        let _ = writeln!(
            text,
            "move turn{} = cycle r1c{a} r1c{d}, cycle r1c{b} r1c{c}",
            first + 1
        );
    }
    let _ = writeln!(text, "goal board\n  {all}\nstart\n  {all}");
    text
}

/// A ring of twenty disks after this many random turns.
pub(crate) fn turned(random: &mut Random, turns: usize) -> Vec<usize> {
    let mut ring: Vec<usize> = (1..=RING).collect();
    for _ in 0..turns {
        let first = random.below(RING);
        ring.swap(first, (first + 3) % RING);
        ring.swap((first + 1) % RING, (first + 2) % RING);
    }
    ring
}

const CARRY: &str = "\
move carry(cell, ?from, ?to)
  left [?from | not ?from,?to* | end] -> [?to | not ?from,?to* | end]
";

/// A tower that is carried from the first peg to the last one.
pub(crate) fn pegs(pegs: usize, disks: usize) -> String {
    let names = &["A", "B", "C", "D"][..pegs];
    let (all, last) = (names.join(" "), names[pegs - 1]);
    let start = vec!["A"; disks].join(" ");
    format!(
        "puzzle pegs\nsymbols {all}\nboard 1x{disks}\n{CARRY}goal all {last}\nstart\n  {start}\n"
    )
}

/// Three towers on pegs of their own. Each is carried to the last peg.
pub(crate) fn towers(disks: usize) -> String {
    let start = format!("  {}\n", vec!["A"; disks].join(" ")).repeat(3);
    format!("puzzle towers\nsymbols A B C\nboard 3x{disks}\n{CARRY}goal all C\nstart\n{start}")
}

/// The solved cube, as the puzzle `cube-3` draws it, with a blank line after it.
pub(crate) const SOLVED_CUBE: &str = "\
. . . W W W . . . . . .
. . . W W W . . . . . .
. . . W W W . . . . . .
O O O G G G R R R B B B
O O O G G G R R R B B B
O O O G G G R R R B B B
. . . Y Y Y . . . . . .
. . . Y Y Y . . . . . .
. . . Y Y Y . . . . . .

";

/// A line with this many moves of the cube, no two of them next to each other of the same face.
pub(crate) fn scramble(random: &mut Random, moves: usize) -> String {
    let (mut line, mut last) = (String::new(), 6);
    for _ in 0..moves {
        let face = (last + 1 + random.below(if last < 6 { 5 } else { 6 })) % 6;
        let turn = ["", "2", "'"][random.below(3)];
        let _ = write!(line, "{}{turn} ", ["U", "R", "F", "D", "L", "B"][face]);
        last = face;
    }
    line.trim_end().to_owned() + "\n"
}
