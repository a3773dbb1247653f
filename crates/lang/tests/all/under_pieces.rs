//! What lies under a piece that moves.

use crate::plain;

/// The cells and then the layer of the only state after each number of moves to the right.
fn steps(rule: &str, start: &str, count: usize) -> Vec<Vec<u8>> {
    let text = format!(
        "puzzle p\nsymbols _ < >\nlayer mark = old new\npiece\n  < >\n\
         move go(piece, dir: right)\n  {rule}\ngoal at r1c1 >\nstart {start}\n"
    );
    let (file, _) = fewest_lang::read(&text).unwrap();
    let start = file.start().unwrap();
    let mut states = vec![start.start.clone()];
    for _ in 0..count {
        let next = plain::successors(&start.ground, states.last().unwrap());
        let [(_, state)] = &next[..] else {
            panic!("{rule}: {next:?}");
        };
        states.push(state.clone());
    }
    states.split_off(1)
}

#[test]
fn a_piece_marks_all_of_its_cells() {
    let marked = steps("[piece | _] -> [_ | piece on new]", "< > _ _", 1);
    assert_eq!(marked, [[0, 1, 2, 0, 0, 1, 1, 0]]);
    let marked = steps("[piece | _ | _] -> [_ | _ | piece on new]", "< > _ _", 1);
    assert_eq!(marked, [[0, 0, 1, 2, 0, 0, 1, 1]]);
}

#[test]
fn a_mark_moves_along_with_its_piece() {
    let rule = "[piece on new | _] -> [_ on old | piece on new]";
    let moved = steps(rule, "</new >/new _ _", 2);
    assert_eq!(moved, [[0, 1, 2, 0, 0, 1, 1, 0], [0, 0, 1, 2, 0, 0, 1, 1]]);
}

#[test]
fn what_the_piece_leaves_is_only_where_it_is_no_more() {
    let left = steps("[piece | _] -> [_ on new | piece]", "< > _ _", 2);
    assert_eq!(left, [[0, 1, 2, 0, 1, 0, 0, 0], [0, 0, 1, 2, 1, 1, 0, 0]]);
}

#[test]
fn a_mark_that_stands_on_both_sides_reaches_the_cells_between() {
    let rule = "[piece on old | _ on new] -> [_ | piece on new]";
    let moved = steps(rule, "< > _/new _/new", 1);
    assert_eq!(moved, [[0, 1, 2, 0, 0, 1, 1, 1]]);
}
