//! Evaluates many conjunctions of tests at once.
//!
//! Conjunctions (the tests of rules, or goals) form *blocks* of up to 64. The result of a block is
//! a word with one bit for each conjunction. For each group of bits of a state that a block tests,
//! there is a table, which maps the number in these bits to the set of conjunctions that it allows.
//! The result is the intersection of the table entries. The tables that allow the fewest
//! conjunctions come first, and the evaluation ends as soon as no conjunction is left.
//!
//! Tables cannot express that two positions have the same label, and they take memory. Tests that no
//! table expresses are made last, one conjunction after the other.

use std::collections::BTreeMap;

use fewest_rules::Words;

use super::bits_of;
use super::field_tests::FieldTests;
use super::layout::{StateLayout, Window};
use crate::ground::Test;

/// After this many entries, blocks get no more tables, and their conjunctions are tested one after
/// the other.
const MOST_ENTRIES: usize = 1 << 21;

/// The greatest number of conjunctions in a block.
pub(super) const BLOCK: usize = 64;

/// A table for each byte of a state takes few look-ups, and a table for each field takes little
/// memory, so that more tables stay in the cache. With at most this many blocks there are tables for
/// bytes.
const MOST_BY_BYTE: usize = 16;

/// A block of up to 64 conjunctions. Whether they hold in a state is given by the bits of one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct TestBlock {
    /// The index of the first conjunction of the block; the others follow it.
    pub(super) first: u32,
    /// A word with a set bit for each conjunction of the block.
    all: u64,
    /// A word with a set bit for each conjunction that has tests which tables do not express.
    careful: u64,
    /// The range of the block in [`Conjunctions::looks`].
    looks: (u32, u32),
}

/// Conjunctions of tests in blocks of up to 64, which are evaluated together.
#[derive(Debug, Clone)]
pub(super) struct Conjunctions {
    /// Whether there is a table for each byte that a block tests, and not for each field.
    by_byte: bool,
    looks: Vec<TableLookup>,
    /// The entries of all tables.
    entries: Vec<u64>,
    /// For each conjunction, the tests that tables do not express.
    rest: FieldTests,
}

#[derive(Debug, Clone, Copy)]
struct TableLookup {
    window: Window,
    /// The index of the first entry of the table.
    table: u32,
}

impl Conjunctions {
    /// No conjunctions yet. There will be about the given number of blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Self {
            by_byte: blocks <= MOST_BY_BYTE,
            looks: Vec::new(),
            entries: Vec::new(),
            rest: FieldTests::default(),
        }
    }

    /// Puts all conjunctions into blocks, in their order.
    pub(super) fn add(&mut self, all: &[Vec<Test>], layout: &StateLayout) -> Vec<TestBlock> {
        let blocks = all.chunks(BLOCK);
        blocks.map(|block| self.add_block(block, layout)).collect()
    }

    fn add_block(&mut self, conjunctions: &[Vec<Test>], layout: &StateLayout) -> TestBlock {
        let mut block = TestBlock {
            first: self.rest.len() as u32,
            all: u64::MAX >> (BLOCK - conjunctions.len()),
            careful: 0,
            looks: (self.looks.len() as u32, 0),
        };
        let mut tables: BTreeMap<Window, Vec<u64>> = BTreeMap::new();
        let has_room = self.entries.len() < MOST_ENTRIES;
        for (i, tests) in conjunctions.iter().enumerate() {
            for test in tests.iter().filter(|_| has_room) {
                if let Test::In { position, labels } = *test
                    && let Some(field) = layout.fields[position]
                {
                    let codes = field.codes(labels);
                    let window = match self.by_byte {
                        true => field.byte(),
                        false => field.window(),
                    };
                    let new = || vec![block.all; window.numbers()];
                    let table = tables.entry(window).or_insert_with(new);
                    for (number, allowed) in (0..).zip(table) {
                        if codes >> window.number_in(field.window(), number) & 1 == 0 {
                            *allowed &= !(1 << i);
                        }
                    }
                }
            }
            let rest = tests.iter();
            let rest = rest.filter(|test| !has_room || matches!(test, Test::Same { .. }));
            block.careful |= u64::from(rest.clone().next().is_some()) << i;
            self.rest.add(rest, layout);
        }
        let mut tables: Vec<(Window, Vec<u64>)> = tables.into_iter().collect();
        tables.sort_by_key(|(window, table)| {
            let allowed = table.iter().map(|allowed| u64::from(allowed.count_ones()));
            allowed.sum::<u64>() * 256 / window.numbers() as u64
        });
        for (window, table) in tables {
            self.looks.push(TableLookup {
                window,
                table: self.entries.len() as u32,
            });
            self.entries.extend(table);
        }
        block.looks.1 = self.looks.len() as u32;
        block
    }

    /// The conjunctions of `block` that hold in `state`: bit `i` is set if the `i`-th conjunction
    /// holds.
    #[inline]
    pub(super) fn holding<const N: usize>(&self, block: &TestBlock, state: &Words<N>) -> u64 {
        let mut holding = block.all;
        for look in &self.looks[block.looks.0 as usize..block.looks.1 as usize] {
            let number = look.window.number(&state.0);
            holding &= self.entries[look.table as usize + number as usize];
            if holding == 0 {
                return 0;
            }
        }
        if holding & block.careful != 0 {
            return self.with_rest(block, holding, state);
        }
        holding
    }

    /// Those conjunctions of `holding` whose tests that no table expresses hold, too.
    #[inline(never)]
    fn with_rest<const N: usize>(&self, block: &TestBlock, holding: u64, state: &Words<N>) -> u64 {
        let doubtful = bits_of([holding & block.careful]);
        let fails = doubtful.filter(|i| !self.rest.hold(block.first as usize + i, state));
        fails.fold(holding, |left, i| left & !(1 << i))
    }
}
