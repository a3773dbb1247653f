//! For researchers and students: state a lower bound, test that it is admissible, and use it.
//!
//! The puzzle: a knight on an endless chessboard goes from the origin to a square.

use fewest::prelude::*;
use fewest::rules::laws;

struct Knight {
    target: (i32, i32),
}

impl Puzzle for Knight {
    type State = (i32, i32);
    type Move = (i32, i32);

    fn moves(&self, _: (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
        let square = (-2..=2).flat_map(|x: i32| (-2..=2).map(move |y: i32| (x, y)));
        square.filter(|(x, y)| x.abs() + y.abs() == 3)
    }

    fn apply(&self, (x, y): (i32, i32), (dx, dy): (i32, i32)) -> (i32, i32) {
        (x + dx, y + dy)
    }

    fn is_goal(&self, square: (i32, i32)) -> bool {
        square == self.target
    }
}

/// The lower bound: one leap of the knight reduces the number of rows plus the number of columns
/// that are left by at most three.
fn leaps((x, y): (i32, i32)) -> u32 {
    (x.unsigned_abs() + y.unsigned_abs()).div_ceil(3)
}

fn main() -> Result<(), laws::Violation> {
    let origin = Knight { target: (0, 0) };
    laws::check(&origin, [(0, 0)], 2_000)?.admissible(&leaps)?;

    let start = (40, 33);
    let search = Search::new(&origin, start).order(Order::Lexicographic);
    let blind = search.bfs();
    let informed = search.astar(&leaps);
    assert_eq!(blind.outcome, informed.outcome);
    assert!(informed.statistics.expanded < blind.statistics.expanded);
    if let Outcome::Solved { moves } = informed.outcome {
        println!("{} leaps, at least {}", moves.len(), leaps(start));
    }
    let (blind, informed) = (blind.statistics, informed.statistics);
    println!(
        "expanded: {} without the bound, {} with it",
        blind.expanded, informed.expanded
    );
    Ok(())
}
