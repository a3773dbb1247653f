//! The search from both ends by settings, for puzzles in which an agent walks and pushes tokens. A
//! *setting* is everything in a state except the place of the agent. For each setting, the search
//! stores the set of places at which the agent has been, so it handles many states at once.

use fewest_ground::Label;
use fewest_ground::analysis::{Analysis, PushPuzzle, Symmetries};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Words};
use fewest_search::{SearchTurn, TwoAgentWaves};

/// A search from both ends by settings. The trait hides how many words a set of places takes.
pub(super) trait AgentSearch<'a> {
    /// Continues the search, like [`TwoAgentWaves::advance`].
    fn advance(
        self: Box<Self>,
        states: u64,
        limits: &Limits,
    ) -> SearchTurn<Box<dyn AgentSearch<'a> + 'a>, CompiledMove>;

    /// The bytes that the search holds during a pause.
    fn bytes(&self) -> u64;

    /// The number of symmetries under which the search treats states as equal, including the
    /// identity.
    fn symmetries(&self) -> usize;
}

/// The search with sets of places of `W` words.
struct BySettings<'a, const W: usize> {
    puzzle: PushPuzzle<'a, W>,
    waves: TwoAgentWaves<W>,
}

impl<'a, const W: usize> AgentSearch<'a> for BySettings<'a, W> {
    fn advance(
        self: Box<Self>,
        states: u64,
        limits: &Limits,
    ) -> SearchTurn<Box<dyn AgentSearch<'a> + 'a>, CompiledMove> {
        let Self { puzzle, waves } = *self;
        let turn = waves.advance(&puzzle, states, limits);
        turn.map(|waves| -> Box<dyn AgentSearch<'a> + 'a> { Box::new(Self { puzzle, waves }) })
    }

    fn bytes(&self) -> u64 {
        self.waves.bytes()
    }

    fn symmetries(&self) -> usize {
        self.puzzle.symmetries()
    }
}

/// Prepares a search from `start`. If `symmetric` is set, the search treats symmetric states as
/// equal. `None` if a rule does anything but carry the agent or push tokens, or if the goals are
/// not listed.
pub(super) fn agent_search<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
    symmetric: bool,
) -> Option<Box<dyn AgentSearch<'_> + '_>> {
    let labels = analysis.puzzle().labels(start);
    let symmetries = symmetric.then(|| analysis.symmetries()).flatten();
    match analysis.pushes()?.squares() {
        0..=64 => by_settings(analysis.push_puzzle::<1>()?, symmetries, &labels),
        65..=128 => by_settings(analysis.push_puzzle::<2>()?, symmetries, &labels),
        _ => by_settings(analysis.push_puzzle::<4>()?, symmetries, &labels),
    }
}

fn by_settings<'a, const W: usize>(
    mut puzzle: PushPuzzle<'a, W>,
    symmetries: Option<&Symmetries>,
    labels: &[Label],
) -> Option<Box<dyn AgentSearch<'a> + 'a>> {
    if let Some(symmetries) = symmetries {
        puzzle = puzzle.up_to_symmetry(symmetries);
    }
    let waves = TwoAgentWaves::new(puzzle.state(labels)?);
    Some(Box::new(BySettings { puzzle, waves }))
}
