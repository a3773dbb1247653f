//! The complete analysis of a puzzle, as far as it costs little.

use std::sync::OnceLock;

use fewest_rules::grouped;

use super::goals::left_counts;
use super::{
    Additions, Balance, Inverses, KeptCounts, Listed, Pairs, Parity, Places, Ranking, Sequences,
    Symmetries, Travel, inverse_rules,
};
use crate::compiled::{Backward, Packed};

/// The most goal states that the analysis enumerates.
pub const MOST_GOALS: usize = 1 << 16;

/// A puzzle and its properties; a property is `None` if the puzzle does not have it.
/// [`With`](super::With) combines the properties with the puzzle; some of them are heuristics.
///
/// Each property is computed on its first use: an easy board is solved in less time than the whole
/// analysis takes.
///
/// [`Patterns`](super::Patterns) are not included because they take a search.
#[derive(Debug, Clone)]
pub struct Found<const N: usize> {
    puzzle: Packed<N>,
    counts: OnceLock<KeptCounts>,
    ways_back: OnceLock<WaysBack<N>>,
    sequences: OnceLock<Sequences>,
    places: OnceLock<Option<Places>>,
    additions: OnceLock<Option<Additions>>,
    symmetries: OnceLock<Option<Symmetries<N>>>,
    ranking: OnceLock<Option<Ranking<N>>>,
    goals: OnceLock<Option<Listed<N>>>,
    travel: OnceLock<Option<Travel<N>>>,
    balance: OnceLock<Option<Balance<N>>>,
    parity: OnceLock<Option<Parity>>,
}

/// The predecessors by inverse rules, and the inverse of each move.
type WaysBack<const N: usize> = (Option<Backward<N>>, Option<Inverses>);

impl<const N: usize> Found<N> {
    /// Prepares the analysis of `puzzle`; nothing is computed yet.
    pub fn new(puzzle: Packed<N>) -> Self {
        Self {
            puzzle,
            counts: OnceLock::new(),
            ways_back: OnceLock::new(),
            sequences: OnceLock::new(),
            places: OnceLock::new(),
            additions: OnceLock::new(),
            symmetries: OnceLock::new(),
            ranking: OnceLock::new(),
            goals: OnceLock::new(),
            travel: OnceLock::new(),
            balance: OnceLock::new(),
            parity: OnceLock::new(),
        }
    }

    /// The analysed puzzle.
    #[inline]
    pub fn puzzle(&self) -> &Packed<N> {
        &self.puzzle
    }

    /// The labels whose number no move changes.
    pub fn counts(&self) -> &KeptCounts {
        let find = || KeptCounts::new(self.puzzle.special());
        self.counts.get_or_init(find)
    }

    fn ways_back(&self) -> &WaysBack<N> {
        self.ways_back.get_or_init(|| {
            let inverses = inverse_rules(self.puzzle.special());
            let backward = inverses
                .as_ref()
                .map(|inverses| Backward::new(&self.puzzle, inverses));
            let inverses = inverses.and_then(|inverses| Inverses::new(&self.puzzle, &inverses));
            (backward, inverses)
        })
    }

    /// The generator of predecessors.
    pub fn backward(&self) -> Option<&Backward<N>> {
        self.ways_back().0.as_ref()
    }

    /// The inverse of each move.
    pub fn inverses(&self) -> Option<&Inverses> {
        self.ways_back().1.as_ref()
    }

    /// The effects of sequences of rules.
    pub fn sequences(&self) -> &Sequences {
        self.sequences.get_or_init(|| Sequences::new(&self.puzzle))
    }

    /// The places of the label whose position determines which rules apply.
    pub fn places(&self) -> Option<&Places> {
        let find = || Places::new(&self.puzzle, self.sequences());
        self.places.get_or_init(find).as_ref()
    }

    /// The numbers that moves add, if they do nothing else.
    pub fn additions(&self) -> Option<&Additions> {
        let find = || Additions::new(self.puzzle.special());
        self.additions.get_or_init(find).as_ref()
    }

    /// The permutations of positions and labels that preserve the puzzle.
    pub fn symmetries(&self) -> Option<&Symmetries<N>> {
        let find = || Symmetries::new(&self.puzzle);
        self.symmetries.get_or_init(find).as_ref()
    }

    /// The ranking of the states.
    pub fn ranking(&self) -> Option<&Ranking<N>> {
        let find = || Ranking::new(&self.puzzle);
        self.ranking.get_or_init(find).as_ref()
    }

    /// The goal states, up to [`MOST_GOALS`].
    pub fn goals(&self) -> Option<&Listed<N>> {
        let find = || Listed::new(&self.puzzle, MOST_GOALS);
        self.goals.get_or_init(find).as_ref()
    }

    /// The heuristic from the distances of labels to their goal positions.
    pub fn travel(&self) -> Option<&Travel<N>> {
        let find = || Travel::new(&self.puzzle);
        self.travel.get_or_init(find).as_ref()
    }

    /// The heuristic from the number of a label that goals have fewer or more of.
    pub fn balance(&self) -> Option<&Balance<N>> {
        let find = || Balance::new(&self.puzzle);
        self.balance.get_or_init(find).as_ref()
    }

    /// The parity that no move changes.
    pub fn parity(&self) -> Option<&Parity> {
        let find = || Parity::new(self.puzzle.special());
        self.parity.get_or_init(find).as_ref()
    }

    /// A summary: a line for each property.
    pub fn lines(&self) -> Vec<String> {
        let puzzle = &self.puzzle;
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
        if self.inverses().is_some() {
            lines.push("every move is taken back by a move".to_owned());
        } else if self.backward().is_some() {
            lines.push("moves can be played backwards".to_owned());
        }
        let pairs = Pairs::new(puzzle, self.sequences());
        lines.extend(pairs.and_then(|pairs| pairs.line()));
        if self.places().is_some() {
            lines.push("which rules hold is known without a look at the board".to_owned());
        }
        if let Some(additions) = self.additions() {
            lines.push(match additions.prime() {
                Some(prime) => format!("moves add modulo {prime}: linear equations"),
                None => "moves only add: their order does not matter".to_owned(),
            });
        }
        if let Some(symmetries) = self.symmetries() {
            let all = symmetries.all().len() as u64;
            lines.push(many(all, "symmetry", "symmetries") + " of board and labels");
        }
        if let Some(ranking) = self.ranking() {
            lines.push(format!(
                "states are numbered below {}",
                grouped(&ranking.size().to_string())
            ));
        }
        if let Some(goals) = self.goals() {
            lines.push(many(goals.states.len() as u64, "goal state", "goal states"));
        }
        if let Some(travel) = self.travel() {
            let (labels, along) = travel.labels();
            lines.push(format!(
                "lower bound: the distances of {} to go, {along} at most in a move",
                many(labels as u64, "label", "labels")
            ));
        }
        if let Some(balance) = self.balance() {
            lines.push(format!(
                "lower bound: how many {} there are, and how many a goal has",
                balance.label()
            ));
        }
        if self.parity().is_some() {
            lines.push("the order of the symbols stays even or odd".to_owned());
        }
        lines
    }
}
