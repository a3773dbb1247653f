//! Automata for move pruning.

use fewest_rules::{Contexts, Meter, StopReason};

use crate::pruning::{Pruning, PruningRows, Try};
use crate::sequences::{PruningLimits, SequenceTree, StateNumbers, compare_sequences};

/// An automaton that reads the moves made and gives the moves to try next.
///
/// The states of the automaton are pairs of a context of the puzzle and the longest suffix of the
/// moves made that begins a pruned sequence. Because of the context, the automaton also knows which
/// moves are legal.
#[derive(Debug, Clone)]
pub struct Automaton<M> {
    rows: PruningRows<M, u16>,
    /// The automaton's state before the first move, for each context.
    starts: Vec<u16>,
}

impl<M: Copy> Automaton<M> {
    /// Builds the automaton that prunes every sequence for which the sequences within `limits`
    /// include a replacement.
    ///
    /// Takes time and memory in proportion to the number of sequences compared, times the size of
    /// the description of one.
    ///
    /// # Errors
    /// Returns a limit of `meter` that is reached; [`StopReason::Capacity`] if the puzzle has more
    /// than 65,536 contexts, or if more than 255 operators are legal in one.
    pub fn find<P: Contexts<Move = M>>(
        puzzle: &P,
        limits: PruningLimits,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        compare_sequences(puzzle, &|_| Some(0), limits, meter, SequenceTree::automaton)?
            .ok_or(StopReason::Capacity)
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.rows.count()
    }

    /// Whether the automaton never prunes a move, whatever moves were made before.
    pub fn is_idle(&self) -> bool {
        self.rows.count() == self.starts.len()
    }
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
                // Nothing has been compared, so every operator is tried.
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
    /// The history is the number of the automaton's state.
    type History = u16;

    #[inline]
    fn start(&self, puzzle: &P, state: P::State) -> u16 {
        self.starts[puzzle.context(state)]
    }

    #[inline]
    fn moves(&self, _: &P, _: P::State, history: u16) -> impl Iterator<Item = Try<P::Move, u16>> {
        let (row, moves) = self.rows.of(history.into());
        row[..moves].iter().rev().copied()
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
