//! The ranking of states: consecutive numbers for the states in which certain labels occur as often
//! as at the start.
//!
//! The positions are divided into parts. The rank of a state is a number whose digits are the ranks
//! of its parts:
//!
//! * *arranged*: no move changes how often any label of a domain occurs, and every position may
//!   have each label. The rank is that of a permutation of a multiset, in lexicographic order.
//! * *counted*: no move changes how often some labels of a domain occur, but the conditions of an
//!   arranged part do not hold. The rank of the part is the rank of its labelling, in lexicographic
//!   order. A table gives the number of ways to label the remaining positions, depending on how
//!   often each counted label must still be placed.
//! * *free*: all other positions, with one digit for each position.
//!
//! The ranks cover exactly the states in which every position has a label that it may ever get, and
//! in which every label occurs as often as at the start, if no move changes how often it occurs.
//! These states include all reachable states, and often others.
//!
//! The positions of a part are ordered so that the positions that few rules write come first
//! ([`order`]). Then most moves change only the low digits of a rank and lead to a rank nearby.
//! Such a rank often lies in the same segment of a table that is divided over memory, disk or a
//! cluster. The ranks of parts that a rule does not change are not computed again ([`RankTrail`]).

mod order;
mod trail;

use fewest_rules::Words;

use super::count_table::{CountTable, MOST, labels_of};
use super::field_place::FieldPlace;
use crate::compiled::PackedTask;

use order::{Touches, few_writes_first};

/// A ranking: a number for each state of a puzzle.
#[derive(Debug, Clone)]
pub struct StateRanking {
    parts: Vec<RankedPart>,
    size: u64,
    touches: Touches,
}

#[derive(Debug, Clone)]
struct RankedPart {
    numbering: Numbering,
    /// For each digit of the rank of the part, the position whose label it stands for.
    positions: Vec<usize>,
    digits: Vec<FieldDigit>,
    size: u64,
}

#[derive(Debug, Clone)]
enum Numbering {
    /// The part is *arranged*: its rank is that of a permutation of a multiset of digits. This list
    /// has, for each value of a digit, the number of its occurrences.
    Arranged(Vec<u64>),
    Counted(CountTable),
    Free,
}

/// The field of a position (the bits of a state that store its label as a number), and the mapping
/// between digits and the numbers in the field.
#[derive(Debug, Clone)]
struct FieldDigit {
    place: FieldPlace,
    /// For each number that the field may hold, the digit that stands for it.
    digits: Vec<u8>,
    /// For each digit, the number in the field for which it stands.
    numbers: Vec<u8>,
}

impl FieldDigit {
    /// Makes the mapping in which the labels of the position have the digits 0, 1, 2 and so on.
    fn new(task: &PackedTask, position: usize) -> Option<Self> {
        let place = FieldPlace::new(task, position)?;
        let mut digit = Self {
            place,
            digits: vec![0; place.ones as usize + 1],
            numbers: Vec::new(),
        };
        for label in task.reduced().sets[position].labels() {
            let number = task.code(position, label)?;
            digit.digits[number as usize] = digit.numbers.len() as u8;
            digit.numbers.push(number as u8);
        }
        Some(digit)
    }

    #[inline]
    fn get<const N: usize>(&self, state: Words<N>) -> usize {
        self.digits[self.place.number(state) as usize].into()
    }

    #[inline]
    fn put<const N: usize>(&self, state: &mut Words<N>, digit: usize) {
        let number = u64::from(self.numbers[digit]);
        state.0[self.place.word as usize % N] |= number << self.place.shift;
    }
}

impl StateRanking {
    /// Makes the ranking of the states of `task`. `None` if it would have 2⁵⁷ ranks or more, or if
    /// the table of a counted part would be too large.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let counts = task.counts().numbers(reduced);
        let mut parts = Vec::new();
        let mut free = Vec::new();
        for (domain, counts) in counts.iter().enumerate() {
            let here: Vec<usize> = reduced
                .changing()
                .filter(|&p| reduced.ground.positions[p].domain == domain)
                .collect();
            let here = few_writes_first(&reduced.ground.rules, here);
            let Some(&first) = here.first() else { continue };
            let labels = reduced.sets[first];
            let alike = here.iter().all(|&p| reduced.sets[p] == labels);
            let each: Option<Vec<u64>> = labels
                .labels()
                .map(|l| counts[usize::from(l)].map(u64::from))
                .collect();
            if let Some(each) = each.filter(|_| alike) {
                let size = arrangements(&each)?;
                parts.push(RankedPart::new(
                    task,
                    here,
                    Numbering::Arranged(each),
                    size,
                )?);
            } else if labels_of(reduced, &here).any(|label| counts[usize::from(label)].is_some()) {
                let table = CountTable::new(reduced, &here, counts)?;
                let size = table.ways(0, table.start);
                parts.push(RankedPart::new(
                    task,
                    here,
                    Numbering::Counted(table),
                    size,
                )?);
            } else {
                free.extend(here);
            }
        }
        if !free.is_empty() || parts.is_empty() {
            let free = few_writes_first(&reduced.ground.rules, free);
            let mut labels = free.iter().map(|&p| reduced.sets[p].len() as u64);
            let size = labels.try_fold(1, times)?;
            parts.push(RankedPart::new(task, free, Numbering::Free, size)?);
        }
        let sizes = parts.iter().map(|part: &RankedPart| part.size);
        let size = sizes.into_iter().try_fold(1, times)?;
        let positions: Vec<&[usize]> = parts.iter().map(|part| &*part.positions).collect();
        let touches = Touches::new(&reduced.ground, &positions);
        Some(Self {
            parts,
            size,
            touches,
        })
    }

    /// Each digit of a rank belongs to a position of the state. Returns the positions in the order
    /// of their digits, from the highest digit to the lowest. `None` if every part of the ranking
    /// has its positions in the order in which the puzzle lists them.
    pub fn changed_order(&self) -> Option<Vec<usize>> {
        let changed = |part: &RankedPart| !part.positions.is_sorted();
        let positions = self.parts.iter().flat_map(|part| &part.positions);
        (self.parts.iter().any(changed)).then(|| positions.copied().collect())
    }

    /// The number of ranks.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The rank of `state`.
    pub fn rank<const N: usize>(&self, state: Words<N>) -> u64 {
        self.parts
            .iter()
            .fold(0, |rank, part| rank * part.size + part.rank(state))
    }

    /// The state with rank `rank`, which must be less than the number of ranks.
    pub fn unrank<const N: usize>(&self, mut rank: u64) -> Words<N> {
        let mut state = Words::default();
        for part in self.parts.iter().rev() {
            part.unrank(rank % part.size, &mut state);
            rank /= part.size;
        }
        state
    }
}

fn times(size: u64, by: u64) -> Option<u64> {
    size.checked_mul(by).filter(|&size| size < MOST)
}

/// The number of arrangements of labels of which each occurs as often as `counts` says; `None` if
/// there are too many.
fn arrangements(counts: &[u64]) -> Option<u64> {
    // Computes the multinomial coefficient as a product of binomial coefficients. Each division is
    // exact: before step `i` of a count, `size` has the factor `binomial(sum, i - 1)`.
    let mut size: u128 = 1;
    let mut sum = 0;
    for &count in counts {
        for i in 1..=u128::from(count) {
            sum += 1;
            size = size * sum / i;
            if size >= u128::from(MOST) {
                return None;
            }
        }
    }
    Some(size as u64)
}

impl RankedPart {
    fn new(
        task: &PackedTask,
        positions: Vec<usize>,
        numbering: Numbering,
        size: u64,
    ) -> Option<Self> {
        let digits = positions.iter().map(|&p| FieldDigit::new(task, p));
        Some(Self {
            numbering,
            digits: digits.collect::<Option<_>>()?,
            positions,
            size,
        })
    }

    fn rank<const N: usize>(&self, state: Words<N>) -> u64 {
        let digits = || self.digits.iter().map(|digit| (digit, digit.get(state)));
        match &self.numbering {
            Numbering::Free => digits().fold(0, |rank, (digit, value)| {
                rank * digit.numbers.len() as u64 + value as u64
            }),
            Numbering::Counted(counted) => {
                let mut left = counted.start;
                let mut rank = 0;
                for (at, (_, value)) in digits().enumerate() {
                    rank += (0..value)
                        .map(|smaller| counted.after(at, smaller, left))
                        .sum::<u64>();
                    left = counted.take(at, value, left);
                }
                rank
            }
            Numbering::Arranged(counts) => {
                let mut left = Unarranged::new(counts, self);
                let mut rank = 0;
                for (_, value) in digits() {
                    rank += left.arrangements_below(value);
                    left.take(value);
                }
                rank
            }
        }
    }

    fn unrank<const N: usize>(&self, mut rank: u64, state: &mut Words<N>) {
        match &self.numbering {
            Numbering::Free => {
                for digit in self.digits.iter().rev() {
                    let many = digit.numbers.len() as u64;
                    digit.put(state, (rank % many) as usize);
                    rank /= many;
                }
            }
            Numbering::Counted(counted) => {
                let mut left = counted.start;
                for (at, digit) in self.digits.iter().enumerate() {
                    let mut value = 0;
                    loop {
                        let here = counted.after(at, value, left);
                        if rank < here || value + 1 == digit.numbers.len() {
                            break;
                        }
                        rank -= here;
                        value += 1;
                    }
                    digit.put(state, value);
                    left = counted.take(at, value, left);
                }
            }
            Numbering::Arranged(counts) => {
                let mut left = Unarranged::new(counts, self);
                for digit in &self.digits {
                    let mut value = 0;
                    loop {
                        let here = left.arrangements(value);
                        if rank < here || value + 1 == digit.numbers.len() {
                            break;
                        }
                        rank -= here;
                        value += 1;
                    }
                    digit.put(state, value);
                    left.take(value);
                }
            }
        }
    }
}

/// The labels that still have to be arranged, and how many arrangements they have.
struct Unarranged {
    counts: [u64; 64],
    labels: u64,
    all: u64,
}

impl Unarranged {
    fn new(counts: &[u64], part: &RankedPart) -> Self {
        let mut left = [0; 64];
        left[..counts.len()].copy_from_slice(counts);
        Self {
            counts: left,
            labels: part.digits.len() as u64,
            all: part.size,
        }
    }

    /// The number of arrangements of the labels left that begin with `digit`.
    fn arrangements(&self, digit: usize) -> u64 {
        self.all * self.counts[digit] / self.labels
    }

    /// The number of arrangements of the labels left that begin with a smaller digit than `digit`.
    /// The division is exact: the number of all arrangements times the number of occurrences of a
    /// label is a multiple of the number of labels left.
    fn arrangements_below(&self, digit: usize) -> u64 {
        self.all * self.counts[..digit].iter().sum::<u64>() / self.labels
    }

    fn take(&mut self, digit: usize) {
        self.all = self.arrangements(digit);
        self.counts[digit] = self.counts[digit].saturating_sub(1);
        self.labels -= 1;
    }
}
