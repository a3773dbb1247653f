//! Sets of numbers that are joined until no two of them have a member in common (union-find).

/// A partition of the numbers below a limit. At first, each number is alone.
pub(crate) struct Partition {
    /// For each number, itself or a lesser member of its set.
    lesser: Vec<usize>,
}

impl Partition {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            lesser: (0..limit).collect(),
        }
    }

    /// The least member of the set of `number`.
    pub(crate) fn least(&mut self, mut number: usize) -> usize {
        while self.lesser[number] != number {
            self.lesser[number] = self.lesser[self.lesser[number]];
            number = self.lesser[number];
        }
        number
    }

    /// Joins the sets of two numbers.
    pub(crate) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.least(one), self.least(other));
        self.lesser[one.max(other)] = one.min(other);
    }

    /// For each number, the least member of its set.
    pub(crate) fn all_least(mut self) -> Vec<usize> {
        let numbers = 0..self.lesser.len();
        numbers.map(|number| self.least(number)).collect()
    }
}
