//! For designers: draw a puzzle, find its hardest level, and make more of them.

use fewest::{AnyPuzzle, CensusOptions, CensusOutcome, Error, Limits};

const LIGHTS: &str = "
puzzle lights
symbols . o
board 3x3
move press(cell)
  cell   +1
  beside +1
goal all .
start
  o . o
  . o .
  o . o
";

fn main() -> Result<(), Error> {
    let puzzle = AnyPuzzle::parse("lights.fewest", LIGHTS)?;
    let answer = puzzle.start()?.solve()?;
    let moves = answer.moves().unwrap_or_default();
    println!(
        "the first level takes {} moves: {}",
        moves.len(),
        moves.join(" ")
    );

    let space = puzzle.space()?;
    let options = CensusOptions {
        hardest: 1,
        limits: Limits::default(),
    };
    let CensusOutcome::Complete(census) = space.census_with(&options)?.outcome else {
        return Ok(());
    };
    let most = census.gods_number().unwrap_or(0) as u32;
    println!("no level takes more than {most} moves; one that does:");
    println!("{}", census.hardest.join("\n\n"));

    println!("three levels of {} moves:", most - 2);
    for drawing in space.make(most - 2..=most - 2, 3)? {
        let level = puzzle.board(&drawing)?;
        let difficulty = level.difficulty(&Limits::default())?;
        let solutions = difficulty.map(|difficulty| difficulty.solutions);
        println!(
            "{drawing}\nshortest solutions: {}",
            solutions.unwrap_or_default()
        );
    }
    Ok(())
}
