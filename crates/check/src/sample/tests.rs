use std::collections::VecDeque;

use fewest_rules::{Abstraction, Cost, Goals, Puzzle, Ranked};

use super::{find_wrong, find_wrong_pattern};

/// A square grid with this many cells per side. Each move goes to an adjacent cell, and one corner
/// is the goal.
struct Square(u32);

impl Puzzle for Square {
    type State = (u32, u32);
    type Move = (i32, i32);

    fn moves(&self, (x, y): (u32, u32)) -> impl Iterator<Item = (i32, i32)> {
        let inside = move |&(dx, dy): &(i32, i32)| {
            let beside = (x.checked_add_signed(dx), y.checked_add_signed(dy));
            matches!(beside, (Some(x), Some(y)) if x < self.0 && y < self.0)
        };
        [(1, 0), (-1, 0), (0, 1), (0, -1)]
            .into_iter()
            .filter(inside)
    }

    fn apply(&self, (x, y): (u32, u32), (dx, dy): (i32, i32)) -> (u32, u32) {
        (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy))
    }

    fn is_goal(&self, state: (u32, u32)) -> bool {
        state == (0, 0)
    }
}

impl Goals for Square {
    fn goals(&self) -> impl Iterator<Item = (u32, u32)> {
        std::iter::once((0, 0))
    }
}

impl Ranked for Square {
    fn size(&self) -> u64 {
        u64::from(self.0).pow(2)
    }

    fn rank(&self, (x, y): (u32, u32)) -> u64 {
        u64::from(y) * u64::from(self.0) + u64::from(x)
    }

    fn unrank(&self, rank: u64) -> (u32, u32) {
        let side = u64::from(self.0);
        ((rank % side) as u32, (rank / side) as u32)
    }
}

#[test]
fn one_wrong_distance_of_a_small_table_is_found() {
    let square = Square(100);
    let sound = |rank| {
        let (x, y) = square.unrank(rank);
        Some(x + y)
    };
    assert_eq!(find_wrong(&square, sound), None);
    for at in (0..square.size()).step_by(97) {
        let wrong = |rank| if rank == at { Some(777) } else { sound(rank) };
        assert!(find_wrong(&square, wrong).is_some(), "{at}");
    }
}

#[test]
fn what_is_wrong_with_whole_layers_of_a_large_table_is_found() {
    let square = Square(600);
    let check = |forged: &dyn Fn(u32) -> Option<u32>| {
        find_wrong(&square, |rank| {
            let (x, y) = square.unrank(rank);
            forged(x + y)
        })
    };
    for _ in 0..20 {
        assert_eq!(check(&Some), None);
    }
    for from in [0, 1, 2, 10, 100, 500, 1000] {
        let raised = |d| Some(if d >= from { d + 4 } else { d });
        assert!(check(&raised).is_some(), "raised from {from}");
        let lowered = |d: u32| Some(if d > from { d - 1 } else { d });
        assert!(check(&lowered).is_some(), "lowered from {from}");
        // If distances are missing from some layer on, no descent continues at the first missing
        // layer.
        let missing = |d| (d < from.min(100)).then_some(d);
        assert!(check(&missing).is_some(), "missing from {from}");
    }
    assert!(check(&|d| Some(d / 2)).is_some());
    assert!(check(&|d| Some(2 * d)).is_some());
    assert!(check(&|_| Some(0)).is_some());
    assert!(check(&|_| None).is_some());
}

/// An abstraction with two classes of states, called *sheets*. Both sheets are grids of cells with
/// the same coordinates. A wall with a gap divides the first sheet. The second sheet has no wall,
/// but fewer columns. The sheets are connected at only one place.
struct Sheets;

const SIDE: u32 = 300;
const WALL: u32 = 150;
const GAP: u32 = 10;
const NARROW: u32 = 60;

impl Sheets {
    fn steps((x, y): (u32, u32), sheet: u8, mut visit: impl FnMut((u32, u32), u8)) {
        let width = [SIDE, NARROW][usize::from(sheet)];
        if x >= width {
            return;
        }
        for m in Square(SIDE).moves((x, y)) {
            let (to_x, to_y) = Square(SIDE).apply((x, y), m);
            let crossing = y.min(to_y) == WALL && y != to_y;
            if to_x < width && (sheet == 1 || !crossing || x == GAP) {
                visit((to_x, to_y), sheet);
            }
        }
        // The only connection of the sheets can be passed in both directions.
        match ((x, y), sheet) {
            ((20, 20), 0) => visit((20, 21), 1),
            ((20, 21), 1) => visit((20, 20), 0),
            _ => {}
        }
    }
}

impl Abstraction for Sheets {
    type Image = (u32, u32);
    const CLASSES: u32 = 8;
    const ALTERNATES: bool = true;

    fn size(&self) -> u64 {
        Square(SIDE).size()
    }

    fn unrank(&self, rank: u64) -> (u32, u32) {
        Square(SIDE).unrank(rank)
    }

    fn base(&self, (x, y): (u32, u32)) -> u32 {
        x + y
    }

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        visit(0, 1);
    }

    fn predecessors(
        &self,
        _: u64,
        kept: (u32, u32),
        classes: u8,
        mut visit: impl FnMut(u64, u8, Cost),
    ) {
        for sheet in (0..2).filter(|sheet| classes >> sheet & 1 == 1) {
            Self::steps(kept, sheet, |to, sheet| {
                visit(Square(SIDE).rank(to), 1 << sheet, Cost::One)
            });
        }
    }
}

/// The distances, computed by a plain search.
fn distances() -> Vec<u32> {
    let mut known = vec![[u32::MAX; 2]; Sheets.size() as usize];
    known[0][0] = 0;
    let mut queue = VecDeque::from([((0, 0), 0_u8)]);
    while let Some((kept, sheet)) = queue.pop_front() {
        let rank = |kept| Square(SIDE).rank(kept) as usize;
        let distance = known[rank(kept)][usize::from(sheet)];
        Sheets::steps(kept, sheet, |to, sheet| {
            let known = &mut known[rank(to)][usize::from(sheet)];
            if *known == u32::MAX {
                *known = distance + 1;
                queue.push_back((to, sheet));
            }
        });
    }
    known
        .iter()
        .map(|sheets| sheets[0].min(sheets[1]))
        .collect()
}

#[test]
fn what_is_wrong_with_whole_layers_of_a_large_pattern_is_found() {
    let distances = distances();
    let check = |forged: &(dyn Fn(u32, u32) -> Option<u32> + Sync)| {
        let entry = |rank: u64| {
            let base = Sheets.base(Sheets.unrank(rank));
            let distance = distances[rank as usize];
            forged((distance - base) / 2, distance)
        };
        find_wrong_pattern(&Sheets, entry, |excess| excess.min(14))
    };
    let most = distances.iter().copied().max();
    assert_eq!(most, Some(2 * (SIDE - 1)));
    for _ in 0..20 {
        assert_eq!(check(&|excess, _| Some(excess.min(14))), None);
    }
    for from in [0, 1, 50, 200, 400, 500] {
        let raised = |excess: u32, d| Some(excess + u32::from(d >= from));
        assert!(check(&raised).is_some(), "raised from {from}");
        let missing = |excess, d| (d < from).then_some(excess);
        assert!(check(&missing).is_some(), "missing from {from}");
    }
    assert!(check(&|_, _| None).is_some());
}
