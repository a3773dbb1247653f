//! Three features of the processor and the system that safe Rust cannot express: a comparison of
//! several words at once, prefetching, and huge pages.
//!
//! The vector comparison has a portable version for other processors, where the other two features
//! do nothing. The gains were measured on a breadth-first search over the 25-bit flip game, 8
//! million states.

/// The number of words that are compared at once.
pub(crate) const WINDOW: usize = 8;

/// Compares all words of `window` with 0 and with `tag`. Bit `i` of the result says whether word
/// `i` is 0, or agrees with `tag` in the bits of `mask`.
#[inline]
pub(crate) fn hits(window: &[u32; WINDOW], tag: u32, mask: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    return hits_at_once(window, tag, mask);
    #[cfg(not(target_arch = "x86_64"))]
    hits_one_by_one(window, tag, mask)
}

/// [`hits`] with the vector instructions of x86-64.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code)]
fn hits_at_once(window: &[u32; WINDOW], tag: u32, mask: u32) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128,
        _mm_packs_epi16, _mm_packs_epi32, _mm_set1_epi32, _mm_setzero_si128, _mm_xor_si128,
    };
    let from: *const __m128i = window.as_ptr().cast();
    // SAFETY: every x86_64 has SSE2; the loads may be unaligned and cover exactly the eight words.
    // The gain of the vector comparison is 2.1 times as many states per second.
    unsafe {
        let zero = _mm_setzero_si128();
        let (tag, mask) = (_mm_set1_epi32(tag as i32), _mm_set1_epi32(mask as i32));
        let hit = |words| {
            let differs = _mm_and_si128(_mm_xor_si128(words, tag), mask);
            _mm_or_si128(_mm_cmpeq_epi32(words, zero), _mm_cmpeq_epi32(differs, zero))
        };
        let low = hit(_mm_loadu_si128(from));
        let high = hit(_mm_loadu_si128(from.add(1)));
        _mm_movemask_epi8(_mm_packs_epi16(_mm_packs_epi32(low, high), zero)) as u32
    }
}

/// [`hits`] for any processor.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn hits_one_by_one(window: &[u32; WINDOW], tag: u32, mask: u32) -> u32 {
    (0..)
        .zip(window)
        .filter(|&(_, word)| *word == 0 || (word ^ tag) & mask == 0)
        .fold(0, |hits, (i, _)| hits | 1 << i)
}

/// Starts to load `value` into the processor's cache, without waiting for it.
#[inline]
#[allow(unsafe_code)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address has no effect except on time. The gain of prefetching is
    // 1.3 times as many states per second.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system for huge pages for `room`. The request affects only the part of `room` that has
/// not been written to yet. With huge pages, a random access has to walk fewer page tables.
#[allow(unsafe_code)]
pub fn prefer_huge_pages<T>(room: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// The least page size of any system. The system refuses a range that does not begin at a
        /// page boundary.
        const PAGE: usize = 4096;
        let begin = room.as_mut_ptr() as usize;
        let end = begin + size_of_val(room);
        let first = begin.next_multiple_of(PAGE);
        if end > first {
            // SAFETY: the advice changes how the range is backed, never its contents, and the whole
            // range belongs to `room`. The gain of huge pages is 1.14 times as many states per
            // second.
            unsafe {
                libc::madvise(first as *mut libc::c_void, end - first, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = room;
}

/// Returns `count` zeros, in huge pages if possible. The system provides the memory only when it is
/// used.
pub fn zeroed<T: Copy + Default>(count: usize) -> Vec<T> {
    let mut zeros = vec![T::default(); count];
    prefer_huge_pages(&mut zeros);
    zeros
}

/// Returns `len` copies of `value`, in huge pages if possible.
pub fn in_huge_pages<T: Clone>(len: usize, value: T) -> Vec<T> {
    let mut copies = Vec::with_capacity(len);
    prefer_huge_pages(copies.spare_capacity_mut());
    copies.resize(len, value);
    copies
}

#[cfg(test)]
mod tests {
    use super::{WINDOW, hits, hits_one_by_one};

    #[test]
    fn the_processor_agrees_with_the_portable_twin() {
        let mut random = 1_u64;
        for round in 0..10_000_u32 {
            let mut next = || {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (random >> 32) as u32
            };
            let mask = u32::MAX.checked_shl(round % 40).unwrap_or(0);
            let tag = next();
            let window: [u32; WINDOW] = std::array::from_fn(|_| match next() % 4 {
                0 => 0,
                1 => tag ^ next() & !mask,
                _ => next(),
            });
            assert_eq!(
                hits(&window, tag, mask),
                hits_one_by_one(&window, tag, mask),
                "{window:?} {tag} {mask}"
            );
        }
    }
}
