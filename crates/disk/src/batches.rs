//! Parcels: messages with successors for the segments of other processes.
//!
//! The place of a state is its position within its segment. A parcel contains batches. A batch is
//! the index of a segment, the number of places, and the places. Each of these numbers takes four
//! bytes, the low byte first.

/// Appends a batch of places of `segment` to a parcel.
pub(crate) fn pack(segment: usize, places: &[u32], parcel: &mut Vec<u8>) {
    parcel.extend_from_slice(&(segment as u32).to_le_bytes());
    parcel.extend_from_slice(&(places.len() as u32).to_le_bytes());
    parcel.extend(places.iter().flat_map(|place| place.to_le_bytes()));
}

/// The index of the segment of the first batch of a parcel, the bytes of the places in this batch,
/// and the rest of the parcel. `None` if the parcel is damaged.
pub(crate) fn unpack(parcel: &[u8]) -> Option<(usize, &[u8], &[u8])> {
    let (segment, rest) = parcel.split_first_chunk::<4>()?;
    let (count, rest) = rest.split_first_chunk::<4>()?;
    let length = (u32::from_le_bytes(*count) as usize).checked_mul(4)?;
    let (places, rest) = rest.split_at_checked(length)?;
    Some((u32::from_le_bytes(*segment) as usize, places, rest))
}
