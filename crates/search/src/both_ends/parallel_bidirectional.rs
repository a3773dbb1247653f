//! Bidirectional breadth-first search with several threads, a layer at a time
//! (`parallel_layers.rs`).
//!
//! # Why the answer is always the same
//!
//! The states of a layer do not depend on which thread reached them. Only the order of the states
//! within a shard depends on the threads, and the search never uses that order. A layer is always
//! completed. So at the first layer in which the waves meet, *all* states common to both frontiers
//! are known, and every shortest solution passes through one of them. From the states where the
//! waves meet, the search marks states of the forward layers, layer by layer backwards; every
//! marked state lies on a shortest solution. Then the search reads the solution from the start: at
//! each step it takes the least move to a marked state, and after the meeting the least move to the
//! next lower layer of the backward wave.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use fewest_rules::{Goals, Limits, Meter, Outcome, Puzzle, Report, Reverse, StopReason};

use super::bidirectional::bidirectional;
use super::parallel_layers::{
    BACKWARD, BATCH, FORWARD, ShardWave, WaveLayer, WaveShard, WaveWorker, place, unlocked,
};
use crate::conclusion::{conclude, exhausted, exhausted_backwards};
use crate::states::StateSet;
use crate::states::memory::{self, bytes_of, take};
use crate::threads::lock;

/// The number of shards per thread. (A shard holds the states whose hashes agree in some bits, see
/// `parallel_layers.rs`.) With so many shards, two threads rarely need the same shard.
const SHARDS_A_THREAD: usize = 16;
/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 256;
/// A frontier with fewer states is expanded by one thread.
const WORTH_A_THREAD: usize = 1 << 12;

/// Finds the same solution as [`bidirectional`], the lexicographically first of the shortest
/// solutions from `start`, with `threads` threads.
///
/// The answer does not depend on the number of threads, and with two or more threads neither does
/// the number of states expanded. Several threads always complete the last layer, which a single
/// thread need not do, and keep no parents. With one thread, the function calls [`bidirectional`].
///
/// Holds the states of both waves with at most 8 bytes in addition for each state. Each thread also
/// has room for 4096 states times the number of threads.
///
/// # Panics
/// Panics if the puzzle panics.
pub fn parallel_bidirectional<P>(
    puzzle: &P,
    start: P::State,
    threads: NonZeroUsize,
    limits: &Limits,
) -> Report<P::Move>
where
    P: Reverse + Goals + Sync,
    P::State: Send + Sync,
{
    if threads == NonZeroUsize::MIN {
        return bidirectional(puzzle, start, limits);
    }
    let mut meter = Meter::new(limits);
    let threads = threads.get().min(MOST_THREADS);
    let result = SharedWaves::new(puzzle, threads, &mut meter)
        .and_then(|mut search| search.run(start, &mut meter));
    conclude(result, &meter)
}

struct SharedWaves<'a, P: Puzzle> {
    puzzle: &'a P,
    shards: Vec<Mutex<WaveShard<P::State>>>,
    workers: Vec<WaveWorker<P::State>>,
    /// For each of the two waves, the searches from the start and from the goals, the number of
    /// states in its last layer.
    frontier: [usize; 2],
    /// For each wave, the depth of its last layer.
    depth: [u32; 2],
}

impl<'a, P> SharedWaves<'a, P>
where
    P: Reverse + Goals + Sync,
    P::State: Send + Sync,
{
    fn new(puzzle: &'a P, threads: usize, meter: &mut Meter) -> Result<Self, StopReason> {
        let shards = (threads * SHARDS_A_THREAD).next_power_of_two();
        let worker = bytes_of::<P::State>((shards + 1) * BATCH) + bytes_of::<Vec<()>>(shards);
        take(meter, worker * threads as u64)?;
        take(meter, bytes_of::<Mutex<WaveShard<P::State>>>(shards))?;
        let wave = || ShardWave {
            set: StateSet::new(),
            starts: Vec::new(),
        };
        let shard = || WaveShard {
            waves: [wave(), wave()],
            meeting: Vec::new(),
        };
        let worker = || WaveWorker {
            outbox: (0..shards).map(|_| Vec::with_capacity(BATCH)).collect(),
            chunk: Vec::with_capacity(BATCH),
        };
        Ok(Self {
            puzzle,
            shards: (0..shards).map(|_| Mutex::new(shard())).collect(),
            workers: (0..threads).map(|_| worker()).collect(),
            frontier: [0; 2],
            depth: [0; 2],
        })
    }

    fn run(&mut self, start: P::State, meter: &mut Meter) -> Result<Outcome<P::Move>, StopReason> {
        if self.puzzle.is_goal(start) {
            return Ok(Outcome::Solved { moves: Vec::new() });
        }
        self.seed(FORWARD, [start], meter)?;
        meter.prove_at_least(1);
        self.seed(BACKWARD, self.puzzle.goals(), meter)?;
        loop {
            meter.prove_at_least(self.depth[FORWARD] + self.depth[BACKWARD] + 1);
            if self.frontier[FORWARD] == 0 {
                return Ok(exhausted(self.reached(FORWARD), false));
            }
            if self.frontier[BACKWARD] == 0 {
                return Ok(exhausted_backwards(self.reached(BACKWARD)));
            }
            let wave = if self.frontier[FORWARD] <= self.frontier[BACKWARD] {
                FORWARD
            } else {
                BACKWARD
            };
            self.advance(wave, meter)?;
            let marked = self.meeting(meter)?;
            if !marked.is_empty() {
                let moves = self.first_solution(start, marked, meter)?;
                return Ok(Outcome::Solved { moves });
            }
        }
    }

    /// Makes `states` layer 0 of a wave.
    fn seed(
        &mut self,
        wave: usize,
        states: impl IntoIterator<Item = P::State>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        self.begin_layer(wave, meter)?;
        let Self {
            shards, workers, ..
        } = self;
        let layer = WaveLayer::new(self.puzzle, shards, wave, 0, meter);
        for (state, n) in states.into_iter().zip(1u32..) {
            if n.is_multiple_of(1024) {
                lock(&layer.meter).poll()?;
            }
            layer.send(state, &mut workers[0])?;
        }
        layer.flush(&mut workers[0])?;
        self.frontier[wave] = self.reached(wave);
        Ok(())
    }

    /// Expands the last layer of a wave and makes the new states the next layer.
    fn advance(&mut self, wave: usize, meter: &mut Meter) -> Result<(), StopReason> {
        let before = self.reached(wave);
        self.begin_layer(wave, meter)?;
        let threads = match self.frontier[wave] {
            WORTH_A_THREAD.. => self.workers.len(),
            _ => 1,
        };
        let layer = WaveLayer::new(self.puzzle, &self.shards, wave, self.depth[wave], meter);
        layer.expand(&mut self.workers[..threads])?;
        self.depth[wave] += 1;
        self.frontier[wave] = self.reached(wave) - before;
        Ok(())
    }

    fn begin_layer(&mut self, wave: usize, meter: &mut Meter) -> Result<(), StopReason> {
        for shard in &mut self.shards {
            let wave = &mut unlocked(shard).waves[wave];
            memory::push(&mut wave.starts, wave.set.len() as u32, meter)?;
        }
        Ok(())
    }

    /// The number of states that a wave has reached.
    fn reached(&mut self, wave: usize) -> usize {
        let shards = self.shards.iter_mut();
        shards
            .map(|shard| unlocked(shard).waves[wave].set.len())
            .sum()
    }

    /// The depth of the layer in which a wave reached `state`; `None` if it has not reached the
    /// state.
    fn layer_of(&mut self, wave: usize, state: P::State) -> Option<u32> {
        let shard = place(state, self.shards.len());
        let wave = &unlocked(&mut self.shards[shard]).waves[wave];
        let index = wave.set.find(state)?;
        Some(wave.starts.partition_point(|&start| start <= index) as u32 - 1)
    }

    /// All states that both waves have reached.
    fn meeting(&mut self, meter: &mut Meter) -> Result<StateSet<P::State>, StopReason> {
        let mut meeting = StateSet::new();
        for shard in &mut self.shards {
            let states = &unlocked(shard).meeting;
            meeting.reserve(states.len(), meter)?;
            meeting.insert_all(states, |_, _, _| ());
        }
        Ok(meeting)
    }

    /// The lexicographically first shortest solution. `marked` must hold the states that lie in the
    /// last layers of both waves.
    fn first_solution(
        &mut self,
        start: P::State,
        mut marked: StateSet<P::State>,
        meter: &mut Meter,
    ) -> Result<Vec<P::Move>, StopReason> {
        let puzzle = self.puzzle;
        let mut next = 0_u32;
        while (next as usize) < marked.len() {
            if next.is_multiple_of(1024) {
                meter.poll()?;
            }
            let state = marked.get(next);
            next += 1;
            let layer = self.layer_of(FORWARD, state);
            for (_, before) in puzzle.predecessors(state) {
                let earlier = self.layer_of(FORWARD, before);
                if earlier.is_some_and(|earlier| Some(earlier + 1) == layer) {
                    marked.reserve(1, meter)?;
                    marked.insert(before);
                }
            }
        }
        let mut moves = Vec::new();
        let mut state = start;
        let depths = self.depth;
        let mut step = |wanted: &mut dyn FnMut(P::State) -> bool| {
            let mut steps = puzzle.moves(state).map(|m| (m, puzzle.apply(state, m)));
            let found = steps.find(|&(_, after)| wanted(after));
            let (m, after) = found.ok_or(StopReason::Contradiction)?;
            moves.push(m);
            state = after;
            Ok(())
        };
        for layer in 1..=depths[FORWARD] {
            step(&mut |after| {
                marked.find(after).is_some() && self.layer_of(FORWARD, after) == Some(layer)
            })?;
        }
        for layer in (0..depths[BACKWARD]).rev() {
            step(&mut |after| self.layer_of(BACKWARD, after) == Some(layer))?;
        }
        Ok(moves)
    }
}
