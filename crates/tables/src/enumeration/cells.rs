//! The marks of states in two, four or eight bits.

/// A way to mark a state in a *cell* of [`BITS`](Self::BITS) bits.
///
/// A cell holds [`UNSEEN`](Self::UNSEEN) until a layer marks it with that layer's code. So the
/// frontier consists of the cells with the code of the current layer. The cells of a byte are
/// ordered from its low bits up, so bytes mean the same on every machine.
pub trait StateCells: Send {
    /// The bits of a cell: 2, 4 or 8.
    const BITS: u32;
    /// The value of the cell of a state that was not reached.
    const UNSEEN: u8;
    /// A byte of unseen cells.
    const UNSEEN_BYTE: u8 = Self::UNSEEN * (u8::MAX / (u8::MAX >> (8 - Self::BITS)));
    /// Whether expansion overwrites a cell with [`CLOSED`], because a later layer uses the same
    /// code.
    const CLOSES: bool;
    /// The deepest layer that has a code of its own, or `None` if codes are reused.
    const DEEPEST: Option<u32>;

    /// The code of the layer at `depth`.
    fn code(depth: u32) -> u8;

    /// The logarithm of the number of states in a shard. The cells of a shard take 16 KiB, so they
    /// fit into a core's first-level cache with the other data of an expansion.
    const SHARD_BITS: u32 = 17 - Self::BITS.trailing_zeros();
}

/// The value of a cell of two bits that says that its state was expanded.
pub const CLOSED: u64 = 3;

/// Cells of two bits: a state is unseen, closed, or in one of two alternating frontiers.
///
/// If two bits held the depth modulo 3 instead, a layer would have the same code as the layer three
/// moves before it, and the states of that earlier layer would be expanded again.
#[derive(Debug, Clone, Copy)]
pub struct TwoBit;

impl StateCells for TwoBit {
    const BITS: u32 = 2;
    const UNSEEN: u8 = 0;
    const CLOSES: bool = true;
    const DEEPEST: Option<u32> = None;

    fn code(depth: u32) -> u8 {
        1 + (depth % 2) as u8
    }
}

/// Cells of half a byte each, which hold distances up to 14.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nibble;

impl StateCells for Nibble {
    const BITS: u32 = 4;
    const UNSEEN: u8 = 15;
    const CLOSES: bool = false;
    const DEEPEST: Option<u32> = Some(14);

    fn code(depth: u32) -> u8 {
        depth as u8
    }
}

/// Cells of one byte each, which hold distances up to 254.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Byte;

impl StateCells for Byte {
    const BITS: u32 = 8;
    const UNSEEN: u8 = 255;
    const CLOSES: bool = false;
    const DEEPEST: Option<u32> = Some(254);

    fn code(depth: u32) -> u8 {
        depth as u8
    }
}
