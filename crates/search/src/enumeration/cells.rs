//! What is remembered of a state, in two, four or eight bits.

/// A way to remember a state in a *cell* of [`BITS`](Self::BITS) bits.
///
/// A cell holds [`UNSEEN`](Self::UNSEEN) until a layer marks it with that
/// layer's code, so that the frontier is the cells with the code of the layer
/// at hand. The cells of a byte stand in it from its low end on, so that bytes
/// mean the same on every machine.
pub(crate) trait Cells: Send {
    /// Bits of a cell: 2, 4 or 8.
    const BITS: u32;
    /// The cell of a state that was not reached.
    const UNSEEN: u8;
    /// A byte of such cells.
    const UNSEEN_BYTE: u8 = Self::UNSEEN * (u8::MAX / (u8::MAX >> (8 - Self::BITS)));
    /// Whether an expanded cell is overwritten with [`CLOSED`], since its code
    /// comes back in a later layer.
    const CLOSES: bool;
    /// The last layer that has a code, or `None` if codes come in turns.
    const DEEPEST: Option<u32>;

    /// What the layer at `depth` is marked with.
    fn code(depth: u32) -> u8;

    /// How many states a shard holds so that its cells take 16 KiB, which lie in
    /// a core's first cache beside what else an expansion touches.
    const SHARD_BITS: u32 = 17 - Self::BITS.trailing_zeros();
}

/// An expanded cell of two bits.
pub(crate) const CLOSED: u64 = 3;

/// Unseen, closed, or one of two frontiers that alternate.
///
/// Two bits could hold the depth modulo 3 instead, but then a layer could not
/// be told from the one three before, and would be expanded with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TwoBit;

impl Cells for TwoBit {
    const BITS: u32 = 2;
    const UNSEEN: u8 = 0;
    const CLOSES: bool = true;
    const DEEPEST: Option<u32> = None;

    fn code(depth: u32) -> u8 {
        1 + (depth % 2) as u8
    }
}

/// The distance, up to 14.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Nibble;

impl Cells for Nibble {
    const BITS: u32 = 4;
    const UNSEEN: u8 = 15;
    const CLOSES: bool = false;
    const DEEPEST: Option<u32> = Some(14);

    fn code(depth: u32) -> u8 {
        depth as u8
    }
}

/// The distance, up to 254.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Byte;

impl Cells for Byte {
    const BITS: u32 = 8;
    const UNSEEN: u8 = 255;
    const CLOSES: bool = false;
    const DEEPEST: Option<u32> = Some(254);

    fn code(depth: u32) -> u8 {
        depth as u8
    }
}
