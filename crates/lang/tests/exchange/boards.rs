//! Boards of the example files, and states of theirs.

use std::sync::Arc;

use lang::ground::{Ground, Label};

use crate::plain;

/// Every board of every example file.
pub(crate) fn boards() -> Vec<(String, Arc<Ground>, Vec<Label>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let mut boards = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "fewest") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let (file, _) = lang::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let start = file.start().into_iter();
            let expected = file.expects().iter().map(|expect| expect.board.clone());
            for board in start.chain(expected) {
                boards.push((name.clone(), board.ground, board.start));
            }
        }
    }
    boards.sort_by(|a, b| (&a.0, &a.2).cmp(&(&b.0, &b.2)));
    boards.dedup_by(|a, b| a.0 == b.0 && a.2 == b.2);
    boards
}

/// A small generator of numbers.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// States on random walks from `start`.
pub(crate) fn walks(ground: &Ground, start: &[Label], count: usize) -> Vec<Vec<Label>> {
    let mut random = Random(count as u64 ^ 0x9E37_79B9_7F4A_7C15);
    let mut state = start.to_vec();
    let mut states = Vec::new();
    while states.len() < count {
        states.push(state.clone());
        let mut after = plain::successors(ground, &state);
        state = match after.len() {
            0 => start.to_vec(),
            n => after.swap_remove(random.below(n)).1,
        };
        if states.len().is_multiple_of(25) {
            state = start.to_vec();
        }
    }
    states
}
