//! Recognizes dead ends from the set of the cells that hold tokens.

use fewest_rules::Words;

use super::super::carriers::Carriers;
use super::super::token_cells::TokenCells;
use super::super::tokens::NO_WAY;
use super::live::LivePairs;
use crate::compiled::{PackedTask, bits_of, set_bit};

/// The dead ends of the tokens with one label. [`Carriers`] explains tokens, cells and the
/// selecting label. A set of cells is a mask in which the lowest bit of the field of each cell stands
/// for the cell; the field is the group of bits that stores the label of the cell in a state.
#[derive(Debug, Clone)]
pub(super) struct TokenMasks<const N: usize> {
    cells: TokenCells<N>,
    /// For each cell, one set for each rule that carries a token away from this cell: the cells
    /// that must hold no token for the rule to apply. Rules after which the token cannot reach a
    /// goal are left out.
    needs: Vec<Vec<[u64; N]>>,
    /// For each goal, the set of cells on which the goal allows a token.
    goals: Vec<[u64; N]>,
    /// For each cell, the set of the cells with which it is a *dead pair*: two tokens on these two
    /// cells cannot both reach a goal, wherever the selecting label is.
    dead_with: Vec<[u64; N]>,
    dead: [u64; N],
    /// For each rule, what is known of the token that the rule carries; `None` if it carries no
    /// token.
    arrivals: Vec<Option<CarriedToken<N>>>,
}

/// The token that a rule carries, and what is known of this token after the rule.
#[derive(Debug, Clone)]
struct CarriedToken<const N: usize> {
    /// Whether the token cannot reach a goal after the rule even if it is the only token.
    dead: bool,
    from: u32,
    to: u32,
    /// The set of cells such that, after the rule, this token and a token on one of these cells
    /// cannot both reach a goal.
    dead_with: [u64; N],
}

impl<const N: usize> TokenMasks<N> {
    /// Finds the dead ends of the tokens of `carriers`. `None` if the tokens cannot get into a dead
    /// end, or if a cell has no field because its label never changes.
    pub(super) fn new(task: &PackedTask, carriers: &Carriers) -> Option<Self> {
        let own = TokenCells::new(task, carriers.label, &carriers.cells)?;
        let bits = own.bits.clone();
        let mask = |cells: &mut dyn Iterator<Item = usize>| {
            let mut mask = [0; N];
            cells.for_each(|cell| set_bit(&mut mask, bits[cell] as usize));
            mask
        };
        let goals = carriers.goals.iter();
        let allowed = goals.flat_map(|goal| (0..goal.len()).filter(|&cell| goal[cell]));
        let distances = carriers.distances(allowed);
        let pairs = LivePairs::new(carriers);
        let cells = carriers.cells.len();
        let is_live =
            |cell: usize, place: usize| distances[cell * carriers.places + place] < NO_WAY;
        let somewhere = |alive: &dyn Fn(usize) -> bool| (0..carriers.places).any(alive);
        let apart = |pair: &dyn Fn(usize) -> bool, cell: usize| {
            mask(&mut (0..cells).filter(|&other| other != cell && !pair(other)))
        };
        let mut all = Self {
            cells: own,
            needs: vec![Vec::new(); cells],
            goals: Vec::new(),
            dead_with: Vec::new(),
            dead: mask(&mut (0..cells).filter(|&cell| !somewhere(&|place| is_live(cell, place)))),
            arrivals: vec![None; carriers.rules.len()],
        };
        for cell in 0..cells {
            let dead = pairs.as_ref().map(|pairs| {
                let live = |other| somewhere(&|place| pairs.live(cell, other, place));
                apart(&live, cell)
            });
            all.dead_with.push(dead.unwrap_or([0; N]));
        }
        for goal in &carriers.goals {
            all.goals
                .push(mask(&mut (0..cells).filter(|&cell| goal[cell])));
        }
        let mut useful = false;
        for (rule, arrival) in carriers.rules.iter().zip(&mut all.arrivals) {
            let Some((from, to)) = rule.carried else {
                continue;
            };
            let dead = !is_live(to, rule.after);
            // After the rule, no other token can be on the cell that the carried token has left,
            // nor on the cell where the selecting label is then (`taken`). So these two cells form
            // no dead pair with the token.
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
                all.needs[from].push(mask(&mut rule.clear.iter().copied()));
            }
            *arrival = Some(CarriedToken {
                dead,
                from: bits[from],
                to: bits[to],
                dead_with,
            });
        }
        useful.then_some(all)
    }

    /// Whether the rule carries one of the tokens.
    pub(super) fn carries(&self, rule: usize) -> bool {
        self.arrivals[rule].is_some()
    }

    /// Whether `rule`, which applies in the state `before`, leads to a dead end.
    #[inline]
    pub(super) fn rule_leads_to(&self, before: Words<N>, rule: usize) -> bool {
        let Some(arrival) = &self.arrivals[rule] else {
            return false;
        };
        if arrival.dead {
            return true;
        }
        let mut tokens = self.cells.with_tokens(before);
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

    /// Whether no goal can be reached from `state`.
    pub(super) fn has(&self, state: Words<N>) -> bool {
        let tokens = self.cells.with_tokens(state);
        let meets = |mask: &[u64; N]| (0..N).any(|w| mask[w] & tokens[w] != 0);
        meets(&self.dead)
            || bits_of(tokens).any(|bit| meets(&self.dead_with[self.cells.cell_at(bit)]))
            || self.is_stuck(self.frozen(tokens, None))
    }

    /// Whether some rule can carry the token on the cell with this bit away, if no other tokens
    /// than `others` are on the board. Rules after which the token cannot reach a goal do not
    /// count.
    #[inline]
    fn is_movable(&self, others: &[u64; N], bit: usize) -> bool {
        let mut needs = self.needs[self.cells.cell_at(bit)].iter();
        needs.any(|needs| (0..N).all(|w| needs[w] & others[w] == 0))
    }

    /// The tokens that never move again in a solution. Each rule that could carry one of them away
    /// needs a cell that another of them occupies. Rules after which the token cannot reach a goal
    /// do not count. If `only` is given and the token on the cell with this bit can move, the
    /// result is empty.
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

    /// Whether for each goal some frozen token is on a cell where the goal does not allow a token.
    fn is_stuck(&self, frozen: [u64; N]) -> bool {
        let off = |goal: &[u64; N]| (0..N).any(|w| frozen[w] & !goal[w] != 0);
        self.goals.iter().all(off)
    }
}
