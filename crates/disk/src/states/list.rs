//! Sorted lists of states in files.
//!
//! A list is a sequence of blocks of up to [`BLOCK`] states. A block has its length in bytes, its
//! number of states and a checksum, four bytes each, and then for each state its difference from
//! the state before, as a number with seven bits a byte, the lowest first. Neighbours in a long
//! sorted list have much in common, so most differences take two or three bytes. The first
//! difference of a block is the difference from zero, so each block can be read by itself.

use fewest_rules::Words;

use crate::error::DiskError;
use crate::extent::Extent;
use crate::files::DataFile;

/// The greatest number of states in a block.
pub(crate) const BLOCK: usize = 4096;
const HEADER: u64 = 12;

/// The greatest number of bytes that a block of states of `words` words can take, in a file and in
/// memory together.
pub(crate) fn block_bytes(words: usize) -> u64 {
    (BLOCK * (words * 10 + words * 8)) as u64 + HEADER
}

fn checksum(depth: u32, block: u64, states: u32, content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&depth.to_le_bytes());
    hasher.update(&block.to_le_bytes());
    hasher.update(&states.to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

/// Writes a sorted list to the end of a file. No other list may be written to the same file at the
/// same time.
#[derive(Debug)]
pub(crate) struct ListWriter<'a, const N: usize> {
    file: &'a DataFile,
    depth: u32,
    start: u64,
    blocks: u64,
    states: u64,
    in_block: u32,
    previous: Words<N>,
    content: Vec<u8>,
}

impl<'a, const N: usize> ListWriter<'a, N> {
    pub(crate) fn new(file: &'a DataFile, depth: u32) -> Self {
        Self {
            file,
            depth,
            start: file.length(),
            blocks: 0,
            states: 0,
            in_block: 0,
            previous: Words::default(),
            content: vec![0; HEADER as usize],
        }
    }

    /// Appends a state, which must be greater than the one before.
    #[inline]
    pub(crate) fn push(&mut self, state: Words<N>) -> Result<(), DiskError> {
        write_difference(state, self.previous, &mut self.content);
        self.previous = state;
        self.in_block += 1;
        if self.in_block as usize == BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), DiskError> {
        if self.in_block == 0 {
            return Ok(());
        }
        let (header, content) = self.content.split_at_mut(HEADER as usize);
        let checksum = checksum(self.depth, self.blocks, self.in_block, content);
        let fields = [content.len() as u32, self.in_block, checksum];
        for (bytes, field) in header.chunks_mut(4).zip(fields) {
            bytes.copy_from_slice(&field.to_le_bytes());
        }
        self.file.append(&self.content)?;
        self.content.truncate(HEADER as usize);
        self.states += u64::from(self.in_block);
        self.blocks += 1;
        self.in_block = 0;
        self.previous = Words::default();
        Ok(())
    }

    /// Ends the list and returns its extent.
    pub(crate) fn finish(mut self) -> Result<Extent, DiskError> {
        self.flush()?;
        Ok(Extent {
            file: self.file.number,
            // Each block has a checksum of its own.
            checksum: 0,
            offset: self.start,
            bytes: self.file.length() - self.start,
            states: self.states,
        })
    }
}

/// Reads a list, block by block.
#[derive(Debug)]
pub(crate) struct ListReader<'a, const N: usize> {
    file: &'a DataFile,
    depth: u32,
    at: u64,
    end: u64,
    left: u64,
    block: u64,
    read: Vec<u8>,
}

impl<'a, const N: usize> ListReader<'a, N> {
    pub(crate) fn new(file: &'a DataFile, depth: u32, extent: &Extent) -> Self {
        Self {
            file,
            depth,
            at: extent.offset,
            end: extent.offset + extent.bytes,
            left: extent.states,
            block: 0,
            read: Vec::new(),
        }
    }

    /// Replaces the contents of `states` by the states of the next block. After the last block,
    /// this leaves `states` empty.
    pub(crate) fn next_block(&mut self, states: &mut Vec<Words<N>>) -> Result<(), DiskError> {
        states.clear();
        if self.at == self.end {
            return match self.left {
                0 => Ok(()),
                _ => Err(self.file.damaged("a list of states is too short")),
            };
        }
        let damaged = || self.file.damaged("a checksum does not match");
        self.file.read(self.at, HEADER as usize, &mut self.read)?;
        let (fields, _) = self.read.as_chunks::<4>();
        let [length, count, wanted] = [fields[0], fields[1], fields[2]].map(u32::from_le_bytes);
        let next = self.at + HEADER + u64::from(length);
        if next > self.end || count as usize > BLOCK || u64::from(count) > self.left {
            return Err(damaged());
        }
        self.file
            .read(self.at + HEADER, length as usize, &mut self.read)?;
        if checksum(self.depth, self.block, count, &self.read) != wanted {
            return Err(damaged());
        }
        let (mut rest, mut state) = (self.read.as_slice(), Words::default());
        for _ in 0..count {
            state = read_difference(state, &mut rest).ok_or_else(damaged)?;
            states.push(state);
        }
        self.at = next;
        self.left -= u64::from(count);
        self.block += 1;
        Ok(())
    }
}

/// Appends the difference `state - previous` to `out`, seven bits in each byte, the lowest first. A
/// state is read as a number whose most significant word is word 0, as in the order of states.
#[inline]
fn write_difference<const N: usize>(state: Words<N>, previous: Words<N>, out: &mut Vec<u8>) {
    let mut difference = [0u64; N];
    let mut borrow = false;
    for i in (0..N).rev() {
        let (first, under) = state.0[i].overflowing_sub(previous.0[i]);
        let (second, under_again) = first.overflowing_sub(borrow.into());
        difference[i] = second;
        borrow = under || under_again;
    }
    // The index of the first word of the difference that is not 0.
    let mut top = difference.iter().position(|&word| word != 0).unwrap_or(N);
    while top < N {
        let low = difference[N - 1] as u8 & 127;
        for i in (top..N).rev() {
            let above = if i > top { difference[i - 1] } else { 0 };
            difference[i] = difference[i] >> 7 | above << 57;
        }
        if difference[top] == 0 {
            top += 1;
        }
        out.push(if top < N { low | 128 } else { low });
        if top == N {
            return;
        }
    }
    out.push(0);
}

/// Reads the next difference from `rest` and adds it to `previous`. Returns the sum, which is the
/// next state of the list, or `None` if the bytes end early or the sum overflows.
#[inline]
fn read_difference<const N: usize>(previous: Words<N>, rest: &mut &[u8]) -> Option<Words<N>> {
    let mut difference = [0u64; N];
    let mut shift = 0;
    loop {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        let low = u64::from(byte & 127);
        let (word, bit) = (shift / 64, shift % 64);
        if word >= N {
            return None;
        }
        difference[N - 1 - word] |= low << bit;
        if bit > 57 && low >> (64 - bit) != 0 {
            *difference.get_mut((N - 1).checked_sub(word + 1)?)? |= low >> (64 - bit);
        }
        if byte < 128 {
            break;
        }
        shift += 7;
    }
    let mut carry = false;
    let mut state = previous;
    for i in (0..N).rev() {
        let (first, over) = state.0[i].overflowing_add(difference[i]);
        let (second, over_again) = first.overflowing_add(carry.into());
        state.0[i] = second;
        carry = over || over_again;
    }
    (!carry).then_some(state)
}

#[cfg(test)]
mod tests {
    use fewest_rules::Words;
    use proptest::prelude::*;

    use super::{read_difference, write_difference};

    fn assert_round<const N: usize>(mut states: Vec<Words<N>>) {
        states.sort_unstable();
        let (mut bytes, mut previous) = (Vec::new(), Words::default());
        for &state in &states {
            write_difference(state, previous, &mut bytes);
            previous = state;
        }
        let (mut rest, mut previous) = (bytes.as_slice(), Words::default());
        for &state in &states {
            previous = read_difference(previous, &mut rest).unwrap_or_default();
            assert_eq!(previous, state);
        }
        assert!(rest.is_empty());
    }

    proptest! {
        #[test]
        fn differences_give_back_the_states(
            one in proptest::collection::vec(any::<u64>(), 0..50),
            three in proptest::collection::vec(any::<[u64; 3]>(), 0..50),
            shift in 0..64,
        ) {
            assert_round(one.iter().map(|&word| Words([word >> shift])).collect());
            assert_round(three.iter().map(|&words| Words(words.map(|w| w >> shift))).collect());
            assert_round(three.iter().map(|&[a, b, c]| Words([a & 1, b & 1, c])).collect());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
            let mut rest = bytes.as_slice();
            while read_difference(Words([7, u64::MAX - 5]), &mut rest).is_some() {}
        }
    }
}
