//! A piece of the rank space: marking its cells and taking its frontier.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::cells::{CLOSED, Cells};

/// The cells of consecutive ranks.
#[derive(Debug)]
pub(crate) struct Shard<'a, C> {
    bytes: &'a mut [u8],
    /// Cells marked since [`Shard::take_fresh`].
    fresh: u64,
    cells: PhantomData<C>,
}

impl<'a, C: Cells> Shard<'a, C> {
    const PER_BYTE: u32 = 8 / C::BITS;
    const MASK: u8 = u8::MAX >> (8 - C::BITS);
    /// The low bit of every cell of a word.
    const LOW_BITS: u64 = u64::MAX / ((1 << C::BITS) - 1);

    pub(crate) fn new(bytes: &'a mut [u8]) -> Self {
        Self {
            bytes,
            fresh: 0,
            cells: PhantomData,
        }
    }

    /// How many cells were marked since this was last asked.
    pub(crate) fn take_fresh(&mut self) -> u64 {
        std::mem::take(&mut self.fresh)
    }

    /// Marks the unseen ones among `places` with `code`.
    ///
    /// Free of branches on what the cells hold, which no processor can foresee:
    /// so the loads of many places are under way at once.
    #[inline]
    pub(crate) fn mark(&mut self, places: &[u32], code: u8) {
        // By a place's cell within its byte: tables take less than shifts do.
        let masks: [u8; 4] = Self::of_each_cell(Self::MASK);
        let changes: [u8; 4] = Self::of_each_cell(C::UNSEEN ^ code);
        let mut fresh = 0;
        for &place in places {
            let cell = (place % Self::PER_BYTE) as usize;
            let byte = &mut self.bytes[(place / Self::PER_BYTE) as usize];
            let unseen = (*byte ^ C::UNSEEN_BYTE) & masks[cell] == 0;
            *byte ^= select_unpredictable(unseen, changes[cell], 0);
            fresh += u64::from(unseen);
        }
        self.fresh += fresh;
    }

    /// Appends the ranks whose cells hold `code` to `ranks`, the shard's first
    /// rank being `first`, from byte `from` on, closing them where cells are
    /// closed, while a word's ranks would not make `ranks` longer than `most`.
    /// Returns the byte to go on from, or `None` at the end.
    pub(crate) fn take(
        &mut self,
        code: u8,
        from: usize,
        first: u64,
        most: usize,
        ranks: &mut Vec<u64>,
    ) -> Option<usize> {
        let mut at = from;
        // Whole words; the last bytes of a shard may be fewer.
        let whole = self.bytes.len() & !7;
        while at < whole {
            if ranks.len() + CELLS_A_WORD > most {
                return Some(at);
            }
            if let Ok(word) = <&mut [u8; 8]>::try_from(&mut self.bytes[at..at + 8]) {
                let first = first + at as u64 * u64::from(Self::PER_BYTE);
                Self::take_word(word, code, first, ranks);
            }
            at += 8;
        }
        if ranks.len() + CELLS_A_WORD > most {
            return Some(at);
        }
        let rest = &mut self.bytes[at..];
        let mut word = [C::UNSEEN_BYTE; 8];
        word[..rest.len()].copy_from_slice(rest);
        let first = first + at as u64 * u64::from(Self::PER_BYTE);
        Self::take_word(&mut word, code, first, ranks);
        rest.copy_from_slice(&word[..rest.len()]);
        None
    }

    #[inline]
    fn take_word(bytes: &mut [u8; 8], code: u8, first: u64, ranks: &mut Vec<u64>) {
        let word = u64::from_le_bytes(*bytes);
        let mut frontier = Self::cells_equal_to(word, code);
        if frontier == 0 {
            return;
        }
        if C::CLOSES {
            *bytes = (word | frontier * CLOSED).to_le_bytes();
        }
        while frontier != 0 {
            ranks.push(first + u64::from(frontier.trailing_zeros() / C::BITS));
            frontier &= frontier - 1;
        }
    }

    /// `value` in each cell of a byte.
    fn of_each_cell(value: u8) -> [u8; 4] {
        std::array::from_fn(|cell| value << (cell as u32 % Self::PER_BYTE * C::BITS))
    }

    /// The low bits of the cells of `word` that hold `code`.
    ///
    /// A cell that differs from `code` keeps a one somewhere after the
    /// exclusive or: in its high bit, or below, from where adding all ones
    /// below the high bit carries into it.
    #[inline]
    fn cells_equal_to(word: u64, code: u8) -> u64 {
        let high = Self::LOW_BITS << (C::BITS - 1);
        let differing = word ^ Self::LOW_BITS * u64::from(code);
        let nonzero = ((differing & !high) + !high) | differing;
        (!nonzero & high) >> (C::BITS - 1)
    }
}

/// The most cells that lie in a word.
const CELLS_A_WORD: usize = 32;
