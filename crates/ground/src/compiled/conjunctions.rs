//! Evaluates many conjunctions of tests at once.
//!
//! Conjunctions (the tests of rules, or goals) form *blocks* of up to 64. The result of a block is
//! a word with one bit for each conjunction. A block is evaluated in one of two ways:
//!
//! * *one by one*, for few conjunctions: each is tested by `state & mask == value`. This form can
//!   express a set of labels if their numbers are exactly the used numbers in which certain bits
//!   have certain values, which holds for most sets.
//! * *byte by byte*, for many conjunctions: each byte of the state that some conjunction tests has
//!   a table, which maps the value of the byte to the set of conjunctions that it allows. The
//!   result is the intersection of the table entries. Each field, the group of bits that stores the
//!   label of a position as a number, lies within one byte, so a table can express any set of
//!   labels.
//!
//! Two kinds of tests do not fit: the test that two positions have the same label and, one by one,
//! the test for a set of labels that is not given by fixed bits. They become *checks*. The checks
//! of a conjunction are made only if all its other tests hold.

use fewest_rules::Words;

use super::array;
use super::layout::{Field, StateLayout};
use super::masks::{BlockMasks, TestCheck, sames};
use super::word_tests::WordTests;
use crate::ground::Test;

/// The greatest number of conjunctions in a block.
pub(super) const BLOCK: usize = 64;
/// The greatest allowed number of tables for bytes of a state. Each table takes 2 KiB of memory.
const MOST_TABLES: usize = 1 << 13;
/// In states of at least this many words, a conjunction that is evaluated on its own reads only the
/// words that it tests.
const WIDE: usize = 16;

/// A block of up to 64 conjunctions. Whether they hold in a state is given by the bits of one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct TestBlock {
    /// The index of the first conjunction of the block; the others follow it.
    pub(super) first: u32,
    /// A word with a set bit for each conjunction of the block.
    all: u64,
    /// A word with a set bit for each conjunction of the block that has checks: tests that the
    /// masks or the tables of the block do not express.
    careful: u64,
    evaluation: Evaluation,
    /// The range of the block in the masks or in the byte lookups of [`Conjunctions`], depending on
    /// `evaluation`.
    from: u32,
    to: u32,
}

#[derive(Debug, Clone, Copy)]
enum Evaluation {
    /// No conjunction of the block tests the label of a single position. Some may compare the
    /// labels of two positions.
    Free,
    OneByOne,
    ByteByByte,
}

/// Conjunctions of tests in blocks of up to 64, which are evaluated together.
#[derive(Debug, Clone)]
pub(super) struct Conjunctions<const N: usize> {
    /// For each conjunction that is evaluated on its own, its masks. Empty if states have at least
    /// [`WIDE`] words.
    masks: Vec<MaskedTest<N>>,
    /// For each conjunction that is evaluated on its own, its masks for the words that it tests, if
    /// states have at least [`WIDE`] words.
    wide: WordTests,
    tables: TestTables,
}

/// The part of [`Conjunctions`] whose type does not depend on the number of words of a state.
#[derive(Debug, Clone, Default)]
struct TestTables {
    /// The number of elements of [`Conjunctions::masks`] that the blocks made so far need.
    masks: usize,
    looks: Vec<ByteLookup>,
    tables: Vec<[u64; 256]>,
    /// For each conjunction, the range of its checks in `checks`.
    checked: Vec<(u32, u32)>,
    checks: Vec<TestCheck>,
}

#[derive(Debug, Clone, Copy)]
struct MaskedTest<const N: usize> {
    mask: [u64; N],
    value: [u64; N],
}

#[derive(Debug, Clone, Copy)]
struct ByteLookup {
    word: u16,
    shift: u16,
    table: u32,
}

impl<const N: usize> MaskedTest<N> {
    #[inline]
    fn holds(&self, state: Words<N>) -> bool {
        let differ = (0..N).fold(0, |differ, w| {
            differ | ((state.0[w] & self.mask[w]) ^ self.value[w])
        });
        differ == 0
    }
}

impl TestTables {
    /// Adds a block of these conjunctions. Afterwards `masks` holds their masks if the block is
    /// evaluated one by one; otherwise it is empty.
    fn add_block(
        &mut self,
        conjunctions: &[Vec<Test>],
        layout: &StateLayout,
        masks: &mut BlockMasks,
    ) -> TestBlock {
        masks.clear();
        let first = self.checked.len() as u32;
        let bytes = tested_bytes(conjunctions, layout);
        // Tables take one lookup for each tested byte. Masks take about `2 * words` operations for
        // each conjunction, and more if it has checks. Masks are used if they take less, or if
        // there is no room for more tables. In wide states, masks take a few operations for each
        // conjunction, and much less memory than tables.
        let least = match masks.words {
            WIDE.. => conjunctions.len() / 4,
            words => 2 * words * conjunctions.len(),
        };
        let full = self.tables.len() + bytes.len() > MOST_TABLES;
        let few = conjunctions.len() <= 2 || bytes.is_empty();
        // Most blocks use tables. For these, the masks are not computed at all.
        let one_by_one: Vec<Vec<TestCheck>> = match few || full || bytes.len() > least {
            true => conjunctions
                .iter()
                .map(|tests| masks.add(tests, layout))
                .collect(),
            false => Vec::new(),
        };
        let awkward = one_by_one.iter().filter(|checks| !checks.is_empty());
        let by_masks = few || full || bytes.len() > least + 4 * awkward.count();
        let (evaluation, from, to, checks): (Evaluation, usize, usize, Vec<Vec<TestCheck>>);
        if bytes.is_empty() {
            (evaluation, from, to) = (Evaluation::Free, 0, 0);
            checks = one_by_one;
        } else if by_masks {
            (evaluation, from) = (Evaluation::OneByOne, self.masks);
            self.masks += conjunctions.len();
            to = self.masks;
            checks = one_by_one;
        } else {
            (evaluation, from) = (Evaluation::ByteByByte, self.looks.len());
            for byte in bytes {
                self.looks.push(ByteLookup {
                    word: (byte / 8) as u16,
                    shift: (byte % 8 * 8) as u16,
                    table: self.tables.len() as u32,
                });
                self.tables.push(table(byte, conjunctions, layout));
            }
            to = self.looks.len();
            let same = |tests: &Vec<Test>| sames(tests, layout);
            checks = conjunctions.iter().map(same).collect();
        }
        if !matches!(evaluation, Evaluation::OneByOne) {
            masks.clear();
        }
        let mut careful = 0;
        for (i, checks) in checks.into_iter().enumerate() {
            careful |= u64::from(!checks.is_empty()) << i;
            let from = self.checks.len() as u32;
            self.checks.extend(checks);
            self.checked.push((from, self.checks.len() as u32));
        }
        TestBlock {
            first,
            all: u64::MAX >> (BLOCK - conjunctions.len()),
            careful,
            evaluation,
            from: from as u32,
            to: to as u32,
        }
    }
}

impl<const N: usize> Default for Conjunctions<N> {
    fn default() -> Self {
        Self {
            masks: Vec::new(),
            wide: WordTests::new(N),
            tables: TestTables::default(),
        }
    }
}

impl<const N: usize> Conjunctions<N> {
    /// Puts all conjunctions into blocks, in their order.
    pub(super) fn add(&mut self, all: &[Vec<Test>], layout: &StateLayout) -> Vec<TestBlock> {
        let mut masks = BlockMasks::new(N);
        let blocks = all.chunks(BLOCK).map(|block| {
            let block = self.tables.add_block(block, layout, &mut masks);
            let pairs = masks.masks.chunks(N).zip(masks.values.chunks(N));
            if N >= WIDE {
                pairs.for_each(|(masks, values)| self.wide.add_masks(masks, values));
            } else {
                self.masks.extend(pairs.map(|(mask, value)| MaskedTest {
                    mask: array(mask),
                    value: array(value),
                }));
            }
            block
        });
        blocks.collect()
    }

    /// The conjunctions of `block` that hold in `state`: bit `i` is set if the `i`-th conjunction
    /// holds.
    #[inline]
    pub(super) fn holding(&self, block: &TestBlock, state: Words<N>) -> u64 {
        let range = block.from as usize..block.to as usize;
        let mut holding = match block.evaluation {
            Evaluation::Free => block.all,
            Evaluation::OneByOne => {
                let mut holding = 0;
                if N >= WIDE {
                    for (i, number) in range.enumerate() {
                        holding |= u64::from(self.wide.hold(number, &state)) << (i % BLOCK);
                    }
                } else {
                    for (i, exact) in self.masks[range].iter().enumerate() {
                        holding |= u64::from(exact.holds(state)) << (i % BLOCK);
                    }
                }
                holding
            }
            Evaluation::ByteByByte => {
                let mut holding = block.all;
                for look in &self.tables.looks[range] {
                    let byte = state.0[usize::from(look.word) % N] >> look.shift & 255;
                    holding &= self.tables.tables[look.table as usize][byte as usize];
                }
                holding
            }
        };
        if holding & block.careful != 0 {
            holding = self.checked(block, holding, state);
        }
        holding
    }

    fn checked(&self, block: &TestBlock, mut holding: u64, state: Words<N>) -> u64 {
        let mut doubtful = holding & block.careful;
        while doubtful != 0 {
            let i = doubtful.trailing_zeros();
            doubtful &= doubtful - 1;
            let (from, to) = self.tables.checked[(block.first + i) as usize];
            let checks = &self.tables.checks[from as usize..to as usize];
            if !checks.iter().all(|check| check.holds(state)) {
                holding &= !(1 << i);
            }
        }
        holding
    }
}

/// The bytes of a state that the conjunctions test, in increasing order.
pub(super) fn tested_bytes(conjunctions: &[Vec<Test>], layout: &StateLayout) -> Vec<u32> {
    let tested = |test: &Test| match *test {
        Test::In { position, .. } => layout.fields[position],
        Test::Same { .. } => None,
    };
    let tests = conjunctions.iter().flatten();
    let mut bytes: Vec<u32> = tests.filter_map(tested).map(byte).collect();
    bytes.sort_unstable();
    bytes.dedup();
    bytes
}

/// The index of the byte of the state in which a field lies.
fn byte(field: Field) -> u32 {
    field.from / 8
}

/// The table of the byte with index `at`: for each value of the byte, the conjunctions that it
/// allows.
fn table(at: u32, conjunctions: &[Vec<Test>], layout: &StateLayout) -> [u64; 256] {
    // For each field in the byte, and each code of the field, the conjunctions that allow the code.
    let mut fields: Vec<(Field, Vec<u64>)> = Vec::new();
    for (i, test) in conjunctions
        .iter()
        .enumerate()
        .flat_map(|(i, tests)| tests.iter().map(move |t| (i, t)))
    {
        if let Test::In { position, labels } = *test
            && let Some(field) = layout.fields[position]
            && byte(field) == at
        {
            let codes = layout.codes(field, labels);
            let known = fields
                .iter()
                .position(|(other, _)| other.from == field.from);
            let known = known.unwrap_or_else(|| {
                fields.push((field, vec![u64::MAX; 1 << field.width]));
                fields.len() - 1
            });
            for (code, allowed) in fields[known].1.iter_mut().enumerate() {
                if code >= 64 || codes >> code & 1 == 0 {
                    *allowed &= !(1 << i);
                }
            }
        }
    }
    let mut table = [u64::MAX; 256];
    for (field, allowed) in fields {
        let ones = allowed.len() - 1;
        for (value, entry) in table.iter_mut().enumerate() {
            *entry &= allowed[value >> (field.from % 8) & ones];
        }
    }
    table
}
