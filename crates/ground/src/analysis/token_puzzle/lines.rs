//! Gathers the rules that carry tokens in lines: sequences of places in which the first occupied
//! place selects a rule.

use fewest_rules::sort_by_key;

use super::board::{Condition, TokenBoard};
use super::distances::GoalDistances;
use super::{
    LineOutcome, MOST_LINES, MOST_RANK_BYTES, MOST_TOKENS, NOWHERE, PlaceLines, Ranks, TokenPuzzle,
};
use crate::compiled::PackedTask;
use crate::ground::{Rule, Value};

/// A rule that carries a token.
struct TokenCarry {
    rule: u32,
    /// The kind of the token (`kind`), and its places before (`from`) and after (`to`) the rule.
    kind: usize,
    from: u16,
    to: u16,
    /// The places that must not be occupied, in increasing order.
    clear: Vec<u16>,
    /// A place that must hold a token, if there is one.
    occupied: Option<u16>,
    /// The conditions of the rule that `clear` and `occupied` do not express.
    conditions: Vec<Condition>,
}

/// A sequence of places. The first place of the sequence that holds a token selects a rule.
#[derive(Debug, Default)]
struct TokenLine {
    places: Vec<u16>,
    /// For each place, the outcome that applies if the place is the first occupied one, followed by
    /// the outcome that applies if no place is occupied.
    outcomes: Vec<LineOutcome>,
}

/// The lines of all kinds of tokens at all places, and the conditions of rules that the lines do
/// not express.
pub(super) struct LinesBuilder {
    /// For each kind of token and each place, the lines of a token of this kind there.
    lines: Vec<Vec<TokenLine>>,
    conditions: Vec<(u32, Vec<Condition>)>,
}

impl LinesBuilder {
    /// Gathers the rules of `task` in lines. `None` if some rule does anything other than carry a
    /// token, or if there are too many lines.
    pub(super) fn new(task: &PackedTask, board: &TokenBoard) -> Option<Self> {
        let places = board.positions.len();
        let mut carries: Vec<Vec<TokenCarry>> = Vec::new();
        carries.resize_with(board.kinds.len() * places, Vec::new);
        for (number, rule) in task.reduced().ground.rules.iter().enumerate() {
            match TokenCarry::new(task, board, number as u32, rule)? {
                Some(carry) => {
                    carries[carry.kind * places + usize::from(carry.from)].push(carry);
                }
                // The rule requires a token that does not exist, so it never applies.
                None => continue,
            }
        }
        let mut all = Self {
            lines: Vec::new(),
            conditions: Vec::new(),
        };
        for mut here in carries {
            // In this order, a rule comes before every rule that requires the same places and
            // further places to be clear.
            sort_by_key(&mut here, |carry| {
                (carry.clear.len(), carry.occupied.is_none(), carry.rule)
            });
            let mut lines: Vec<TokenLine> = Vec::new();
            for carry in here {
                let m = task.move_by_rule(carry.rule as usize);
                let outcome = LineOutcome::new(m, carry.to, !carry.conditions.is_empty())?;
                if !lines.iter_mut().any(|line| line.add(&carry, outcome)) {
                    let mut line = TokenLine::new();
                    line.add(&carry, outcome);
                    lines.push(line);
                }
                if !carry.conditions.is_empty() {
                    all.conditions.push((carry.rule, carry.conditions));
                }
                let longest = lines.iter().map(|line| line.places.len()).max();
                if lines.len() > MOST_LINES || longest > Some(usize::from(NOWHERE)) {
                    return None;
                }
            }
            // The order of the lines follows their rules, so the moves of a state are found nearly
            // in order.
            sort_by_key(&mut lines, |line| line.outcomes.iter().min().copied());
            all.lines.push(lines);
        }
        sort_by_key(&mut all.conditions, |&(rule, _)| rule);
        Some(all)
    }

    /// An upper bound on the number of moves of a state.
    pub(super) fn most_moves(&self, board: &TokenBoard) -> usize {
        let lines = self.lines.chunks(board.positions.len());
        let most: Vec<usize> = lines
            .map(|places| places.iter().map(Vec::len).max().unwrap_or(0))
            .collect();
        board
            .kind_of
            .iter()
            .map(|&kind| most[usize::from(kind)])
            .sum()
    }

    /// The puzzle with these lines; `None` if its tables are too large.
    pub(super) fn puzzle(
        self,
        board: TokenBoard,
        same_kind: [(u8, u8); MOST_TOKENS],
        goals: Vec<Vec<Condition>>,
    ) -> Option<TokenPuzzle> {
        let places = board.positions.len();
        let mut puzzle = TokenPuzzle {
            width: TokenBoard::width_of(places),
            same_kind,
            lines: Vec::with_capacity(self.lines.len()),
            ranks: Vec::new(),
            outcomes: Vec::new(),
            conditions: self.conditions,
            goals,
            goal_distances: GoalDistances::default(),
            board,
        };
        let mut rows = vec![[NOWHERE; MOST_LINES]; places];
        let mut ends = [0; MOST_LINES];
        for (number, lines) in self.lines.iter().enumerate() {
            rows.fill([NOWHERE; MOST_LINES]);
            ends.fill(0);
            let mut here = PlaceLines {
                ends: Ranks(0),
                outcomes: [0; MOST_LINES],
                count: lines.len() as u32,
                ranks: 0,
            };
            for (at, line) in lines.iter().enumerate() {
                ends[at] = line.places.len() as u8;
                here.outcomes[at] = puzzle.outcomes.len() as u32;
                puzzle.outcomes.extend(&line.outcomes);
                for (rank, &place) in (0..).zip(&line.places) {
                    rows[usize::from(place)][at] = rank;
                }
            }
            here.ends = Ranks::new(ends);
            let ranks: Vec<Ranks> = rows.iter().map(|&row| Ranks::new(row)).collect();
            // Kinds of tokens that move alike share a table of ranks, so that it stays in the
            // processor's cache.
            let others = (number % places..number).step_by(places);
            let mut others = others.map(|other| puzzle.lines[other].ranks);
            let same = others.find(|&first| puzzle.ranks[first as usize..][..places] == ranks);
            here.ranks = same.unwrap_or(puzzle.ranks.len() as u32);
            if same.is_none() {
                if size_of_val(&*puzzle.ranks) + size_of_val(&*ranks) > MOST_RANK_BYTES {
                    return None;
                }
                puzzle.ranks.extend(ranks);
            }
            puzzle.lines.push(here);
        }
        Some(puzzle)
    }
}

impl TokenCarry {
    /// Analyses `rule`. Returns `None` if the rule does anything other than carry a token, and
    /// `Some(None)` if the rule never applies.
    #[allow(clippy::option_option)]
    fn new(
        task: &PackedTask,
        board: &TokenBoard,
        number: u32,
        rule: &Rule,
    ) -> Option<Option<Self>> {
        let reduced = task.reduced();
        let (mut from, mut to) = (None, None);
        for write in &rule.writes {
            let before = reduced.under(&rule.tests, write.position).single()?;
            let Value::Label(after) = write.value else {
                return None;
            };
            let domain = reduced.ground.positions[write.position].domain;
            let background = board.backgrounds[domain];
            let (end, label) = match (before == background, after == background) {
                (false, true) => (&mut from, before),
                (true, false) => (&mut to, after),
                _ => return None,
            };
            if end.replace((write.position, (domain, label))).is_some() {
                return None;
            }
        }
        let ((from, carried), (to, same)) = (from?, to?);
        if carried != same {
            return None;
        }
        let Some(kind) = board.kinds.iter().position(|&kind| kind == carried) else {
            return Some(None);
        };
        let mut carry = Self {
            rule: number,
            kind,
            from: board.places[from]?,
            to: board.places[to]?,
            clear: Vec::new(),
            occupied: None,
            conditions: Vec::new(),
        };
        for test in &rule.tests {
            let condition = board.condition(task, test)?;
            if condition.place == carry.from {
                // This test is for the token that the rule carries, so it holds.
                continue;
            }
            let possible = board.kinds_at(task, condition.place);
            let kinds = condition.kinds & possible;
            match (condition.clear, kinds) {
                (false, 0) => return Some(None),
                (true, 0) => carry.clear.push(condition.place),
                (true, _) if kinds == possible => {}
                (false, _) if carry.occupied.is_none() => {
                    carry.occupied = Some(condition.place);
                    if kinds != possible {
                        carry.conditions.push(condition);
                    }
                }
                _ => carry.conditions.push(condition),
            }
        }
        carry.clear.sort_unstable();
        Some(Some(carry))
    }
}

impl TokenLine {
    fn new() -> Self {
        Self {
            places: Vec::new(),
            outcomes: vec![LineOutcome::NONE],
        }
    }

    /// Adds a rule if the line can select it. Returns whether the rule was added.
    fn add(&mut self, carry: &TokenCarry, outcome: LineOutcome) -> bool {
        let (length, clear) = (self.places.len(), &carry.clear);
        // The places that the rule wants to be clear must be the first places of the line.
        let common = length.min(clear.len());
        let firsts = self.places[..common].iter();
        if !firsts
            .clone()
            .all(|place| clear.binary_search(place).is_ok())
        {
            return false;
        }
        if clear.len() < length {
            if carry.occupied != Some(self.places[clear.len()]) {
                return false;
            }
        } else {
            if self.outcomes[length] != LineOutcome::NONE {
                return false;
            }
            let mut places = self.places.clone();
            places.sort_unstable();
            let new = clear
                .iter()
                .filter(|place| places.binary_search(place).is_err());
            let new = new.copied().chain(carry.occupied);
            for place in new.collect::<Vec<_>>() {
                self.places.push(place);
                self.outcomes.push(LineOutcome::NONE);
            }
        }
        let at = &mut self.outcomes[match carry.occupied {
            Some(_) => clear.len(),
            None => self.places.len(),
        }];
        let free = *at == LineOutcome::NONE;
        if free {
            *at = outcome;
        }
        free
    }
}
