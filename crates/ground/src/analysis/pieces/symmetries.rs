//! Symmetries: permutations of placements that map moves to moves, so that they keep the distances
//! between positions.

use super::super::automorphism::TermGraph;
use super::orbits::PieceOrbit;
use super::points::Permutation;

/// The greatest allowed number of symmetries. If there are more, only the identity is used.
const MOST_SYMMETRIES: usize = 64;
/// The greatest allowed number of permutations of moves and placements: turning all pieces of an
/// orbit by the same number of turns maps each move to itself.
const MOST_AUTOMORPHISMS: usize = 1 << 12;
/// The search for automorphisms visits at most this many edges.
const MOST_WORK: u64 = 100_000_000;

/// The colours of vertices: the moves, the facts that a move takes a piece from one placement to
/// another one, and the placements of the first orbit. Those of the other orbits follow.
const MOVE: u64 = 0;
const TAKES: u64 = 1;
const PLACEMENT: u64 = 2;

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
    let mut graph = TermGraph::default();
    for _ in moves {
        graph.atom(MOVE);
    }
    for (orbit, colour) in orbits.iter().zip(PLACEMENT..) {
        for _ in orbit.placements() {
            graph.atom(colour);
        }
    }
    let first = moves.len() as u32;
    for (m, images) in (0..).zip(moves) {
        let images = (0..).zip(images.iter().map(|&image| u32::from(image)));
        for (placement, image) in images.filter(|(placement, image)| placement != image) {
            let edges = [(0, m), (1, first + placement), (2, first + image)];
            graph.term(TAKES, edges);
        }
    }
    let identity = || vec![(0..first + moves[0].len() as u32).collect()];
    let found = graph.automorphisms(MOST_AUTOMORPHISMS, MOST_WORK);
    let mut found: Vec<Vec<u32>> = found.unwrap_or_else(identity);
    // The identity is the first in lexicographic order.
    found.sort_unstable();
    found.dedup_by(|one, other| one[..moves.len()] == other[..moves.len()]);
    if found.len() > MOST_SYMMETRIES {
        found.truncate(1);
    }
    let symmetry = |images: &Vec<u32>| {
        let (moves, placements) = images.split_at(moves.len());
        PieceSymmetry {
            placements: placements
                .iter()
                .map(|&image| (image - first) as u8)
                .collect(),
            moves: moves.iter().map(|&image| image as u8).collect(),
        }
    };
    found.iter().map(symmetry).collect()
}
