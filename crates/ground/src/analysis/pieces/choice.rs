//! Chooses an abstraction of the pieces.
//!
//! # Problem
//! There are thousands of ways to treat pieces as alike. Even if their tables have the same size, a
//! search with the best way expands a hundredth of the nodes that a search with the worst way
//! expands.
//!
//! # Solution
//! Each candidate for the abstraction is derived from a subset of the moves: pieces that
//! the moves of the subset can bring to each other's places look alike. Then the moves of the
//! subset change nothing in the goal, so few positions are near the goal and distances are large.
//! For each of the largest candidates whose tables are not too large, a short search from the goal
//! counts the positions at each distance, and the growth of these numbers is extrapolated to all
//! positions. The candidate for which the fewest search nodes are predicted is chosen (R. E. Korf,
//! M. Reid and S. Edelkamp, "Time complexity of iterative-deepening-A*", 2001).

use std::collections::{BTreeSet, HashSet};

use fewest_rules::{Meter, StopReason};

use super::arrangements::{Arrangements, EntryKey};
use super::colouring::{Colouring, keeping, through};
use super::coset::CosetAbstraction;
use super::model::{PieceModel, PiecePlacements, PieceStates};
use super::orbits::PieceOrbit;
use crate::partition::Partition;

/// Candidates are made from at most this many subsets of the moves.
const MOST_SUBSETS: usize = 4096;
/// How many candidates for the abstraction are compared: those with the greatest numbers of
/// positions.
const COMPARED: usize = 8;
/// The search from the goal, which shows how good a candidate is, stops after the layer in which it
/// has visited this many positions.
const MOST_LOOKED_AT: usize = 1 << 13;

/// A candidate for the abstraction: a colouring of each orbit, which says which pieces of the orbit
/// look alike.
pub(super) type Colourings = Vec<Colouring>;

/// The best abstraction whose table has at most about `most` entries, and the approximate number of
/// entries of its table. `None` if there is no such abstraction.
///
/// # Errors
/// The limit that was reached.
pub(super) fn choose(
    model: &PieceModel,
    most: u64,
    meter: &mut Meter,
) -> Result<Option<(Colourings, u64)>, StopReason> {
    let mut candidates: Vec<(f64, Colourings, u64)> = Vec::new();
    for colourings in candidates_of(model, meter)? {
        meter.poll()?;
        if let Some(entries) = CosetAbstraction::entries(model, &colourings, most) {
            let size = entries * keeping(model, &colourings).len() as f64;
            candidates.push((size, colourings, entries as u64));
        }
    }
    candidates.sort_by(|(one, a, _), (other, b, _)| other.total_cmp(one).then_with(|| a.cmp(b)));
    let mut best: Option<(f64, Colourings, u64)> = None;
    for (size, colourings, entries) in candidates.into_iter().take(COMPARED) {
        meter.poll()?;
        let nodes = predicted_nodes(model, &colourings, size);
        if best.as_ref().is_none_or(|(least, ..)| nodes < *least) {
            best = Some((nodes, colourings, entries));
        }
    }
    Ok(best.map(|(_, colourings, entries)| (colourings, entries)))
}

/// The candidates for the abstraction. Of several candidates that are equal up to symmetry, only
/// one is kept.
fn candidates_of(
    model: &PieceModel,
    meter: &mut Meter,
) -> Result<BTreeSet<Colourings>, StopReason> {
    let mut all = BTreeSet::new();
    let mut seen = HashSet::new();
    for classes in classes_by_subsets(model) {
        meter.poll()?;
        let colouring =
            |orbit: &PieceOrbit| Colouring::new(orbit, |placement| classes[placement].into());
        let exact: Colourings = model.orbits.iter().map(colouring).collect();
        if seen.contains(&exact) {
            continue;
        }
        // Subsets of moves that are equal up to symmetry give candidates that are equal up to
        // symmetry.
        let symmetries = model.symmetries.iter();
        let images = symmetries.map(|symmetry| through(model, &exact, symmetry));
        let images: BTreeSet<Colourings> = images.collect();
        let Some(least) = images.first().cloned() else {
            continue;
        };
        seen.extend(images);
        // For each of the first four orbits, an abstraction keeps the classes of the pieces, their
        // turns, both or neither. For the other orbits, it keeps both.
        for way in 0..1_u32 << (2 * least.len().min(4)) {
            let colourings = (0..).zip(&least).map(|(number, colouring)| {
                let leaves_out = |bit: u32| number < 4 && way >> (2 * number + bit) & 1 == 1;
                colouring.only(!leaves_out(0), !leaves_out(1))
            });
            all.insert(colourings.collect());
        }
    }
    Ok(all)
}

/// For each subset of the moves, at most [`MOST_SUBSETS`] of them, a class for each placement: the
/// least placement that some sequence of moves of the subset takes to the placement.
fn classes_by_subsets(model: &PieceModel) -> BTreeSet<Vec<u8>> {
    let placements = model.orbits.iter().map(|orbit| orbit.placements().len());
    let alone: Vec<u8> = (0..placements.sum::<usize>()).map(|p| p as u8).collect();
    let mut all = BTreeSet::from([alone]);
    for m in &model.moves {
        if 2 * all.len() > MOST_SUBSETS {
            break;
        }
        let joined = |classes: &Vec<u8>| -> Vec<u8> {
            let mut joined = Partition::new(classes.len());
            for (placement, (&class, &image)) in classes.iter().zip(m).enumerate() {
                joined.join(placement, class.into());
                joined.join(placement, image.into());
            }
            joined
                .all_least()
                .into_iter()
                .map(|least| least as u8)
                .collect()
        };
        let longer: Vec<_> = all.iter().map(joined).collect();
        all.extend(longer);
    }
    all
}

/// A number that is proportional to the predicted number of nodes of a search with this
/// abstraction. `size` is the number of positions of the abstraction.
fn predicted_nodes(model: &PieceModel, colourings: &[Colouring], size: f64) -> f64 {
    let arrangements = Arrangements::new(model, colourings);
    let images = arrangements.images(&[&model.symmetries[0]]);
    let key = |state: PiecePlacements| -> EntryKey { images.of(state)[0] };
    let moves = model.moves.len();
    let mut seen = HashSet::from([key(model.solved)]);
    let mut layer = vec![model.solved];
    let mut layers = vec![1.0];
    while !layer.is_empty() && seen.len() < MOST_LOOKED_AT {
        let mut next = Vec::new();
        for &state in &layer {
            let after = (0..moves).map(|m| PieceStates(model).after(state, m));
            next.extend(after.filter(|&after| seen.insert(key(after))));
        }
        layers.push(next.len() as f64);
        layer = next;
    }
    // From here on, the sizes of the layers are extrapolated. Each layer is assumed to grow by the
    // same factor as the one before, but at most by the branching factor, and without the positions
    // that have been counted already.
    let branching = (moves as f64 * 0.75).max(2.0);
    let mut sum: f64 = layers.iter().sum();
    while sum < size * 0.999_999 && layers.len() < 256 {
        let [.., before, last] = layers[..] else {
            break;
        };
        let growth = (last / before).clamp(1.0, branching);
        let fresh = (size - sum) * (1.0 - (-last * growth / (size - sum)).exp());
        layers.push(fresh.max(1.0));
        sum += fresh.max(1.0);
    }
    // The bound is the greatest of the bounds of several views, so it is at most `h` only if the
    // bound of each view is at most `h`.
    let views = 2 * model.symmetries.len() / keeping(model, colourings).len();
    let (mut below, mut nodes) = (0.0, 0.0);
    for (distance, count) in layers.iter().enumerate() {
        let before = f64::powi(below / size, views as i32);
        below = (below + count).min(size);
        let share = f64::powi(below / size, views as i32) - before;
        nodes += share * branching.powi(-(distance as i32));
    }
    nodes
}
