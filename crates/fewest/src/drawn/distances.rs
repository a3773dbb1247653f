//! How far every board that can be reached from one is from the nearest goal.

use fewest_ground::compiled::Backward;
use fewest_rules::{Meter, Puzzle, Reverse, StopReason, Words};
use fewest_search::StateSet;

use super::game::Game;

/// No way leads to a goal.
pub(super) const NEVER: u32 = u32::MAX;

/// The states in the order in which they were reached, and how far each is from the
/// nearest goal, [`NEVER`] where none can be reached.
pub(super) struct Distances<const N: usize> {
    pub(super) states: StateSet<Words<N>>,
    pub(super) distances: Vec<u32>,
}

/// A limit, and how many states have each distance that is known completely.
pub(super) struct Stopped {
    pub(super) histogram: Vec<u64>,
    pub(super) reason: StopReason,
}

impl From<StopReason> for Stopped {
    fn from(reason: StopReason) -> Self {
        Self {
            histogram: Vec::new(),
            reason,
        }
    }
}

/// Which states a move makes of which, backwards.
enum Way<'a, const N: usize> {
    /// The moves are played backwards.
    Back(&'a Backward<N>),
    /// The states before each, one after the other, and where those of each begin.
    Kept {
        before: Vec<u32>,
        firsts: Vec<usize>,
    },
}

impl<const N: usize> Distances<N> {
    /// Goes forward from `start` to find all states, and then backward from the goals
    /// among them. Where moves cannot be played backwards it is kept which state leads to
    /// which.
    pub(super) fn of(game: &Game<N>, start: Words<N>, meter: &mut Meter) -> Result<Self, Stopped> {
        let mut states = StateSet::new();
        let way = match game.found.backward() {
            Some(back) => {
                reach(game, start, &mut states, meter)?;
                Way::Back(back)
            }
            None => reach_keeping(game, start, &mut states, meter)?,
        };
        // A distance and a place in the queue for each.
        meter.hold(meter.held() + 8 * states.len() as u64)?;
        let mut all = Self {
            distances: vec![NEVER; states.len()],
            states,
        };
        all.go_back(game, &way, meter)?;
        Ok(all)
    }

    fn go_back(
        &mut self,
        game: &Game<N>,
        way: &Way<'_, N>,
        meter: &mut Meter,
    ) -> Result<(), Stopped> {
        let puzzle = game.packed();
        let mut queue = Vec::with_capacity(self.states.len());
        for state in 0..self.states.len() as u32 {
            if state % 1024 == 1023 {
                meter.poll()?;
            }
            if puzzle.is_goal(self.states.get(state)) {
                self.distances[state as usize] = 0;
                queue.push(state);
            }
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            let distance = self.distances[state as usize];
            if at % 1024 == 1023
                && let Err(reason) = meter.poll()
            {
                // All states of the layer at hand are in the queue.
                let mut histogram = self.histogram();
                histogram.truncate(distance as usize + 1);
                return Err(Stopped { histogram, reason });
            }
            let mut reach = |earlier: u32| {
                let known = &mut self.distances[earlier as usize];
                if *known == NEVER {
                    *known = distance + 1;
                    queue.push(earlier);
                }
            };
            match way {
                Way::Back(back) => {
                    let with = game.with_way_back(back);
                    for (_, before) in with.predecessors(self.states.get(state)) {
                        if let Some(earlier) = self.states.find(before) {
                            reach(earlier);
                        }
                    }
                }
                Way::Kept { before, firsts } => {
                    let all = firsts[state as usize]..firsts[state as usize + 1];
                    before[all].iter().copied().for_each(&mut reach);
                }
            }
        }
        Ok(())
    }

    /// How many states have each distance.
    pub(super) fn histogram(&self) -> Vec<u64> {
        let mut histogram: Vec<u64> = Vec::new();
        for &distance in self.distances.iter().filter(|&&d| d != NEVER) {
            let distance = distance as usize;
            if histogram.len() <= distance {
                histogram.resize(distance + 1, 0);
            }
            histogram[distance] += 1;
        }
        histogram
    }
}

/// Adds all states that can be reached.
fn reach<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    states: &mut StateSet<Words<N>>,
    meter: &mut Meter,
) -> Result<(), StopReason> {
    let puzzle = game.packed();
    states.reserve(1, meter)?;
    states.insert(start);
    let mut at = 0;
    while at < states.len() {
        meter.expand()?;
        let state = states.get(at as u32);
        for m in puzzle.moves(state) {
            meter.generate(1);
            states.reserve(1, meter)?;
            states.insert(puzzle.apply(state, m));
        }
        at += 1;
    }
    Ok(())
}

/// Adds all states that can be reached, and keeps which leads to which.
fn reach_keeping<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    states: &mut StateSet<Words<N>>,
    meter: &mut Meter,
) -> Result<Way<'static, N>, StopReason> {
    let puzzle = game.packed();
    states.reserve(1, meter)?;
    states.insert(start);
    // The moves of all states one after the other, and where those of each end.
    let mut after: Vec<u32> = Vec::new();
    let mut ends: Vec<usize> = Vec::new();
    let mut said = 0;
    let mut at = 0;
    while at < states.len() {
        meter.expand()?;
        let state = states.get(at as u32);
        for m in puzzle.moves(state) {
            states.reserve(1, meter)?;
            after.push(states.insert(puzzle.apply(state, m)).0);
        }
        let from = ends.last().copied().unwrap_or(0);
        meter.generate((after.len() - from) as u64);
        ends.push(after.len());
        at += 1;
        // For the lists above as they may have grown, and again as much below.
        let lists = (16 * after.capacity() + 32 * ends.capacity()) as u64;
        if lists > said {
            meter.hold(meter.held() - said + lists)?;
            said = lists;
        }
    }
    meter.poll()?;
    let mut firsts = vec![0_usize; states.len() + 1];
    for &to in &after {
        firsts[to as usize + 1] += 1;
    }
    for i in 1..firsts.len() {
        firsts[i] += firsts[i - 1];
    }
    let mut before = vec![0_u32; after.len()];
    let mut next = firsts.clone();
    let mut from = 0;
    for (state, &end) in ends.iter().enumerate() {
        for &to in &after[from..end] {
            before[next[to as usize]] = state as u32;
            next[to as usize] += 1;
        }
        from = end;
    }
    Ok(Way::Kept { before, firsts })
}
