//! The space of all sliding-tile boards of one size.

use std::path::Path;

use fewest_puzzles::tiles::{BlankMove, Manhattan, Tiles};
use fewest_rules::{Invertible, Limits, Notation, Outcome, Puzzle, Symmetric};
use fewest_search::random::Random;
use fewest_search::{Duplicates, InversePruning, idastar};
use fewest_tables::{DistanceTable, Peers, Undirected};

use crate::general::play::{self, Draw};
use crate::general::ranked_space::RankedSpace;
use crate::space::{
    CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceError, SpaceTable,
};

/// All sliding-tile boards of one size that is small enough for states to have ranks.
pub(super) struct TilesSpace {
    pub(super) ranked: RankedSpace<Tiles<u64>, Undirected>,
}

impl Space for TilesSpace {
    fn size(&self) -> String {
        self.ranked.size()
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        self.ranked.census(hardest, limits)
    }

    fn census_on_disk(
        &self,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        self.ranked.census_on_disk(folder, hardest, limits)
    }

    fn census_among(
        &self,
        peers: &mut dyn Peers,
        disk: Option<&Path>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        self.ranked.census_among(peers, disk, hardest, limits)
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        table: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        if self.ranked.table().is_some() {
            self.ranked.make(wanted, table, limits)
        } else {
            self.walk(wanted, limits)
        }
    }

    fn table(&self) -> Option<&dyn SpaceTable> {
        self.ranked.table()
    }
}

impl TilesSpace {
    /// Makes boards by random walks from the goal and solves each of them.
    fn walk(
        &self,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let puzzle = &self.ranked.puzzle;
        let heuristic = Manhattan::new(puzzle);
        let mut random = Random::new(wanted.seed);
        let (least, aim) = (*wanted.moves.start(), wanted.aim());
        let limits = &limits.from_now();
        let drawn = || {
            // A random walk of n steps is seldom a shortest path, so walks are longer than the
            // wanted solutions.
            let steps = u64::from(least) + random.below(2 * u64::from(aim) + 1);
            let mut state = puzzle.goal();
            let mut last = None;
            for _ in 0..steps {
                let moves: Vec<BlankMove> = puzzle
                    .moves(state)
                    .filter(|&m| last.is_none_or(|last| m != puzzle.inverse(last)))
                    .collect();
                let m = moves[random.below(moves.len() as u64) as usize];
                state = puzzle.apply(state, m);
                last = Some(m);
            }
            let enter = Duplicates::Enter;
            let report = idastar(puzzle, state, &heuristic, &InversePruning, enter, limits);
            let class = if wanted.distinct {
                puzzle.canonical(state)
            } else {
                state
            };
            match report.outcome {
                Outcome::Solved { moves } if wanted.moves.contains(&(moves.len() as u32)) => {
                    Ok(Draw::Board(class, puzzle.draw(state)))
                }
                Outcome::Stopped { reason, .. } => Err(reason.into()),
                _ => Ok(Draw::Other),
            }
        };
        let made = play::draw_distinct(wanted, None, drawn)?;
        Ok(GeneratedBoards {
            uniform: false,
            ..made
        })
    }
}
