//! Delayed duplicate detection: merges sorted lists and leaves out the states of other sorted
//! lists. The merge compares whole states, not their hashes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use fewest_rules::{Meter, Words};

use super::list::{BLOCK, ListReader};
use crate::error::RunError;

/// A sorted list that is read from its beginning to its end.
#[derive(Debug)]
pub(crate) struct ListCursor<'a, const N: usize> {
    /// The reader of the rest of the list; `None` if the whole list is in memory.
    reader: Option<ListReader<'a, N>>,
    states: Vec<Words<N>>,
    next: usize,
}

impl<'a, const N: usize> ListCursor<'a, N> {
    pub(crate) fn in_file(reader: ListReader<'a, N>) -> Result<Self, RunError> {
        let mut cursor = Self {
            reader: Some(reader),
            states: Vec::with_capacity(BLOCK),
            next: 0,
        };
        cursor.refill()?;
        Ok(cursor)
    }

    /// A list in memory, which must be sorted.
    pub(crate) fn in_memory(states: Vec<Words<N>>) -> Self {
        Self {
            reader: None,
            states,
            next: 0,
        }
    }

    fn refill(&mut self) -> Result<(), RunError> {
        if let Some(reader) = &mut self.reader {
            reader.next_block(&mut self.states)?;
            self.next = 0;
        }
        Ok(())
    }

    #[inline]
    fn peek(&self) -> Option<Words<N>> {
        self.states.get(self.next).copied()
    }

    #[inline]
    fn advance(&mut self) -> Result<(), RunError> {
        self.next += 1;
        if self.next == self.states.len() {
            self.refill()?;
        }
        Ok(())
    }

    /// Whether the list holds `state`. Each call must ask for a state that is no less than the
    /// state of the previous call.
    #[inline]
    pub(crate) fn holds(&mut self, state: Words<N>) -> Result<bool, RunError> {
        while let Some(here) = self.peek()
            && here <= state
        {
            if here == state {
                return Ok(true);
            }
            self.advance()?;
        }
        Ok(false)
    }
}

/// The lists that decide which of the merged states are written.
#[derive(Debug, Default)]
pub(crate) struct Filter<'a, const N: usize> {
    /// The lists of the states that are left out.
    pub(crate) without: Vec<ListCursor<'a, N>>,
    /// If these lists are given, only states on at least one of them are written.
    pub(crate) within: Option<Vec<ListCursor<'a, N>>>,
}

impl<const N: usize> Filter<'_, N> {
    fn lets_through(&mut self, state: Words<N>) -> Result<bool, RunError> {
        for list in &mut self.without {
            if list.holds(state)? {
                return Ok(false);
            }
        }
        let Some(within) = &mut self.within else {
            return Ok(true);
        };
        for list in within {
            if list.holds(state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The number of states that are merged between two checks of the limits.
const CHECK_EVERY: u32 = 1 << 14;

/// Merges `lists`: calls `write` once with each state that is on at least one of them and that
/// `filter` admits, in increasing order. Checks the limits every few milliseconds.
#[inline(never)]
pub(crate) fn merge<const N: usize>(
    mut lists: Vec<ListCursor<'_, N>>,
    mut filter: Filter<'_, N>,
    write: &mut dyn FnMut(Words<N>) -> Result<(), RunError>,
    meter: &mut Meter,
) -> Result<(), RunError> {
    let heads = lists.iter().enumerate();
    let mut heap: BinaryHeap<_> = heads
        .filter_map(|(at, list)| Some(Reverse((list.peek()?, at))))
        .collect();
    let mut last = None;
    let mut until_check = CHECK_EVERY;
    while let Some(mut top) = heap.peek_mut() {
        let Reverse((state, at)) = *top;
        let list = &mut lists[at];
        list.advance()?;
        match list.peek() {
            Some(next) => *top = Reverse((next, at)),
            None => {
                std::collections::binary_heap::PeekMut::pop(top);
            }
        }
        until_check -= 1;
        if until_check == 0 {
            until_check = CHECK_EVERY;
            meter.poll()?;
        }
        if last == Some(state) {
            continue;
        }
        last = Some(state);
        if filter.lets_through(state)? {
            write(state)?;
        }
    }
    Ok(())
}
