//! The ranking of states: consecutive numbers for the states in which certain labels occur as often
//! as at the start.
//!
//! The positions are divided into parts: those of each domain in which no move changes how often
//! some labels occur, and all others. The rank of a state is a number whose digits are the ranks of
//! its parts. The rank of a part is that of its labelling, in lexicographic order. A table gives the
//! number of ways to label the remaining positions, depending on how often each counted label must
//! still be placed.
//!
//! The ranks cover exactly the states in which every position has a label that it may ever get, and
//! in which every label occurs as often as at the start, if no move changes how often it occurs.
//! These states include all reachable states, and often others.
//!
//! The positions of a part are ordered so that the positions that few rules write come first. Then
//! most moves change only the low digits of a rank and lead to a rank nearby, which often lies in
//! the same segment of a table that is divided over memory, disk or a cluster.

use fewest_rules::Words;

use super::count_table::{CountTable, MOST, labels_of};
use crate::compiled::{PackedTask, Window};

/// A ranking: a number for each state of a puzzle.
#[derive(Debug, Clone)]
pub struct StateRanking {
    parts: Vec<RankedPart>,
    size: u64,
}

#[derive(Debug, Clone)]
struct RankedPart {
    /// The digits of the labelling, the highest first.
    digits: Vec<FieldDigit>,
    /// `None` if every position may have each of its labels, whichever the others have.
    ways: Option<CountTable>,
    size: u64,
}

/// The field of a position (the bits of a state that store its label as a number), and the mapping
/// between digits and the numbers in the field.
#[derive(Debug, Clone)]
struct FieldDigit {
    place: Window,
    /// For each number that the field may hold, the digit that stands for it.
    digits: Vec<u8>,
    /// For each digit, the number in the field for which it stands.
    numbers: Vec<u8>,
}

impl FieldDigit {
    /// Makes the mapping in which the labels of the position have the digits 0, 1, 2 and so on.
    fn new(task: &PackedTask, position: usize) -> Option<Self> {
        let place = task.window(position)?;
        let mut digit = Self {
            place,
            digits: vec![0; place.numbers()],
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
        self.digits[self.place.number(&state.0) as usize].into()
    }

    #[inline]
    fn put<const N: usize>(&self, state: &mut Words<N>, digit: usize) {
        let number = u64::from(self.numbers[digit]);
        self.place.flip(&mut state.0, number);
    }
}

impl StateRanking {
    /// Makes the ranking of the states of `task`. `None` if it would have 2⁵⁷ ranks or more, or if
    /// the table of a part would be too large.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let mut writers = vec![0; reduced.sets.len()];
        let writes = reduced.ground.rules.iter().flat_map(|rule| &rule.writes);
        writes.for_each(|write| writers[write.position] += 1);
        let mut order: Vec<usize> = reduced.changing().collect();
        order.sort_by_key(|&position| writers[position]);
        let mut parts = Vec::new();
        let mut others = Vec::new();
        for (domain, counts) in task.counts().numbers(reduced).iter().enumerate() {
            let in_domain = |&&p: &&usize| reduced.ground.positions[p].domain == domain;
            let mut here: Vec<usize> = order.iter().filter(in_domain).copied().collect();
            if labels_of(reduced, &here).any(|label| counts[usize::from(label)].is_some()) {
                let ways = CountTable::new(reduced, &here, counts)?;
                parts.push(RankedPart::new(task, &here, Some(ways))?);
            } else {
                others.append(&mut here);
            }
        }
        if !others.is_empty() {
            parts.push(RankedPart::new(task, &others, None)?);
        }
        let sizes = parts.iter().map(|part| part.size);
        let size = sizes.fold(1, u64::saturating_mul);
        (size < MOST).then_some(Self { parts, size })
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

impl RankedPart {
    fn new(task: &PackedTask, positions: &[usize], ways: Option<CountTable>) -> Option<Self> {
        let digits = positions.iter().map(|&p| FieldDigit::new(task, p));
        let digits: Vec<FieldDigit> = digits.collect::<Option<_>>()?;
        let radices = digits.iter().map(|digit| digit.numbers.len() as u64);
        let size = match &ways {
            Some(ways) => ways.ways(0, ways.start),
            None => radices.fold(1, u64::saturating_mul),
        };
        Some(Self { digits, ways, size })
    }

    fn rank<const N: usize>(&self, state: Words<N>) -> u64 {
        let Some(ways) = &self.ways else {
            return self.digits.iter().fold(0, |rank, digit| {
                rank * digit.numbers.len() as u64 + digit.get(state) as u64
            });
        };
        let mut left = ways.start;
        let mut rank = 0;
        for (at, digit) in self.digits.iter().enumerate() {
            let value = digit.get(state);
            let smaller = (0..value).map(|smaller| ways.after(at, smaller, left));
            rank += smaller.sum::<u64>();
            left = ways.take(at, value, left);
        }
        rank
    }

    fn unrank<const N: usize>(&self, mut rank: u64, state: &mut Words<N>) {
        let Some(ways) = &self.ways else {
            for digit in self.digits.iter().rev() {
                let radix = digit.numbers.len() as u64;
                digit.put(state, (rank % radix) as usize);
                rank /= radix;
            }
            return;
        };
        let mut left = ways.start;
        for (at, digit) in self.digits.iter().enumerate() {
            let mut value = 0;
            loop {
                let here = ways.after(at, value, left);
                if rank < here || value + 1 == digit.numbers.len() {
                    break;
                }
                rank -= here;
                value += 1;
            }
            digit.put(state, value);
            left = ways.take(at, value, left);
        }
    }
}
