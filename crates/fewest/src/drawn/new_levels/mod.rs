//! Makes new levels of a puzzle whose file says with `place` what levels are made of.
//!
//! A *climb* begins with a random level and changes it little by little, as long as its hardest
//! position gets no easier. It ends at a level that has a position of a
//! wanted length, or when many changes in a row were of no use. Climbs do not depend on each other,
//! so several threads climb at once, and the same seed makes the same levels.

mod backwards;
mod hardest;
mod laid;

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::thread;

use fewest_ground::{Compiled, with_compiled};
use fewest_lang::{Instance, LevelPlan};
use fewest_rules::{Limits, StopReason};
use fewest_search::random::Random;
use fewest_tables::DistanceTable;

use super::compile_cache::CompileCache;
use super::file::PuzzleFile;
use super::solver::DrawnSolver;
use crate::space::{CensusReport, GeneratedBoards, GenerationOptions, Scope, Space, SpaceError};
use hardest::{Hardest, WantedPosition, hardest};
use laid::LaidLevel;

/// A climb ends after this many changes in a row that made the level no harder.
const MOST_USELESS: u32 = 400;
/// After this many climbs in a row without a new level, no more levels are made.
const MOST_VAIN: usize = 64;
/// A random level is tried this often before the things are said not to fit.
const MOST_TRIES: usize = 1000;

/// All levels that can be made by a plan.
pub(super) struct LevelSpace {
    pub(super) file: Arc<PuzzleFile>,
    pub(super) plan: LevelPlan,
    pub(super) size: String,
}

impl Space for LevelSpace {
    fn size(&self) -> String {
        self.size.clone()
    }

    fn scope(&self) -> Scope {
        Scope::Levels
    }

    fn census(&self, _: usize, _: &Limits) -> Result<CensusReport, SpaceError> {
        Err(SpaceError::Unfit(
            "new levels cannot be counted, only made".to_owned(),
        ))
    }

    /// Makes levels, the shortest first, and of one length those with fewest shortest solutions.
    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        let threads = limits.threads().get();
        let mut made: Vec<WantedPosition> = Vec::new();
        let mut known = HashSet::new();
        let mut stopped = None;
        let (mut climbs, mut vain) = (0, 0);
        while made.len() < wanted.count && vain < MOST_VAIN && stopped.is_none() {
            let climb = |at: usize| self.climb(wanted, climbs + at as u64, limits);
            let found = thread::scope(|scope| {
                let climb = &climb;
                let others: Vec<_> = (1..threads)
                    .map(|at| scope.spawn(move || climb(at)))
                    .collect();
                let first = climb(0);
                let others = others.into_iter().map(|other| match other.join() {
                    Ok(found) => found,
                    Err(panic) => std::panic::resume_unwind(panic),
                });
                std::iter::once(first).chain(others).collect::<Vec<_>>()
            });
            climbs += threads as u64;
            for found in found {
                vain += 1;
                match found {
                    Ok(Some(level)) => {
                        if made.len() < wanted.count && known.insert(level.drawing.clone()) {
                            made.push(level);
                            vain = 0;
                        }
                    }
                    Ok(None) => {}
                    Err(SpaceError::Stopped(reason)) => stopped = Some(reason),
                    Err(error) => return Err(error),
                }
            }
        }
        made.sort_by_key(|level| (level.length, level.solutions));
        Ok(GeneratedBoards {
            boards: made.into_iter().map(|level| level.drawing).collect(),
            stopped,
            uniform: false,
        })
    }
}

impl LevelSpace {
    /// Makes one climb, which the seed and its number determine. `None` if it led to no level of a
    /// wanted length.
    ///
    /// # Errors
    /// A limit was reached, or the things do not fit on the board.
    fn climb(
        &self,
        wanted: &GenerationOptions,
        number: u64,
        limits: &Limits,
    ) -> Result<Option<WantedPosition>, SpaceError> {
        let mut random = Random::new(wanted.seed);
        let mut random = Random::new(random.bits().wrapping_add(number));
        let mut tries = (0..MOST_TRIES).filter_map(|_| LaidLevel::random(&self.plan, &mut random));
        let first = tries.next();
        let mut level = first.ok_or_else(|| {
            SpaceError::Unfit("what 'place' names does not fit on the board".to_owned())
        })?;
        let mut length = 0;
        let mut useless = 0;
        let mut next = level.clone();
        while useless < MOST_USELESS {
            let found = self.of_level(&next, &wanted.moves, limits)?;
            if let Some(found) = found {
                if let Some(position) = found.wanted {
                    let verified = self.verified(position, &wanted.moves, limits)?;
                    if verified.is_some() {
                        return Ok(verified);
                    }
                }
                if found.length > length {
                    useless = 0;
                }
                if found.length >= length {
                    (length, level) = (found.length, next);
                }
            }
            useless += 1;
            // As long as no level with a solution is found, changes lead nowhere.
            let fresh = (length == 0).then(|| LaidLevel::random(&self.plan, &mut random));
            next = fresh
                .flatten()
                .unwrap_or_else(|| level.changed(&mut random));
        }
        Ok(None)
    }

    /// Returns how hard a level is; `None` if it has no solution or cannot be played.
    fn of_level(
        &self,
        level: &LaidLevel<'_>,
        wanted: &RangeInclusive<u32>,
        limits: &Limits,
    ) -> Result<Option<Hardest>, StopReason> {
        let Some((board, compiled)) = self.compiled(&level.draw()) else {
            return Ok(None);
        };
        with_compiled!(compiled, analysis => {
            let start = analysis.puzzle().state(&board.start).unwrap_or_default();
            hardest(&analysis, start, wanted, limits)
        })
    }

    /// Solves a position by a search that does not know how it was found. `None` if its length is not
    /// wanted: a position that the level itself does not lead to may have shorter solutions.
    ///
    /// # Errors
    /// The limit that was reached.
    fn verified(
        &self,
        position: WantedPosition,
        wanted: &RangeInclusive<u32>,
        limits: &Limits,
    ) -> Result<Option<WantedPosition>, StopReason> {
        let Some((board, compiled)) = self.compiled(&position.drawing) else {
            return Ok(None);
        };
        let least = with_compiled!(compiled, analysis => {
            let start = analysis.puzzle().state(&board.start).unwrap_or_default();
            DrawnSolver::new(&analysis, start).least(limits)
        })?;
        let least = least.filter(|least| wanted.contains(least));
        Ok(least.map(|length| WantedPosition { length, ..position }))
    }

    /// The compiled puzzle of a drawing; `None` if the drawing is no board or is too large.
    fn compiled(&self, drawing: &str) -> Option<(Instance, Compiled)> {
        let (board, _) = self.file.boards(drawing).ok()?.into_iter().next()?;
        let compiled = CompileCache::default().compiled(&board).ok()?;
        Some((board, compiled))
    }
}
