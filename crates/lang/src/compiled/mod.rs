//! Ground rules, compiled to a packed puzzle.
//!
//! Searches ask three things of a state millions of times a second: its
//! moves, where they lead, and whether it is a goal. None of that is worked out
//! position by position:
//!
//! 1. [`Special`] forgets what cannot happen from the start: positions that
//!    never change, labels that never occur, rules that are never made;
//! 2. the labels that are left are numbered and packed into a few words;
//! 3. the rules of a state are looked up by where a label is that is on the board
//!    once, and those of such a list are tested all at once;
//! 4. a rule is a few operations on whole words.
//!
//! # Limits
//!
//! A state has at most [`MOST_BITS`] bits, and a puzzle at most [`MOST_RULES`] rules.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use rules::{Puzzle, Words};

mod applicable;
mod effect;
mod labels;
mod layout;
mod locate;
mod offers;
mod specialise;

pub use specialise::{Special, Starts};

pub(crate) use specialise::{modulus, shifted};

use crate::found::{Inverse, KeptCounts};
use crate::ground::{Ground, Label, Rule, Test};
use applicable::{Block, Conjunctions};
use effect::Effects;
use layout::Layout;
use offers::Offers;

/// The most bits of a state.
pub const MOST_BITS: u32 = 512;
/// The most rules that are compiled.
pub const MOST_RULES: usize = 1 << 20;

/// Pairs of rules of one move that are compared; beyond, two are taken to overlap.
const MOST_PAIRS: usize = 1 << 22;

/// Why a puzzle is not compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The ground rules break what their documentation says.
    Malformed(&'static str),
    /// A state would take so many bits, more than [`MOST_BITS`].
    Bits(u32),
    /// There are so many rules, more than [`MOST_RULES`].
    Rules(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(what) => write!(f, "{what}"),
            Self::Bits(bits) => write!(
                f,
                "a state takes {bits} bits, the most that is compiled is {MOST_BITS}"
            ),
            Self::Rules(rules) => write!(
                f,
                "the moves come down to {rules} rules, the most that is compiled is {MOST_RULES}"
            ),
        }
    }
}

impl std::error::Error for Refused {}

/// A compiled puzzle whose states are as many words as they need.
#[derive(Debug, Clone)]
pub enum Compiled {
    /// Up to 64 bits.
    One(Packed<1>),
    /// Up to 128 bits.
    Two(Packed<2>),
    /// Up to 256 bits.
    Four(Packed<4>),
    /// Up to 512 bits.
    Eight(Packed<8>),
}

/// Compiles `ground` for `starts`.
///
/// # Errors
/// [`Refused`]: a limit, or ground rules that make no sense.
pub fn compile(ground: &Ground, starts: Starts) -> Result<Compiled, Refused> {
    let (special, layout, sought) = prepare(ground, starts)?;
    Ok(match layout.bits {
        ..=64 => Compiled::One(Packed::new(special, layout, sought)),
        65..=128 => Compiled::Two(Packed::new(special, layout, sought)),
        129..=256 => Compiled::Four(Packed::new(special, layout, sought)),
        _ => Compiled::Eight(Packed::new(special, layout, sought)),
    })
}

/// Compiles `ground` to states of `N` words.
pub(crate) fn pack<const N: usize>(ground: &Ground, starts: Starts) -> Result<Packed<N>, Refused> {
    let (special, layout, sought) = prepare(ground, starts)?;
    if layout.bits as usize > Words::<N>::BITS {
        return Err(Refused::Bits(layout.bits));
    }
    Ok(Packed::new(special, layout, sought))
}

fn prepare(ground: &Ground, starts: Starts) -> Result<(Special, Layout, layout::Sought), Refused> {
    if ground.rules.len() > MOST_RULES {
        return Err(Refused::Rules(ground.rules.len()));
    }
    let special = Special::new(ground, starts)?;
    let sought = special.located();
    let layout = Layout::new(&special, sought)?;
    Ok((special, layout, sought))
}

/// The number of no rule.
const UNKNOWN: u32 = u32::MAX;

/// A move of a compiled puzzle.
///
/// Two moves are equal if they are the same move of the puzzle. Which rule makes
/// it in the state that offered it is remembered to save looking for it; where
/// a move is made that another state offered, the rule is looked for. Only a
/// [`Heuristic`](rules::Heuristic) that is stepped must be given moves as their
/// states offered them, as every search does.
#[derive(Debug, Clone, Copy)]
pub struct Move {
    of: u32,
    rule: u32,
}

impl Move {
    /// The number of the rule that makes it, if it is known.
    #[inline]
    pub(crate) fn rule(self) -> usize {
        self.rule as usize
    }

    /// The place among [`Ground::moves`].
    #[inline]
    pub fn number(self) -> usize {
        self.of as usize
    }
}

impl Special {
    /// The move that the rule with this number is of.
    pub(crate) fn move_by_rule(&self, rule: usize) -> Move {
        Move {
            of: self.ground.rules[rule].of as u32,
            rule: rule as u32,
        }
    }

    /// The label by whose place rules are looked up, with its domain.
    pub(crate) fn located(&self) -> Option<(usize, Label)> {
        locate::sought(self, &KeptCounts::new(self))
    }

    /// The move with this number, made by its only rule or one that is not yet known.
    pub(crate) fn numbered(&self, of: usize) -> Move {
        let first = self.ground.rules.partition_point(|rule| rule.of < of);
        let rules = self.ground.rules[first..].iter();
        let only = rules.take_while(|rule| rule.of == of).take(2).count() == 1;
        Move {
            of: of as u32,
            rule: if only { first as u32 } else { UNKNOWN },
        }
    }
}

impl PartialEq for Move {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.of == other.of
    }
}

impl Eq for Move {}

impl Ord for Move {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.of.cmp(&other.of)
    }
}

impl PartialOrd for Move {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(self.of);
    }
}

/// The inverses of rules, compiled: what may have been made to reach a state.
#[derive(Debug, Clone)]
pub struct Backward<const N: usize> {
    offers: Offers<N>,
    effects: Effects<N>,
    /// The rule that each takes back.
    undoes: Vec<u32>,
}

impl<const N: usize> Backward<N> {
    /// `inverses` are those of the rules of `puzzle`, as
    /// [`inverse_rules`](crate::found::inverse_rules) gives them.
    pub fn new(puzzle: &Packed<N>, inverses: &[Inverse]) -> Self {
        let rules: Vec<Rule> = inverses
            .iter()
            .map(|inverse| inverse.rule.clone())
            .collect();
        Self {
            offers: Offers::new(&puzzle.special, &rules, &puzzle.layout, puzzle.sought),
            effects: Effects::new(&puzzle.special, &rules, &puzzle.layout),
            undoes: inverses
                .iter()
                .map(|inverse| inverse.undoes as u32)
                .collect(),
        }
    }

    /// The states from which a move leads to `state`, with the move.
    #[inline]
    pub(crate) fn predecessors(
        &self,
        puzzle: &Packed<N>,
        state: Words<N>,
    ) -> impl Iterator<Item = (Move, Words<N>)> {
        self.offers.of(state).filter_map(move |offer| {
            let before = self.effects.apply(state, offer.rule as usize);
            let rule = self.undoes[offer.rule as usize];
            let m = Move { of: offer.of, rule };
            // Another rule of the move may come before it there.
            (puzzle.rule_of(m, before) == Some(rule as usize)).then_some((m, before))
        })
    }
}

/// A puzzle whose states are packed into `N` words.
///
/// Positions that never change are not part of a state; what their labels are
/// depends on the start that the puzzle was compiled for. The states that it
/// has are those that [`state`](Self::state) accepts, and all that can be
/// reached from them.
#[derive(Debug, Clone)]
pub struct Packed<const N: usize> {
    special: Special,
    layout: Layout,
    effects: Effects<N>,
    offers: Offers<N>,
    /// The label that every state has once.
    sought: layout::Sought,
    goals: Conjunctions<N>,
    goal_blocks: Vec<Block>,
    single: Option<Single<N>>,
}

impl<const N: usize> Packed<N> {
    fn new(special: Special, layout: Layout, sought: layout::Sought) -> Self {
        let ground = &special.ground;
        let effects = Effects::new(&special, &ground.rules, &layout);
        let offers = Offers::new(&special, &ground.rules, &layout, sought);
        let single = Single::new(&special, &layout, &offers);
        let mut goals = Conjunctions::new();
        let goal_blocks = goals.add(&ground.goals, &layout);
        Self {
            special,
            layout,
            effects,
            offers,
            sought,
            goals,
            goal_blocks,
            single,
        }
    }

    /// What is left of the puzzle from its starts.
    pub fn special(&self) -> &Special {
        &self.special
    }

    /// The bits of a state that are used.
    pub fn bits(&self) -> u32 {
        self.layout.bits
    }

    /// The state with these labels; `None` if the puzzle was compiled for others:
    /// a constant differs, or a label
    /// cannot be reached, or is there more often than in any state.
    pub fn state(&self, labels: &[Label]) -> Option<Words<N>> {
        let sets = &self.special.sets;
        let fits = labels.len() == sets.len()
            && labels.iter().zip(sets).all(|(&label, set)| set.has(label));
        let found = self.sought.is_none_or(|(domain, label)| {
            let has = |&p: &usize| {
                self.special.ground.positions[p].domain == domain && labels.get(p) == Some(&label)
            };
            self.special.changing().filter(has).count() == 1
        });
        (fits && found).then(|| self.layout.pack(labels))
    }

    /// The labels of a state, one for each position.
    pub fn labels(&self, state: Words<N>) -> Vec<Label> {
        self.layout.unpack(state, &self.special.sets)
    }

    /// What a move is called.
    pub fn name(&self, m: Move) -> &str {
        self.special
            .ground
            .moves
            .get(m.number())
            .map_or("", String::as_str)
    }

    /// The move with that name.
    pub fn named(&self, name: &str) -> Option<Move> {
        let of = self.special.ground.moves.iter().position(|m| m == name)?;
        Some(self.special.numbered(of))
    }

    /// The first bit and the width of a changing position's field.
    pub(crate) fn field(&self, position: usize) -> Option<(u32, u32)> {
        self.layout.fields[position].map(|field| (field.from, field.width))
    }

    /// The number that stands for `label` in a changing position's field.
    pub(crate) fn code(&self, position: usize, label: Label) -> Option<u64> {
        Some(self.layout.code(self.layout.fields[position]?, label))
    }

    /// Whether two rules of one move may hold in one state.
    pub fn rules_overlap(&self) -> bool {
        self.single.as_ref().is_some_and(|single| single.overlap)
    }

    /// The rule that makes `m` in `state`.
    #[inline]
    fn rule_of(&self, m: Move, state: Words<N>) -> Option<usize> {
        let told = m.rule != UNKNOWN
            && match &self.single {
                None => true,
                Some(single) => single.holds(m.rule as usize, state),
            };
        if told {
            return Some(m.rule as usize);
        }
        self.moves(state)
            .find(|&other| other == m)
            .map(|other| other.rule as usize)
    }
}

/// The tests of rules one by one, where moves have several rules.
#[derive(Debug, Clone)]
struct Single<const N: usize> {
    tests: Conjunctions<N>,
    /// By rule.
    blocks: Vec<Block>,
    /// Two rules of a move may hold in one state, of which the first counts.
    overlap: bool,
}

impl<const N: usize> Single<N> {
    /// `None` if no move has several rules.
    fn new(special: &Special, layout: &Layout, offers: &Offers<N>) -> Option<Self> {
        let rules = &special.ground.rules;
        if !rules.windows(2).any(|w| w[0].of == w[1].of) {
            return None;
        }
        let mut tests = Conjunctions::new();
        let block = |rule: &Rule| tests.add(std::slice::from_ref(&rule.tests), layout);
        let blocks = rules.iter().flat_map(block).collect();
        let mut looks = 0;
        // No two rules of different lists hold in one state.
        let overlap = offers.lists().any(|list| {
            list.iter().enumerate().any(|(at, first)| {
                let later = list[at + 1..].iter();
                let mut later = later.take_while(|other| other.of == first.of);
                later.any(|other| {
                    looks += 1;
                    let tests = |m: &Move| &rules[m.rule as usize].tests;
                    looks > MOST_PAIRS || !exclude(tests(first), tests(other))
                })
            })
        });
        Some(Self {
            tests,
            blocks,
            overlap,
        })
    }

    /// Whether `rule` is surely the first of its move that holds in `state`.
    #[inline]
    fn holds(&self, rule: usize, state: Words<N>) -> bool {
        !self.overlap && self.tests.holding(&self.blocks[rule], state) != 0
    }
}

/// Whether some position may not have any label that both allow.
fn exclude(tests: &[Test], others: &[Test]) -> bool {
    tests.iter().any(|test| match *test {
        Test::Same { .. } => false,
        Test::In { position, labels } => others.iter().any(|other| match *other {
            Test::Same { .. } => false,
            Test::In {
                position: p,
                labels: l,
            } => p == position && labels.both(l).is_empty(),
        }),
    })
}

impl<const N: usize> Puzzle for Packed<N> {
    type State = Words<N>;
    type Move = Move;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = Move> {
        let mut last = u32::MAX;
        // Of one move the first rule counts.
        self.offers
            .of(state)
            .filter(move |m| std::mem::replace(&mut last, m.of) != m.of)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Move) -> Words<N> {
        match self.rule_of(m, state) {
            Some(rule) => self.effects.apply(state, rule),
            None => state,
        }
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.goal_blocks
            .iter()
            .any(|block| self.goals.holding(block, state) != 0)
    }
}
