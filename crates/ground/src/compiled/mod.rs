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
//! A state has at most [`MOST_BITS`] bits, or [`WIDEST_BITS`] where few algorithms are enough
//! ([`compile_wide`]), and a puzzle at most [`MOST_RULES`] rules.

use std::fmt;

use fewest_rules::{Puzzle, Words};

mod applicable;
mod effect;
mod labels;
mod layout;
mod locate;
mod moves;
mod offers;
mod single;
mod specialise;

pub use moves::Move;
pub(crate) use specialise::added;
pub use specialise::{Special, Starts, modulus, shifted};

use crate::found::Inverse;
use crate::ground::{Ground, Label, Rule};
use applicable::{Block, Conjunctions};
use effect::Effects;
use layout::Layout;
use moves::UNKNOWN;
use offers::Offers;
use single::Single;

/// The most bits of a state for which every algorithm is compiled.
pub const MOST_BITS: u32 = 512;
/// The most bits of any state: 64x64 cells of four symbols.
pub const WIDEST_BITS: u32 = 8192;
/// The most bytes of the tests and writes of wide states.
const MOST_WIDE_BYTES: usize = 1 << 29;
/// The most rules that are compiled.
pub const MOST_RULES: usize = 1 << 20;

/// Why a puzzle is not compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The ground rules break what their documentation says.
    Malformed(&'static str),
    /// A state would take so many bits, more than [`MOST_BITS`], or [`WIDEST_BITS`].
    Bits(u32),
    /// A state would take so many bits, and there are so many rules: too much together.
    Size(u32, usize),
    /// There are so many rules, more than [`MOST_RULES`].
    Rules(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(what) => write!(f, "{what}"),
            Self::Bits(bits) => write!(
                f,
                "a state takes {bits} bits, the most that is compiled is {}",
                if *bits > WIDEST_BITS {
                    WIDEST_BITS
                } else {
                    MOST_BITS
                }
            ),
            Self::Size(bits, rules) => write!(
                f,
                "a state takes {bits} bits, which is too many for {rules} rules"
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

/// A compiled puzzle whose states take more than [`MOST_BITS`] bits. They are a type of their
/// own, so that what is generic over the width of a state is compiled for them only where it
/// is meant to be.
#[derive(Debug, Clone)]
pub enum Wide {
    /// Up to 1024 bits.
    Sixteen(Box<Packed<16>>),
    /// Up to [`WIDEST_BITS`] bits.
    Widest(Box<Packed<128>>),
}

/// Compiles `ground` for `starts`, whose states may be as wide as [`WIDEST_BITS`].
///
/// # Errors
/// [`Refused`]: a limit, or ground rules that make no sense.
pub fn compile_wide(ground: &Ground, starts: Starts) -> Result<Wide, Refused> {
    let (special, layout, sought) = prepare(ground, starts)?;
    let rules = special.ground.rules.len();
    // A rule is two masks for its writes, and twice two for its tests.
    let fits = |words: usize| rules.saturating_mul(6 * 8 * words) <= MOST_WIDE_BYTES;
    match layout.bits {
        ..=1024 if fits(16) => Ok(Wide::Sixteen(Box::new(Packed::new(
            special, layout, sought,
        )))),
        1025.. if fits(128) => Ok(Wide::Widest(Box::new(Packed::new(special, layout, sought)))),
        bits => Err(Refused::Size(bits, rules)),
    }
}

/// Compiles `ground` for `starts`.
///
/// # Errors
/// [`Refused`]: a limit, or ground rules that make no sense.
pub fn compile(ground: &Ground, starts: Starts) -> Result<Compiled, Refused> {
    let (special, layout, sought) = prepare(ground, starts)?;
    if layout.bits > MOST_BITS {
        return Err(Refused::Bits(layout.bits));
    }
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

    /// The label that every state has once, with its domain.
    pub(crate) fn sought(&self) -> Option<(usize, Label)> {
        self.sought
    }

    /// The rules in lists by the position that has that label, or all in one list.
    pub(crate) fn offers(&self) -> &Offers<N> {
        &self.offers
    }

    /// The state after the rule of `m`, which must be as `state` offers it.
    #[inline]
    pub(crate) fn apply_offered(&self, state: Words<N>, m: Move) -> Words<N> {
        self.effects.apply(state, m.rule as usize)
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
