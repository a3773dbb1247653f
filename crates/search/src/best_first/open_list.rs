//! The open list of a best-first search: the states reached but not yet expanded.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use fewest_rules::{Meter, StopReason};

use crate::states::memory::{self, bytes_of, give_back, take};

/// The number of states in a full block. The states of a bucket of the [`OpenList`] lie in blocks.
const BLOCK: usize = 256;
/// The number of entries in the cache that says where the recently used buckets are.
const RECENT: usize = 4;

/// The key of a bucket: the sum and the cost of its states. In the order of the keys, the least sum
/// comes first, and among equal sums the greatest cost.
type BucketKey<C> = (u64, Reverse<C>);

/// The states of a bucket in blocks. All blocks but the last are full.
type Bucket = Vec<Vec<u32>>;

/// The open states, each known by an index. States with equal sums and equal costs share a bucket;
/// the *sum* of a state is its priority, in A* its cost plus its lower bound.
///
/// A search puts states into a handful of buckets at a time, and takes states from one bucket. So
/// the list remembers the first bucket and where the recently used buckets are, and seldom has to
/// look into the ordered map of all buckets. A bucket consists of blocks, which are reused when
/// they are empty. So the list takes little more than four bytes per open state.
///
/// The open list is a bucket queue (R. B. Dial, "Algorithm 360: shortest-path forest with
/// topological ordering", 1969). The list keeps only buckets that are not empty, so it needs no
/// array that is as long as the greatest cost of a move.
#[derive(Debug)]
pub(crate) struct OpenList<C> {
    order: BTreeMap<BucketKey<C>, usize>,
    /// A copy of the first entry of `order`, which saves a search in the map.
    first: Option<(BucketKey<C>, usize)>,
    buckets: Vec<Bucket>,
    /// Unused indices of `buckets`.
    unused: Vec<usize>,
    /// Empty blocks that are kept for reuse.
    spare: Vec<Vec<u32>>,
    /// A cache of recently used buckets. The element at index `i` is the key and the index of one
    /// bucket: the last one used among the buckets whose sum `s` has `s % RECENT == i`. `None` if
    /// the cache knows no such bucket.
    recent: [Option<(BucketKey<C>, usize)>; RECENT],
    /// The number of open states.
    len: usize,
}

impl<C: Copy + Ord> Default for OpenList<C> {
    fn default() -> Self {
        Self {
            order: BTreeMap::new(),
            first: None,
            buckets: Vec::new(),
            unused: Vec::new(),
            spare: Vec::new(),
            recent: [None; RECENT],
            len: 0,
        }
    }
}

impl<C: Copy + Ord> OpenList<C> {
    /// The approximate number of bytes that a bucket takes in addition to its states.
    const BUCKET_BYTES: u64 = 3 * size_of::<(BucketKey<C>, Bucket)>() as u64;

    /// Adds a state to the open list.
    #[inline]
    pub(crate) fn push(
        &mut self,
        sum: u64,
        cost: C,
        index: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let key = (sum, Reverse(cost));
        let at = match self.recent[sum as usize % RECENT] {
            Some((recent, at)) if recent == key => at,
            _ => self.look_up(key, meter)?,
        };
        match self.buckets[at].last_mut() {
            Some(block) if block.len() < BLOCK => block.push(index),
            _ => self.push_block(at, index, meter)?,
        }
        self.len += 1;
        Ok(())
    }

    /// The number of open states. A state counts once for each time that it was added.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The index of the bucket with the key `key`, which is made if it does not exist.
    fn look_up(&mut self, key: BucketKey<C>, meter: &mut Meter) -> Result<usize, StopReason> {
        let at = match self.order.get(&key) {
            Some(&at) => at,
            None => {
                take(meter, Self::BUCKET_BYTES)?;
                let at = self.unused.pop().unwrap_or_else(|| {
                    self.buckets.push(Vec::new());
                    self.buckets.len() - 1
                });
                self.order.insert(key, at);
                if self.first.is_none_or(|(first, _)| key < first) {
                    self.first = Some((key, at));
                }
                at
            }
        };
        self.recent[key.0 as usize % RECENT] = Some((key, at));
        Ok(at)
    }

    #[cold]
    fn push_block(&mut self, at: usize, index: u32, meter: &mut Meter) -> Result<(), StopReason> {
        let mut block = match self.spare.pop() {
            Some(block) => block,
            None => {
                // This also takes the memory for an entry in `spare`, which the block will need
                // when it becomes empty.
                take(meter, bytes_of::<u32>(BLOCK) + bytes_of::<Vec<u32>>(2))?;
                Vec::with_capacity(BLOCK)
            }
        };
        block.push(index);
        memory::push(&mut self.buckets[at], block, meter)
    }

    /// The least sum of an open state, and the greatest cost of an open state with this sum. `None`
    /// if there is no open state.
    #[inline]
    pub(crate) fn first(&self) -> Option<(u64, C)> {
        let ((sum, Reverse(cost)), _) = self.first?;
        Some((sum, cost))
    }

    /// Some of the states that the next calls of [`pop`](Self::pop) will return, if no state is
    /// added in between. The states are in no particular order. States with the same sum and cost
    /// may be missing.
    pub(crate) fn next(&self) -> &[u32] {
        let first = self.first.and_then(|(_, at)| self.buckets[at].last());
        first.map_or(&[], Vec::as_slice)
    }

    /// Takes a state with the least sum and, among these, with the greatest cost.
    #[inline]
    pub(crate) fn pop(&mut self, meter: &mut Meter) -> Option<u32> {
        let (key, at) = self.first?;
        let block = self.buckets[at].last_mut()?;
        let index = block.pop()?;
        self.len -= 1;
        if block.is_empty() {
            self.remove_block(key, at, meter);
        }
        Some(index)
    }

    /// Removes the last block of the first bucket, and also removes the bucket if it has no other
    /// block.
    #[cold]
    fn remove_block(&mut self, key: BucketKey<C>, at: usize, meter: &mut Meter) {
        self.spare.extend(self.buckets[at].pop());
        if self.buckets[at].is_empty() {
            self.order.remove(&key);
            self.first = self.order.first_key_value().map(|(&key, &at)| (key, at));
            self.recent[key.0 as usize % RECENT].take_if(|(recent, _)| *recent == key);
            memory::release(std::mem::take(&mut self.buckets[at]), meter);
            self.unused.push(at);
            give_back(meter, Self::BUCKET_BYTES);
        }
    }

    /// All states, each with the cost with which it was added.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (C, u32)> {
        self.order.iter().flat_map(|(&(_, Reverse(cost)), &at)| {
            let states = self.buckets[at].iter().flatten();
            states.map(move |&index| (cost, index))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::OpenList;
    use fewest_rules::{Limits, Meter};
    use std::collections::BTreeMap;

    #[test]
    fn states_come_by_sum_and_then_by_the_greatest_cost() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let mut open = OpenList::<u32>::default();
        let mut plain: BTreeMap<(u64, std::cmp::Reverse<u32>), Vec<u32>> = BTreeMap::new();
        let mut random = 1_u64;
        let mut next = |below: u64| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (random >> 33) % below
        };
        for index in 0..200_000 {
            if next(5) < 2 {
                let wanted = plain.first_entry().map(|mut first| {
                    let index = first.get_mut().pop().unwrap();
                    let key = *first.key();
                    if first.get().is_empty() {
                        first.remove();
                    }
                    (key.0, key.1.0, index)
                });
                let first = open.first();
                assert_eq!(open.next().is_empty(), first.is_none());
                let found = open.pop(&mut meter);
                assert_eq!(first.zip(found).map(|((s, c), i)| (s, c, i)), wanted);
            } else {
                let (sum, cost) = (next(12), next(6) as u32);
                open.push(sum, cost, index, &mut meter).unwrap();
                let bucket = plain.entry((sum, std::cmp::Reverse(cost)));
                bucket.or_default().push(index);
            }
        }
        let mut all: Vec<_> = open.iter().collect();
        let mut wanted: Vec<_> = plain
            .iter()
            .flat_map(|(key, states)| states.iter().map(|&index| (key.1.0, index)))
            .collect();
        all.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(all, wanted);
        let states = all.len() as u64;
        assert!(meter.held() >= 4 * states && meter.held() < 6 * states + 200_000);
        while open.pop(&mut meter).is_some() {}
        assert!(open.first().is_none() && open.buckets.len() <= 72);
    }
}
