//! Counts the memory that the allocator has taken for the process, and ends the process if a limit is
//! exceeded.
//!
//! Searches check their limit before they take much memory, and regularly compare the total memory
//! in use with this limit. So searches usually end in time, with the result proven so far. This
//! module is the last resort: if an allocation would exceed a final limit, or if the system refuses
//! it, the process ends with the exit code of a limit instead of aborting.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::process;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use fewest_rules::Ceiling;

use crate::exit::Exit;
use crate::free_memory;

/// The memory that a command may take in addition to what its searches count, for small tables and
/// texts.
const BESIDE: u64 = 3 << 20;
/// The difference between the final limit and the limit that searches observe.
const LAST: u64 = 2 << 20;
/// Smaller allocations are first counted in each thread, and the count is added to the global count
/// when it reaches `TOGETHER`. Without these counts, threads with many small allocations would
/// constantly wait for each other. When a thread ends, the part of its count that it has not added
/// is lost, so `TOGETHER` must be small.
const SMALL: i64 = 4 << 10;
const TOGETHER: i64 = 16 << 10;
/// An allocation of at least this size is compared with the limit before it is made.
const LARGE: usize = 256 << 10;
/// The allocator takes memory for allocations from this size on from the system, and returns it when
/// they are freed.
const RETURNED: usize = 1 << 20;
/// When this much less memory is in use than there was, what is free between the allocations that
/// remain is returned as well.
const MUCH_FREE: u64 = 4 << 20;

static IN_USE: AtomicI64 = AtomicI64::new(0);
static LAST_LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// The most bytes that were in use since free memory was last returned. It stays `u64::MAX` while free
/// memory is kept for later use.
static MOST_IN_USE: AtomicU64 = AtomicU64::new(u64::MAX);

thread_local! {
    static UNCOUNTED: Cell<i64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes in use, except for a few KiB per thread.
pub(crate) fn in_use() -> u64 {
    u64::try_from(IN_USE.load(Ordering::Relaxed)).unwrap_or(0)
}

/// Limits the memory of the process to `memory` bytes, in addition to the small amount that any
/// command takes. Without `memory`, the limit is four fifths of the memory that is free now. If the
/// system does not report the free memory, there is no limit.
pub(crate) fn limit(memory: Option<u64>, threads: usize) -> Option<Ceiling> {
    return_large_allocations();
    let (bytes, last) = match memory {
        Some(memory) => {
            MOST_IN_USE.store(in_use(), Ordering::Relaxed);
            (memory.saturating_add(BESIDE), LAST)
        }
        None => {
            let free = free_memory::at_start(threads)?;
            (in_use().saturating_add(free / 5 * 4), free / 20)
        }
    };
    LAST_LIMIT.store(bytes.saturating_add(last), Ordering::Relaxed);
    Some(Ceiling { bytes, in_use })
}

/// The bytes that the allocator of glibc takes for an allocation of `size` bytes, including what it
/// needs to find them again.
const fn taken(size: usize) -> i64 {
    let size = size as i64;
    match size < RETURNED as i64 {
        true => (size + 8 + 15) & !15,
        false => (size + 16 + 4095) & !4095,
    }
}

/// Adds `change` bytes to the count.
#[inline]
fn count(mut change: i64) {
    if change.abs() < SMALL {
        change += UNCOUNTED.get();
        let pass_on = change.abs() >= TOGETHER;
        UNCOUNTED.set(if pass_on { 0 } else { change });
        if !pass_on {
            return;
        }
    }
    let before = IN_USE.fetch_add(change, Ordering::Relaxed);
    if change > 0 {
        let now = u64::try_from(before + change).unwrap_or(0);
        if now > LAST_LIMIT.load(Ordering::Relaxed) {
            end();
        }
        let most = MOST_IN_USE.load(Ordering::Relaxed);
        if now > most {
            // If two threads store different values, the return of free memory is only sooner.
            MOST_IN_USE.store(now, Ordering::Relaxed);
        }
    } else {
        let now = u64::try_from(before + change).unwrap_or(0);
        let most = MOST_IN_USE.load(Ordering::Relaxed);
        if most != u64::MAX && now.saturating_add(MUCH_FREE) < most {
            MOST_IN_USE.store(now, Ordering::Relaxed);
            return_what_is_free();
        }
    }
}

#[inline]
fn ask(size: usize) {
    if size >= LARGE && in_use().saturating_add(size as u64) > LAST_LIMIT.load(Ordering::Relaxed) {
        end();
    }
}

/// Makes the allocator return each allocation of at least [`RETURNED`] bytes to the system when it is
/// freed.
///
/// By default, the allocator of glibc keeps larger and larger pieces for later use, and the memory
/// freed by one table is not always suitable for the next.
#[allow(unsafe_code)]
fn return_large_allocations() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call sets a parameter of the allocator, and no other thread sets one. Gain: a
    // heuristic with tables under a limit of 64 MiB takes 76 MiB of RAM instead of 97.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, RETURNED as libc::c_int);
    }
}

/// Makes the allocator return the free pages among its small allocations. A search that follows
/// another does not find the small pieces that it needs among those that the other one has freed.
#[cold]
#[allow(unsafe_code)]
fn return_what_is_free() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call only returns pages that hold no allocation, and takes the locks of the
    // allocator itself.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cold]
fn end() -> ! {
    // Lifts the limit, because printing the message may allocate memory.
    LAST_LIMIT.store(u64::MAX, Ordering::Relaxed);
    fewest_play::restore_terminal();
    eprintln!("stopped: out of memory");
    process::exit(Exit::Limit as i32)
}

// SAFETY: every call is passed on unchanged to the system's allocator, and its result is returned;
// `end` does not return. Gain: without this allocator, a search that needs more memory than the
// system has would abort or be killed, and no limit would apply to allocations that are not checked
// in advance.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ask(layout.size());
        // SAFETY: the caller guarantees what `alloc` requires, and `System.alloc` requires the
        // same.
        let place = unsafe { System.alloc(layout) };
        if place.is_null() {
            end();
        }
        count(taken(layout.size()));
        place
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ask(layout.size());
        // SAFETY: as in `alloc`, the requirements are the same.
        let place = unsafe { System.alloc_zeroed(layout) };
        if place.is_null() {
            end();
        }
        count(taken(layout.size()));
        place
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ask(size.saturating_sub(layout.size()));
        // SAFETY: as in `alloc`, the requirements are the same.
        let place = unsafe { System.realloc(place, layout, size) };
        if place.is_null() {
            end();
        }
        count(taken(size) - taken(layout.size()));
        place
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`, the requirements are the same.
        unsafe { System.dealloc(place, layout) };
        count(-taken(layout.size()));
    }
}
