//! Tests of the claims of [`Operators`] and [`Contexts`].

use super::{Edge, Laws, Violation};
use crate::{Contexts, Operators, Puzzle, Then};

/// A sequence of operators, with the state to which it leads from each state of the walk in which
/// it is legal.
struct TestedSequence<P: Operators> {
    operators: Vec<usize>,
    known: P::Sequence,
    ends: Vec<Option<P::State>>,
}

impl<P: Puzzle> Laws<'_, P> {
    /// Tests [`Operators`]: the operators are the moves, in their order. A sequence that is
    /// reported as never legal is legal in no state of the walk. A sequence that replaces another
    /// sequence is legal wherever the other is, and leads to the same state. Tests up to `most`
    /// sequences, short ones first, and compares each with all earlier ones. Returns how many
    /// sequences are replaced by an earlier one.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn operators(&self, most: usize) -> Result<usize, Violation>
    where
        P: Operators,
    {
        let puzzle = self.puzzle;
        let moves: Vec<P::Move> = (0..puzzle.operators())
            .map(|i| puzzle.operator(i))
            .collect();
        ensure!(
            moves.is_sorted(),
            "the operators are not in the order of their moves: {moves:?}"
        );
        for &Edge { from, m, .. } in &self.edges {
            let number = puzzle.number(m);
            ensure!(
                moves.get(number) == Some(&m),
                "{m:?} from {:?} is not the operator {number}",
                self.states[from]
            );
        }
        let mut walked = vec![TestedSequence::<P> {
            operators: Vec::new(),
            known: puzzle.nothing(),
            ends: self.states.iter().copied().map(Some).collect(),
        }];
        let (mut at, mut replaced) = (0, 0);
        while at < walked.len() && walked.len() < most {
            for (operator, &name) in moves.iter().enumerate() {
                let TestedSequence {
                    operators, ends, ..
                } = &walked[at];
                let mut operators = operators.clone();
                operators.push(operator);
                let led = |&end: &Option<P::State>| {
                    let mut offered = puzzle.moves(end?);
                    let m = offered.find(|&m| m == name && puzzle.number(m) == operator)?;
                    Some(puzzle.apply(end?, m))
                };
                let ends: Vec<Option<P::State>> = ends.iter().map(led).collect();
                let known = &walked[at].known;
                let then = if puzzle.behind(known).any(|behind| behind == operator) {
                    puzzle.then(known, operator)
                } else {
                    Then::Never
                };
                match then {
                    Then::Unknown => {}
                    Then::Never => ensure!(
                        ends.iter().all(Option::is_none),
                        "the operators {operators:?} are legal one after the other"
                    ),
                    Then::Known(known) => {
                        let is_replaced = self.replaced(&walked, &operators, &known, &ends)?;
                        replaced += usize::from(is_replaced);
                        walked.push(TestedSequence {
                            operators,
                            known,
                            ends,
                        });
                    }
                }
            }
            at += 1;
        }
        Ok(replaced)
    }

    /// Whether one of the sequences in `walked` replaces this sequence.
    fn replaced(
        &self,
        walked: &[TestedSequence<P>],
        operators: &[usize],
        known: &P::Sequence,
        ends: &[Option<P::State>],
    ) -> Result<bool, Violation>
    where
        P: Operators,
    {
        let mut any = false;
        for earlier in walked {
            if !self.puzzle.replaces(&earlier.known, known) {
                continue;
            }
            any = true;
            for (i, (end, other)) in ends.iter().zip(&earlier.ends).enumerate() {
                ensure!(
                    end.is_none() || end == other,
                    "the operators {:?} lead from {:?} to {other:?}, not to {end:?} as {operators:?}",
                    earlier.operators,
                    self.states[i]
                );
            }
        }
        Ok(any)
    }

    /// Tests [`Contexts`]: the operators legal in a state are exactly those of its context, and
    /// each leads to the context that [`Contexts::next`] reports.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn contexts(&self) -> Result<&Self, Violation>
    where
        P: Contexts,
    {
        let puzzle = self.puzzle;
        for &state in &self.states {
            let context = puzzle.context(state);
            ensure!(
                context < puzzle.contexts(),
                "the context {context} of {state:?} is not below their number"
            );
            let offered: Vec<(usize, usize)> = puzzle
                .moves(state)
                .map(|m| (puzzle.number(m), puzzle.context(puzzle.apply(state, m))))
                .collect();
            let reported: Vec<(usize, usize)> = (0..puzzle.operators())
                .filter_map(|i| Some((i, puzzle.next(context, i)?)))
                .collect();
            ensure!(
                offered == reported,
                "{state:?} in context {context} has operators, and leads to contexts, {offered:?}, not {reported:?}"
            );
        }
        Ok(self)
    }
}
