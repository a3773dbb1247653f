//! Symmetries: permutations of placements that map moves to moves, so that they keep the distances
//! between positions.

use super::super::automorphism::ColouredGraph;
use super::orbits::{PieceOrbit, equivariant_map};
use super::points::Permutation;

/// The greatest allowed number of symmetries. If there are more, only the identity is used.
pub(super) const MOST_SYMMETRIES: usize = 64;
/// The search for symmetries visits at most this many edges of a graph.
const MOST_WORK: u64 = 100_000_000;

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
    let mut graph = ColouredGraph::default();
    let vertices: Vec<u32> = moves.iter().map(|_| graph.vertex(1)).collect();
    let points: Vec<u32> = moves[0].iter().map(|_| graph.vertex(2)).collect();
    for (&vertex, images) in vertices.iter().zip(moves) {
        for (&from, &to) in points.iter().zip(images) {
            let carried = graph.vertex(3);
            graph.join(vertex, carried, 1);
            graph.join(carried, from, 2);
            graph.join(carried, points[usize::from(to)], 3);
        }
    }
    let found = graph.candidates(moves.len(), MOST_SYMMETRIES, MOST_WORK);
    let mut images = found.unwrap_or_else(|| vec![(0..moves.len() as u32).collect()]);
    images.sort();
    let symmetry = |images: &Vec<u32>| symmetry(orbits, moves, images);
    images.iter().filter_map(symmetry).collect()
}

/// A symmetry that maps each move `m` to the move `images[m]`, if there is one.
fn symmetry(orbits: &[PieceOrbit], moves: &[Permutation], images: &[u32]) -> Option<PieceSymmetry> {
    let images_of_moves = images.iter().map(|&image| &moves[image as usize]);
    let pairs: Vec<_> = moves.iter().zip(images_of_moves).collect();
    let mut placements = Vec::new();
    for orbit in orbits {
        let all = orbit.placements();
        let first = all.start as u16;
        let map = all
            .clone()
            .find_map(|to| equivariant_map(&pairs, first, to as u16))?;
        placements.extend(map[all].iter().map(|&image| image as u8));
    }
    Some(PieceSymmetry {
        placements,
        moves: images.iter().map(|&image| image as u8).collect(),
    })
}
