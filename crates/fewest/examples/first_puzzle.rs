//! For students: define a puzzle, solve it, and read the proof.
//!
//! Two jugs of 5 and 3 litres stand beside a well. Which is the shortest way to measure 4 litres?
//! And why can nobody measure 4 litres with jugs of 6 and 3?

use fewest::prelude::*;

struct Jugs {
    sizes: [u8; 2],
    wanted: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Fill(usize),
    Empty(usize),
    PourFrom(usize),
}

impl Puzzle for Jugs {
    type State = [u8; 2];
    type Move = Step;

    fn moves(&self, _: [u8; 2]) -> impl Iterator<Item = Step> {
        let steps = [Step::Fill, Step::Empty, Step::PourFrom];
        steps.into_iter().flat_map(|step| [step(0), step(1)])
    }

    fn apply(&self, mut litres: [u8; 2], step: Step) -> [u8; 2] {
        match step {
            Step::Fill(jug) => litres[jug] = self.sizes[jug],
            Step::Empty(jug) => litres[jug] = 0,
            Step::PourFrom(jug) => {
                let other = 1 - jug;
                let poured = litres[jug].min(self.sizes[other] - litres[other]);
                litres[jug] -= poured;
                litres[other] += poured;
            }
        }
        litres
    }

    fn is_goal(&self, litres: [u8; 2]) -> bool {
        litres.contains(&self.wanted)
    }
}

fn main() {
    for sizes in [[5, 3], [6, 3]] {
        let jugs = Jugs { sizes, wanted: 4 };
        match Search::new(&jugs, [0, 0]).bfs().outcome {
            Outcome::Solved { moves } => println!("{sizes:?}: {} moves, {moves:?}", moves.len()),
            Outcome::Unsolvable(proof) => println!("{sizes:?}: impossible, {proof}"),
            Outcome::Stopped { reason, .. } => println!("{sizes:?}: stopped, {reason}"),
        }
    }
}
