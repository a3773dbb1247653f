//! Everything that is found in a puzzle, held by the laws and by counting.

use fewest_ground::compiled::{Backward, Compiled, Packed, Starts, compile};
use fewest_ground::found::{
    Additions, Balance, ByRule, Inverses, Listed, Parity, Patterns, Places, Ranking, Sequences,
    Symmetries, Travel, With, inverse_rules,
};
use fewest_ground::{Ground, Label};
use fewest_rules::{Limits, Meter, Outcome, Puzzle, laws};

use crate::oracle;

/// What was found, so that a test can ask for it.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(crate) struct Found {
    pub(crate) backward: bool,
    pub(crate) inverses: bool,
    pub(crate) goals: bool,
    pub(crate) commuting: bool,
    pub(crate) solved: bool,
    pub(crate) unsolvable: bool,
    pub(crate) travel: bool,
    pub(crate) balance: bool,
    pub(crate) parity: bool,
    pub(crate) patterns: usize,
    pub(crate) ranks: Option<u64>,
    pub(crate) symmetries: usize,
    /// Sequences of rules that others replace, of the short ones.
    pub(crate) replaced: usize,
    pub(crate) places: bool,
}

/// Compiles a puzzle for a start and tests what is found in it.
pub(crate) fn one(ground: &Ground, start: &[Label], walk: usize) -> Found {
    // What is true of any board is seldom more than what is true from one start.
    with_starts(ground, Starts::Any, start, walk);
    with_starts(ground, Starts::One(start), start, walk).unwrap()
}

fn with_starts(ground: &Ground, starts: Starts, start: &[Label], walk: usize) -> Option<Found> {
    Some(match compile(ground, starts).ok()? {
        Compiled::One(puzzle) => all_laws(&puzzle, start, walk),
        Compiled::Two(puzzle) => all_laws(&puzzle, start, walk),
        Compiled::Four(puzzle) => all_laws(&puzzle, start, walk),
        Compiled::Eight(puzzle) => all_laws(&puzzle, start, walk),
    })
}

/// Sequences of rules that are compared.
const MOST_SEQUENCES: usize = 150;

/// Tests everything that is found in `puzzle`.
fn all_laws<const N: usize>(puzzle: &Packed<N>, labels: &[Label], walk: usize) -> Found {
    let start = puzzle.state(labels).unwrap();
    let nothing = With::nothing(puzzle);
    let special = puzzle.special();
    let mut found = Found::default();
    if let Some(inverses) = inverse_rules(special) {
        found.backward = true;
        let backward = Backward::new(puzzle, &inverses);
        let with = With {
            puzzle,
            back: &backward,
            goals: (),
            ranking: (),
            symmetries: (),
            orders: (),
        };
        laws::check(&with, [start], walk)
            .unwrap()
            .reverse()
            .unwrap();
        if let Some(inverses) = Inverses::new(puzzle, &inverses) {
            found.inverses = true;
            let with = With {
                puzzle,
                back: &inverses,
                goals: (),
                ranking: (),
                symmetries: (),
                orders: (),
            };
            let laws = laws::check(&with, [start], walk).unwrap();
            laws.invertible().unwrap().reverse().unwrap();
        }
    }
    if let Some(goals) = Listed::new(puzzle, 10_000) {
        found.goals = true;
        let with = With {
            puzzle,
            back: (),
            goals: &goals,
            ranking: (),
            symmetries: (),
            orders: (),
        };
        laws::check(&with, [start], walk).unwrap().goals().unwrap();
    }
    let sequences = Sequences::new(puzzle);
    let by_rule = ByRule {
        puzzle,
        sequences: &sequences,
        places: (),
    };
    let few = laws::check(&by_rule, [start], walk.min(40)).unwrap();
    found.replaced = few.operators(MOST_SEQUENCES).unwrap();
    if let Some(places) = Places::new(puzzle, &sequences) {
        found.places = true;
        let by_rule = ByRule {
            puzzle,
            sequences: &sequences,
            places: &places,
        };
        let laws = laws::check(&by_rule, [start], walk).unwrap();
        laws.contexts().unwrap();
    }
    if let Some(travel) = Travel::new(puzzle) {
        found.travel = true;
        let laws = laws::check(&nothing, [start], walk).unwrap();
        laws.admissible(&travel)
            .unwrap()
            .consistent(&travel)
            .unwrap();
    }
    if let Some(balance) = Balance::new(puzzle) {
        found.balance = true;
        let laws = laws::check(&nothing, [start], walk).unwrap();
        laws.admissible(&balance)
            .unwrap()
            .consistent(&balance)
            .unwrap();
    }
    if let Some(parity) = Parity::new(special) {
        found.parity = true;
        let odd = parity.is_odd(labels);
        let reached = oracle::reach(&nothing, start, 20_000);
        for state in reached.iter().flat_map(|reached| reached.distances.keys()) {
            assert_eq!(parity.is_odd(&puzzle.labels(*state)), odd);
        }
    }
    if let Some(ranking) = Ranking::new(puzzle) {
        found.ranks = Some(ranking.size());
        let with = With {
            puzzle,
            back: (),
            goals: (),
            ranking: &ranking,
            symmetries: (),
            orders: (),
        };
        laws::check(&with, [start], walk).unwrap().ranked().unwrap();
    }
    let limits = Limits::default();
    let patterns = Patterns::new(puzzle, 3_000, &mut Meter::new(&limits)).unwrap();
    if let Some(patterns) = patterns {
        found.patterns = patterns.sizes().len();
        let laws = laws::check(&nothing, [start], walk).unwrap();
        laws.admissible(&patterns)
            .unwrap()
            .consistent(&patterns)
            .unwrap();
    }
    if let Some(symmetries) = Symmetries::new(puzzle) {
        found.symmetries = symmetries.all().len();
        let with = With {
            puzzle,
            back: (),
            goals: (),
            ranking: (),
            symmetries: &symmetries,
            orders: (),
        };
        laws::check(&with, [start], walk)
            .unwrap()
            .symmetric()
            .unwrap();
    }
    if let Some(additions) = Additions::new(special) {
        found.commuting = true;
        let with = With {
            puzzle,
            back: (),
            goals: (),
            ranking: (),
            symmetries: (),
            orders: additions.orders(),
        };
        laws::check(&with, [start], walk.min(100))
            .unwrap()
            .commuting()
            .unwrap();
        if let Some(reached) = oracle::reach(&nothing, start, 20_000)
            && let Some(report) = additions.solve(special, labels, &Limits::default())
        {
            match report.outcome {
                Outcome::Solved { moves } => {
                    found.solved = true;
                    assert_eq!(Some(moves.len() as u32), reached.goal);
                    let end = moves.iter().fold(start, |state, &m| puzzle.apply(state, m));
                    assert!(puzzle.is_goal(end));
                }
                Outcome::Unsolvable(_) => {
                    found.unsolvable = true;
                    assert_eq!(reached.goal, None);
                }
                Outcome::Stopped { .. } => panic!("{:?}", report.outcome),
            }
        }
    }
    found
}
