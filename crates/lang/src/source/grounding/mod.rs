//! Compiles a checked puzzle and a board to ground rules.
//!
//! Moves come in the order of their declarations. The moves of one declaration are ordered by their
//! arguments, the first of which changes slowest: cells in reading order; directions in the order
//! up, left, right, down; pieces and symbols in the order of their declaration. The ground rules of
//! a move come in the order of its rules. The ground rules of one rule are ordered by the cell on
//! which the pattern begins, in reading order, and then by the number of cells that each repetition
//! covers, fewest first.
//!
//! The rules are not simplified for the start: even a cell that no rule writes is tested. But rules
//! that cannot apply in any state reachable from a start may be left out (see [`from`]). Leaving
//! them out keeps the number of ground rules small, so that a large board can be grounded, and many
//! boards can be grounded even if each needs ground rules of its own.

use fewest_rules::Fault;

use fewest_ground::{Ground, Label, Test};

use super::boards::bare;
use super::checked::CheckedPuzzle;
use super::limits::MOST_STEPS;
use super::possible::PossibleLabels;
use super::shape::GridShape;
use super::syntax::Lexeme;
use super::terrain::Terrain;

mod after;
mod arguments;
mod builder;
mod choices;
mod effects;
mod goals;
mod known;
mod laid;
mod moves;
mod numbers;
mod patterns;
mod permutation;

use builder::Builder;
pub(crate) use builder::Origins;

/// Ground rules and their origins.
#[derive(Debug)]
pub(crate) struct GroundedPuzzle {
    pub(crate) ground: Ground,
    pub(crate) origins: Origins,
    /// The labels that each position may have, if rules that need other labels were left out.
    pub(crate) possible: Option<PossibleLabels>,
    /// The work that grounding took, at most [`MOST_STEPS`].
    pub(crate) work: usize,
}

/// Grounds all rules of a puzzle on a board. If there would be too many rules and `starts` is not
/// empty, grounds only the rules that [`from`] keeps.
///
/// # Errors
/// The board does not have a name that the file uses, or a limit is exceeded.
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

/// The ground rules that may apply in the states reachable from `starts`, and all moves that have a
/// rule on the board, even if no rule of the move is kept.
///
/// Reachability is relaxed as described for [`PossibleLabels`]. Passes over the placements of the
/// rules are repeated until no new label becomes possible, but each pattern is followed only as far
/// as its cells may have the labels that it needs. The limits apply to the rules that are kept.
///
/// # Errors
/// The board does not have a name that the file uses, or a limit is exceeded.
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

/// The cells of a region, in reading order.
///
/// # Errors
/// The region does not exist on the board.
pub(crate) fn cells_of_region(
    checked: &CheckedPuzzle,
    terrain: &Terrain,
    region: &Lexeme,
) -> Result<Vec<usize>, Vec<Fault>> {
    let mut builder = Builder::new(checked, terrain);
    let cells = builder.region(region);
    match builder.faults.is_empty() {
        true => Ok(cells),
        false => Err(builder.faults),
    }
}

/// The tests of the file's goal with the index `goal`: one conjunction for each way to satisfy the
/// goal.
///
/// # Errors
/// The board does not have a name that the goals use, or a limit is exceeded.
pub(crate) fn tests_of_goal(
    checked: &CheckedPuzzle,
    terrain: &Terrain,
    goal: usize,
) -> Result<Vec<Vec<Test>>, Vec<Fault>> {
    let mut builder = Builder::new(checked, terrain);
    let _ = goals::ground(&mut builder);
    if !builder.faults.is_empty() {
        return Err(builder.faults);
    }
    let goals = builder.ground.goals.into_iter().zip(builder.origins.goals);
    let goals = goals.filter(|&(_, origin)| origin == goal);
    Ok(goals.map(|(tests, _)| tests).collect())
}

/// The ground rules of a puzzle without a board: no cells and no rules.
pub(crate) fn nowhere(checked: &CheckedPuzzle) -> (Ground, Terrain) {
    let terrain = bare(checked, GridShape::new(0, 0, &[]));
    (Builder::new(checked, &terrain).ground, terrain)
}

fn run(builder: &mut Builder) {
    // If grounding stops early, the builder holds the fault that stopped it.
    let _ = moves::ground(builder).and_then(|()| goals::ground(builder));
}

fn finished(mut builder: Builder) -> Result<GroundedPuzzle, Vec<Fault>> {
    if builder.ground.consequences.is_empty() {
        builder.ground.consequences.of_rules.clear();
    }
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
