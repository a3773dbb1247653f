//! Finds the tokens in the words of a state, and the pushes that a search can leave out. A *token*
//! is a label that the agent pushes from cell to cell.

use fewest_rules::Words;

use super::super::token_cells::TokenCells;
use super::super::tokens::{TokenKind, TokenTravel};
use super::AgentPuzzle;
use crate::compiled::{CompiledPuzzle, bits_of, has_bit, set_bit};

/// The tokens of a puzzle, for states of `N` words.
#[derive(Debug, Clone)]
pub(in crate::analysis) struct PushedTokens<'a, const N: usize> {
    pub(in crate::analysis) kinds: Vec<KindFields<'a, N>>,
    /// The set of all places of the agent, as a mask with the lowest bit of the field of each
    /// place.
    places: [u64; N],
    /// Whether, for each label, there are no more tokens with this label than *goal cells*, at
    /// which the goal requires the label. If so, each token must end on a goal cell, so a state is
    /// a dead end as soon as one token can never reach a goal cell.
    no_spare: bool,
    /// Whether a push takes a token only to a place to which the agent could step from the token's
    /// cell.
    pushes_are_steps: bool,
    /// For each rule by which the agent pushes a token, the lowest bit of the field that holds the
    /// token before the push, and whether this token can reach a goal after the push if it is the
    /// only token on the board.
    rules: Vec<(u16, bool)>,
}

/// The tokens with one label, and where they lie in the words of a state.
#[derive(Debug, Clone)]
pub(in crate::analysis) struct KindFields<'a, const N: usize> {
    pub(in crate::analysis) kind: &'a TokenKind,
    pub(in crate::analysis) cells: TokenCells<N>,
    /// The set of cells at which the goal requires a token with this label, as a mask with the
    /// lowest bit of the field of each cell.
    goals: [u64; N],
}

impl<'a, const N: usize> PushedTokens<'a, N> {
    /// Prepares the tokens of `puzzle`. `place_bits` holds the lowest bits of the fields of the
    /// agent's places. `None` if a cell has no field in a state because its label never changes.
    pub(in crate::analysis) fn new(
        puzzle: &CompiledPuzzle<N>,
        travel: &'a TokenTravel,
        place_bits: &[u32],
    ) -> Option<Self> {
        let task = puzzle.task();
        let mut all = Self {
            kinds: Vec::new(),
            places: [0; N],
            no_spare: travel.kinds.iter().all(|kind| !kind.spare),
            pushes_are_steps: travel.pushes_are_steps,
            rules: vec![(0, true); task.costs().len()],
        };
        for &bit in place_bits {
            set_bit(&mut all.places, bit as usize);
        }
        for kind in &travel.kinds {
            let mut fields = KindFields {
                kind,
                cells: TokenCells::new(task, kind.label, &kind.cells)?,
                goals: [0; N],
            };
            for (cell, &from) in fields.cells.bits.iter().enumerate() {
                if kind.goals.contains(&cell) {
                    set_bit(&mut fields.goals, from as usize);
                }
                for push in &kind.pushes[cell] {
                    all.rules[push.rule] = (from as u16, push.live);
                }
            }
            all.kinds.push(fields);
        }
        Some(all)
    }

    /// The set of cells that hold tokens in `state`, and the set of those among them whose token is
    /// not on a goal.
    fn of(&self, state: Words<N>) -> ([u64; N], [u64; N]) {
        let mut tokens = [0; N];
        let mut off_goals = [0; N];
        for kind in &self.kinds {
            let here = kind.cells.with_tokens(state);
            (0..N).for_each(|w| {
                tokens[w] |= here[w];
                off_goals[w] |= here[w] & !kind.goals[w];
            });
        }
        (tokens, off_goals)
    }

    /// Whether a search that only needs to push the tokens in the set `only` must try the rule
    /// `rule`, which is not free.
    #[inline]
    pub(in crate::analysis) fn allows(&self, rule: u32, only: &[u64; N]) -> bool {
        let (bit, live) = self.rules[rule as usize];
        (live || !self.no_spare) && has_bit(only, bit.into())
    }

    /// Whether some token that is not on a goal can never be pushed again. The test is relaxed: it
    /// removes from the board every token that can be pushed now, then every token that can be
    /// pushed after these have been removed, and so on.
    pub(in crate::analysis) fn is_frozen(
        &self,
        puzzle: &AgentPuzzle<'_, N>,
        state: Words<N>,
        place: usize,
    ) -> bool {
        if !self.no_spare {
            return false;
        }
        let (mut tokens, off_goals) = self.of(state);
        let open = |tokens: &[u64; N]| -> [u64; N] {
            std::array::from_fn(|w| self.places[w] & !tokens[w])
        };
        let mut reached = puzzle.reach(open(&tokens), place);
        loop {
            let mut freed = false;
            for kind in &self.kinds {
                let here = kind.cells.with_tokens(state);
                let left: [u64; N] = std::array::from_fn(|w| here[w] & tokens[w]);
                for bit in bits_of(left) {
                    let cell = kind.cells.cell_at(bit);
                    let mut pushes = kind.kind.pushes[cell].iter();
                    let movable = pushes.any(|push| {
                        push.live
                            && has_bit(&reached, puzzle.bits[push.from] as usize)
                            && !has_bit(&tokens, kind.cells.bits[push.to] as usize)
                    });
                    if movable {
                        freed = true;
                        tokens[bit / 64] &= !(1 << (bit % 64));
                        // When the agent pushes the token, the agent steps onto the token's cell.
                        set_bit(&mut reached, bit);
                        let place = puzzle.place_at[bit].into();
                        puzzle.reach_further(open(&tokens), &mut reached, place);
                    }
                }
            }
            let stuck = (0..N).any(|w| tokens[w] & off_goals[w] != 0);
            if !stuck || !freed {
                return stuck;
            }
        }
    }

    /// Finds a set of tokens such that a search need only push one of these tokens next. `None` if
    /// no such set is found. `region` holds the places that the agent reaches.
    ///
    /// A *corral* is a set of places that the agent cannot reach, with the tokens next to these
    /// places as its boundary. Suppose that every push in the puzzle takes its token only to where
    /// the agent could step from the token's cell. Then neither the agent nor a token gets into the
    /// corral before a boundary token is pushed, wherever the other tokens are by then. Suppose also
    /// that every useful push of a boundary token from outside leads into the corral, and that the
    /// agent can make all of these pushes now. So the first push of a boundary token in a solution
    /// is possible now. If this push is made now, the pushes that come before it in the solution are
    /// still possible afterwards, because they test and change nothing but the outside. Both orders
    /// lead to the same state. Every solution pushes a boundary token if one of these tokens is not
    /// on a goal, or if there is a goal inside the corral, because no token is on that goal.
    /// (B. Damgaard's "PI-corral pruning".)
    pub(in crate::analysis) fn corral(
        &self,
        puzzle: &AgentPuzzle<'_, N>,
        state: Words<N>,
        region: &[u64; N],
    ) -> Option<[u64; N]> {
        let (tokens, off_goals) = self.of(state);
        let closed: [u64; N] = std::array::from_fn(|w| self.places[w] & !region[w] & !tokens[w]);
        if !self.no_spare || !self.pushes_are_steps || closed == [0; N] {
            return None;
        }
        let mut best: Option<(usize, [u64; N])> = None;
        let mut left = closed;
        while let Some(first) = bits_of(left).next() {
            let mut inside = puzzle.reach(closed, puzzle.place_at[first].into());
            let found = loop {
                match self.boundary(puzzle, state, region, &tokens, &closed, &inside) {
                    Boundary::Needs(bit) => {
                        let more = puzzle.reach(closed, puzzle.place_at[bit].into());
                        (0..N).for_each(|w| inside[w] |= more[w]);
                    }
                    Boundary::Open => break None,
                    Boundary::Closed(pushes, boundary) => break Some((pushes, boundary)),
                }
            };
            (0..N).for_each(|w| left[w] &= !inside[w]);
            let Some((pushes, boundary)) = found else {
                continue;
            };
            let wants = |kind: &KindFields<N>| (0..N).any(|w| kind.goals[w] & inside[w] != 0);
            let needed =
                (0..N).any(|w| boundary[w] & off_goals[w] != 0) || self.kinds.iter().any(wants);
            if needed && best.is_none_or(|(fewest, _)| pushes < fewest) {
                best = Some((pushes, boundary));
            }
        }
        best.map(|(_, boundary)| boundary)
    }

    /// Examines the boundary of the corral `inside`: the tokens next to its places.
    fn boundary(
        &self,
        puzzle: &AgentPuzzle<'_, N>,
        state: Words<N>,
        region: &[u64; N],
        tokens: &[u64; N],
        closed: &[u64; N],
        inside: &[u64; N],
    ) -> Boundary<N> {
        let mut boundary = [0; N];
        for bit in bits_of(*inside) {
            let links = &puzzle.links[usize::from(puzzle.place_at[bit])];
            (0..N).for_each(|w| boundary[w] |= links[w] & tokens[w]);
        }
        let mut count = 0;
        for kind in &self.kinds {
            for bit in bits_of(kind.cells.with_tokens(state)) {
                if !has_bit(&boundary, bit) {
                    continue;
                }
                for push in &kind.kind.pushes[kind.cells.cell_at(bit)] {
                    let from = puzzle.bits[push.from] as usize;
                    let to = kind.cells.bits[push.to] as usize;
                    let leads_inside = has_bit(inside, to);
                    if !push.live || has_bit(inside, from) || has_bit(&boundary, from) {
                        continue;
                    }
                    for other in [from, to] {
                        if has_bit(closed, other) && !has_bit(inside, other) {
                            return Boundary::Needs(other);
                        }
                    }
                    if !has_bit(region, from) || !leads_inside && !has_bit(&boundary, to) {
                        return Boundary::Open;
                    }
                    count += usize::from(leads_inside);
                }
            }
        }
        Boundary::Closed(count, boundary)
    }
}

/// The result of examining the boundary tokens of a corral.
enum Boundary<const N: usize> {
    /// Some push of a token at the boundary of the corral does not lead into the corral, or is not
    /// possible yet. So the corral allows no pruning.
    Open,
    /// The place whose field has this lowest bit must be added to the corral.
    Needs(usize),
    /// The corral allows pruning. Holds the number of possible pushes of boundary tokens that lead
    /// into the corral, and the set of boundary tokens.
    Closed(usize, [u64; N]),
}
