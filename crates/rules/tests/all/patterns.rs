//! Each law of abstractions detects the false claims that it tests for.

use fewest_rules::{
    Abstraction, Cost, Heuristic, Mapping, Parent, PartStep, Partition, Puzzle, laws,
};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Lie {
    None,
    RankTooGreat,
    BaseStays,
    BaseFalls,
    Free,
    GoalAbove,
    TwoClasses,
    TogetherMore,
    NoGoal,
    OtherPart,
    WrongBase,
    WrongRank,
    GoalElsewhere,
    TooFar,
}

/// Two counters from 0 to 5. A move changes one counter by one; the goal is that both are 0.
#[derive(Debug)]
struct Counters;

impl Puzzle for Counters {
    type State = (u8, u8);
    /// A counter, and whether the move raises the counter.
    type Move = (u8, bool);

    fn moves(&self, (a, b): (u8, u8)) -> impl Iterator<Item = (u8, bool)> {
        [(0, false), (0, true), (1, false), (1, true)]
            .into_iter()
            .filter(move |&(which, up)| {
                let at = if which == 0 { a } else { b };
                if up { at < 5 } else { at > 0 }
            })
    }

    fn apply(&self, (a, b): (u8, u8), (which, up): (u8, bool)) -> (u8, u8) {
        let go = |at: u8| if up { at + 1 } else { at - 1 };
        if which == 0 { (go(a), b) } else { (a, go(b)) }
    }

    fn is_goal(&self, state: (u8, u8)) -> bool {
        state == (0, 0)
    }
}

/// The abstraction to one counter. The value of the counter determines the legal moves, so there is
/// one class.
struct Counter(Lie);

impl Abstraction for Counter {
    type Image = u64;

    const CLASSES: u32 = 8;

    const ALTERNATES: bool = true;

    fn size(&self) -> u64 {
        if self.0 == Lie::RankTooGreat { 5 } else { 6 }
    }

    fn unrank(&self, rank: u64) -> u64 {
        rank
    }

    fn base(&self, kept: u64) -> u32 {
        match self.0 {
            Lie::BaseStays if kept == 4 => 3,
            Lie::BaseFalls if kept == 4 => 6,
            Lie::GoalAbove => kept as u32 + 1,
            _ => kept as u32,
        }
    }

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        match self.0 {
            Lie::NoGoal => {}
            _ => visit(0, 1),
        }
    }

    fn predecessors(&self, _: u64, kept: u64, classes: u8, mut visit: impl FnMut(u64, u8, Cost)) {
        let class = if self.0 == Lie::TwoClasses { 3 } else { 1 };
        let cost = match self.0 {
            Lie::Free => Cost::Free,
            _ => Cost::One,
        };
        if classes & 1 == 1 {
            if kept > 0 {
                visit(kept - 1, class, cost);
            }
            if kept < 5 {
                visit(kept + 1, class, cost);
            }
            if self.0 == Lie::TogetherMore && classes > 1 && kept > 0 {
                visit(kept - 1, class, cost);
            }
        }
    }
}

#[test]
fn false_abstractions_are_caught() {
    let verdict = |lie| {
        laws::abstraction(&Counter(lie), 100)
            .map_err(|violation| violation.to_string())
            .err()
            .unwrap_or_default()
    };
    assert_eq!(verdict(Lie::None), "");
    for (lie, word) in [
        (Lie::RankTooGreat, "the size is only"),
        (Lie::BaseStays, "which is not by one"),
        (Lie::BaseFalls, "lowers the base from 6 to 3"),
        (Lie::Free, "costs 0 and lowers the base"),
        (Lie::GoalAbove, "has base 1"),
        (Lie::TwoClasses, "which are not one"),
        (Lie::TogetherMore, "together than each alone"),
        (Lie::NoGoal, "no goal"),
    ] {
        assert!(verdict(lie).contains(word), "{lie:?}: {}", verdict(lie));
    }
}

/// The mapping to the first counter.
struct First {
    lie: Lie,
    counter: Counter,
}

impl Mapping<Counters> for First {
    type Abstraction = Counter;
    type Trace = u8;

    fn abstraction(&self) -> &Counter {
        &self.counter
    }

    fn start(&self, _: &Counters, (a, _): (u8, u8)) -> u8 {
        match self.lie {
            Lie::GoalElsewhere => 5 - a,
            Lie::WrongRank if a == 3 => 1,
            _ => a,
        }
    }

    fn step(
        &self,
        puzzle: &Counters,
        trace: u8,
        _: (u8, u8),
        _: (u8, bool),
        after: (u8, u8),
    ) -> u8 {
        match self.lie {
            Lie::TooFar => trace,
            _ => self.start(puzzle, after),
        }
    }

    fn rank(&self, trace: u8) -> Option<u64> {
        Some(trace.into())
    }
}

#[test]
fn false_mappings_are_caught() {
    let laws = laws::check(&Counters, [(0, 0)], 100).unwrap();
    let verdict = |lie| {
        let counter = Counter(Lie::None);
        laws.mapping(&First { lie, counter })
            .map_err(|violation| violation.to_string())
            .err()
            .unwrap_or_default()
    };
    assert_eq!(verdict(Lie::None), "");
    for (lie, word) in [
        (Lie::WrongRank, "maps to no move"),
        (Lie::GoalElsewhere, "which is no goal"),
        (Lie::TooFar, "from scratch"),
    ] {
        assert!(verdict(lie).contains(word), "{lie:?}: {}", verdict(lie));
    }
}

struct Cut {
    lie: Lie,
    counter: Counter,
}

impl Partition<Counters> for Cut {
    type Part = Counter;
    type Trace = [u8; 2];

    fn parts(&self) -> usize {
        2
    }

    fn part(&self, _: usize) -> &Counter {
        &self.counter
    }

    fn start(&self, _: &Counters, (a, b): (u8, u8)) -> [u8; 2] {
        match self.lie {
            Lie::GoalElsewhere => [5 - a, b],
            _ => [a, b],
        }
    }

    fn step(
        &self,
        puzzle: &Counters,
        trace: [u8; 2],
        (which, up): (u8, bool),
        after: (u8, u8),
    ) -> PartStep<[u8; 2]> {
        let new = self.start(puzzle, after);
        let part = usize::from(which);
        let said = match self.lie {
            Lie::OtherPart => 1 - part,
            _ => part,
        };
        let mut rank = u64::from(new[said]);
        if self.lie == Lie::WrongRank && rank == 3 {
            rank = 1;
        }
        let trace = if self.lie == Lie::TooFar { trace } else { new };
        let rises = up != (self.lie == Lie::WrongBase);
        PartStep {
            trace,
            part: Some((said, rank)),
            base_change: if rises { 1 } else { -1 },
        }
    }

    fn rank(&self, trace: [u8; 2], part: usize) -> u64 {
        trace[part].into()
    }
}

#[test]
fn false_partitions_are_caught() {
    let laws = laws::check(&Counters, [(0, 0)], 100).unwrap();
    let verdict = |lie| {
        let cut = Cut {
            lie,
            counter: Counter(Lie::None),
        };
        laws.partition(&cut)
            .map_err(|violation| violation.to_string())
            .err()
            .unwrap_or_default()
    };
    assert_eq!(verdict(Lie::None), "");
    for (lie, word) in [
        (Lie::OtherPart, "is no costed move of part"),
        (Lie::WrongBase, "does not change the base"),
        (Lie::WrongRank, "changes more than the part"),
        (Lie::GoalElsewhere, "is no goal"),
        (Lie::TooFar, "not those from scratch"),
    ] {
        assert!(verdict(lie).contains(word), "{lie:?}: {}", verdict(lie));
    }
}

/// The sum of the counters as a heuristic that bounds children together and adds a number to their
/// bounds.
struct Hasty(u32);

impl Heuristic<Counters> for Hasty {
    type Cache = u32;

    fn start(&self, _: &Counters, (a, b): (u8, u8)) -> u32 {
        (a + b).into()
    }

    fn children_within(
        &self,
        puzzle: &Counters,
        parents: &[Parent<(u8, u8), u32>],
        moves: impl Iterator<Item = (usize, (u8, bool))>,
        mut visit: impl FnMut(Result<((u8, u8), u32), u32>),
    ) {
        for (parent, m) in moves {
            let after = puzzle.apply(parents[parent].state, m);
            let bound = self.start(puzzle, after) + self.0;
            visit(match bound > parents[parent].budget {
                true => Err(bound),
                false => Ok((after, bound)),
            });
        }
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

#[test]
fn a_budget_kept_wrongly_is_caught() {
    let laws = laws::check(&Counters, [(0, 0)], 100).unwrap();
    assert!(laws.admissible(&Hasty(0)).is_ok());
    let violation = laws.admissible(&Hasty(1)).unwrap_err().to_string();
    assert!(violation.contains("something else"), "{violation}");
}
