//! Finds sets of presses that solve a Flip board, beyond the smallest sets.

use fewest_puzzles::flip::{self, Press, PressSets, press_sets};
use fewest_rules::Limits;
use fewest_search::SolutionRange;

use super::FlipBoard;
use crate::api::{FoundSolutions, SolutionCounts, SolutionOptions};
use crate::general::near::{most, show_stopped, taken};

impl FlipBoard {
    /// Passes the sets of presses that `wanted` asks for to `visit`. `shortest` is the number of
    /// presses of a smallest set that solves the board.
    pub(super) fn wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let symmetries = match wanted.distinct {
            true => flip::board_symmetries(&self.board, self.goal),
            false => Vec::new(),
        };
        let largest = match wanted.range {
            SolutionRange::Optimal => shortest,
            SolutionRange::Within(more) => shortest.saturating_add(more),
            SolutionRange::Best(_) => u32::MAX,
        };
        let found = match press_sets(&self.board, self.goal, largest, limits) {
            Ok(found) => found,
            Err(reason) => return show_stopped(shortest, reason, visit),
        };
        let PressSets { mut sets, is_all } = found;
        sets.retain(|set| symmetries.iter().all(|places| is_first(set, places)));
        let mut counts = SolutionCounts {
            by_length: Vec::new(),
            complete_below: match is_all {
                true => u32::MAX,
                false => largest.saturating_add(1),
            },
            is_all,
            stopped: None,
        };
        let most = most(wanted.range);
        let mut shown = 0;
        for of_size in sets.chunk_by(|a, b| a.len() == b.len()) {
            let size = of_size[0].len() as u32;
            counts.by_length.push((size, of_size.len().into()));
            shown += of_size.len();
            if shown < sets.len() && most.is_some_and(|most| shown as u64 >= most) {
                (counts.complete_below, counts.is_all) = (size + 1, false);
                break;
            }
        }
        visit(FoundSolutions {
            counts,
            solutions: Box::new(
                sets[..shown]
                    .iter()
                    .map(|set| Ok(self.names(set)))
                    .take(taken(most)),
            ),
        });
    }
}

/// Whether `set` precedes or equals its image under a symmetry. `places` has, for each cell, the
/// cell to which the symmetry maps it.
fn is_first(set: &Vec<Press>, places: &[u32]) -> bool {
    let image = set.iter().map(|press| Press(places[press.0 as usize]));
    let mut image: Vec<Press> = image.collect();
    image.sort_unstable();
    *set <= image
}
