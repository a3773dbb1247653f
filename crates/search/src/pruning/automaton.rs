//! Automata for move pruning.

use fewest_rules::{Contexts, Meter, Puzzle, StopReason};

use super::policy::{Pruning, PruningRows, Try};
use super::sequences::{PruningLimits, SequenceTree, StateNumbers, compare_sequences};

/// An automaton that reads the moves made and gives the moves to try next.
///
/// A state of the automaton consists of two parts: the context, a number that alone decides which
/// moves of the puzzle are legal ([`Contexts`]), and the longest suffix of the moves made that
/// begins a pruned sequence. Because of the context, the automaton also knows which moves are
/// legal.
#[derive(Debug, Clone)]
pub struct Automaton<M> {
    rows: PruningRows<M, u16>,
    /// For each context of the puzzle (see [`Contexts`]), the automaton's state before the first
    /// move.
    starts: Vec<u16>,
}

impl<M: Copy> Automaton<M> {
    /// Compares the sequences of moves within `limits`, and builds the automaton that prunes each
    /// sequence that an earlier one of them can replace (see `sequences.rs`).
    ///
    /// Takes time and memory in proportion to the number of sequences compared, times the size of a
    /// sequence's description ([`Operators::Sequence`](fewest_rules::Operators::Sequence)).
    ///
    /// # Errors
    /// Returns a limit of `meter` that is reached; [`StopReason::Capacity`] if the puzzle has more
    /// than 65,536 contexts, or if more than 255 operators are legal in one context.
    pub fn find<P: Contexts<Move = M>>(
        puzzle: &P,
        limits: PruningLimits,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        compare_sequences(puzzle, &|_| Some(0), limits, meter, SequenceTree::automaton)?
            .ok_or(StopReason::Capacity)
    }

    /// The number of states of the automaton.
    pub fn states(&self) -> usize {
        self.rows.count()
    }

    /// Whether the automaton never prunes a move, whatever moves were made before.
    pub fn is_idle(&self) -> bool {
        self.rows.count() == self.starts.len()
    }
}

impl<M: Copy> Automaton<M> {
    /// The same automaton for a puzzle with the states of `puzzle` and other names for its moves,
    /// in the same order. `relabel` gets a context and a move, and returns the name of this move in
    /// this context. So `relabel` runs once for each move of each state of the automaton, and not
    /// in each node of a search.
    ///
    /// Takes time and memory in proportion to the moves of all states of the automaton.
    pub fn relabelled<'a, P, N>(
        &self,
        puzzle: &'a P,
        relabel: impl Fn(usize, M) -> N,
    ) -> RelabelledAutomaton<'a, P, N>
    where
        P: Contexts<Move = M>,
        N: Copy,
    {
        // Each state of the automaton has one context. The context follows from the moves that lead
        // to the state.
        let mut contexts = vec![None; self.rows.count()];
        let mut waiting = Vec::new();
        for (context, &start) in self.starts.iter().enumerate() {
            contexts[usize::from(start)] = Some(context);
            waiting.push((usize::from(start), context));
        }
        while let Some((row, context)) = waiting.pop() {
            for of in self.rows.moves(row) {
                let to = usize::from(of.history);
                if let Some(after) = puzzle.next(context, puzzle.number(of.m))
                    && contexts[to].is_none()
                {
                    contexts[to] = Some(after);
                    waiting.push((to, after));
                }
            }
        }
        let row = |(row, context): (usize, &Option<usize>)| {
            let context = context.unwrap_or_default();
            let tries = self.rows.moves(row).map(|of| Try {
                m: relabel(context, of.m),
                history: of.history,
            });
            tries.collect()
        };
        RelabelledAutomaton {
            rows: PruningRows::new(contexts.iter().enumerate().map(row).collect()),
            starts: self.starts.clone(),
            puzzle,
        }
    }
}

/// An [`Automaton`] of the puzzle `P` for a puzzle with the same states and other names for the
/// moves; see [`Automaton::relabelled`].
#[derive(Debug, Clone)]
pub struct RelabelledAutomaton<'a, P, N> {
    rows: PruningRows<N, u16>,
    starts: Vec<u16>,
    puzzle: &'a P,
}

impl<P: Contexts> SequenceTree<'_, P> {
    /// Builds the automaton from the compared sequences; `None` if it has too many states.
    fn automaton(&self) -> Option<Automaton<P::Move>> {
        let endings = self.endings();
        let contexts = self.puzzle.contexts();
        let mut numbers = StateNumbers::new((0..contexts).map(|context| (0, context)));
        let mut rows: Vec<Vec<Try<P::Move, u16>>> = Vec::new();
        while let Some((sequence, context)) = numbers.at(rows.len()) {
            let mut row = Vec::new();
            let mut push = |operator: usize, sequence: usize| {
                if let Some(context) = self.puzzle.next(context, operator) {
                    row.push(Try {
                        m: self.puzzle.operator(operator),
                        history: numbers.of((sequence, context))?,
                    });
                }
                Some(())
            };
            if self.is_empty() {
                // No sequences have been compared, so the automaton allows every operator.
                (0..self.puzzle.operators()).try_for_each(|operator| push(operator, 0))?;
            } else {
                let mut nexts = self.nexts(sequence, &endings);
                nexts.try_for_each(|(operator, sequence)| push(operator, sequence))?;
            }
            u8::try_from(row.len()).ok()?;
            rows.push(row);
        }
        let starts = 0..u16::try_from(contexts).ok()?;
        Some(Automaton {
            starts: starts.collect(),
            rows: PruningRows::new(rows),
        })
    }
}

impl<P: Contexts> Pruning<P> for Automaton<P::Move> {
    /// The history is the index of the automaton's state.
    type History = u16;

    #[inline]
    fn start(&self, puzzle: &P, state: P::State) -> u16 {
        self.starts[puzzle.context(state)]
    }

    #[inline]
    fn moves(&self, _: &P, _: P::State, history: u16) -> impl Iterator<Item = Try<P::Move, u16>> {
        self.rows.moves(history.into())
    }

    #[inline]
    fn rows(&self) -> Option<&PruningRows<P::Move, u16>> {
        Some(&self.rows)
    }

    #[inline]
    fn row(&self, history: u16) -> usize {
        history.into()
    }
}

impl<P, Q> Pruning<Q> for RelabelledAutomaton<'_, P, Q::Move>
where
    P: Contexts,
    Q: Puzzle<State = P::State>,
{
    /// The history is the index of the automaton's state.
    type History = u16;

    #[inline]
    fn start(&self, _: &Q, state: P::State) -> u16 {
        self.starts[self.puzzle.context(state)]
    }

    #[inline]
    fn moves(&self, _: &Q, _: P::State, history: u16) -> impl Iterator<Item = Try<Q::Move, u16>> {
        self.rows.moves(history.into())
    }

    #[inline]
    fn rows(&self) -> Option<&PruningRows<Q::Move, u16>> {
        Some(&self.rows)
    }

    #[inline]
    fn row(&self, history: u16) -> usize {
        history.into()
    }
}
