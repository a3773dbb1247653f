//! A puzzle whose states are the regions of an agent and whose moves are the moves with costs. Free
//! moves, which cost nothing, carry only the agent, and a *region* is a set of states that free
//! moves connect.

use std::collections::HashMap;

use fewest_rules::{Meter, MoveCosts, Puzzle, StopReason, Words};
use fewest_search::SolutionGraph;

use super::agent::AgentRegions;
use super::dead_ends::DeadEnds;
use super::label_cells::LabelCells;
use crate::compiled::{
    CompiledMove, CompiledPuzzle, FieldsWith, SuccessorGenerator, bits_of, has_bit, set_bit,
};

mod both_ends;

pub use both_ends::RegionEnds;

/// A puzzle whose states are the regions of an agent. A region is represented by the state of the
/// compiled puzzle in which the agent is at the first place of the region. The moves of the puzzle
/// of regions are the rules that are not free.
///
/// A set of places is a mask in which the lowest bit of the field of each place is set; the *field*
/// of a position is the group of bits in which the words of a state store the position's label. So
/// operations on whole words find the places that the agent reaches.
#[derive(Debug, Clone)]
pub struct AgentPuzzle<'a, const N: usize> {
    pub(super) puzzle: &'a CompiledPuzzle<N>,
    regions: &'a AgentRegions,
    /// For each place, the rules with a cost that may apply while the agent is there.
    exits: SuccessorGenerator<N>,
    places: LabelCells<N>,
    /// Finds the places that hold the background label, over which free moves carry the agent.
    background: FieldsWith<N>,
    /// For each place, the set of places to which a free move leads from there.
    links: Vec<[u64; N]>,
    /// For each place, the bits that differ between a state with the agent at the place and the
    /// same state with the background label there.
    flips: Vec<[u64; N]>,
    /// Moves that lead to these dead ends are left out.
    dead_ends: Option<&'a DeadEnds<N>>,
}

/// A move of the puzzle of regions ([`AgentPuzzle`]): a rule with a cost, and the place of the
/// agent at which the rule is applied. The agent first walks there within the region, for free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionExit {
    /// The place at which the rule is applied, given by the index of the lowest bit of its field in
    /// a state.
    bit: u16,
    rule: u32,
}

impl<'a, const N: usize> AgentPuzzle<'a, N> {
    /// Makes the puzzle of the regions of `puzzle`, whose agent `regions` describes. Moves that lead
    /// to one of the `dead_ends` are left out.
    pub(super) fn new(
        puzzle: &'a CompiledPuzzle<N>,
        regions: &'a AgentRegions,
        dead_ends: Option<&'a DeadEnds<N>>,
    ) -> Self {
        let task = puzzle.task();
        let positions = task.places();
        let (agent, background) = (regions.agent, regions.background);
        let places = LabelCells::new(task, agent, positions);
        let mask = |steps: &Vec<(usize, usize)>| {
            let mut mask = [0; N];
            let bits = steps.iter().map(|&(to, _)| places.bits[to] as usize);
            bits.for_each(|bit| set_bit(&mut mask, bit));
            mask
        };
        let flip = |(&position, &bit): (&usize, &u32)| {
            let mut flip = [0; N];
            // The agent never leaves a place that cannot hold the background.
            if task.reduced().sets[position].has(background) {
                let code = |label| task.code(position, label).unwrap_or(0);
                flip[(bit / 64) as usize] = (code(agent) ^ code(background)) << (bit % 64);
            }
            flip
        };
        Self {
            puzzle,
            regions,
            exits: SuccessorGenerator::new(task, &task.reduced().ground.rules, &regions.exits),
            background: FieldsWith::new(task, background, positions.iter().copied()),
            links: regions.steps.iter().map(mask).collect(),
            flips: positions.iter().zip(&places.bits).map(flip).collect(),
            places,
            dead_ends,
        }
    }

    /// The state that represents the region of `state`, a state of the compiled puzzle.
    pub fn region_of(&self, state: Words<N>) -> Words<N> {
        self.first_place(state, self.place(state))
    }

    /// The places that the agent reaches by free moves in `state`, in which the agent is at
    /// `place`.
    #[inline]
    fn region(&self, state: Words<N>, mut place: usize) -> [u64; N] {
        let open = self.background.of(state);
        let (mut reached, mut waiting) = ([0; N], [0; N]);
        set_bit(&mut reached, self.places.bits[place] as usize);
        loop {
            let links = &self.links[place];
            (0..N).for_each(|w| {
                let new = links[w] & open[w] & !reached[w];
                reached[w] |= new;
                waiting[w] |= new;
            });
            let Some(w) = (0..N).find(|&w| waiting[w] != 0) else {
                return reached;
            };
            let bit = w * 64 + waiting[w].trailing_zeros() as usize;
            place = self.places.cell_at(bit);
            waiting[w] &= waiting[w] - 1;
        }
    }

    /// The state after the agent moves within its region from `place` to `to`.
    #[inline]
    fn moved(&self, mut state: Words<N>, place: usize, to: usize) -> Words<N> {
        for w in 0..N {
            state.0[w] ^= self.flips[place][w] ^ self.flips[to][w];
        }
        state
    }

    #[inline]
    fn first_place(&self, state: Words<N>, place: usize) -> Words<N> {
        let mut region = bits_of(self.region(state, place));
        let first = region.next().map_or(place, |bit| self.places.cell_at(bit));
        self.moved(state, place, first)
    }

    #[inline]
    pub(super) fn place(&self, state: Words<N>) -> usize {
        self.puzzle.list(state)
    }

    #[inline]
    fn exit(&self, place: usize, rule: usize) -> RegionExit {
        RegionExit {
            bit: self.places.bits[place] as u16,
            rule: rule as u32,
        }
    }

    /// The state after the agent has moved to the place of `exit`, and the rule of `exit` has been
    /// applied there.
    #[inline]
    fn after(&self, state: Words<N>, exit: RegionExit) -> Words<N> {
        let to = self.places.cell_at(exit.bit.into());
        let there = self.moved(state, self.place(state), to);
        self.puzzle.apply_rule(there, exit.rule as usize)
    }

    /// Turns a path of regions that begins in the region of `start` into moves of the compiled
    /// puzzle. The result has the fewest possible free moves before each move of the path and
    /// before the goal. If the agent cannot walk to the place of a move, the result is no solution:
    /// its replay meets this move while the agent is somewhere else.
    pub fn moves_of(&self, start: Words<N>, path: &[RegionExit]) -> Vec<CompiledMove> {
        let mut moves = Vec::new();
        let mut state = start;
        for exit in path {
            let place = self.places.cell_at(exit.bit.into());
            self.walk(state, |there| self.place(there) == place, &mut moves);
            moves.push(self.puzzle.task().move_by_rule(exit.rule as usize));
            state = self.after(state, *exit);
        }
        self.walk(state, |there| self.puzzle.is_goal(there), &mut moves);
        moves
    }

    /// The moves between regions among `moves`, which begin in `start`: all moves but the free
    /// ones, each with the place of the agent at which it is made. `None` if a move is not legal.
    pub fn path_of(&self, start: Words<N>, moves: &[CompiledMove]) -> Option<Vec<RegionExit>> {
        let mut path = Vec::new();
        let mut state = start;
        for &m in moves {
            let rule = self.puzzle.rule_of(m, state)?;
            if self.puzzle.task().cost(rule) > 0 {
                path.push(self.exit(self.place(state), rule));
            }
            state = self.puzzle.apply_rule(state, rule);
        }
        Some(path)
    }

    /// For each region on a path of `paths`, which begin in the region `root` and all cost `cost`, the
    /// cost from there to a goal.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn costs_left(
        &self,
        root: Words<N>,
        paths: &SolutionGraph<RegionExit>,
        cost: u32,
        meter: &mut Meter,
    ) -> Result<HashMap<Words<N>, u32>, StopReason> {
        // A map has up to twice as many slots as entries.
        let bytes = size_of::<Words<N>>() + 2 * size_of::<(Words<N>, u32)>();
        meter.hold(meter.held() + (paths.nodes() * bytes) as u64)?;
        let mut regions = vec![root; paths.nodes()];
        let mut left = HashMap::from([(root, cost)]);
        for node in 0..paths.nodes() - 1 {
            meter.poll()?;
            let region = regions[node];
            let exits = paths.edges(node);
            for (target, &exit) in exits.flat_map(|(to, exits)| exits.iter().map(move |e| (to, e)))
            {
                let after = self.apply(region, exit);
                left.insert(after, left[&region] - u32::from(self.cost(region, exit)));
                regions[target] = after;
            }
        }
        Ok(left)
    }

    /// Appends to `moves` the fewest free moves from `state` to a state that `ends` accepts, if free
    /// moves lead to one.
    fn walk(
        &self,
        state: Words<N>,
        ends: impl Fn(Words<N>) -> bool,
        moves: &mut Vec<CompiledMove>,
    ) {
        let open = self.background.of(state);
        let start = self.place(state);
        // For each place reached, the place before the last move to it, and the rule of this move.
        let mut last = vec![None; self.places.bits.len()];
        let mut queue = vec![start];
        let mut at = 0;
        while let Some(&here) = queue.get(at) {
            if ends(self.moved(state, start, here)) {
                let before = |&(place, _): &(usize, usize)| last[place];
                let way = std::iter::successors(last[here], before);
                let begin = moves.len();
                moves.extend(way.map(|(_, rule)| self.puzzle.task().move_by_rule(rule)));
                moves[begin..].reverse();
                return;
            }
            at += 1;
            for &(to, rule) in &self.regions.steps[here] {
                let is_open = has_bit(&open, self.places.bits[to] as usize);
                if is_open && to != start && last[to].is_none() {
                    last[to] = Some((here, rule));
                    queue.push(to);
                }
            }
        }
    }
}

impl<const N: usize> Puzzle for AgentPuzzle<'_, N> {
    type State = Words<N>;
    type Move = RegionExit;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = RegionExit> {
        let place = self.place(state);
        bits_of(self.region(state, place)).flat_map(move |bit| {
            let from = self.places.cell_at(bit);
            let there = self.moved(state, place, from);
            let is_live =
                move |m: &CompiledMove| self.dead_ends.is_none_or(|all| !all.leads_to(there, *m));
            let exits = self.exits.of_list(from, there).filter(is_live);
            exits.map(move |m| self.exit(from, m.rule()))
        })
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: RegionExit) -> Words<N> {
        let after = self.after(state, m);
        self.first_place(after, self.regions.after[m.rule as usize])
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        let place = self.place(state);
        let mut region = bits_of(self.region(state, place));
        region.any(|bit| {
            let there = self.moved(state, place, self.places.cell_at(bit));
            self.puzzle.is_goal(there)
        })
    }
}

impl<const N: usize> MoveCosts for AgentPuzzle<'_, N> {
    #[inline]
    fn cost(&self, _: Words<N>, m: RegionExit) -> u16 {
        self.puzzle.task().cost(m.rule as usize)
    }
}
