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
    /// Free of branches on what the cells hold, which no processor can foresee,
    /// so that the loads of many places are under way at once: with a branch
    /// the whole enumeration takes a third longer.
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

    /// Writes the ranks whose cells hold `code` to the front of `ranks`, the
    /// shard's first rank being `first`, from byte `from` on, closing them where
    /// cells are closed, as long as those of a whole word find room. Returns
    /// how many, and the byte to go on from, or `None` at the end.
    pub(crate) fn take(
        &mut self,
        code: u8,
        from: usize,
        first: u64,
        ranks: &mut [u64],
    ) -> (usize, Option<usize>) {
        let rank_of = |byte: usize| first + byte as u64 * u64::from(Self::PER_BYTE);
        let mut taken = 0;
        let (words, rest) = self.bytes.as_chunks_mut::<8>();
        for (word, at) in words[from / 8..].iter_mut().zip((from..).step_by(8)) {
            if ranks.len() - taken < CELLS_A_WORD {
                return (taken, Some(at));
            }
            taken += Self::take_word(word, code, rank_of(at), &mut ranks[taken..]);
        }
        let at = words.len() * 8;
        if ranks.len() - taken < CELLS_A_WORD {
            return (taken, Some(at));
        }
        let mut word = [C::UNSEEN_BYTE; 8];
        word[..rest.len()].copy_from_slice(rest);
        taken += Self::take_word(&mut word, code, rank_of(at), &mut ranks[taken..]);
        rest.copy_from_slice(&word[..rest.len()]);
        (taken, None)
    }

    /// [`take`](Self::take) for one word, whose cells all find room.
    ///
    /// How many cells of a word are in the frontier cannot be foreseen, so four
    /// ranks are written whatever they are, instead of asking after each.
    #[inline(always)]
    fn take_word(bytes: &mut [u8; 8], code: u8, first: u64, ranks: &mut [u64]) -> usize {
        let word = u64::from_le_bytes(*bytes);
        let mut frontier = Self::cells_equal_to(word, code);
        if frontier == 0 {
            return 0;
        }
        if C::CLOSES {
            *bytes = (word | (frontier * CLOSED)).to_le_bytes();
        }
        let mut taken = 0;
        while frontier != 0 {
            ranks[taken] = first + u64::from(frontier.trailing_zeros() / C::BITS);
            frontier &= frontier - 1;
            taken += 1;
        }
        taken
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
        let differing = word ^ (Self::LOW_BITS * u64::from(code));
        let nonzero = ((differing & !high) + !high) | differing;
        (!nonzero & high) >> (C::BITS - 1)
    }
}

/// The most cells that lie in a word.
pub(crate) const CELLS_A_WORD: usize = 32;
