//! The judge of POJ 2286 (HDU 1667, UVa 1343).

use fewest_rules::Faults;

use super::board::DigitBoard;
use super::notation::{NextItem, blanks, front, is_blank};
use super::{MaskTable, Rotation};
use crate::judge::{Judge, Taken};

/// The judge of POJ 2286, "The Rotation Game". Each case has 24 numbers, and a single `0` ends the
/// input. Each answer has two lines: the moves, and the digit that they bring to the centre.
///
/// The answer is the alphabetically first of all shortest move sequences, whichever digit it brings
/// to the centre.
#[derive(Debug, Clone, Default)]
pub struct Poj2286 {
    table: MaskTable,
}

impl Poj2286 {
    /// Appends the answer for `board`.
    ///
    /// # Errors
    /// What is wrong with the answer.
    fn print(&mut self, board: DigitBoard, out: &mut Vec<u8>) -> Result<(), String> {
        let before = out.len();
        let written = self.table.write_moves(&Rotation::default(), board, out);
        let digit = written.ok_or("moves that do not solve the board")?;
        if out.len() == before {
            out.extend_from_slice(b"No moves needed");
        }
        out.extend_from_slice(&[b'\n', b'0' + digit.number(), b'\n']);
        Ok(())
    }
}

impl Judge for Poj2286 {
    fn name(&self) -> &'static str {
        "poj-2286"
    }

    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults> {
        let mut taken = Taken::default();
        loop {
            taken.bytes += blanks(&input[taken.bytes..]);
            let rest = &input[taken.bytes..];
            let (board, bytes) = match line(rest) {
                Some(board) => (board, LINE),
                None => match front(rest, end).map_err(|faults| faults.shifted(taken.bytes))? {
                    NextItem::Board(board, place) => (board, place.end),
                    NextItem::EndMark(after) => {
                        taken.bytes += after;
                        taken.finished = true;
                        return Ok(taken);
                    }
                    NextItem::Nothing | NextItem::More => return Ok(taken),
                },
            };
            if let Err(refuted) = self.print(board, out) {
                taken.refuted = Some(refuted);
                return Ok(taken);
            }
            taken.bytes += bytes;
            taken.cases += 1;
        }
    }
}

/// The number of bytes that 24 digits take if each is followed by a blank.
const LINE: usize = 48;

/// Reads the board at the start of `input` if it has the most common layout: 24 digits with one
/// space between them and a blank at the end.
///
/// Processes eight bytes at a time: four digits, each followed by a blank. If the result is `None`,
/// the text may still be valid in another layout.
#[inline]
fn line(input: &[u8]) -> Option<DigitBoard> {
    /// A word of eight bytes: four times the digit 0 and a space.
    const ZEROS: u64 = u64::from_le_bytes(*b"0 0 0 0 ");
    /// The low bit of each of the four digits.
    const LOW: u64 = 0x0001_0001_0001_0001;
    /// Moves the low bits of the digits to bits 48 to 51. Digit `i` is at bit `16 i`, and
    /// multiplying by bit `48 - 15 i` puts it at bit `48 + i`. No two partial products share a bit,
    /// so there are no carries.
    const GATHER: u64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3;

    let mut text = *input.first_chunk::<LINE>()?;
    if !is_blank(&text[LINE - 1]) {
        return None;
    }
    text[LINE - 1] = b' ';
    let (mut low, mut high, mut wrong) = (0, 0, 0);
    for (i, word) in text.as_chunks::<8>().0.iter().enumerate() {
        let digits = u64::from_le_bytes(*word) ^ ZEROS;
        // A bit of `wrong` is set for the digit 0, because it has neither of the two low bits, and
        // for every symbol that is not a digit from 0 to 3, because it has other bits.
        wrong |= digits & !(3 * LOW) | !(digits | digits >> 1) & LOW;
        let gather = |bits: u64| (bits.wrapping_mul(GATHER) >> 48 & 0xf) as u32;
        low |= gather(digits & LOW) << (4 * i);
        high |= gather(digits >> 1 & LOW) << (4 * i);
    }
    if wrong != 0 {
        return None;
    }
    DigitBoard::from_planes(low, high)
}
