use super::{BATCH, StateSet};
use fewest_rules::{Limits, Meter, StopReason};
use proptest::prelude::*;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

/// A state with such a poor hash that probing takes long and tags often agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Crowded(u32);

impl Hash for Crowded {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.0 % 7).hash(hasher);
    }
}

/// Inserts `states` in batches, some of them one by one, and compares the set with a map.
fn compare<S: Copy + Eq + Hash + std::fmt::Debug>(states: &[S], key: impl Fn(S) -> u32) {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut set = StateSet::new();
    let mut map = HashMap::new();
    let mut order = Vec::new();
    for (round, batch) in states.chunks(BATCH * 2 + 3).enumerate() {
        set.reserve(batch.len(), &mut meter).unwrap();
        let mut told = Vec::new();
        if round % 3 == 2 {
            told.extend(batch.iter().map(|&state| set.insert(state)));
        } else {
            set.insert_all(batch, |i, index, new| {
                assert_eq!(i, told.len());
                told.push((index, new));
            });
        }
        for (&state, told) in batch.iter().zip(told) {
            let next = map.len() as u32;
            let index = *map.entry(key(state)).or_insert(next);
            assert_eq!(told, (index, index == next));
            if index == next {
                order.push(state);
            }
        }
    }
    assert_eq!(set.len(), order.len());
    for (index, &state) in (0..).zip(&order) {
        assert_eq!(set.get(index), state);
        assert_eq!(set.find(state), Some(index));
    }
    let mut found = Vec::new();
    set.find_all(states, |i, index| {
        assert_eq!(i, found.len());
        found.push(index);
    });
    let expected = states.iter().map(|&state| map.get(&key(state)).copied());
    assert!(found.into_iter().eq(expected));
    set.release(&mut meter);
    assert_eq!(meter.held(), 0, "all that was taken is given back");
}

#[test]
fn a_large_set_agrees_with_a_map() {
    let mut random = 7_u64;
    let states: Vec<u64> = (0..400_000)
        .map(|_| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            random >> 45
        })
        .collect();
    compare(&states, |state| state as u32);
}

proptest! {
    #[test]
    fn crowded_states_are_told_apart(states in prop::collection::vec(0_u32..900, 0..3_000)) {
        let states: Vec<Crowded> = states.into_iter().map(Crowded).collect();
        compare(&states, |state| state.0);
    }
}

/// In a set that is larger than the processor's caches.
#[test]
fn batches_find_present_states_and_no_absent_ones() {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut set = StateSet::new();
    let even: Vec<u64> = (0..400_000).map(|i| 2 * i).collect();
    set.reserve(even.len(), &mut meter).unwrap();
    set.insert_all(&even, |_, _, _| {});
    let all: Vec<u64> = (0..500_001).collect();
    let mut found = Vec::new();
    set.find_all(&all, |_, index| found.push(index));
    let expected = (0..500_001).map(|i| (i % 2 == 0).then_some(i / 2));
    assert!(found.into_iter().eq(expected));
}

#[test]
fn absent_states_are_not_found() {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut set = StateSet::new();
    assert_eq!(set.find(1_u64), None);
    set.reserve(1_000, &mut meter).unwrap();
    for state in 0..1_000 {
        set.insert(2 * state);
    }
    assert!((0..1_000).all(|state| set.find(2 * state + 1).is_none()));
    set.clear();
    assert!((0..1_000).all(|state| set.find(2 * state).is_none()) && set.is_empty());
}

#[test]
fn places_run_out_before_they_wrap() {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut set = StateSet {
        most: 1_000,
        ..StateSet::new()
    };
    for state in 0..1_000_u64 {
        set.reserve(1, &mut meter).unwrap();
        set.insert(state);
    }
    assert_eq!(set.reserve(1, &mut meter), Err(StopReason::Capacity));
    assert!((0..1_000).all(|state| set.find(state).is_some()));
}

#[test]
fn states_of_large_sets_take_less_than_eight_bytes_beside_their_own() {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut set = StateSet::new();
    for state in 0..2_000_000_u64 {
        set.reserve(1, &mut meter).unwrap();
        set.insert(state);
        if state > 500_000 {
            let slack = 8 * (1 << 16);
            assert!(meter.statistics().peak_bytes <= state * 16 + slack);
        }
    }
}
