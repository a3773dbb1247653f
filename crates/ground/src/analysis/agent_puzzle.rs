//! A puzzle whose states are the regions of an agent and whose moves are the moves with costs. Free
//! moves, which cost nothing, carry only the agent, and a *region* is a set of states that free
//! moves connect.

use fewest_rules::{MoveCosts, Puzzle, Words};

use super::agent::AgentRegions;
use super::dead_ends::DeadEnds;
use super::tokens::TokenTravel;
use crate::compiled::{
    CompiledMove, CompiledPuzzle, FieldsWith, SuccessorGenerator, bits_of, has_bit, set_bit,
};
use crate::ground::{LabelSet, Test};

mod both_ends;
mod pushed_tokens;

pub use both_ends::RegionEnds;
use pushed_tokens::PushedTokens;

/// A puzzle whose states are the regions of an agent. A region is represented by the state of the
/// compiled puzzle in which the agent is at the first place of the region. The moves of the puzzle
/// of regions are the rules that are not free.
///
/// The *field* of a position is the group of bits in which the words of a state store the
/// position's label. A set of places is a mask in which the lowest bit of the field of each place
/// is set. So operations on whole words find the places that the agent reaches.
#[derive(Debug, Clone)]
pub struct AgentPuzzle<'a, const N: usize> {
    pub(super) puzzle: &'a CompiledPuzzle<N>,
    pub(super) regions: &'a AgentRegions,
    /// For each place, the rules with a cost that may apply while the agent is there.
    exits: SuccessorGenerator<N>,
    /// Finds the places that hold the background label, over which free moves carry the agent.
    background: FieldsWith<N>,
    /// For each place, the set of places to which a free move leads from there.
    pub(super) links: Vec<[u64; N]>,
    /// For each bit that is the lowest bit of a field, the index of the place that has this field.
    pub(super) place_at: Vec<u16>,
    /// For each place, the index of the lowest bit of its field, the bits of a state that store the
    /// label at the place.
    pub(super) bits: Vec<u32>,
    /// For each place, the bits that differ between a state with the agent at the place and the
    /// same state with the background label there.
    flips: Vec<[u64; N]>,
    /// The set of places such that some rule with a cost may apply while the agent is there.
    with_exits: [u64; N],
    /// The tokens that the agent pushes; `None` unless every rule with a cost pushes a token.
    pub(super) tokens: Option<PushedTokens<'a, N>>,
    /// Dead ends that the puzzle recognizes: moves that lead to them are left out.
    dead_ends: Option<&'a DeadEnds<N>>,
    /// Whether moves are left out although they may lead to a goal. Some solution of least cost
    /// always remains.
    pruned: bool,
    /// Whether every goal allows a place to hold the agent exactly if it also allows it to hold the
    /// background, the label over which the agent walks. If so, all states of a region are goals,
    /// or none is.
    goals_anywhere: bool,
}

/// A move of the puzzle of regions ([`AgentPuzzle`]): a rule with a cost, and the place of the
/// agent at which the rule is applied. The agent first walks there within the region, for free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionExit {
    /// The place at which the rule is applied, given by the index of the lowest bit of its field in
    /// a state.
    bit: u16,
    pub(super) rule: u32,
}

impl<'a, const N: usize> AgentPuzzle<'a, N> {
    /// Makes the puzzle of the regions of `puzzle`. `regions` describes the agent, and `tokens` the
    /// labels that it pushes. `None` if a place of the agent has no field in a state because its
    /// label never changes.
    ///
    /// Moves after which the puzzle is unsolvable may be left out, in particular moves that lead to
    /// one of the `dead_ends`. If `pruned` is set, further moves may be left out, but at least one
    /// solution of least cost remains from each state.
    pub fn new(
        puzzle: &'a CompiledPuzzle<N>,
        regions: &'a AgentRegions,
        tokens: Option<&'a TokenTravel>,
        dead_ends: Option<&'a DeadEnds<N>>,
        pruned: bool,
    ) -> Option<Self> {
        let task = puzzle.task();
        let places = task.places();
        let (_, agent) = regions.agent;
        let mut all = Self {
            puzzle,
            regions,
            exits: SuccessorGenerator::new(task, &task.reduced().ground.rules, &regions.exits),
            background: FieldsWith::new(puzzle.task(), regions.background, places.iter().copied()),
            links: vec![[0; N]; places.len()],
            place_at: vec![0; N * 64],
            bits: Vec::new(),
            flips: Vec::new(),
            with_exits: [0; N],
            tokens: None,
            dead_ends,
            pruned,
            goals_anywhere: true,
        };
        for (place, &position) in places.iter().enumerate() {
            let (from, _) = task.field(position)?;
            all.bits.push(from);
            all.place_at[from as usize] = place as u16;
            let mut flip = [0; N];
            let agent = task.code(position, agent)?;
            let background = match task.reduced().sets[position].has(regions.background) {
                true => task.code(position, regions.background)?,
                false => agent,
            };
            flip[(from / 64) as usize] = (agent ^ background) << (from % 64);
            all.flips.push(flip);
            if !regions.exits[place].is_empty() {
                set_bit(&mut all.with_exits, from as usize);
            }
        }
        for (place, steps) in regions.steps.iter().enumerate() {
            for &(to, _) in steps {
                set_bit(&mut all.links[place], all.bits[to] as usize);
            }
        }
        if let Some(tokens) = tokens {
            all.tokens = Some(PushedTokens::new(puzzle, tokens, &all.bits)?);
        }
        let of_agent = LabelSet(1 << agent | 1 << regions.background);
        let mut tests = task.reduced().ground.goals.iter().flatten();
        all.goals_anywhere = tests.all(|test| match *test {
            Test::In { position, labels } => {
                let both = labels.both(of_agent);
                !places.contains(&position) || both.is_empty() || both == of_agent
            }
            Test::Same { .. } => false,
        });
        Some(all)
    }

    /// The state that represents the region of `state`, a state of the compiled puzzle.
    pub fn region_of(&self, state: Words<N>) -> Words<N> {
        self.first_place(state, self.puzzle.list(state))
    }

    /// The places that the agent reaches from `place` over the places in `open`.
    #[inline]
    pub(super) fn reach(&self, open: [u64; N], place: usize) -> [u64; N] {
        let mut reached = [0; N];
        set_bit(&mut reached, self.bits[place] as usize);
        self.reach_further(open, &mut reached, place);
        reached
    }

    /// Adds to `reached` the places that the agent reaches from `place` over the places in `open`.
    #[inline]
    pub(super) fn reach_further(&self, open: [u64; N], reached: &mut [u64; N], place: usize) {
        let mut waiting = [0; N];
        let mut place = place;
        loop {
            let links = &self.links[place];
            (0..N).for_each(|w| {
                let new = links[w] & open[w] & !reached[w];
                reached[w] |= new;
                waiting[w] |= new;
            });
            let Some(w) = (0..N).find(|&w| waiting[w] != 0) else {
                return;
            };
            place = self.place_at[w * 64 + waiting[w].trailing_zeros() as usize].into();
            waiting[w] &= waiting[w] - 1;
        }
    }

    /// The places that the agent reaches by free moves in `state`, in which the agent is at
    /// `place`.
    #[inline]
    pub(super) fn region(&self, state: Words<N>, place: usize) -> [u64; N] {
        self.reach(self.background.of(state), place)
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
        let region = self.region(state, place);
        let first = (0..N).find(|&w| region[w] != 0);
        let first = first.map_or(place, |w| {
            self.place_at[w * 64 + region[w].trailing_zeros() as usize].into()
        });
        self.moved(state, place, first)
    }

    #[inline]
    pub(super) fn place(&self, state: Words<N>) -> usize {
        self.puzzle.list(state)
    }

    /// The state in the region of `state` in which the agent is at `place`.
    pub(super) fn with_agent_at(&self, state: Words<N>, place: usize) -> Words<N> {
        self.moved(state, self.place(state), place)
    }

    /// The state after the agent has moved from `place`, where it is in `state`, to the place of
    /// `exit`, and the rule of `exit` has been applied there.
    #[inline]
    pub(super) fn after(&self, state: Words<N>, place: usize, exit: RegionExit) -> Words<N> {
        let there = self.moved(state, place, self.place_of(exit));
        self.puzzle.apply_rule(there, exit.rule as usize)
    }

    /// Whether `state` becomes a goal if the agent moves within its region from `place` to `to`.
    pub(super) fn solves(&self, state: Words<N>, place: usize, to: usize) -> bool {
        self.puzzle.is_goal(self.moved(state, place, to))
    }

    #[inline]
    pub(super) fn place_of(&self, exit: RegionExit) -> usize {
        self.place_at[usize::from(exit.bit)].into()
    }

    /// Turns a path of regions that begins in the region of `start` into moves of the compiled
    /// puzzle. The result has the fewest possible free moves before each move of the path and
    /// before the goal. If the agent cannot walk to the place of a move, the result is no solution:
    /// its replay meets this move while the agent is somewhere else.
    pub fn moves_of(&self, start: Words<N>, path: &[RegionExit]) -> Vec<CompiledMove> {
        let mut moves = Vec::new();
        let mut state = start;
        for exit in path {
            let (place, to) = (self.place(state), self.place_of(*exit));
            self.walk(state, place, |other| other == to, &mut moves);
            moves.push(self.puzzle.task().move_by_rule(exit.rule as usize));
            state = self.after(state, place, *exit);
        }
        if !self.puzzle.is_goal(state) {
            let place = self.place(state);
            self.walk(state, place, |to| self.solves(state, place, to), &mut moves);
        }
        moves
    }

    /// The sum of the costs of the moves between regions in `path`, or `u32::MAX` if the sum is
    /// greater.
    pub fn cost_of(&self, path: &[RegionExit]) -> u32 {
        let costs = path
            .iter()
            .map(|exit| self.puzzle.task().cost(exit.rule as usize));
        costs.fold(0, |sum: u32, cost| sum.saturating_add(cost.into()))
    }

    /// The moves between regions among `moves`, which begin in `start`: all moves but the free
    /// ones, each with the place of the agent at which it is made. `None` if a move is not legal.
    pub fn path_of(&self, start: Words<N>, moves: &[CompiledMove]) -> Option<Vec<RegionExit>> {
        let mut path = Vec::new();
        let mut state = start;
        for &m in moves {
            let rule = self.puzzle.rule_of(m, state)?;
            if self.puzzle.task().cost(rule) > 0 {
                path.push(RegionExit {
                    bit: self.bits[self.place(state)] as u16,
                    rule: rule as u32,
                });
            }
            state = self.puzzle.apply_rule(state, rule);
        }
        Some(path)
    }

    /// Appends to `moves` the fewest free moves that carry the agent from `place` to a place that
    /// `ends` accepts, if the agent can reach one.
    fn walk(
        &self,
        state: Words<N>,
        place: usize,
        ends: impl Fn(usize) -> bool,
        moves: &mut Vec<CompiledMove>,
    ) {
        let walks = self.walks(state, place);
        let begin = moves.len();
        let mut here = walks.reached.into_iter().find(|&to| ends(to));
        while let Some((before, rule)) = here.and_then(|here| walks.last[here]) {
            moves.push(self.puzzle.task().move_by_rule(rule));
            here = Some(before);
        }
        moves[begin..].reverse();
    }

    /// The ways on which the agent walks from `place` by the fewest free moves in `state`.
    pub(super) fn walks(&self, state: Words<N>, place: usize) -> Walks {
        let open = self.background.of(state);
        let mut walks = Walks {
            reached: vec![place],
            steps: vec![None; self.bits.len()],
            last: vec![None; self.bits.len()],
        };
        walks.steps[place] = Some(0);
        let mut at = 0;
        while let Some(&here) = walks.reached.get(at) {
            at += 1;
            for &(to, rule) in &self.regions.steps[here] {
                let bit = self.bits[to] as usize;
                if has_bit(&open, bit) && walks.steps[to].is_none() {
                    walks.steps[to] = walks.steps[here].map(|steps| steps + 1);
                    walks.last[to] = Some((here, rule));
                    walks.reached.push(to);
                }
            }
        }
        walks
    }
}

/// The ways on which an agent walks from a place by the fewest free moves.
pub(super) struct Walks {
    /// The places that the agent reaches, the nearest first.
    pub(super) reached: Vec<usize>,
    /// For each place, the number of moves to it; `None` if the agent does not reach it.
    pub(super) steps: Vec<Option<u32>>,
    /// For each place, the place before the last move to it, and the rule of this move. `None` if
    /// there is no such move.
    last: Vec<Option<(usize, usize)>>,
}

impl<const N: usize> Puzzle for AgentPuzzle<'_, N> {
    type State = Words<N>;
    type Move = RegionExit;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = RegionExit> {
        let place = self.place(state);
        let mut region = self.region(state, place);
        let only = match &self.tokens {
            Some(tokens) if self.pruned => tokens.corral(self, state, &region),
            _ => None,
        };
        let only = only.unwrap_or([u64::MAX; N]);
        for (places, exits) in region.iter_mut().zip(self.with_exits) {
            *places &= exits;
        }
        bits_of(region).flat_map(move |bit| {
            let from = usize::from(self.place_at[bit]);
            let there = self.moved(state, place, from);
            let exits = self.exits.of_list(from, there).map(|m| m.rule() as u32);
            let tokens = self.tokens.as_ref();
            let dead_ends = self.dead_ends;
            let allowed = move |rule: &u32| {
                tokens.is_none_or(|all| all.allows(*rule, &only))
                    && dead_ends.is_none_or(|all| !all.rule_leads_to(there, *rule as usize))
            };
            exits.filter(allowed).map(move |rule| RegionExit {
                bit: bit as u16,
                rule,
            })
        })
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: RegionExit) -> Words<N> {
        let after = self.after(state, self.place(state), m);
        self.first_place(after, self.regions.after[m.rule as usize])
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        if self.goals_anywhere {
            return self.puzzle.is_goal(state);
        }
        let place = self.place(state);
        bits_of(self.region(state, place))
            .any(|bit| self.solves(state, place, self.place_at[bit].into()))
    }
}

impl<const N: usize> MoveCosts for AgentPuzzle<'_, N> {
    #[inline]
    fn cost(&self, _: Words<N>, m: RegionExit) -> u16 {
        self.puzzle.task().cost(m.rule as usize)
    }
}
