//! Symmetries: permutations of placements that map moves to moves, so that they keep the distances
//! between positions.

use std::collections::HashSet;

use super::orbits::{NO_POINT, PieceOrbit, equivariant_map};
use super::points::Permutation;

/// The greatest allowed number of symmetries. If there are more, only the identity is used.
pub(super) const MOST_SYMMETRIES: usize = 64;
/// The search for symmetries tries at most this many images of a move. If it would try more, only the
/// identity is used.
const MOST_TRIES: usize = 1 << 14;

/// A permutation of placements that maps moves to moves.
#[derive(Debug, Clone)]
pub(super) struct PieceSymmetry {
    /// For each placement, its image under the symmetry.
    pub(super) placements: Vec<u8>,
    /// For each move, the move to which the symmetry maps it.
    pub(super) moves: Vec<u8>,
}

/// The symmetries that keep each orbit. Of the symmetries that map all moves in the same way, only
/// one is found. The first symmetry is the identity.
pub(super) fn symmetries(orbits: &[PieceOrbit], moves: &[Permutation]) -> Vec<PieceSymmetry> {
    let mut search = SymmetrySearch {
        orbits,
        moves,
        tries: MOST_TRIES,
        found: Vec::new(),
    };
    if search.extend(&mut Vec::new()).is_none() {
        let identity: Vec<u8> = (0..moves.len()).map(|m| m as u8).collect();
        search.found = search.symmetry(&identity).into_iter().collect();
    }
    search.found
}

/// A search that chooses the images of one move after the other, as long as some permutation of
/// placements maps the moves so far to their images.
struct SymmetrySearch<'a> {
    orbits: &'a [PieceOrbit],
    moves: &'a [Permutation],
    tries: usize,
    found: Vec<PieceSymmetry>,
}

impl SymmetrySearch<'_> {
    /// Finds all symmetries that map the first moves to `images`. `None` if there are too many, or
    /// if the search takes too long.
    fn extend(&mut self, images: &mut Vec<u8>) -> Option<()> {
        if images.len() == self.moves.len() {
            self.found.extend(self.symmetry(images));
            return (self.found.len() <= MOST_SYMMETRIES).then_some(());
        }
        for image in 0..self.moves.len() as u8 {
            if images.contains(&image) {
                continue;
            }
            images.push(image);
            self.tries = self.tries.checked_sub(1)?;
            if self.symmetry(images).is_some() {
                self.extend(images)?;
            }
            images.pop();
        }
        Some(())
    }

    /// A map of placements that maps the first moves to `images`, if there is one. If these are all
    /// moves, it is a permutation.
    fn symmetry(&self, images: &[u8]) -> Option<PieceSymmetry> {
        let image_of = |&image: &u8| &self.moves[usize::from(image)];
        let pairs: Vec<_> = self.moves.iter().zip(images.iter().map(image_of)).collect();
        let mut placements = Vec::new();
        for orbit in self.orbits {
            let all = orbit.placements();
            placements.resize(all.end, None);
            for from in all.clone() {
                if placements[from].is_some() {
                    continue;
                }
                let reached = |map: &Permutation| -> Vec<usize> {
                    all.clone().filter(|&p| map[p] != NO_POINT).collect()
                };
                let is_injective = |map: &Permutation| {
                    let reached = reached(map);
                    let images: HashSet<u16> = reached.iter().map(|&p| map[p]).collect();
                    images.len() == reached.len()
                };
                let map = |to| equivariant_map(&pairs, from as u16, to as u16);
                let map = all.clone().filter_map(map).find(is_injective)?;
                for placement in reached(&map) {
                    placements[placement] = Some(map[placement] as u8);
                }
            }
        }
        Some(PieceSymmetry {
            placements: placements.into_iter().collect::<Option<_>>()?,
            moves: images.to_vec(),
        })
    }
}
