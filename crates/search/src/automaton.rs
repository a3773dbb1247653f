//! Sequences of moves that need not be tried, found from the moves themselves.
//!
//! Two sequences of moves are *duplicates* when they lead from the same state to
//! the same state. If `B` is a duplicate of `A` wherever `B` is legal, and `A` is
//! no longer and, if as long, lexicographically earlier, then no path that
//! contains `B` is the lexicographically first of the shortest between its
//! ends, and `B` need never be made. All such `B` up to some length are found
//! and merged into a finite automaton that reads the moves of a path; it costs
//! a search one look into a table a node. (L. A. Taylor and R. E. Korf, "Pruning
//! duplicate nodes in depth-first search", 1993.)
//!
//! # When that is safe
//!
//! Leaving out `B` for `A` and elsewhere `A` for `C` can lose every shortest
//! path if the replacements run in a circle, or if `A` is not legal
//! where `B` is. (N. Burch and R. C. Holte, "Automatic move pruning
//! revisited", 2012.) Neither can happen here. All replacements are downwards
//! in one order, by length and then lexicographic, which putting the same moves
//! before and behind keeps: the first of the shortest paths is never
//! replaced. And `A` has to be legal, and to lead to the same state, from every
//! representative from which `B` is legal; that this says enough about all states
//! is what [`Operators`] promises.

use std::collections::HashMap;

use rules::{Meter, Operators, StopReason};

use crate::pruning::{Pruning, Try};

/// An automaton that reads the moves made and says which to try next.
#[derive(Debug, Clone)]
pub struct Automaton {
    /// A row of `next` has room for two to this power operators.
    shift: u32,
    /// How many moves are tried at least, if there is any.
    tries: u32,
    /// By state of the automaton, the operators that do not complete a
    /// sequence to be left out.
    allowed: Vec<u64>,
    /// By state of the automaton and operator.
    next: Vec<u16>,
}

/// So many moves are tried for nothing rather than guess their number.
const MOST_TRIES: u32 = 4;

/// How far an [`Automaton`] looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The longest sequences that are compared.
    pub moves: usize,
    /// How many sequences are compared at the most; those of a length are all
    /// compared or none.
    pub sequences: usize,
}

impl Reach {
    /// Sequences of two moves: no move is taken back, and of two moves that
    /// commute only one order is tried.
    pub const PAIRS: Self = Self {
        moves: 2,
        sequences: 64 * 65,
    };
}

impl Automaton {
    /// The automaton that leaves out all that sequences within `reach` show.
    ///
    /// Takes time and memory in proportion to the sequences compared, times the
    /// representatives of the puzzle.
    ///
    /// # Errors
    /// A limit of `meter` that is reached.
    pub fn find<P: Operators>(
        puzzle: &P,
        reach: Reach,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let start: Box<[_]> = puzzle.representatives().map(Some).collect();
        let mut words = Words {
            puzzle,
            operators: puzzle.operators(),
            words: Vec::new(),
            leading_to: vec![HashMap::new(); start.len()],
        };
        words.keep(start, 0, 0);
        let mut longest = 0..1;
        for _ in 0..reach.moves {
            let compared = longest.len() * words.operators + words.words.len();
            if compared > reach.sequences {
                break;
            }
            let begin = words.words.len() as u32;
            for word in longest {
                meter.poll()?;
                for operator in 0..words.operators {
                    words.extend(word, operator);
                }
            }
            longest = begin..words.words.len() as u32;
        }
        Ok(words.automaton())
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.allowed.len()
    }
}

/// A sequence that is not left out.
struct Word<S> {
    before: u32,
    /// The sequence without its first operator.
    suffix: u32,
    /// By operator, the sequence with that operator behind; [`LEFT_OUT`],
    /// [`IMPOSSIBLE`], or [`TOO_LONG`] to have been looked at.
    longer: Box<[u32]>,
    /// By representative, where it leads if it is legal.
    ends: Box<[Option<S>]>,
    /// Whether one of `longer` is left out, but not for its suffix.
    begins_another: bool,
}

const TOO_LONG: u32 = u32::MAX;
const LEFT_OUT: u32 = u32::MAX - 1;
const IMPOSSIBLE: u32 = u32::MAX - 2;

/// The sequences that are not left out, by length and then lexicographically;
/// the first is that of no moves.
struct Words<'a, P: Operators> {
    puzzle: &'a P,
    operators: usize,
    words: Vec<Word<P::State>>,
    /// By representative, the sequences that lead from it to a state.
    leading_to: Vec<HashMap<P::State, Vec<u32>>>,
}

impl<P: Operators> Words<'_, P> {
    fn keep(&mut self, ends: Box<[Option<P::State>]>, before: u32, suffix: u32) -> u32 {
        let number = self.words.len() as u32;
        for (end, leading_to) in ends.iter().zip(&mut self.leading_to) {
            if let Some(end) = end {
                leading_to.entry(*end).or_default().push(number);
            }
        }
        self.words.push(Word {
            before,
            suffix,
            longer: vec![TOO_LONG; self.operators].into(),
            ends,
            begins_another: false,
        });
        number
    }

    /// Looks at the sequence `number` with `operator` behind.
    fn extend(&mut self, number: u32, operator: usize) {
        let word = &self.words[number as usize];
        let suffix = match number {
            0 => 0,
            _ => self.words[word.suffix as usize].longer[operator],
        };
        let longer = if suffix >= IMPOSSIBLE {
            suffix
        } else {
            let m = self.puzzle.operator(operator);
            let legal = |state: &P::State| self.puzzle.legal(*state) >> operator & 1 == 1;
            let ends: Box<[_]> = word
                .ends
                .iter()
                .map(|end| end.filter(legal).map(|state| self.puzzle.apply(state, m)))
                .collect();
            if ends.iter().all(Option::is_none) {
                IMPOSSIBLE
            } else if self.has_twin(&ends) {
                self.words[number as usize].begins_another = true;
                LEFT_OUT
            } else {
                self.keep(ends, number, suffix)
            }
        };
        self.words[number as usize].longer[operator] = longer;
    }

    /// Whether an earlier sequence leads to the same ends wherever these are.
    fn has_twin(&self, ends: &[Option<P::State>]) -> bool {
        let as_good = |number: &u32| {
            let mut pairs = self.words[*number as usize].ends.iter().zip(ends);
            pairs.all(|(earlier, end)| end.is_none() || earlier == end)
        };
        let candidates = ends
            .iter()
            .zip(&self.leading_to)
            .filter_map(|(end, leading_to)| {
                end.map(|end| leading_to.get(&end).map_or(&[][..], Vec::as_slice))
            });
        candidates
            .min_by_key(|words| words.len())
            .is_some_and(|words| words.iter().any(as_good))
    }

    /// The automaton whose states are the beginnings of the sequences left out:
    /// a path is in the state of the longest one that it ends with.
    fn automaton(&self) -> Automaton {
        let mut beginnings = Vec::new();
        // By word, the place in `beginnings` of the longest that it ends with.
        let mut state_of = Vec::with_capacity(self.words.len());
        let begins_any = self.words_that_begin_any();
        for (number, word) in self.words.iter().enumerate() {
            state_of.push(if begins_any[number] || number == 0 {
                beginnings.push(word);
                beginnings.len() - 1
            } else {
                state_of[word.suffix as usize]
            });
        }
        let shift = self.operators.next_power_of_two().trailing_zeros();
        let mut allowed = Vec::with_capacity(beginnings.len());
        let mut next = Vec::with_capacity(beginnings.len() << shift);
        for word in &beginnings {
            let mut set = 0;
            let row = next.len();
            next.resize(row + (1 << shift), 0);
            for (operator, &longer) in word.longer.iter().enumerate() {
                if longer < IMPOSSIBLE {
                    set |= 1 << operator;
                    next[row + operator] = state_of[longer as usize] as u16;
                }
            }
            allowed.push(set);
        }
        // All but the start's, which is left but once. Where there are more, a
        // wrong guess of their number costs less than trying for nothing.
        let most = allowed
            .iter()
            .skip(1)
            .map(|set: &u64| set.count_ones())
            .max();
        Automaton {
            shift,
            tries: most.filter(|&most| most <= MOST_TRIES).unwrap_or(0),
            allowed,
            next,
        }
    }

    /// Which words a word that is left out begins with.
    fn words_that_begin_any(&self) -> Vec<bool> {
        let mut begins: Vec<bool> = self.words.iter().map(|word| word.begins_another).collect();
        for (number, word) in self.words.iter().enumerate().rev() {
            begins[word.before as usize] |= begins[number];
        }
        begins
    }
}

impl<P: Operators> Pruning<P> for Automaton {
    /// The automaton's state.
    type Memory = u16;

    #[inline]
    fn start(&self) -> u16 {
        0
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        memory: u16,
    ) -> impl Iterator<Item = Try<P::Move, u16>> {
        let memory = usize::from(memory);
        let mut set = puzzle.legal(state) & self.allowed[memory];
        let first = set.trailing_zeros();
        let row = &self.next[memory << self.shift..];
        let mut tried = if set == 0 { self.tries } else { 0 };
        std::iter::from_fn(move || {
            let counts = set != 0;
            if !counts & (tried >= self.tries) {
                return None;
            }
            tried += 1;
            // Not a choice that takes a guess: one of two numbers.
            let operator = if counts { set.trailing_zeros() } else { first } as usize;
            set &= set.wrapping_sub(1);
            Some(Try {
                m: puzzle.operator(operator),
                memory: row[operator],
                counts,
            })
        })
    }
}
