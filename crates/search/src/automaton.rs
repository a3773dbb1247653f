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
//! replaced. And `A` has to be legal, and to lead to the same state, wherever `B`
//! is legal, which [`Operators`] answers for.
//!
//! Where two operators are the same move in different states, the order is that of
//! operators, and not only of moves. But sequences of the same moves that are
//! legal in one state are the same operators there; so of two different ones,
//! one of which replaces the other, the moves differ too, or the other is
//! never legal.

use std::collections::HashMap;

use fewest_rules::{Contexts, Meter, Operators, StopReason, Then};

use crate::pruning::{Pruning, Rows, Try};

/// An automaton that reads the moves made and says which to try next.
///
/// Its states are pairs of a context of the puzzle and the longest beginning of
/// a sequence left out that the moves made end with; so it knows which moves are
/// legal, too.
#[derive(Debug, Clone)]
pub struct Automaton<M> {
    rows: Rows<M, u16>,
    /// By context, the state before the first move.
    starts: Vec<u16>,
}

/// An automaton that reads the moves made and says which of the legal moves to try next.
///
/// Its states are the longest beginning of a sequence left out that the moves made end
/// with; which moves are legal, the puzzle's state tells.
#[derive(Debug, Clone, Default)]
pub struct Sieve {
    /// By state and operator, the next state, or [`REFUSED`]. Empty if nothing
    /// is left out.
    next: Vec<u16>,
    operators: usize,
}

const REFUSED: u16 = u16::MAX;

/// The most numbers in a [`Sieve`].
const MOST_NEXT: usize = 1 << 20;

/// How far an [`Automaton`] or a [`Sieve`] looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The longest sequences that are compared.
    pub moves: usize,
    /// How many sequences are compared at the most; those of a length are all
    /// compared or none, and none if the memory allowed is not enough for them.
    pub sequences: usize,
}

impl Reach {
    /// Sequences of two moves, of up to 64: no move is taken back, and of two moves that
    /// commute only one order is tried.
    pub const PAIRS: Self = Self {
        moves: 2,
        sequences: 64 * 65,
    };
}

impl<M: Copy> Automaton<M> {
    /// The automaton that leaves out all that sequences within `reach` show.
    ///
    /// Takes time and memory in proportion to the sequences compared, times the
    /// size of what the puzzle knows of one.
    ///
    /// # Errors
    /// A limit of `meter` that is reached; [`StopReason::Capacity`] if the puzzle
    /// has more than 65,536 contexts, or more than 255 operators are legal in one.
    pub fn find<P: Contexts<Move = M>>(
        puzzle: &P,
        reach: Reach,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        find(puzzle, reach, meter, Words::automaton)?.ok_or(StopReason::Capacity)
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.rows.count()
    }

    /// Whether it leaves out nothing for the moves made before.
    pub fn is_idle(&self) -> bool {
        self.rows.count() == self.starts.len()
    }
}

impl Sieve {
    /// The sieve that leaves out all that sequences within `reach` show, as far as its
    /// table is not too large. Takes as much as [`Automaton::find`].
    ///
    /// # Errors
    /// A limit of `meter` that is reached.
    pub fn find<P: Operators>(
        puzzle: &P,
        reach: Reach,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        Ok(find(puzzle, reach, meter, Words::sieve)?.unwrap_or_default())
    }

    /// Whether it leaves out nothing for the moves made before.
    pub fn is_idle(&self) -> bool {
        // One row: nothing is remembered.
        self.next.len() <= self.operators
    }
}

/// What `make` makes of all sequences within `reach`, or else of those up to the greatest
/// length for which it makes anything.
fn find<'a, P: Operators, A>(
    puzzle: &'a P,
    reach: Reach,
    meter: &mut Meter,
    make: fn(&Words<'a, P>) -> Option<A>,
) -> Result<Option<A>, StopReason> {
    let mut words = Words {
        puzzle,
        words: Vec::new(),
        marked: HashMap::new(),
        bytes: 0,
    };
    words.keep(puzzle.nothing(), 0, 0);
    let held = meter.held();
    let mut longest = 0..1;
    let mut found = make(&words);
    'lengths: for _ in 0..reach.moves {
        let longer = |word: u32| words.operators_behind(word).len();
        let compared = longest.clone().map(longer).sum::<usize>() + words.words.len();
        if found.is_none() || compared > reach.sequences {
            break;
        }
        let begin = words.words.len() as u32;
        for word in longest {
            meter.poll()?;
            if words.bytes > MOST_BYTES || meter.hold(held + words.bytes).is_err() {
                break 'lengths;
            }
            words.extend(word);
        }
        longest = begin..words.words.len() as u32;
        match make(&words) {
            Some(made) => found = Some(made),
            None => break,
        }
    }
    meter.hold(held)?;
    Ok(found)
}

/// About what a word holds outside itself beside what is known of it, in bytes.
const OUTSIDE: u64 = 256;
/// The most bytes of words.
const MOST_BYTES: u64 = 1 << 28;

/// A sequence that is not left out.
struct Word<S> {
    before: u32,
    /// The sequence without its first operator.
    suffix: u32,
    /// By operator, in their order: the sequence with that operator behind, or
    /// [`UNKNOWN`], unless it is left out or never legal. Empty until it is
    /// looked at.
    longer: Vec<(u32, u32)>,
    known: S,
    /// Whether a longer one is left out, but not for its suffix.
    begins_another: bool,
}

/// A sequence of which nothing is known.
const UNKNOWN: u32 = u32::MAX;

/// The sequences that are not left out, by length and then lexicographically;
/// the first is that of no moves.
struct Words<'a, P: Operators> {
    puzzle: &'a P,
    words: Vec<Word<P::Sequence>>,
    /// By mark, the sequences that have it.
    marked: HashMap<u64, Vec<u32>>,
    /// What the words take, about.
    bytes: u64,
}

impl<P: Operators> Words<'_, P> {
    fn keep(&mut self, known: P::Sequence, before: u32, suffix: u32) -> u32 {
        let number = self.words.len() as u32;
        for mark in self.puzzle.marks(&known) {
            self.marked.entry(mark).or_default().push(number);
        }
        let outside = OUTSIDE + self.puzzle.bytes(&known);
        self.bytes += size_of::<Word<P::Sequence>>() as u64 + outside;
        self.words.push(Word {
            before,
            suffix,
            longer: Vec::new(),
            known,
            begins_another: false,
        });
        number
    }

    /// The operators that may come behind a sequence, as far as its suffix tells, each
    /// with the number of the suffix with it behind.
    fn operators_behind(&self, number: u32) -> Vec<(u32, u32)> {
        let word = &self.words[number as usize];
        let longer = &self.words[word.suffix as usize].longer;
        if word.suffix != 0 {
            return longer.clone();
        }
        let behind = self.puzzle.behind(&word.known);
        let behind = behind.filter_map(|operator| {
            let operator = operator as u32;
            match number {
                0 => Some((operator, 0)),
                _ => {
                    let at = longer.binary_search_by_key(&operator, |&(operator, _)| operator);
                    Some(longer[at.ok()?])
                }
            }
        });
        behind.collect()
    }

    /// Looks at the sequence `number` with each operator behind.
    fn extend(&mut self, number: u32) {
        let mut longer = Vec::new();
        for (operator, suffix) in self.operators_behind(number) {
            let known = &self.words[number as usize].known;
            match self.puzzle.then(known, operator as usize) {
                Then::Never => {}
                Then::Known(known) if suffix != UNKNOWN => {
                    if self.has_twin(&known) {
                        self.words[number as usize].begins_another = true;
                    } else {
                        longer.push((operator, self.keep(known, number, suffix)));
                    }
                }
                _ => longer.push((operator, UNKNOWN)),
            }
        }
        self.words[number as usize].longer = longer;
    }

    /// Whether an earlier sequence replaces one.
    fn has_twin(&self, known: &P::Sequence) -> bool {
        let candidates = self
            .puzzle
            .marks(known)
            .map(|mark| self.marked.get(&mark).map_or(&[][..], Vec::as_slice));
        candidates
            .min_by_key(|words| words.len())
            .is_some_and(|words| {
                let mut known_words = words.iter().map(|&word| &self.words[word as usize].known);
                known_words.any(|earlier| self.puzzle.replaces(earlier, known))
            })
    }

    /// By word, the longest that it ends with which begins one left out.
    fn endings(&self) -> Vec<usize> {
        let mut begins: Vec<bool> = self.words.iter().map(|word| word.begins_another).collect();
        for (number, word) in self.words.iter().enumerate().rev() {
            begins[word.before as usize] |= begins[number];
        }
        let mut endings: Vec<usize> = Vec::with_capacity(self.words.len());
        for (number, word) in self.words.iter().enumerate() {
            endings.push(match begins[number] || number == 0 {
                true => number,
                false => endings[word.suffix as usize],
            });
        }
        endings
    }

    /// The operators that are not left out behind the sequence `word`, each with the ending
    /// that is then reached.
    fn nexts(&self, word: usize, endings: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let ending = move |mut word: usize, operator: u32| loop {
            let longer = &self.words[word].longer;
            let at = longer.binary_search_by_key(&operator, |&(operator, _)| operator);
            match at.map_or(UNKNOWN, |at| longer[at].1) {
                // What a shorter one says of it is true, too.
                UNKNOWN if word != 0 => word = self.words[word].suffix as usize,
                longer => return endings.get(longer as usize).copied().unwrap_or(0),
            }
        };
        let longer = self.words[word].longer.iter();
        longer.map(move |&(operator, _)| (operator as usize, ending(word, operator)))
    }

    /// The sieve of the words looked at; `None` if its table is too large.
    fn sieve(&self) -> Option<Sieve> {
        let operators = self.puzzle.operators();
        let left_out = self.words.iter().any(|word| word.begins_another);
        if !left_out {
            return Some(Sieve::default());
        }
        let endings = self.endings();
        let mut numbers = Numbers::new([0]);
        let mut next = Vec::new();
        while let Some(word) = numbers.at(next.len() / operators) {
            let row = next.len();
            if row + operators > MOST_NEXT {
                return None;
            }
            next.resize(row + operators, REFUSED);
            for (operator, word) in self.nexts(word, &endings) {
                next[row + operator] = numbers.of(word)?;
            }
        }
        Some(Sieve { next, operators })
    }
}

impl<P: Contexts> Words<'_, P> {
    /// The automaton of the words looked at; `None` if it has too many states.
    fn automaton(&self) -> Option<Automaton<P::Move>> {
        let endings = self.endings();
        let contexts = self.puzzle.contexts();
        let mut numbers = Numbers::new((0..contexts).map(|context| (0, context)));
        let mut rows: Vec<Vec<Try<P::Move, u16>>> = Vec::new();
        while let Some((word, context)) = numbers.at(rows.len()) {
            let mut row = Vec::new();
            let mut push = |operator: usize, word: usize| {
                if let Some(context) = self.puzzle.next(context, operator) {
                    row.push(Try {
                        m: self.puzzle.operator(operator),
                        memory: numbers.of((word, context))?,
                    });
                }
                Some(())
            };
            if self.words.len() == 1 {
                // Nothing is known yet.
                (0..self.puzzle.operators()).try_for_each(|operator| push(operator, 0))?;
            } else {
                let mut nexts = self.nexts(word, &endings);
                nexts.try_for_each(|(operator, word)| push(operator, word))?;
            }
            u8::try_from(row.len()).ok()?;
            rows.push(row);
        }
        let starts = 0..u16::try_from(contexts).ok()?;
        Some(Automaton {
            starts: starts.collect(),
            rows: Rows::new(rows),
        })
    }
}

/// Numbers for an automaton's states, in the order in which they are met.
struct Numbers<S> {
    states: Vec<S>,
    numbers: HashMap<S, usize>,
}

impl<S: Copy + Eq + std::hash::Hash> Numbers<S> {
    fn new(starts: impl IntoIterator<Item = S>) -> Self {
        let states: Vec<S> = starts.into_iter().collect();
        Self {
            numbers: states.iter().copied().zip(0..).collect(),
            states,
        }
    }

    /// The state with that number.
    fn at(&self, number: usize) -> Option<S> {
        self.states.get(number).copied()
    }

    /// The number of a state; `None` if there are too many.
    fn of(&mut self, state: S) -> Option<u16> {
        let new = self.states.len();
        let number = *self.numbers.entry(state).or_insert(new);
        if number == new {
            self.states.push(state);
        }
        u16::try_from(number)
            .ok()
            .filter(|&number| number != REFUSED)
    }
}

impl<P: Contexts> Pruning<P> for Automaton<P::Move> {
    /// The automaton's state.
    type Memory = u16;

    #[inline]
    fn start(&self, puzzle: &P, state: P::State) -> u16 {
        self.starts[puzzle.context(state)]
    }

    #[inline]
    fn moves(&self, _: &P, _: P::State, memory: u16) -> impl Iterator<Item = Try<P::Move, u16>> {
        let (row, moves) = self.rows.of(memory.into());
        row[..moves].iter().rev().copied()
    }

    #[inline]
    fn rows(&self) -> Option<&Rows<P::Move, u16>> {
        Some(&self.rows)
    }

    #[inline]
    fn row(&self, memory: u16) -> usize {
        memory.into()
    }
}

impl<P: Operators> Pruning<P> for Sieve {
    /// The automaton's state.
    type Memory = u16;

    #[inline]
    fn start(&self, _: &P, _: P::State) -> u16 {
        0
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        memory: u16,
    ) -> impl Iterator<Item = Try<P::Move, u16>> {
        let row = self.next.get(usize::from(memory) * self.operators..);
        let row = row.unwrap_or_default();
        puzzle.moves(state).filter_map(move |m| {
            // Without a table nothing is refused.
            let memory = row.get(puzzle.number(m)).copied().unwrap_or(0);
            (memory != REFUSED).then_some(Try { m, memory })
        })
    }
}
