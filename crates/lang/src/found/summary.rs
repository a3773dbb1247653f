//! All that is found in a puzzle at little cost.

use rules::grouped;

use super::goals::left_counts;
use super::{
    Additions, Balance, Inverses, KeptCounts, Listed, Pairs, Parity, Places, Ranking, Sequences,
    Symmetries, Travel, inverse_rules,
};
use crate::compiled::{Backward, Packed};

/// The most goals that are listed.
pub const MOST_GOALS: usize = 1 << 16;

/// What was found in a puzzle; what was not is `None`. Each is made part of the
/// puzzle by [`With`](super::With), or is a heuristic.
///
/// [`Patterns`](super::Patterns) are not among these: they take a search.
#[derive(Debug, Clone)]
pub struct Found<const N: usize> {
    /// Which labels stay as many as they are.
    pub counts: KeptCounts,
    /// The way from a state to those before it.
    pub backward: Option<Backward<N>>,
    /// The move that takes each move back.
    pub inverses: Option<Inverses>,
    /// What rules do one after the other.
    pub sequences: Sequences,
    /// What decides which rules hold, if it is a label's place alone.
    pub places: Option<Places>,
    /// What moves add, where they do nothing else.
    pub additions: Option<Additions>,
    /// Exchanges of positions and labels that keep everything.
    pub symmetries: Option<Symmetries<N>>,
    /// Numbers for the states.
    pub ranking: Option<Ranking<N>>,
    /// The goal states, up to [`MOST_GOALS`].
    pub goals: Option<Listed<N>>,
    /// How far labels are from where they have to go.
    pub travel: Option<Travel<N>>,
    /// How many there are of a label, where goals want fewer or more.
    pub balance: Option<Balance<N>>,
    /// What stays even or odd.
    pub parity: Option<Parity>,
}

impl<const N: usize> Found<N> {
    /// What is found in `puzzle`. Takes milliseconds where the rules are hundreds,
    /// and is bounded in any case.
    pub fn new(puzzle: &Packed<N>) -> Self {
        let special = puzzle.special();
        let inverses = inverse_rules(special);
        let sequences = Sequences::new(puzzle);
        Self {
            counts: KeptCounts::new(special),
            backward: inverses
                .as_ref()
                .map(|inverses| Backward::new(puzzle, inverses)),
            inverses: inverses.and_then(|inverses| Inverses::new(puzzle, &inverses)),
            places: Places::new(puzzle, &sequences),
            sequences,
            additions: Additions::new(special),
            symmetries: Symmetries::new(puzzle),
            ranking: Ranking::new(puzzle),
            goals: Listed::new(puzzle, MOST_GOALS),
            travel: Travel::new(puzzle),
            balance: Balance::new(puzzle),
            parity: Parity::new(special),
        }
    }

    /// A line for each finding, for a person to read.
    pub fn lines(&self, puzzle: &Packed<N>) -> Vec<String> {
        let special = puzzle.special();
        let ground = &special.ground;
        let many = |n: u64, one: &str, more: &str| {
            let word = if n == 1 { one } else { more };
            format!("{} {word}", grouped(&n.to_string()))
        };
        let mut lines = vec![format!(
            "{} in {} of {}, {}",
            many(puzzle.bits().into(), "bit", "bits"),
            special.changing().count(),
            many(ground.positions.len() as u64, "position", "positions"),
            many(ground.rules.len() as u64, "rule", "rules"),
        )];
        for (domain, counts) in ground.domains.iter().zip(left_counts(special)) {
            let known = domain.labels.iter().zip(counts);
            let names: Vec<&str> = known
                .filter(|(_, count)| count.is_some_and(|count| count > 0))
                .map(|(name, _)| name.as_str())
                .collect();
            if !names.is_empty() {
                lines.push(format!(
                    "no move changes how many there are of {}",
                    names.join(" ")
                ));
            }
        }
        if let Some((domain, label)) = special.located() {
            let name = &ground.domains[domain].labels[usize::from(label)];
            lines.push(format!("rules are looked up by where {name} is"));
        }
        if self.inverses.is_some() {
            lines.push("every move is taken back by a move".to_owned());
        } else if self.backward.is_some() {
            lines.push("moves can be played backwards".to_owned());
        }
        let pairs = Pairs::new(puzzle, &self.sequences);
        lines.extend(pairs.and_then(|pairs| pairs.line()));
        if self.places.is_some() {
            lines.push("which rules hold is known without a look at the board".to_owned());
        }
        if let Some(additions) = &self.additions {
            lines.push(match additions.prime() {
                Some(prime) => format!("moves add modulo {prime}: linear equations"),
                None => "moves only add: their order does not matter".to_owned(),
            });
        }
        if let Some(symmetries) = &self.symmetries {
            let all = symmetries.all().len() as u64;
            lines.push(many(all, "symmetry", "symmetries") + " of board and labels");
        }
        if let Some(ranking) = &self.ranking {
            lines.push(format!(
                "states are numbered below {}",
                grouped(&ranking.size().to_string())
            ));
        }
        if let Some(goals) = &self.goals {
            lines.push(many(goals.states.len() as u64, "goal state", "goal states"));
        }
        if let Some(travel) = &self.travel {
            let (labels, along) = travel.labels();
            lines.push(format!(
                "lower bound: the distances of {} to go, {along} at most in a move",
                many(labels as u64, "label", "labels")
            ));
        }
        if let Some(balance) = &self.balance {
            lines.push(format!(
                "lower bound: how many {} there are, and how many a goal has",
                balance.label()
            ));
        }
        if self.parity.is_some() {
            lines.push("the order of the symbols stays even or odd".to_owned());
        }
        lines
    }
}
