//! The states of a layer within a segment, as a compressed list of places (positions within the
//! segment).
//!
//! A segment is cut into blocks of [`BLOCK`] places. A block without states takes no bytes. Any
//! other block has the number of empty blocks before it (7 bits a byte, the lowest first), its
//! number of states in two bytes, and then whichever is shorter: a bitmap, or a byte for each state
//! with the number of places that lie between it and the state before. In this number, the byte 255
//! means 255 places more and is followed by another byte.
//!
//! So a list never takes more than a bit for each place of the segment and some bytes per block.
//! Where states are rare, a list takes about a byte per state.

/// The number of places (positions within a segment) in a block. A compressed list is written block
/// by block.
const BLOCK: usize = 2048;
const BLOCK_BYTES: usize = BLOCK / 8;
/// The number of 64-bit words in the bitmap of a block.
const WORDS: usize = BLOCK / 64;
/// A block with at least this many states is stored as a bitmap, because a list of the gaps between
/// its states may take as many bytes.
const LEAST_IN_BITMAP: usize = BLOCK_BYTES - BLOCK / FAR as usize - 1;
/// The number of cells in a word. A cell is the two bits of a state in memory, which hold a code
/// for its layer (`enumeration/cells.rs`).
const CELLS: usize = 32;
pub(crate) const LOW_BITS: u64 = 0x5555_5555_5555_5555;
/// In a list of the gaps between states, this byte stands for 255 places without a state. The next
/// byte belongs to the same gap.
const FAR: u8 = 255;

/// The greatest number of bytes that the list of a segment of `places` places can take.
pub(crate) fn most_bytes(places: u64) -> u64 {
    // The gaps of a block never take more bytes than a bitmap. The header of a block takes up to 7
    // bytes.
    places.div_ceil(BLOCK as u64) * (BLOCK_BYTES as u64 + 16)
}

/// Appends to `list` the compressed list of the cells of two bits that hold `code`, and changes
/// these cells to `becomes`. Returns the number of states in the list.
pub(crate) fn encode(cells: &mut [u8], code: u8, becomes: u8, list: &mut Vec<u8>) -> u64 {
    let change = u64::from(code ^ becomes);
    let pattern = LOW_BITS * u64::from(code);
    let mut blocks = Blocks { list, empty: 0 };
    let mut states = 0;
    for block in cells.chunks_mut(BLOCK / 4) {
        let mut bits = [0; WORDS];
        let mut take = |word: u64, at: usize| {
            let differing = word ^ pattern;
            let equal = !(differing | differing >> 1) & LOW_BITS;
            if equal != 0 {
                bits[at / 2] |= u64::from(gather(equal)) << (at % 2 * CELLS);
            }
            word ^ (equal * change)
        };
        let (words, rest) = block.as_chunks_mut::<8>();
        let whole = words.len();
        for (bytes, at) in words.iter_mut().zip(0..) {
            *bytes = take(u64::from_le_bytes(*bytes), at).to_le_bytes();
        }
        // The last word is filled up with cells that do not hold `code`, so that nothing after the
        // end of the segment gets into the list.
        let mut last = [!code.wrapping_mul(0x55); 8];
        last[..rest.len()].copy_from_slice(rest);
        if !rest.is_empty() {
            let new = take(u64::from_le_bytes(last), whole).to_le_bytes();
            rest.copy_from_slice(&new[..rest.len()]);
        }
        states += blocks.write(&bits);
    }
    states
}

/// Appends to `list` the compressed list of the places whose bits are set in `words`. Returns the
/// number of states in the list.
pub(crate) fn encode_bits(words: &[u64], list: &mut Vec<u8>) -> u64 {
    let mut blocks = Blocks { list, empty: 0 };
    let blocks_of = words.chunks(WORDS).map(|block| {
        let mut bits = [0; WORDS];
        bits[..block.len()].copy_from_slice(block);
        blocks.write(&bits)
    });
    blocks_of.sum()
}

/// Writes the blocks of a compressed list.
struct Blocks<'a> {
    list: &'a mut Vec<u8>,
    /// The number of empty blocks since the last block with states.
    empty: u64,
}

impl Blocks<'_> {
    /// Writes the states of a block, one bit for each place. Returns the number of states in the
    /// block.
    fn write(&mut self, bits: &[u64; WORDS]) -> u64 {
        let count: u32 = bits.iter().map(|word| word.count_ones()).sum();
        if count == 0 {
            self.empty += 1;
            return 0;
        }
        write_number(std::mem::take(&mut self.empty), self.list);
        self.list.extend_from_slice(&(count as u16).to_le_bytes());
        if count as usize >= LEAST_IN_BITMAP {
            let bytes = bits.iter().flat_map(|word| word.to_le_bytes());
            self.list.extend(bytes);
            return count.into();
        }
        let mut next = 0;
        for (&word, first) in bits.iter().zip((0..).step_by(64)) {
            let mut word = word;
            while word != 0 {
                let place = first + word.trailing_zeros();
                word &= word - 1;
                let mut gap = place - next;
                while gap >= u32::from(FAR) {
                    self.list.push(FAR);
                    gap -= u32::from(FAR);
                }
                self.list.push(gap as u8);
                next = place + 1;
            }
        }
        count.into()
    }
}

fn write_number(mut number: u64, list: &mut Vec<u8>) {
    while number >= 128 {
        list.push(number as u8 | 128);
        number >>= 7;
    }
    list.push(number as u8);
}

/// A visitor of the places in a compressed list.
pub(crate) trait ListedPlaces {
    fn place(&mut self, place: u32);

    /// Called with those of the 64 places from `first` on whose bits are set. The place `first` is
    /// a multiple of 64.
    fn places(&mut self, first: u32, mut bits: u64) {
        while bits != 0 {
            self.place(first + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

impl<F: FnMut(u32)> ListedPlaces for F {
    fn place(&mut self, place: u32) {
        self(place);
    }
}

/// Calls `visit` with the places in `list`, in increasing order. All places are below `size`, the
/// size of the segment. Returns the number of places, or `None` if the list is not well-formed.
#[inline]
pub(crate) fn decode(list: &[u8], size: u32, mut visit: impl ListedPlaces) -> Option<u64> {
    let mut rest = list;
    let mut block = 0u64;
    let mut states = 0;
    while !rest.is_empty() {
        let mut empty = 0u64;
        for shift in (0..).step_by(7) {
            let (&byte, after) = rest.split_first()?;
            rest = after;
            empty |= u64::from(byte & 127).checked_shl(shift)?;
            if byte < 128 {
                break;
            }
        }
        block = block.checked_add(empty)?;
        let first = u32::try_from(block.checked_mul(BLOCK as u64)?).ok()?;
        let room = size.checked_sub(first)?.min(BLOCK as u32);
        let (count, after) = rest.split_first_chunk::<2>()?;
        rest = after;
        let count = usize::from(u16::from_le_bytes(*count));
        if count < LEAST_IN_BITMAP {
            let (mut next, mut left, mut read) = (0, count, 0);
            while left > 0 {
                let gap = *rest.get(read)?;
                read += 1;
                next += u32::from(gap);
                if next >= room {
                    return None;
                }
                if gap < FAR {
                    visit.place(first + next);
                    next += 1;
                    left -= 1;
                }
            }
            rest = &rest[read..];
        } else {
            let (bitmap, after) = rest.split_first_chunk::<BLOCK_BYTES>()?;
            rest = after;
            let (words, _) = bitmap.as_chunks::<8>();
            let mut found = 0;
            for (word, from) in words.iter().zip((0..).step_by(64)) {
                let bits = u64::from_le_bytes(*word);
                if u64::BITS - bits.leading_zeros() > room.saturating_sub(from) {
                    return None;
                }
                found += bits.count_ones() as usize;
                visit.places(first + from, bits);
            }
            if found != count {
                return None;
            }
        }
        states += count as u64;
        block += 1;
    }
    Some(states)
}

/// Moves bit `i` to bit `2 * i`, for each `i`.
#[inline]
pub(crate) fn spread(bits: u32) -> u64 {
    let mut word = u64::from(bits);
    word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    word = (word | word << 8) & 0x00ff_00ff_00ff_00ff;
    word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word << 2) & 0x3333_3333_3333_3333;
    (word | word << 1) & LOW_BITS
}

/// The reverse of [`spread`]: moves bit `2 * i` to bit `i`, for each `i`. All other bits of `word`
/// must be 0.
#[inline]
pub(crate) fn gather(mut word: u64) -> u32 {
    word = (word | word >> 1) & 0x3333_3333_3333_3333;
    word = (word | word >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff;
    word = (word | word >> 8) & 0x0000_ffff_0000_ffff;
    (word | word >> 16) as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decode, encode, encode_bits, gather, most_bytes, spread};

    #[test]
    fn bits_are_spread_and_gathered() {
        for bits in [0, 1, 0x8000_0001, 0xdead_beef, u32::MAX] {
            assert_eq!(gather(spread(bits)), bits);
            assert_eq!(spread(bits).count_ones(), bits.count_ones());
        }
        assert_eq!(spread(0b101), 0b10001);
    }

    fn cells_of(size: usize, places: &[u32], code: u8) -> Vec<u8> {
        let mut cells = vec![0; size.div_ceil(4)];
        for &place in places {
            cells[place as usize / 4] |= code << (place % 4 * 2);
        }
        cells
    }

    proptest! {
        #[test]
        fn a_list_gives_back_its_places(
            size in 1usize..20_000,
            density in 1u32..400,
            seed in any::<u64>(),
            code in 1u8..4,
        ) {
            let mut random = seed | 1;
            let places: Vec<u32> = (0..size as u32).filter(|_| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                ((random >> 33) as u32).is_multiple_of(density)
            }).collect();
            let mut cells = cells_of(size, &places, code);
            let mut list = Vec::new();
            let states = encode(&mut cells, code, 3 - code % 3, &mut list);
            prop_assert_eq!(states, places.len() as u64);
            prop_assert!(list.len() as u64 <= most_bytes(size as u64));
            prop_assert_eq!(&cells, &cells_of(size, &places, 3 - code % 3));
            let mut read = Vec::new();
            prop_assert_eq!(decode(&list, size as u32, |place: u32| read.push(place)), Some(states));
            prop_assert_eq!(&read, &places);
            let mut bits = vec![0; size.div_ceil(64)];
            for &place in &places {
                bits[place as usize / 64] |= 1 << (place % 64);
            }
            let mut same = Vec::new();
            prop_assert_eq!(encode_bits(&bits, &mut same), states);
            prop_assert_eq!(same, list);
        }

        #[test]
        fn any_bytes_are_decoded_or_refused(list in proptest::collection::vec(any::<u8>(), 0..600)) {
            let mut last = None;
            decode(&list, 5000, |place: u32| {
                assert!(place < 5000 && last.is_none_or(|last| last < place));
                last = Some(place);
            });
        }
    }
}
