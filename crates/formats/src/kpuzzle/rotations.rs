//! Which moves are rotations of the whole puzzle.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::orbits::Orbit;
use super::turn::KTransformation;

/// Whether cubing.js uses this name for a rotation of the whole puzzle.
fn is_named_rotation(name: &str) -> bool {
    matches!(name, "x" | "y" | "z") || name.len() > 1 && name.ends_with('v')
}

/// Whether this names a rotation by half a turn or more, such as `y2`.
fn may_be_rotation(name: &str) -> bool {
    let axis = name.trim_end_matches(|c: char| c.is_ascii_digit());
    axis.len() < name.len() && matches!(axis, "x" | "y" | "z")
}

/// The names of the moves that are rotations of the whole puzzle. A name such as `y2` is one if,
/// held in this way, each move does what some move or its inverse does without it. On Rubik's Clock
/// `y2` is a rotation if the file has moves for both sides; otherwise only `y2` leads to the other
/// side.
pub(super) fn rotations(
    names: &[(String, Range<usize>)],
    turns: &HashMap<String, KTransformation>,
    orbits: &[Orbit],
) -> HashSet<String> {
    let all = names.iter().map(|(name, _)| name);
    let (candidates, moves): (Vec<&String>, Vec<&String>) = all
        .clone()
        .filter(|name| !is_named_rotation(name))
        .partition(|name| may_be_rotation(name));
    let named = all.filter(|name| is_named_rotation(name));
    let mut rotations: HashSet<String> = named.cloned().collect();
    if candidates.is_empty() {
        return rotations;
    }
    let both = |name: &String| [turns[name].clone(), turns[name].inverse(orbits)];
    let known: HashSet<KTransformation> = moves.iter().copied().flat_map(both).collect();
    for name in candidates {
        let rotation = &turns[name];
        let back = rotation.inverse(orbits);
        let is_move = |m: &&String| {
            let held = rotation.then(&turns[*m], orbits).then(&back, orbits);
            known.contains(&held)
        };
        if moves.iter().all(is_move) {
            rotations.insert(name.clone());
        }
    }
    rotations
}
