//! Bidirectional breadth-first search of a puzzle with an agent, by settings. A *setting* is
//! everything in a state but the agent, and a *place* is where the agent can be. A *step* moves
//! only the agent; a *push* also changes the setting.
//!
//! While an agent walks, nothing else changes. So a wave stores its states by setting: for each
//! setting that it has reached, the set of places that the agent has reached in it, one bit for
//! each place. So a few operations on words make the steps from all places of a setting at once,
//! and only a push has to look up a setting in a hash table. A setting takes about as much memory
//! as two states of a search without settings, and a state takes much less time.
//!
//! A layer of a wave is a list of settings with the places that are new in this layer. Both waves
//! share one set of settings, so a state of one wave finds the other wave at once.
//!
//! If the puzzle has symmetries, a state stands for its class. A setting that a symmetry maps to
//! itself can have several states of one class. A wave reaches all states of a class in one setting
//! in the same layer, so the waves can meet in any of them.
//!
//! The distance of a state is not stored. The distance follows from the *arrivals*: the places at
//! which pushes led to new states, with their depths. The agent reaches all other states of a
//! setting by walking from the places of the arrivals.

mod first_path;
mod records;

use fewest_rules::{AgentMoves, Limits, Meter, Outcome, StopReason, Words};

use crate::conclusion::{conclude_turn, exhausted, exhausted_backwards};
use crate::paused::SearchTurn;
use crate::states::{Arena, BATCH, StateSet, memory};
use records::{AgentLayer, Arrival, Batch, PLACE_BITS, Reached, States, Wave};

/// A setting is loaded into the processor's cache while the setting this many places before it in
/// the list is being handled.
const AHEAD: u32 = 16;
/// Expanded states are reported to the meter in groups of this many states.
const COUNTED: u64 = 1024;
/// The greatest number of words in a set of places. With more words, a place would not fit into the
/// bits that an arrival has for it.
const MOST_WORDS: usize = 1 << (PLACE_BITS - 6);

/// The indices of the forward and the backward wave.
const FORWARD: usize = 0;
const BACKWARD: usize = 1;

/// A bidirectional breadth-first search by settings that can pause between two layers. The search
/// finds the lexicographically first of the shortest solutions, like
/// [`bidirectional`](crate::bidirectional). If the puzzle has symmetries, the search reaches
/// classes of states instead of states.
///
/// Proves unsolvability by exhausting either wave.
#[derive(Debug)]
pub struct TwoAgentWaves<const W: usize> {
    start: (Words<W>, usize),
    /// The settings that the waves have reached; `None` before the first layer.
    known: Option<KnownSettings<W>>,
    /// The bytes that the waves hold.
    held: u64,
}

/// Both waves, and all settings that they have reached.
#[derive(Debug)]
struct KnownSettings<const W: usize> {
    settings: StateSet<Words<W>>,
    /// For each setting, the record kept by the wave that reached this setting first.
    reached: Arena<Reached<W>>,
    /// For settings that both waves have reached, the records kept by the wave that came later.
    /// Such settings are few, because the waves meet soon after they reach the same settings.
    reached_later: Arena<Reached<W>>,
    arrivals: Arena<Arrival>,
    waves: [Wave<W>; 2],
    /// The next layer, which the search is building.
    next: AgentLayer<W>,
    batch: Batch<W>,
    /// The states at which the waves meet.
    meetings: Vec<States<W>>,
}

impl<const W: usize> TwoAgentWaves<W> {
    const FITS: () = assert!(W <= MOST_WORDS, "a place must fit in an arrival");

    /// Prepares a search from the state `start`: a setting, and the place of the agent in it. The
    /// search holds no states before the first call of [`advance`](Self::advance).
    pub fn new(start: (Words<W>, usize)) -> Self {
        let () = Self::FITS;
        Self {
            start,
            known: None,
            held: 0,
        }
    }

    /// The bytes of memory that both waves hold while the search is paused.
    pub fn bytes(&self) -> u64 {
        self.held
    }

    /// Continues the search, like [`TwoWaves::advance`](crate::TwoWaves::advance).
    pub fn advance<P: AgentMoves<W>>(
        mut self,
        puzzle: &P,
        states: u64,
        limits: &Limits,
    ) -> SearchTurn<Self, P::Move> {
        let mut meter = Meter::new(limits);
        let result = self.search(puzzle, states, &mut meter);
        self.held = meter.held();
        conclude_turn(self, result, &meter)
    }

    /// The outcome; `None` if the search pauses.
    fn search<P: AgentMoves<W>>(
        &mut self,
        puzzle: &P,
        states: u64,
        meter: &mut Meter,
    ) -> Result<Option<Outcome<P::Move>>, StopReason> {
        meter.hold(self.held)?;
        let known = match &mut self.known {
            Some(known) => known,
            known => {
                let seeded = KnownSettings::new(self.start, puzzle, meter)?;
                known.insert(seeded)
            }
        };
        if !known.meetings.is_empty() {
            return Ok(Some(Outcome::Solved { moves: Vec::new() }));
        }
        loop {
            let [forward, backward] = &known.waves;
            meter.prove_at_least(forward.depth + backward.depth + 1);
            let (in_front, behind) = (forward.frontier.count, backward.frontier.count);
            if in_front == 0 {
                return Ok(Some(exhausted(forward.reached as usize, false)));
            }
            if behind == 0 {
                return Ok(Some(exhausted_backwards(backward.reached as usize)));
            }
            let next = in_front.min(behind);
            if meter.counts().0 >= states || next / 2 > states {
                return Ok(None);
            }
            if in_front <= behind {
                known.advance(FORWARD, puzzle, meter)?;
            } else {
                known.advance(BACKWARD, puzzle, meter)?;
            }
            if !known.meetings.is_empty() {
                let moves = known.first_path(puzzle, self.start, meter)?;
                return Ok(Some(Outcome::Solved { moves }));
            }
        }
    }
}

impl<const W: usize> KnownSettings<W> {
    /// Makes layer 0 of both waves: the start, and the goals.
    fn new<P: AgentMoves<W>>(
        start: (Words<W>, usize),
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        let wave = || Wave {
            frontier: AgentLayer::new(),
            depth: 0,
            reached: 0,
        };
        let mut known = Self {
            settings: StateSet::new(),
            reached: Arena::new(),
            reached_later: Arena::new(),
            arrivals: Arena::new(),
            waves: [wave(), wave()],
            next: AgentLayer::new(),
            batch: Batch::default(),
            meetings: Vec::new(),
        };
        known
            .batch
            .push(puzzle.canonical(start.0, start.1), meter)?;
        known.flush(FORWARD, meter)?;
        known.end_layer(FORWARD);
        for (setting, place) in puzzle.goals() {
            known.batch.push(puzzle.canonical(setting, place), meter)?;
            if known.batch.settings.len() >= BATCH {
                meter.poll()?;
                known.flush(BACKWARD, meter)?;
            }
        }
        known.flush(BACKWARD, meter)?;
        known.end_layer(BACKWARD);
        Ok(known)
    }

    /// Expands the last layer of a wave and makes the new states its next layer. The new states
    /// that the other wave has reached become the meetings.
    fn advance<P: AgentMoves<W>>(
        &mut self,
        side: usize,
        puzzle: &P,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        self.waves[side].depth += 1;
        let layer = std::mem::replace(&mut self.waves[side].frontier, AgentLayer::new());
        let mut counted = 0;
        for at in 0..layer.list.len() as u32 {
            if at + AHEAD < layer.list.len() as u32 {
                let later = layer.list.get(at + AHEAD).setting;
                self.settings.prefetch(later);
                self.reached.prefetch(later);
            }
            let States { setting, places } = layer.list.get(at);
            counted += u64::from(places.count_ones());
            if counted >= COUNTED {
                count(counted, meter)?;
                counted = 0;
            }
            let tokens = self.settings.get(setting);
            let mut room = Ok(());
            let batch = &mut self.batch;
            let mut each = |after, place| {
                if room.is_ok() {
                    room = batch.push(puzzle.canonical(after, place), meter);
                }
            };
            match side {
                FORWARD => puzzle.pushes(tokens, places, &mut each),
                _ => puzzle.pulls(tokens, places, &mut each),
            }
            room?;
            let stepped = puzzle.steps(tokens, places);
            if !stepped.is_zero() {
                self.reach(side, setting, stepped, false, meter)?;
            }
            if self.batch.settings.len() >= BATCH {
                self.flush(side, meter)?;
            }
        }
        self.flush(side, meter)?;
        count(counted, meter)?;
        self.waves[side].frontier = layer;
        self.end_layer(side);
        Ok(())
    }

    /// Makes the states in `next` the last layer of a wave.
    fn end_layer(&mut self, side: usize) {
        let wave = &mut self.waves[side];
        // A cleared list keeps its memory for the layer after the next.
        wave.frontier.clear();
        std::mem::swap(&mut wave.frontier, &mut self.next);
        wave.reached += wave.frontier.count;
    }

    /// The record that the wave `side` keeps of a setting; an empty record if the wave has not
    /// reached the setting.
    fn reached_by(&self, side: usize, setting: u32) -> Reached<W> {
        let first = self.reached.get(setting);
        match first.other() {
            _ if first.side() == side => first,
            Some(other) => self.reached_later.get(other),
            None => Reached::new(side),
        }
    }

    /// Adds states of a known setting to the next layer, unless they have been reached before. If
    /// `arrival` is set, records that a push led to the states.
    #[inline]
    fn reach(
        &mut self,
        side: usize,
        setting: u32,
        places: Words<W>,
        arrival: bool,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        meter.generate(places.count_ones().into());
        let first = self.reached.get(setting);
        let is_first = first.side() == side;
        let mut reached = match is_first {
            true => first,
            false => self.reached_by(side, setting),
        };
        let places = places.without(reached.places);
        if places.is_zero() {
            return Ok(());
        }
        self.next.push(States { setting, places }, meter)?;
        reached.places = reached.places | places;
        if arrival {
            self.arrivals.reserve(places.count_ones() as usize, meter)?;
            for place in places.ones() {
                self.arrivals.push(Arrival {
                    earlier: reached.last,
                    packed: self.waves[side].depth << PLACE_BITS | place as u32,
                });
                reached.last = self.arrivals.len() as u32;
            }
        }
        if is_first {
            self.reached.set(setting, reached);
            if first.other().is_none() {
                return Ok(());
            }
        } else if let Some(other) = first.other() {
            self.reached_later.set(other, reached);
        } else {
            self.reached_later.reserve(1, meter)?;
            self.reached_later.push(reached);
            let link = (self.reached_later.len() as u32) << 1 | first.link;
            self.reached.set(setting, Reached { link, ..first });
        }
        let met = places & self.reached_by(1 - side, setting).places;
        if !met.is_zero() {
            let places = met;
            memory::push(&mut self.meetings, States { setting, places }, meter)?;
        }
        Ok(())
    }

    /// Looks up the settings of the batch, and adds the new states to the next layer.
    fn flush(&mut self, side: usize, meter: &mut Meter) -> Result<(), StopReason> {
        let mut batch = std::mem::take(&mut self.batch);
        let count = batch.settings.len();
        self.settings.reserve(count, meter)?;
        self.reached.reserve(count, meter)?;
        let full = |length: usize| length + count * Words::<W>::BITS >= 1 << 31;
        if full(self.arrivals.len())
            || full(self.reached_later.len())
            || self.waves[side].depth >= 1 << (32 - PLACE_BITS)
        {
            return Err(StopReason::Capacity);
        }
        batch.found.clear();
        let reached = &mut self.reached;
        self.settings.insert_all(&batch.settings, |_, index, new| {
            if new {
                reached.push(Reached::new(side));
            } else {
                reached.prefetch(index);
            }
            batch.found.push(index);
        });
        for (&setting, &places) in batch.found.iter().zip(&batch.places) {
            self.reach(side, setting, places, true, meter)?;
        }
        batch.settings.clear();
        batch.places.clear();
        self.batch = batch;
        Ok(())
    }
}

/// Reports `states` expanded states to the meter.
fn count(states: u64, meter: &mut Meter) -> Result<(), StopReason> {
    let room = meter.room();
    if states > room {
        meter.expand_many(room)?;
        return Err(StopReason::States);
    }
    meter.expand_many(states)
}
