//! A shard, which is a piece of the rank space: marks its cells and collects its frontier.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::cells::{CLOSED, StateCells};

/// The cells of consecutive ranks. (The cell of a state is the few bits that say in which layer it
/// was reached, see `cells.rs`; a *place* is the index of a cell in the shard.)
#[derive(Debug)]
pub struct Shard<'a, C> {
    bytes: &'a mut [u8],
    /// The number of cells marked since the last call of [`Shard::take_fresh`].
    fresh: u64,
    cells: PhantomData<C>,
}

impl<'a, C: StateCells> Shard<'a, C> {
    const PER_BYTE: u32 = 8 / C::BITS;
    const MASK: u8 = u8::MAX >> (8 - C::BITS);
    /// A word in which the low bit of every cell is set.
    const LOW_BITS: u64 = u64::MAX / ((1 << C::BITS) - 1);

    /// A shard whose cells are `bytes`.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Self {
            bytes,
            fresh: 0,
            cells: PhantomData,
        }
    }

    /// The number of cells.
    pub fn places(&self) -> u64 {
        self.bytes.len() as u64 * u64::from(Self::PER_BYTE)
    }

    /// The number of cells marked since the last call.
    pub fn take_fresh(&mut self) -> u64 {
        std::mem::take(&mut self.fresh)
    }

    /// Writes `code` to each unseen cell whose index is in `places`.
    ///
    /// The loop does not branch on the contents of the cells, because no processor can predict
    /// them. So the loads of many places are in flight at once. With a branch the whole enumeration
    /// takes a third longer.
    #[inline]
    pub fn mark(&mut self, places: &[u32], code: u8) {
        // The masks and changes for each position of a cell within a byte. Table lookups are faster
        // than shifts here.
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

    /// Collects the ranks of the cells that hold `code`, starting at byte `from`, and writes them
    /// to the front of `ranks`. `first` is the first rank of the shard. If the encoding closes
    /// cells, the collected cells are closed. Stops when the cells of a whole word might not fit.
    /// Returns the number of ranks, and the byte at which to continue or `None` at the end.
    pub fn take(
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

    /// Does the same as [`take`](Self::take) for one word. `ranks` must have room for all cells of
    /// the word.
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
        // Each pass of the loop clears the lowest bit that is set, so there is one pass per cell in
        // the frontier.
        while frontier != 0 {
            ranks[taken] = first + u64::from(frontier.trailing_zeros() / C::BITS);
            frontier &= frontier - 1;
            taken += 1;
        }
        taken
    }

    /// For each cell of a byte, the byte with `value` in this cell and 0 in the others.
    fn of_each_cell(value: u8) -> [u8; 4] {
        std::array::from_fn(|cell| value << (cell as u32 % Self::PER_BYTE * C::BITS))
    }

    /// A word in which exactly the low bits of those cells are set that hold `code` in `word`.
    ///
    /// After the exclusive or, a cell is nonzero exactly if it differs from `code`. Either its high
    /// bit is set, or adding ones to all its lower bits carries into the high bit. Without the high
    /// bits the sum cannot carry into the next cell.
    #[inline]
    fn cells_equal_to(word: u64, code: u8) -> u64 {
        let high = Self::LOW_BITS << (C::BITS - 1);
        let differing = word ^ (Self::LOW_BITS * u64::from(code));
        let nonzero = ((differing & !high) + !high) | differing;
        (!nonzero & high) >> (C::BITS - 1)
    }
}

/// The number of cells in a word of 64 bits if a cell has two bits. Larger cells are fewer.
pub(super) const CELLS_A_WORD: usize = 32;
