//! For contest programmers: check a quick solution of your own against the proven answer.
//!
//! The program under test solves 4x4 boards of the Flip Game greedily. Random boards show where
//! it is wrong.

use fewest::{AnyPuzzle, Board, Error, Verdict};

/// Presses every black cell once, and then gives up.
fn greedy(drawing: &str) -> String {
    let rows = drawing.lines().enumerate();
    let presses = rows.flat_map(|(row, line)| {
        let cells = line.split(' ').enumerate();
        let black = cells.filter(|&(_, cell)| cell == "b");
        black.map(move |(column, _)| format!("r{}c{}", row + 1, column + 1))
    });
    presses.collect::<Vec<_>>().join(" ")
}

fn main() -> Result<(), Error> {
    let flip = AnyPuzzle::named("flip")?;
    let drawings = flip.space_of_size("4x4")?.make(0..=6, 200)?;
    let (mut right, mut counterexample) = (0, None);
    for drawing in &drawings {
        let board: Board = flip.board(drawing)?;
        let check = board.check(&greedy(drawing))?;
        match check.verdict() {
            Verdict::Shortest => right += 1,
            verdict => {
                counterexample.get_or_insert((drawing, verdict, check.answer));
            }
        }
    }
    println!("{right} of {} boards right", drawings.len());
    if let Some((drawing, verdict, answer)) = counterexample {
        println!("wrong on this board, {verdict:?}:\n{drawing}");
        println!(
            "shortest: {}",
            answer.outcome.moves().unwrap_or_default().join(" ")
        );
    }
    Ok(())
}
