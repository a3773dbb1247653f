//! Compiles a checked puzzle and a board to ground rules.
//!
//! Moves come in the order of their declarations, and those of one declaration by their arguments,
//! the first of which changes slowest: cells in reading order, directions up, left, right, down,
//! pieces and symbols as they are declared. The ground rules of one move come in the order of its
//! rules, those of one rule by the cell on which the pattern begins, in reading order, and then by
//! the number of cells that each repetition takes, few first.
//!
//! The rules are not simplified by the start: a cell that no rule writes is tested all the same. But
//! rules that no state reachable from a start can meet may be left out. That makes large boards
//! possible, and many boards with rules of their own: see [`from`].

use fewest_rules::Fault;

use fewest_ground::{Ground, Label};

use super::boards::bare;
use super::checked::CheckedPuzzle;
use super::limits::MOST_STEPS;
use super::possible::PossibleLabels;
use super::shape::GridShape;
use super::terrain::Terrain;

mod arguments;
mod builder;
mod choices;
mod effects;
mod goals;
mod laid;
mod moves;
mod numbers;
mod patterns;
mod permutation;

use builder::Builder;
pub(crate) use builder::Origins;

/// Ground rules and where they come from.
#[derive(Debug)]
pub(crate) struct GroundedPuzzle {
    pub(crate) ground: Ground,
    pub(crate) origins: Origins,
    /// The labels that each position may have, if rules were left out that need others.
    pub(crate) possible: Option<PossibleLabels>,
    /// The work that it took, at most [`MOST_STEPS`].
    pub(crate) work: usize,
}

/// All ground rules of a puzzle on a board. If they are too many and there are `starts`, only those
/// that [`from`] keeps.
///
/// # Errors
/// MoveNames that the board does not have, and sizes beyond the limits.
pub(crate) fn ground(
    checked: &CheckedPuzzle,
    terrain: &Terrain,
    starts: &[&[Label]],
) -> Result<GroundedPuzzle, Vec<Fault>> {
    let mut builder = Builder::new(checked, terrain);
    run(&mut builder);
    if builder.too_many && !starts.is_empty() {
        return from(checked, terrain, starts);
    }
    finished(builder)
}

/// The ground rules that may be applicable in the states reachable from `starts`, and all moves
/// that have a rule on the board, even if none of these is kept.
///
/// Reachability is relaxed as described for [`PossibleLabels`]. It takes as many passes over the placements
/// of the rules as new labels need to spread, but a pattern is followed only as far as its cells
/// may have the labels that it needs. The limits apply to the rules that are kept.
///
/// # Errors
/// MoveNames that the board does not have, and sizes beyond the limits.
pub(crate) fn from(
    checked: &CheckedPuzzle,
    terrain: &Terrain,
    starts: &[&[Label]],
) -> Result<GroundedPuzzle, Vec<Fault>> {
    let mut builder = Builder::new(checked, terrain);
    let positions = builder.ground.positions.len();
    builder.possible = Some(PossibleLabels::on(starts, positions));
    builder.most_tries = MOST_STEPS;
    run(&mut builder);
    finished(builder)
}

/// No rules on no cells, for a puzzle without a board of its own.
pub(crate) fn nowhere(checked: &CheckedPuzzle) -> (Ground, Terrain) {
    let terrain = bare(checked, GridShape::new(0, 0, &[]));
    (Builder::new(checked, &terrain).ground, terrain)
}

fn run(builder: &mut Builder) {
    // If this stops early, the builder holds the fault that stopped it.
    let _ = moves::ground(builder).and_then(|()| goals::ground(builder));
}

fn finished(builder: Builder) -> Result<GroundedPuzzle, Vec<Fault>> {
    if !builder.faults.is_empty() {
        return Err(builder.faults);
    }
    Ok(GroundedPuzzle {
        work: builder.work(),
        ground: builder.ground,
        origins: builder.origins,
        possible: builder.possible,
    })
}
