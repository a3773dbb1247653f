//! Boards drawn where all distances are known.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::Range;

use fewest_rules::{Meter, StopReason};
use fewest_search::random::Random;

use crate::space::{GeneratedBoards, GenerationOptions};

/// Draws boards uniformly and without repetition among the `numbers` that fit. `board` returns the
/// symmetry class of the board with a number, and its drawing.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn draw_uniformly<C: Eq + Hash>(
    numbers: Range<u64>,
    fits: impl Fn(u64) -> bool,
    board: impl Fn(u64) -> (C, String),
    wanted: &GenerationOptions,
    meter: &mut Meter,
) -> Result<GeneratedBoards, StopReason> {
    let mut there = 0;
    for number in numbers.clone() {
        if number % (1 << 20) == 0 {
            meter.poll()?;
        }
        there += u64::from(fits(number));
    }
    let mut random = Random::new(wanted.seed);
    let mut boards = Vec::new();
    let mut classes = HashSet::new();
    let mut tried = HashSet::new();
    // Draws random indices among the fitting numbers first, and then finds all these numbers in one
    // pass. If only boards that differ up to symmetry are wanted, the others are left out, and the
    // draw is repeated for the missing boards, each time with at least as many as before in all.
    while boards.len() < wanted.count && (tried.len() as u64) < there {
        let missing = ((wanted.count - boards.len()) as u64).max(tried.len() as u64);
        let mut places = Vec::new();
        while (places.len() as u64) < missing && (tried.len() as u64) < there {
            meter.poll()?;
            let place = random.below(there);
            if tried.insert(place) {
                places.push(place);
            }
        }
        let mut order: Vec<(u64, usize)> = places.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let mut drawn = vec![0; places.len()];
        let mut next = order.iter().peekable();
        let mut passed = 0;
        for number in numbers.clone() {
            let Some(&&(_, i)) = next.peek() else { break };
            if number % (1 << 20) == 0 {
                meter.poll()?;
            }
            if fits(number) {
                if places[i] == passed {
                    drawn[i] = number;
                    next.next();
                }
                passed += 1;
            }
        }
        for number in drawn {
            if boards.len() == wanted.count {
                break;
            }
            meter.poll()?;
            let (class, drawing) = board(number);
            if !wanted.distinct || classes.insert(class) {
                boards.push(drawing);
            }
        }
    }
    Ok(GeneratedBoards {
        boards,
        stopped: None,
        uniform: true,
    })
}
