//! Ground rules, compiled to a puzzle with packed states.
//!
//! A search asks for the moves of a state, for its successors and whether it is a goal, millions of
//! times a second. The compiled puzzle never answers by examining one position after another:
//!
//! 1. [`Special`] removes what cannot happen from the start: positions that never change, labels
//!    that never occur, and rules that never apply.
//! 2. The remaining labels are numbered and packed into a few words.
//! 3. If some label is on the board exactly once, such as a blank, its position selects a short
//!    list of rules, and the rules of a list are tested all at once.
//! 4. Applying a rule takes a few operations on whole words.
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

/// Why a puzzle cannot be compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The ground rules violate the documentation of [`Ground`].
    Malformed(&'static str),
    /// A state would take this many bits, more than [`MOST_BITS`] or [`WIDEST_BITS`].
    Bits(u32),
    /// A state would take this many bits, and there are this many rules: together too much.
    Size(u32, usize),
    /// There are this many rules, more than [`MOST_RULES`].
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

/// A compiled puzzle whose states have the smallest number of words that is sufficient.
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

/// Compiles `ground` for the states that can be reached from `starts`, up to [`WIDEST_BITS`] wide.
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

/// Compiles `ground` for the states that can be reached from `starts`.
///
/// # Errors
/// [`Refused`] if a limit is exceeded or the ground rules are malformed.
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

/// Compiles `ground` to a puzzle with states of `N` words.
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

/// The compiled inverses of the rules: a generator of predecessors.
#[derive(Debug, Clone)]
pub struct Backward<const N: usize> {
    offers: Offers<N>,
    effects: Effects<N>,
    /// By inverse: the number of the rule that it undoes.
    undoes: Vec<u32>,
}

impl<const N: usize> Backward<N> {
    /// Compiles `inverses`, which must be the inverses of the rules of `puzzle` from
    /// [`inverse_rules`](crate::found::inverse_rules).
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

    /// The predecessors of `state`, each with the move that leads from it to `state`.
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
            // An earlier rule of the same move may apply in the predecessor. Then the move leads
            // elsewhere.
            (puzzle.rule_of(m, before) == Some(rule as usize)).then_some((m, before))
        })
    }
}

/// A puzzle whose states are packed into `N` words.
///
/// Positions that never change are not part of a state. Their labels depend on the start for which
/// the puzzle was compiled. The states of the puzzle are those that [`state`](Self::state) accepts,
/// and all that can be reached from them.
#[derive(Debug, Clone)]
pub struct Packed<const N: usize> {
    special: Special,
    layout: Layout,
    effects: Effects<N>,
    offers: Offers<N>,
    /// A label that every state has exactly once, with its domain, if the puzzle uses one to look
    /// up rules.
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

    /// The ground rules, reduced to what can happen from the starts.
    pub fn special(&self) -> &Special {
        &self.special
    }

    /// The number of bits that a state uses.
    pub fn bits(&self) -> u32 {
        self.layout.bits
    }

    /// The state with these labels. `None` if the puzzle was compiled for other starts: a constant
    /// position differs, a position has a label that it cannot get, or the label that looks up the
    /// rules does not occur exactly once.
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

    /// The name of a move.
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

    /// The label that every state has exactly once, with its domain.
    pub(crate) fn sought(&self) -> Option<(usize, Label)> {
        self.sought
    }

    /// The generator of applicable rules.
    pub(crate) fn offers(&self) -> &Offers<N> {
        &self.offers
    }

    /// The successor of `state` by the rule stored in `m`. `m` must have been generated in `state`.
    #[inline]
    pub(crate) fn apply_offered(&self, state: Words<N>, m: Move) -> Words<N> {
        self.effects.apply(state, m.rule as usize)
    }

    /// The first bit and the width of the field of a changing position; `None` for a constant
    /// position.
    pub(crate) fn field(&self, position: usize) -> Option<(u32, u32)> {
        self.layout.fields[position].map(|field| (field.from, field.width))
    }

    /// The code of `label` in the field of a changing position; `None` for a constant position.
    pub(crate) fn code(&self, position: usize, label: Label) -> Option<u64> {
        Some(self.layout.code(self.layout.fields[position]?, label))
    }

    /// Whether two rules of the same move may apply in the same state.
    pub fn rules_overlap(&self) -> bool {
        self.single.as_ref().is_some_and(|single| single.overlap)
    }

    /// The number of the rule that makes `m` in `state`, if one applies.
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
        // If several rules of a move apply, the first one is used. The rules are ordered by move,
        // so the rules of a move follow one another.
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
