//! The lexicographically first of the shortest solutions, found from the arrivals of both waves:
//! the places to which pushes led, with their depths (see the parent module).

use fewest_rules::{AgentMoves, Meter, StopReason, Words, sort_by_key};

use super::records::States;
use super::{BACKWARD, FORWARD, KnownSettings};
use crate::states::memory;

impl<const W: usize> KnownSettings<W> {
    /// The lexicographically first path from `start` through one of the meetings to a goal.
    ///
    /// Every shortest solution passes through exactly one meeting. So the states of the first half
    /// of all shortest solutions are found backwards from the meetings, layer by layer. From the
    /// start on, the path takes the least move to a state in the first half of a shortest solution.
    /// From the meeting on, the path takes the least move that descends one layer of the backward
    /// wave.
    ///
    /// If the puzzle has symmetries, a layer holds the classes of these states. A class is as far
    /// from the goals as each of its states, so the path may take a move to any state of a class in
    /// the layer.
    pub(super) fn first_path<P: AgentMoves<W>>(
        &mut self,
        puzzle: &P,
        start: (Words<W>, usize),
        meter: &mut Meter,
    ) -> Result<Vec<P::Move>, StopReason> {
        let depth = self.waves[FORWARD].depth;
        let mut layers = vec![merged(std::mem::take(&mut self.meetings))];
        for depth in (0..depth).rev() {
            let layer = self.before(puzzle, depth, &layers[layers.len() - 1], meter)?;
            layers.push(layer);
        }
        // Layer 0 holds only the start, where the path begins, so its list is not needed.
        layers.pop();
        let (mut setting, mut place) = start;
        let (mut path, mut moves) = (Vec::new(), Vec::new());
        while let Some(layer) = layers.pop() {
            puzzle.moves(setting, place, &mut moves);
            let on_layer = |&&(_, setting, place): &&(P::Move, Words<W>, usize)| {
                let (setting, places) = puzzle.canonical(setting, place);
                let index = self.settings.find(setting);
                let at = |index| layer.binary_search_by_key(&index, |states| states.setting);
                let states = index.and_then(|index| at(index).ok());
                states.is_some_and(|at| !(places & layer[at].places).is_zero())
            };
            let step = moves.iter().find(on_layer);
            let &(m, after, to) = step.ok_or(StopReason::Contradiction)?;
            path.push(m);
            (setting, place) = (after, to);
        }
        for depth in (0..self.waves[BACKWARD].depth).rev() {
            puzzle.moves(setting, place, &mut moves);
            let descends = |&&(_, setting, place): &&(P::Move, Words<W>, usize)| {
                let (setting, places) = puzzle.canonical(setting, place);
                let index = self.settings.find(setting);
                index.is_some_and(|index| self.is_at(puzzle, BACKWARD, depth, index, places))
            };
            let step = moves.iter().find(descends);
            let &(m, after, to) = step.ok_or(StopReason::Contradiction)?;
            path.push(m);
            (setting, place) = (after, to);
        }
        Ok(path)
    }

    /// The states of the forward wave at `depth` from which a move leads to one of `layer`, the
    /// states one layer deeper.
    fn before<P: AgentMoves<W>>(
        &self,
        puzzle: &P,
        depth: u32,
        layer: &[States<W>],
        meter: &mut Meter,
    ) -> Result<Vec<States<W>>, StopReason> {
        let mut found = Vec::new();
        let mut pulled = Vec::new();
        for (at, states) in layer.iter().enumerate() {
            if at % 256 == 255 {
                meter.poll()?;
            }
            let setting = self.settings.get(states.setting);
            let mut places = puzzle.steps(setting, states.places)
                & self.reached_by(FORWARD, states.setting).places;
            if !places.is_zero() {
                places = places & self.at(puzzle, FORWARD, depth, states.setting);
            }
            if !places.is_zero() {
                let setting = states.setting;
                memory::push(&mut found, States { setting, places }, meter)?;
            }
            pulled.clear();
            puzzle.pulls(setting, states.places, &mut |before, place| {
                pulled.push(puzzle.canonical(before, place));
            });
            for &(before, places) in &pulled {
                if let Some(setting) = self.settings.find(before)
                    && self.is_at(puzzle, FORWARD, depth, setting, places)
                {
                    memory::push(&mut found, States { setting, places }, meter)?;
                }
            }
        }
        Ok(merged(found))
    }

    /// Whether a wave first reached a state of `setting` with one of `places` at exactly this
    /// depth. All states of the setting with a place in `places` must belong to one class.
    fn is_at<P: AgentMoves<W>>(
        &self,
        puzzle: &P,
        side: usize,
        depth: u32,
        setting: u32,
        places: Words<W>,
    ) -> bool {
        let meets = |reached| !(places & reached).is_zero();
        meets(self.reached_by(side, setting).places) && meets(self.at(puzzle, side, depth, setting))
    }

    /// The places of the agent in those states of `setting` that the wave `side` first reached at
    /// exactly this depth.
    ///
    /// Steps can be taken back, so the search finds these places in either wave by steps from the
    /// arrivals.
    fn at<P: AgentMoves<W>>(&self, puzzle: &P, side: usize, depth: u32, setting: u32) -> Words<W> {
        let mut arrivals = Vec::new();
        let mut number = self.reached_by(side, setting).last;
        while number > 0 {
            let arrival = self.arrivals.get(number - 1);
            // The list of arrivals runs from the latest arrival to the earliest.
            if arrival.depth() <= depth {
                arrivals.push(arrival);
            }
            number = arrival.earlier;
        }
        let setting = self.settings.get(setting);
        let (mut reached, mut layer) = (Words::default(), Words::default());
        let mut now = 0;
        loop {
            if layer.is_zero() {
                match arrivals.last() {
                    Some(arrival) => now = arrival.depth(),
                    None => return layer,
                }
            }
            while let Some(arrival) = arrivals.pop_if(|arrival| arrival.depth() == now) {
                layer = layer.with_bit(arrival.place(), true);
            }
            layer = layer.without(reached);
            if now == depth {
                return layer;
            }
            reached = reached | layer;
            layer = puzzle.steps(setting, layer);
            now += 1;
        }
    }
}

/// Merges the entries of `states` that have the same setting. The merged entries are sorted by
/// setting.
fn merged<const W: usize>(mut states: Vec<States<W>>) -> Vec<States<W>> {
    sort_by_key(&mut states, |states| states.setting);
    states.dedup_by(|other, states| {
        let same = other.setting == states.setting;
        if same {
            states.places = states.places | other.places;
        }
        same
    });
    states
}
