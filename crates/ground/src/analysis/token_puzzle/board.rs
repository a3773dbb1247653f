//! The tokens of a puzzle, and the places where they may be.

use super::{MOST_PLACES, MOST_TOKENS, TokenPlaces};
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Test};
use crate::reduction::DomainLabel;

/// The tokens of a puzzle and the places where they may be.
#[derive(Debug, Clone)]
pub(super) struct TokenBoard {
    /// For each place, the index of its position.
    pub(super) positions: Vec<usize>,
    /// For each position, the index of its place; `None` if its label never changes.
    pub(super) places: Vec<Option<u16>>,
    /// For each domain, its background: the only label of the domain that is not a token.
    pub(super) backgrounds: Vec<Label>,
    /// For each kind of token, its label with the label's domain.
    pub(super) kinds: Vec<DomainLabel>,
    /// For each token, its kind.
    pub(super) kind_of: Vec<u8>,
}

/// A condition on a place: which kinds of tokens may be there, and whether the place may hold none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Condition {
    pub(super) place: u16,
    /// Whether the condition allows the place to hold no token.
    pub(super) clear: bool,
    /// The set of kinds of tokens that may be at the place: bit `i` is set for kind `i`.
    pub(super) kinds: u8,
}

impl TokenBoard {
    /// Finds the tokens and the places of `task`. `None` if there are no tokens, too many tokens or
    /// too many places, or if moves change how many tokens there are.
    pub(super) fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let positions: Vec<usize> = reduced.changing().collect();
        if positions.len() > MOST_PLACES {
            return None;
        }
        let most_tokens = match Self::width_of(positions.len()) {
            8 => MOST_TOKENS,
            _ => MOST_TOKENS / 2,
        };
        let mut places = vec![None; reduced.sets.len()];
        for (place, &position) in (0..).zip(&positions) {
            places[position] = Some(place);
        }
        let mut board = Self {
            positions,
            places,
            backgrounds: Vec::new(),
            kinds: Vec::new(),
            kind_of: Vec::new(),
        };
        for (domain, numbers) in task.counts().numbers(reduced).iter().enumerate() {
            let of_domain = |p: &&usize| reduced.ground.positions[**p].domain == domain;
            let sets = board.positions.iter().filter(of_domain);
            let labels = LabelSet(sets.fold(0, |all, &position| all | reduced.sets[position].0));
            let number = |label: Label| Some((label, numbers[usize::from(label)]?));
            let counted: Vec<(Label, u32)> = labels.labels().map(number).collect::<Option<_>>()?;
            let most = counted.iter().max_by_key(|&&(_, number)| number);
            let background = most.map_or(0, |&(label, _)| label);
            board.backgrounds.push(background);
            for &(label, number) in counted.iter().filter(|&&(label, _)| label != background) {
                if board.kind_of.len() + number as usize > most_tokens {
                    return None;
                }
                if number > 0 {
                    let kind = board.kinds.len() as u8;
                    board.kind_of.extend((0..number).map(|_| kind));
                    board.kinds.push((domain, label));
                }
            }
        }
        (!board.kinds.is_empty()).then_some(board)
    }

    /// The number of bits of a state that each token takes, on a board with `places` places.
    pub(super) fn width_of(places: usize) -> u32 {
        if places <= 1 << 8 { 8 } else { 16 }
    }

    /// The kind of token that has a label at a position. `None` if there is no such token.
    pub(super) fn kind(&self, task: &PackedTask, position: usize, label: Label) -> Option<usize> {
        let domain = task.reduced().ground.positions[position].domain;
        self.kinds.iter().position(|&kind| kind == (domain, label))
    }

    /// The condition that a test makes. `None` if it compares two positions, or if the label of the
    /// tested position never changes.
    pub(super) fn condition(&self, task: &PackedTask, test: &Test) -> Option<Condition> {
        let Test::In { position, labels } = *test else {
            return None;
        };
        let mut kinds = 0;
        for label in labels.labels() {
            kinds |= self
                .kind(task, position, label)
                .map_or(0, |kind| 1_u8 << kind);
        }
        let domain = task.reduced().ground.positions[position].domain;
        Some(Condition {
            place: self.places[position]?,
            clear: labels.has(self.backgrounds[domain]),
            kinds,
        })
    }

    /// The set of the kinds of tokens that may be at a place: bit `i` is set for kind `i`.
    pub(super) fn kinds_at(&self, task: &PackedTask, place: u16) -> u8 {
        let position = self.positions[usize::from(place)];
        let labels = task.reduced().sets[position].labels();
        let kinds = labels.filter_map(|label| self.kind(task, position, label));
        kinds.fold(0, |all, kind| all | 1 << kind)
    }

    /// Whether `condition` holds in a state with these tokens.
    pub(super) fn holds(&self, condition: Condition, tokens: TokenPlaces) -> bool {
        let mut kinds = self.kind_of.iter().zip(tokens);
        match kinds.find(|&(_, place)| place == condition.place) {
            None => condition.clear,
            Some((kind, _)) => condition.kinds >> kind & 1 == 1,
        }
    }
}
