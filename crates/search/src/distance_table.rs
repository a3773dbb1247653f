//! The distance of every state, looked up by rank.

/// How a table keeps a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// In half a byte: distances up to 14.
    Nibble,
    /// In a byte: distances up to 254.
    Byte,
}

#[derive(Debug)]
pub struct DistanceTable {
    bytes: Vec<u8>,
    encoding: Encoding,
    states: u64,
}
impl DistanceTable {
    pub(crate) fn new(bytes: Vec<u8>, encoding: Encoding, states: u64) -> Self {
        Self {
            bytes,
            encoding,
            states,
        }
    }
}
