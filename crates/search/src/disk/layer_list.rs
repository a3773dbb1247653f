//! The states of a layer within a segment, as a compressed list of places.
//!
//! A segment is cut into blocks of [`BLOCK`] places. A block without states takes nothing. Any
//! other block has the number of empty blocks before it (7 bits a byte, the lowest first), its
//! number of states in two bytes, and then whichever is shorter: a bitmap, or a byte for each
//! state with the number of places that lie between it and the state before. The byte 255 means
//! 255 places more, and is followed by another byte.
//!
//! So a list never takes more than a bit for each place of the segment and some bytes per block,
//! and where states are rare a byte for each of them.

/// The number of places in a block.
const BLOCK: usize = 2048;
const BLOCK_BYTES: usize = BLOCK / 8;
/// The number of places whose cells of two bits fill a word.
const WORD: usize = 32;
const LOW_BITS: u64 = 0x5555_5555_5555_5555;
/// The byte that stands for 255 places without a state.
const FAR: u8 = 255;

/// The most bytes that a list of a segment of `places` places takes.
pub(crate) fn most_bytes(places: u64) -> u64 {
    // A block of gaps is cut off at the length of a bitmap. Its header takes up to 7 bytes.
    places.div_ceil(BLOCK as u64) * (BLOCK_BYTES as u64 + 16)
}

/// Appends the list of the cells of two bits that hold `code`, and lets these cells hold `becomes`.
/// Returns the number of states in the list.
pub(crate) fn encode(cells: &mut [u8], code: u8, becomes: u8, list: &mut Vec<u8>) -> u64 {
    let change = u64::from(code ^ becomes);
    let pattern = LOW_BITS * u64::from(code);
    let (mut states, mut empty) = (0, 0);
    let mut places = [0u16; BLOCK];
    for block in cells.chunks_mut(BLOCK / 4) {
        let mut found = 0;
        let mut take = |word: u64, first: usize| {
            let differing = word ^ pattern;
            let mut equal = !(differing | differing >> 1) & LOW_BITS;
            let new = word ^ (equal * change);
            while equal != 0 {
                places[found] = (first + equal.trailing_zeros() as usize / 2) as u16;
                found += 1;
                equal &= equal - 1;
            }
            new
        };
        let (words, rest) = block.as_chunks_mut::<8>();
        let whole = words.len();
        for (bytes, first) in words.iter_mut().zip((0..).step_by(WORD)) {
            *bytes = take(u64::from_le_bytes(*bytes), first).to_le_bytes();
        }
        // The bytes after the end of the segment are filled with another code.
        let mut last = [!code.wrapping_mul(0x55); 8];
        last[..rest.len()].copy_from_slice(rest);
        if !rest.is_empty() {
            let new = take(u64::from_le_bytes(last), whole * WORD).to_le_bytes();
            rest.copy_from_slice(&new[..rest.len()]);
        }
        if found == 0 {
            empty += 1;
            continue;
        }
        write_number(std::mem::take(&mut empty), list);
        write_block(&places[..found], list);
        states += found as u64;
    }
    states
}

fn write_number(mut number: u64, list: &mut Vec<u8>) {
    while number >= 128 {
        list.push(number as u8 | 128);
        number >>= 7;
    }
    list.push(number as u8);
}

/// Writes the places of a block, of which there is at least one.
fn write_block(places: &[u16], list: &mut Vec<u8>) {
    list.extend_from_slice(&(places.len() as u16).to_le_bytes());
    let start = list.len();
    if places.len() < BLOCK_BYTES - BLOCK / usize::from(FAR) - 1 {
        let mut next = 0;
        for &place in places {
            let mut gap = place - next;
            while gap >= u16::from(FAR) {
                list.push(FAR);
                gap -= u16::from(FAR);
            }
            list.push(gap as u8);
            next = place + 1;
        }
        return;
    }
    list.resize(start + BLOCK_BYTES, 0);
    let bitmap = &mut list[start..];
    for &place in places {
        bitmap[usize::from(place / 8)] |= 1 << (place % 8);
    }
}

/// Calls `visit` with the places in `list`, in increasing order. All of them are below the size of
/// the segment, `size`. Returns their number, or `None` if the list is not well-formed.
#[inline]
pub(crate) fn decode(list: &[u8], size: u32, mut visit: impl FnMut(u32)) -> Option<u64> {
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
        if count < BLOCK_BYTES - BLOCK / usize::from(FAR) - 1 {
            let (mut next, mut left, mut read) = (0, count, 0);
            while left > 0 {
                let gap = *rest.get(read)?;
                read += 1;
                next += u32::from(gap);
                if next >= room {
                    return None;
                }
                if gap < FAR {
                    visit(first + next);
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
            for (word, from) in words.iter().zip((first..).step_by(64)) {
                let mut bits = u64::from_le_bytes(*word);
                while bits != 0 {
                    let place = from + bits.trailing_zeros();
                    if place - first >= room {
                        return None;
                    }
                    visit(place);
                    found += 1;
                    bits &= bits - 1;
                }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{decode, encode, most_bytes};

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
            prop_assert_eq!(decode(&list, size as u32, |place| read.push(place)), Some(states));
            prop_assert_eq!(read, places);
        }

        #[test]
        fn any_bytes_are_decoded_or_refused(list in proptest::collection::vec(any::<u8>(), 0..600)) {
            let mut last = None;
            decode(&list, 5000, |place| {
                assert!(place < 5000 && last.is_none_or(|last| last < place));
                last = Some(place);
            });
        }
    }
}
