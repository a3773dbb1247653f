//! The search from both ends by settings, where an agent walks and pushes tokens.

use fewest_ground::Label;
use fewest_ground::analysis::{Analysis, PushPuzzle};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Report, Words};
use fewest_search::TwoAgentWaves;

/// A search from both ends by settings, for sets of places of any width.
pub(super) trait AgentSearch {
    /// Continues the search, as [`TwoAgentWaves::advance`].
    fn advance(&mut self, states: u64, limits: &Limits) -> Report<CompiledMove>;

    /// The bytes that the search holds during a pause.
    fn bytes(&self) -> u64;
}

/// The search with sets of places of `W` words.
struct BySettings<'a, const W: usize> {
    puzzle: PushPuzzle<'a, W>,
    waves: TwoAgentWaves<W>,
}

impl<const W: usize> AgentSearch for BySettings<'_, W> {
    fn advance(&mut self, states: u64, limits: &Limits) -> Report<CompiledMove> {
        self.waves.advance(&self.puzzle, states, limits)
    }

    fn bytes(&self) -> u64 {
        self.waves.bytes()
    }
}

/// Prepares a search from `start`. `None` if the rules do anything but carry an agent and push tokens, or
/// if the goals are not listed.
pub(super) fn agent_search<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
) -> Option<Box<dyn AgentSearch + '_>> {
    let labels = analysis.puzzle().labels(start);
    match analysis.pushes()?.squares() {
        ..=64 => by_settings(analysis.push_puzzle::<1>()?, &labels),
        ..=128 => by_settings(analysis.push_puzzle::<2>()?, &labels),
        _ => by_settings(analysis.push_puzzle::<4>()?, &labels),
    }
}

fn by_settings<'a, const W: usize>(
    puzzle: PushPuzzle<'a, W>,
    labels: &[Label],
) -> Option<Box<dyn AgentSearch + 'a>> {
    let waves = TwoAgentWaves::new(puzzle.state(labels)?);
    Some(Box::new(BySettings { puzzle, waves }))
}
