//! The judge POJ 1753, "Flip Game": the fewest presses that make a 4×4 board all black or all
//! white.
//!
//! There are only 65,536 boards, so all answers are computed in advance. A set of presses that
//! turns the white board into some board also turns that board white, and turns the complement of
//! that board black. So an answer takes one lookup, and most of the time is spent on reading the
//! input. Boards in the usual layouts are recognised a machine word at a time; text in any other
//! layout goes to the general reader.

use fewest_rules::Faults;

use super::board::touched;
use crate::judge::{Judge, Taken};
use crate::letters::{BoardLetters, CELLS, Letters};

/// The letters of a board: white is 0 and black is 1.
static ALPHABET: BoardLetters = BoardLetters::new(
    b"wb",
    "w or b",
    "the flip game has two symbols: w (white) and b (black)",
    &[],
);

/// The number of cells along a side.
const SIDE: usize = 4;
/// The answer for a board that no presses solve.
const IMPOSSIBLE: u8 = u8::MAX;
/// The answer for a board whose set of presses does not solve it.
const REFUTED: u8 = u8::MAX - 1;

/// What is reported of a refuted answer.
const NO_SOLUTION: &str = "a set of presses that does not make all cells alike";

/// Whether a set of `count` presses, made one after the other, makes all cells of `board` alike.
fn solves(presses: &[u16; CELLS], board: u16, set: u16, count: u8) -> bool {
    let (mut board, mut made) = (board, 0);
    for (cell, press) in presses.iter().enumerate() {
        if set >> cell & 1 == 1 {
            board ^= press;
            made += 1;
        }
    }
    made == count && (board == 0 || board == u16::MAX)
}

/// The judge of POJ 1753. The input consists of boards of 16 letters `w` and `b`. The output has
/// one line per board: the fewest moves, or `Impossible`.
///
/// The judge stores the answers for all boards, in 64 KiB.
#[derive(Debug, Clone)]
pub struct Poj1753 {
    answers: Vec<u8>,
}

impl Default for Poj1753 {
    fn default() -> Self {
        Self::new()
    }
}

impl Poj1753 {
    /// Computes the answers for all boards by enumerating all sets of presses. There are few boards,
    /// so each answer is replayed here and not when a case asks for it.
    pub fn new() -> Self {
        let presses: [u16; CELLS] =
            std::array::from_fn(|cell| touched(SIDE, SIDE, cell).map(|other| 1 << other).sum());
        let mut answers = vec![IMPOSSIBLE; 1 << CELLS];
        let mut sets = vec![0; 1 << CELLS];
        // The sets are enumerated in a Gray code, in which each set differs from the one before by
        // one press.
        let mut board = 0u16;
        let mut set = 0u16;
        for i in 1..=1u32 << CELLS {
            let weight = set.count_ones() as u8;
            for solved in [board, !board] {
                let answer = &mut answers[usize::from(solved)];
                if weight < *answer {
                    *answer = weight;
                    sets[usize::from(solved)] = set;
                }
            }
            let next = i.trailing_zeros() as usize % CELLS;
            set ^= 1 << next;
            board ^= presses[next];
        }
        for (board, (answer, set)) in (0..=u16::MAX).zip(answers.iter_mut().zip(sets)) {
            if *answer != IMPOSSIBLE && !solves(&presses, board, set, *answer) {
                *answer = REFUTED;
            }
        }
        Self { answers }
    }

    /// Appends the answer for `board`. Returns whether there is one that the replay confirmed.
    #[inline]
    fn print(&self, board: u16, out: &mut Vec<u8>) -> bool {
        match self.answers[usize::from(board)] {
            IMPOSSIBLE => out.extend_from_slice(b"Impossible\n"),
            REFUTED => return false,
            moves if moves < 10 => out.extend_from_slice(&[b'0' + moves, b'\n']),
            moves => out.extend_from_slice(format!("{moves}\n").as_bytes()),
        }
        true
    }
}

impl Judge for Poj1753 {
    fn name(&self) -> &'static str {
        "poj-1753"
    }

    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults> {
        let mut taken = Taken::default();
        loop {
            let (board, after) = match usual_layout(&input[taken.bytes..]) {
                Some((board, bytes)) => (board, taken.bytes + bytes),
                None => {
                    let mut letters = Letters::new(&ALPHABET, input, taken.bytes, end);
                    let board = letters.next()?;
                    let after = letters.position();
                    let Some(board) = board else {
                        taken.bytes = after;
                        return Ok(taken);
                    };
                    let black = (0..CELLS).map(|i| u16::from(board.cells[i]) << i);
                    (black.sum(), after)
                }
            };
            if !self.print(board, out) {
                taken.refuted = Some(NO_SOLUTION.to_owned());
                return Ok(taken);
            }
            taken.bytes = after;
            taken.cases += 1;
        }
    }
}

/// Reads the board at the start of `input` and returns it with the number of bytes it takes,
/// including one blank after it. Recognises only the most common layouts: rows separated by one
/// line end or one space, or all cells adjacent. If the result is `None`, the general reader must
/// decide whether there is a board.
#[inline]
fn usual_layout(input: &[u8]) -> Option<(u16, usize)> {
    // A line end may stand between two boards.
    let skip = match input {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    };
    let input = &input[skip..];
    let (board, bytes) = match input.get(SIDE)? {
        b'\n' | b' ' => (rows::<5>(input)?, 20),
        b'\r' => (rows::<6>(input)?, 24),
        _ => (rows::<4>(input)?, 17),
    };
    Some((board, skip + bytes))
}

/// Reads a board whose rows start every `STRIDE` bytes and end in a line end or a blank.
#[inline]
fn rows<const STRIDE: usize>(input: &[u8]) -> Option<u16> {
    let last = SIDE * STRIDE - 1;
    let bytes = input.get(..=last.max(CELLS))?;
    let word = |row: usize| {
        let start = row * STRIDE;
        u32::from_le_bytes([
            bytes[start],
            bytes[start + 1],
            bytes[start + 2],
            bytes[start + 3],
        ])
    };
    let separated = match STRIDE {
        4 => matches!(bytes[CELLS], b'\n' | b'\r' | b' '),
        5 => (1..=SIDE).all(|row| matches!(bytes[row * STRIDE - 1], b'\n' | b' ')),
        _ => (1..=SIDE).all(|row| bytes[row * STRIDE - 2..row * STRIDE] == *b"\r\n"),
    };
    let upper = u64::from(word(0)) | u64::from(word(1)) << 32;
    let lower = u64::from(word(2)) | u64::from(word(3)) << 32;
    let board = u16::from(eight_cells(upper)?) | u16::from(eight_cells(lower)?) << 8;
    separated.then_some(board)
}

/// Converts eight letters, the first in the lowest byte, into bits: 1 for `b`.
#[inline]
fn eight_cells(letters: u64) -> Option<u8> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const LOWER_CASE: u64 = EACH * 0x20;
    const WHITE: u64 = EACH * b'w' as u64;
    const DIFFERENCE: u64 = (b'w' ^ b'b') as u64;
    // Each byte is now 0 for w, DIFFERENCE for b, and something else for any other symbol.
    let different = (letters | LOWER_CASE) ^ WHITE;
    let black = different & EACH;
    if different != black * DIFFERENCE {
        return None;
    }
    // The multiplication moves bit 0 of byte i to bit i of the highest byte. No two terms meet in
    // one bit, so there are no carries.
    Some((black.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8)
}

#[cfg(test)]
mod tests {
    use super::{ALPHABET, Poj1753, solves, usual_layout};
    use crate::judge::Judge;
    use crate::letters::Letters;
    use proptest::prelude::*;

    /// The board that the general reader finds at the start of `input`.
    fn general(input: &[u8]) -> Option<u16> {
        let mut letters = Letters::new(&ALPHABET, input, 0, false);
        let board = letters.next().ok()??;
        Some((0..16).fold(0, |mask, i| mask | u16::from(board.cells[i]) << i))
    }

    fn nearly_a_board() -> impl Strategy<Value = Vec<u8>> {
        let symbol = prop::sample::select(b"wbWB\n\r x0\x00\xff7\"\x17\x02".to_vec());
        let separator = prop::sample::select(vec![&b"\n"[..], b"\r\n", b" ", b"", b"\n\n"]);
        (
            any::<u16>(),
            separator,
            prop::collection::vec((0usize..24, symbol), 0..3),
        )
            .prop_map(|(board, separator, changes)| {
                let mut text = Vec::new();
                for cell in 0..16 {
                    text.push(if board >> cell & 1 == 1 { b'b' } else { b'w' });
                    if cell % 4 == 3 {
                        text.extend_from_slice(separator);
                    }
                }
                text.extend_from_slice(b"\nw");
                for (at, symbol) in changes {
                    if let Some(byte) = text.get_mut(at) {
                        *byte = symbol;
                    }
                }
                text
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn the_usual_layouts_are_read_as_by_the_general_reader(text in nearly_a_board()) {
            if let Some((board, bytes)) = usual_layout(&text) {
                prop_assert_eq!(Some(board), general(&text));
                prop_assert_eq!(Some(board), general(&text[..bytes]), "it ends at byte {}", bytes);
            }
        }
    }

    #[test]
    fn the_usual_layouts_are_recognised() {
        for text in [
            "bwwb\nbbwb\nbwwb\nbwww\n",
            "bwwb bbwb bwwb bwww\n",
            "BWWB\r\nBBWB\r\nBWWB\r\nBWWW\r\n",
            "bwwbbbwbbwwbbwww\n",
            "\nbwwb\nbbwb\nbwwb\nbwww\n",
        ] {
            let (board, bytes) = usual_layout(text.as_bytes()).unwrap();
            assert_eq!(
                (board, bytes),
                (0b0001_1001_1011_1001, text.len()),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_set_is_replayed_press_by_press() {
        let presses = std::array::from_fn(|cell| 1 << cell);
        assert!(solves(&presses, 0b101, 0b101, 2));
        assert!(solves(&presses, !0b10, 0b10, 1));
        assert!(!solves(&presses, 0b101, 0b101, 3));
        assert!(!solves(&presses, 0b101, 0b001, 1));
        let mut judge = Poj1753::new();
        judge.answers[0b1001_1011] = super::REFUTED;
        let mut out = Vec::new();
        let input = b"wwww\nwwww\nwwww\nwwww\nbbwb\nbwwb\nwwww\nwwww\n";
        let taken = judge.answer(input, true, &mut out).unwrap();
        assert!(taken.refuted.is_some());
        assert_eq!((taken.cases, taken.bytes), (1, 20));
        assert_eq!(out, b"0\n");
    }

    #[test]
    fn the_answers_have_the_known_histogram() {
        let mut counts = [0; 256];
        for answer in Poj1753::new().answers {
            counts[usize::from(answer)] += 1;
        }
        assert_eq!(counts[..7], [2, 32, 228, 880, 1562, 1136, 256]);
        assert_eq!(counts[255], 61_440);
    }
}
