//! Reports moves whose consequences never end.

use fewest_ground::compiled::CompiledPuzzle;
use fewest_rules::Notation;

/// Describes the consequences that never end, if the request that owns `puzzle` has met a move that
/// has such consequences. In that case the results of the request are invalid.
pub(super) fn endless<const N: usize>(puzzle: &CompiledPuzzle<N>) -> Option<String> {
    let states = puzzle.endless()?;
    let mut text = "the rules that follow a move never end: they go round through".to_owned();
    for (number, &state) in states.iter().enumerate() {
        text += if number == 0 { "\n" } else { "\n\n" };
        let drawn = puzzle.draw(state);
        let lines: Vec<String> = drawn
            .lines()
            .map(|l| format!("  {}", l.trim_end()))
            .collect();
        text += &lines.join("\n");
    }
    Some(text)
}
