//! Dead ends: tokens that can never reach a goal, whatever the others do.
//!
//! Three tests, each from the rules alone ([`Carriers`]):
//!
//! * a token on a *dead cell*, from which it cannot reach a goal even if it is the only token;
//! * a *dead pair* of tokens, which cannot both reach a goal even if they are the only tokens;
//! * *frozen* tokens: each rule that could carry one of them on needs a cell that another of them
//!   occupies, so none can ever move, and one of them is not on a goal.
//!
//! For Sokoban these are corners and walls without goals, boxes that block each other in corridors or
//! along a wall, and blocks such as four boxes in a square. Dead cells and pairs are those that a search
//! backwards from the goals of the small puzzle does not reach (A. Junghanns and J. Schaeffer,
//! "Sokoban: Enhancing general single-agent search methods using domain knowledge", 2001, for
//! deadlock tables).

mod live;

use fewest_rules::Words;

use super::carriers::Carriers;
use super::fields_with::{FieldsWith, bits_of, set_bit};
use crate::compiled::{CompiledMove, CompiledPuzzle};
use live::{LivePairs, live_cells};

/// Recognizes states from which no goal can be reached. It never takes another state for one.
#[derive(Debug, Clone)]
pub struct DeadEnds<const N: usize> {
    kinds: Vec<TokenMasks<N>>,
    /// For each rule, the kind of token that it carries, and the arrival.
    rules: Vec<Option<Arrival<N>>>,
}

/// The tokens of one kind.
#[derive(Debug, Clone)]
struct TokenMasks<const N: usize> {
    /// The tokens of a state. A set of cells is a mask in which the lowest bit of the field of each
    /// cell is set.
    fields: FieldsWith<N>,
    /// For each bit that is the lowest bit of a field, the number of the cell with that field.
    cell_at: Vec<u16>,
    /// For each cell, the sets of cells that must be clear for a useful rule that carries a token away.
    needs: Vec<Vec<[u64; N]>>,
    /// The cells on which a token is on a goal, for each goal.
    goals: Vec<[u64; N]>,
    /// For each cell, the cells with which it is a dead pair, wherever the selecting label is.
    dead_with: Vec<[u64; N]>,
    dead: [u64; N],
}

/// The token that a rule carries.
#[derive(Debug, Clone)]
struct Arrival<const N: usize> {
    kind: usize,
    /// Whether the token is in a dead end after the rule, even alone.
    dead: bool,
    from: u32,
    to: u32,
    /// The cells with which the token is a dead pair after the rule.
    dead_with: [u64; N],
}

impl<const N: usize> DeadEnds<N> {
    /// Finds the dead ends of `puzzle`. `None` if no token can get into one.
    pub(super) fn new(puzzle: &CompiledPuzzle<N>, all: &[Carriers]) -> Option<Self> {
        let rules = puzzle.reduced().ground.rules.len();
        let mut found = Self {
            kinds: Vec::new(),
            rules: vec![None; rules],
        };
        let mut added: Vec<&Carriers> = Vec::new();
        for carriers in all {
            // A rule has room for one kind.
            if !added.iter().any(|other| other.shares_a_rule(carriers))
                && found.add(puzzle, carriers).is_some_and(|useful| useful)
            {
                added.push(carriers);
            }
        }
        (!found.kinds.is_empty()).then_some(found)
    }

    /// Adds the tokens of one kind. Returns whether they can get into a dead end; `None` if a cell has no
    /// field in a state.
    fn add(&mut self, puzzle: &CompiledPuzzle<N>, carriers: &Carriers) -> Option<bool> {
        let task = puzzle.task();
        let fields = carriers.cells.iter().map(|&cell| task.field(cell));
        let bits: Vec<u32> = fields
            .map(|field| field.map(|(from, _)| from))
            .collect::<Option<_>>()?;
        let mask = |cells: &mut dyn Iterator<Item = usize>| {
            let mut mask = [0; N];
            cells.for_each(|cell| set_bit(&mut mask, bits[cell] as usize));
            mask
        };
        let live = live_cells(carriers);
        let pairs = LivePairs::new(carriers);
        let cells = carriers.cells.len();
        let is_live = |cell: usize, place: usize| live[cell * carriers.places + place];
        let somewhere = |alive: &dyn Fn(usize) -> bool| (0..carriers.places).any(alive);
        let apart = |pair: &dyn Fn(usize) -> bool, cell: usize| {
            mask(&mut (0..cells).filter(|&other| other != cell && !pair(other)))
        };
        let mut kind = TokenMasks {
            fields: FieldsWith::new(puzzle, carriers.label, carriers.cells.iter().copied()),
            cell_at: vec![0; N * 64],
            needs: vec![Vec::new(); cells],
            goals: Vec::new(),
            dead_with: Vec::new(),
            dead: mask(&mut (0..cells).filter(|&cell| !somewhere(&|place| is_live(cell, place)))),
        };
        for (cell, &bit) in bits.iter().enumerate() {
            kind.cell_at[bit as usize] = cell as u16;
            let dead = pairs.as_ref().map(|pairs| {
                let live = |other| somewhere(&|place| pairs.live(cell, other, place));
                apart(&live, cell)
            });
            kind.dead_with.push(dead.unwrap_or([0; N]));
        }
        for goal in &carriers.goals {
            kind.goals
                .push(mask(&mut (0..cells).filter(|&cell| goal[cell])));
        }
        let mut arrivals = vec![None; self.rules.len()];
        let mut useful = false;
        for (rule, arrival) in carriers.rules.iter().zip(&mut arrivals) {
            let Some((from, to)) = rule.carried else {
                continue;
            };
            let dead = !is_live(to, rule.after);
            // No token is where this one was, nor at the place of the selecting label.
            let dead_with = pairs.as_ref().map(|pairs| {
                let taken = carriers.cell_of_place[rule.after];
                let live = |other| {
                    other == from || Some(other) == taken || pairs.live(to, other, rule.after)
                };
                apart(&live, to)
            });
            let dead_with = dead_with.unwrap_or([0; N]);
            useful |= dead || dead_with != [0; N];
            if !dead {
                kind.needs[from].push(mask(&mut rule.clear.iter().copied()));
            }
            *arrival = Some(Arrival {
                kind: self.kinds.len(),
                dead,
                from: bits[from],
                to: bits[to],
                dead_with,
            });
        }
        if useful {
            for (known, new) in self.rules.iter_mut().zip(arrivals) {
                if new.is_some() {
                    *known = new;
                }
            }
            self.kinds.push(kind);
        }
        Some(useful)
    }

    /// Whether `m`, generated in the state `before`, leads to a dead end.
    #[inline]
    pub fn leads_to(&self, before: Words<N>, m: CompiledMove) -> bool {
        self.rule_leads_to(before, m.rule())
    }

    /// Whether the rule, which applies in the state `before`, leads to a dead end.
    #[inline]
    pub(super) fn rule_leads_to(&self, before: Words<N>, rule: usize) -> bool {
        match &self.rules[rule] {
            None => false,
            Some(arrival) => arrival.dead || self.kinds[arrival.kind].arrives(before, arrival),
        }
    }

    /// Whether no goal can be reached from `state`.
    pub fn has(&self, state: Words<N>) -> bool {
        self.kinds.iter().any(|kind| {
            let tokens = kind.fields.of(state);
            let meets = |mask: &[u64; N]| (0..N).any(|w| mask[w] & tokens[w] != 0);
            meets(&kind.dead)
                || bits_of(tokens).any(|bit| meets(&kind.dead_with[usize::from(kind.cell_at[bit])]))
                || kind.is_stuck(kind.frozen(tokens, None))
        })
    }
}

impl<const N: usize> TokenMasks<N> {
    fn arrives(&self, before: Words<N>, arrival: &Arrival<N>) -> bool {
        let mut tokens = self.fields.of(before);
        let (from, to) = (arrival.from as usize, arrival.to as usize);
        tokens[from / 64] &= !(1 << (from % 64));
        if (0..N).any(|w| tokens[w] & arrival.dead_with[w] != 0) {
            return true;
        }
        if self.is_movable(&tokens, to) {
            return false;
        }
        set_bit(&mut tokens, to);
        self.is_stuck(self.frozen(tokens, Some(to)))
    }

    /// Whether some useful rule can carry away the token with this bit, if only `others` are in its way.
    #[inline]
    fn is_movable(&self, others: &[u64; N], bit: usize) -> bool {
        let mut needs = self.needs[usize::from(self.cell_at[bit])].iter();
        needs.any(|needs| (0..N).all(|w| needs[w] & others[w] == 0))
    }

    /// The tokens that never move, because each rule that could carry one of them needs a cell of
    /// another of them. If `only` is given and the token with this bit may move, the result is empty.
    fn frozen(&self, tokens: [u64; N], only: Option<usize>) -> [u64; N] {
        let mut frozen = tokens;
        loop {
            let before = frozen;
            for bit in bits_of(before) {
                if self.is_movable(&frozen, bit) {
                    if only == Some(bit) {
                        return [0; N];
                    }
                    frozen[bit / 64] &= !(1 << (bit % 64));
                }
            }
            if frozen == before {
                return frozen;
            }
        }
    }

    /// Whether in each goal some of the frozen tokens are elsewhere.
    fn is_stuck(&self, frozen: [u64; N]) -> bool {
        let off = |goal: &[u64; N]| (0..N).any(|w| frozen[w] & !goal[w] != 0);
        self.goals.iter().all(off)
    }
}
