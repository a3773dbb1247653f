//! A puzzle in which a state is given by the places of a few tokens.
//!
//! On a large board most positions hold the same label, the *background*, and only a few positions
//! hold other labels. If no rule changes how often those other labels occur, and each rule carries
//! one of them from one position to another, then they are *tokens*, and a state is a list of their
//! places. Such a state takes one or two bytes for each token, so that a search stores and compares
//! fewer bytes than with a field for each position.
//!
//! What a token can do depends on its place and on the first token that stands in its way in each
//! of a few directions. So for each kind of token at each place, the rules are gathered in
//! [`lines`]: sequences of places, in which the first occupied place selects the rule. The index of
//! a place in a line is its *rank* there, and a table has the rank of every place in every line. Of
//! the places of all tokens, the one with the least rank is the first occupied place of the line.
//! The least ranks are computed without branches, for all lines that belong to a place at once.

mod board;
mod distances;
mod lines;

use fewest_rules::{Puzzle, Words, sort};

use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::Label;
use board::{Condition, TokenBoard};
use distances::GoalDistances;
pub use distances::TokenDistances;
use lines::LinesBuilder;

/// The greatest allowed number of tokens. Each token takes one byte of a word, or two bytes if
/// there are more than 256 places.
const MOST_TOKENS: usize = 8;
/// The greatest allowed number of places, the positions whose labels may change.
const MOST_PLACES: usize = 1 << 10;
/// The table [`TokenPuzzle::ranks`] may take at most this many bytes.
const MOST_RANK_BYTES: usize = 16 << 20;
/// The greatest allowed number of lines that a token of one kind has at one place. A line is a
/// sequence of places whose first occupied place selects a rule.
const MOST_LINES: usize = 8;
/// The greatest allowed number of moves of a state, so that they fit into an array.
const MOST_MOVES: usize = 32;
/// The greatest allowed number of tests, counted over all goals.
const MOST_GOAL_TESTS: usize = 32;

/// The rank of a place in a line is its index there; this rank says that the place does not lie in
/// the line. All ranks leave the highest bit of a byte free.
const NOWHERE: u8 = 0x7f;

/// The places of all tokens, packed in one word and sorted by the kinds of the tokens. The places
/// of tokens of the same kind are in increasing order.
type TokenState = Words<1>;
/// The place of each token, in the order of [`TokenState`]; 0 for tokens that do not exist.
type TokenPlaces = [u16; MOST_TOKENS];

/// A puzzle whose states are the places of a few tokens. Its moves are those of the compiled puzzle,
/// in the same order. Its tables take at most 16 MiB and a few words for each rule.
#[derive(Debug, Clone)]
pub struct TokenPuzzle {
    board: TokenBoard,
    /// The number of bits that each token takes in a state.
    width: u32,
    /// For each token, the range of the indices of the tokens of its kind.
    same_kind: [(u8, u8); MOST_TOKENS],
    /// For each kind of token and each place, the lines of a token of this kind at this place.
    lines: Vec<PlaceLines>,
    /// For each element of `lines`, one entry for each place of the board: the rank of this place
    /// in each of the lines. Elements with the same ranks share their entries.
    ranks: Vec<Ranks>,
    /// The outcomes of all lines, one line after the other. A line has an outcome for each of its
    /// places, which applies if this place is the first occupied one, and then the outcome that
    /// applies if none is occupied.
    outcomes: Vec<LineOutcome>,
    /// The rules with conditions that no line expresses, in increasing order.
    conditions: Vec<(u32, Vec<Condition>)>,
    goals: Vec<Vec<Condition>>,
    goal_distances: GoalDistances,
}

/// The lines that a token of one kind has at one place. A line is a sequence of places whose first
/// occupied place selects a rule.
#[derive(Debug, Clone, Copy)]
struct PlaceLines {
    /// The number of places of each line. As a rank, it says that no place of the line is occupied.
    ends: Ranks,
    /// For each line, the index of its first outcome in [`TokenPuzzle::outcomes`].
    outcomes: [u32; MOST_LINES],
    /// The number of lines that a token of this kind has at the place.
    count: u32,
    /// The index in [`TokenPuzzle::ranks`] of the first entry for these lines.
    ranks: u32,
}

/// A rank for each line that a token has at a place, in the bytes of a number. The rank of a place
/// in a line is its index there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ranks(u64);

/// What happens if a certain place of a line is the first occupied one: a rule applies, or none
/// does. Holds the rule, its move, and the place to which the rule takes a token. From the highest
/// bits to the lowest, the word holds the index of the rule, the index of the move, whether the
/// rule has conditions, the index of the token, and in the lowest twelve bits the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LineOutcome(u64);

impl Ranks {
    fn new(ranks: [u8; MOST_LINES]) -> Self {
        Self(u64::from_le_bytes(ranks))
    }

    /// For each line, the lesser of its two ranks.
    #[inline]
    fn least(self, other: Self) -> Self {
        const HIGH: u64 = 0x8080_8080_8080_8080;
        // Setting the highest bit of each byte keeps the subtraction from borrowing from the next
        // byte. The highest bit of each byte of the difference then says which rank is less.
        let lesser_other = ((self.0 | HIGH) - other.0) & HIGH;
        let bits = lesser_other - (lesser_other >> 7);
        Self(other.0 & bits | self.0 & !bits)
    }
}

impl LineOutcome {
    const NONE: Self = Self(u64::MAX);
    const CONDITIONAL: u64 = 1 << 15;
    /// The number of bits for the index of a rule, and for the index of a move.
    const BITS: u32 = 24;

    /// The outcome that the rule of `m` applies and takes a token to the place `to`. `None` if the
    /// index of the rule or of the move is too large.
    fn new(m: CompiledMove, to: u16, conditional: bool) -> Option<Self> {
        let (rule, of) = (m.rule() as u64, m.number() as u64);
        let fits = rule < (1 << Self::BITS) - 1 && of < 1 << Self::BITS;
        let flag = if conditional { Self::CONDITIONAL } else { 0 };
        fits.then_some(Self(
            rule << (16 + Self::BITS) | of << 16 | flag | u64::from(to),
        ))
    }

    #[inline]
    fn of_token(self, token: usize) -> Self {
        Self(self.0 | (token as u64) << 12)
    }

    #[inline]
    fn token(self) -> usize {
        (self.0 >> 12) as usize % MOST_TOKENS
    }

    #[inline]
    fn to(self) -> u16 {
        self.0 as u16 & 0xfff
    }

    #[inline]
    fn rule(self) -> u32 {
        (self.0 >> (16 + Self::BITS)) as u32
    }

    #[inline]
    fn of(self) -> u32 {
        (self.0 >> 16) as u32 & ((1 << Self::BITS) - 1)
    }
}

impl TokenPuzzle {
    /// The puzzle of the tokens of `task`. `None` if its states are not given by the places of a
    /// few tokens, if some rule does anything other than carry one token, or if a limit is
    /// exceeded.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        // If several rules of one move could apply in the same state, only the first of them would
        // count, and lines do not find out which one that is.
        if !reduced.ground.consequences.is_empty() || !task.rules_exclude_each_other() {
            return None;
        }
        let board = TokenBoard::new(task)?;
        let mut goals = Vec::new();
        let mut tests = 0;
        for goal in &reduced.ground.goals {
            let conditions = goal.iter().map(|test| board.condition(task, test));
            goals.push(conditions.collect::<Option<Vec<_>>>()?);
            tests += goal.len();
            if tests > MOST_GOAL_TESTS {
                return None;
            }
        }
        let mut same_kind = [(0, 0); MOST_TOKENS];
        for (token, range) in same_kind.iter_mut().enumerate().take(board.kind_of.len()) {
            let kind = board.kind_of[token];
            let first = board.kind_of.partition_point(|&other| other < kind);
            let end = board.kind_of.partition_point(|&other| other <= kind);
            *range = (first as u8, end as u8);
        }
        let lines = LinesBuilder::new(task, &board)?;
        if lines.most_moves(&board) > MOST_MOVES {
            return None;
        }
        let mut puzzle = lines.puzzle(board, same_kind, goals)?;
        puzzle.goal_distances = GoalDistances::new(&puzzle);
        Some(puzzle)
    }

    /// The number of tokens.
    pub fn tokens(&self) -> usize {
        self.board.kind_of.len()
    }

    /// The state with these labels, one for each position. `None` if the labels do not contain the
    /// same tokens as the start for which the puzzle was compiled.
    pub fn state(&self, task: &PackedTask, labels: &[Label]) -> Option<TokenState> {
        let mut tokens: Vec<(usize, u16)> = Vec::new();
        for (place, &position) in (0..).zip(&self.board.positions) {
            if let Some(kind) = self.board.kind(task, position, *labels.get(position)?) {
                tokens.push((kind, place));
            }
        }
        sort(&mut tokens);
        let kinds = tokens.iter().map(|&(kind, _)| kind as u8);
        if !kinds.eq(self.board.kind_of.iter().copied()) {
            return None;
        }
        let places = tokens.iter().rev();
        let state = places.fold(0, |state, &(_, place)| {
            state << self.width | u64::from(place)
        });
        Some(Words([state]))
    }

    /// The places of the tokens in `state`.
    #[inline]
    fn places(&self, state: TokenState) -> TokenPlaces {
        let word = state.0[0];
        match self.width {
            8 => word.to_le_bytes().map(u16::from),
            _ => {
                let mut places = [0; MOST_TOKENS];
                for (token, place) in places[..MOST_TOKENS / 2].iter_mut().enumerate() {
                    *place = (word >> (16 * token)) as u16;
                }
                places
            }
        }
    }

    /// The rules that apply in `state`, in their order. The function is not inlined, so that all
    /// searches share its code.
    #[inline(never)]
    fn found(&self, state: TokenState) -> FoundMoves<'_> {
        let places = self.places(state);
        let mut found = FoundMoves {
            puzzle: self,
            state,
            outcomes: [LineOutcome::NONE; MOST_MOVES],
            next: 0,
            count: 0,
        };
        let mut count = 0;
        let board = self.board.positions.len();
        for (token, (&place, &kind)) in places.iter().zip(&self.board.kind_of).enumerate() {
            let lines = &self.lines[usize::from(kind) * board + usize::from(place)];
            let ranks = &self.ranks[lines.ranks as usize..][..board];
            let mut first = lines.ends;
            for &other in &places[..self.board.kind_of.len()] {
                // `other` may be the place of the token itself. That place lies in none of the
                // token's own lines, so it does not change the least ranks.
                first = first.least(ranks[usize::from(other)]);
            }
            let selected = lines
                .outcomes
                .iter()
                .zip(first.0.to_le_bytes())
                .take(lines.count as usize);
            for (&outcomes, rank) in selected {
                let outcome = self.outcomes[outcomes as usize + usize::from(rank)];
                let mut applies = outcome != LineOutcome::NONE;
                if outcome.0 & LineOutcome::CONDITIONAL != 0 && applies {
                    applies = self.meets_conditions(outcome.rule(), places);
                }
                found.outcomes[count % MOST_MOVES] = outcome.of_token(token);
                count += usize::from(applies);
            }
        }
        found.count = count;
        // In most puzzles the outcomes are already in order, so insertion sort is fast.
        let outcomes = &mut found.outcomes[..count];
        for last in 1..outcomes.len() {
            let mut at = last;
            while at > 0 && outcomes[at - 1] > outcomes[at] {
                outcomes.swap(at - 1, at);
                at -= 1;
            }
        }
        found
    }

    #[inline(never)]
    fn meets_conditions(&self, rule: u32, tokens: TokenPlaces) -> bool {
        let at = self.conditions.binary_search_by_key(&rule, |&(r, _)| r);
        let conditions = at.map_or(&[][..], |at| &self.conditions[at].1);
        conditions.iter().all(|&c| self.board.holds(c, tokens))
    }

    /// The state after the rule of `outcome`. The tokens of a kind stay in the order of their
    /// places.
    #[inline]
    fn after(&self, state: TokenState, outcome: LineOutcome) -> TokenState {
        let (token, to) = (outcome.token(), outcome.to());
        let places = self.places(state);
        let (from, end) = self.same_kind[token];
        let mut at = usize::from(from);
        for other in usize::from(from)..usize::from(end) {
            at += usize::from(other != token && places[other % MOST_TOKENS] < to);
        }
        let width = self.width;
        let below = |token: usize| (1_u64 << (token as u32 * width % 64)) - 1;
        let kept = below(token);
        let rest = state.0[0] & kept | state.0[0] >> width & !kept;
        let kept = below(at);
        let to = u64::from(to) << (at as u32 * width % 64);
        Words([rest & kept | (rest & !kept) << width | to])
    }
}

/// The moves of a state, with the states after them.
struct FoundMoves<'a> {
    puzzle: &'a TokenPuzzle,
    state: TokenState,
    outcomes: [LineOutcome; MOST_MOVES],
    next: usize,
    count: usize,
}

impl Iterator for FoundMoves<'_> {
    type Item = (CompiledMove, TokenState);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let outcome = *self.outcomes[..self.count % (MOST_MOVES + 1)].get(self.next)?;
        self.next += 1;
        let m = CompiledMove::new(outcome.of(), outcome.rule());
        Some((m, self.puzzle.after(self.state, outcome)))
    }
}

impl Puzzle for TokenPuzzle {
    type State = TokenState;
    type Move = CompiledMove;

    #[inline]
    fn moves(&self, state: TokenState) -> impl Iterator<Item = CompiledMove> {
        self.found(state).map(|(m, _)| m)
    }

    #[inline]
    fn apply(&self, state: TokenState, m: CompiledMove) -> TokenState {
        let made = self.found(state).find(|&(other, _)| other == m);
        made.map_or(state, |(_, after)| after)
    }

    #[inline]
    fn successors(&self, state: TokenState) -> impl Iterator<Item = (CompiledMove, TokenState)> {
        self.found(state)
    }

    #[inline]
    fn is_goal(&self, state: TokenState) -> bool {
        let tokens = self.places(state);
        let holds = |&condition: &Condition| self.board.holds(condition, tokens);
        self.goals.iter().any(|goal| goal.iter().all(holds))
    }
}
