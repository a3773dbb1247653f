//! A lower bound from the distances of single tokens.
//!
//! In the abstraction, the other tokens do not matter: a rule takes a token from one place to
//! another even if the other tokens do not stand as the rule requires. So the distance of a token
//! to a place where a goal requires it is at most the number of moves that carry this token in a
//! solution.

use fewest_rules::{DEAD_END, Heuristic};

use super::{LineOutcome, MOST_TOKENS, TokenPlaces, TokenPuzzle, TokenState};

/// Stands for the distance of a place from which the required place cannot be reached.
const NEVER: u16 = u16::MAX;

/// The places where goals require tokens, with the distances of tokens at any place from them.
#[derive(Debug, Clone, Default)]
pub(super) struct GoalDistances {
    /// For each goal, its wishes in groups. A *wish* is a place where the goal requires a token. No
    /// token can meet wishes of two groups, so the numbers of moves that the groups need may be
    /// added.
    goals: Vec<Vec<Vec<Wish>>>,
}

/// A place where a goal requires one of several tokens.
#[derive(Debug, Clone)]
struct Wish {
    /// The tokens that meet the wish, each with the index in `distances` where the distances for
    /// its kind begin.
    tokens: Vec<(u8, u32)>,
    /// For each kind of token that meets the wish, the distance of each place from the place of the
    /// wish.
    distances: Vec<u16>,
}

impl GoalDistances {
    pub(super) fn new(puzzle: &TokenPuzzle) -> Self {
        let goals = puzzle.goals.iter().map(|goal| {
            let wanted = goal.iter().filter(|c| !c.clear && c.kinds != 0);
            let wishes: Vec<(u8, Wish)> = wanted
                .map(|c| (c.kinds, Wish::new(puzzle, c.place, c.kinds)))
                .collect();
            grouped(wishes)
        });
        Self {
            goals: goals.collect(),
        }
    }

    #[inline]
    fn bound(&self, tokens: TokenPlaces) -> u32 {
        let of_group = |group: &Vec<Wish>| group.iter().map(|wish| wish.distance(tokens)).max();
        let of_goal = |goal: &Vec<Vec<Wish>>| {
            let mut groups = goal.iter().filter_map(of_group);
            groups.try_fold(0, |sum, group| {
                (group != NEVER).then_some(sum + u32::from(group))
            })
        };
        self.goals
            .iter()
            .filter_map(of_goal)
            .min()
            .unwrap_or(DEAD_END)
    }
}

/// Divides wishes into groups. A wish joins the group of an earlier wish if some kind of token
/// meets both. If two of the groups then share a kind, all wishes form one group instead.
fn grouped(wishes: Vec<(u8, Wish)>) -> Vec<Vec<Wish>> {
    let mut groups: Vec<(u8, Vec<Wish>)> = Vec::new();
    for (kinds, wish) in wishes {
        match groups.iter_mut().find(|(group, _)| group & kinds != 0) {
            Some((group, wishes)) => {
                *group |= kinds;
                wishes.push(wish);
            }
            None => groups.push((kinds, vec![wish])),
        }
    }
    let all = groups
        .iter()
        .fold(0, |all, &(kinds, _)| all + kinds.count_ones());
    let union = groups.iter().fold(0_u8, |all, &(kinds, _)| all | kinds);
    let wishes = groups.into_iter().map(|(_, wishes)| wishes);
    match all == union.count_ones() {
        true => wishes.collect(),
        false => vec![wishes.flatten().collect()],
    }
}

impl Wish {
    fn new(puzzle: &TokenPuzzle, place: u16, kinds: u8) -> Self {
        let mut wish = Self {
            tokens: Vec::new(),
            distances: Vec::new(),
        };
        for kind in (0..8).filter(|kind| kinds >> kind & 1 == 1) {
            let at = wish.distances.len() as u32;
            let tokens = (0..).zip(&puzzle.board.kind_of);
            let of_kind = tokens.filter(|&(_, &other)| usize::from(other) == kind);
            wish.tokens.extend(of_kind.map(|(token, _)| (token, at)));
            wish.distances.extend(puzzle.distances_to(kind, place));
        }
        wish
    }

    /// The least distance of a token that meets the wish.
    #[inline]
    fn distance(&self, tokens: TokenPlaces) -> u16 {
        let of = |&(token, at): &(u8, u32)| {
            let place = tokens[usize::from(token) % MOST_TOKENS];
            self.distances[at as usize + usize::from(place)]
        };
        self.tokens.iter().map(of).min().unwrap_or(NEVER)
    }
}

impl TokenPuzzle {
    /// For each place, the least number of moves in which a token of the kind `kind` gets from there
    /// to `goal`, if it may stop wherever some rule takes it.
    fn distances_to(&self, kind: usize, goal: u16) -> Vec<u16> {
        let places = self.board.positions.len();
        let mut sources: Vec<Vec<usize>> = vec![Vec::new(); places];
        for (from, lines) in self.lines[kind * places..][..places].iter().enumerate() {
            let ends = lines.ends.0.to_le_bytes();
            for (&first, end) in lines.outcomes.iter().zip(ends).take(lines.count as usize) {
                let outcomes = &self.outcomes[first as usize..][..=usize::from(end)];
                for outcome in outcomes
                    .iter()
                    .filter(|&&outcome| outcome != LineOutcome::NONE)
                {
                    sources[usize::from(outcome.to())].push(from);
                }
            }
        }
        let mut distances = vec![NEVER; places];
        distances[usize::from(goal)] = 0;
        let mut layer = vec![usize::from(goal)];
        // There are fewer places than values of `distance`, so the loop ends with an empty layer.
        for distance in 1..NEVER {
            if layer.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for from in layer.iter().flat_map(|&to| &sources[to]) {
                if distances[*from] == NEVER {
                    distances[*from] = distance;
                    next.push(*from);
                }
            }
            layer = next;
        }
        distances
    }
}

/// An admissible and consistent heuristic: the number of moves that single tokens need to get to
/// the places where a goal requires them, if they could stop wherever some rule takes them.
#[derive(Debug, Clone, Copy, Default)]
pub struct TokenDistances;

impl TokenDistances {
    /// A short description of the heuristic.
    pub const WORDS: &str = "the moves of single tokens that may stop anywhere";
}

impl Heuristic<TokenPuzzle> for TokenDistances {
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &TokenPuzzle, state: TokenState) -> u32 {
        puzzle.goal_distances.bound(puzzle.places(state))
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
