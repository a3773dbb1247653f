//! What the process has allocated, counted, and an end to it where a limit is passed.
//!
//! Searches ask before they take much memory and look now and then how much is in use
//! in all; so they end in time, and with what they know. This is the net below
//! them: what would go beyond the last limit, or what the system refuses, ends the
//! process as a limit does instead of aborting it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::process;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use fewest::rules::Ceiling;

use crate::exit::Exit;
use crate::free_memory;

/// What a command may hold besides what its searches count: small tables and texts.
const BESIDE: u64 = 6 << 20;
/// How much higher the last limit lies than the one that searches keep.
const LAST: u64 = 3 << 20;
/// What is smaller is counted in a thread, and with that of the others once it comes to
/// `TOGETHER`: threads that allocate much and little would wait for each other all the time.
/// What a thread has not passed on at its end is lost, so this has to be little.
const SMALL: usize = 4 << 10;
const TOGETHER: i64 = 16 << 10;
/// Allocations of which it is asked in advance whether they fit.
const LARGE: usize = 256 << 10;

static IN_USE: AtomicI64 = AtomicI64::new(0);
static LAST_LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);

thread_local! {
    static UNCOUNTED: Cell<i64> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes in use, but for a few KiB a thread.
pub(crate) fn in_use() -> u64 {
    u64::try_from(IN_USE.load(Ordering::Relaxed)).unwrap_or(0)
}

/// Lets the process hold `memory` bytes besides the little that any command takes, or
/// without that four fifths of what is free now; no ceiling where the system says nothing
/// of it.
pub(crate) fn limit(memory: Option<u64>, threads: usize) -> Option<Ceiling> {
    return_what_is_freed();
    let (bytes, last) = match memory {
        Some(memory) => (memory.saturating_add(BESIDE), LAST),
        None => {
            let free = free_memory::at_start(threads)?;
            (in_use().saturating_add(free / 5 * 4), free / 20)
        }
    };
    LAST_LIMIT.store(bytes.saturating_add(last), Ordering::Relaxed);
    Some(Ceiling { bytes, in_use })
}

/// Counts `size` bytes taken, or given back if `sign` is -1.
#[inline]
fn count(size: usize, sign: i64) {
    let mut change = sign * size as i64;
    if size < SMALL {
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
    }
}

#[inline]
fn ask(size: usize) {
    if size >= LARGE && in_use().saturating_add(size as u64) > LAST_LIMIT.load(Ordering::Relaxed) {
        end();
    }
}

/// Lets memory that is freed go back to the system, if it is more than a little at a time.
///
/// The allocator of glibc keeps ever larger places for later otherwise, and what one table
/// leaves does not always fit the next.
#[allow(unsafe_code)]
fn return_what_is_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the call sets a number of the allocator, and no other thread sets one. Gain: 76
    // MiB in RAM instead of 97 for a heuristic of tables under a limit of 64.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
    }
}

#[cold]
fn end() -> ! {
    // What is said now may allocate in its turn.
    LAST_LIMIT.store(u64::MAX, Ordering::Relaxed);
    eprintln!("stopped: out of memory");
    process::exit(Exit::Limit as i32)
}

// SAFETY: every call is handed to the system's allocator as it is, and what that returns is
// returned; `end` does not return. Gain: without it a search that needs more than the system
// gives is an abort or is killed, and no limit holds for what is allocated without asking.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ask(layout.size());
        // SAFETY: the caller keeps what `System` asks for, which is the same.
        let place = unsafe { System.alloc(layout) };
        if place.is_null() {
            end();
        }
        count(layout.size(), 1);
        place
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ask(layout.size());
        // SAFETY: as in `alloc`.
        let place = unsafe { System.alloc_zeroed(layout) };
        if place.is_null() {
            end();
        }
        count(layout.size(), 1);
        place
    }

    #[inline]
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ask(size.saturating_sub(layout.size()));
        // SAFETY: as in `alloc`.
        let place = unsafe { System.realloc(place, layout, size) };
        if place.is_null() {
            end();
        }
        count(layout.size(), -1);
        count(size, 1);
        place
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: as in `alloc`.
        unsafe { System.dealloc(place, layout) };
        count(layout.size(), -1);
    }
}
