//! Classes of cells: every vector of the space whose cosets the census counts has the same entry in
//! all cells of a class.

/// A class: all cells that have certain entries, not all 0, in the basis vectors. Each basis vector
/// has the same entry in all of these cells.
#[derive(Debug, Clone)]
pub(super) struct CellClass {
    pub(super) column: Vec<u8>,
    /// The cells of the class that may have any value. This list excludes the pivot cell, whose
    /// value is always 0.
    pub(super) cells: Vec<usize>,
    pub(super) pivot: bool,
    pub(super) choices: Vec<ValueCounts>,
    /// The weights of all choices, one choice after the other. For each choice there is one weight
    /// for each vector of the space: the sum of the values in the cells of the class after this
    /// vector has been added.
    pub(super) weights: Vec<u16>,
}

/// A choice for a class: how many cells of the class have each value.
#[derive(Debug, Clone)]
pub(super) struct ValueCounts {
    pub(super) counts: Vec<u32>,
    /// The number of ways to arrange the values on the cells of the class.
    pub(super) ways: u128,
}

impl CellClass {
    /// Lists all choices for the class, which are all ways to say how many of its cells have each
    /// of the `k` values, and computes the weights of each choice.
    pub(super) fn choose(&mut self, k: usize, vectors: usize) {
        let cells = self.cells.len() as u32;
        let mut counts = vec![0; k];
        counts[0] = cells;
        loop {
            let mut left = cells as usize;
            let ways = counts.iter().map(|&n| {
                let ways = binomial(left, n as usize);
                left -= n as usize;
                ways
            });
            self.choices.push(ValueCounts {
                ways: ways.product(),
                counts: counts.clone(),
            });
            // The loop proceeds to the next composition: it takes the first value with a positive
            // count, moves one of its cells to the next value, and moves all its other cells back
            // to value 0.
            let Some(at) = counts.iter().position(|&n| n > 0) else {
                break;
            };
            if at + 1 == k {
                break;
            }
            let rest = std::mem::take(&mut counts[at]);
            counts[0] = rest - 1;
            counts[at + 1] += 1;
        }
        for choice in &self.choices {
            let weight = |t: usize| {
                let counts = choice.counts.iter().enumerate();
                let sum: usize = counts.map(|(v, &n)| (v + t) % k * n as usize).sum();
                (sum + if self.pivot { t } else { 0 }) as u16
            };
            let weights: Vec<u16> = (0..k).map(weight).collect();
            self.weights.extend((0..vectors).map(|mut y| {
                let mut added = 0;
                for &entry in &self.column {
                    added += y % k * usize::from(entry);
                    y /= k;
                }
                weights[added % k]
            }));
        }
    }
}

/// The binomial coefficient of `n` and `r`, saturating at `u128::MAX`.
pub(super) fn binomial(n: usize, r: usize) -> u128 {
    let r = r.min(n - r);
    (0..r).fold(1u128, |product, i| {
        // A saturated product stays saturated: every further factor is at least 2, so the product
        // overflows again.
        match product.checked_mul((n - i) as u128) {
            Some(product) => product / (i as u128 + 1),
            None => u128::MAX,
        }
    })
}
