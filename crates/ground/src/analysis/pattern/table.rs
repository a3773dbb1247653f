//! The table of the distances in one smaller puzzle.

use fewest_check::is_lower_bound;
use fewest_rules::{Cost, DEAD_END, Meter, Puzzle, StopReason, Words};
use fewest_search::StateSet;
use fewest_tables::Explored;

use super::charge::Charge;
use super::cost_partition::CostsLeft;
use super::smaller::{Pattern, Smaller};
use super::unfolded::Unfolded;
use crate::analysis::state_image::StateImage;
use crate::compiled::{CompiledMove, CompiledPuzzle};
use crate::ground::Label;
use crate::reduction::Starts;

/// The distances in a smaller puzzle.
#[derive(Debug)]
pub(super) struct PatternTable<const N: usize> {
    /// Maps the states of the puzzle to those of the smaller puzzle.
    image: StateImage<N>,
    states: StateSet<Words<N>>,
    /// For each state of the smaller puzzle, its distance; [`NO_WAY`] if no goal can be reached. A
    /// distance that does not fit is stored as a smaller number, which is still a lower bound.
    distances: Vec<u16>,
}

/// Used instead of a distance if no goal can be reached.
const NO_WAY: u16 = u16::MAX;

impl<const N: usize> PatternTable<N> {
    /// Builds the table of `pattern`, and takes the costs that it needs from `left`. `None` if the
    /// smaller puzzle has more than `most` states, or if all distances are 0.
    pub(super) fn new(
        puzzle: &CompiledPuzzle<N>,
        unfolded: &Unfolded,
        pattern: &Pattern,
        left: &mut CostsLeft,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let ground = &unfolded.reduced.ground;
        let smaller = Smaller::new(ground, pattern, &left.offered(pattern));
        let image = |(position, label)| pattern.image(ground, position, label);
        let Some((mut small, first)) = SmallPuzzle::new(&smaller, unfolded, image) else {
            return Ok(None);
        };
        let held = meter.held();
        let Some(explored) = small.explore(first, most, meter)? else {
            meter.hold(held)?;
            return Ok(None);
        };
        let distances = explored.distances(meter);
        let distances = distances.map_err(|unfinished| unfinished.reason)?;
        let states = explored.into_states();
        if distances.iter().all(|&distance| distance == 0) {
            meter.hold(held)?;
            return Ok(None);
        }
        small.saturate(&states, &distances);
        let of_image = |image: Option<usize>| image.map_or(Charge::NEVER, |i| small.charges[i]);
        let needed: Vec<Charge> = smaller.images.into_iter().map(of_image).collect();
        if !left.take(&needed) {
            debug_assert!(false, "a rule is charged in two patterns");
            return Ok(None);
        }
        let bytes = states.len() * ((size_of::<Words<N>>() + 8) * 2 + size_of::<u16>());
        meter.hold(held + bytes as u64)?;
        let short = |distance| match distance {
            DEAD_END => NO_WAY,
            distance => u16::try_from(distance).unwrap_or(NO_WAY).min(NO_WAY - 1),
        };
        let becomes = |position, label| (position, image((position, label)));
        let table = Self {
            image: StateImage::new(puzzle.task(), small.puzzle.task(), becomes),
            states,
            distances: distances.into_iter().map(short).collect(),
        };
        let all = (0..table.states.len() as u32).map(|number| table.states.get(number));
        let cost = |state, m| small.cost(state, m).into();
        if !is_lower_bound(&small.puzzle, all, cost, |state| table.entry(state), meter)? {
            debug_assert!(false, "a pattern database is no lower bound");
            return Ok(None);
        }
        Ok(Some(table))
    }

    /// The distance of the image of `state` in the smaller puzzle.
    #[inline]
    pub(super) fn distance(&self, state: Words<N>) -> u32 {
        self.entry(self.image.of(state))
    }

    /// The distance of a state of the smaller puzzle; 0 if the state cannot be reached from the start
    /// of the smaller puzzle, so that its distance is not known.
    #[inline]
    fn entry(&self, state: Words<N>) -> u32 {
        let number = self.states.find(state);
        match number.map(|number| self.distances[number as usize]) {
            None => 0,
            Some(NO_WAY) => DEAD_END,
            Some(distance) => distance.into(),
        }
    }

    /// The number of states of the smaller puzzle.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The approximate size of the table in bytes.
    pub(super) fn bytes(&self) -> usize {
        // For each state, the set of states stores the state itself and two numbers of 32 bits
        // by which it is found.
        let states = self.states.len() * (size_of::<Words<N>>() + 8);
        states + size_of_val(self.distances.as_slice()) + self.image.size()
    }
}

/// A compiled smaller puzzle, with the charge of each of its moves.
struct SmallPuzzle<const N: usize> {
    puzzle: CompiledPuzzle<N>,
    charges: Vec<Charge>,
}

impl<const N: usize> SmallPuzzle<N> {
    /// Compiles a smaller puzzle. The second result is the image of the start; `image` maps a label
    /// of a position.
    fn new(
        smaller: &Smaller,
        unfolded: &Unfolded,
        image: impl Fn((usize, Label)) -> Label,
    ) -> Option<(Self, Words<N>)> {
        let start = unfolded.reduced.start.as_ref()?.iter().copied();
        let start: Vec<Label> = start.enumerate().map(image).collect();
        let puzzle = CompiledPuzzle::with_width(&smaller.ground, Starts::One(&start)).ok()?;
        let first = puzzle.state(&start)?;
        // The states of the puzzle are mapped to words in which the stage has the code 0.
        let code = unfolded
            .stage
            .and_then(|stage| puzzle.task().code(stage, 0));
        let charges = smaller.charges.clone();
        (code.unwrap_or(0) == 0).then_some((Self { puzzle, charges }, first))
    }

    /// The index of a move in `charges`.
    fn number(&self, m: CompiledMove) -> usize {
        self.puzzle.reduced().ground.rules[m.rule()].of
    }

    fn cost(&self, state: Words<N>, m: CompiledMove) -> Cost {
        self.charges[self.number(m)].cost(|position| self.puzzle.label(state, position))
    }

    /// Explores all states that can be reached from `first`; `None` if there are more than `most`.
    fn explore(
        &self,
        first: Words<N>,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Explored<Words<N>>>, StopReason> {
        let successors = |state, list: &mut Vec<(Words<N>, Cost)>| {
            let after = |m| (self.puzzle.apply(state, m), self.cost(state, m));
            list.extend(self.puzzle.moves(state).map(after));
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let is_goal = |state| self.puzzle.is_goal(state);
        Explored::new(first, &successors, &is_goal, most, meter)
    }

    /// Makes all moves free that lower no distance of a state.
    fn saturate(&mut self, states: &StateSet<Words<N>>, distances: &[u32]) {
        let mut lowers = vec![false; self.charges.len()];
        for (number, &distance) in (0..).zip(distances).filter(|&(_, &distance)| distance > 0) {
            let state = states.get(number);
            for m in self.puzzle.moves(state) {
                let lowers = &mut lowers[self.number(m)];
                // A state from which no goal can be reached has no successor from which a goal can
                // be reached.
                *lowers = *lowers || {
                    let after = states.find(self.puzzle.apply(state, m));
                    after.is_some_and(|after| distances[after as usize] < distance)
                };
            }
        }
        for (charge, _) in self.charges.iter_mut().zip(lowers).filter(|of| !of.1) {
            *charge = Charge::NEVER;
        }
    }
}
