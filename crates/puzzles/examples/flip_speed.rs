//! Solves a random board with the linear method and says what it cost:
//! `cargo run --release --example flip_speed -- ROWS COLUMNS COLOURS SECONDS`.

use std::error::Error;
use std::time::Duration;

use fewest_puzzles::flip::{Board, Goal, Press, linear};
use fewest_rules::{Limits, Outcome};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map(|a| a.parse())
        .collect::<Result<_, _>>()?;
    let &[rows, columns, colours, seconds] = &arguments[..] else {
        return Err("expected ROWS COLUMNS COLOURS SECONDS".into());
    };
    let (rows, columns, colours) = (rows as usize, columns as usize, u8::try_from(colours)?);
    let mut board = Board::new(
        rows,
        columns,
        colours,
        vec![0; rows.saturating_mul(columns)],
    )?;
    // Random presses make a board that can be solved.
    let mut random = 3u64;
    for cell in 0..rows * columns {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        for _ in 0..(random >> 20) % u64::from(colours) {
            board.press(Press(cell as u32));
        }
    }
    let limits = Limits {
        time: Some(Duration::from_secs(seconds)),
        ..Limits::default()
    };
    let found = linear::solve(&board, Goal::Any, &limits)?;
    match &found.report.outcome {
        Outcome::Solved { moves } => println!("solved, {} presses", moves.len()),
        Outcome::Unsolvable(proof) => println!("unsolvable: {proof}"),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => println!("stopped by {reason}, at least {lower_bound}"),
    }
    println!(
        "nullity {:?}, press sets {}",
        found.nullity, found.solutions
    );
    println!("{:?}", found.report.statistics);
    Ok(())
}
