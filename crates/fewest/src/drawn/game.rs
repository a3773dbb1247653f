//! A compiled puzzle with what was found in it and how it is written.

use std::sync::{Arc, OnceLock};

use fewest_ground::Label;
use fewest_ground::compiled::{Backward, Move, Packed};
use fewest_ground::found::{Found, Listed, Patterns, Ranking, Symmetries, With};
use fewest_lang::BoardLayout;
use fewest_rules::{
    Fault, Faults, Goals, Heuristic, Limits, Meter, Notation, Puzzle, Ranked, StopReason,
    Symmetric, Words,
};
use fewest_search::RankSet;

use super::bound::{Bound, Lower};
use super::pruned::AllPruned;

/// The most states of one pattern database: it is built in less than a second.
const MOST_PATTERN_STATES: u64 = 1 << 18;

/// A puzzle of `N` words.
pub(super) struct Game<const N: usize> {
    pub(super) found: Found<N>,
    pub(super) layout: Arc<BoardLayout>,
    /// Made when they are first asked for.
    patterns: OnceLock<Option<Patterns<N>>>,
    /// Found when they are first asked for.
    pub(super) pruned: AllPruned,
    /// Whether all moves are called by one letter.
    pub(super) letters: bool,
}

/// A puzzle with its symmetries.
pub(super) type UpToSymmetry<'a, const N: usize> = With<'a, N, (), (), (), &'a Symmetries<N>>;

impl<const N: usize> Game<N> {
    pub(super) fn new(packed: Packed<N>, layout: Arc<BoardLayout>) -> Self {
        let moves = &packed.special().ground.moves;
        let letters = !moves.is_empty() && moves.iter().all(|name| name.chars().count() == 1);
        Self {
            found: Found::new(packed),
            layout,
            patterns: OnceLock::new(),
            pruned: AllPruned::default(),
            letters,
        }
    }

    #[inline]
    pub(super) fn packed(&self) -> &Packed<N> {
        self.found.puzzle()
    }

    /// Whether what was compiled and found for another start is true of this one:
    /// it has the same constants, and as many of each label as no move changes.
    pub(super) fn accepts(&self, labels: &[Label]) -> bool {
        let special = self.packed().special();
        let Some(start) = &special.start else {
            return false;
        };
        if self.packed().state(labels).is_none() {
            return false;
        }
        let ground = &special.ground;
        self.found
            .counts()
            .kept
            .iter()
            .enumerate()
            .all(|(domain, kept)| {
                let mut surplus = [0_i32; fewest_ground::MOST_LABELS];
                for p in special.changing() {
                    if ground.positions[p].domain == domain {
                        surplus[usize::from(labels[p])] += 1;
                        surplus[usize::from(start[p])] -= 1;
                    }
                }
                kept.labels().all(|label| surplus[usize::from(label)] == 0)
            })
    }

    /// The representative of all states that symmetry makes equal.
    pub(super) fn canonical(&self, state: Words<N>) -> Words<N> {
        self.up_to_symmetry()
            .map_or(state, |with| with.canonical(state))
    }

    /// The puzzle with its symmetries, if it has any.
    pub(super) fn up_to_symmetry(&self) -> Option<UpToSymmetry<'_, N>> {
        Some(With {
            puzzle: self.packed(),
            back: (),
            goals: (),
            ranking: (),
            symmetries: self.found.symmetries()?,
            orders: (),
        })
    }

    /// The puzzle with its way back.
    pub(super) fn with_way_back<'a>(
        &'a self,
        back: &'a Backward<N>,
    ) -> With<'a, N, &'a Backward<N>> {
        With {
            puzzle: self.packed(),
            back,
            goals: (),
            ranking: (),
            symmetries: (),
            orders: (),
        }
    }

    /// The lower bound that is at hand without a search.
    pub(super) fn cheap_bound(&self) -> Bound<'_, N> {
        let found = &self.found;
        match (found.travel(), found.balance(), self.patterns.get()) {
            (Some(travel), Some(balance), _) => {
                let (travel, balance) = (Bound::Travel(travel), Bound::Balance(balance));
                if self.at_start(balance) > self.at_start(travel) {
                    balance
                } else {
                    travel
                }
            }
            (Some(travel), None, _) => Bound::Travel(travel),
            (None, Some(balance), _) => Bound::Balance(balance),
            (None, None, Some(Some(patterns))) => Bound::Patterns(patterns),
            (None, None, _) => Bound::Nothing,
        }
    }

    /// The lower bound of the start that the game was made for.
    fn at_start(&self, bound: Bound<'_, N>) -> u32 {
        let start = self.packed().special().start.as_deref();
        let state = start.and_then(|labels| self.packed().state(labels));
        let cache = bound.start(self.packed(), state.unwrap_or_default());
        Heuristic::<Packed<N>>::bound(&bound, cache)
    }

    /// The bound of that name, or the best; may make pattern databases first.
    ///
    /// # Errors
    /// The limit that was reached over that.
    pub(super) fn bound(
        &self,
        lower: Option<Lower>,
        limits: &Limits,
    ) -> Result<Bound<'_, N>, StopReason> {
        let make = match lower {
            Some(lower) => lower == Lower::Patterns,
            None => matches!(self.cheap_bound(), Bound::Nothing),
        };
        if make && self.patterns.get().is_none() {
            // The limit of states is that of the search alone.
            let limits = Limits {
                states: None,
                ..limits.clone()
            };
            let mut meter = Meter::new(&limits);
            let made = Patterns::new(self.packed(), MOST_PATTERN_STATES, &mut meter)?;
            // Another thread that was quicker has made the same.
            let _ = self.patterns.set(made);
        }
        let found = &self.found;
        let named = match lower {
            None => return Ok(self.cheap_bound()),
            Some(Lower::Travel) => found.travel().map(Bound::Travel),
            Some(Lower::Balance) => found.balance().map(Bound::Balance),
            Some(Lower::Patterns) => {
                let made = self.patterns.get().and_then(Option::as_ref);
                made.map(Bound::Patterns)
            }
        };
        Ok(named.unwrap_or(Bound::Nothing))
    }

    /// The bounds that there are, the best first; patterns perhaps.
    pub(super) fn lowers(&self) -> Vec<Lower> {
        let has = |lower: &Lower| match lower {
            Lower::Travel => self.found.travel().is_some(),
            Lower::Balance => self.found.balance().is_some(),
            Lower::Patterns => self.has_patterns(),
        };
        let mut all: Vec<Lower> = Lower::ALL.into_iter().filter(has).collect();
        if matches!(self.cheap_bound(), Bound::Balance(_)) {
            all.sort_by_key(|&lower| lower != Lower::Balance);
        }
        all
    }

    /// Whether some lower bound may be had.
    pub(super) fn may_be_bounded(&self) -> bool {
        !self.lowers().is_empty()
    }

    /// Whether pattern databases may be had.
    fn has_patterns(&self) -> bool {
        match self.patterns.get() {
            Some(made) => made.is_some(),
            None => self.found.counts().kept.iter().any(|set| !set.is_empty()),
        }
    }
}

/// A game as a puzzle that can be written. `LETTERS` says whether moves may be
/// run together.
pub(super) struct Written<'a, const N: usize, const LETTERS: bool = false>(pub(super) &'a Game<N>);

impl<const N: usize, const LETTERS: bool> Puzzle for Written<'_, N, LETTERS> {
    type State = Words<N>;
    type Move = Move;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = Move> {
        self.0.packed().moves(state)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Move) -> Words<N> {
        self.0.packed().apply(state, m)
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.0.packed().is_goal(state)
    }
}

impl<const N: usize, const LETTERS: bool> Notation for Written<'_, N, LETTERS> {
    fn draw(&self, state: Words<N>) -> String {
        self.0.layout.draw(&self.0.packed().labels(state))
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        let labels = self.0.layout.parse(text)?;
        self.0.packed().state(&labels).ok_or_else(|| {
            let message = "a board that cannot be reached";
            Fault::new(0..text.len(), message, "expected one with the same pieces").into()
        })
    }

    fn name(&self, m: Move) -> String {
        self.0.packed().name(m).to_owned()
    }

    fn parse_move(&self, name: &str) -> Option<Move> {
        let packed = self.0.packed();
        packed.named(name).or_else(|| {
            let names = &packed.special().ground.moves;
            packed.named(names.iter().find(|m| m.eq_ignore_ascii_case(name))?)
        })
    }

    const LETTER_MOVES: bool = LETTERS;
}

/// A game whose states are numbered and whose goals are listed.
pub(super) struct Ranks<const N: usize> {
    pub(super) game: Arc<Game<N>>,
    pub(super) ranking: Ranking<N>,
    /// The goals, unless they are to be looked for among all states.
    pub(super) goals: Option<Listed<N>>,
    /// The states that are meant, if not all.
    pub(super) within: Option<RankSet>,
}

impl<const N: usize> Ranks<N> {
    /// Whether the state of that rank is meant.
    #[inline]
    pub(super) fn holds(&self, rank: u64) -> bool {
        self.within.as_ref().is_none_or(|set| set.contains(rank))
    }

    fn numbered(&self) -> With<'_, N, (), (), &Ranking<N>> {
        With {
            puzzle: self.game.packed(),
            back: (),
            goals: (),
            ranking: &self.ranking,
            symmetries: (),
            orders: (),
        }
    }
}

impl<const N: usize> Puzzle for Ranks<N> {
    type State = Words<N>;
    type Move = Move;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = Move> {
        self.game.packed().moves(state)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Move) -> Words<N> {
        self.game.packed().apply(state, m)
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.game.packed().is_goal(state)
    }
}

impl<const N: usize> Ranked for Ranks<N> {
    fn size(&self) -> u64 {
        self.ranking.size()
    }

    #[inline]
    fn rank(&self, state: Words<N>) -> u64 {
        self.numbered().rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Words<N> {
        self.numbered().unrank(rank)
    }
}

impl<const N: usize> Goals for Ranks<N> {
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        let listed = self
            .goals
            .iter()
            .flat_map(|goals| goals.states.iter().copied())
            .filter(|&goal| self.holds(self.rank(goal)));
        let sought = if self.goals.is_none() { self.size() } else { 0 };
        let sought = (0..sought).filter(|&rank| self.holds(rank));
        let sought = sought.map(|rank| self.unrank(rank));
        listed.chain(sought.filter(|&state| self.is_goal(state)))
    }
}

impl<const N: usize> Symmetric for Ranks<N> {
    fn canonical(&self, state: Words<N>) -> Words<N> {
        self.game.canonical(state)
    }
}

impl<const N: usize> Notation for Ranks<N> {
    fn draw(&self, state: Words<N>) -> String {
        Written::<N>(&self.game).draw(state)
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        Written::<N>(&self.game).parse(text)
    }

    fn name(&self, m: Move) -> String {
        Written::<N>(&self.game).name(m)
    }

    fn parse_move(&self, name: &str) -> Option<Move> {
        Written::<N>(&self.game).parse_move(name)
    }
}
