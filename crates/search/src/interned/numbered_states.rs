//! Gives a number to each different state.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use hashbrown::HashTable;

/// Different states, numbered from 0 in the order in which they were added. Several threads may add
/// states and read them at the same time. A state stays where it is, so that readers never wait.
///
/// Takes the size of a state, 8 bytes more and about 10 bytes of a hash table for each state, in
/// steps of 2,048 states, and what the states themselves have on the heap.
pub struct NumberedStates<S> {
    /// State `n` lies in branch `n >> 21`, in its leaf `n >> 11 & 1023`, at the place `n & 2047`.
    branches: Box<[OnceLock<Branch<S>>]>,
    table: Mutex<HashTable<Entry>>,
    bytes: AtomicU64,
}

type Branch<S> = Box<[OnceLock<Leaf<S>>]>;
type Leaf<S> = Box<[OnceLock<S>]>;

/// A state in the hash table.
struct Entry {
    /// The upper half of the hash of the state.
    high: u32,
    number: u32,
}

const LEAVES: usize = 1 << 10;
const PLACES: usize = 1 << 11;

fn empty<T>(length: usize) -> Box<[OnceLock<T>]> {
    (0..length).map(|_| OnceLock::new()).collect()
}

impl<S> NumberedStates<S> {
    /// The greatest number of states, 2³¹.
    pub const MOST: usize = 1 << 31;

    /// No states yet.
    pub fn new() -> Self {
        let branches = empty(Self::MOST / (LEAVES * PLACES));
        let bytes = size_of_val(&*branches) as u64;
        Self {
            branches,
            table: Mutex::default(),
            bytes: bytes.into(),
        }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        let table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        table.len()
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes that the states take, as far as they are known.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The state with a number; `None` if no state has it.
    pub fn get(&self, number: u32) -> Option<&S> {
        let number = number as usize;
        let branch = self.branches.get(number / (LEAVES * PLACES))?.get()?;
        let leaf = branch[number / PLACES % LEAVES].get()?;
        leaf[number % PLACES].get()
    }

    /// Looks for a state with this hash for which `is` holds, and returns its number. If there is
    /// none, adds `state`, which has `heap` bytes on the heap, and returns the next number. `None`
    /// if there are already [`MOST`](Self::MOST) states.
    pub fn number(
        &self,
        hash: u64,
        state: S,
        heap: u64,
        is: impl Fn(&S, &S) -> bool,
    ) -> Option<u32> {
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let high = (hash >> 32) as u32;
        // Equal halves, because the table keeps only one of them.
        let hash = spread(high);
        let known = table.find(hash, |entry| {
            entry.high == high
                && self
                    .get(entry.number)
                    .is_some_and(|other| is(other, &state))
        });
        if let Some(known) = known {
            return Some(known.number);
        }
        let next = table.len();
        if next == Self::MOST {
            return None;
        }
        let before = table.allocation_size();
        let number = next as u32;
        table.insert_unique(hash, Entry { high, number }, |entry| spread(entry.high));
        let mut more = (table.allocation_size() - before) as u64 + heap;
        let branch = self.branches[next / (LEAVES * PLACES)].get_or_init(|| {
            more += (LEAVES * size_of::<OnceLock<Leaf<S>>>()) as u64;
            empty(LEAVES)
        });
        let leaf = branch[next / PLACES % LEAVES].get_or_init(|| {
            more += (PLACES * size_of::<OnceLock<S>>()) as u64;
            empty(PLACES)
        });
        // Only the owner of the lock writes, and this place was empty.
        let _ = leaf[next % PLACES].set(state);
        self.bytes.fetch_add(more, Ordering::Relaxed);
        Some(number)
    }
}

fn spread(high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(high)
}

impl<S> Default for NumberedStates<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S> fmt::Debug for NumberedStates<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NumberedStates")
            .field("len", &self.len())
            .field("bytes", &self.bytes())
            .finish_non_exhaustive()
    }
}
