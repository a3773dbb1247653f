//! Each law detects the false claims that it tests for.

use std::sync::atomic::{AtomicU8, Ordering};

use fewest_rules::{
    Commuting, DEAD_END, Fault, Faults, Goals, Heuristic, Invertible, Notation, Puzzle, Ranked,
    Reverse, Symmetric, laws,
};

/// The false claim that the dial makes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lie {
    None,
    MovesOutOfOrder,
    MoveTwice,
    MovesChange,
    ApplyChanges,
    NoSuchGoal,
    GoalTwice,
    GoalMissing,
    IllegalInverse,
    WrongInverse,
    OrderTooGreat,
    OrderTooSmall,
    RankTooGreat,
    RankShared,
    UnrankElsewhere,
    CanonicalWanders,
    CanonicalLosesGoal,
    CanonicalMoves,
    NameOfTwoWords,
    NameOfAnother,
    DrawingOfAnother,
}

/// A dial of ten places. A move turns it by one place either way, and the goal is place 0.
#[derive(Debug)]
struct Dial {
    lie: Lie,
    asked: AtomicU8,
}

fn dial(lie: Lie) -> Dial {
    Dial {
        lie,
        asked: AtomicU8::new(0),
    }
}

impl Dial {
    /// Whether the next answer is false. A dial with this lie tells it in every second answer.
    fn tired(&self, lie: Lie) -> bool {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        self.lie == lie && !asked.is_multiple_of(2)
    }
}

impl Puzzle for Dial {
    type State = u8;
    type Move = i8;

    fn moves(&self, _: u8) -> impl Iterator<Item = i8> {
        let moves = match self.lie {
            Lie::MovesOutOfOrder => [1, -1],
            Lie::MoveTwice => [1, 1],
            _ => [-1, 1],
        };
        let most = if self.tired(Lie::MovesChange) { 1 } else { 2 };
        moves.into_iter().take(most)
    }

    fn apply(&self, state: u8, m: i8) -> u8 {
        let by = if self.tired(Lie::ApplyChanges) {
            2 * m
        } else {
            m
        };
        (state as i8 + by).rem_euclid(10) as u8
    }

    fn is_goal(&self, state: u8) -> bool {
        state == 0
    }
}

impl Goals for Dial {
    fn goals(&self) -> impl Iterator<Item = u8> {
        match self.lie {
            Lie::NoSuchGoal => vec![0, 3],
            Lie::GoalTwice => vec![0, 0],
            Lie::GoalMissing => vec![],
            _ => vec![0],
        }
        .into_iter()
    }
}

impl Invertible for Dial {
    fn inverse(&self, m: i8) -> i8 {
        match self.lie {
            Lie::IllegalInverse => -2 * m,
            Lie::WrongInverse => m,
            _ => -m,
        }
    }
}

impl Commuting for Dial {
    fn order(&self, _: i8) -> u32 {
        match self.lie {
            Lie::OrderTooGreat => 20,
            Lie::OrderTooSmall => 5,
            _ => 10,
        }
    }
}

impl Ranked for Dial {
    fn size(&self) -> u64 {
        if self.lie == Lie::RankTooGreat { 9 } else { 10 }
    }

    fn rank(&self, state: u8) -> u64 {
        let state = u64::from(state);
        if self.lie == Lie::RankShared {
            state / 2
        } else {
            state
        }
    }

    fn unrank(&self, rank: u64) -> u8 {
        let rank = rank as u8;
        if self.lie == Lie::UnrankElsewhere {
            9 - rank
        } else {
            rank
        }
    }
}

impl Symmetric for Dial {
    fn canonical(&self, state: u8) -> u8 {
        match self.lie {
            Lie::CanonicalWanders => (state + 1) % 10,
            Lie::CanonicalLosesGoal => state.max(1),
            Lie::CanonicalMoves => state & !1,
            _ => state.min((10 - state) % 10),
        }
    }
}

impl Notation for Dial {
    fn draw(&self, state: u8) -> String {
        let lie = self.lie == Lie::DrawingOfAnother && state == 4;
        (if lie { 5 } else { state }).to_string()
    }

    fn parse(&self, text: &str) -> Result<u8, Faults> {
        text.parse()
            .map_err(|_| Fault::new(0..text.len(), "no number", "a number from 0 to 9").into())
    }

    fn name(&self, m: i8) -> String {
        match self.lie {
            Lie::NameOfTwoWords => format!("turn {m}"),
            Lie::NameOfAnother => (-m).to_string(),
            _ => m.to_string(),
        }
    }

    fn parse_move(&self, name: &str) -> Option<i8> {
        name.rsplit(' ').next()?.parse().ok()
    }
}

/// Tests all laws of a dial. Returns the first violation as text.
fn all(dial: &Dial) -> Result<(), laws::Violation> {
    let laws = laws::check(dial, [5], 100)?;
    assert!(laws.complete());
    assert_eq!(laws.states().len(), 10);
    laws.goals()?.invertible()?.reverse()?.commuting()?;
    laws.ranked()?.symmetric()?.notation()?;
    Ok(())
}

#[test]
fn the_truth_passes_and_every_lie_is_caught_by_its_law() {
    assert_eq!(all(&dial(Lie::None)), Ok(()));
    for (lie, words) in [
        (Lie::MovesOutOfOrder, "not in increasing order"),
        (Lie::MoveTwice, "not in increasing order"),
        (Lie::MovesChange, "not the same when asked for twice"),
        (Lie::ApplyChanges, "gives two different states"),
        (Lie::NoSuchGoal, "listed as a goal but is none"),
        (Lie::GoalTwice, "listed twice"),
        (Lie::GoalMissing, "is not listed"),
        (Lie::IllegalInverse, "is not legal"),
        (Lie::WrongInverse, "does not take"),
        (Lie::OrderTooGreat, "contradicts its order 20"),
        (Lie::OrderTooSmall, "contradicts its order 5"),
        (Lie::RankTooGreat, "the size is only 9"),
        (Lie::RankShared, "is unranked to"),
        (Lie::UnrankElsewhere, "is unranked to"),
        (Lie::CanonicalWanders, "but not itself"),
        (Lie::CanonicalLosesGoal, "is a goal"),
        (Lie::CanonicalMoves, "different classes"),
        (Lie::NameOfTwoWords, "cannot be a move's name"),
        (Lie::NameOfAnother, "which reads as"),
        (Lie::DrawingOfAnother, "which reads as"),
    ] {
        let violation = all(&dial(lie)).expect_err(&format!("{lie:?} passed"));
        let violation = violation.to_string();
        assert!(violation.contains(words), "{lie:?}: {violation}");
    }
}

/// A dial that turns one way only, with a handwritten list of predecessors.
#[derive(Debug)]
struct OneWay {
    before: fn(u8) -> Vec<((), u8)>,
    commutes: bool,
}

impl Puzzle for OneWay {
    type State = u8;
    type Move = ();

    fn moves(&self, state: u8) -> impl Iterator<Item = ()> {
        [()].into_iter()
            .take(usize::from(self.commutes || state != 7))
    }

    fn apply(&self, state: u8, (): ()) -> u8 {
        (state + 1) % 10
    }

    fn is_goal(&self, state: u8) -> bool {
        state == 0
    }
}

impl Reverse for OneWay {
    fn predecessors(&self, state: u8) -> impl Iterator<Item = ((), u8)> {
        (self.before)(state).into_iter()
    }
}

impl Commuting for OneWay {
    fn order(&self, (): ()) -> u32 {
        10
    }
}

#[test]
fn false_predecessors_are_caught() {
    let verdict = |before: fn(u8) -> Vec<((), u8)>| {
        let puzzle = OneWay {
            before,
            commutes: true,
        };
        let laws = laws::check(&puzzle, [0], 100).unwrap();
        laws.reverse().map(|_| ()).map_err(|v| v.to_string())
    };
    assert_eq!(verdict(|s| vec![((), (s + 9) % 10)]), Ok(()));
    let wrong = verdict(|s| vec![((), (s + 8) % 10)]).unwrap_err();
    assert!(wrong.contains("does not reach"), "{wrong}");
    let twice = verdict(|s| vec![((), (s + 9) % 10); 2]).unwrap_err();
    assert!(twice.contains("listed twice"), "{twice}");
    let missing = verdict(|_| vec![]).unwrap_err();
    assert!(missing.contains("not among its predecessors"), "{missing}");
}

#[test]
fn moves_that_are_not_legal_everywhere_do_not_commute() {
    let puzzle = OneWay {
        before: |_| vec![],
        commutes: false,
    };
    let laws = laws::check(&puzzle, [0], 100).unwrap();
    let violation = laws.commuting().unwrap_err().to_string();
    assert!(violation.contains("has other moves"), "{violation}");
}

/// Three items. A move swaps the first two or the last two.
#[derive(Debug)]
struct Swaps;

impl Puzzle for Swaps {
    type State = [u8; 3];
    type Move = usize;

    fn moves(&self, _: [u8; 3]) -> impl Iterator<Item = usize> {
        0..2
    }

    fn apply(&self, mut state: [u8; 3], m: usize) -> [u8; 3] {
        state.swap(m, m + 1);
        state
    }

    fn is_goal(&self, _: [u8; 3]) -> bool {
        false
    }
}

impl Commuting for Swaps {
    fn order(&self, _: usize) -> u32 {
        2
    }
}

#[test]
fn moves_whose_order_matters_are_caught() {
    let laws = laws::check(&Swaps, [[0, 1, 2]], 100).unwrap();
    let violation = laws.commuting().unwrap_err().to_string();
    assert!(violation.contains("do not commute"), "{violation}");
}

/// A heuristic whose cache becomes wrong after some moves.
struct Drifting;

impl Heuristic<Dial> for Drifting {
    type Cache = u32;

    fn start(&self, _: &Dial, state: u8) -> u32 {
        u32::from(state.min(10 - state)) / 2
    }

    fn step(&self, _: &Dial, cache: u32, _: u8, _: i8, _: u8) -> u32 {
        cache
    }

    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

#[test]
fn false_heuristics_are_caught() {
    let dial = dial(Lie::None);
    let laws = laws::check(&dial, [5], 100).unwrap();
    let near = |s: u8| u32::from(s.min(10 - s));
    assert!(
        laws.admissible(&near)
            .and_then(|laws| laws.consistent(&near))
            .is_ok()
    );

    let too_high = |s: u8| near(s) + u32::from(s == 3);
    let violation = laws.admissible(&too_high).unwrap_err().to_string();
    assert!(
        violation.contains("says 4 for 3, which is 3 moves"),
        "{violation}"
    );

    let dead = |s: u8| if s == 9 { DEAD_END } else { 0 };
    assert!(
        laws.admissible(&dead).is_err(),
        "a goal can be reached from 9"
    );

    let uneven = |s: u8| if s == 4 { 4 } else { 0 };
    assert!(laws.admissible(&uneven).is_ok());
    let violation = laws.consistent(&uneven).unwrap_err().to_string();
    assert!(violation.contains("falls from 4"), "{violation}");

    let violation = laws.admissible(&Drifting).unwrap_err().to_string();
    assert!(violation.contains("from scratch"), "{violation}");
}
