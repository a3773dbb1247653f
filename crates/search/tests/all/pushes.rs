//! Compares a search of Sokoban over the regions of the player with a search over single steps.

#![allow(clippy::unwrap_used)] // A test may panic.

use fewest_rules::{CostOutcome, FreeRegions, Limits, MoveCosts, Objective, Puzzle, Zero, laws};
use fewest_search::*;

/// A warehouse of at most 64 cells, with a wall all around.
struct Warehouse {
    width: u32,
    walls: u64,
    targets: u64,
}

/// The boxes, one bit per cell, and the cell of the player.
type Position = (u64, u32);

impl Warehouse {
    fn read(level: &str) -> (Self, Position) {
        let width = level.lines().map(str::len).max().unwrap() as u32;
        let mut warehouse = Self {
            width,
            walls: 0,
            targets: 0,
        };
        let (mut boxes, mut player) = (0, 0);
        for (row, line) in level.lines().enumerate() {
            for (column, cell) in line.chars().enumerate() {
                let at = row as u32 * width + column as u32;
                let bit = 1_u64 << at;
                warehouse.walls |= if cell == '#' { bit } else { 0 };
                warehouse.targets |= if ".*+".contains(cell) { bit } else { 0 };
                boxes |= if "$*".contains(cell) { bit } else { 0 };
                if "@+".contains(cell) {
                    player = at;
                }
            }
        }
        (warehouse, (boxes, player))
    }

    fn next(&self, cell: u32, direction: u8) -> u32 {
        match direction {
            0 => cell - self.width,
            1 => cell - 1,
            2 => cell + 1,
            _ => cell + self.width,
        }
    }
}

impl Puzzle for Warehouse {
    type State = Position;
    type Move = u8;

    fn moves(&self, (boxes, player): Position) -> impl Iterator<Item = u8> {
        (0..4).filter(move |&m| {
            let to = self.next(player, m);
            if self.walls >> to & 1 == 1 {
                false
            } else if boxes >> to & 1 == 1 {
                let beyond = self.next(to, m);
                (self.walls | boxes) >> beyond & 1 == 0
            } else {
                true
            }
        })
    }

    fn apply(&self, (boxes, player): Position, m: u8) -> Position {
        let to = self.next(player, m);
        if boxes >> to & 1 == 1 {
            (boxes ^ 1 << to ^ 1 << self.next(to, m), to)
        } else {
            (boxes, to)
        }
    }

    fn is_goal(&self, (boxes, _): Position) -> bool {
        boxes == self.targets
    }
}

impl MoveCosts for Warehouse {
    fn cost(&self, (boxes, player): Position, m: u8) -> u16 {
        (boxes >> self.next(player, m) & 1) as u16
    }
}

impl FreeRegions for Warehouse {}

const LEVELS: [(&str, u32, usize); 2] = [
    (
        "####  \n# .#  \n#  ###\n#*@  #\n#  $ #\n#  ###\n####  ",
        8,
        33,
    ),
    (
        "######\n#    #\n# #@ #\n# $* #\n# .* #\n#    #\n######",
        3,
        16,
    ),
];

#[test]
fn pushes_are_searched_over_regions() {
    for (level, pushes, steps) in LEVELS {
        let (warehouse, start) = Warehouse::read(level);
        laws::check(&warehouse, [start], 500)
            .unwrap()
            .free_regions()
            .unwrap();
        let limits = Limits::default();
        let solve = |objective| least_cost(&warehouse, start, objective, &limits);
        let stepped = solve(Objective::Cost);
        assert_eq!(stepped.outcome.cost(), Some(pushes), "{level}");
        let bound = |(boxes, _): Position| (boxes & !warehouse.targets).count_ones();
        let by_regions = [
            least_cost_over_regions(&warehouse, start, &Zero, &limits),
            least_cost_over_regions(&warehouse, start, &bound, &limits),
        ];
        for report in by_regions {
            let CostOutcome::Solved { moves, cost } = report.outcome else {
                panic!("{:?}", report.outcome);
            };
            assert_eq!(cost, pushes);
            let mut state = start;
            for m in moves {
                assert!(warehouse.moves(state).any(|legal| legal == m));
                state = warehouse.apply(state, m);
            }
            assert!(warehouse.is_goal(state));
            assert!(report.statistics.expanded * 3 < stepped.statistics.expanded);
        }
        let fewest = solve(Objective::MovesThenCost).outcome;
        assert_eq!(fewest.moves().map(<[_]>::len), Some(steps), "{level}");
        let fewest_pushes = solve(Objective::CostThenMoves).outcome;
        assert_eq!(fewest_pushes.cost(), Some(pushes));
        assert!(fewest_pushes.moves().map(<[_]>::len) >= Some(steps));
        let shortest = bfs(&warehouse, start, &limits).outcome;
        assert_eq!(shortest.moves().map(<[_]>::len), Some(steps));
    }
}
