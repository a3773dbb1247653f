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

use super::block_masks::{TestCheck, masked, sames};
use super::layout::{Field, StateLayout};
use super::word_tests::WordTests;
use crate::ground::Test;

/// The greatest number of conjunctions in a block.
pub(super) const BLOCK: usize = 64;
/// The greatest allowed number of tables for bytes of a state. Each table takes 2 KiB of memory.
const MOST_TABLES: usize = 1 << 13;
/// In states of at least this many words, masks take much less memory than tables.
const WIDE: usize = 16;

/// A block of up to 64 conjunctions. Whether they hold in a state is given by the bits of one word.
#[derive(Debug, Clone, Copy)]
pub(super) struct TestBlock {
    /// The index of the first conjunction of the block; the others follow it.
    pub(super) first: u32,
    /// A word with a set bit for each conjunction of the block.
    all: u64,
    /// A word with a set bit for each conjunction of the block that has checks: tests that the
    /// tables of the block do not express.
    careful: u64,
    /// Whether the conjunctions are evaluated one by one, rather than byte by byte.
    one_by_one: bool,
    /// The range of the block in [`Conjunctions::single`] or in [`Conjunctions::looks`], depending
    /// on `one_by_one`.
    from: u32,
    to: u32,
}

/// Conjunctions of tests in blocks of up to 64, which are evaluated together.
#[derive(Debug, Clone)]
pub(super) struct Conjunctions {
    /// The number of words of a state.
    words: usize,
    /// The conjunctions that are evaluated one by one.
    single: WordTests,
    looks: Vec<ByteLookup>,
    tables: Vec<[u64; 256]>,
    /// For each conjunction, the range of its checks in `checks`.
    checked: Vec<(u32, u32)>,
    checks: Vec<TestCheck>,
}

#[derive(Debug, Clone, Copy)]
struct ByteLookup {
    word: u16,
    shift: u16,
    table: u32,
}

impl Conjunctions {
    /// No conjunctions yet, for states of `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            words,
            single: WordTests::default(),
            looks: Vec::new(),
            tables: Vec::new(),
            checked: Vec::new(),
            checks: Vec::new(),
        }
    }

    /// Puts all conjunctions into blocks, in their order.
    pub(super) fn add(&mut self, all: &[Vec<Test>], layout: &StateLayout) -> Vec<TestBlock> {
        let blocks = all.chunks(BLOCK);
        blocks.map(|block| self.add_block(block, layout)).collect()
    }

    fn add_block(&mut self, conjunctions: &[Vec<Test>], layout: &StateLayout) -> TestBlock {
        let first = self.checked.len() as u32;
        let bytes = tested_bytes(conjunctions, layout);
        // Tables take one lookup for each tested byte. Masks take about `2 * words` operations for
        // each conjunction, and more if it has checks. Masks are used if they take less, or if
        // there is no room for more tables. In wide states, masks take a few operations for each
        // conjunction.
        let least = match self.words {
            WIDE.. => conjunctions.len() / 4,
            words => 2 * words * conjunctions.len(),
        };
        let full = self.tables.len() + bytes.len() > MOST_TABLES;
        let awkward = || {
            let checked = |tests: &&Vec<Test>| !masked(tests, layout).1.is_empty();
            conjunctions.iter().filter(checked).count()
        };
        // Most blocks use tables. For these, the masks are not computed at all.
        let few = conjunctions.len() <= 2 || full;
        let one_by_one = !bytes.is_empty()
            && (few || bytes.len() > least && bytes.len() > least + 4 * awkward());
        let mut careful = 0;
        let (from, to);
        if one_by_one {
            from = self.single.len();
            for tests in conjunctions {
                self.single.add(tests, layout);
            }
            to = self.single.len();
        } else {
            from = self.looks.len();
            for byte in bytes {
                self.looks.push(ByteLookup {
                    word: (byte / 8) as u16,
                    shift: (byte % 8 * 8) as u16,
                    table: self.tables.len() as u32,
                });
                self.tables.push(table(byte, conjunctions, layout));
            }
            to = self.looks.len();
        }
        for (i, tests) in conjunctions.iter().enumerate() {
            let from = self.checks.len() as u32;
            if !one_by_one {
                self.checks.extend(sames(tests, layout));
            }
            let to = self.checks.len() as u32;
            careful |= u64::from(from < to) << i;
            self.checked.push((from, to));
        }
        TestBlock {
            first,
            all: u64::MAX >> (BLOCK - conjunctions.len()),
            careful,
            one_by_one,
            from: from as u32,
            to: to as u32,
        }
    }

    /// The conjunctions of `block` that hold in `state`: bit `i` is set if the `i`-th conjunction
    /// holds.
    #[inline]
    pub(super) fn holding<const N: usize>(&self, block: &TestBlock, state: Words<N>) -> u64 {
        let range = block.from as usize..block.to as usize;
        if block.one_by_one {
            let numbered = range.enumerate();
            return numbered.fold(0, |holding, (i, number)| {
                holding | u64::from(self.single.hold(number, &state)) << i
            });
        }
        let mut holding = block.all;
        for look in &self.looks[range] {
            let byte = state.0[usize::from(look.word) % N] >> look.shift & 255;
            holding &= self.tables[look.table as usize][byte as usize];
        }
        if holding & block.careful != 0 {
            holding = self.checked(block, holding, state);
        }
        holding
    }

    fn checked<const N: usize>(&self, block: &TestBlock, mut holding: u64, state: Words<N>) -> u64 {
        let mut doubtful = holding & block.careful;
        while doubtful != 0 {
            let i = doubtful.trailing_zeros();
            doubtful &= doubtful - 1;
            let (from, to) = self.checked[(block.first + i) as usize];
            let checks = &self.checks[from as usize..to as usize];
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
