//! Boards of the example files.

use std::sync::Arc;

use fewest_ground::{Ground, Label};

/// Every board of every example file.
pub(crate) fn boards() -> Vec<(String, Arc<Ground>, Vec<Label>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let mut boards = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "fewest") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let (file, _) = fewest_lang::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
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
