//! The least weight over all linear combinations of a few null vectors.
//!
//! The task is to minimise `f(y) = Σ_c cost_c(⟨c, y⟩)` over all `y` in `Z_p^d`, where `c` ranges
//! over columns. A column consists of the entries of one cell in the `d` null vectors. The cells
//! with the column `c` have a total weight `cost_c` that depends only on the number `⟨c, y⟩`.
//!
//! The costs are a table `A[c][t]`: the cost of column `c` if the part of `⟨c, y⟩` that is still
//! open equals `t`. When a coordinate `y_i` is chosen, the table is *folded*: the new table has
//! columns that are shorter by one entry: `A'[c'][t] = Σ_a A[(a, c')][t + a·y_i]`. Folding all
//! coordinates in all ways is the fast Walsh–Hadamard transform (for p = 2; its analogue for other
//! primes), which weighs all `p^d` combinations with `d` operations each. If the folding proceeds
//! depth first, one coordinate after the other, it is also a branch and bound: no choice of the
//! remaining coordinates weighs less than `A[0][0] + Σ_{c≠0} min_t A[c][t]`.
//!
//! While there are far fewer columns than `p^j` for the `j` remaining coordinates, only the columns
//! that occur are stored. Which columns become equal by a fold and are merged does not depend on
//! the values chosen for the coordinates, so this is determined only once.

use fewest_rules::{Meter, StopReason};

/// A set of columns, which are vectors modulo a prime, and what each column costs in a combination.
#[derive(Debug, Clone)]
pub(crate) struct Columns {
    /// The prime modulo which the entries of the columns are numbers.
    pub(crate) p: usize,
    /// The number of entries of each column, which is the number of coordinates of a combination.
    pub(crate) dimension: usize,
    /// The entries of the columns, one column after the other. No two columns are equal.
    pub(crate) entries: Vec<u8>,
    /// For each column, its `p` costs: entry `t` is the cost if the scalar product of the column
    /// and the combination is `t`.
    pub(crate) costs: Vec<u32>,
    /// What every combination costs in addition.
    pub(crate) constant: u32,
}

/// The least weight, and the combinations that attain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Least {
    pub(crate) weight: u32,
    /// The number of combinations that have this weight.
    pub(crate) count: u64,
    /// The greatest of the combinations that have the least weight, as a number that
    /// [`Columns::digits`] decodes. `smallest` is the smallest of them.
    pub(crate) greatest: u128,
    pub(crate) smallest: u128,
}

/// The error that a limit was reached. No combination weighs less than `bound`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Interrupted {
    pub(crate) reason: StopReason,
    pub(crate) bound: u32,
}

impl Columns {
    /// A lower bound on the weight of every combination. The bound is weak, but cheap to compute.
    pub(crate) fn bound(&self) -> u32 {
        let least = |costs: &[u32]| costs.iter().copied().min().unwrap_or(0);
        self.constant + self.costs.chunks_exact(self.p).map(least).sum::<u32>()
    }

    /// Decodes the number of a combination into its coordinates. The first coordinate is the most
    /// significant, so numbers have the same order as coordinate vectors.
    pub(crate) fn digits(&self, mut y: u128) -> Vec<u8> {
        let mut digits = vec![0; self.dimension];
        for digit in digits.iter_mut().rev() {
            *digit = (y % self.p as u128) as u8;
            y /= self.p as u128;
        }
        digits
    }

    /// Computes the exact least weight. Takes up to `d · p^d` time, usually far less, and about `d
    /// · p` times the memory of the columns.
    ///
    /// # Errors
    /// Returns the limit that was reached; [`StopReason::Capacity`] if `p^d` exceeds 128 bits.
    pub(crate) fn minimise(&self, meter: &mut Meter<'_>) -> Result<Least, Interrupted> {
        let mut best = Least {
            weight: u32::MAX,
            count: 0,
            greatest: 0,
            smallest: 0,
        };
        self.descend(u32::MAX, meter, &mut |y, weight, _| {
            if weight < best.weight {
                (best.weight, best.count) = (weight, 0);
            }
            if best.count == 0 {
                (best.greatest, best.smallest) = (y, y);
            }
            best.count += 1;
            best.greatest = best.greatest.max(y);
            best.smallest = best.smallest.min(y);
            Ok(weight)
        })?;
        Ok(best)
    }

    /// Returns all combinations that weigh at most `most`.
    ///
    /// # Errors
    /// Returns the limit that was reached; [`StopReason::Capacity`] if `p^d` exceeds 128 bits.
    pub(crate) fn up_to(&self, most: u32, meter: &mut Meter<'_>) -> Result<Vec<u128>, StopReason> {
        let mut all = Vec::new();
        let stopped = self.descend(most, meter, &mut |y, _, meter| {
            // The list may grow to twice its size.
            meter.hold(meter.held() + 2 * size_of::<u128>() as u64)?;
            all.push(y);
            Ok(most)
        });
        stopped.map_err(|stop| stop.reason)?;
        Ok(all)
    }

    /// The number of all combinations, unless it exceeds 128 bits.
    pub(crate) fn combinations(&self) -> Option<u128> {
        (self.p as u128).checked_pow(self.dimension as u32)
    }

    /// Calls `found` with combinations and their weights: with each that weighs at most `most`, which
    /// the result of each call replaces.
    fn descend(
        &self,
        most: u32,
        meter: &mut Meter<'_>,
        found: &mut Visit<'_>,
    ) -> Result<(), Interrupted> {
        let stop = |reason| Interrupted {
            reason,
            bound: self.bound(),
        };
        if self.constant > most {
            return Ok(());
        }
        if self.combinations().is_none() {
            return Err(stop(StopReason::Capacity));
        }
        if self.dimension == 0 {
            meter.generate(1);
            return found(0, self.constant, meter).map(|_| ()).map_err(stop);
        }
        let plan = FoldPlan::new(self, meter).map_err(stop)?;
        let held = meter.held();
        let p = self.p as u64;
        let tables: u64 = plan.lens.iter().map(|&len| len as u64 * p * p * 4).sum();
        let folds = plan.lens.iter().map(|&len| len as u64 * 5).sum::<u64>();
        meter.hold(held + tables + folds).map_err(stop)?;
        let root = plan.root(self);
        let mut tables: Vec<Vec<u32>> = plan.lens[..self.dimension]
            .iter()
            .map(|&len| vec![0; len * self.p * self.p])
            .collect();
        tables.push(root);
        let mut descent = Descent {
            plan: &plan,
            tables,
            most,
            meter,
            found,
        };
        let result = descent.fold(self.dimension, 0, 0);
        // Holding less memory never exceeds the limit, so the result can be ignored.
        let _ = meter.hold(held);
        result
    }
}

/// A column has an entry for each coordinate. When a coordinate is folded, its entry is removed
/// from all columns, so columns may become equal. The plan says which column each column becomes in
/// each fold. It does not depend on the values that are chosen for the coordinates, so one plan
/// serves the whole search.
struct FoldPlan {
    p: usize,
    /// `lens[j]` is the number of columns that a table stores when `j` coordinates are left.
    lens: Vec<usize>,
    /// `folds[j - 1]` says how the fold works that reduces `j` remaining coordinates to `j - 1`.
    folds: Vec<Fold>,
    /// For each column of the [`Columns`] from which the plan is made, its position among the
    /// columns before the first fold.
    order: Vec<usize>,
}

/// How a fold removes one coordinate from the columns of a table.
enum Fold {
    /// Only the columns that occur are stored. For each of them, the entry that the fold removes,
    /// and the position of the shorter column after the fold.
    Listed { entry: Vec<u8>, target: Vec<u32> },
    /// All possible columns are stored, in the order of the numbers whose digits are their entries.
    /// The columns from which the fold removes the same entry form one block.
    Blocks,
}

/// If fewer than one in this many of all possible columns occur, a [`FoldPlan`] lists the columns
/// that occur. Otherwise it stores all possible columns in blocks.
const SPARSE: u128 = 4;

impl FoldPlan {
    fn new(columns: &Columns, meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let (p, d) = (columns.p, columns.dimension);
        let power = |j: usize| (p as u128).pow(j as u32);
        let number = |column: &[u8]| -> u128 {
            let digits = column.iter().map(|&entry| u128::from(entry));
            digits.fold(0, |sum, digit| sum * p as u128 + digit)
        };
        let given: Vec<u128> = columns.entries.chunks_exact(d).map(number).collect();
        let sorted = |mut keys: Vec<u128>| {
            keys.push(0);
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        let mut keys = sorted(given.clone());
        let place = |keys: &[u128], key: u128| keys.partition_point(|&k| k < key);
        let order = given.iter().map(|&key| place(&keys, key)).collect();
        let mut lens = vec![0; d + 1];
        let mut folds = Vec::new();
        lens[d] = keys.len();
        let mut blocks = false;
        for j in (1..=d).rev() {
            meter.poll()?;
            let size = power(j - 1);
            if blocks {
                folds.push(Fold::Blocks);
                lens[j - 1] = size as usize;
                continue;
            }
            let rests = sorted(keys.iter().map(|key| key % size).collect());
            blocks = size <= SPARSE * rests.len() as u128;
            let target = |rest: u128| {
                if blocks {
                    rest as usize
                } else {
                    place(&rests, rest)
                }
            };
            folds.push(Fold::Listed {
                entry: keys.iter().map(|key| (key / size) as u8).collect(),
                target: keys.iter().map(|key| target(key % size) as u32).collect(),
            });
            lens[j - 1] = if blocks { size as usize } else { rests.len() };
            keys = rests;
        }
        folds.reverse();
        Ok(Self {
            p,
            lens,
            folds,
            order,
        })
    }

    fn root(&self, columns: &Columns) -> Vec<u32> {
        let len = self.lens[columns.dimension];
        let mut root = vec![0; len * self.p];
        for (costs, &place) in columns.costs.chunks_exact(self.p).zip(&self.order) {
            for (t, cost) in costs.iter().enumerate() {
                root[t * len + place] += cost;
            }
        }
        // The zero column is the first one, and its scalar product is always 0.
        root[0] += columns.constant;
        root
    }
}

/// A function that gets a combination and its weight, and returns how much the combinations may
/// weigh that it gets from then on.
type Visit<'a> = dyn FnMut(u128, u32, &mut Meter<'_>) -> Result<u32, StopReason> + 'a;

/// A depth-first search with branch and bound over the values of all coordinates. It calls `found`
/// with each combination that weighs at most `most`, and replaces `most` by the result.
struct Descent<'a, 'm, 'l> {
    plan: &'a FoldPlan,
    /// The table of costs for each value of the coordinate that was folded last: `tables[j]` has
    /// these tables, one after the other, for the level with `j` coordinates left. In a table, each
    /// scalar product `t` has one block with the costs of all columns.
    tables: Vec<Vec<u32>>,
    most: u32,
    meter: &'m mut Meter<'l>,
    found: &'a mut Visit<'a>,
}

impl Descent<'_, '_, '_> {
    /// Tries all values of the `j` coordinates that are left, and weighs the combinations with the
    /// table `which` of `tables[j]`. `y` is the number of the combination that has the coordinates
    /// chosen so far and 0 for the ones left.
    fn fold(&mut self, j: usize, which: usize, y: u128) -> Result<(), Interrupted> {
        let p = self.plan.p;
        let (len, after) = (self.plan.lens[j], self.plan.lens[j - 1]);
        let (children, parents) = self.tables.split_at_mut(j);
        let children = &mut children[j - 1];
        let parent = &parents[0][which * len * p..][..len * p];
        let mut bounds = [(0, 0); 32];
        for value in 0..p {
            let child = &mut children[value * after * p..][..after * p];
            match &self.plan.folds[j - 1] {
                Fold::Listed { entry, target } => {
                    fold_listed(parent, child, p, value, entry, target)
                }
                Fold::Blocks => fold_blocks(parent, child, p, value),
            }
            bounds[value] = (bound(child, p), value);
        }
        // The values of the coordinate that is folded are tried in the order of their bounds. So a
        // light combination lowers `most` early, and the first bound above `most` prunes all
        // remaining values.
        let bounds = &mut bounds[..p];
        bounds.sort_unstable();
        let stop = |reason, bound| Interrupted { reason, bound };
        let allowed = self.meter.expand().and_then(|()| {
            if len * p * p >= 1 << 14 {
                self.meter.poll()?;
            }
            Ok(())
        });
        allowed.map_err(|reason| stop(reason, bounds[0].0))?;
        for i in 0..p {
            let (bound, value) = bounds[i];
            if bound > self.most {
                break;
            }
            let y = y + value as u128 * (p as u128).pow(j as u32 - 1);
            if j > 1 {
                self.fold(j - 1, value, y).map_err(|mut stop| {
                    // After a stop, the least of three bounds holds for every combination of this
                    // table: the bound of the child that was stopped, the bound of the next value
                    // (for the values not tried yet), and `most` (for combinations that were
                    // visited or pruned).
                    let rest = bounds.get(i + 1).map_or(u32::MAX, |next| next.0);
                    stop.bound = stop.bound.min(rest).min(self.most);
                    stop
                })?;
            } else {
                // Without coordinates left, the bound is the exact weight, and it is not above
                // `most`.
                self.meter.generate(1);
                let most = (self.found)(y, bound, self.meter);
                self.most = most.map_err(|reason| stop(reason, bound))?;
            }
        }
        Ok(())
    }
}

/// A lower bound on the weight of every combination, whatever values the coordinates that are left
/// in `table` get.
#[inline]
fn bound(table: &[u32], p: usize) -> u32 {
    let len = table.len() / p;
    if p == 2 {
        let (zero, one) = table.split_at(len);
        let rest: u32 = zero[1..].iter().zip(&one[1..]).map(|(a, b)| a.min(b)).sum();
        return zero[0] + rest;
    }
    let least = |c: usize| (0..p).map(|t| table[t * len + c]).min().unwrap_or(0);
    table[0] + (1..len).map(least).sum::<u32>()
}

fn fold_listed(
    parent: &[u32],
    child: &mut [u32],
    p: usize,
    value: usize,
    entry: &[u8],
    target: &[u32],
) {
    let (len, after) = (parent.len() / p, child.len() / p);
    child.fill(0);
    for t in 0..p {
        let block = &mut child[t * after..][..after];
        // For each value of the removed entry, the offset of the block of the parent from which the
        // columns with this value are read.
        let mut from = [0; 32];
        for (a, from) in from[..p].iter_mut().enumerate() {
            *from = (t + a * value) % p * len;
        }
        for (c, (&a, &target)) in entry.iter().zip(target).enumerate() {
            block[target as usize] += parent[from[usize::from(a % 32)] + c];
        }
    }
}

#[inline]
fn fold_blocks(parent: &[u32], child: &mut [u32], p: usize, value: usize) {
    let (len, after) = (parent.len() / p, child.len() / p);
    for t in 0..p {
        let block = &mut child[t * after..][..after];
        let source = |a: usize| &parent[(t + a * value) % p * len + a * after..][..after];
        for ((sum, x), y) in block.iter_mut().zip(source(0)).zip(source(1)) {
            *sum = x + y;
        }
        for a in 2..p {
            for (sum, x) in block.iter_mut().zip(source(a)) {
                *sum += x;
            }
        }
    }
}
