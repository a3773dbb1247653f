//! Times the census of the Rotation Game.
use std::time::Instant;
fn main() {
    for threads in [1, 1, 2] {
        let start = Instant::now();
        let threads = std::num::NonZeroUsize::new(threads).expect("positive");
        let game = puzzles::rotation::Rotation::default();
        let found = puzzles::rotation::MaskTable::new().census(&game, threads, &Default::default());
        println!("{threads} {:?} {:?}", start.elapsed(), found);
    }
}
