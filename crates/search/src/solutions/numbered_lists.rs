//! Lists that are stored once and identified by a number.

use std::collections::BTreeMap;

use fewest_rules::{Meter, StopReason};

use crate::states::memory;

/// Lists of one kind, each with a number. The empty list has the number 0.
pub(super) struct Lists<T> {
    numbers: BTreeMap<Box<[T]>, u32>,
    all: Vec<Box<[T]>>,
}

impl<T: Ord + Clone> Lists<T> {
    pub(super) fn new() -> Self {
        let empty: Box<[T]> = Box::default();
        let mut numbers = BTreeMap::new();
        numbers.insert(empty.clone(), 0);
        Self {
            numbers,
            all: vec![empty],
        }
    }

    pub(super) fn get(&self, number: u32) -> &[T] {
        &self.all[number as usize]
    }

    /// Stores `list` if it is new. Returns the number by which [`get`](Self::get) finds it.
    pub(super) fn number(&mut self, list: &[T], meter: &mut Meter) -> Result<u32, StopReason> {
        if let Some(&number) = self.numbers.get(list) {
            return Ok(number);
        }
        memory::take(meter, self.bytes_of_one(list))?;
        let number = self.all.len() as u32;
        self.numbers.insert(list.into(), number);
        self.all.push(list.into());
        Ok(number)
    }

    /// The number of bytes of the two copies of a list, one in each of the two collections, and of
    /// their entries there.
    fn bytes_of_one(&self, list: &[T]) -> u64 {
        2 * (memory::bytes_of::<T>(list.len()) + 32) + 16
    }
}
