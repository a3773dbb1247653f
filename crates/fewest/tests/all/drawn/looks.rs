//! Looks, layers and the outside of the walls in the scenes of puzzle files.

use fewest::scene::{Cell, Look, Scene, Shape};
use fewest::{AnyPuzzle, Board};

fn look(scene: &Scene, symbol: &str) -> Look {
    let mut looks = scene.data().looks.iter();
    looks.find(|look| look.symbol == symbol).unwrap().look
}

/// The cells that show nothing.
fn nothing(scene: &Scene) -> Vec<(u32, u32)> {
    let cells = scene.cells().filter(|(_, symbol)| symbol.is_empty());
    cells.map(|(cell, _)| (cell.row, cell.column)).collect()
}

fn board(puzzle: &str, text: &str) -> Board {
    AnyPuzzle::named(puzzle).unwrap().board(text).unwrap()
}

#[test]
fn looks_and_layers_reach_the_scene() {
    let text = include_str!("../../../../../examples/looks.fewest");
    let start = AnyPuzzle::parse("looks.fewest", text)
        .unwrap()
        .start()
        .unwrap();
    let scene = start.scene().unwrap();
    assert_eq!(look(&scene, "$").to_string(), "crate #a52a2a");
    assert_eq!(look(&scene, "e").to_string(), "gem #2a9d8f");
    assert_eq!(look(&scene, "b").text, Some('♞'));
    assert_eq!(look(&scene, "@"), Look::shape(Shape::Person));
    let floors = &scene.data().floors;
    assert_eq!((floors.len(), floors[0].cell), (2, Cell::new(1, 6)));
    assert_eq!(floors[0].symbol, "ice");
    assert_eq!(
        scene.data().looks.len(),
        17,
        "a look for each symbol, and for ice"
    );
}

#[test]
fn floors_change_with_moves() {
    let ice = AnyPuzzle::named("thin-ice").unwrap().start().unwrap();
    let moves = ice.solve().unwrap().moves().unwrap().to_vec();
    let scenes = ice.scenes(&moves).unwrap();
    let has = |scene: &Scene, symbol: &str| {
        let mut floors = scene.data().floors.iter();
        floors.any(|floor| floor.symbol == symbol)
    };
    let last = scenes.last().unwrap();
    assert!(has(&scenes[0], "thin") && !has(&scenes[0], "water"));
    assert!(!has(last, "thin") && has(last, "water"), "the ice breaks");
}

#[test]
fn nothing_lies_outside_the_walls() {
    let level = "__####_\n__#__#_\n###__#_\n#@$_.#_\n######_";
    let sokoban = board("sokoban", level);
    let scene = sokoban.scene().unwrap();
    let outside = [
        (0, 0),
        (0, 1),
        (0, 6),
        (1, 0),
        (1, 1),
        (1, 6),
        (2, 6),
        (3, 6),
        (4, 6),
    ];
    assert_eq!(nothing(&scene), outside);
    // The rest of the game shows the same.
    let moves = sokoban.solve().unwrap().moves().unwrap().to_vec();
    for scene in sokoban.scenes(&moves).unwrap() {
        assert_eq!(nothing(&scene), outside);
    }
}

#[test]
fn what_can_be_reached_is_not_outside() {
    // A gap in the wall, and a board without any walls around it.
    for level in [
        "__####\n__#__#\n#___.#\n_@$__#\n######",
        "_____\n_@$._\n__#__",
    ] {
        assert!(
            nothing(&board("sokoban", level).scene().unwrap()).is_empty(),
            "{level}"
        );
    }
}

#[test]
fn a_thing_that_jumps_over_walls_keeps_the_outside() {
    let text = "puzzle jump\nsymbols '#' _ @\nboard 1x4\n\
                move jump(dir)\n  [@ | # | _] -> [_ | # | @]\n  [@ | _] -> [_ | @]\n\
                goal at r1c4 @\nstart @ _ # _\nexpect 2\n";
    let jump = AnyPuzzle::parse("jump.fewest", text)
        .unwrap()
        .start()
        .unwrap();
    assert!(nothing(&jump.scene().unwrap()).is_empty());
}
