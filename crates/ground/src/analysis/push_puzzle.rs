//! A puzzle with an agent that pushes tokens. A state is given by the set of the squares with
//! tokens and the square of the agent; a *square* is a position that changes.

use fewest_rules::{AgentMoves, Words, sort_by_key};

use super::carriers::Carriers;
use super::dead_ends::TokenMasks;
use super::goals::GoalStates;
use super::pushes::{PushOfToken, Pushes};
use super::symmetry::{Symmetries, Symmetry};
use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::Label;

/// A puzzle with an agent that pushes tokens. A setting is the set of the squares with tokens, as
/// the bits of `W` words, and a place of the agent is a square. The moves are those of the compiled
/// puzzle.
#[derive(Debug, Clone)]
pub struct PushPuzzle<'a, const W: usize> {
    rules: &'a Pushes,
    task: &'a PackedTask,
    goals: &'a GoalStates,
    /// For each square, the squares to which a step leads from there.
    links: Vec<Words<W>>,
    /// For each square of the agent, the pushes that begin with the agent on this square, and the
    /// set of squares from which these pushes take a token.
    pushes: Vec<(Words<W>, Vec<PushFlips<W>>)>,
    /// For each square of the agent, the pushes that end with the agent on this square, and the set
    /// of squares to which these pushes bring a token.
    pulls: Vec<(Words<W>, Vec<PushFlips<W>>)>,
    /// The dead ends of the tokens: arrangements from which no goal can be reached. Pushes that
    /// lead to them are left out.
    dead_ends: Option<TokenMasks<W>>,
    /// The symmetries that keep all labels, without the identity.
    symmetries: Vec<SquareSymmetry<W>>,
}

/// A symmetry as a permutation of squares.
#[derive(Debug, Clone)]
struct SquareSymmetry<const W: usize> {
    /// For each square, its image.
    squares: Vec<u8>,
    /// For each byte of a set of squares and each value of the byte, the image of these squares.
    images: Vec<Words<W>>,
}

impl<const W: usize> SquareSymmetry<W> {
    fn new(squares: Vec<u8>) -> Self {
        let bytes = squares.chunks(8);
        let image = |(byte, value): (&[u8], usize)| {
            let mut moved = Words::<W>::default();
            for (bit, &to) in byte.iter().enumerate() {
                moved = moved.with_bit(to.into(), moved.bit(to.into()) || value >> bit & 1 == 1);
            }
            moved
        };
        let values = bytes.flat_map(|byte| (0..256).map(move |value| (byte, value)));
        Self {
            images: values.map(image).collect(),
            squares,
        }
    }

    #[inline]
    fn image(&self, set: Words<W>) -> Words<W> {
        let mut image = Words::default();
        for (at, images) in self.images.chunks_exact(256).enumerate() {
            let byte = set.0[at / 8 % W] >> (at % 8 * 8) & 255;
            image = image | images[byte as usize];
        }
        image
    }
}

/// A push, and the set of two squares that it changes: those of the token before and after the
/// push.
#[derive(Debug, Clone, Copy)]
struct PushFlips<const W: usize> {
    of: PushOfToken,
    flips: Words<W>,
}

impl<'a, const W: usize> PushPuzzle<'a, W> {
    /// The puzzle with the steps and pushes of `rules` and with the goal states `goals`. `rules`,
    /// `goals` and `carriers` must have been derived from `task`. `None` if there are more squares
    /// than bits in `W` words.
    pub(super) fn new(
        rules: &'a Pushes,
        task: &'a PackedTask,
        goals: &'a GoalStates,
        carriers: &[Carriers],
    ) -> Option<Self> {
        let squares = rules.squares();
        if squares > Words::<W>::BITS {
            return None;
        }
        let nothing = Words::<W>::default();
        let mut all = Self {
            rules,
            task,
            goals,
            links: vec![nothing; squares],
            pushes: vec![(nothing, Vec::new()); squares],
            pulls: vec![(nothing, Vec::new()); squares],
            dead_ends: all_masks(rules, task, carriers),
            symmetries: Vec::new(),
        };
        for &(from, to, _) in &rules.steps {
            all.links[from] = all.links[from].with_bit(to, true);
        }
        for &of in &rules.pushes {
            let flips = nothing.with_bit(of.token, true).with_bit(of.to, true);
            let (tokens, pushes) = &mut all.pushes[of.from];
            *tokens = tokens.with_bit(of.token, true);
            pushes.push(PushFlips { of, flips });
            let (tokens, pulls) = &mut all.pulls[of.token];
            *tokens = tokens.with_bit(of.to, true);
            pulls.push(PushFlips { of, flips });
        }
        Some(all)
    }

    /// The same puzzle, in which states that are equal up to `symmetries` belong to one class.
    /// Symmetries that change a label are left out.
    #[must_use]
    pub fn up_to_symmetry(mut self, symmetries: &Symmetries) -> Self {
        let rules = self.rules;
        let image = |symmetry: &Symmetry, position: usize| {
            let image = rules.squares.binary_search(&symmetry.positions[position]);
            image.ok().map(|square| square as u8)
        };
        let squares = |symmetry: &Symmetry| {
            let mut labels = symmetry.labels[rules.agent.0].iter().zip(0..);
            let keeps = labels.all(|(&image, label)| image == label);
            let squares = rules.squares.iter();
            let squares = squares.map(|&position| image(symmetry, position));
            keeps
                .then(|| squares.collect::<Option<Vec<u8>>>())
                .flatten()
        };
        let all = symmetries.all().iter().filter_map(squares);
        self.symmetries = all.map(SquareSymmetry::new).collect();
        self
    }

    /// The number of symmetries, with the identity.
    pub fn symmetries(&self) -> usize {
        self.symmetries.len() + 1
    }

    /// The setting and the place of a state with these labels, one for each position. `None` if the
    /// state does not have exactly one agent.
    pub fn state(&self, labels: &[Label]) -> Option<(Words<W>, usize)> {
        let mut tokens = Words::default();
        let mut place = None;
        for (square, &position) in self.rules.squares.iter().enumerate() {
            let label = *labels.get(position)?;
            if label == self.rules.token {
                tokens = tokens.with_bit(square, true);
            } else if label == self.rules.agent.1 && place.replace(square).is_some() {
                return None;
            }
        }
        Some((tokens, place?))
    }
}

/// The dead ends of the tokens, if they can get into any.
fn all_masks<const W: usize>(
    rules: &Pushes,
    task: &PackedTask,
    carriers: &[Carriers],
) -> Option<TokenMasks<W>> {
    let domain = |position: usize| task.reduced().ground.positions[position].domain;
    let ours = |carriers: &&Carriers| {
        let mut cells = carriers.cells.iter();
        carriers.label == rules.token && cells.all(|&cell| domain(cell) == rules.agent.0)
    };
    let carriers = carriers.iter().find(ours)?;
    let square = |position| rules.squares.binary_search(position).ok();
    let bits = carriers.cells.iter().map(|cell| Some(square(cell)? as u32));
    TokenMasks::new(carriers, &bits.collect::<Option<Vec<_>>>()?)
}

impl<const W: usize> AgentMoves<W> for PushPuzzle<'_, W> {
    type Move = CompiledMove;

    #[inline]
    fn steps(&self, setting: Words<W>, places: Words<W>) -> Words<W> {
        let mut reached = Words::default();
        for place in places.ones() {
            reached = reached | self.links[place];
        }
        reached.without(setting)
    }

    #[inline]
    fn pushes(&self, setting: Words<W>, places: Words<W>, each: &mut impl FnMut(Words<W>, usize)) {
        for place in places.ones() {
            let (tokens, pushes) = &self.pushes[place];
            if (*tokens & setting).is_zero() {
                continue;
            }
            for PushFlips { of, flips } in pushes {
                if setting.bit(of.token)
                    && !setting.bit(of.to)
                    && !self
                        .dead_ends
                        .as_ref()
                        .is_some_and(|all| all.rule_leads_to(setting.0, of.rule))
                {
                    each(setting ^ *flips, of.token);
                }
            }
        }
    }

    #[inline]
    fn pulls(&self, setting: Words<W>, places: Words<W>, each: &mut impl FnMut(Words<W>, usize)) {
        for place in places.ones() {
            let (tokens, pulls) = &self.pulls[place];
            if (*tokens & setting).is_zero() {
                continue;
            }
            for PushFlips { of, flips } in pulls {
                if setting.bit(of.to) && !setting.bit(of.from) {
                    each(setting ^ *flips, of.from);
                }
            }
        }
    }

    fn moves(
        &self,
        setting: Words<W>,
        place: usize,
        moves: &mut Vec<(CompiledMove, Words<W>, usize)>,
    ) {
        moves.clear();
        let here = self.rules.steps.iter().filter(|step| step.0 == place);
        for &(_, to, rule) in here {
            if !setting.bit(to) {
                moves.push((self.task.move_by_rule(rule), setting, to));
            }
        }
        for PushFlips { of, flips } in &self.pushes[place].1 {
            if setting.bit(of.token) && !setting.bit(of.to) {
                moves.push((self.task.move_by_rule(of.rule), setting ^ *flips, of.token));
            }
        }
        sort_by_key(moves, |&(m, ..)| m);
    }

    #[inline]
    fn canonical(&self, setting: Words<W>, place: usize) -> (Words<W>, Words<W>) {
        let mut least = setting;
        let mut places = Words::default().with_bit(place, true);
        for symmetry in &self.symmetries {
            let image = symmetry.image(setting);
            if image > least {
                continue;
            }
            if image < least {
                (least, places) = (image, Words::default());
            }
            places = places.with_bit(symmetry.squares[place].into(), true);
        }
        (least, places)
    }

    fn goals(&self) -> impl Iterator<Item = (Words<W>, usize)> {
        let all = self.goals.labels(self.task);
        all.filter_map(|labels| self.state(&labels))
    }
}
