//! Lists that are stored once and identified by a number.

use fewest_rules::{Meter, StopReason};
use hashbrown::HashTable;

use crate::states::{hash, memory};

/// Lists of numbers, each identified by a number of its own. The empty list has the number 0.
pub(super) struct Lists {
    numbers: HashTable<u32>,
    /// The elements of all lists, one list after the other.
    elements: Vec<u32>,
    /// For each list, the end of its elements. They begin where those of the previous list end.
    ends: Vec<usize>,
}

impl Lists {
    pub(super) fn new() -> Self {
        Self {
            numbers: HashTable::new(),
            elements: Vec::new(),
            ends: vec![0],
        }
    }

    pub(super) fn get(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let before = number.checked_sub(1);
        &self.elements[before.map_or(0, |before| self.ends[before])..self.ends[number]]
    }

    /// Stores `list` if it is new. Returns the number by which [`get`](Self::get) finds it.
    pub(super) fn number(&mut self, list: &[u32], meter: &mut Meter) -> Result<u32, StopReason> {
        if list.is_empty() {
            return Ok(0);
        }
        let place = hash(&list);
        if let Some(&number) = self.numbers.find(place, |&number| self.get(number) == list) {
            return Ok(number);
        }
        let number = u32::try_from(self.ends.len()).map_err(|_| StopReason::Capacity)?;
        for &element in list {
            memory::push(&mut self.elements, element, meter)?;
        }
        memory::push(&mut self.ends, self.elements.len(), meter)?;
        // An entry of the table takes a number and a byte, and up to half of the table is empty.
        memory::take(meter, 2 * (memory::bytes_of::<u32>(1) + 1))?;
        let Self {
            numbers,
            elements,
            ends,
        } = self;
        let list_of = |number: &u32| {
            let number = *number as usize;
            hash(&&elements[ends[number - 1]..ends[number]])
        };
        numbers.insert_unique(place, number, list_of);
        Ok(number)
    }
}
