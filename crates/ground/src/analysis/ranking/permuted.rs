//! The ranks of permutations. A part of the positions of a state holds a permutation if each label
//! of the part occurs at exactly one of its positions.
//!
//! Each position has a digit of the rank: the number of smaller labels at later positions. During a
//! pass over the positions, one word holds for each label, in four bits, how many of the labels
//! that are left are smaller. So each step of the pass is a shift and a subtraction, without a
//! loop.

use fewest_rules::Words;

use super::FieldDigit;

/// The greatest allowed number of labels of a permutation: with four bits for each, they fill a
/// word.
const MOST_LABELS: usize = 16;
/// A word whose groups of four bits hold 0, 1, 2, … from the lowest group on. With this word a pass
/// begins: while no label is placed, label `i` has `i` smaller labels.
const ALL: u64 = 0xfedc_ba98_7654_3210;
/// Subtracting this word subtracts 1 from every group of four bits except the lowest one.
const ABOVE: u64 = 0x1111_1111_1111_1110;

/// The ranking of the permutations of up to 16 labels.
#[derive(Debug, Clone)]
pub(super) struct PermutationRanking {
    /// For each digit, the word and the shift of the field that stores its label, and the number of
    /// permutations of the labels at later digits.
    fields: Vec<(u32, u32, u64)>,
    ones: u64,
    /// For each number in a field, the label that it stands for (`labels`), and for each label its
    /// number (`numbers`).
    labels: [u8; 64],
    numbers: [u8; MOST_LABELS],
}

/// What was computed for the last permutation that was unranked. It is kept for each digit, so that
/// the computation for the next permutation can begin at the first digit that differs.
#[derive(Debug, Clone)]
pub(super) struct PermutationTrail {
    /// For each digit, the least rank of a permutation that has the same labels as the last
    /// permutation before this digit.
    ranks: [u64; MOST_LABELS + 1],
    /// For each digit, a word that holds for each label how many smaller labels the last
    /// permutation has from this digit on.
    smaller: [u64; MOST_LABELS + 1],
    /// For each digit, the labels that the last permutation has from this digit on, in increasing
    /// order, with four bits for each label.
    left: [u64; MOST_LABELS + 1],
    /// The number of digits of the last permutation that was unranked; 0 before the first one.
    known: usize,
}

impl PermutationTrail {
    pub(super) fn new() -> Self {
        Self {
            ranks: [0; MOST_LABELS + 1],
            smaller: [ALL; MOST_LABELS + 1],
            left: [ALL; MOST_LABELS + 1],
            known: 0,
        }
    }
}

impl PermutationRanking {
    /// Makes the ranking. `None` if a label does not occur exactly once, if there are more than 16
    /// labels, or if the fields number the labels differently.
    pub(super) fn new(counts: &[u64], digits: &[FieldDigit]) -> Option<Self> {
        let first = digits.first()?;
        let alike = |digit: &FieldDigit| {
            digit.ones == first.ones
                && digit.digits == first.digits
                && digit.numbers == first.numbers
        };
        let once = counts.iter().all(|&count| count == 1);
        if !once || digits.len() > MOST_LABELS || first.ones >= 64 || !digits.iter().all(alike) {
            return None;
        }
        let mut permutations = Self {
            fields: Vec::new(),
            ones: first.ones,
            labels: [0; 64],
            numbers: [0; MOST_LABELS],
        };
        permutations.labels[..first.digits.len()].copy_from_slice(&first.digits);
        permutations.numbers[..first.numbers.len()].copy_from_slice(&first.numbers);
        let mut after: u64 = 1;
        for (labels, digit) in (1..).zip(digits.iter().rev()) {
            permutations.fields.push((digit.word, digit.shift, after));
            after *= labels;
        }
        permutations.fields.reverse();
        Some(permutations)
    }

    /// The rank of the permutation of labels that `state` holds.
    pub(super) fn rank<const N: usize>(&self, state: Words<N>) -> u64 {
        self.rank_of_rest(state, 0, 0, ALL)
    }

    /// The rank of the permutation in `state`. It must agree with the last permutation that was
    /// unranked along `trail` in all digits before the digit `from`.
    #[inline]
    pub(super) fn rank_from<const N: usize>(
        &self,
        state: Words<N>,
        from: usize,
        trail: &PermutationTrail,
    ) -> u64 {
        self.rank_of_rest(state, from, trail.ranks[from], trail.smaller[from])
    }

    #[inline]
    fn rank_of_rest<const N: usize>(
        &self,
        state: Words<N>,
        from: usize,
        mut rank: u64,
        mut smaller: u64,
    ) -> u64 {
        for &(word, shift, after) in &self.fields[from..] {
            let number = state.0[word as usize % N] >> shift & self.ones;
            let at = 4 * u32::from(self.labels[number as usize % 64]);
            rank += (smaller >> at & 15) * after;
            smaller = smaller.wrapping_sub(ABOVE << at);
        }
        rank
    }

    /// Puts the labels with the rank `rank` into `state`, whose fields must be 0.
    pub(super) fn unrank<const N: usize>(&self, rank: u64, state: &mut Words<N>) {
        self.unrank_along(rank, state, &mut PermutationTrail::new());
    }

    /// Puts the labels with the rank `rank` into `state`. Its fields must hold the last permutation
    /// of `trail`, or 0 before the first one.
    pub(super) fn unrank_along<const N: usize>(
        &self,
        rank: u64,
        state: &mut Words<N>,
        trail: &mut PermutationTrail,
    ) {
        let from = self.first_difference(rank, trail);
        let (mut base, mut smaller, mut left) =
            (trail.ranks[from], trail.smaller[from], trail.left[from]);
        for (at, &(word, shift, after)) in self.fields.iter().enumerate().skip(from) {
            let digit = (rank - base) / after;
            let place = 4 * digit as u32;
            let label = left >> place & 15;
            let below = (1 << place) - 1;
            left = left & below | left >> 4 & !below;
            base += digit * after;
            smaller = smaller.wrapping_sub(ABOVE << (4 * label));
            trail.ranks[at + 1] = base;
            trail.smaller[at + 1] = smaller;
            trail.left[at + 1] = left;
            let field = &mut state.0[word as usize % N];
            let number = u64::from(self.numbers[label as usize % MOST_LABELS]);
            *field = *field & !(self.ones << shift) | number << shift;
        }
        trail.known = self.fields.len();
    }

    /// The labels of the permutation with the rank `rank`, one for each digit.
    pub(super) fn labels(&self, mut rank: u64) -> [u8; MOST_LABELS] {
        let (mut labels, mut left) = ([0; MOST_LABELS], ALL);
        for (label, &(_, _, after)) in labels.iter_mut().zip(&self.fields) {
            let place = 4 * (rank / after) as u32;
            rank %= after;
            *label = (left >> place & 15) as u8;
            let below = (1 << place) - 1;
            left = left & below | left >> 4 & !below;
        }
        labels
    }

    /// The rank of the permutation with these labels, all of which are less than 16.
    #[inline]
    pub(super) fn rank_of_labels(&self, labels: impl Iterator<Item = u8>) -> u64 {
        let (mut rank, mut smaller) = (0, ALL);
        for (label, &(_, _, after)) in labels.zip(&self.fields) {
            let at = 4 * u32::from(label % 16);
            rank += (smaller >> at & 15) * after;
            smaller = smaller.wrapping_sub(ABOVE << at);
        }
        rank
    }

    /// The first digit in which the permutation with the rank `rank` may differ from the last one
    /// that was unranked.
    fn first_difference(&self, rank: u64, trail: &PermutationTrail) -> usize {
        (1..=trail.known)
            .rev()
            .find(|&at| {
                let (_, _, permutations) = self.fields[at - 1];
                (trail.ranks[at]..trail.ranks[at] + permutations).contains(&rank)
            })
            .unwrap_or(0)
    }
}
