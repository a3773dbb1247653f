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

impl<M: Copy> Automaton<M> {
    /// The automaton that leaves out all that sequences within `reach` show.
    ///
    /// Takes time and memory in proportion to the sequences compared, times the
    /// representatives of the puzzle.
    ///
    /// # Errors
    /// A limit of `meter` that is reached; [`StopReason::Capacity`] if the puzzle
    /// has more than 65,536 contexts.
    pub fn find<P: Operators<Move = M>>(
        puzzle: &P,
        reach: Reach,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let start: Box<[_]> = puzzle.representatives().map(Some).collect();
        let contexts = contexts(puzzle);
        let mut words = Words {
            puzzle,
            operators: puzzle.operators(),
            words: Vec::new(),
            leading_to: vec![HashMap::new(); start.len()],
        };
        words.keep(start, 0, 0);
        let mut longest = 0..1;
        let mut found = words.automaton(&contexts);
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
            match words.automaton(&contexts) {
                Some(automaton) => found = Some(automaton),
                None => break,
            }
        }
        found.ok_or(StopReason::Capacity)
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.rows.count()
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

/// Whether a sequence with an operator behind is not left out, as far as known.
fn kept(longer: u32) -> bool {
    longer != LEFT_OUT && longer != IMPOSSIBLE
}

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
        let longer = if !kept(suffix) {
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

    /// The automaton of the words looked at; `None` if it has too many states.
    fn automaton(&self, contexts: &[Context]) -> Option<Automaton<P::Move>> {
        // By word, the longest that it ends with which begins one left out.
        let mut ending: Vec<usize> = Vec::with_capacity(self.words.len());
        let begins_any = self.words_that_begin_any();
        for (number, word) in self.words.iter().enumerate() {
            ending.push(match begins_any[number] || number == 0 {
                true => number,
                false => ending[word.suffix as usize],
            });
        }
        let mut states: Vec<(usize, usize)> = (0..contexts.len()).map(|c| (0, c)).collect();
        let mut numbers: HashMap<_, _> = states.iter().copied().zip(0..).collect();
        let mut rows: Vec<Vec<Try<P::Move, u16>>> = Vec::new();
        while let Some(&(word, context)) = states.get(rows.len()) {
            let mut row = Vec::new();
            let nexts = self.words[word].longer.iter().zip(&contexts[context]);
            for (operator, (&longer, &context)) in nexts.enumerate() {
                let (true, Some(context)) = (kept(longer), context) else {
                    continue;
                };
                let state = (ending.get(longer as usize).copied().unwrap_or(0), context);
                let number = *numbers.entry(state).or_insert(states.len());
                if number == states.len() {
                    states.push(state);
                }
                row.push(Try {
                    m: self.puzzle.operator(operator),
                    memory: u16::try_from(number).ok()?,
                });
            }
            rows.push(row);
        }
        Some(Automaton {
            starts: (0..contexts.len() as u16).collect(),
            rows: Rows::new(rows),
        })
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

/// By operator, the context it leads to where it is legal.
type Context = Vec<Option<usize>>;

/// The contexts of a puzzle.
fn contexts<P: Operators>(puzzle: &P) -> Vec<Context> {
    let mut contexts: Vec<Context> = Vec::new();
    for state in puzzle.representatives() {
        let context = puzzle.context(state);
        if contexts.len() <= context {
            contexts.resize(context + 1, vec![None; puzzle.operators()]);
        }
        contexts[context] = (0..puzzle.operators())
            .map(|operator| {
                let legal = puzzle.legal(state) >> operator & 1 == 1;
                legal.then(|| puzzle.context(puzzle.apply(state, puzzle.operator(operator))))
            })
            .collect();
    }
    contexts
}

impl<P: Operators> Pruning<P> for Automaton<P::Move> {
    /// The automaton's state.
    type Memory = u16;

    #[inline]
    fn start(&self, puzzle: &P, state: P::State) -> u16 {
        self.starts[puzzle.context(state)]
    }

    #[inline]
    fn moves(&self, _: &P, _: P::State, memory: u16) -> impl Iterator<Item = Try<P::Move, u16>> {
        {
            let (row, moves) = self.rows.of(memory.into());
            row[..moves].iter().rev().copied()
        }
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
