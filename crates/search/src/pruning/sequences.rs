//! The sequences of moves that a search need not make, computed from the moves themselves.
//!
//! Two sequences of moves are *duplicates* if they lead from the same state to the same state.
//! Suppose that `B` is a duplicate of `A` wherever `B` is legal, and that `A` is shorter than `B`,
//! or as long and lexicographically earlier. Then no path that contains `B` is the
//! lexicographically first shortest path between its ends, and a search never needs to make `B`.
//! The module enumerates all such `B` up to some length. An [`Automaton`](crate::Automaton) or a
//! [`MovePruner`](crate::MovePruner) recognizes all these `B` by one table. A search looks up the
//! table once per node, with the moves made so far. (L. A. Taylor and R. E. Korf, "Pruning
//! duplicate nodes in depth-first search", 1993.)
//!
//! # When pruning is safe
//!
//! Replacing `B` by `A` in one place and `A` by `C` in another place can lose every shortest path
//! if the replacements form a cycle, or if `A` is not legal where `B` is legal. (N. Burch and R. C.
//! Holte, "Automatic move pruning revisited", 2012.) Here the replacements form no cycle, and `A`
//! is legal wherever `B` is legal. Every replacement is shorter than the sequence that it replaces,
//! or as long and lexicographically smaller. Adding the same moves before and after two sequences
//! preserves the order of the sequences, so the first of the shortest paths is never replaced. And
//! [`Operators`] guarantees that `A` is legal, and leads to the same state, wherever `B` is legal.
//!
//! Where moves have costs, a sequence is replaced only by one that costs no more. Then the first of
//! the shortest among the cheapest paths is never replaced.
//!
//! If two operators are the same move in different states, the order compares operators, not only
//! moves. But two sequences of the same moves that are legal in one state consist of the same
//! operators there. So if a sequence replaces a different sequence, either their moves differ too,
//! or the replaced sequence is never legal.

use std::collections::HashMap;

use fewest_rules::{Meter, Operators, StopReason, Then};

/// The limits on the sequences that an [`Automaton`](crate::Automaton) or a
/// [`MovePruner`](crate::MovePruner) compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PruningLimits {
    /// The greatest length of a sequence that is compared.
    pub moves: usize,
    /// At most this many sequences are compared. Either all sequences of a length are compared or
    /// none of them. If the sequences of a length do not fit into memory, none of them is compared.
    pub sequences: usize,
}

impl PruningLimits {
    /// Sequences of two moves, for up to 64 operators. With these limits a search never takes back
    /// a move, and tries two commuting moves in only one order.
    pub const PAIRS: Self = Self {
        moves: 2,
        sequences: 64 * 65,
    };
}

/// A function from the number of an operator to the cost of the operator; `None` if the cost is
/// unknown.
pub(crate) type OperatorCost<'a> = dyn Fn(usize) -> Option<u32> + 'a;

/// Compares the sequences of operators within `limits`: first those of length 1, then those of
/// length 2, and so on. After each length, calls `make` to build an automaton or a pruner from the
/// sequences compared so far. Stops when `make` returns `None`. Returns the last result of `make`
/// that is not `None`.
pub(crate) fn compare_sequences<'a, P: Operators, A>(
    puzzle: &'a P,
    cost: &'a OperatorCost<'a>,
    limits: PruningLimits,
    meter: &mut Meter,
    make: fn(&SequenceTree<'a, P>) -> Option<A>,
) -> Result<Option<A>, StopReason> {
    let mut tree = SequenceTree {
        puzzle,
        cost,
        sequences: Vec::new(),
        marked: HashMap::new(),
        bytes: 0,
    };
    tree.keep(puzzle.nothing(), Some(0), 0, 0);
    let held = meter.held();
    let mut longest = 0..1;
    let mut found = make(&tree);
    'lengths: for _ in 0..limits.moves {
        let longer = |sequence: u32| tree.operators_behind(sequence).len();
        let compared = longest.clone().map(longer).sum::<usize>() + tree.sequences.len();
        if found.is_none() || compared > limits.sequences {
            break;
        }
        let begin = tree.sequences.len() as u32;
        for sequence in longest {
            meter.poll()?;
            if tree.bytes > MOST_BYTES || meter.hold(held + tree.bytes).is_err() {
                break 'lengths;
            }
            tree.extend(sequence);
        }
        longest = begin..tree.sequences.len() as u32;
        match make(&tree) {
            Some(made) => found = Some(made),
            None => break,
        }
    }
    meter.hold(held)?;
    Ok(found)
}

/// The approximate number of bytes that a sequence takes on the heap in addition to its
/// description: its list of operators, and its entries in the lists of a few marks. (Marks are keys
/// by which a sequence is found that may replace another; see [`Operators::marks`].)
const OUTSIDE: u64 = 384;
/// The approximate number of bytes that a new list for one mark takes, including the entry of this
/// mark in the map.
const LIST: u64 = 96;
/// No further sequence is extended when all sequences together take more than this many bytes.
const MOST_BYTES: u64 = 5 << 26;

/// A sequence of operators that is not pruned, and its extensions by one operator.
struct KnownSequence<S> {
    before: u32,
    /// The index of the *suffix*, the sequence that remains if the first operator is removed.
    suffix: u32,
    /// Operators in increasing order, each with the index of this sequence extended by the
    /// operator, or with [`UNKNOWN`]. Operators that are pruned or never legal are left out. The
    /// list is empty until the sequence is extended.
    longer: Vec<(u32, u32)>,
    known: S,
    /// The sum of the operators' costs; `None` if it is unknown.
    cost: Option<u32>,
    /// Whether there is an operator such that this sequence, extended by the operator, is pruned,
    /// but its suffix, extended by the same operator, is not.
    begins_another: bool,
}

/// Used instead of an index for a sequence that is not stored, because the puzzle cannot describe
/// its effect.
const UNKNOWN: u32 = u32::MAX;

/// The sequences of operators that are not pruned, the short ones first, and in lexicographic order
/// if they are equally long. The first sequence is the empty one.
pub(crate) struct SequenceTree<'a, P: Operators> {
    pub(crate) puzzle: &'a P,
    cost: &'a OperatorCost<'a>,
    sequences: Vec<KnownSequence<P::Sequence>>,
    /// For each mark, the indices of the sequences that have it. A mark is a key by which the
    /// puzzle finds sequences that may replace another; see [`Operators::marks`].
    marked: HashMap<u64, Vec<u32>>,
    /// The approximate number of bytes that the sequences take.
    bytes: u64,
}

impl<P: Operators> SequenceTree<'_, P> {
    fn keep(&mut self, known: P::Sequence, cost: Option<u32>, before: u32, suffix: u32) -> u32 {
        let number = self.sequences.len() as u32;
        let mut lists = 0;
        for mark in self.puzzle.marks(&known) {
            let list = self.marked.entry(mark).or_default();
            lists += if list.is_empty() { LIST } else { 8 };
            list.push(number);
        }
        let outside = lists.max(OUTSIDE) + self.puzzle.bytes(&known);
        self.bytes += size_of::<KnownSequence<P::Sequence>>() as u64 + outside;
        self.sequences.push(KnownSequence {
            before,
            suffix,
            longer: Vec::new(),
            known,
            cost,
            begins_another: false,
        });
        number
    }

    /// The operators by which the sequence `number` has to be extended: those that are not pruned
    /// after its suffix. Each operator comes with the index of this suffix extended by the
    /// operator.
    fn operators_behind(&self, number: u32) -> Vec<(u32, u32)> {
        let sequence = &self.sequences[number as usize];
        let longer = &self.sequences[sequence.suffix as usize].longer;
        if sequence.suffix != 0 {
            return longer.clone();
        }
        let behind = self.puzzle.behind(&sequence.known);
        let behind = behind.map(|operator| operator as u32);
        if number == 0 {
            return behind.map(|operator| (operator, 0)).collect();
        }
        // Both lists are in increasing order.
        let mut longer = longer.iter().peekable();
        let behind = behind.filter_map(|operator| {
            while longer.next_if(|(other, _)| *other < operator).is_some() {}
            longer.next_if(|(other, _)| *other == operator).copied()
        });
        behind.collect()
    }

    /// Extends the sequence `number` by each operator.
    fn extend(&mut self, number: u32) {
        let mut longer = Vec::new();
        for (operator, suffix) in self.operators_behind(number) {
            let known = &self.sequences[number as usize].known;
            match self.puzzle.then(known, operator as usize) {
                Then::Never => {}
                Then::Known(known) if suffix != UNKNOWN => {
                    let before = self.sequences[number as usize].cost;
                    let cost = before
                        .zip((self.cost)(operator as usize))
                        .and_then(|(before, cost)| before.checked_add(cost));
                    if self.has_twin(&known, cost) {
                        self.sequences[number as usize].begins_another = true;
                    } else {
                        longer.push((operator, self.keep(known, cost, number, suffix)));
                    }
                }
                _ => longer.push((operator, UNKNOWN)),
            }
        }
        self.sequences[number as usize].longer = longer;
    }

    /// Whether an earlier sequence replaces the sequence with the description `known`, whose cost
    /// is `cost`, and costs no more.
    fn has_twin(&self, known: &P::Sequence, cost: Option<u32>) -> bool {
        let Some(cost) = cost else {
            return false;
        };
        // Every sequence that may replace this one has all marks of this one. So the list of each
        // of these marks contains all candidates, and the shortest list is searched.
        let candidates = self
            .puzzle
            .marks(known)
            .map(|mark| self.marked.get(&mark).map_or(&[][..], Vec::as_slice));
        candidates
            .min_by_key(|numbers| numbers.len())
            .is_some_and(|numbers| {
                let mut earlier = numbers
                    .iter()
                    .map(|&number| &self.sequences[number as usize])
                    .filter(|earlier| earlier.cost.is_some_and(|earlier| earlier <= cost));
                earlier.any(|earlier| self.puzzle.replaces(&earlier.known, known))
            })
    }

    /// Whether no sequence but the empty one has been compared.
    pub(crate) fn is_empty(&self) -> bool {
        self.sequences.len() == 1
    }

    /// Whether some sequence is pruned.
    pub(crate) fn prunes(&self) -> bool {
        self.sequences
            .iter()
            .any(|sequence| sequence.begins_another)
    }

    /// For each sequence, the index of its *ending*: the longest of its suffixes with which some
    /// pruned sequence begins. A sequence counts as a suffix of itself.
    pub(crate) fn endings(&self) -> Vec<usize> {
        let mut begins: Vec<bool> = self
            .sequences
            .iter()
            .map(|sequence| sequence.begins_another)
            .collect();
        for (number, sequence) in self.sequences.iter().enumerate().rev() {
            begins[sequence.before as usize] |= begins[number];
        }
        let mut endings: Vec<usize> = Vec::with_capacity(self.sequences.len());
        for (number, sequence) in self.sequences.iter().enumerate() {
            endings.push(match begins[number] || number == 0 {
                true => number,
                false => endings[sequence.suffix as usize],
            });
        }
        endings
    }

    /// The operators that are not pruned after the sequence `sequence`. Each operator comes with
    /// the [ending](Self::endings) of this sequence extended by the operator.
    pub(crate) fn nexts(
        &self,
        sequence: usize,
        endings: &[usize],
    ) -> impl Iterator<Item = (usize, usize)> {
        let ending = move |mut sequence: usize, operator: u32| loop {
            let longer = &self.sequences[sequence].longer;
            let at = longer.binary_search_by_key(&operator, |&(operator, _)| operator);
            match at.map_or(UNKNOWN, |at| longer[at].1) {
                // If the extended sequence has no description, the ending of the extended suffix is
                // used.
                UNKNOWN if sequence != 0 => sequence = self.sequences[sequence].suffix as usize,
                longer => return endings.get(longer as usize).copied().unwrap_or(0),
            }
        };
        let longer = self.sequences[sequence].longer.iter();
        longer.map(move |&(operator, _)| (operator as usize, ending(sequence, operator)))
    }
}

/// An index that no state of an automaton has.
pub(crate) const NO_NUMBER: u16 = u16::MAX;

/// Numbers the states of an automaton in the order of their discovery.
pub(crate) struct StateNumbers<S> {
    states: Vec<S>,
    numbers: HashMap<S, usize>,
}

impl<S: Copy + Eq + std::hash::Hash> StateNumbers<S> {
    pub(crate) fn new(starts: impl IntoIterator<Item = S>) -> Self {
        let states: Vec<S> = starts.into_iter().collect();
        Self {
            numbers: states.iter().copied().zip(0..).collect(),
            states,
        }
    }

    /// The state with the given index.
    pub(crate) fn at(&self, number: usize) -> Option<S> {
        self.states.get(number).copied()
    }

    /// The index of a state, which is added if it is new; `None` if there are too many states.
    pub(crate) fn of(&mut self, state: S) -> Option<u16> {
        let new = self.states.len();
        let number = *self.numbers.entry(state).or_insert(new);
        if number == new {
            self.states.push(state);
        }
        u16::try_from(number)
            .ok()
            .filter(|&number| number != NO_NUMBER)
    }
}
