//! Sets of rules.

/// A set of rules, with a bit for each rule.
#[derive(Debug, Clone)]
pub(super) struct RuleSet(Vec<u64>);

impl RuleSet {
    /// The empty set. The indices of its members must be less than `rules`.
    pub(super) fn new(rules: usize) -> Self {
        Self(vec![0; rules.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, rule: usize) {
        self.0[rule / 64] |= 1 << (rule % 64);
    }

    pub(super) fn contains(&self, rule: usize) -> bool {
        self.0[rule / 64] >> (rule % 64) & 1 == 1
    }

    /// Adds the members of `other`.
    pub(super) fn join(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The members that are not in `other`, as the bits of words of 64 rules each.
    fn outside(&self, other: &Self) -> impl Iterator<Item = u64> {
        self.0
            .iter()
            .zip(&other.0)
            .map(|(word, other)| word & !other)
    }

    /// The number of members that are not in `other`.
    pub(super) fn count_outside(&self, other: &Self) -> u32 {
        self.outside(other).map(u64::count_ones).sum()
    }

    /// The first member that is not in `other`.
    pub(super) fn first_outside(&self, other: &Self) -> Option<usize> {
        let mut words = self.outside(other).enumerate();
        let (at, word) = words.find(|&(_, word)| word != 0)?;
        Some(at * 64 + word.trailing_zeros() as usize)
    }
}
