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

use super::colouring::{Colouring, coordinates, keeping, recoloured, values};
use super::coset::CosetAbstraction;
use super::model::PieceModel;

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
    let mut candidates: Vec<(f64, Colourings)> = Vec::new();
    for colourings in candidates_of(model, meter)? {
        let sizes = model.orbits.iter().zip(&colourings);
        let sizes = sizes.map(|(orbit, colouring)| values(model, orbit, colouring));
        let Some(size) = sizes.product::<Option<f64>>() else {
            continue;
        };
        let symmetries = keeping(model, &colourings).len();
        let fits = size > 1.0 && size / symmetries as f64 <= most as f64;
        if fits && CosetAbstraction::fits(model, &colourings, symmetries, most) {
            candidates.push((size, colourings));
        }
    }
    candidates.sort_by(|(one, a), (other, b)| other.total_cmp(one).then_with(|| a.cmp(b)));
    candidates.truncate(COMPARED);
    let mut best: Option<(f64, f64, Colourings)> = None;
    for (size, colourings) in candidates {
        meter.poll()?;
        if let Some(nodes) = predicted_nodes(model, &colourings, size)
            && best.as_ref().is_none_or(|(least, ..)| nodes < *least)
        {
            best = Some((nodes, size, colourings));
        }
    }
    meter.poll()?;
    let chosen = best.map(|(_, size, colourings)| {
        let symmetries = keeping(model, &colourings).len();
        (colourings, (size / symmetries as f64) as u64)
    });
    Ok(chosen)
}

/// The candidates for the abstraction. Of several candidates that are equal up to symmetry, only
/// one is kept.
fn candidates_of(
    model: &PieceModel,
    meter: &mut Meter,
) -> Result<BTreeSet<Colourings>, StopReason> {
    let mut all = BTreeSet::new();
    let mut seen = HashSet::new();
    for subset in subsets(model) {
        meter.poll()?;
        let exact: Colourings = colourings_of(model, &subset);
        // Subsets of moves that are equal up to symmetry give candidates that are equal up to
        // symmetry.
        let images = model.symmetries.iter().map(|symmetry| {
            let orbits = model.orbits.iter().zip(&exact);
            let image = orbits.map(|(orbit, colouring)| recoloured(orbit, colouring, symmetry));
            image.collect::<Colourings>()
        });
        let Some(least) = images.min() else { continue };
        if !seen.insert(least.clone()) {
            continue;
        }
        // For each of the first four orbits, an abstraction keeps the classes of the pieces, their
        // turns, both or neither. For the other orbits, it keeps both.
        let ways = 1 << (2 * model.orbits.len().min(4));
        for way in 0..ways {
            let orbits = least.iter().enumerate().map(|(number, colouring)| {
                let kept = if number < 4 {
                    way >> (2 * number) & 3
                } else {
                    3
                };
                let alone = vec![0; colouring.classes.len()];
                Colouring {
                    classes: if kept & 1 == 0 {
                        alone
                    } else {
                        colouring.classes.clone()
                    },
                    upright: colouring.upright.clone().filter(|_| kept & 2 != 0),
                }
            });
            all.insert(orbits.collect());
        }
    }
    Ok(all)
}

/// Subsets of the moves. The moves that are powers of the same move form a family. Of each family,
/// a subset contains all moves, only the powers of one move of the family, or none.
fn subsets(model: &PieceModel) -> Vec<Vec<usize>> {
    let count = model.moves.len();
    let powers = |m: usize| {
        let mut at = model.moves[m];
        let mut members = BTreeSet::new();
        while members.insert(
            model
                .moves
                .iter()
                .position(|other| *other == at)
                .unwrap_or(count),
        ) {
            at = at.map(|p| model.moves[m][usize::from(p)]);
        }
        members.remove(&count);
        members
    };
    let options: BTreeSet<BTreeSet<usize>> = (0..count).map(powers).collect();
    let is_maximal = |one: &&BTreeSet<usize>| {
        !options
            .iter()
            .any(|other| other != *one && other.is_superset(one))
    };
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for family in options.iter().filter(is_maximal) {
        let own: Vec<_> = options
            .iter()
            .filter(|option| family.is_superset(option))
            .collect();
        if all.len() * (own.len() + 1) > MOST_SUBSETS {
            break;
        }
        let longer = all.iter().flat_map(|subset| {
            own.iter()
                .map(|option| subset.iter().chain(*option).copied().collect())
        });
        let longer: Vec<Vec<usize>> = longer.collect();
        all.extend(longer);
    }
    all
}

/// The colourings in which two placements have the same colour if some sequence of moves of the
/// subset takes a piece from one placement to the other.
fn colourings_of(model: &PieceModel, subset: &[usize]) -> Colourings {
    let mut leader: Vec<usize> = (0..model.placements).collect();
    let find = |leader: &Vec<usize>, mut at: usize| {
        while leader[at] != at {
            at = leader[at];
        }
        at
    };
    for &m in subset {
        for placement in 0..leader.len() {
            let one = find(&leader, placement);
            let other = find(&leader, model.moves[m][placement].into());
            leader[one.max(other)] = one.min(other);
        }
    }
    let of_orbit = |orbit: &super::model::OrbitRange| {
        let colour = |place: usize, turn: usize| find(&leader, orbit.placement(place, turn));
        let mut firsts: Vec<usize> = Vec::new();
        let mut classes = Vec::new();
        let mut upright = Vec::new();
        let mut told = true;
        for place in 0..orbit.pieces {
            let colours: Vec<usize> = (0..orbit.turns).map(|turn| colour(place, turn)).collect();
            let distinct: HashSet<&usize> = colours.iter().collect();
            told &= distinct.len() == orbit.turns;
            let class = firsts.iter().position(|first| colours.contains(first));
            let class = class.unwrap_or_else(|| {
                firsts.push(colours[0]);
                firsts.len() - 1
            });
            classes.push(class as u8);
            let turn = colours.iter().position(|&colour| colour == firsts[class]);
            upright.push(turn.unwrap_or(0) as u8);
        }
        Colouring {
            classes,
            upright: told.then_some(upright),
        }
    };
    model.orbits.iter().map(of_orbit).collect()
}

/// A number that is proportional to the predicted number of nodes of a search with this
/// abstraction. `size` is the number of positions of the abstraction.
fn predicted_nodes(model: &PieceModel, colourings: &[Colouring], size: f64) -> Option<f64> {
    let mut all = Vec::new();
    for (orbit, colouring) in model.orbits.iter().zip(colourings) {
        for coordinate in coordinates(model, orbit, colouring)? {
            let solved = coordinate.value(orbit, model.solved);
            all.push((coordinate, solved));
        }
    }
    let moves = model.moves.len();
    let solved: Vec<u32> = all.iter().map(|&(_, solved)| solved).collect();
    let mut seen = HashSet::from([solved.clone()]);
    let mut layer = vec![solved];
    let mut layers = vec![1.0];
    while !layer.is_empty() && seen.len() < MOST_LOOKED_AT {
        let mut next = Vec::new();
        for state in &layer {
            for m in 0..moves {
                let after = state.iter().zip(&all);
                let after = after
                    .map(|(&value, (coordinate, _))| coordinate.next[value as usize * moves + m]);
                let after: Vec<u32> = after.collect();
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
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
    let views = 2 * model.symmetries.len() / keeping(model, colourings).len().max(1);
    let (mut below, mut nodes) = (0.0, 0.0);
    for (distance, count) in layers.iter().enumerate() {
        let before = f64::powi(below / size, views as i32);
        below = (below + count).min(size);
        let share = f64::powi(below / size, views as i32) - before;
        nodes += share * branching.powi(-(distance as i32));
    }
    Some(nodes)
}
